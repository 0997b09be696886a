// Pictures of pieces. Which one a piece gets, its rules say; nothing here knows any game or piece.

import { hueOf } from './colours.js';
import { addressOf, isFile } from './pictures.js';
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

// Men and kings of draughts, which the signs show from the side, as they lie on a board.
const FROM_ABOVE = { '⛀': [0, 1], '⛁': [0, 2], '⛂': [1, 1], '⛃': [1, 2] };

function flat(shade, height) {
  const rings = [element('circle', { class: 'disc', r: 0.39 }), element('circle', { class: 'groove', r: 0.29 }), element('circle', { class: 'groove', r: 0.2 })];
  const group = element('g', { class: `man side${shade}` }, ...rings);
  // A king is two men, one on the other.
  if (height > 1) group.append(element('g', { transform: 'translate(0 -.12)' }, ...rings.map((ring) => ring.cloneNode())));
  return group;
}

// Signs that are empty inside are drawn as the full ones, filled with light.
const HOLLOW = { '○': '●', '□': '■', '△': '▲', '◇': '◆', '☆': '★' };

// Shapes on which characters stand: a wedge that points the way its owner goes, also turned over, and a disc. Each has an outline in
// thousandths of a square, how large the characters are, and how far below the middle.
const WEDGE = { outline: 'M0-450L248-352L338 430H-338L-248-352Z', size: 0.6, below: 70 };
const SHAPES = {
  '☖': { ...WEDGE, classes: ['tile', 'wedge'] },
  '☗': { ...WEDGE, classes: ['tile', 'wedge', 'over'] },
  '◯': { outline: 'M-410 0a410 410 0 1 0 820 0a410 410 0 1 0-820 0Z', size: 0.62, below: 0, classes: ['tile', 'round'] },
};

// The outlines of characters, once a piece has one: they are many, and most games have none.
let outlines = null;
let fetched = null;

// Returns what shows a character of this size; it is there as soon as the outlines are.
function character(sign, size) {
  const text = () => element('text', { 'font-size': size * 1000 }, sign);
  const path = () => element('path', { d: outlines[sign], transform: `scale(${2 * size})` });
  const known = () => (Object.hasOwn(outlines, sign) ? path() : text());
  if (outlines) return known();
  const holder = element('g');
  fetched ??= import('./characters.js').then(({ CHARACTERS }) => { outlines = CHARACTERS; });
  fetched.then(() => holder.append(known()), () => holder.append(text()));
  return holder;
}

// A shape with characters on it; nothing if the picture is no such thing.
function tile(picture, own, isTurned) {
  const [first, ...characters] = picture ?? '';
  const shape = Object.hasOwn(SHAPES, first ?? '') ? SHAPES[first] : null;
  if (!shape || characters.length === 0) return null;
  const isDown = shape.classes.includes('wedge') && (own === 1) !== isTurned;
  const group = element('g', { transform: `scale(${isDown ? -0.001 : 0.001})` }, element('path', { class: 'wood', d: shape.outline }));
  const size = shape.size / Math.max(1, characters.length * 0.8);
  characters.forEach((sign, n) => {
    const at = (n - (characters.length - 1) / 2) * size * 1000;
    group.append(element('g', { class: 'character', transform: `translate(0 ${at + shape.below})` }, character(sign, size)));
  });
  return { group, classes: shape.classes };
}

// Pieces of nobody that are called what everybody has seen, and have no picture: shapes of our own, from below to above.
const NEUTRAL = {
  duck: [['bill', 'M-235-240L-405-165C-400-95-315-70-215-105Z'],
    ['body', 'M-340 110C-340 290-170 370 30 370C250 370 390 240 400 0C320 75 235 90 150 70C110 60 100 35 115 5C165-45 185-105 185-170C185-300 80-395-45-395C-170-395-265-300-265-180C-265-115-235-60-190-20C-280 5-340 45-340 110Z'],
    ['wing', 'M-60 175C20 255 150 240 215 150'], ['eye', 'M-135-235a34 34 0 1 0 68 0a34 34 0 1 0-68 0Z']],
};

// A picture of a piece around the middle of the picture, in squares: its sign, or a disc with letters. `isTurned` tells whether the
// board is seen from the second side.
export function pieceShape(kind, side, size = 1, isTurned = false) {
  const own = side ?? 2;
  const { shade, hue } = kind.tones?.[own] ?? { shade: own, hue: null };
  const group = element('g', { class: `piece side${own}` });
  let picture = kind.pictures[own];
  if (isFile(picture)) {
    const href = addressOf(picture);
    if (href) {
      group.classList.add('own-picture');
      group.append(element('image', { href, x: -0.44 * size, y: -0.44 * size, width: 0.88 * size, height: 0.88 * size }));
      return group;
    }
    // Letters stand where the picture is not there.
    picture = null;
  }
  const standing = tile(picture, own, isTurned);
  if (standing) {
    group.classList.add(...standing.classes);
    group.append(standing.group);
    return group;
  }
  if (Object.hasOwn(FROM_ABOVE, picture ?? '')) {
    const [shade, height] = FROM_ABOVE[picture];
    group.append(element('g', { transform: `scale(${size})` }, flat(shade, height)));
    return group;
  }
  const full = Object.hasOwn(HOLLOW, picture ?? '') ? HOLLOW[picture] : null;
  const sign = signOf(full ?? picture);
  if (sign) {
    // Signs that are the sides' own are ink on paper; one that both have is told apart by its colour.
    group.classList.add('sign', full || kind.pictures[0] === kind.pictures[1] ? 'common' : 'own');
    dye(group, own, full ? 0 : shade, hue);
    const [parts, holes] = sign;
    group.append(element('g', { transform: `scale(${size / 1000})` }, element('path', { class: 'paper', d: parts }),
      element('path', { class: 'ink', d: parts + holes })));
    return group;
  }
  if (!picture && own === 2 && Object.hasOwn(NEUTRAL, kind.name.toLowerCase())) {
    const name = kind.name.toLowerCase();
    group.classList.add(name);
    group.append(element('g', { transform: `scale(${size / 1000})` }, ...NEUTRAL[name].map(([part, d]) => element('path', { class: part, d }))));
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
  dye(group, own, shade, hue);
  group.append(element('circle', { class: 'disc', r: 0.38 }));
  // A kind that is called after a colour shows it.
  const gem = hueOf(kind.name);
  if (gem) group.append(element('circle', { class: `gem hue-${gem}`, r: 0.28 }));
  group.append(element('text', { 'font-size': Math.min(0.5, 1 / signs), y: 0.02 }, text));
  return group;
}

// Gives a piece the shade and the colour of its side.
function dye(group, own, shade, hue) {
  group.classList.replace(`side${own}`, `side${shade}`);
  if (hue) group.classList.add('dyed', `hue-${hue}`);
}

export function badge(kind, text, x, y) {
  return element('g', { transform: `translate(${x} ${y})` }, element('circle', { class: kind, r: 0.13 }),
    element('text', { class: 'badge' }, String(text)));
}

// The corners of a hexagon that is 1 high and stands on a side.
const RADIUS = 0.5 / Math.sin(Math.PI / 3);
const CORNERS = [0, 1, 2, 3, 4, 5].map((n) => [Math.cos(n * Math.PI / 3) * RADIUS, Math.sin(n * Math.PI / 3) * RADIUS]);

export function cellShape(shape, look = 'checkered') {
  if (look === 'points') return element('rect', { class: 'cell', x: -0.48, y: -0.48, width: 0.96, height: 0.96, rx: 0.48 });
  if (shape === 'square') return element('rect', { class: 'cell', x: -0.5, y: -0.5, width: 1, height: 1 });
  return element('polygon', { class: 'cell', points: CORNERS.map((corner) => corner.join(',')).join(' ') });
}

// The path around a cell whose middle is there.
export function outline(shape, x, y) {
  if (shape === 'square') return `M${x - 0.5} ${y - 0.5}h1v1h-1z`;
  return `M${CORNERS.map(([a, b]) => `${(x + a).toFixed(3)} ${(y + b).toFixed(3)}`).join('L')}z`;
}
