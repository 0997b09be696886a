// The text of rules with line numbers, colours, and words that are proposed. The text itself is a plain text area, so that
// all that the browser can do with text still works; the colours lie under it.

import { ask } from './desk.js';

const MOST = 8;
const PARTS = /(#.*)|("[^"\n]*"?)|([\p{Letter}_][\p{Letter}\p{Number}_-]*)|(\d+)/gu;

export class Editor {
  constructor(text, paint, numbers, proposals) {
    Object.assign(this, { text, paint, numbers, proposals, findings: [], keywords: new Set(), names: new Set(), isLeaving: false });
    text.addEventListener('input', () => { this.draw(); this.propose(); });
    text.addEventListener('scroll', () => this.follow());
    text.addEventListener('click', () => this.propose([]));
    text.addEventListener('keydown', (event) => this.key(event));
  }

  // Learns the words of the language, once.
  async learn() {
    if (this.keywords.size > 0) return;
    const { keywords, names } = await ask({ ask: 'vocabulary' });
    this.keywords = new Set(keywords);
    this.names = new Set(names);
    this.draw();
  }

  get value() {
    return this.text.value;
  }

  set value(value) {
    this.text.value = value;
    this.findings = [];
    this.propose([]);
    this.draw();
  }

  // Findings with `line` and `severity` in this text.
  show(findings) {
    this.findings = findings;
    this.draw();
  }

  draw() {
    const lines = this.text.value.split('\n');
    const worst = new Map();
    for (const { line, severity } of this.findings) if (worst.get(line) !== 'error') worst.set(line, severity);
    this.numbers.replaceChildren(...lines.map((_, n) => span(`${n + 1}\n`, worst.get(n + 1) ?? '')));
    this.paint.replaceChildren(...lines.flatMap((line, n) => this.painted(line, worst.get(n + 1))));
    this.follow();
  }

  painted(line, severity) {
    const parts = [];
    let end = 0;
    for (const match of line.matchAll(PARTS)) {
      const [whole, comment, quote, word] = match;
      const kind = comment ? 'comment' : quote ? 'quote' : word ? this.kind(word) : 'number';
      if (match.index > end) parts.push(line.slice(end, match.index));
      parts.push(kind ? span(whole, kind) : whole);
      end = match.index + whole.length;
    }
    parts.push(line.slice(end));
    const made = span('', severity ? `line ${severity}` : 'line');
    made.append(...parts);
    return [made, '\n'];
  }

  kind(word) {
    if (this.keywords.has(word)) return 'keyword';
    return /^\p{Uppercase_Letter}/u.test(word) ? 'name' : '';
  }

  follow() {
    this.paint.scrollTop = this.text.scrollTop;
    this.paint.scrollLeft = this.text.scrollLeft;
    this.numbers.scrollTop = this.text.scrollTop;
  }

  // The word that ends where the caret is.
  begun() {
    const before = this.text.value.slice(0, this.text.selectionStart);
    return before.match(/[\p{Letter}_][\p{Letter}_-]*$/u)?.[0] ?? '';
  }

  propose(found = this.fitting()) {
    this.proposals.replaceChildren(...found.map((word) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = word;
      button.addEventListener('click', () => this.complete(word));
      return button;
    }));
  }

  fitting() {
    const begun = this.begun();
    if (begun.length < 2 || this.text.selectionStart !== this.text.selectionEnd) return [];
    const own = this.text.value.match(/[\p{Letter}_][\p{Letter}_-]+/gu) ?? [];
    const words = new Set([...own, ...this.keywords, ...this.names]);
    return [...words].filter((word) => word.startsWith(begun) && word !== begun).sort((a, b) => a.length - b.length).slice(0, MOST);
  }

  complete(word) {
    const end = this.text.selectionStart;
    this.text.focus();
    this.text.setRangeText(word, end - this.begun().length, end, 'end');
    this.text.dispatchEvent(new Event('input'));
    this.propose([]);
  }

  key(event) {
    if (event.key === 'Escape') {
      this.isLeaving = true;
      this.propose([]);
    } else if (event.key === 'Tab' && !event.shiftKey && !this.isLeaving) {
      event.preventDefault();
      const first = this.proposals.firstElementChild;
      if (first) {
        this.complete(first.textContent);
      } else {
        this.text.setRangeText('    ', this.text.selectionStart, this.text.selectionEnd, 'end');
        this.text.dispatchEvent(new Event('input'));
      }
    } else {
      this.isLeaving = false;
    }
  }
}

function span(text, name) {
  const made = document.createElement('span');
  made.textContent = text;
  if (name) made.className = name;
  return made;
}
