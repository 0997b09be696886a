// Arrows and marks on the board: those that somebody draws with the right button, and those that the page shows.

import { element } from './pieces.js';

const HEAD = 0.3;

// An arrow from the middle of a square to that of another.
export function arrowBetween(a, b, kind) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const at = (along, aside) => `${(a.x + dx * along - dy * aside).toFixed(3)} ${(a.y + dy * along + dx * aside).toFixed(3)}`;
  const [begin, neck, end] = [0.28, length - HEAD - 0.06, length - 0.06];
  const d = `M${at(begin, -0.075)}L${at(neck, -0.075)}L${at(neck, -0.2)}L${at(end, 0)}L${at(neck, 0.2)}L${at(neck, 0.075)}L${at(begin, 0.075)}Z`;
  return element('path', { class: `arrow ${kind}`, d });
}

export class Arrows {
  // `board` is the board that is drawn on.
  constructor(board) {
    Object.assign(this, { board, own: new Set(), shown: [], from: null });
    const squareAt = (event) => board.under(event);
    board.holder.addEventListener('contextmenu', (event) => event.preventDefault());
    board.holder.addEventListener('pointerdown', (event) => {
      if (event.button === 2) this.from = squareAt(event) ?? null;
      else if (this.own.size > 0) this.clear();
    });
    addEventListener('pointerup', (event) => {
      const to = event.button === 2 && this.from ? squareAt(event) : undefined;
      if (to !== undefined) this.toggle(`${this.from} ${to}`);
      this.from = null;
    });
  }

  // Draws an arrow, or a mark if it leads nowhere else; the same once more takes it away.
  toggle(way) {
    if (!this.own.delete(way)) this.own.add(way);
    this.draw();
  }

  clear() {
    this.own.clear();
    this.draw();
  }

  // Shows ways between squares, each with its kind, in place of those shown so far.
  show(ways) {
    this.shown = ways;
    this.draw();
  }

  draw() {
    const { svg } = this.board;
    if (!svg) return;
    this.layer ??= element('g', { class: 'arrows', 'aria-hidden': 'true' });
    const ways = [...this.shown, ...[...this.own].map((way) => ({ squares: way.split(' '), kind: 'own' }))];
    this.layer.replaceChildren(...ways.flatMap((way) => this.shapes(way)));
    svg.insertBefore(this.layer, this.board.motion.layer.parentNode === svg ? this.board.motion.layer : null);
  }

  shapes({ squares, kind }) {
    const middles = squares.map((name) => this.board.middle(name)).filter(Boolean);
    const [a, b] = middles;
    if (!a) return [];
    if (!b || (a.x === b.x && a.y === b.y)) return [element('circle', { class: `circle ${kind}`, cx: a.x, cy: a.y, r: 0.42 })];
    return [arrowBetween(a, b, kind)];
  }
}
