// Makes the signs by which pieces are drawn of a font in the lock file, with its licence on top.
//
//     npm ci --prefix web/libraries && node web/libraries/pieces.mjs [--check]
//
// They are outlines and not a font, so that a picture of a board is a file of its own. With `--check` nothing is written, and it is
// a failure if the file is another.

import { readFileSync, writeFileSync } from 'node:fs';

import opentype from 'opentype.js';

const here = new URL('.', import.meta.url).pathname;
const folder = `${here}node_modules/@fontsource/noto-sans-symbols-2`;
const made = `${here}../page/signs.js`;

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
// Stones of several shapes; chess, draughts, turned pieces of chess, those that are two in one, and xiangqi.
const CODES = [0x25a0, 0x25b2, 0x25c6, 0x25cf, 0x2605, ...range(0x2654, 0x265f), ...range(0x26c0, 0x26c3),
  ...range(0x1fa1e, 0x1fa29), 0x1fa48, 0x1fa49, ...range(0x1fa4e, 0x1fa53), ...range(0x1fa60, 0x1fa6d)];
// How wide and how high a sign may be, in thousandths of a square.
const MOST = 800;

const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
if (license !== 'OFL-1.1') throw new Error(`${license} is not a licence that is expected`);
const bytes = readFileSync(`${folder}/files/noto-sans-symbols-2-symbols-400-normal.woff`);
const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));

// Returns the contours of a sign around the middle of its square, in thousandths of it: lists of commands.
function contours(sign) {
  const path = font.getPath(sign, 0, 0, 1000);
  const { x1, x2, y1, y2 } = path.getBoundingBox();
  const scale = Math.min(1, MOST / Math.max(x2 - x1, y2 - y1));
  const [middle, height] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const at = (x, y) => [Math.round((x - middle) * scale), Math.round((y - height) * scale)];
  const all = [];
  for (const { type, x, y, x1: cx, y1: cy, x2: dx, y2: dy } of path.commands) {
    if (type === 'M') all.push([]);
    const points = { M: [[x, y]], L: [[x, y]], Q: [[cx, cy], [x, y]], C: [[cx, cy], [dx, dy], [x, y]], Z: [] }[type];
    all.at(-1).push({ type, points: points.map(([a, b]) => at(a, b)) });
  }
  return all.filter((contour) => contour.length > 2);
}

// The area that a contour goes around, negative if it does so the other way: that of the corners between its ends.
function area(contour) {
  const ends = contour.flatMap(({ points }) => points.slice(-1));
  return ends.reduce((sum, [x, y], n) => {
    const [a, b] = ends[(n + 1) % ends.length];
    return sum + (x * b - a * y) / 2;
  }, 0);
}

// Writes contours as a path, with points relative to the one before.
function written(all) {
  let text = '';
  for (const contour of all) {
    let last = [0, 0];
    for (const { type, points } of contour) {
      const numbers = points.flatMap(([x, y]) => (type === 'M' ? [x, y] : [x - last[0], y - last[1]]));
      text += (type === 'M' ? 'M' : type.toLowerCase()) + numbers.join(' ').replaceAll(' -', '-');
      last = points.at(-1) ?? last;
    }
  }
  return text;
}

const signs = CODES.map((code) => {
  const sign = String.fromCodePoint(code);
  const all = contours(sign);
  // What goes around as the largest one does is a part of the sign; the others are holes in it.
  const largest = all.map(area).reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  const isPart = (contour) => Math.sign(area(contour)) === Math.sign(largest);
  return `  '${sign}': ['${written(all.filter(isPart))}', '${written(all.filter((contour) => !isPart(contour)))}'],`;
});
const told = readFileSync(`${folder}/LICENSE`, 'utf8').trim().replaceAll('*/', '* /');
const text = `/*!
Made by web/libraries/pieces.mjs: outlines of signs in Noto Sans Symbols 2, as @fontsource/noto-sans-symbols-2 ${version} has them.

${told}
*/

// Of each sign the path of its parts and the path of the holes in them, in thousandths of a square, around its middle.
export const SIGNS = {
${signs.join('\n')}
};
`;
if (!process.argv.includes('--check')) writeFileSync(made, text);
else if (readFileSync(made, 'utf8') !== text) throw new Error('web/page/signs.js is not what web/libraries/pieces.mjs makes');
console.log(`web/page/signs.js: ${signs.length} signs, ${Math.round(text.length / 1000)} kB`);
