// Fairyring: any chess variant from a rules file, in pages and in Node.
//
// What is asked and answered below all this is described in docs/desk.md of the project.

import { Here, Worked } from './carriers.js';

// What the library refuses, and why.
export class FairyringError extends Error {
  constructor({ message, diagnostics, turn }) {
    super(message);
    this.name = 'FairyringError';
    // What is wrong with rules, each with `code`, `message`, `line`, `column`, `help` and more.
    this.diagnostics = diagnostics ?? [];
    // The number, from 0, of the turn that cannot be played.
    this.turn = turn ?? null;
  }
}

// Loads the library. It answers right here, or in a worker with `{ worker: true }`; `module` says where the WebAssembly
// module is, if not beside this file: a URL, its bytes, or a compiled module.
export async function load({ worker = false, module } = {}) {
  return new Fairyring(await (worker ? Worked : Here).begin(module));
}

export class Fairyring {
  #carrier;

  constructor(carrier) {
    this.#carrier = carrier;
  }

  // Asks the desk a question of docs/desk.md.
  async ask(question) {
    const answer = JSON.parse(await this.#carrier.answer(JSON.stringify(question)));
    if (answer.error) throw new FairyringError(answer.error);
    return answer;
  }

  // Gives up what is being asked in a worker.
  end() {
    this.#carrier.end();
  }

  // Lists the bundled games: `name`, `title`, `folder`.
  async games() {
    return (await this.ask({ ask: 'list' })).games;
  }

  // Loads a game: a name, or an object with `name` or the `text` of rules, and `options`.
  async game(what) {
    const named = typeof what === 'string' ? { name: what } : what;
    const { name, text, options } = named ?? {};
    if (typeof name !== 'string' && typeof text !== 'string') {
      throw new TypeError('a game is a name, or an object with a name or a text');
    }
    const question = { ...(name !== undefined && { name }), ...(text !== undefined && { text }), ...(options && { options }) };
    return new Game(this, question, await this.ask({ ask: 'load', game: question }));
  }

  // Checks rules and runs the tests in them: `fine`, `findings`, `errors` (whether there are any), `tests`.
  async check(text) {
    const { findings, errors, tests } = await this.ask({ ask: 'check', game: { text } });
    return { fine: !errors && tests.every(({ passed }) => passed), findings, errors, tests };
  }
}

export class Game {
  #fairyring;

  constructor(fairyring, question, page) {
    this.#fairyring = fairyring;
    this.question = question;
    // All that stays the same while a game is played: see `load` in docs/desk.md.
    this.page = page;
  }

  get title() {
    return this.page.title;
  }

  // The names of the sides, in the order of their numbers.
  get sides() {
    return this.page.sides.map(({ name }) => name);
  }

  // The names of the squares.
  get squares() {
    return this.page.board.cells.map(({ name }) => name);
  }

  // The position in which the game begins.
  start() {
    return this.#at({});
  }

  // A position from its text, and turns after it.
  position(start, turns = []) {
    return this.#at({ start, turns });
  }

  async #at({ start, turns = [] }) {
    const place = { game: this.question, ...(start !== undefined && { start }), turns };
    return new Position(this, place, await this.#fairyring.ask({ ask: 'state', ...place }));
  }

  // Counts the sequences of so many legal turns, at most 5, from the start.
  async perft(depth) {
    if (!Number.isInteger(depth) || depth < 0 || depth > 5) throw new RangeError('a depth is from 0 to 5');
    return (await this.#fairyring.ask({ ask: 'perft', game: this.question, depth })).nodes;
  }

  // Asks the desk something about this game.
  ask(question) {
    return this.#fairyring.ask({ game: this.question, ...question });
  }
}

// A position never changes: playing a turn makes another one.
export class Position {
  constructor(game, place, state) {
    this.game = game;
    this.place = place;
    // Where the game stands: see `state` in docs/desk.md.
    this.state = state;
  }

  // The text of the position.
  get fen() {
    return this.state.position;
  }

  // The number of the side to move.
  get sideToMove() {
    return this.state.to_move;
  }

  // `white` for the side that is declared first, `black` for any other, as chessground calls them.
  get turnColor() {
    return this.state.to_move === 0 ? 'white' : 'black';
  }

  // The texts of the legal turns.
  get turns() {
    return this.state.turns.map(({ text }) => text);
  }

  // The turns that were played.
  get played() {
    return this.place.turns;
  }

  // How the game has ended: `winner` (a number, or null), `name`, `reason`; null if it goes on.
  get result() {
    return this.state.result;
  }

  // The squares with royal pieces in check.
  get check() {
    return this.state.check;
  }

  // The squares that the last turn has changed.
  get lastMove() {
    return this.state.changed;
  }

  // What stands on the board: by the name of the square, `kind` and `side`.
  get pieces() {
    return new Map(this.state.pieces.map((piece) => [piece.at, piece]));
  }

  // By the square on which a piece is picked up, the squares where it can be put down: as chessground wants them.
  get dests() {
    const dests = new Map();
    for (const [first, second] of this.#clicks()) {
      const [from, to] = [square(first), square(second)];
      if (from === null || to === null) continue;
      if (!dests.has(from)) dests.set(from, []);
      if (!dests.get(from).includes(to)) dests.get(from).push(to);
    }
    return dests;
  }

  // By the name of a kind in hand, the squares where the side to move can drop it.
  get dropDests() {
    const dests = new Map();
    for (const [first, second] of this.#clicks()) {
      const [held, to] = [first?.match(/^hand:\d+:(.*)$/)?.[1], square(second)];
      if (held === undefined || to === null) continue;
      if (!dests.has(held)) dests.set(held, []);
      if (!dests.get(held).includes(to)) dests.get(held).push(to);
    }
    return dests;
  }

  #clicks() {
    return this.state.turns.map(({ clicks }) => clicks);
  }

  // What comes next after some clicks: `turn`, if they are one, and the possible `clicks`.
  next(made = []) {
    const fitting = this.state.turns.filter(({ clicks }) => made.every((click, place) => clicks[place] === click));
    const turn = fitting.find(({ clicks }) => clicks.length === made.length)?.text ?? null;
    const clicks = [...new Set(fitting.map((turn) => turn.clicks[made.length]).filter((click) => click !== undefined))];
    return { turn, clicks, words: this.state.words };
  }

  // Plays a turn by its text, or from a square to another with what is to be chosen further: a kind of piece, for
  // instance. Returns the position after it.
  async play(turn, to, ...choices) {
    const text = to === undefined ? turn : this.#meant(turn, to, choices);
    const turns = [...this.place.turns, text];
    return this.game.position(this.place.start, turns);
  }

  #meant(from, to, choices) {
    const begin = [`square:${from}`, `square:${to}`];
    const says = (click, choice) => click === choice || click.split(':').slice(1).join(':') === choice;
    const fitting = this.state.turns.filter(
      ({ clicks }) =>
        begin.every((click, place) => clicks[place] === click) &&
        choices.every((choice, place) => clicks[place + 2] !== undefined && says(clicks[place + 2], choice)),
    );
    if (fitting.length === 1) return fitting[0].text;
    const exact = fitting.find(({ clicks }) => clicks.length === 2 + choices.length);
    if (exact) return exact.text;
    if (fitting.length === 0) throw new FairyringError({ message: `no legal turn goes from ${from} to ${to}` });
    const open = [...new Set(fitting.map(({ clicks }) => clicks[2 + choices.length]))].join(', ');
    throw new FairyringError({ message: `choose what follows after ${from} to ${to}: ${open}` });
  }

  // Why a turn is legal or not; without a turn, why the game is over or not.
  why(turn) {
    return this.#ask({ ask: 'why', ...(turn !== undefined && { turn }) });
  }

  // What the computer would play, at a level from 1 to 10: `turn`, `score`, `line`, `depth`, `nodes`.
  computer({ level = 4, seed = 0 } = {}) {
    return this.#ask({ ask: 'computer', level, seed });
  }

  // The game so far as PGN; `tags` say who has played, and where.
  async pgn(tags = {}) {
    return (await this.#ask({ ask: 'pgn', tags })).text;
  }

  // The legal turns as people write them, by their texts: in `san`, `own`, `hodges` or `wxf`.
  async written(notation = 'san') {
    const { turns } = await this.#ask({ ask: 'written', notation });
    return new Map(turns.map(({ text, written }) => [text, written]));
  }

  // What happens in a turn, entry by entry, and the position after it.
  trace(turn) {
    return this.#ask({ ask: 'trace', turn });
  }

  #ask(question) {
    return this.game.ask({ ...this.place, ...question });
  }
}

function square(click) {
  return click?.startsWith('square:') ? click.slice('square:'.length) : null;
}
