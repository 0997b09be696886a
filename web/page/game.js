// A game on the table: what was played, what has been clicked of the next turn, and what can be clicked next.

import { painted } from './colours.js';
import { ask } from './desk.js';
import { spoken } from './layers.js';
import { lastWritten, written } from './written.js';

export class Game {
  // `all` are the turns of the game, and `turns` those before the position that is shown.
  constructor(asked) {
    Object.assign(this, { asked, start: null, all: null, turns: [], clicks: [], state: null, page: null, record: [], wish: 0, isPlaying: false, isTrying: false, played: null, labels: [] });
  }

  async load() {
    const page = await ask({ ask: 'load', game: this.asked });
    this.page = painted(page, page.sides.map(({ name }) => name));
    await this.refresh();
    this.all ??= this.turns;
  }

  question(more) {
    return { game: this.asked, start: this.start, turns: this.turns, ...more };
  }

  // Only what was wanted last is shown: answers may overtake one another.
  async refresh() {
    const wish = this.wish += 1;
    const state = await ask(this.question({ ask: 'state' }));
    if (wish === this.wish) this.take(state);
  }

  take(state) {
    // What a part of a turn is called in the rules, `“sac”: `, is of no use to players.
    for (const entry of state.record) entry.words = entry.words.map((text) => spoken(text.replace(/“[^”]*”: /g, ''), this.page.board));
    this.state = state;
    if (!this.isBehind() || state.record.length > this.record.length) this.record = state.record;
    this.begin();
  }

  // Whether an earlier position is looked at.
  isBehind() {
    return this.all !== null && this.turns.length < this.all.length;
  }

  // Finds out how the turns of the game are written; returns whether something is known that was not.
  async label() {
    const all = [...this.all];
    if (all.every((turn, n) => this.labels[n]?.turn === turn)) return false;
    const isOneMore = all.slice(0, -1).every((turn, n) => this.labels[n]?.turn === turn);
    const texts = isOneMore ? [...this.labels.slice(0, all.length - 1).map(({ label }) => label), await lastWritten(this, all)] : await written(this, all);
    this.labels = all.map((turn, n) => ({ turn, label: texts[n] }));
    return true;
  }

  // Begins a turn: what is no choice is settled at once, but a turn is never played without a click.
  begin() {
    this.clicks = [];
    this.settle();
    this.settled = this.clicks.length;
  }

  // Plays a turn by its text; nothing changes if it cannot be played. Played in an earlier position, it takes back what
  // was played there unless that was the same.
  async play(text) {
    const turns = [...this.turns, text];
    const wish = this.wish += 1;
    this.isPlaying = true;
    let state;
    try {
      state = await ask(this.question({ ask: 'state', turns }));
    } finally {
      if (wish === this.wish) this.isPlaying = false;
    }
    if (wish !== this.wish) return;
    const isSame = this.all?.[this.turns.length] === text;
    // What was played stays to be gone back to while other ways are tried.
    if (!isSame && this.isTrying && this.isBehind()) this.played ??= this.all;
    this.turns = turns;
    if (!isSame) this.all = turns;
    this.take(state);
  }

  // Takes turns back, counted from the position that is shown.
  async back(count = 1) {
    this.isPlaying = false;
    this.turns = this.turns.slice(0, Math.max(0, this.turns.length - count));
    this.all = this.turns;
    await this.refresh();
  }

  // Leaves a way that was tried, and shows the game where it was left.
  async leave() {
    const { played } = this;
    if (!played) return;
    const other = this.all.findIndex((turn, n) => turn !== played[n]);
    this.all = played;
    this.played = null;
    this.record = [];
    await this.go(played.length);
    await this.go(other < 0 ? played.length : other);
  }

  // Shows the position after so many turns.
  async go(count) {
    this.isPlaying = false;
    this.turns = this.all.slice(0, Math.min(this.all.length, Math.max(0, count)));
    await this.refresh();
  }

  // The turns that begin with what was clicked so far.
  left() {
    return this.state.turns.filter((turn) => this.clicks.every((click, n) => turn.clicks[n] === click));
  }

  // What can be clicked next, and the turn that is complete with what was clicked, if one is.
  next() {
    const left = this.left();
    const at = this.clicks.length;
    const done = left.find((turn) => turn.clicks.length === at);
    return { open: new Set(left.map((turn) => turn.clicks[at]).filter((click) => click !== undefined)), done, left };
  }

  // What the author asks of whoever has to choose next, as far as there is a text for it: the label of the part of the turn in which
  // those that are left differ first.
  wanted() {
    const left = this.next().left.map(({ text }) => text.split(','));
    const at = left[0]?.findIndex((part, n) => left.some((other) => other[n] !== part)) ?? -1;
    if (at < 0) return null;
    const labels = new Set(left.map((parts) => parts[at]?.split(':')[0]));
    const [label] = labels;
    return labels.size === 1 && Object.hasOwn(this.page.asks ?? {}, label) ? this.page.asks[label] : null;
  }

  // Clicks something; returns the turn that is chosen by it, or undefined.
  click(what) {
    if (!this.next().open.has(what)) {
      // Whoever points elsewhere begins anew.
      this.begin();
      if (!this.next().open.has(what)) return undefined;
    }
    this.clicks.push(what);
    return this.settle();
  }

  // Clicks what there is no choice about, apart from squares: these are pointed at, so that nobody is taken by surprise.
  settle() {
    for (;;) {
      const { open, done } = this.next();
      if (done && open.size === 0) return done.text;
      const [only] = open;
      if (done || open.size !== 1 || only.startsWith('square:') || only.startsWith('hand:')) return undefined;
      this.clicks.push(only);
    }
  }
}
