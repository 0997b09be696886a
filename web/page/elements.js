// The parts of the page, and text in them: never markup.

// Makes an element of a text, or of a list of texts and elements.
export function made(name, content = [], attributes = {}) {
  const node = document.createElement(name);
  node.append(...[content].flat().filter((part) => part !== ''));
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

export function button(text, action) {
  const node = made('button', text, { type: 'button' });
  node.addEventListener('click', action);
  return node;
}

// Returns what is to be put into an element of text that the desk tells: what stands between backquotes is written as in rules.
export function prose(text) {
  return text.split('`').map((part, n, all) => {
    // An odd one is no pair.
    const isCode = n % 2 === 1 && n < all.length - 1;
    if (!isCode) return n % 2 === 1 ? `\`${part}` : part;
    return made('code', part);
  });
}
