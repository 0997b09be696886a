// `<fairyring-board>`: a game or position of Fairyring on any page. What it understands is described in docs/component.md; the
// version of that is `FairyringBoard.version`.

import { Board } from './board.js';
import { Arrows } from './arrows.js';
import { Worked, Served } from './carriers.js';
import { showChoices, showHand } from './choices.js';
import { ask, carryBy } from './desk.js';
import { made } from './elements.js';
import { Game } from './game.js';

const VERSION = 1;
const MODES = ['show', 'play', 'analyse'];
const HERE = new URL('.', import.meta.url);
const SECONDS = 60;
const NODES = 200_000;

let isCarried = false;

// The desk is beside this file, unless an element says where it is; all elements of a page share it.
function carry(place) {
  if (isCarried) return;
  isCarried = true;
  const url = new URL(place ?? 'desk.wasm', HERE).href;
  carryBy(url.endsWith('.wasm') ? new Worked(url, SECONDS, new URL('texts.json', url).href) : new Served(url));
}

const sheet = (name) => made('link', [], { rel: 'stylesheet', href: new URL(name, HERE).href });

export class FairyringBoard extends HTMLElement {
  static version = VERSION;

  static observedAttributes = ['game', 'rules', 'position', 'turns', 'mode', 'computer', 'level', 'turned', 'options'];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.parts = Object.fromEntries(['far', 'board', 'choices', 'near', 'status', 'row', 'lines'].map((name) => [name, made('div', [], { class: name, part: name })]));
    const { far, board, choices, near, status, row, lines } = this.parts;
    for (const hand of [far, near]) hand.className += ' hand';
    const frame = made('div', [board, choices], { class: 'frame' });
    choices.setAttribute('role', 'group');
    choices.setAttribute('aria-label', 'What to choose next');
    status.setAttribute('role', 'status');
    root.append(sheet('board.css'), sheet('fairyring-board.css'), far, frame, near, status, row, lines);
    Object.assign(this, { game: null, wish: 0, waiting: null });
    this.board = new Board(board, (square) => this.click(`square:${square}`), () => {});
    this.arrows = new Arrows(this.board);
    row.append(...[['«', 'First position', () => 0], ['‹', 'Turn before', (game) => game.turns.length - 1], ['›', 'Next turn', (game) => game.turns.length + 1], ['»', 'Last position', (game) => game.all.length]].map(([text, label, to]) => {
      const one = made('button', text, { type: 'button', 'aria-label': label });
      one.addEventListener('click', () => this.go(to(this.game)));
      return one;
    }));
  }

  connectedCallback() {
    carry(this.getAttribute('desk'));
    this.load();
  }

  attributeChangedCallback(name, old, now) {
    if (old === now || !this.isConnected) return;
    if (name === 'turned' && this.game) this.show();
    else this.load();
  }

  get mode() {
    const mode = this.getAttribute('mode') ?? 'show';
    return MODES.includes(mode) ? mode : 'show';
  }

  // The turns up to the position that is shown, and that position.
  get turns() { return [...this.game?.turns ?? []]; }

  get position() { return this.game?.state?.position ?? null; }

  get result() { return this.game?.state?.result ?? null; }

  // Promises that what the attributes say is shown.
  get ready() { return this.waiting ?? Promise.resolve(); }

  // Attributes that are set one after the other load one game.
  load() {
    const wish = this.wish += 1;
    this.waiting = Promise.resolve().then(() => (wish === this.wish ? this.read(wish) : this.waiting));
    return this.waiting;
  }

  async read(wish) {
    try {
      const text = this.getAttribute('rules');
      const rules = text === null ? undefined : await this.rules(text);
      const options = JSON.parse(this.getAttribute('options') ?? '{}');
      const name = this.getAttribute('game') ?? undefined;
      const game = new Game({ ...(name ? { name } : {}), ...(rules ? { text: rules } : {}), options });
      game.start = this.getAttribute('position');
      game.turns = (this.getAttribute('turns') ?? '').split(/\s+/).filter(Boolean);
      await game.load();
      if (wish !== this.wish) return;
      this.game = game;
      this.board.begin(game.page);
      this.show();
      this.tell('load', { title: game.page.title });
    } catch (refused) {
      if (wish !== this.wish) return;
      this.fail(refused);
    }
  }

  // Rules are a text, or stand in the element of the page whose `id` they name.
  async rules(text) {
    if (!text.startsWith('#')) return text;
    const found = this.getRootNode().getElementById(text.slice(1));
    if (!found) throw new Error(`there is no element ${text}`);
    return found.textContent;
  }

  fail(refused) {
    const [first] = refused.diagnostics ?? [];
    const message = first ? `${refused.message}: ${first.message}` : refused.message;
    this.parts.status.textContent = message;
    this.tell('error', { message, turn: refused.turn ?? null });
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(`fairyring-${name}`, { detail, bubbles: true, composed: true }));
  }

  // Whether whoever sits here may play the next turn.
  get isOpen() {
    const { game } = this;
    if (this.mode === 'show' || !game || game.state.result) return false;
    return this.mode === 'analyse' || this.getAttribute('computer') !== String(game.state.to_move);
  }

  show() {
    const { game, board, parts } = this;
    board.turned = this.hasAttribute('turned');
    const { open, done } = this.isOpen ? game.next() : { open: new Set() };
    const squares = (clicks) => [...clicks].filter((click) => click.startsWith('square:')).map((click) => click.slice(7));
    board.draw(game.state, new Set(squares(open)), squares(game.clicks));
    this.arrows.draw();
    const order = board.turned ? [0, 1] : [1, 0];
    [parts.far, parts.near].forEach((holder, place) => {
      showHand(holder, { board, game, side: order[place], open, onClick: (click) => this.click(click) });
    });
    showChoices(parts.choices, { board, game, open, done, onClick: (click) => this.click(click), onPlay: (text) => this.play(text),
      onBegin: () => { game.begin(); this.show(); } });
    const { state, page } = game;
    parts.status.textContent = state.result ? `${state.result.name ? `${state.result.name} wins` : 'Draw'}: ${state.result.reason}.` : `${page.sides[state.to_move].name} to move.`;
    parts.row.hidden = game.all.length === 0;
    const [first, before, after, last] = parts.row.children;
    [first.disabled, before.disabled] = [game.turns.length === 0, game.turns.length === 0];
    [after.disabled, last.disabled] = [!game.isBehind(), !game.isBehind()];
    parts.lines.hidden = this.mode !== 'analyse';
    this.think();
  }

  async click(what) {
    if (!this.isOpen || this.game.isPlaying) return;
    const turn = this.game.click(what);
    if (turn === undefined) this.show();
    else await this.play(turn);
  }

  // Plays a turn by its text.
  async play(text) {
    const { game } = this;
    try {
      await game.play(text);
    } catch (refused) {
      this.fail(refused);
      return false;
    }
    this.arrows.show([]);
    this.show();
    this.tell('turn', { turn: text, turns: this.turns, position: this.position });
    if (game.state.result) this.tell('end', game.state.result);
    return true;
  }

  // Shows the position after so many turns.
  async go(count) {
    if (!this.game) return;
    await this.game.go(count);
    this.show();
  }

  // The computer plays its turn, or says what it thinks.
  async think() {
    const { game } = this;
    const count = game.turns.length;
    const isSame = () => game === this.game && count === game.turns.length;
    if (game.state.result || game.state.turns.length === 0) return;
    try {
      if (this.mode === 'play' && !this.isOpen && !game.isBehind()) {
        const { turn } = await ask(game.question({ ask: 'computer', level: Number(this.getAttribute('level') ?? 3), seed: Date.now() % 1_000_000 }));
        if (isSame()) await this.play(turn);
      } else if (this.mode === 'analyse') {
        const { lines } = await ask(game.question({ ask: 'analyse', nodes: NODES, lines: 2 }));
        if (!isSame()) return;
        this.parts.lines.replaceChildren(made('ol', lines.map(({ score, turns }) => made('li', `${points(score)} ${turns.slice(0, 8).join(' ')}`))));
        const clicks = game.state.turns.find(({ text }) => text === lines[0]?.turns[0])?.clicks ?? [];
        const way = clicks.filter((click) => click.startsWith('square:')).map((click) => click.slice(7)).slice(0, 2);
        this.arrows.show(way.length > 0 ? [{ squares: way, kind: 'best' }] : []);
      }
    } catch {
      // Something else was asked meanwhile.
    }
  }
}

const points = (score) => (score.points === undefined ? Object.keys(score)[0] : `${score.points >= 0 ? '+' : '−'}${(Math.abs(score.points) / 100).toFixed(2)}`);

if (!customElements.get('fairyring-board')) customElements.define('fairyring-board', FairyringBoard);
