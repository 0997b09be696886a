// Files of whoever sits at the page: given to them, and taken from them.

export function give(name, blob) {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function giveText(name, text) {
  give(name, new Blob([text], { type: 'text/plain' }));
}

// A name for a file: the title of a game in small letters.
export function fileName(title, ending) {
  const plain = title.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, '-').replace(/^-|-$/g, '');
  return `${plain || 'game'}.${ending}`;
}

// Calls with the name and the text of each file that is chosen.
export function take(input, taken) {
  input.addEventListener('change', async () => {
    const [file] = input.files;
    input.value = '';
    if (file) await taken(file.name, await file.text());
  });
}
