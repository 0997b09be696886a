// Turns as people write them down: with the letters of pieces, where a game has more than a few kinds of them.

import { ask } from './desk.js';

// With so few kinds of pieces, squares alone read better.
const FEW = 3;

// Returns turns as they are written, played one after the other from a position, or else from the beginning of the game.
export async function written(game, turns, start = game.start) {
  if (game.page.kinds.length <= FEW || turns.length === 0) return turns;
  try {
    const { text } = await ask({ ...game.question({ ask: 'pgn', tags: {} }), start, turns });
    const words = text.split('\n\n').slice(1).join(' ').split(/\s+/).filter((word) => word && !/^\d+\.+$/.test(word));
    // The last word is the result.
    return words.length === turns.length + 1 ? words.slice(0, -1) : turns;
  } catch {
    return turns;
  }
}

// Returns turns that could follow the position on the board, as they are written.
export const continued = (game, turns) => written(game, turns, game.state.position);

// Returns the last of some turns as it is written: a game is not written anew for each of its turns.
export async function lastWritten(game, turns) {
  const last = turns.at(-1);
  if (game.page.kinds.length <= FEW) return last;
  const found = await ask({ ...game.question({ ask: 'written' }), turns: turns.slice(0, -1) }).catch(() => null);
  return found?.turns.find(({ text }) => text === last)?.written ?? last;
}
