// The ways to the desk: the program that serves this page, or a WebAssembly module in a worker, and answers that are there
// before it is. A carrier takes the text of a question and promises the text of the answer.

// Asks whoever serves the page.
export class Served {
  constructor(url = 'api') {
    this.url = url;
  }

  async answer(question) {
    const response = await fetch(this.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: question });
    if (!response.ok) throw new Error(`no answer: ${response.status}`);
    return response.text();
  }
}

const DROPPED = 'something else was asked';

// Modules that were compiled, by their addresses.
const modules = new Map();

// Asks a worker, one question at a time. One that fails or takes too long is ended; the next question has another.
export class Worked {
  // `texts` is where the texts of games are that are not in the module, if there are such.
  constructor(url, seconds, texts = null) {
    const whole = (place) => place && new URL(place, document.baseURI).href;
    Object.assign(this, { url: whole(url), texts: whole(texts), seconds, waiting: [], worker: null, at: null });
    this.begin();
  }

  answer(question) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      this.next();
    });
  }

  // Another worker of the same kind, for what takes long.
  another() {
    return new Worked(this.url, this.seconds, this.texts);
  }

  // Answers this question and none of those before it: whoever asked them wants this instead.
  only(question) {
    const dropped = this.waiting.splice(0);
    if (this.at) this.end(DROPPED);
    for (const { reject } of dropped) reject(new Error(DROPPED));
    return this.answer(question);
  }

  async next() {
    if (this.at || this.waiting.length === 0) return;
    this.at = this.waiting.shift();
    if (!this.worker) this.begin();
    const { at, worker, ready } = this;
    try {
      await ready;
    } catch (error) {
      if (worker === this.worker) this.end(error.message);
      return;
    }
    if (at !== this.at || worker !== this.worker) return;
    this.timer = setTimeout(() => this.end('this takes too long, and was given up'), this.seconds * 1000);
    worker.postMessage({ question: at.question });
  }

  // Begins a worker, which fetches the module itself: the page has other things to do.
  begin() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    this.ready = new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => {
        if (data.isReady) {
          if (data.module) modules.set(this.url, data.module);
          resolve();
        }
        else if (data.missing !== undefined) reject(new Error(data.missing));
        else if (data.trap === undefined) this.done((asked) => asked.resolve(data.answer));
        else this.end(`the rules were too much: ${data.trap}`);
      });
      worker.addEventListener('error', (event) => {
        const why = event.message || 'the worker cannot be begun';
        reject(new Error(why));
        if (worker === this.worker) this.end(why);
      });
    });
    // Whoever asks is told.
    this.ready.catch(() => {});
    worker.postMessage({ url: this.url, texts: this.texts, module: modules.get(this.url) });
  }

  end(why) {
    // What has failed is fetched anew.
    if (why !== DROPPED) modules.delete(this.url);
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

// Gives the answers to the first questions about a game, which were written down when the folder was made: each game has a
// file in a folder. The other carrier hears those questions too, so that it knows the game by the time something is played.
export class Prepared {
  // `games` are the names of the games that have a file.
  constructor(folder, games, other) {
    Object.assign(this, { folder, games: new Set(games), other, files: new Map() });
  }

  // The answers about a game that are known by their questions; none about rules of somebody's own.
  answersAbout(game) {
    if (!this.games.has(game?.name) || game.text) return {};
    if (!this.files.has(game.name)) {
      const file = fetch(`${this.folder}/${encodeURIComponent(game.name)}.json`);
      this.files.set(game.name, file.then((response) => (response.ok ? response.json() : {})).catch(() => ({})));
    }
    return this.files.get(game.name);
  }

  another() {
    return this.other.another();
  }

  async answer(question) {
    const told = this.other.answer(question);
    // Nobody may be left to hear that it failed.
    told.catch(() => {});
    const answers = await this.answersAbout(JSON.parse(question).game);
    const known = answers[question];
    if (known === undefined) return told;
    delete answers[question];
    return known;
  }
}
