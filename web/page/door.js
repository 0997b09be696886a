// The door: what this is, the first games in pictures, and a gallery of all of them.

import { allCards } from './cards.js';
import { made } from './elements.js';
import { found, grouped, nearly } from './groups.js';
import { drawn } from './thumbnail.js';
import { games as letters, forget } from './mail.js';
import { played } from './played.js';

const at = (id) => document.getElementById(id);
const FIRST = 'five';
// What can be looked for, for those who do not know what there is.
const EXAMPLES = ['drops', 'tokens', '10x10', 'hexagons', 'castling', 'cannon', 'promotion'];
const RECENT = 4;

export const addressOf = (name) => `#game/${encodeURIComponent(name)}`;

// Boards are drawn when they come into the window, and some way before once somebody looks around: some need the outlines of
// characters, which nobody fetches who looks no further.
const drawing = (margin) => new IntersectionObserver((entries, observer) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    target.replaceChildren(drawn(target.card.drawing));
  }
}, { rootMargin: margin });
let nearing = drawing('16px');
let isAround = false;

function lookAround() {
  if (isAround) return;
  isAround = true;
  nearing.disconnect();
  nearing = drawing('300px');
  for (const picture of document.querySelectorAll('#door .card .drawing:empty')) nearing.observe(picture);
}
addEventListener('scroll', lookAround, { once: true, passive: true });

function card(game) {
  const picture = made('span', [], { class: 'drawing' });
  picture.card = game;
  nearing.observe(picture);
  const text = [made('strong', game.title)];
  if (game.inventor) text.push(made('span', game.inventor, { class: 'by' }));
  if (game.summary) text.push(made('span', game.summary, { class: 'about' }));
  return made('a', [picture, made('span', text, { class: 'told' })], { class: 'card', href: addressOf(game.name), 'data-game': game.name });
}

const list = (cards) => made('div', cards.map(card), { class: 'cards' });

export class Door {
  constructor() {
    Object.assign(this, { cards: [], groups: [], only: null, wish: null });
    at('search').addEventListener('input', () => {
      lookAround();
      this.gallery();
      this.seek();
    });
    // At the door itself, the way to all games leads to where they are looked for.
    at('all-games').addEventListener('click', (event) => {
      if (document.body.dataset.place !== 'door') return;
      event.preventDefault();
      lookAround();
      this.seek();
      at('search').focus({ preventScroll: true });
    });
    at('examples').append(...EXAMPLES.map((word) => {
      const button = made('button', word, { type: 'button', class: 'word' });
      button.addEventListener('click', () => {
        lookAround();
        at('search').value = at('search').value === word ? '' : word;
        this.gallery();
        this.seek();
      });
      return button;
    }));
  }

  // Shows what there is so far; all is there in the end.
  async open() {
    this.recent();
    if (this.cards.length > 0) return;
    try {
      this.show(await allCards((some) => this.show(some, false)));
    } catch (refused) {
      at('gallery').replaceChildren(made('p', `The games cannot be listed: ${refused.message}`, { role: 'alert' }));
    }
  }

  show(cards, isAll = true) {
    this.cards = cards;
    this.groups = grouped(cards);
    if (isAll) at('count').textContent = `${cards.length} games`;
    at('five').replaceChildren(...(this.groups.find(({ key }) => key === FIRST)?.cards ?? []).map(card));
    this.recent();
    this.gallery();
  }

  // Brings what is looked for and what is found into view together.
  seek() {
    const { top } = at('search').closest('section').getBoundingClientRect();
    if (top > innerHeight / 3 || top < 0) at('search').closest('section').scrollIntoView({ block: 'start' });
  }

  // What was played last, with a way to go on.
  recent() {
    const byName = new Map(this.cards.map((game) => [game.name, game]));
    const { last, names } = played();
    const cards = names.map((name) => byName.get(name)).filter(Boolean).slice(0, RECENT);
    this.letters();
    at('recent').hidden = !last && cards.length === 0;
    at('go-on').hidden = !last;
    if (last) at('go-on').textContent = `Go on: ${last.title}, ${last.turns === 0 ? 'not begun' : `${last.turns} ${last.turns === 1 ? 'turn' : 'turns'} played`}`;
    at('recent-games').replaceChildren(...cards.map((game) => made('a', game.title, { class: 'word', href: addressOf(game.name) })));
  }

  // Games that go to and fro by links.
  letters() {
    const known = letters();
    at('letters').hidden = known.length === 0;
    at('letters').replaceChildren(made('h2', 'Games by links'), made('ul', known.map((game) => {
      const state = game.next === null ? 'over' : game.isMine ? 'your turn' : `waiting for ${game.next ?? 'your friend'}`;
      const link = made('a', game.title ?? game.asked.name ?? 'a game of your own', { href: `#letter/${encodeURIComponent(game.id)}` });
      const away = made('button', 'Forget', { type: 'button', class: 'small', 'aria-label': `Forget the game of ${link.textContent}` });
      away.addEventListener('click', () => { forget(game.id); this.letters(); });
      return made('li', [link, made('span', `${game.turns.length} ${game.turns.length === 1 ? 'turn' : 'turns'}, ${state}`, { class: game.isMine ? 'mine' : 'quiet' }), away]);
    })));
  }

  gallery() {
    const text = at('search').value.trim();
    for (const button of at('examples').children) button.setAttribute('aria-pressed', String(button.textContent === text));
    this.wish = {};
    nearing.disconnect();
    for (const picture of document.querySelectorAll('#five .drawing:empty')) nearing.observe(picture);
    at('groups').hidden = text !== '';
    if (text) {
      const exact = found(this.cards, text);
      const cards = exact.length > 0 ? exact : nearly(this.cards, text);
      const count = `${cards.length} ${cards.length === 1 ? 'game' : 'games'}`;
      const none = `No game was found for “${text}”. Try fewer or other words.`;
      const said = cards.length === 0 ? none : exact.length > 0 ? count : 'No game has all of these words. These come nearest.';
      at('gallery').replaceChildren(made('p', said, { class: 'quiet', role: 'status' }), list(cards));
      return;
    }
    const groups = this.groups.filter(({ key }) => key !== FIRST);
    at('groups').replaceChildren(...groups.map(({ key, title, cards }) => {
      const isOnly = this.only === key;
      const button = made('button', [`${title} `, made('span', String(cards.length), { class: 'many' })], { type: 'button', class: 'word', 'aria-pressed': String(isOnly) });
      button.addEventListener('click', () => {
        this.only = isOnly ? null : key;
        this.gallery();
        [...at('groups').children].find((other) => other.textContent.startsWith(title))?.focus();
      });
      return button;
    }));
    const shown = groups.filter(({ key }) => this.only === null || this.only === key);
    at('gallery').replaceChildren();
    this.add(shown, this.wish);
  }

  // Adds groups to the gallery, the first ones at once and the others when those have been drawn.
  add([group, ...others], wish) {
    if (!group || wish !== this.wish) return;
    const { title, about, cards } = group;
    at('gallery').append(made('section', [
      made('h3', title), made('p', `${about}. ${cards.length} ${cards.length === 1 ? 'game' : 'games'}.`, { class: 'quiet' }), list(cards),
    ], { class: 'group' }));
    setTimeout(() => this.add(others, wish));
  }
}
