// How questions come to a desk: right here, or in a worker.

import { Desk, apart, compiled } from './module.js';

const isNode = typeof process !== 'undefined' && !!process.versions?.node && typeof window === 'undefined';

// Answers right here, while everything else waits.
export class Here {
  #module;
  #texts;
  #desk;

  static async begin(source) {
    const here = new Here();
    [here.#module, here.#texts] = await Promise.all([compiled(source), apart()]);
    return here;
  }

  async answer(text) {
    this.#desk ??= new Desk(this.#module, this.#texts);
    try {
      return this.#desk.answer(text);
    } catch (trap) {
      // What has trapped cannot be used again.
      this.#desk = undefined;
      throw trap;
    }
  }

  end() {
    this.#desk = undefined;
  }
}

// Answers in a worker, one question after the other.
export class Worked {
  #module;
  #texts;
  #worker;
  #waiting = [];

  static async begin(source) {
    const worked = new Worked();
    [worked.#module, worked.#texts] = await Promise.all([compiled(source), apart()]);
    return worked;
  }

  async #made() {
    if (isNode) {
      const { Worker } = await import('node:worker_threads');
      const worker = new Worker(new URL('./work-node.js', import.meta.url));
      worker.on('message', (data) => this.#heard(data));
      worker.on('error', (error) => this.#heard({ trap: String(error) }));
      worker.unref();
      return worker;
    }
    const worker = new Worker(new URL('./work.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => this.#heard(data));
    worker.addEventListener('error', (event) => this.#heard({ trap: event.message }));
    return worker;
  }

  #heard({ answer, trap }) {
    const waiting = this.#waiting.shift();
    if (trap !== undefined) {
      this.end(new Error(trap));
      waiting?.reject(new Error(trap));
    } else {
      waiting?.resolve(answer);
    }
    if (isNode && this.#waiting.length === 0) this.#worker?.then((worker) => worker.unref());
  }

  async answer(text) {
    if (!this.#worker) {
      const making = this.#made();
      this.#worker = making;
      making.then((worker) => worker.postMessage({ module: this.#module, texts: this.#texts }));
    }
    const made = this.#worker;
    const worker = await made;
    if (this.#worker !== made) throw new Error('the question was given up');
    if (isNode) worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.postMessage({ question: text });
    });
  }

  // Ends the worker: all that it was asked is refused. The next question begins another one.
  end(reason = new Error('the question was given up')) {
    this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
    this.#waiting.splice(0).forEach(({ reject }) => reject(reason));
  }
}
