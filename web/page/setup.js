// Setting a position up by hand: pieces are dragged from a palette or put on squares one after the other, moved, and taken away.

import { ask } from './desk.js';
import { button, made } from './elements.js';
import { element, pieceShape } from './pieces.js';

const at = (id) => document.getElementById(id);
const AWAY = 'away';

function picture(shape) {
  const svg = element('svg', { viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true' });
  svg.append(shape);
  return svg;
}

export class Setup {
  // `table` tells the game and its board, and begins a game from a position.
  constructor(table) {
    Object.assign(this, { table, isOn: false, state: null, chosen: null });
    at('setup-clear').addEventListener('click', () => this.change(() => { this.state.pieces = []; this.state.hands = this.state.hands.map(() => []); }));
    at('setup-start').addEventListener('click', () => this.begin(null));
    at('setup-play').addEventListener('click', () => this.play());
    at('setup-copy').addEventListener('click', () => this.copy(async (text) => text, 'The position is in the clipboard, as text.'));
    at('setup-link').addEventListener('click', () => this.copy((text) => this.table.linkTo(text, at('setup-task').value.trim()), 'A link to this position is in the clipboard: whoever opens it can play from here.'));
    at('setup-side').addEventListener('change', () => this.change(() => { this.state.to_move = Number(at('setup-side').value); }));
    addEventListener('keydown', (event) => {
      const square = this.isOn && ['Delete', 'Backspace'].includes(event.key) && event.target.closest?.('[data-square]')?.dataset.square;
      if (square) this.put(square, AWAY);
    });
  }

  turn(isOn) {
    const { board } = this.table;
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    board.onCarry = isOn ? (from, to) => this.carry(from, to) : null;
    document.body.classList.toggle('setting-up', isOn);
    if (isOn) this.begin(this.table.game());
    else this.table.redraw();
  }

  // Another game is on the table.
  end() {
    this.isOn = false;
    this.table.board.onCarry = null;
    document.body.classList.remove('setting-up');
  }

  // Begins with a game as it stands, or as it begins.
  async begin(game) {
    const { page, asked, state } = game ?? this.table.game();
    const from = game ? state : await ask({ ask: 'state', game: asked, turns: [] });
    if (!this.isOn) return;
    this.state = { ...structuredClone(from), check: [], changed: [], result: null, turns: [], record: [] };
    this.base = from.position;
    at('setup-side').replaceChildren(...page.sides.map(({ name }, side) => new Option(name, side)));
    this.choose(null);
    this.palette();
    this.show();
  }

  // What can be put on the board: pieces of each side and of neither, tokens, and nothing.
  palette() {
    const { board } = this.table;
    const { page } = this.table.game();
    const owners = [...page.sides.keys(), null];
    const entry = (what, label, shape) => {
      const one = made('button', '', { type: 'button', class: 'chip', 'aria-label': label, title: label, 'aria-pressed': 'false' });
      one.append(shape);
      one.what = what;
      one.addEventListener('click', () => this.choose(this.chosen === what ? null : what));
      one.addEventListener('pointerdown', (event) => this.drag(event, one));
      return one;
    };
    const rows = owners.map((side) => {
      const own = page.kinds.filter((kind) => kind.symbols[side ?? 2] !== null);
      const name = side === null ? 'Neutral' : page.sides[side].name;
      return made('div', own.map((kind) => entry({ kind: kind.name, side }, `${name} ${kind.name}`, picture(pieceShape(board.kinds.get(kind.name), side)))), { class: 'chips', role: 'group', 'aria-label': name });
    }).filter((row) => row.children.length > 0);
    const tokens = page.tokens.map((name) => entry({ token: name }, name, made('span', name)));
    const eraser = entry(AWAY, 'Take away', made('span', 'Take away'));
    at('palette').replaceChildren(...rows, made('div', [...tokens, eraser], { class: 'chips', role: 'group', 'aria-label': 'Other' }));
    at('setup-hands').replaceChildren(...(page.hands ? page.sides.map((side, number) => this.hand(page, side, number)) : []));
  }

  // How many of each kind a side has in hand.
  hand(page, { name }, side) {
    const fields = page.kinds.filter((kind) => kind.symbols[side] !== null && !kind.royal).map((kind) => {
      const input = made('input', '', { type: 'number', min: 0, max: 99, value: this.state.hands[side]?.find((held) => held.kind === kind.name)?.count ?? 0 });
      input.addEventListener('change', () => this.change(() => {
        const others = (this.state.hands[side] ?? []).filter((held) => held.kind !== kind.name);
        const count = Math.min(99, Math.max(0, Math.round(Number(input.value) || 0)));
        this.state.hands[side] = count > 0 ? [...others, { kind: kind.name, count }] : others;
      }));
      return made('label', [`${kind.name} `, input], { class: 'field' });
    });
    return made('details', [made('summary', `${name}'s hand`), made('div', fields, { class: 'row' })]);
  }

  choose(what) {
    this.chosen = what;
    for (const one of at('palette').querySelectorAll('.chip')) one.setAttribute('aria-pressed', String(one.what === what && what !== null));
    at('setup-said').textContent = what === null ? 'Drag pieces onto the board, or click one and then the squares for it.' : 'Now click squares. Click the piece once more to stop.';
  }

  // Carries a piece out of the palette.
  drag(event, one) {
    if (event.button !== 0) return;
    if (one.hasPointerCapture?.(event.pointerId)) one.releasePointerCapture(event.pointerId);
    let ghost = null;
    const move = (moved) => {
      if (!ghost && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > 6) {
        ghost = made('div', [one.firstChild.cloneNode(true)], { class: 'ghost', 'aria-hidden': 'true' });
        document.body.append(ghost);
      }
      if (ghost) ghost.style.translate = `${moved.clientX}px ${moved.clientY}px`;
    };
    const end = (ended) => {
      for (const [name, heard] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) removeEventListener(name, heard);
      if (!ghost) return;
      ghost.remove();
      const square = ended.type === 'pointerup' ? this.table.board.under(ended) : undefined;
      if (square) this.put(square, one.what);
    };
    for (const [name, heard] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) addEventListener(name, heard);
  }

  // A square was pointed at.
  click(square) {
    if (this.chosen !== null) this.put(square, this.chosen);
  }

  carry(from, to) {
    this.change(() => {
      const piece = this.state.pieces.find((known) => known.at === from);
      if (!piece) return;
      this.state.pieces = this.state.pieces.filter((known) => known !== piece && known.at !== to);
      if (to !== null) this.state.pieces.push({ ...piece, at: to });
      // Whatever a piece bears goes with it.
      for (const token of this.state.tokens) if (token.at === from) token.at = to;
    });
  }

  put(square, what) {
    this.change(() => {
      const there = this.state.pieces.find((known) => known.at === square);
      if (what.token) {
        const token = this.state.tokens.find(({ name }) => name === what.token);
        token.at = token.at === square ? null : square;
        return;
      }
      this.state.pieces = this.state.pieces.filter((known) => known !== there);
      const isSame = there && there.kind === what.kind && there.side === what.side;
      if (what !== AWAY && !isSame) this.state.pieces.push({ at: square, kind: what.kind, side: what.side, marks: [], number: null });
    });
  }

  change(work) {
    if (!this.isOn || !this.state) return;
    work();
    this.show();
  }

  show() {
    const { board } = this.table;
    if (!this.state) return;
    board.draw({ ...this.state, pieces: [...this.state.pieces] }, new Set(this.chosen === null ? this.state.pieces.map((piece) => piece.at) : []), []);
    at('setup-side').value = this.state.to_move;
    this.said();
  }

  // The position as the desk writes it; what is no position of the game says why.
  async text() {
    const { pieces, hands, tokens, to_move: side } = this.state;
    const list = pieces.map(({ at: where, kind, side: owner, marks }) => ({ at: where, kind, side: owner, marks }));
    const { position } = await ask({ ask: 'arrange', game: this.table.game().asked, start: this.base, pieces: list, hands, tokens, to_move: side });
    return position;
  }

  async said() {
    const wish = this.wish = {};
    let told;
    try {
      told = await this.text();
      at('setup-text').classList.remove('wrong');
    } catch (refused) {
      told = refused.message;
      if (wish === this.wish) at('setup-text').classList.add('wrong');
    }
    if (wish === this.wish) at('setup-text').textContent = told;
  }

  async play() {
    try {
      await this.table.beginFrom(await this.text());
    } catch (refused) {
      at('setup-text').textContent = refused.message;
    }
  }

  // Copies what is made of the position's text.
  async copy(made, said) {
    try {
      const text = await this.text();
      at('setup-text').textContent = text;
      const copied = await made(text);
      const isCopied = await navigator.clipboard.writeText(copied).then(() => true, () => false);
      at('setup-said').textContent = isCopied ? said : copied;
    } catch (refused) {
      at('setup-said').textContent = refused.message;
    }
    at('setup-said').scrollIntoView({ block: 'nearest' });
  }
}
