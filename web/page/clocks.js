// Clocks for those who share a screen: each side has its time, and whoever uses it up has lost.

import { made } from './elements.js';

const KEPT = 'fairyring-clocks';
const at = (id) => document.getElementById(id);
const shown = (left) => {
  const tenths = Math.max(0, Math.ceil(left / 100));
  const seconds = Math.floor(tenths / 10);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return left < 10_000 ? `${minutes}:${String(rest).padStart(2, '0')}.${tenths % 10}` : `${minutes}:${String(rest).padStart(2, '0')}`;
};

export class Clocks {
  // `onEnd` is called with the side whose time is over.
  constructor(onEnd) {
    Object.assign(this, { onEnd, left: null, bonus: 0, side: null, since: 0, game: null, isPaused: false, lost: null });
    at('time').addEventListener('change', () => this.set(at('time').value));
    at('pause').addEventListener('click', () => { this.isPaused = !this.isPaused; this.side = null; this.follow(this.game); });
    setInterval(() => this.tick(), 100);
    addEventListener('pagehide', () => this.keep());
  }

  // Takes a time as `MINUTES+SECONDS`, or none.
  set(text) {
    const [minutes, seconds] = text.split('+').map(Number);
    this.left = text ? this.game.page.sides.map(() => minutes * 60_000) : null;
    Object.assign(this, { bonus: (seconds || 0) * 1000, side: null, lost: null, isPaused: false });
    this.follow(this.game);
  }

  // A game is on the table anew: whoever reloads the page finds the clocks as they were.
  begin(game) {
    this.game = game;
    Object.assign(this, { side: null, lost: null, isPaused: false });
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(KEPT));
    } catch {
      // Then there are none.
    }
    const isIt = kept && kept.title === game.page.title && kept.turns === game.all.length && kept.left?.length === game.page.sides.length && kept.turns > 0;
    if (isIt) Object.assign(this, { left: kept.left, bonus: kept.bonus, isPaused: true });
    else if (this.left) this.set(at('time').value);
    if (isIt) at('time').value = kept.time;
    this.follow(game);
  }

  keep() {
    try {
      const { left, bonus, game } = this;
      if (left && game) sessionStorage.setItem(KEPT, JSON.stringify({ left, bonus, time: at('time').value, title: game.page.title, turns: game.all.length }));
      else sessionStorage.removeItem(KEPT);
    } catch {
      // They are lost by a reload.
    }
  }

  // The clock of the side that is to move runs, from the first turn on.
  follow(game) {
    this.game = game;
    if (!this.left || !game?.state) {
      this.draw();
      return;
    }
    this.tick();
    const { state, turns } = game;
    const isRunning = turns.length > 0 && !state.result && !game.isBehind() && this.lost === null && !this.isPaused;
    const next = isRunning ? state.to_move : null;
    if (next !== this.side) {
      if (this.side !== null && next !== null) this.left[this.side] += this.bonus;
      Object.assign(this, { side: next, since: performance.now() });
    }
    this.draw();
  }

  tick() {
    if (this.side === null || !this.left) return;
    const now = performance.now();
    this.left[this.side] -= now - this.since;
    this.since = now;
    if (this.left[this.side] <= 0) {
      this.lost = this.side;
      this.side = null;
      this.left[this.lost] = 0;
      this.onEnd(this.lost);
    }
    this.draw();
  }

  draw() {
    const holder = at('clocks');
    holder.hidden = !this.left;
    at('pause').hidden = !this.left;
    at('pause').textContent = this.isPaused ? 'Go on' : 'Stop the clocks';
    if (!this.left || !this.game?.page) return;
    const { sides } = this.game.page;
    if (holder.children.length !== sides.length) holder.replaceChildren(...sides.map(() => made('div', [made('span', ''), made('b', '')], { class: 'clock' })));
    sides.forEach(({ name }, side) => {
      const clock = holder.children[side];
      clock.firstChild.textContent = name;
      clock.lastChild.textContent = shown(this.left[side]);
      clock.classList.toggle('running', side === this.side);
      clock.classList.toggle('over', side === this.lost);
      clock.classList.toggle('short', this.left[side] < 10_000);
    });
  }
}
