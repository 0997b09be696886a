// Makes the characters that stand on pieces, as outlines of a font in the lock file, with its licence on top: those that pictures in
// bundled games have behind a shape.
//
//     npm ci --prefix web/libraries && node web/libraries/characters.mjs [--check]
//
// With `--check` nothing is written, and it is a failure if the file is another.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

import opentype from 'opentype.js';

const here = new URL('.', import.meta.url).pathname;
const folder = `${here}node_modules/@fontsource/yuji-syuku`;
const games = `${here}../../games`;
const made = `${here}../page/characters.js`;
// How large a character is, in the units of the outlines.
const EM = 500;

const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
if (license !== 'OFL-1.1') throw new Error(`${license} is not a licence that is expected`);

// The characters behind `☖` and its like in the rules.
const used = new Set();
for (const file of readdirSync(games, { recursive: true }).filter((name) => name.endsWith('.rules'))) {
  for (const [line] of readFileSync(`${games}/${file}`, 'utf8').matchAll(/\bpicture( "[^"]+")+/g)) {
    for (const [, behind] of line.matchAll(/"[☖☗◯]([^"]+)"/gu)) for (const char of behind) used.add(char);
  }
}

// The font comes in parts: which characters a part has, a list tells.
const parts = Object.entries(JSON.parse(readFileSync(`${folder}/unicode.json`, 'utf8'))).map(([name, ranges]) => [
  name.replace(/[[\]]/g, ''), ranges.split(',').map((range) => range.slice(2).split('-').map((code) => Number.parseInt(code, 16))),
]);
const fonts = new Map();
function fontOf(char) {
  const code = char.codePointAt(0);
  const [name] = parts.find(([, ranges]) => ranges.some(([first, last = first]) => code >= first && code <= last)) ?? [];
  if (name === undefined) throw new Error(`the font has no ${char}`);
  if (!fonts.has(name)) {
    const bytes = readFileSync(`${folder}/files/yuji-syuku-${name}-400-normal.woff`);
    fonts.set(name, opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
  }
  return fonts.get(name);
}

// Writes the outline of a character around the middle of its square, with points relative to the one before.
function outline(char) {
  const path = fontOf(char).getPath(char, 0, 0, EM);
  const { x1, x2, y1, y2 } = path.getBoundingBox();
  const [middle, height] = [(x1 + x2) / 2, (y1 + y2) / 2];
  let text = '';
  let last = [0, 0];
  for (const { type, x, y, x1: cx, y1: cy, x2: dx, y2: dy } of path.commands) {
    const points = { M: [[x, y]], L: [[x, y]], Q: [[cx, cy], [x, y]], C: [[cx, cy], [dx, dy], [x, y]], Z: [] }[type]
      .map(([a, b]) => [Math.round(a - middle), Math.round(b - height)]);
    const numbers = points.flatMap(([a, b]) => [a - last[0], b - last[1]]);
    text += (text === '' && type === 'M' ? 'M' : type.toLowerCase()) + numbers.join(' ').replaceAll(' -', '-');
    last = points.at(-1) ?? last;
    if (type === 'Z') last = begun;
    if (type === 'M') begun = last;
  }
  return text;
}
let begun = [0, 0];

const lines = [...used].sort().map((char) => `  '${char}': '${outline(char)}',`);
const told = readFileSync(`${folder}/LICENSE`, 'utf8').trim().replaceAll('*/', '* /');
const text = `/*!
Made by web/libraries/characters.mjs: outlines of characters in Yuji Syuku, as @fontsource/yuji-syuku ${version} has them.

${told}
*/

// The outline of each character, in 500ths of its height, around its middle.
export const CHARACTERS = {
${lines.join('\n')}
};
`;
if (!process.argv.includes('--check')) writeFileSync(made, text);
else if (readFileSync(made, 'utf8') !== text) throw new Error('web/page/characters.js is not what web/libraries/characters.mjs makes');
console.log(`web/page/characters.js: ${lines.length} characters, ${Math.round(text.length / 1000)} kB`);
