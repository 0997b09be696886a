// Draws a board as the desk describes it. Nothing here knows any game or piece.

import { SIGNS } from './signs.js';

// The least width of a square.
const LEAST_PIXELS = 26;

const NS = 'http://www.w3.org/2000/svg';

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Hexagons of the same height have less room at their corners.
const SIZES = { square: 1, hexagon: 0.88 };

// A picture of a piece around the middle of the picture, in squares: its sign, or a disc with letters.
export function pieceShape(kind, side, size = 1) {
  const own = side ?? 2;
  const group = element('g', { class: `piece side${own}` });
  const picture = kind.pictures[own];
  // Whatever rules say is a name of nothing else.
  const sign = Object.hasOwn(SIGNS, picture ?? '') ? SIGNS[picture] : null;
  if (sign) {
    // Signs that are the sides' own are ink on paper; one that both have is told apart by its colour.
    group.classList.add('sign', kind.pictures[0] === kind.pictures[1] ? 'common' : 'own');
    const [parts, holes] = sign;
    group.append(element('g', { transform: `scale(${size / 1000})` }, element('path', { class: 'paper', d: parts }),
      element('path', { class: 'ink', d: parts + holes })));
    return group;
  }
  const symbol = picture ?? kind.symbols[own] ?? kind.symbols[0] ?? kind.name.slice(0, 2);
  const signs = [...symbol].length;
  // Signs of other fonts stand for themselves.
  if (picture && !/[\p{L}\p{N}]/u.test(picture)) {
    group.classList.add('glyph');
    group.append(element('text', { 'font-size': 0.78 / signs, y: 0.02 }, picture));
    return group;
  }
  const text = signs === 1 ? symbol.toUpperCase() : symbol;
  group.append(element('circle', { class: 'disc', r: 0.38 }));
  group.append(element('text', { 'font-size': Math.min(0.5, 1 / signs), y: 0.02 }, text));
  return group;
}

function cellShape(shape) {
  if (shape === 'square') return element('rect', { class: 'cell', x: -0.5, y: -0.5, width: 1, height: 1 });
  const radius = 0.5 / Math.sin(Math.PI / 3);
  const corners = [0, 1, 2, 3, 4, 5].map((n) => [Math.cos(n * Math.PI / 3), Math.sin(n * Math.PI / 3)]);
  return element('polygon', { class: 'cell', points: corners.map(([x, y]) => `${x * radius},${y * radius}`).join(' ') });
}

export class Board {
  constructor(holder, onClick, onLook) {
    Object.assign(this, { holder, onClick, onLook, turned: false, squares: new Map(), laid: null });
    holder.addEventListener('keydown', (event) => this.key(event));
    holder.addEventListener('pointerdown', (event) => this.lift(event));
    holder.addEventListener('click', (event) => {
      const name = event.target.closest('[data-square]')?.dataset.square;
      if (name === undefined) return;
      this.pointAt(name);
      this.onClick(name);
    });
  }

  // The page of a game: its board and its kinds of pieces.
  begin(page) {
    this.page = page;
    this.kinds = new Map(page.kinds.map((kind) => [kind.name, kind]));
    this.focus = page.board.cells[0]?.name;
    this.shown = null;
    this.laid = null;
  }

  place({ x, y }) {
    const { width, height } = this.page.board;
    return this.turned ? { x: width - x, y: height - y } : { x, y };
  }

  // Makes the board with its labels and no squares.
  lay() {
    const { board } = this.page;
    // The labels are on the left and below, or on the other sides of a board that is turned.
    const [left, top] = this.turned ? [0.24, 0.52] : [0.6, 0.2];
    this.svg = element('svg', { viewBox: `${-left} ${-top} ${board.width + 0.84} ${board.height + 0.72}`,
      preserveAspectRatio: 'xMinYMin', role: 'group', 'aria-label': `Board of ${this.page.title}` });
    // A board that is too wide for a screen is scrolled: its squares stay large enough to be pointed at.
    this.svg.style.minWidth = `${(board.width + 0.84) * LEAST_PIXELS}px`;
    for (const label of board.labels) {
      const at = this.place(label);
      this.svg.append(element('text', { class: 'label', x: at.x, y: at.y }, label.text));
    }
    this.squares.clear();
    this.laid = { turned: this.turned };
  }

  // Draws a state; `open` are the squares that can be clicked next, `chosen` those clicked so far. Squares that look as
  // before stay as they are.
  draw(state, open, chosen) {
    const isNew = this.laid?.turned !== this.turned;
    if (isNew) this.lay();
    const isFocused = this.holder.contains(document.activeElement);
    const all = this.looks(state, open, chosen);
    for (const cell of this.page.board.cells) {
      const look = all(cell.name);
      const text = JSON.stringify(look);
      const old = this.squares.get(cell.name);
      if (old?.text === text) continue;
      const node = this.square(cell, look);
      if (old) old.node.replaceWith(node);
      else this.svg.append(node);
      this.squares.set(cell.name, { node, text });
    }
    if (isNew) this.holder.replaceChildren(this.svg);
    if (isFocused && !this.holder.contains(document.activeElement)) this.at(this.focus)?.focus();
    if (this.shown && this.shown !== state) this.glide(this.shown, state);
    this.shown = state;
  }

  // Returns what tells all that can be seen on a square.
  looks(state, open, chosen) {
    const pieces = new Map(state.pieces.map((piece) => [piece.at, piece]));
    const [changed, check, clicked] = [new Set(state.changed), new Set(state.check), new Set(chosen)];
    return (name) => ({
      piece: pieces.get(name), tokens: state.tokens.filter((token) => token.at === name), isOpen: open.has(name),
      isBegun: chosen.length > 0 && open.has(name), isChanged: changed.has(name), isChecked: check.has(name), isChosen: clicked.has(name),
    });
  }

  at(square) {
    return this.squares.get(square)?.node;
  }

  // A square to which something was added is drawn anew the next time.
  soil(square) {
    const known = this.squares.get(square);
    if (known) known.text = null;
    return known?.node;
  }

  // Makes a square the one that the tabulator leads to.
  pointAt(square) {
    this.at(this.focus)?.setAttribute('tabindex', -1);
    this.focus = square;
    this.at(square)?.setAttribute('tabindex', 0);
  }

  // Gives the cells of squares a class until the board is drawn again.
  mark(squares, name) {
    for (const square of squares) this.soil(square)?.querySelector('.cell').classList.add(name);
  }

  // Shows where a piece that cannot be moved now could go otherwise.
  reach(squares) {
    for (const square of squares) this.soil(square)?.append(element('circle', { class: 'reach', r: 0.12 }));
  }

  // Lets pieces that have gone from one square to another come from there.
  glide(before, after) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const same = (a, b) => a && b && a.kind === b.kind && a.side === b.side;
    const standing = (state) => new Map(state.pieces.map((piece) => [piece.at, piece]));
    const [old, now] = [standing(before), standing(after)];
    const left = [...old.values()].filter((piece) => !same(piece, now.get(piece.at)));
    for (const piece of now.values()) {
      if (same(piece, old.get(piece.at))) continue;
      const from = left.findIndex((other) => same(piece, other));
      if (from < 0) continue;
      const [source] = left.splice(from, 1);
      const cell = (name) => this.place(this.page.board.cells.find((known) => known.name === name));
      const [a, b] = [cell(source.at), cell(piece.at)];
      const shape = this.at(piece.at)?.querySelector('.piece');
      // A pixel is a square here, as in all of the drawing.
      shape?.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }],
        { duration: 160, easing: 'ease-out' });
    }
  }

  // Begins to drag what stands on a square; letting it go elsewhere is two clicks.
  lift(event) {
    const group = event.target.closest('[data-square]');
    if (!group || event.button !== 0 || !group.querySelector('.piece')) return;
    const from = group.dataset.square;
    // A finger would hold on to what it touched first, which is drawn anew.
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    let shape = null;
    let next = null;
    const move = (moved) => {
      const far = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > 6;
      if (!shape && far) {
        if (!this.isChosen(from)) this.onClick(from);
        shape = this.at(from)?.querySelector('.piece');
        shape?.classList.add('lifted');
        // What is dragged is above all else meanwhile.
        next = shape?.parentNode.nextSibling;
        shape?.ownerSVGElement.append(shape.parentNode);
      }
      // The board may have been drawn anew meanwhile.
      if (!shape?.ownerSVGElement) return;
      const scale = shape.ownerSVGElement.getScreenCTM().a;
      shape.setAttribute('transform', `translate(${(moved.clientX - event.clientX) / scale} ${(moved.clientY - event.clientY) / scale})`);
    };
    const end = (ended) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (!shape) return;
      shape.removeAttribute('transform');
      shape.classList.remove('lifted');
      const square = shape.parentNode;
      if (next?.parentNode && next.parentNode === square?.parentNode) next.before(square);
      const to = document.elementFromPoint(ended.clientX, ended.clientY)?.closest('[data-square]')?.dataset.square;
      if (ended.type === 'pointerup' && to && to !== from) this.onClick(to);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  isChosen(square) {
    return this.at(square)?.querySelector('.chosen') !== null;
  }

  square(cell, { piece, tokens, isOpen, isBegun, isChanged, isChecked, isChosen }) {
    const { x, y } = this.place(cell);
    const group = element('g', { class: `square${isOpen ? ' open' : ''}`, transform: `translate(${x} ${y})`, role: 'button',
      tabindex: cell.name === this.focus ? 0 : -1, 'data-square': cell.name,
      'aria-label': describe(this.page, cell.name, piece, tokens, isOpen) });
    const shape = cellShape(this.page.board.shape);
    shape.classList.add(`shade${cell.shade}`);
    if (isChanged) shape.classList.add('changed');
    if (isChosen) shape.classList.add('chosen');
    group.append(shape);
    if (isChecked) group.append(element('circle', { class: 'alarm', r: 0.44 }));
    if (piece) group.append(pieceShape(this.kinds.get(piece.kind), piece.side, SIZES[this.page.board.shape]));
    (piece?.marks ?? []).forEach((mark, n) => group.append(badge('mark', mark.slice(0, 1), -0.33 + n * 0.24, 0.34)));
    if (piece?.number) group.append(badge('mark', String(piece.number), 0.33, 0.34));
    tokens.forEach((token, n) => group.append(badge('token', token.level ?? token.name.slice(0, 1), 0.32 - n * 0.24, -0.32)));
    if (isOpen && (isBegun || !piece)) group.append(piece ? element('circle', { class: 'ring', r: 0.45 }) : element('circle', { class: 'spot', r: 0.14 }));
    return group;
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const cells = this.page.board.cells;
    const here = cells.find((cell) => cell.name === this.focus);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.onClick(this.focus);
    } else if (steps[event.key] && here) {
      event.preventDefault();
      const [dx, dy] = steps[event.key];
      const from = this.place(here);
      // The nearest square in that direction; sideways counts double.
      const cost = (cell) => {
        const at = this.place(cell);
        const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
        const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
        return along > 0.1 ? along + 2 * aside : Infinity;
      };
      const best = cells.reduce((a, b) => (cost(b) < cost(a) ? b : a));
      if (cost(best) < Infinity) {
        this.pointAt(best.name);
        this.at(best.name)?.focus();
        this.onLook(best.name);
      }
    }
  }
}

function badge(kind, text, x, y) {
  return element('g', { transform: `translate(${x} ${y})` }, element('circle', { class: kind, r: 0.13 }),
    element('text', { class: 'badge' }, String(text)));
}

function describe(page, name, piece, tokens, isOpen) {
  const words = [name];
  if (piece) words.push(piece.side === null ? `neutral ${piece.kind}` : `${page.sides[piece.side].name} ${piece.kind}`, ...piece.marks);
  else words.push('empty');
  for (const token of tokens) words.push(token.level === null ? token.name : `${token.name} level ${token.level}`);
  if (isOpen) words.push('can be chosen');
  return words.join(', ');
}
