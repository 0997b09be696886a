// Answers questions apart from the page, which stays quick meanwhile and can make an end of this.

import { compiled, Desk } from './wasm.js';

let desk;

async function begin(url) {
  try {
    desk = new Desk(await compiled(url));
    postMessage({ isReady: true });
  } catch (error) {
    postMessage({ missing: String(error?.message ?? error) });
  }
}

addEventListener('message', ({ data }) => {
  if (data.url) {
    begin(data.url);
    return;
  }
  try {
    postMessage({ answer: desk.answer(data.question) });
  } catch (trap) {
    postMessage({ trap: String(trap) });
  }
});
