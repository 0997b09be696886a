// Text that the desk tells: what stands between backquotes is written as in rules.

// Returns what is to be put into an element.
export function prose(text) {
  return text.split('`').map((part, n, all) => {
    // An odd one is no pair.
    const isCode = n % 2 === 1 && n < all.length - 1;
    if (!isCode) return n % 2 === 1 ? `\`${part}` : part;
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}
