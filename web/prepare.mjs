// Writes down what the desk answers when the page is opened: which games there are, and the first of them.
//
//     node web/prepare.mjs FOLDER
//
// The page asks the same questions by the same code, and an answer depends on nothing but its question.

import { readFileSync, writeFileSync } from 'node:fs';

import { ask, carryBy } from './page/desk.js';
import { Game } from './page/game.js';
import { Desk } from './page/wasm.js';

const folder = process.argv[2];
const desk = new Desk(new WebAssembly.Module(readFileSync(`${folder}/desk.wasm`)));
const answers = {};
carryBy({
  answer: async (question) => {
    answers[question] = desk.answer(question);
    return answers[question];
  },
});
const { games } = await ask({ ask: 'list' });
await new Game({ name: games[0].name }).load();
writeFileSync(`${folder}/answers.json`, JSON.stringify(answers));
