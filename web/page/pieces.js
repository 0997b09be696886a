// Pictures of pieces. Which one a piece gets, its rules say; nothing here knows any game or piece.

import { SIGNS } from './signs.js';

const NS = 'http://www.w3.org/2000/svg';

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Whatever rules say is a name of nothing else.
const signOf = (picture) => (Object.hasOwn(SIGNS, picture ?? '') ? SIGNS[picture] : null);

// A picture of a piece around the middle of the picture, in squares: its sign, or a disc with letters.
export function pieceShape(kind, side, size = 1) {
  const own = side ?? 2;
  const group = element('g', { class: `piece side${own}` });
  const picture = kind.pictures[own];
  const sign = signOf(picture);
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

export function badge(kind, text, x, y) {
  return element('g', { transform: `translate(${x} ${y})` }, element('circle', { class: kind, r: 0.13 }),
    element('text', { class: 'badge' }, String(text)));
}

// The corners of a hexagon that is 1 high and stands on a side.
const RADIUS = 0.5 / Math.sin(Math.PI / 3);
const CORNERS = [0, 1, 2, 3, 4, 5].map((n) => [Math.cos(n * Math.PI / 3) * RADIUS, Math.sin(n * Math.PI / 3) * RADIUS]);

export function cellShape(shape) {
  if (shape === 'square') return element('rect', { class: 'cell', x: -0.5, y: -0.5, width: 1, height: 1 });
  return element('polygon', { class: 'cell', points: CORNERS.map((corner) => corner.join(',')).join(' ') });
}

// The path around a cell whose middle is there.
export function outline(shape, x, y) {
  if (shape === 'square') return `M${x - 0.5} ${y - 0.5}h1v1h-1z`;
  return `M${CORNERS.map(([a, b]) => `${(x + a).toFixed(3)} ${(y + b).toFixed(3)}`).join('L')}z`;
}
