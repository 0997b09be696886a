// The cards of all bundled games: from a file beside the page, or asked for a few at a time.

import { ask } from './desk.js';

// How many are asked for at once.
const PART = 32;

let known = null;

// Promises the cards; `onSome` is told of those that are there so far.
export function allCards(onSome = () => {}) {
  known ??= fetched(onSome);
  known.catch(() => { known = null; });
  return known;
}

async function fetched(onSome) {
  const place = document.querySelector('meta[name=gallery]')?.content;
  if (place) {
    const response = await fetch(place);
    if (response.ok) return (await response.json()).cards;
  }
  const { games } = await ask({ ask: 'list' });
  const cards = [];
  for (let at = 0; at < games.length; at += PART) {
    const names = games.slice(at, at + PART).map((game) => game.name);
    cards.push(...(await ask({ ask: 'cards', names })).cards);
    if (at === 0) onSome([...cards]);
  }
  return cards;
}
