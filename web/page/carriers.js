// The two ways to the desk: the program that serves this page, or a WebAssembly module in a worker. A carrier takes the
// text of a question and promises the text of the answer.

// Asks whoever serves the page.
export class Served {
  async answer(question) {
    const response = await fetch('api', { method: 'POST', headers: { 'content-type': 'application/json' }, body: question });
    if (!response.ok) throw new Error(`no answer: ${response.status}`);
    return response.text();
  }
}

async function compiled(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be had: ${response.status}`);
  // Some servers do not know what kind of file it is.
  const isKnown = response.headers.get('content-type') === 'application/wasm';
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// Asks a worker, one question at a time. One that fails or takes too long is ended; the next question has another.
export class Worked {
  constructor(url, seconds) {
    Object.assign(this, { url, seconds, waiting: [], worker: null, at: null });
    this.compile();
    // The worker is fetched while the module is.
    this.begin();
  }

  compile() {
    this.module = compiled(this.url);
    // Whoever asks is told.
    this.module.catch(() => {});
  }

  answer(question) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      this.next();
    });
  }

  async next() {
    if (this.at || this.waiting.length === 0) return;
    const asked = this.waiting.shift();
    this.at = asked;
    try {
      await this.module;
      if (!this.worker) {
        this.begin();
        await this.module;
      }
      this.timer = setTimeout(() => this.end('this takes too long, and was given up'), this.seconds * 1000);
      this.worker.postMessage({ question: asked.question });
    } catch (error) {
      this.compile();
      this.stop();
      this.done((waiting) => waiting.reject(error));
    }
  }

  begin() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.addEventListener('message', ({ data }) => {
      if (data.trap === undefined) this.done((asked) => asked.resolve(data.answer));
      else this.end(`the rules were too much: ${data.trap}`);
    });
    worker.addEventListener('error', (event) => this.end(event.message || 'the worker cannot be begun'));
    // This comes before any question: whoever sends one waits for the module after this does.
    this.module.then((module) => worker.postMessage({ module }), () => {});
  }

  end(why) {
    this.stop();
    this.done((asked) => asked.reject(new Error(why)));
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
  }

  done(tell) {
    clearTimeout(this.timer);
    const asked = this.at;
    this.at = null;
    if (asked) tell(asked);
    this.next();
  }
}
