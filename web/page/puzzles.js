// Puzzles that come with a game: whoever has the turn wins, in one way only. What is right, the desk says.

import { ask } from './desk.js';
import { button, made } from './elements.js';

const at = (id) => document.getElementById(id);
const KEPT = 'fairyring-puzzles';
// How long a turn after the first is looked at, and how well the other side holds out.
const NODES = 200_000;
const LEVEL = 8;

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};

export class Puzzles {
  // `table` opens positions, tells the game, shows arrows and what is said.
  constructor(table) {
    Object.assign(this, { table, name: null, list: [], number: 0, isOn: false, hints: 0, hasFailed: false, left: 0, solver: null, isOver: false, isPosing: false });
  }

  // What was solved of a game, and how many in a row.
  get kept() {
    return { solved: [], streak: 0, best: 0, ...read()[this.name] };
  }

  keep(change) {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...read(), [this.name]: { ...this.kept, ...change } }));
    } catch {
      // They are posed again.
    }
  }

  // Which puzzles a game has.
  async of(asked) {
    if (!asked.name || asked.text) return [];
    try {
      return (await ask({ ask: 'puzzles', game: { name: asked.name, options: asked.options } })).puzzles;
    } catch {
      return [];
    }
  }

  // Poses the puzzles of a game, the first that was not solved before all others.
  async open(name) {
    this.list = await this.of({ name });
    this.name = name;
    if (this.list.length === 0) return false;
    const { solved } = this.kept;
    const first = this.list.findIndex(({ id }) => !solved.includes(id));
    return this.pose(Math.max(0, first));
  }

  async pose(number) {
    const puzzle = this.list[number];
    Object.assign(this, { number, isOn: true, hints: 0, hasFailed: false, left: puzzle.turns, isOver: false });
    this.isPosing = true;
    try {
      if (!await this.table.open({ name: this.name }, puzzle.position)) return false;
    } finally {
      this.isPosing = false;
    }
    this.solver = this.table.game().state.to_move;
    this.table.turnTo(this.solver);
    this.say('');
    this.show();
    return true;
  }

  leave() {
    this.isOn = this.isPosing;
  }

  say(text) {
    at('puzzle-said').textContent = text;
  }

  show() {
    const puzzle = this.list[this.number];
    const { page } = this.table.game();
    const { solved, streak, best } = this.kept;
    const turns = this.left === 1 ? 'with this turn' : `within ${this.left} turns`;
    at('puzzle-title').textContent = `Puzzle ${this.number + 1} of ${this.list.length}`;
    at('puzzle-task').textContent = this.isOver ? `Solved: ${puzzle.end}.` : `${page.sides[this.solver].name} to move wins ${turns}.`;
    at('puzzle-grade').replaceChildren(made('span', `Grade ${puzzle.grade} of 5`), made('span', ` ${'●'.repeat(puzzle.grade)}${'○'.repeat(5 - puzzle.grade)}`, { 'aria-hidden': 'true' }));
    at('puzzle-streak').textContent = `${solved.length} of ${this.list.length} solved; ${streak} in a row without a mistake or a hint (best: ${best}).`;
    const last = this.number === this.list.length - 1;
    at('puzzle-buttons').replaceChildren(
      ...(this.isOver ? [] : [button(this.hints === 0 ? 'Hint' : 'Show the turn', () => this.hint())]),
      button('Again', () => this.pose(this.number)),
      button(last ? 'First puzzle' : 'Next puzzle', () => this.pose(last ? 0 : this.number + 1)),
    );
    if (this.isOver) at('puzzle-buttons').lastChild.classList.add('primary');
    at('puzzle-list').replaceChildren(...this.list.map(({ id }, n) => {
      const one = button(String(n + 1), () => this.pose(n));
      one.setAttribute('aria-label', `Puzzle ${n + 1}${solved.includes(id) ? ', solved' : ''}`);
      one.classList.toggle('solved', solved.includes(id));
      if (n === this.number) one.setAttribute('aria-current', 'true');
      return one;
    }));
  }

  // A turn was played: by the solver it is right or taken back, and then the other side plays.
  async played(text) {
    const game = this.table.game();
    if (!this.isOn || this.isOver) return;
    const side = game.record.at(-1)?.side ?? this.solver;
    if (side === this.solver) {
      if (!await this.isRight(text)) {
        this.hasFailed = true;
        this.keep({ streak: 0 });
        await this.table.back();
        this.say(`${text} does not force a win within ${this.left === 1 ? 'this turn' : `${this.left} turns`}. Try another turn.`);
        this.show();
        return;
      }
      this.left -= 1;
      this.hints = 0;
    }
    const { result } = game.state;
    if (result) {
      this.solve();
      return;
    }
    if (side === this.solver) this.say('That is it.');
    this.show();
    if (game.state.to_move !== this.solver) await this.reply(game);
  }

  async reply(game) {
    const { turn } = await ask(game.question({ ask: 'computer', level: LEVEL, seed: 0 }));
    if (!this.isOn || game !== this.table.game()) return;
    this.say(`The other side answers ${turn}. Go on.`);
    await this.table.play(turn);
  }

  async isRight(text) {
    const game = this.table.game();
    const puzzle = this.list[this.number];
    const { result } = game.state;
    if (result) return result.winner === this.solver;
    if (game.turns.length === 1) return puzzle.solutions.includes(text);
    const { played } = await ask(game.question({ ask: 'judge', nodes: NODES }));
    return played.score.win !== undefined && Math.ceil(played.score.win / 2) <= this.left;
  }

  solve() {
    this.isOver = true;
    const { solved, streak, best } = this.kept;
    const { id, end } = this.list[this.number];
    const isClean = !this.hasFailed && !solved.includes(id);
    const now = isClean ? streak + 1 : streak;
    this.keep({ solved: [...new Set([...solved, id])], streak: now, best: Math.max(best, now) });
    this.say(`Solved: ${end}.`);
    this.show();
  }

  // First the square where the turn begins, then the turn.
  async hint() {
    const game = this.table.game();
    const puzzle = this.list[this.number];
    let [turn] = puzzle.solutions;
    if (game.turns.length > 0) turn = (await ask(game.question({ ask: 'analyse', nodes: NODES }))).lines[0]?.turns[0];
    if (!turn || game !== this.table.game()) return;
    this.hints += 1;
    this.hasFailed = true;
    this.keep({ streak: 0 });
    this.table.hint(turn, this.hints > 1);
    this.say(this.hints > 1 ? `It is ${turn}.` : 'It begins where the mark is.');
    this.show();
  }
}
