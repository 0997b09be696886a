// Who plays: a line above the board and one below it, each with the colour of its side, and with a mark if that side is to move.

import { made } from './elements.js';

// Fills the line of a side. `who` says in words who plays it.
export function showSeat(holder, { page, state }, side, who) {
  const { name } = page.sides[side];
  const tone = page.kinds[0]?.tones?.[side] ?? { shade: side, hue: null };
  const { result } = state;
  const isNow = !result && state.to_move === side;
  const mark = made('span', '', { class: `pip shade-of-${tone.shade}${tone.hue ? ` hue-${tone.hue}` : ''}`, 'aria-hidden': 'true' });
  const said = result ? (result.winner === side ? 'has won' : '') : isNow ? (who.isThinking ? 'is thinking …' : 'to move') : '';
  holder.classList.toggle('now', isNow);
  holder.classList.toggle('won', Boolean(result) && result.winner === side);
  holder.replaceChildren(mark, made('b', name), made('span', who.text, { class: 'quiet' }), ...(said ? [made('span', said, { class: 'state' })] : []));
}
