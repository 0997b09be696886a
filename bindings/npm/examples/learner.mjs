// Learns a small game by playing against itself, with a table of what positions are worth: node learner.mjs [GAME…].

import { load } from 'fairyring';

const STEP = 0.2;
const EXPLORE = 0.1;

let state = 7;
// Numbers from 0 to 1 that are the same at every run.
function chance() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}
const any = (list) => list[Math.floor(chance() * list.length)];

async function learned(game, games) {
  const [worth, known] = [new Map(), new Map()];

  // What a position leads to, or how it has ended.
  async function after(position) {
    if (!known.has(position.fen)) {
      const over = position.result !== null || position.turns.length === 0;
      const next = over ? [] : await Promise.all(position.turns.map((turn) => position.play(turn)));
      known.set(position.fen, { next, over, winner: position.result?.winner ?? null });
    }
    return known.get(position.fen);
  }
  const scored = (winner, side) => (winner === null ? 0.5 : Number(winner === side));
  async function value(position, side) {
    const { over, winner } = await after(position);
    return over ? scored(winner, side) : (worth.get(position.fen) ?? 0.5);
  }
  async function best(position) {
    const { next } = await after(position);
    const values = await Promise.all(next.map((one) => value(one, position.sideToMove)));
    return next[values.indexOf(Math.max(...values))];
  }

  const start = await game.start();
  for (let count = 0; count < games; count += 1) {
    const path = [];
    let position = start;
    for (;;) {
      const { next, over, winner } = await after(position);
      if (over) {
        for (const { fen, side } of path) {
          const before = worth.get(fen) ?? 0.5;
          worth.set(fen, before + STEP * (scored(winner, side) - before));
        }
        break;
      }
      const side = position.sideToMove;
      position = chance() < EXPLORE ? any(next) : await best(position);
      path.push({ fen: position.fen, side });
    }
  }
  return best;
}

async function tested(game, best, games) {
  let points = 0;
  for (let count = 0; count < games; count += 1) {
    const side = count % game.sides.length;
    let position = await game.start();
    while (!position.result && position.turns.length > 0) {
      position = position.sideToMove === side ? await best(position) : await position.play(any(position.turns));
    }
    const winner = position.result?.winner ?? null;
    points += winner === null ? 0.5 : Number(winner === side);
  }
  return points / games;
}

const fairyring = await load();
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : ['tictactoe', 'hexapawn']) {
  const game = await fairyring.game(name);
  const share = await tested(game, await learned(game, 5000), 100);
  console.log(`${name}: ${Math.round(100 * share)} % against a random player`);
}
