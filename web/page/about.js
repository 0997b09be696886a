// The page of a game: what is special about it, how its pieces move, and a way to play it.

import { allCards } from './cards.js';
import { painted } from './colours.js';
import { ask } from './desk.js';
import { made, prose } from './elements.js';
import { akin } from './groups.js';
import { element, pieceShape } from './pieces.js';
import { sample } from './sample.js';
import { diagram, drawn } from './thumbnail.js';

const at = (id) => document.getElementById(id);
const LEVEL = 3;
// How many games like one are shown.
const AKIN = 6;
// More letters than this are not read beside a drawing.
const LONG = 360;
const LEVELS = [[1, 'a beginner'], [2, 'easy'], [3, 'a casual player'], [4, 'some practice'], [5, 'a club player'], [6, 'strong'], [7, 'stronger'], [8, 'very strong'], [9, 'patient'], [10, 'as strong as it can']];

// How a kind moves is asked for when its picture comes near the window.
const nearing = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    nearing.unobserve(target);
    target.draw();
  }
}, { rootMargin: '200px' });

export class About {
  // `onPlay` is called with the name of a game and who plays its sides, `onPrint` with the name of one whose rules are to be printed.
  constructor(onPlay, onPrint) {
    Object.assign(this, { onPlay, onPrint, name: null });
  }

  async open(name) {
    if (this.name === name) return;
    this.name = name;
    const holder = at('about-game');
    const title = made('h1', name, { tabindex: -1 });
    const lead = made('div', [], { class: 'lead' });
    const picture = made('div', [], { class: 'drawing' });
    const rest = made('div', made('p', 'Reading the rules …', { class: 'quiet' }));
    const play = this.play();
    holder.replaceChildren(made('div', [picture, made('div', [title, lead, play.form], { class: 'told' })], { class: 'hero' }), rest);
    try {
      const cards = await allCards();
      const card = cards.find((known) => known.name === name);
      if (this.name !== name) return;
      if (!card) throw new Error(`there is no game called ${name}`);
      title.textContent = card.title;
      document.title = `${card.title} · Fairyring`;
      lead.replaceChildren(...leading(card));
      picture.replaceChildren(drawn(card.drawing));
      const asked = { name };
      const [page, sheet] = await Promise.all([ask({ ask: 'load', game: asked }), ask({ ask: 'sheet', game: asked })]);
      if (this.name !== name) return;
      play.sides(page.sides);
      rest.replaceChildren(...spread(painted(page, page.sides.map((side) => side.name)), sheet, asked), similar(cards, card));
      const print = made('button', 'Print the rules', { type: 'button', class: 'word' });
      print.addEventListener('click', () => this.onPrint(name));
      play.form.append(print);
      const { puzzles } = await ask({ ask: 'puzzles', game: asked });
      if (this.name === name && puzzles.length > 0) play.form.append(made('a', `${puzzles.length} puzzles`, { href: `#puzzles/${encodeURIComponent(name)}`, class: 'word' }));
    } catch (refused) {
      if (this.name !== name) return;
      this.name = null;
      rest.replaceChildren(made('p', `The game cannot be shown: ${refused.message}.`, { role: 'alert' }));
    }
  }

  // Who plays, and the button.
  play() {
    const side = made('select', [new Option('you begin', '0'), new Option('you play second', '1'), new Option('two people at this screen', 'both')], { id: 'about-side' });
    const level = made('select', LEVELS.map(([number, text]) => new Option(`${number} · ${text}`, number)), { id: 'about-level' });
    level.value = LEVEL;
    const button = made('button', 'Play', { type: 'submit', class: 'primary', id: 'about-play' });
    const rival = made('label', ['Computer ', level], { class: 'field' });
    side.addEventListener('change', () => { rival.hidden = side.value === 'both'; });
    const form = made('form', [button, made('label', ['Side ', side], { class: 'field' }), rival], { class: 'row' });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const players = side.value === 'both' ? ['person', 'person'] : ['person', 'person'].map((who, n) => (String(n) === side.value ? who : `computer ${level.value}`));
      this.onPlay(this.name, players);
    });
    const sides = ([first, second]) => {
      side.options[0].text = `you play ${first.name} and begin`;
      side.options[1].text = `you play ${second.name}`;
    };
    return { form, sides };
  }
}

function leading({ inventor, parent, aim, summary, files, ranks, layers, squares }) {
  const size = files * ranks * layers === squares ? `${files} × ${ranks}${layers > 1 ? ` × ${layers}` : ''}` : `${squares} squares`;
  const by = [inventor && `by ${inventor}`, parent && `from ${parent}`, size].filter(Boolean).join(' · ');
  return [made('p', by, { class: 'quiet' }), made('p', prose(summary ?? ''), { class: 'summary' }), ...(aim ? [made('p', [made('strong', 'Aim: '), ...prose(aim)])] : [])];
}

// What stands beside the rest where there is room, as whoever has begun looks it up.
const ASIDE = ['Special rules', 'Set-up', 'The end', 'Sources'];

// All that there is to know about a game, with a turn in pictures after what is special about it.
function spread(page, sheet, asked) {
  const sections = told(page, sheet, asked);
  const isAside = (section) => ASIDE.includes(section.firstChild.textContent);
  const shown = made('section', [made('h2', 'A turn'), made('p', 'Looking for a turn to show …', { class: 'quiet' })], { class: 'a-turn' });
  shown.draw = async () => {
    const one = await sample(page, asked).catch(() => null);
    if (one) shown.replaceChildren(shown.firstChild, one);
    else shown.remove();
  };
  nearing.observe(shown);
  const [first, ...others] = sections.filter((section) => !isAside(section));
  return [made('div', [made('div', [first, shown, ...others].filter(Boolean)), made('div', sections.filter(isAside), { class: 'aside' })], { class: 'spread' })];
}

// Other games that somebody who likes this one may like.
function similar(cards, card) {
  const links = akin(cards, card, AKIN).map((other) => {
    const picture = made('span', [], { class: 'drawing' });
    picture.draw = () => picture.replaceChildren(drawn(other.drawing));
    nearing.observe(picture);
    const text = [made('strong', other.title), ...(other.summary ? [made('span', other.summary, { class: 'about' })] : [])];
    return made('a', [picture, made('span', text, { class: 'told' })], { class: 'card', href: `#game/${encodeURIComponent(other.name)}`, 'data-game': other.name });
  });
  return made('section', [made('h2', 'Games like this one'), made('div', links, { class: 'cards' })], { class: 'akin' });
}

// What there is to know about a game, in the author's words as far as there are any. `asked` is the game as the desk is asked for it.
export function told(page, { parts }, asked = { name: page.name }) {
  const part = (title) => parts.find((known) => known.title === title);
  const section = (title, nodes) => (nodes.length > 0 ? [made('section', [made('h2', title), ...nodes])] : []);
  const texts = (wanted) => {
    if (!wanted) return [];
    if (wanted.is_list) return [made('ul', wanted.paragraphs.map((text) => made('li', prose(text))))];
    return wanted.paragraphs.map((text) => made('p', prose(text)));
  };
  const special = parts.find(({ title }) => ['What is different', 'How it is played'].includes(title));
  return [
    ...section(special?.title ?? 'How it is played', texts(special)),
    ...section('Pieces', [made('div', page.kinds.map((kind) => piece(page, kind, asked)), { class: 'kinds' }), legend()]),
    ...section('Special rules', texts(part('Special rules'))),
    ...section('Set-up', texts(part('Set-up'))),
    ...section('The end', texts(part('The end'))),
    ...section('Sources', page.sources.map((source) => made('p', /^https?:\/\//.test(source) ? [made('a', source, { href: source, rel: 'noreferrer' })] : source, { class: 'quiet' }))),
  ];
}

// What the signs of a drawing mean.
export function legend(look = 'quiet') {
  const sign = (shape) => {
    const svg = element('svg', { viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true', class: 'legend' });
    svg.append(shape);
    return svg;
  };
  return made('p', [sign(element('circle', { class: 'spot', r: 0.24 })), ' goes there, ', sign(element('circle', { class: 'ring', r: 0.38 })), ' captures there'], { class: look });
}

// A kind of piece: its picture, its name, what is said of it, and how it moves.
function piece(page, kind, asked) {
  const picture = element('svg', { viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true', class: 'portrait' });
  picture.append(pieceShape(kind, kind.symbols[0] === null && kind.symbols[2] ? null : 0));
  const words = kind.said ? [kind.said] : kind.words;
  const reach = made('div', [], { class: 'reaches' });
  reach.draw = async () => {
    try {
      const found = await ask({ ask: 'diagram', game: asked, kind: kind.name });
      if (found.moves.length + found.takes.length > 0) reach.replaceChildren(diagram(page.board, kind, found));
      else reach.remove();
    } catch {
      reach.remove();
    }
  };
  nearing.observe(reach);
  return made('article', [made('div', [picture, made('h3', kind.name.replaceAll('-', ' '))], { class: 'who' }), reach, ...inFull(words)], { class: 'kind' });
}

// What is said of a piece: of many sentences the first ones, and the others for those who want to know.
function inFull(words) {
  const count = words.length > 3 || words.join(' ').length > LONG ? 1 : words.length;
  const shown = made('p', prose(words.slice(0, count).join(' ')));
  const others = words.slice(count).map((text) => made('p', prose(text)));
  return others.length > 0 ? [shown, made('details', [made('summary', 'In every detail', { class: 'quiet' }), ...others])] : [shown];
}
