// Colours by their names: sides, kinds of piece and regions that an author calls after a colour are drawn in it.

const HUES = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'brown', 'gold', 'silver'];
const SHADES = { white: 0, light: 0, black: 1, dark: 1 };

// The colour that is the last word of a name, as in `on-red`; nothing if there is none.
export function hueOf(name) {
  const word = (name ?? '').toLowerCase().split(/[^a-z]+/).filter(Boolean).at(-1);
  return HUES.includes(word) ? word : null;
}

// How the pieces of each side look: light or dark, as the side is called, and else in the order of the sides; with a colour if the side
// has the name of one.
export function tones(names) {
  const called = names.map((name) => SHADES[name.toLowerCase()]);
  return names.map((name, side) => {
    const others = called.filter((shade, n) => n !== side && shade !== undefined);
    const left = others.length > 0 ? 1 - others[0] : side;
    return { shade: called[side] ?? left, hue: hueOf(name) };
  });
}

// Tells the kinds of a game, or of its drawing, how the pieces of its sides look.
export function painted(made, sides) {
  const all = tones(sides);
  for (const kind of made.kinds) kind.tones = all;
  return made;
}

// The colour of each square that belongs to a region called after one.
export function huesOf(regions) {
  const hues = new Map();
  for (const { name, squares } of regions ?? []) {
    const hue = hueOf(name);
    if (hue) for (const square of squares) hues.set(square, hue);
  }
  return hues;
}
