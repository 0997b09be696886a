// The rules as text: checked while they are typed, with fixes that a click applies.

import { ask } from './desk.js';

const PAUSE = 350;

export class Writing {
  // `text` is an editor.
  constructor(text, findings, onGood) {
    Object.assign(this, { text, findings, onGood, asked: null, timer: 0 });
    text.text.addEventListener('input', () => this.later());
  }

  // Shows the rules of the game on the table, unless they are being written already.
  async begin(asked) {
    if (this.asked === asked) return;
    this.asked = asked;
    const text = asked.text ?? (await ask({ ask: 'text', name: asked.name })).text;
    // Another game may have been opened meanwhile.
    if (this.asked !== asked) return;
    this.text.value = text;
    await this.check();
  }

  // The game with the text as it is now. A text of one's own keeps the name of its file; a bundled game's does not.
  game(text) {
    const { name, options = {} } = this.asked ?? {};
    return this.asked?.text === undefined ? { text, options } : { name, text, options };
  }

  // Whether the text is being written and is another one.
  isChanged(text) {
    return this.asked !== null && this.text.value !== text;
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(true), PAUSE);
  }

  async check(changed = false) {
    const text = this.text.value;
    const game = this.game(text);
    const report = await ask({ ask: 'check', game });
    if (text !== this.text.value) return;
    this.show(report);
    if (changed && !report.errors) {
      this.asked = game;
      await this.onGood(game);
    }
  }

  show(report) {
    const passed = report.tests.filter((test) => test.passed).length;
    const head = document.createElement('p');
    head.className = 'quiet';
    head.textContent = report.findings.length === 0
      ? `Nothing is wrong.${report.tests.length > 0 ? ` ${passed} of ${report.tests.length} tests pass.` : ''}`
      : `${report.findings.length} finding${report.findings.length === 1 ? '' : 's'}.`;
    this.text.show(report.findings.filter((finding) => finding.file === report.file && finding.line !== null));
    this.findings.replaceChildren(head, ...report.findings.map((finding) => this.finding(finding, report.file)));
  }

  finding(finding, file) {
    const box = document.createElement('div');
    box.className = `finding ${finding.severity}`;
    const line = (text, quiet) => {
      const part = document.createElement('p');
      part.textContent = text;
      if (quiet) part.className = 'quiet';
      box.append(part);
    };
    const here = finding.file === file;
    const place = finding.line === null ? '' : `${here ? 'line' : `${finding.file}, line`} ${finding.line}: `;
    line(`${place}${finding.message} [${finding.code}]`);
    for (const text of [finding.label, ...finding.notes, ...finding.help]) if (text) line(text, true);
    if (here && finding.line !== null) this.button(box, 'Show', () => this.select(finding));
    for (const change of finding.suggestions) {
      if (change.file === file) this.button(box, `${change.message}: ${change.replacement || 'remove'}`, () => this.apply(change));
    }
    return box;
  }

  button(box, text, action) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', action);
    box.append(button);
  }

  // Lines and columns count from 1, columns in characters.
  offset(line, column) {
    const lines = this.text.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    return before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  }

  select(place) {
    const start = this.offset(place.line, place.column);
    const area = this.text.text;
    area.focus();
    area.setSelectionRange(start, Math.max(start, this.offset(place.end_line, place.end_column)));
    area.scrollTop = (place.line - 4) * parseFloat(getComputedStyle(area).lineHeight);
  }

  apply(change) {
    this.text.text.setRangeText(change.replacement, this.offset(change.line, change.column), this.offset(change.end_line, change.end_column), 'end');
    this.text.draw();
    this.check(true);
  }
}
