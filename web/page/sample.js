// One turn of a game, in pictures: what makes the game special is seen best in a turn with many parts.

import { ask } from './desk.js';
import { made, prose } from './elements.js';
import { spoken } from './layers.js';
import { position } from './thumbnail.js';

// How far a game is played to find a telling turn, by which level, and for how many milliseconds at most.
const PLIES = 14;
const LEVEL = 2;
const MOST = 3000;

const isSquare = (click) => click.startsWith('square:');
// Whatever is no square is told by words only.
const worth = (turn) => turn.clicks.length + 2 * turn.clicks.filter((click) => !isSquare(click)).length;

// Finds a telling turn of a game as the computer plays it: the state before it, the turn, and the state after it.
async function found(asked) {
  const turns = [];
  const begun = performance.now();
  let best = null;
  let before = await ask({ ask: 'state', game: asked, turns });
  for (let ply = 0; ply < PLIES && before.turns.length > 0 && performance.now() - begun < MOST; ply += 1) {
    const special = before.turns.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    const { turn: text } = await ask({ ask: 'computer', game: asked, turns, level: LEVEL, seed: ply });
    const candidates = [before.turns.find((turn) => turn.text === text), special].filter((turn, n, all) => turn && all.indexOf(turn) === n);
    let next = null;
    for (const turn of candidates) {
      const after = await ask({ ask: 'state', game: asked, turns: [...turns, turn.text] });
      next ??= after;
      const { words } = after.record.at(-1);
      const isCapture = after.pieces.length < before.pieces.length;
      const value = worth(turn) + 2 * words.length + (isCapture ? 2 : 0) + (turn === candidates[0] ? 1 : 0);
      // Of two that are worth the same, the later one is from a game that has begun.
      if (!best || value >= best.value) best = { value, before, turn, after, words };
    }
    turns.push(candidates[0].text);
    before = next;
  }
  return best;
}

// Returns the pictures of a turn, or nothing if none was found.
export async function sample(page, asked) {
  const one = await found(asked);
  if (!one) return null;
  const { before, turn, after, words } = one;
  const squares = turn.clicks.filter(isSquare).map((click) => click.slice('square:'.length));
  // A piece that goes from the first square to the second has an arrow; what is put down has none.
  const [from, to] = squares;
  const isThere = ({ pieces }, square) => pieces.some(({ at, side }) => at === square && side === before.to_move);
  const way = isThere(before, from) && !isThere(after, from) && isThere(after, to) ? [from, to] : [];
  const drawing = (state, marked, title, arrow) => made('figure', [position(page, state, marked, arrow), made('figcaption', title, { class: 'quiet' })]);
  const told = words.map((text) => spoken(text.replace(/“[^”]*”: /g, ''), page.board)).join(' ');
  return made('div', [
    made('div', [drawing(before, squares, 'Before', way), drawing(after, after.changed, 'After', [])], { class: 'turn-shown' }),
    made('p', prose(told)),
  ]);
}
