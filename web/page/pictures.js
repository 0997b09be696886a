// Pictures of one's own, by the names of their files: `picture "dragon.svg"`. They are drawn as images, in which a browser runs no script
// and fetches nothing; what could do so elsewhere is taken out all the same.

const NS = 'http://www.w3.org/2000/svg';
// The largest picture, and all of a game together, in bytes.
export const MOST = { one: 20_000, all: 60_000 };
const ELEMENTS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'title', 'desc', 'defs', 'use', 'symbol',
  'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop', 'pattern']);

let current = {};

// Takes the pictures of the game that is shown.
export function use(pictures) {
  current = pictures ?? {};
}

export const isFile = (picture) => /^[\p{L}\p{N}_-]+\.svg$/u.test(picture ?? '');

// The address of a picture; null if there is none of that name.
export function addressOf(name) {
  return Object.hasOwn(current, name) && typeof current[name] === 'string' ? `data:image/svg+xml,${encodeURIComponent(current[name])}` : null;
}

// Returns a drawing without all that is none, or says what is wrong with it.
export function clean(text) {
  if (text.length > MOST.one) throw new Error(`it has ${Math.ceil(text.length / 1000)} kB, and a picture may have ${MOST.one / 1000}`);
  // A browser looks at handlers while it reads them.
  const quiet = text.replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
  const root = new DOMParser().parseFromString(quiet, 'image/svg+xml').documentElement;
  if (root.namespaceURI !== NS || root.localName !== 'svg') throw new Error('it is no SVG drawing');
  for (const node of [root, ...root.querySelectorAll('*')]) {
    if (node.namespaceURI !== NS || !ELEMENTS.has(node.localName)) {
      node.remove();
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      const isLink = /href$/i.test(name) && !value.startsWith('#');
      if (/^on/i.test(name) || isLink || /url\(\s*["']?(?!#)|javascript:|@import/i.test(value)) node.removeAttribute(name);
    }
  }
  if (!root.hasAttribute('viewBox')) {
    const [width, height] = ['width', 'height'].map((name) => Number.parseFloat(root.getAttribute(name)));
    if (!(width > 0 && height > 0)) throw new Error('it says neither its width and height nor a viewBox');
    root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }
  // Whoever draws it says how large.
  root.setAttribute('width', '100');
  root.setAttribute('height', '100');
  return new XMLSerializer().serializeToString(root);
}

// Adds a picture to those of a game.
export function added(pictures, name, text) {
  if (!isFile(name)) throw new Error(`${name} cannot be written in rules: a name has letters, digits, - and _, and ends in .svg`);
  const all = { ...pictures, [name]: clean(text) };
  const size = Object.values(all).reduce((sum, one) => sum + one.length, 0);
  if (size > MOST.all) throw new Error(`all pictures together have ${Math.ceil(size / 1000)} kB, and may have ${MOST.all / 1000}`);
  return all;
}

// What is asked for, with the pictures that came in a link or were kept cleaned once more, as anybody can write a link.
export function within(asked) {
  if (typeof asked !== 'object' || asked === null || !('pictures' in asked)) return asked;
  const { pictures, ...rest } = asked;
  const all = checked(pictures);
  return all ? { ...rest, pictures: all } : rest;
}

function checked(pictures) {
  let all = {};
  for (const [name, text] of Object.entries(pictures ?? {})) {
    try {
      all = added(all, name, String(text));
    } catch {
      // The piece has letters instead.
    }
  }
  return Object.keys(all).length > 0 ? all : undefined;
}
