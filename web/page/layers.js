// Boards of several layers: what each is called, and how they stand beside one another where there is little room.

const LAYER = /_(\d+)$/;
const layerOf = (name) => Number(name.match(LAYER)?.[1] ?? 1);

// The layers of a board, each with the corner from which its squares lie; nothing if there is but one.
function layers(board) {
  const all = Map.groupBy(board.cells, ({ name }) => layerOf(name));
  if (all.size < 2) return [];
  return [...all].sort(([a], [b]) => a - b).map(([number, cells]) => {
    const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
    return { number, left, top, width: Math.max(...xs) + 0.5 - left, height: Math.max(...ys) + 0.5 - top };
  });
}

// In how many columns layers are largest where there is so much room, in any unit; in no more than have room for squares of this size.
function columnsOf(count, { width, height }, room, least) {
  const size = (columns) => Math.min(room.width / (columns * (width + 1)), room.height / (Math.ceil(count / columns) * (height + 1.4)));
  const most = Math.max(1, Math.floor((room.width / least + 1) / (width + 1)));
  const all = Array.from({ length: Math.min(count, most) }, (_, n) => n + 1);
  return all.reduce((a, b) => (size(b) > size(a) ? b : a));
}

// Returns a board as it is drawn in a room of so many pixels, with squares of at least so many: with a name above each layer, and with labels that
// do not repeat it.
export function arranged(board, room, least) {
  const all = layers(board);
  if (all.length === 0) return board;
  const [width, height] = [Math.max(...all.map((layer) => layer.width)), Math.max(...all.map((layer) => layer.height))];
  const columns = columnsOf(all.length, { width, height }, room, least);
  const rows = Math.ceil(all.length / columns);
  const shifts = new Map(all.map(({ number, left, top }, n) => [number, [n % columns * (width + 1) - left, Math.floor(n / columns) * (height + 1.4) - top]]));
  const moved = (number, part) => ({ ...part, x: part.x + shifts.get(number)[0], y: part.y + shifts.get(number)[1] });
  // A label belongs to the layer that is nearest on its left or above.
  const owner = ({ x, y }) => all.find((layer) => x > layer.left - 0.6 && x < layer.left + layer.width && y > layer.top && y < layer.top + layer.height + 0.6)?.number;
  const labels = board.labels.filter((label) => owner(label)).map((label) => moved(owner(label), { ...label, text: label.text.replace(LAYER, '') }));
  const names = all.map(({ number, left, top }) => moved(number, { text: `level ${number}`, x: left + width / 2, y: top - 0.25 }));
  return { ...board, labels: [...labels, ...names], cells: board.cells.map((cell) => moved(layerOf(cell.name), cell)),
    width: columns * (width + 1) - 1, height: rows * (height + 1.4) - 1.4 };
}

// Says squares in a text as people do: `c5_4` is c5 on level 4, and is written c5 (level 4).
export function spoken(text, board) {
  if (!board.cells.some(({ name }) => LAYER.test(name))) return text;
  const names = new Set(board.cells.map(({ name }) => name));
  return text.replace(/[\w-]+/g, (word) => (names.has(word) ? `${word.replace(LAYER, '')} (level ${layerOf(word)})` : word));
}
