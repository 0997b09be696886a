// Writes down what the desk answers when a game is opened, a file for each, and the cards of all games.
//
//     node web/prepare.mjs FOLDER
//
// The page asks the same questions by the same code, and an answer depends on nothing but its question.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

import { ask, carryBy } from './page/desk.js';
import { Game } from './page/game.js';
import { Desk } from './page/wasm.js';

const folder = process.argv[2];

// The rules in folders below that of the games, modules aside, by their names there.
function filesBelow(root) {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'lib');
  return folders.flatMap(({ name: inner }) => readdirSync(`${root}/${inner}`, { recursive: true }).filter((name) => name.endsWith('.rules')).map((name) => `${inner}/${name}`));
}

const desk = new Desk(new WebAssembly.Module(readFileSync(`${folder}/desk.wasm`)));
// The texts of most games are beside the module, which knows their names.
const apart = Object.fromEntries(filesBelow('games').map((name) => [name, readFileSync(`games/${name}`, 'utf8')]));
let answers = {};
carryBy({
  answer: async (question) => {
    answers[question] = desk.answer(question);
    return answers[question];
  },
});
writeFileSync(`${folder}/texts.json`, JSON.stringify(apart));
if (JSON.parse(desk.answer(JSON.stringify({ ask: 'complete', texts: apart }))).missing > 0) throw new Error('some texts are missing');
const { games } = await ask({ ask: 'list' });
mkdirSync(`${folder}/answers`);
for (const { name } of games) {
  answers = {};
  await new Game({ name }).load();
  writeFileSync(`${folder}/answers/${name}.json`, JSON.stringify(answers));
}

// The gallery has a card of each game.
const cards = [];
for (let at = 0; at < games.length; at += 32) {
  const names = games.slice(at, at + 32).map((game) => game.name);
  cards.push(...JSON.parse(desk.answer(JSON.stringify({ ask: 'cards', names }))).cards);
}
writeFileSync(`${folder}/gallery.json`, JSON.stringify({ cards }));
