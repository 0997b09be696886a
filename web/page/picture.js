// A picture of the board as a file of its own: SVG or PNG.

import { element, pieceShape } from './pieces.js';

const STYLES = ['fill', 'stroke', 'visibility', 'stroke-width', 'stroke-linejoin', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline', 'opacity'];
const PIXELS = 96;

// Draws the board with the hands above and below it, and writes into each shape how it looks.
function drawn(board, state) {
  const { width, height } = board.page.board;
  const hands = state.hands.some((hand) => hand.length > 0) ? 1 : 0;
  const box = { x: -0.6, y: -0.6 - hands, width: width + 1.2, height: height + 1.2 + 2 * hands };
  const svg = element('svg', { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, width: box.width * PIXELS, height: box.height * PIXELS, 'font-size': 0.26 });
  svg.append(element('rect', { class: 'ground', ...box }));
  for (const part of board.holder.querySelectorAll('svg > *')) svg.append(part.cloneNode(true));
  for (const gone of svg.querySelectorAll('.spot, .ring, .reach, .reached, .moving')) gone.remove();
  state.hands.forEach((hand, side) => hand.forEach(({ kind, count }, n) => {
    const isAbove = (side === 0) === board.turned;
    const group = element('g', { transform: `translate(${n * 1.5 + 0.5} ${isAbove ? -1.1 : height + 1.1})` });
    group.append(element('rect', { class: 'shade0', x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.1 }));
    group.append(pieceShape(board.kinds.get(kind), side), element('text', { class: 'label', x: 0.6, 'font-size': 0.26 }, `×${count}`));
    svg.append(group);
  }));
  board.holder.append(svg);
  const shapes = [...svg.querySelectorAll('rect, circle, polygon, path, text')];
  const looks = shapes.map((shape) => STYLES.map((name) => [name, getComputedStyle(shape).getPropertyValue(name)]));
  svg.remove();
  shapes.forEach((shape, n) => looks[n].forEach(([name, value]) => shape.setAttribute(name, value)));
  for (const part of svg.querySelectorAll('*')) {
    for (const name of ['class', 'role', 'tabindex', 'data-square', 'aria-label']) part.removeAttribute(name);
  }
  return svg;
}

export function asSvg(board, state) {
  return new Blob([new XMLSerializer().serializeToString(drawn(board, state))], { type: 'image/svg+xml' });
}

export async function asPng(board, state) {
  const svg = drawn(board, state);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Number(svg.getAttribute('width'));
  canvas.height = Number(svg.getAttribute('height'));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
