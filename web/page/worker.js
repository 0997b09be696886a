// Answers questions apart from the page, which stays quick meanwhile and can make an end of this.

import { compiled, Desk } from './wasm.js';

let desk;
// The texts of most games are apart from the module, and fetched with the first of them that is opened.
let texts;
let within;

async function begin({ url, texts: apart, module: known }) {
  try {
    const module = known ?? await compiled(url);
    desk = new Desk(module);
    texts = apart;
    // Whoever comes after this one need not compile it again.
    postMessage({ isReady: true, module: known ? null : module });
  } catch (error) {
    postMessage({ missing: String(error?.message ?? error) });
  }
}

// Which questions can be answered by the module alone: those about no game, and about one whose text is in it.
const ALONE = ['version', 'read-record', 'puzzles'];

function isAlone(text) {
  const { ask, game } = JSON.parse(text);
  if (ALONE.includes(ask)) return true;
  within ??= new Set(JSON.parse(desk.answer('{"ask":"list"}')).games.filter(({ folder }) => folder === '').map(({ name }) => name));
  return Boolean(game) && !game.text && within.has(game.name) && ask !== 'read-pgn';
}

async function complete() {
  const response = await fetch(texts);
  if (!response.ok) throw new Error(`the texts of the games cannot be had: ${response.status}`);
  desk.answer(`{"ask":"complete","texts":${await response.text()}}`);
  texts = null;
}

addEventListener('message', async ({ data }) => {
  if (data.url) {
    begin(data);
    return;
  }
  try {
    if (texts && !isAlone(data.question)) await complete();
    postMessage({ answer: desk.answer(data.question) });
  } catch (trap) {
    postMessage({ trap: String(trap?.message ?? trap) });
  }
});
