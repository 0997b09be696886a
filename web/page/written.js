// Turns as people write them down: with the letters of pieces, where a game has more than a few kinds of them.

import { ask } from './desk.js';

// With so few kinds of pieces, squares alone read better.
const FEW = 3;

// Returns the turns of a game from its beginning as they are written.
export async function written(game, turns) {
  if (game.page.kinds.length <= FEW || turns.length === 0) return turns;
  try {
    const { text } = await ask({ ...game.question({ ask: 'pgn', tags: {} }), turns });
    const words = text.split('\n\n').slice(1).join(' ').split(/\s+/).filter((word) => word && !/^\d+\.+$/.test(word));
    // The last word is the result.
    return words.length === turns.length + 1 ? words.slice(0, -1) : turns;
  } catch {
    return turns;
  }
}

// Returns turns that could follow the position on the board, as they are written.
export async function continued(game, turns) {
  const before = game.turns;
  return (await written(game, [...before, ...turns])).slice(before.length);
}
