// Games that go to and fro as links: each link carries the whole game, and is believed only if it goes on from what is known here.

const KEPT = 'fairyring-mail';
const MOST = 40;

const read = () => {
  try {
    const games = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(games) ? games.filter((game) => typeof game?.id === 'string' && Array.isArray(game.turns)) : [];
  } catch {
    return [];
  }
};

export const games = () => read();
export const known = (id) => read().find((game) => game.id === id) ?? null;

// Keeps a game, the last one first.
export function keep(game) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([game, ...read().filter(({ id }) => id !== game.id)].slice(0, MOST)));
  } catch {
    // Whoever lets nothing be kept has the links.
  }
}

export function forget(id) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(read().filter((game) => game.id !== id)));
  } catch {
    // It stays.
  }
}

export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('');

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const plain = (asked) => ({ name: asked.name ?? null, text: asked.text ?? null, options: asked.options ?? {} });

// Compares a link with what is known of its game. Returns what is to be done: `turns` to be shown, whether they are `isOld`, or why the
// link is refused.
export function judge(line, old) {
  if (!old) return { turns: line.turns };
  if (!same(plain(line.asked), plain(old.asked)) || (line.start ?? null) !== (old.start ?? null)) return { refused: 'This link is about another game than the one you know: its rules or its beginning were changed.' };
  const length = Math.min(line.turns.length, old.turns.length);
  const other = line.turns.slice(0, length).findIndex((turn, n) => turn !== old.turns[n]);
  if (other >= 0) return { refused: `This link tells another game: turn ${other + 1} was ${old.turns[other]}, and the link says ${line.turns[other]}.` };
  if (line.turns.length <= old.turns.length) return { turns: old.turns, isOld: line.turns.length < old.turns.length };
  return { turns: line.turns };
}
