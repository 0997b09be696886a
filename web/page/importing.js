// Variants of Fairy-Stockfish: a configuration is taken, one of its variants chosen, and its rules file opened.

import { ask } from './desk.js';

export class Importing {
  // `onText` takes a rules file.
  constructor(holder, onText) {
    Object.assign(this, { holder, onText });
  }

  // Takes a configuration, and opens the first variant in it.
  async take(file, text) {
    const { variants, faults } = await ask({ ask: 'import', text });
    const report = document.createElement('div');
    if (variants.length === 0) {
      this.holder.replaceChildren(...told(faults.length > 0 ? faults : [{ line: null, message: 'it defines no variant' }], file));
      return;
    }
    const label = document.createElement('label');
    label.className = 'field';
    const select = document.createElement('select');
    select.id = 'variant';
    for (const name of variants) select.append(new Option(name, name));
    select.addEventListener('change', () => this.choose(file, text, select.value, report));
    label.append(`${variants.length} variant${variants.length === 1 ? '' : 's'} in ${file} `, select);
    this.holder.replaceChildren(label, report);
    await this.choose(file, text, variants[0], report);
  }

  async choose(file, text, name, report) {
    try {
      const made = await ask({ ask: 'import', text, name });
      report.replaceChildren(...(made.text === undefined ? told(made.faults, file) : losses(made.losses)));
      if (made.text !== undefined) await this.onText(made.text);
    } catch (refused) {
      report.replaceChildren(line(refused.message));
    }
  }
}

function losses(lost) {
  if (lost.length === 0) return [line('Nothing is lost.')];
  const list = document.createElement('ul');
  for (const what of lost) list.append(item(what));
  return [line(`${lost.length} setting${lost.length === 1 ? ' is' : 's are'} not translated:`), list];
}

function told(faults, file) {
  return faults.map((fault) => line(`${file}${fault.line === null ? '' : `, line ${fault.line}`}: ${fault.message}`));
}

function line(text) {
  const made = document.createElement('p');
  made.className = 'quiet';
  made.textContent = text;
  return made;
}

function item(text) {
  const made = document.createElement('li');
  made.textContent = text;
  return made;
}
