// What can be chosen that is no square: pieces in hand beside the board, and everything else as buttons, at the square where the choice
// is made if one was clicked.

import { made } from './elements.js';
import { element, pieceShape } from './pieces.js';

const TYPE = 'type:';
const square = 'square:';

function picture(kind, side, isTurned) {
  const svg = element('svg', { viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true' });
  svg.append(pieceShape(kind, side, 1, isTurned));
  return svg;
}

export function showHand(holder, { board, game, side, open, onClick }) {
  holder.hidden = !game.page.hands;
  const held = game.state.hands[side] ?? [];
  const { name } = game.page.sides[side];
  holder.setAttribute('aria-label', `${name}'s hand`);
  holder.replaceChildren(...held.map(({ kind, count }) => {
    const click = `hand:${side}:${kind}`;
    const button = made('button', '', { type: 'button', class: 'held', 'data-click': click, 'aria-label': `${count} ${kind} in ${name}'s hand`,
      'aria-pressed': String(game.clicks.includes(click)) });
    button.append(picture(board.kinds.get(kind), side, board.turned), `×${count}`);
    button.disabled = !open.has(click) && !game.next().open.has(click);
    button.addEventListener('click', () => onClick(click));
    return button;
  }));
  holder.prepend(made('span', `${name}'s hand${held.length === 0 ? ' is empty' : ''}`, { class: 'quiet' }));
}

// Kinds that rules name last are mostly worth most.
const byWorth = (page, clicks) => {
  const rank = (click) => page.kinds.findIndex(({ name }) => click === TYPE + name);
  return clicks.toSorted((a, b) => rank(b) - rank(a));
};

// A button begins with a capital.
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function showChoices(holder, { board, game, open, done, onClick, onPlay, onBegin }) {
  const others = [...open].filter((click) => !click.startsWith(square) && !click.startsWith('hand:'));
  const isPromotion = others.some((click) => click.startsWith(TYPE));
  const buttons = (isPromotion ? byWorth(game.page, others) : others).map((click) => {
    const words = capital(game.state.words[click] ?? click);
    const kind = click.startsWith(TYPE) ? board.kinds.get(click.slice(TYPE.length)) : null;
    const button = made('button', kind ? [picture(kind, game.state.to_move, board.turned), made('span', words)] : words, { type: 'button', 'data-click': click });
    button.addEventListener('click', () => onClick(click));
    return button;
  });
  const isAlone = buttons.length > 0 && ![...open].some((click) => click.startsWith(square));
  if (done) {
    const button = made('button', /^[a-z]+$/.test(done.text) ? capital(done.text) : `Play ${done.text}`, { type: 'button', 'data-click': 'done' });
    button.addEventListener('click', () => onPlay(done.text));
    buttons.push(button);
  }
  // Whoever has picked up a piece puts it down by pointing elsewhere.
  if (game.clicks.length > game.settled + (buttons.length > 0 ? 0 : 1)) {
    const button = made('button', 'Start this turn again', { type: 'button', class: 'again' });
    button.addEventListener('click', onBegin);
    buttons.push(button);
  }
  holder.replaceChildren(...buttons);
  const at = game.clicks.filter((click) => click.startsWith(square)).at(-1)?.slice(square.length);
  const isThere = isAlone && at !== undefined && game.clicks.length > game.settled;
  holder.classList.toggle('at-square', isThere);
  // Once there was something to choose below the board, its place is kept, so that nothing jumps.
  if (buttons.length > 0 && !isThere) holder.classList.add('kept');
  if (isThere) anchor(holder, board.at(at));
  else holder.removeAttribute('style');
}

// Puts the choices beside a square, inside the frame of the board.
function anchor(holder, group) {
  const frame = holder.parentNode.getBoundingClientRect();
  const cell = group.querySelector('.cell').getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = holder;
  const left = Math.min(Math.max(0, cell.left + cell.width / 2 - width / 2 - frame.left), Math.max(0, frame.width - width));
  const below = cell.bottom - frame.top + 6;
  const above = cell.top - frame.top - height - 6;
  holder.style.left = `${left}px`;
  holder.style.top = `${below + height <= frame.height || above < 0 ? below : above}px`;
}
