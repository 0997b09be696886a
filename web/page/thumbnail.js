// Small drawings of boards, in few shapes: of cards, and of how pieces move.

import { huesOf, painted } from './colours.js';
import { points } from './ground.js';
import { arrowBetween } from './arrows.js';
import { badge, element, outline, pieceShape } from './pieces.js';

// Hexagons of the same height have less room at their corners.
const SIZES = { square: 1, hexagon: 0.88 };

// Where the squares of a card's drawing lie: a board that is a plain rectangle has no list of them.
function cellsOf({ cells, first, width }) {
  if (cells) return cells.map(([x, y, shade]) => ({ x, y, shade }));
  return (at) => ({ x: at % width + 0.5, y: Math.floor(at / width) + 0.5, shade: (first + at % width + Math.floor(at / width)) % 2 });
}

function canvas(width, height) {
  return element('svg', { viewBox: `-.1 -.1 ${width + 0.2} ${height + 0.2}`, 'aria-hidden': 'true', class: 'thumbnail' });
}

// A shape for all squares of one colour.
function ground(svg, shape, cells, regions) {
  const hues = huesOf(regions);
  const look = (cell, n) => (hues.has(cell.name ?? String(n)) ? `painted hue-${hues.get(cell.name ?? String(n))}` : `shade${cell.shade}`);
  for (const [name, alike] of Map.groupBy(cells, look)) {
    svg.append(element('path', { class: `cell ${name}`, d: alike.map(({ x, y }) => outline(shape, x, y)).join('') }));
  }
}

function lay(svg, board, cells) {
  svg.classList.add(board.look ?? 'checkered');
  if (board.look !== 'points') {
    ground(svg, board.shape, cells, board.regions);
    return;
  }
  const [width, height] = [Math.max(...cells.map(({ x }) => x)), Math.max(...cells.map(({ y }) => y))];
  svg.append(element('rect', { class: 'wood', width: width + 0.5, height: height + 0.5 }),
    points({ cells: cells.map((cell, n) => ({ ...cell, name: cell.name ?? String(n) })), regions: board.regions }, (cell) => cell));
}

// Draws the position in which a game begins, as its card has it.
export function drawn(drawing) {
  const { shape, width, height, kinds, pieces, tokens } = painted(drawing, drawing.sides ?? []);
  const svg = canvas(width, height);
  const found = cellsOf(drawing);
  const cells = Array.isArray(found) ? found : Array.from({ length: width * height }, (_, at) => found(at));
  lay(svg, drawing, cells);
  for (const [at, kind, side] of pieces) {
    const piece = pieceShape(kinds[kind], side, SIZES[shape]);
    svg.append(element('g', { transform: `translate(${cells[at].x} ${cells[at].y})` }, piece));
  }
  for (const [at, name, level] of tokens) svg.append(badge('token', level ?? name.slice(0, 1), cells[at].x + 0.32, cells[at].y - 0.32));
  return svg;
}

// Draws how a kind of piece moves: a spot where it goes, a ring where it captures, both where it does both. Of a large board there
// is the part that it reaches; boards in several parts, such as layers, are whole.
export function diagram(board, kind, { at, moves, takes }) {
  const middle = board.cells.find((cell) => cell.name === at);
  const reached = board.cells.filter(({ name }) => moves.includes(name) || takes.includes(name));
  const isApart = board.shape === 'square' && board.cells.length < 0.9 * board.width * board.height;
  const far = isApart ? Infinity : Math.min(4.6, Math.max(2, ...reached.map(({ x, y }) => Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y)))) + 0.6);
  const cells = board.cells.filter(({ x, y }) => Math.abs(x - middle.x) < far && Math.abs(y - middle.y) < far);
  const [left, top] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))].map((least) => least - 0.5);
  const placed = cells.map((cell) => ({ ...cell, x: cell.x - left, y: cell.y - top }));
  const svg = canvas(Math.max(...placed.map(({ x }) => x)) + 0.5, Math.max(...placed.map(({ y }) => y)) + 0.5);
  lay(svg, { ...board, regions: [] }, placed);
  for (const { name, x, y } of placed) {
    const marks = element('g', { transform: `translate(${x} ${y})` });
    if (name === at) marks.append(pieceShape(kind, kind.symbols[0] === null && kind.symbols[2] ? null : 0, SIZES[board.shape]));
    if (moves.includes(name)) marks.append(element('circle', { class: 'spot', r: 0.16 }));
    if (takes.includes(name)) marks.append(element('circle', { class: 'ring', r: 0.32 }));
    if (marks.childNodes.length > 0) svg.append(marks);
  }
  return svg;
}

// Draws a position, with some squares marked, and an arrow along a way of two squares.
export function position(page, state, marked, [from, to]) {
  const { board } = page;
  const kinds = new Map(page.kinds.map((kind) => [kind.name, kind]));
  const cells = new Map(board.cells.map((cell) => [cell.name, cell]));
  const svg = canvas(board.width, board.height);
  lay(svg, board, board.cells);
  for (const name of marked) {
    const cell = cells.get(name);
    if (cell) svg.append(element('path', { class: 'changed', 'fill-opacity': 0.8, d: outline(board.shape, cell.x, cell.y) }));
  }
  for (const { at, kind, side } of state.pieces) {
    const { x, y } = cells.get(at);
    svg.append(element('g', { transform: `translate(${x} ${y})` }, pieceShape(kinds.get(kind), side, SIZES[board.shape])));
  }
  for (const { at, name, level } of state.tokens) {
    const cell = cells.get(at);
    if (cell) svg.append(badge('token', level ?? name.slice(0, 1), cell.x + 0.32, cell.y - 0.32));
  }
  const [a, b] = [cells.get(from), cells.get(to)];
  if (a && b && a !== b) svg.append(arrowBetween(a, b, 'own'));
  return svg;
}
