// The worker in a page.

import { Desk } from './module.js';

let desk;

addEventListener('message', ({ data }) => {
  if (data.module) {
    desk = new Desk(data.module, data.texts);
    return;
  }
  try {
    postMessage({ answer: desk.answer(data.question) });
  } catch (trap) {
    postMessage({ trap: String(trap) });
  }
});
