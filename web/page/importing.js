// Variants of Fairy-Stockfish: a configuration is taken, one of its variants chosen, and its rules file opened.

import { ask } from './desk.js';
import { made } from './elements.js';

export class Importing {
  // `onText` takes a rules file.
  constructor(holder, onText) {
    Object.assign(this, { holder, onText });
  }

  // Takes a configuration, and opens the first variant in it.
  async take(file, text) {
    const { variants, faults } = await ask({ ask: 'import', text });
    const report = made('div');
    if (variants.length === 0) {
      this.holder.replaceChildren(...told(faults.length > 0 ? faults : [{ line: null, message: 'it defines no variant' }], file));
      return;
    }
    const select = made('select', variants.map((name) => new Option(name, name)), { id: 'variant' });
    select.addEventListener('change', () => this.choose(file, text, select.value, report));
    const label = `${variants.length} variant${variants.length === 1 ? '' : 's'} in ${file} `;
    this.holder.replaceChildren(made('label', [label, select], { class: 'field' }), report);
    await this.choose(file, text, variants[0], report);
  }

  async choose(file, text, name, report) {
    try {
      const found = await ask({ ask: 'import', text, name });
      report.replaceChildren(...(found.text === undefined ? [] : losses(found.losses)), ...told(found.faults, file));
      if (found.text !== undefined) await this.onText(found.text);
    } catch (refused) {
      report.replaceChildren(line(refused.message));
    }
  }
}

function losses(lost) {
  if (lost.length === 0) return [line('Nothing is lost.')];
  const list = made('ul', lost.map((what) => made('li', what)));
  return [line(`${lost.length} setting${lost.length === 1 ? ' is' : 's are'} not translated:`), list];
}

function told(faults, file) {
  return faults.map((fault) => line(`${file}${fault.line === null ? '' : `, line ${fault.line}`}: ${fault.message}`));
}

function line(text) {
  return made('p', text, { class: 'quiet' });
}
