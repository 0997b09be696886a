// Which games belong together, and which are meant by words: by what is in their rules, as their cards tell it.

// Signs of pieces that stand for families of games.
const isTile = (picture) => /^[☖☗]|^○.|[\u{1FA60}-\u{1FA6D}]/u.test(picture ?? '');
// How many kinds of piece an army has.
const ARMY = 7;

const isOfFamily = ({ drawing }) => drawing.kinds.filter((kind) => isTile(kind.pictures[0])).length > drawing.kinds.length / 2;
const isWhole = ({ files, ranks, layers, squares }) => files * ranks * layers === squares;

// The groups in their order: each takes the games that none before it has taken.
const GROUPS = [
  ['five', 'The five', 'The games this program was first made for', (card) => card.folder === '' && card.inventor !== null],
  ['tiles', 'Shogi, xiangqi and their kin', 'Chess of the East, old and new', isOfFamily],
  ['shapes', 'Hexagons, layers, lines', 'Boards of other shapes', (card) => card.drawing.shape !== 'square' || card.layers > 1 || card.ranks === 1 || !isWhole(card)],
  ['other', 'Not chess at all', 'Walls, stones, hunts and races', (card, isChess) => !isChess && card.names.length < ARMY],
  ['hands', 'Pieces in hand', 'Pieces that were captured or set aside come back', (card) => card.hands],
  ['large', 'Large boards', 'Room for stranger pieces', (card) => card.squares > 64],
  ['small', 'Small boards', 'Shorter, but not easier', (card) => card.squares < 64],
  ['change', 'Chess with one change', 'Ordinary chess, but for one thing', (card) => card.ancestors.length > 0],
  ['armies', 'More on 64 squares', 'Games of their own on the ordinary board', () => true],
];

// Puts cards into groups: each has a `key`, a `title`, a line `about` it, and its `cards`.
export function grouped(cards) {
  const byName = new Map(cards.map((card) => [card.name, card]));
  const isChess = (card) => card.royal || card.ancestors.some((name) => byName.get(name)?.royal);
  const groups = GROUPS.map(([key, title, about]) => ({ key, title, about, cards: [] }));
  for (const card of cards) {
    const place = GROUPS.findIndex(([, , , takes]) => takes(card, isChess(card)));
    groups[place].cards.push(card);
  }
  return groups.filter((group) => group.cards.length > 0);
}

const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\p{Mark}/gu, '');

// All words by which a game is found, the most telling ones first.
function haystack(card) {
  const has = [card.hands && 'drops drop hands hand reserve captured pieces come back', card.tokens.length > 0 && 'tokens token', card.layers > 1 && 'layers layer 3d three dimensions dimensional',
    card.drawing.shape === 'hexagon' && 'hexagons hexagonal', !isWhole(card) && 'holes', card.royal && 'check mate royal', card.squares > 64 && 'large big bigger', card.squares < 64 && 'small smaller mini quick short',
    card.modules.includes('explosion') && 'bombs explode explosions blow up'];
  return plain([card.title, card.name, card.inventor, `${card.files}x${card.ranks}`, `${card.squares} squares`, ...card.names, ...card.tokens, ...card.modules,
    ...card.modules.map((name) => name.replaceAll('-', ' ')), ...has, card.summary, card.aim, card.parent].filter(Boolean).join(' '));
}

const known = new WeakMap();

// Words that say nothing about a game.
const EMPTY = new Set(['a', 'an', 'and', 'at', 'but', 'by', 'for', 'game', 'games', 'i', 'in', 'is', 'like', 'of', 'on', 'or', 'that', 'the', 'to', 'where', 'which', 'with']);

// The cards in which all words of a text begin a word, those with them in the title first.
export function found(cards, text) {
  const all = plain(text).replace(/(\d)\s*[x×]\s*(\d)/g, '$1x$2').split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !EMPTY.has(word));
  const words = telling.length > 0 ? telling : all;
  const score = (card) => {
    if (!known.has(card)) known.set(card, ` ${haystack(card)}`);
    const hay = known.get(card);
    const isIn = (word) => hay.includes(` ${word}`) || hay.includes(`-${word}`);
    if (!words.every(isIn)) return 0;
    const title = ` ${plain(card.title)}`;
    return 1 + words.filter((word) => title.includes(` ${word}`)).length + (title.trim() === words.join(' ') ? 9 : 0);
  };
  const scored = cards.map((card) => [score(card), card]).filter(([worth]) => worth > 0);
  return scored.sort(([a], [b]) => b - a).map(([, card]) => card);
}

// The cards in which most words of a text begin a word, if there is none that has all of them.
export function nearly(cards, text) {
  const words = plain(text).split(/\s+/).filter((word) => word && !EMPTY.has(word));
  const hits = new Map();
  for (const word of words) for (const card of found(cards, word)) hits.set(card, (hits.get(card) ?? 0) + 1);
  const most = Math.max(0, ...hits.values());
  return words.length > 1 && most > 0 ? [...hits].filter(([, count]) => count === most).map(([card]) => card).slice(0, 24) : [];
}

// How much two games have in common: a parent, what they are built of, and what is in their rules.
function kinship(a, b) {
  const common = (list, others) => list.filter((one) => others.includes(one)).length;
  const isParent = a.ancestors[0] === b.name || b.ancestors[0] === a.name;
  const isSibling = a.ancestors.length > 0 && a.ancestors[0] === b.ancestors[0];
  const shape = ['hands', 'royal', 'layers', 'files', 'ranks'].filter((key) => a[key] === b[key]).length;
  const rarely = common(a.modules, b.modules) / Math.max(1, a.modules.length, b.modules.length);
  return (isParent ? 5 : 0) + (isSibling ? 1 : 0) + 4 * rarely + 3 * (common(a.names, b.names) / Math.max(a.names.length, b.names.length)) + 2 * Math.min(1, common(a.tokens, b.tokens)) + (a.drawing.shape === b.drawing.shape ? 1 : 0) + shape / 3;
}

// The games that are most like one, the nearest first.
export function akin(cards, card, most) {
  const scored = cards.filter((other) => other !== card).map((other) => [kinship(card, other), other]);
  return scored.sort(([a], [b]) => b - a).slice(0, most).map(([, other]) => other);
}
