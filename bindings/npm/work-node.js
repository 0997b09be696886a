// The worker in Node.

import { parentPort } from 'node:worker_threads';

import { Desk } from './module.js';

let desk;

parentPort.on('message', (data) => {
  if (data.module) {
    desk = new Desk(data.module, data.texts);
    return;
  }
  try {
    parentPort.postMessage({ answer: desk.answer(data.question) });
  } catch (trap) {
    parentPort.postMessage({ trap: String(trap) });
  }
});
