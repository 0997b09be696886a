// Answers questions apart from the page, which stays quick meanwhile and can make an end of this.

import { Desk } from './wasm.js';

let desk;

addEventListener('message', ({ data }) => {
  try {
    if (data.module) {
      desk = new Desk(data.module);
      return;
    }
    postMessage({ answer: desk.answer(data.question) });
  } catch (trap) {
    postMessage({ trap: String(trap) });
  }
});
