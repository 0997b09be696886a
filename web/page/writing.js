// The rules as text: checked while they are typed, with fixes that a click applies, and the meanings of their words.

import { ask } from './desk.js';
import { Editor, fixName } from './editor.js';
import { meanings } from './meanings.js';
import { button, made, prose } from './elements.js';

const PAUSE = 350;
const WORD_PAUSE = 200;

export class Writing {
  // `onGood` takes a game whose rules were changed and are right, `onMore` a place in the documents; `kinds` tells the pieces.
  static async make(parts, { onGood, onMore, kinds }) {
    const [{ keywords, names }, { games }] = await Promise.all([ask({ ask: 'vocabulary' }), ask({ ask: 'list' })]);
    return new Writing(parts, { onGood, onMore, kinds, words: { keywords, names, games } });
  }

  constructor({ holder, findings, word }, { onGood, onMore, kinds, words }) {
    Object.assign(this, { findings, word, onGood, onMore, kinds, asked: null, timer: 0, wordTimer: 0 });
    this.text = new Editor(holder, {
      words,
      onInput: () => this.later(),
      onWord: (told) => this.tell(told),
      meaning: (told) => this.meaning(told),
    });
  }

  // Shows the rules of the game on the table, unless they are being written already.
  async begin(asked) {
    if (this.asked === asked) return;
    this.asked = asked;
    this.pictures = asked.pictures;
    const text = asked.text ?? (await ask({ ask: 'text', name: asked.name })).text;
    // Another game may have been opened meanwhile.
    if (this.asked !== asked) return;
    this.text.value = text;
    await this.check();
  }

  // The game with the text as it is now. A text of one's own keeps the name of its file; a bundled game's does not.
  game(text) {
    const { name, options = {} } = this.asked ?? {};
    const pictures = this.pictures ?? this.asked?.pictures;
    return { ...(this.asked?.text === undefined ? {} : { name }), text, options, ...(pictures ? { pictures } : {}) };
  }

  // Whether the text is being written and is another one.
  isChanged(text) {
    return this.asked !== null && this.text.value !== text;
  }

  get value() {
    return this.text.value;
  }

  // Begins another text, as a game of its own.
  write(text) {
    this.asked = { text: '' };
    this.text.write(text);
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
    const head = made('p', report.findings.length === 0
      ? `Nothing is wrong.${report.tests.length > 0 ? ` ${passed} of ${report.tests.length} tests pass.` : ''}`
      : `${report.findings.length} finding${report.findings.length === 1 ? '' : 's'}.`, { class: 'quiet' });
    const fixes = (finding) => finding.suggestions.filter((change) => change.file === report.file);
    this.text.show(report.findings.filter((finding) => finding.file === report.file && finding.line !== null)
      .map((finding) => ({ ...finding, fixes: fixes(finding) })));
    this.findings.replaceChildren(head, ...report.findings.map((finding) => this.finding(finding, report.file, fixes(finding))));
  }

  finding(finding, file, fixes) {
    const here = finding.file === file;
    const place = finding.line === null ? '' : `${here ? 'Line' : `${finding.file}, line`} ${finding.line}: `;
    const more = [finding.label, ...finding.notes, ...finding.help].filter(Boolean);
    const lines = [made('p', prose(place + finding.message)), ...more.map((text) => made('p', prose(text), { class: 'quiet' }))];
    const buttons = fixes.map((change) => button(fixName(change), () => this.text.apply(change)));
    if (here && finding.line !== null) buttons.push(button('Show', () => this.text.select(finding)));
    buttons.push(button(`Explain ${finding.code}`, () => this.onMore(`errors/${finding.code}.md`)));
    return made('div', [...lines, ...buttons], { class: `finding ${finding.severity}` });
  }

  // Tells the meaning of the word at the caret, below the text: for keys, for touch and for whoever listens.
  tell(word) {
    clearTimeout(this.wordTimer);
    this.wordTimer = setTimeout(async () => {
      const told = word && await this.meaning(word);
      this.word.replaceChildren(...(told ? [told] : []));
    }, WORD_PAUSE);
  }

  // Promises what tells the meaning of a word; null if it is not known.
  async meaning(word) {
    const found = await meanings(word, this.kinds());
    if (found.length === 0) return null;
    return made('div', found.map(({ form, text, more }) => made('p', [
      made('strong', form ?? word), ` ${text} `, ...(more ? [button('More', () => this.onMore(more))] : []),
    ])));
  }
}
