// Draws a board as the desk describes it. Nothing here knows any game or piece.

import { huesOf } from './colours.js';
import { borders, points, regionsOf } from './ground.js';
import { arranged } from './layers.js';
import { Motion } from './motion.js';
import { badge, cellShape, element, pieceShape } from './pieces.js';

// The least width of a square.
const LEAST_PIXELS = 26;

// How large labels are on the screen, and the least and the most in squares.
const LABEL_PIXELS = 13;
const LABEL_LEAST = 0.08;
const LABEL_MOST = 0.34;

// The room beside the squares, in squares, where there are labels and where there are none.
const WITH_LABELS = 0.52;
const WITHOUT_LABELS = 0.08;

// What is empty inside.
const HOLLOW = '◯';

// Hexagons of the same height have less room at their corners.
const SIZES = { square: 1, hexagon: 0.88 };

// The room for a board in the window, in pixels. The styles have one column in the same windows.
function roomFor() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  return width <= 832 || (width <= 1056 && height >= width) ? { width: width - 40, height: height - 150 } : { width: width * 0.66, height: height - 270 };
}

export class Board {
  constructor(holder, onClick, onLook) {
    // `onCarry` takes what was carried from a square to another, or beside the board, where no turns are played.
    Object.assign(this, { holder, onClick, onLook, onCarry: null, onArranged: null, turned: false, squares: new Map(), laid: null });
    holder.addEventListener('keydown', (event) => this.key(event));
    holder.addEventListener('pointerdown', (event) => this.lift(event));
    holder.addEventListener('click', (event) => {
      const name = event.target.closest('[data-square]')?.dataset.square;
      if (name === undefined) return;
      this.pointAt(name);
      this.onClick(name);
    });
    addEventListener('resize', () => this.arrange());
    new ResizeObserver(() => this.label()).observe(holder);
  }

  // Lets layers stand otherwise where the window has become wider or narrower. `onArranged` is called then.
  arrange() {
    if (!this.drawn || !this.holder.isConnected) return;
    const board = arranged(this.whole, roomFor(), LEAST_PIXELS);
    if (board.width === this.page.board.width && board.height === this.page.board.height) return;
    this.use(board);
    this.shown = null;
    this.laid = null;
    this.draw(...this.drawn);
    this.onArranged?.();
  }

  // The page of a game: its board and its kinds of pieces.
  begin(page) {
    // Nothing is known of the room as long as the board is hidden: the window tells enough.
    this.whole = page.board;
    this.page = page;
    this.use(arranged(page.board, roomFor(), LEAST_PIXELS));
    this.kinds = new Map(page.kinds.map((kind) => [kind.name, kind]));
    this.focus = this.page.board.cells[0]?.name;
    this.hues = huesOf(page.board.regions);
    this.shown = null;
    this.laid = null;
    this.drawn = null;
    this.carried = null;
  }

  // Takes a board as it is arranged now.
  use(board) {
    this.page = { ...this.page, board };
    const cells = new Map(board.cells.map((cell) => [cell.name, cell]));
    this.motion = new Motion((name) => this.place(cells.get(name)), (piece) => this.shape(piece));
  }

  // Where the middle of a square is now; nothing if there is none of that name.
  middle(name) {
    const cell = this.page.board.cells.find((known) => known.name === name);
    return cell && this.place(cell);
  }

  shape({ kind, side }) {
    return pieceShape(this.kinds.get(kind), side, SIZES[this.page.board.shape], this.turned);
  }

  // Lets pieces come from where they were; what was carried by hand is there already.
  glide(before, after) {
    const { carried } = this;
    this.carried = null;
    this.motion.glide(before, after, (name) => this.at(name)?.querySelector('.piece'), carried);
  }

  place({ x, y }) {
    const { width, height } = this.page.board;
    return this.turned ? { x: width - x, y: height - y } : { x, y };
  }

  // The room around the squares: more on the sides that have labels, which change places when the board is turned.
  margins() {
    const { width, height, labels } = this.page.board;
    const at = labels.map((label) => this.place(label));
    const room = (isLabelled) => (isLabelled ? WITH_LABELS : WITHOUT_LABELS);
    return { left: room(at.some(({ x }) => x < 0)), right: room(at.some(({ x }) => x > width)), top: room(at.some(({ y }) => y < 0)), bottom: room(at.some(({ y }) => y > height)) };
  }

  // How wide the drawing is for its height.
  ratio() {
    const { width, height } = this.page.board;
    const { left, top, right, bottom } = this.margins();
    return (width + left + right) / (height + top + bottom);
  }

  // Labels are as large on the screen whatever the size of the board, as far as there is room beside it.
  label() {
    const scale = this.svg?.isConnected && this.holder.clientWidth > 0 ? this.svg.getScreenCTM()?.a : 0;
    if (!scale) return;
    const size = Math.min(LABEL_MOST, Math.max(LABEL_LEAST, LABEL_PIXELS / scale)).toFixed(3);
    if (this.svg.getAttribute('font-size') !== size) this.svg.setAttribute('font-size', size);
  }

  // Makes the board with its labels and no squares.
  lay() {
    const { board } = this.page;
    const { left, top, right, bottom } = this.margins();
    const [width, height] = [board.width + left + right, board.height + top + bottom];
    this.svg = element('svg', { viewBox: `${-left} ${-top} ${width} ${height}`,
      preserveAspectRatio: 'xMidYMin', role: 'group', 'aria-label': `Board of ${this.page.title}` });
    // A board that is too wide for a screen is scrolled: its squares stay large enough to be pointed at.
    this.svg.style.minWidth = `${width * LEAST_PIXELS}px`;
    this.svg.setAttribute('font-size', LABEL_MOST);
    for (const label of board.labels) {
      const at = this.place(label);
      this.svg.append(element('text', { class: 'label', x: at.x, y: at.y }, label.text));
    }
    const place = (cell) => this.place(cell);
    this.svg.classList.add(board.look ?? 'checkered');
    if (board.look === 'points') {
      this.svg.append(element('rect', { class: 'wood', width: board.width, height: board.height, rx: 0.12 }), points(board, place));
    }
    // Borders are above the squares.
    this.borders = element('g', { class: 'borders', 'aria-hidden': 'true' }, ...borders(board, place));
    this.squares.clear();
    this.laid = { turned: this.turned };
  }

  // Draws a state; `open` are the squares that can be clicked next, `chosen` those clicked so far. Squares that look as
  // before stay as they are.
  draw(state, open, chosen) {
    this.drawn = [state, open, chosen];
    const isNew = this.laid?.turned !== this.turned;
    if (isNew) this.lay();
    const active = () => this.holder.getRootNode().activeElement;
    const isFocused = this.holder.contains(active());
    const all = this.looks(state, open, chosen);
    for (const cell of this.page.board.cells) {
      const look = all(cell.name);
      const text = JSON.stringify(look);
      const old = this.squares.get(cell.name);
      if (old?.text === text) continue;
      const node = this.square(cell, look);
      if (old) old.node.replaceWith(node);
      else this.svg.insertBefore(node, this.borders.parentNode === this.svg ? this.borders : null);
      this.squares.set(cell.name, { node, text });
    }
    if (isNew) {
      this.svg.append(this.borders);
      this.holder.replaceChildren(this.svg);
      this.label();
    }
    if (isFocused && !this.holder.contains(active())) this.at(this.focus)?.focus();
    if (this.shown && this.shown !== state) this.glide(this.shown, state);
    this.shown = state;
    // Whatever moves is above all squares.
    if (this.svg.lastChild !== this.motion.layer) this.svg.append(this.motion.layer);
  }

  // Returns what tells all that can be seen on a square.
  looks(state, open, chosen) {
    const pieces = new Map(state.pieces.map((piece) => [piece.at, piece]));
    const [changed, check, clicked] = [new Set(state.changed), new Set(state.check), new Set(chosen)];
    const numbers = state.numbers ?? [];
    return (name) => ({
      piece: pieces.get(name), tokens: state.tokens.filter((token) => token.at === name), isOpen: open.has(name),
      isBegun: chosen.length > 0 && open.has(name), isChanged: changed.has(name), isChecked: check.has(name), isChosen: clicked.has(name),
      counts: numbers.map((number) => ({ name: number.name, count: number.on[name], isUsual: number.on[name] === number.usual })),
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

  // Begins to drag what stands on a square; letting it go elsewhere is two clicks.
  lift(event) {
    const group = event.target.closest('[data-square]');
    if (!group || event.button !== 0 || !group.querySelector('.piece')) return;
    const from = group.dataset.square;
    // A finger would hold on to what it touched first, which is drawn anew.
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    let held = null;
    const move = (moved) => {
      const far = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > 6;
      if (!held && far) {
        if (!this.onCarry && !this.isChosen(from)) this.onClick(from);
        const shape = this.at(from)?.querySelector('.piece');
        held = shape ? this.motion.take(shape, from) : null;
      }
      // The board may have been drawn anew meanwhile.
      if (!held || !this.svg.isConnected) return;
      const scale = this.svg.getScreenCTM().a;
      held.move((moved.clientX - event.clientX) / scale, (moved.clientY - event.clientY) / scale);
    };
    const end = (ended) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (!held) return;
      held.end();
      const to = this.under(ended);
      // What was carried there by hand is there.
      this.carried = to;
      if (ended.type !== 'pointerup' || to === from) return;
      if (this.onCarry) this.onCarry(from, to ?? null);
      else if (to) this.onClick(to);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  // The square at a point of the window.
  under({ clientX, clientY }) {
    const found = this.holder.getRootNode().elementFromPoint(clientX, clientY)?.closest('[data-square]');
    return found && this.holder.contains(found) ? found.dataset.square : undefined;
  }

  isChosen(square) {
    return this.at(square)?.querySelector('.chosen') !== null;
  }

  square(cell, { piece, tokens, isOpen, isBegun, isChanged, isChecked, isChosen, counts: numbers }) {
    const { x, y } = this.place(cell);
    const group = element('g', { class: `square${isOpen ? ' open' : ''}`, transform: `translate(${x} ${y})`, role: 'button',
      tabindex: cell.name === this.focus ? 0 : -1, 'data-square': cell.name,
      'aria-label': describe(this.page, cell.name, piece, tokens, isOpen, numbers) });
    const shape = cellShape(this.page.board.shape, this.page.board.look);
    shape.classList.add(`shade${cell.shade}`);
    if (this.hues.has(cell.name)) shape.classList.add('painted', `hue-${this.hues.get(cell.name)}`);
    if (isChanged) shape.classList.add('changed');
    if (isChosen) shape.classList.add('chosen');
    group.append(shape);
    // What was changed on a square that has a colour of its own is framed.
    if (isChanged && this.hues.has(cell.name)) group.append(element('rect', { class: 'trail', x: -0.455, y: -0.455, width: 0.91, height: 0.91 }));
    if (isChecked) group.append(element('circle', { class: 'alarm', r: 0.44 }));
    if (piece) group.append(this.shape(piece));
    (piece?.marks ?? []).forEach((mark, n) => group.append(badge('mark', mark.slice(0, 1), -0.33 + n * 0.24, 0.34)));
    if (piece?.number) group.append(badge('mark', String(piece.number), 0.33, 0.34));
    // Numbers stand in the middle where what stands there is empty inside, and else beside it if there is something to tell.
    const isHollow = piece && HOLLOW === this.kinds.get(piece.kind).pictures[piece.side ?? 2];
    numbers.forEach(({ count, isUsual }, n) => {
      if (isHollow && n === 0) group.append(element('text', { class: `count${count === 0 ? ' none' : ''}`, y: 0.05 }, String(count)));
      else if (!isUsual) group.append(badge('mark', String(count), 0.33 - n * 0.27, 0.33));
    });
    tokens.forEach((token, n) => group.append(badge('token', token.level ?? token.name.slice(0, 1), 0.32 - n * 0.24, -0.32)));
    if (isOpen && (isBegun || !piece)) group.append(piece ? element('circle', { class: 'ring', r: 0.45 }) : element('circle', { class: `spot${isBegun ? '' : ' faint'}`, r: isBegun ? 0.14 : 0.1 }));
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

function describe(page, name, piece, tokens, isOpen, numbers) {
  const words = [name];
  if (piece) words.push(piece.side === null ? `neutral ${piece.kind}` : `${page.sides[piece.side].name} ${piece.kind}`, ...piece.marks);
  else words.push('empty');
  words.push(...numbers.map(({ name: what, count }) => `${count} ${what}`));
  words.push(...regionsOf(page, name));
  for (const token of tokens) words.push(token.level === null ? token.name : `${token.name} level ${token.level}`);
  if (isOpen) words.push('can be chosen');
  return words.join(', ');
}
