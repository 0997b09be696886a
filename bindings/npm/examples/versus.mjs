// Plays games between the computer and a random player, and prints them as PGN: node versus.mjs GAME NUMBER.

import { load } from 'fairyring';

const [name = 'mono', number = '4'] = process.argv.slice(2);
const game = await (await load({ worker: true })).game(name);
let score = 0;
for (let count = 0; count < Number(number); count += 1) {
  const side = count % game.sides.length;
  let position = await game.start();
  while (!position.result && position.turns.length > 0 && position.played.length < 200) {
    const chosen =
      position.sideToMove === side
        ? (await position.computer({ level: 4, seed: count })).turn
        : position.turns[Math.floor(Math.random() * position.turns.length)];
    position = await position.play(chosen);
  }
  const winner = position.result?.winner ?? null;
  score += winner === null ? 0.5 : Number(winner === side);
  const [White, Black] = side === 0 ? ['computer', 'random'] : ['random', 'computer'];
  console.log(await position.pgn({ Round: String(count + 1), White, Black }));
}
console.log(`the computer scores ${score} of ${number}`);
