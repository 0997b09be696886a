// The list of turns that were played, numbered by rounds, and the ways to look at earlier positions.

import { made } from './elements.js';

export const WAYS = { first: () => 0, earlier: (game) => game.turns.length - 1, later: (game) => game.turns.length + 1, last: (game) => game.all.length };
export const KEYS = { Home: 'first', ArrowLeft: 'earlier', ArrowUp: 'earlier', ArrowRight: 'later', ArrowDown: 'later', End: 'last' };

// The rounds of turns: a round ends when the side that played its first turn is to play again.
function rounds(record) {
  let round = 0;
  let first = null;
  return record.map((entry) => {
    const side = entry?.side ?? null;
    first ??= side;
    if (side === first) round += 1;
    return { round: Math.max(1, round), isFirst: side === first };
  });
}

export function showTurns(list, game, onGo) {
  const items = [...list.children];
  const numbers = rounds(game.all.map((_, n) => game.record[n]));
  game.all.forEach((text, number) => {
    const words = ` ${game.record[number]?.words.join(' ') ?? ''}`;
    const label = game.labels[number]?.turn === text ? game.labels[number].label : text;
    const known = items[number];
    if (known?.dataset.turn === text && known.firstChild.textContent === label && known.lastChild.textContent === words) return;
    const { round, isFirst } = numbers[number];
    const item = made('li', '', { 'data-turn': text, 'data-round': `${round}${isFirst ? '.' : '…'}` });
    const button = made('button', label, { type: 'button', class: 'turn', tabindex: -1 });
    button.addEventListener('click', () => onGo(number + 1));
    item.append(button, made('span', words));
    if (known) known.replaceWith(item);
    else list.append(item);
  });
  for (const item of items.slice(game.all.length)) item.remove();
  const current = list.children[game.turns.length - 1];
  if (!current || !current.hasAttribute('aria-current')) {
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'true');
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }
  for (const button of document.querySelectorAll('[data-go]')) {
    const isBack = ['first', 'earlier'].includes(button.dataset.go);
    button.disabled = isBack ? game.turns.length === 0 : !game.isBehind();
  }
}
