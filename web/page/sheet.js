// The rules of a game on one or two pages of paper: its board, the author's words, and how each piece moves.

import { Board } from './board.js';
import { legend } from './about.js';
import { ask } from './desk.js';
import { made, prose } from './elements.js';
import { Game } from './game.js';
import { element, pieceShape } from './pieces.js';
import * as pictures from './pictures.js';
import { diagram } from './thumbnail.js';

// Parts that stand beside the board, and one that is a grid of drawings.
const FIRST = ['Aim', 'Set-up'];
const PIECES = 'Pieces';
// More pieces than this have smaller drawings, so that two pages do.
const MANY = 12;

// Prints the rules of a game.
export async function printSheet(asked) {
  const sheet = await makeSheet(asked);
  document.querySelector('#sheet')?.remove();
  document.body.append(sheet);
  await styled();
  const done = () => sheet.remove();
  addEventListener('afterprint', done, { once: true });
  print();
}

// The style is fetched with the first sheet.
function styled() {
  if (document.querySelector('link[href="sheet.css"]')) return null;
  const link = made('link', '', { rel: 'stylesheet', href: 'sheet.css' });
  return new Promise((done) => {
    link.addEventListener('load', done);
    link.addEventListener('error', done);
    document.head.append(link);
  });
}

async function makeSheet(asked) {
  const game = new Game(asked);
  const [{ head, parts }] = await Promise.all([ask({ ask: 'sheet', game: asked }), game.load()]);
  const { page } = game;
  const [title, ...below] = head;
  const board = made('div', [], { class: 'sheet-board' });
  drawBoard(board, game);
  const text = (part) => section(part.title, part.is_list ? [made('ul', part.paragraphs.map((one) => made('li', prose(one))))] : part.paragraphs.map((one) => made('p', prose(one))));
  const first = parts.filter((part) => FIRST.includes(part.title));
  const others = parts.filter((part) => !FIRST.includes(part.title) && part.title !== PIECES && part.title !== 'Notes');
  const [how, ...rest] = others;
  const notes = parts.find((part) => part.title === 'Notes');
  const sources = page.sources.length > 0 ? [`Source: ${page.sources.join('; ')}`] : notes?.paragraphs.slice(0, 1) ?? [];
  const list = parts.find((part) => part.title === PIECES);
  return made('article', [
    made('header', [made('h1', title), made('p', below.join(' · '))]),
    made('div', [board, made('div', [...first, ...(how ? [how] : [])].map(text))], { class: 'sheet-top' }),
    ...(list ? [section(PIECES, [await pieces(page, asked, list.paragraphs), legend('sheet-legend')])] : []),
    made('div', rest.map(text), { class: 'sheet-rest' }),
    made('footer', [...sources, 'Printed from Fairyring'].map((one) => made('p', one))),
  ], { id: 'sheet', class: page.kinds.length > MANY ? 'many' : '' });
}

function section(title, nodes) {
  return made('section', [made('h2', title), ...nodes]);
}

// The position in which the game begins.
function drawBoard(holder, { page, state, asked }) {
  pictures.use(asked.pictures);
  const board = new Board(holder, () => {}, () => {});
  board.begin(page);
  board.draw(state, new Set(), []);
  const { width, height } = page.board;
  holder.classList.toggle('wide', width > 2 * height);
  const hands = page.sides.map((side, n) => [side.name, state.hands[n] ?? []]).filter(([, hand]) => hand.length > 0);
  for (const [name, hand] of hands) holder.append(made('p', `${name} has in hand: ${hand.map(({ kind, count }) => `${count} × ${kind}`).join(', ')}.`));
}

// What is said of each piece, or of several that move alike, with a drawing of how it moves.
async function pieces(page, asked, paragraphs) {
  const plain = (name) => name.replaceAll('-', ' ').toLowerCase();
  const entries = paragraphs.flatMap((paragraph) => {
    const [, subject, words] = /^([^:.]+): (.*)$/s.exec(paragraph) ?? [null, '', paragraph];
    const names = plain(subject).split(/, | and /);
    const kinds = page.kinds.filter((kind) => names.includes(plain(kind.name)));
    // Whoever holds the paper may not know the other game.
    if (/^as in /.test(words)) return kinds.map((kind) => ({ subject: kind.name.replaceAll('-', ' '), kinds: [kind], words: kind.said ?? kind.words.join(' ') }));
    return [{ subject, kinds, words }];
  });
  const cards = entries.map(async ({ subject, kinds, words }) => {
    const parts = [];
    if (kinds.length > 0) {
      const portraits = kinds.map((kind) => {
        const picture = element('svg', { viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true' });
        picture.append(pieceShape(kind, kind.symbols[0] === null && kind.symbols[2] ? null : 0));
        return picture;
      });
      const found = await ask({ ask: 'diagram', game: asked, kind: kinds[0].name }).catch(() => null);
      parts.push(made('h3', [...portraits, subject]));
      if (found && found.moves.length + found.takes.length > 0) {
        const drawing = diagram(page.board, kinds[0], found);
        drawing.setAttribute('preserveAspectRatio', 'xMinYMin');
        parts.push(drawing);
      }
    } else if (subject) parts.push(made('h3', subject));
    return made('div', [...parts, made('p', prose(words))], { class: 'sheet-piece' });
  });
  return made('div', await Promise.all(cards), { class: 'sheet-pieces' });
}
