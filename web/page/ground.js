// What lies under the pieces besides squares: lines of boards whose pieces stand on points, rivers and palaces, and the borders of the
// regions that the rules speak of. Nothing here knows any game.

import { hueOf } from './colours.js';
import { element } from './pieces.js';

const NEAR = 1e-6;
const key = (x, y) => `${Math.round(x * 2)},${Math.round(y * 2)}`;
const line = (a, b) => `M${a.x} ${a.y}L${b.x} ${b.y}`;

// The regions of a name: one of nobody, or one of each side.
const byName = (regions) => Map.groupBy(regions, (region) => region.name);

// Countries are regions that share the whole board among the sides: between them there is a river.
function countries(board) {
  for (const parts of byName(board.regions ?? []).values()) {
    const owner = new Map(parts.flatMap((part) => part.squares.map((name) => [name, part.side])));
    const count = parts.reduce((sum, part) => sum + part.squares.length, 0);
    if (parts.length > 1 && count === board.cells.length && owner.size === count) return owner;
  }
  return null;
}

// The box around cells.
function box(cells) {
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const isPalace = (cells) => {
  const { left, right, top, bottom } = box(cells);
  const side = right - left + 1;
  return side >= 3 && side <= 5 && Math.abs(bottom - top - (right - left)) < NEAR && cells.length === side * side;
};

// The lines on which pieces stand. `place` tells where the middle of a cell is now.
export function points(board, place) {
  const cells = board.cells.map((cell) => ({ ...cell, ...place(cell) }));
  const at = new Map(cells.map((cell) => [key(cell.x, cell.y), cell]));
  const owner = countries(board);
  const { left, right } = box(cells);
  let path = '';
  for (const cell of cells) {
    for (const [dx, dy] of [[1, 0], [0, 1]]) {
      const other = at.get(key(cell.x + dx, cell.y + dy));
      // A river is crossed along the edges of the board only.
      const isRiver = other && owner && owner.get(cell.name) !== owner.get(other.name) && cell.x > left + NEAR && cell.x < right - NEAR;
      if (other && !isRiver) path += line(cell, other);
    }
  }
  for (const region of board.regions ?? []) {
    const inside = cells.filter(({ name }) => region.squares.includes(name));
    if (!isPalace(inside)) continue;
    const edge = box(inside);
    path += line({ x: edge.left, y: edge.top }, { x: edge.right, y: edge.bottom }) + line({ x: edge.left, y: edge.bottom }, { x: edge.right, y: edge.top });
  }
  return element('path', { class: 'lines', d: path });
}

// The corners of a cell that is a square, as the ends of its four sides, each with the way to the cell beyond.
const SIDES = [[[-0.5, -0.5], [0.5, -0.5], [0, -1]], [[0.5, -0.5], [0.5, 0.5], [1, 0]], [[0.5, 0.5], [-0.5, 0.5], [0, 1]], [[-0.5, 0.5], [-0.5, -0.5], [-1, 0]]];

// The borders of regions inside the board, a path for each. On points, what the lines show already is left out.
export function borders(board, place) {
  const cells = board.cells.map((cell) => ({ ...cell, ...place(cell) }));
  const at = new Map(cells.map((cell) => [key(cell.x, cell.y), cell]));
  const isCountry = countries(board);
  return (board.regions ?? []).flatMap((region) => {
    // Squares of a colour need no border.
    if (hueOf(region.name)) return [];
    const inside = cells.filter(({ name }) => region.squares.includes(name));
    const isShown = board.look === 'points' && (isPalace(inside) || isCountry?.get(region.squares[0]) === region.side);
    if (inside.length === 0 || isShown || board.shape !== 'square') return board.shape === 'square' ? [] : spots(inside, region);
    const names = new Set(region.squares);
    let path = '';
    for (const { x, y } of inside) {
      for (const [[ax, ay], [bx, by], [dx, dy]] of SIDES) {
        const other = at.get(key(x + dx, y + dy));
        if (other && !names.has(other.name)) path += line({ x: x + ax, y: y + ay }, { x: x + bx, y: y + by });
      }
    }
    return path ? [element('path', { class: `border side${region.side ?? 2}`, d: path })] : [];
  });
}

// Regions of boards of other shapes are marked cell by cell.
const spots = (cells, region) => cells.map(({ x, y }) => element('circle', { class: `border side${region.side ?? 2}`, cx: x, cy: y, r: 0.4 }));

// What a square belongs to, for those who hear the board.
export function regionsOf(page, name) {
  const found = (page.board.regions ?? []).filter((region) => region.squares.includes(name));
  return found.map((region) => `${region.side === null ? '' : `${page.sides[region.side].name} `}${region.name.replaceAll('-', ' ')}`);
}

// What the author says about the regions, once each.
export function legend(page) {
  return [...byName(page.board.regions ?? [])].filter(([name]) => !hueOf(name)).map(([name, [{ text }]]) => ({ name, text }));
}
