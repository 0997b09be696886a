// The layer above all squares, in which pieces move: what is drawn later would cover a piece that is drawn with its square.

import { element } from './pieces.js';

const MILLISECONDS = 180;
const same = (a, b) => a && b && a.kind === b.kind && a.side === b.side;

export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// What has gone from where to where between two positions: pieces with the squares they come from and go to, and those that were
// taken where somebody else arrives now.
export function moves(before, after) {
  const standing = (state) => new Map(state.pieces.map((piece) => [piece.at, piece]));
  const [old, now] = [standing(before), standing(after)];
  const left = [...old.values()].filter((piece) => !same(piece, now.get(piece.at)));
  const moved = [];
  for (const piece of now.values()) {
    if (same(piece, old.get(piece.at))) continue;
    // One that became something else on its way is the same piece.
    const ways = [(other) => same(piece, other), (other) => piece.side === other.side && other.at !== piece.at && !now.has(other.at)];
    const from = ways.map((is) => left.findIndex(is)).find((place) => place >= 0);
    if (from === undefined) continue;
    const [source] = left.splice(from, 1);
    if (source.at !== piece.at) moved.push({ piece: source, from: source.at, to: piece.at });
  }
  const taken = left.filter(({ at }) => moved.some((move) => move.to === at));
  return { moved, taken };
}

export class Motion {
  // `place` tells where the middle of a square is, and `picture` draws a piece.
  constructor(place, picture) {
    Object.assign(this, { place, picture, layer: element('g', { class: 'moving', 'aria-hidden': 'true' }), hidden: [] });
  }

  // Lets pieces come from where they were; `shapeAt` finds the picture that stands on a square meanwhile.
  glide(before, after, shapeAt, carried = null) {
    this.end();
    if (isStill()) return;
    const all = moves(before, after);
    const moved = all.moved.filter((move) => move.to !== carried);
    const taken = all.taken.filter((piece) => piece.at !== carried);
    for (const piece of taken) {
      const shape = this.shape(piece, piece.at);
      this.layer.append(shape);
      shape.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MILLISECONDS, easing: 'ease-in' });
    }
    const running = moved.map(({ piece, from, to }) => {
      const [a, b] = [this.place(from), this.place(to)];
      const shape = this.shape(piece, to);
      const standing = shapeAt(to);
      if (standing) {
        standing.classList.add('away');
        this.hidden.push(standing);
      }
      this.layer.append(shape);
      // A pixel is a square here, as in all of the drawing.
      return shape.firstChild.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }],
        { duration: MILLISECONDS, easing: 'ease-out' }).finished;
    });
    const round = this.round = {};
    Promise.allSettled(running).then(() => { if (this.round === round) this.end(); });
  }

  shape(piece, at) {
    const { x, y } = this.place(at);
    return element('g', { transform: `translate(${x} ${y})` }, this.picture(piece));
  }

  // Everything is where it belongs.
  end() {
    for (const shape of this.hidden) shape.classList.remove('away');
    this.hidden = [];
    this.layer.replaceChildren();
  }

  // Takes up a copy of what stands on a square; returns a way to move it, and one to let it go.
  take(standing, at) {
    this.end();
    const { x, y } = this.place(at);
    const copy = element('g', { class: 'lifted' }, standing.cloneNode(true));
    this.layer.append(copy);
    standing.classList.add('away');
    this.hidden.push(standing);
    const move = (dx, dy) => copy.setAttribute('transform', `translate(${x + dx} ${y + dy})`);
    move(0, 0);
    return { move, end: () => this.end() };
  }
}
