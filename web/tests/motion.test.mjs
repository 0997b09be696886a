// Pieces that move are seen on their whole way, with motion on: a picture is taken in the middle of it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Browser } from './table.mjs';

let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

// Holds all that moves in the middle of its way.
const hold = (page) => page.evaluate(() => {
  const running = document.querySelector('.moving').getAnimations({ subtree: true });
  for (const one of running) {
    one.pause();
    one.currentTime = one.effect.getComputedTiming().duration / 2;
  }
  return running.length;
});

// How many points of a part of the window are as dark as the ink of a piece.
async function ink(page, clip) {
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data: points } = canvas.getImageData(0, 0, image.width, image.height);
    let dark = 0;
    for (let n = 0; n < points.length; n += 4) if (points[n] + points[n + 1] + points[n + 2] < 160) dark += 1;
    return dark;
  }, picture);
}

// A rook goes up the board over squares that are drawn after its own, and back down over ones that are drawn before.
for (const [way, start, turn, middle] of [['up', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', ['a1', 'a7'], 'a4'], ['down', '4k3/R7/8/8/8/8/8/4K3 w - - 0 1', ['a7', 'a1'], 'a4']]) {
  test(`a piece that moves ${way} the board is seen whole in the middle of its way`, () => at.table(async (table, page) => {
    await table.open({ name: 'chess' }, [], start);
    const whole = await ink(page, await page.locator(`#board [data-square=${turn[0]}] .cell`).boundingBox());
    const box = await page.locator(`#board [data-square=${middle}] .cell`).boundingBox();
    assert.ok(whole > 100, `${whole} points`);
    assert.ok(await ink(page, box) < whole / 10, 'nothing is there before');
    await page.evaluate(() => {
      // Animations wait for whoever looks at them.
      const { animate } = Element.prototype;
      Element.prototype.animate = function animateSlowly(frames, timing) { return animate.call(this, frames, { ...timing, duration: 60_000, easing: 'linear' }); };
    });
    await table.press(`square:${turn[0]}`);
    await table.press(`square:${turn[1]}`);
    await page.locator('.moving .piece').waitFor();
    assert.equal(await hold(page), 1);
    const seen = await ink(page, box);
    assert.ok(seen > whole * 0.7, `${seen} of ${whole} points are seen`);
    assert.equal(await page.locator(`#board [data-square=${turn[1]}] .piece`).evaluate((piece) => getComputedStyle(piece).visibility), 'hidden');
  }, { reducedMotion: 'no-preference' }));
}

// Others are seen whole in the middle of their ways: both pieces that castle, a pawn that becomes something else, and one that is taken
// while another comes.
const KINDS = [
  ['two pieces that castle', 'r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1', ['e1', 'g1'], 2, []],
  ['a pawn that is promoted', '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', ['a7', 'a8', 'type:Queen'], 1, []],
  ['a piece that captures', '4k3/8/8/3p4/8/8/6B1/4K3 w - - 0 1', ['g2', 'd5'], 1, ['d5']],
];
for (const [what, start, clicks, many, fading] of KINDS) {
  test(`${what}: seen whole in the middle of the way`, () => at.table(async (table, page) => {
    await table.open({ name: 'chess' }, [], start);
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function animateSlowly(frames, timing) { return animate.call(this, frames, { ...timing, duration: 60_000, easing: 'linear' }); };
    });
    for (const click of clicks) await table.press(click.includes(':') ? click : `square:${click}`);
    await page.locator('.moving .piece').first().waitFor();
    assert.equal(await hold(page), many + fading.length);
    // Nothing is above the layer, no piece in it is cut off by the board, and each that moves has ink where it is.
    assert.ok(await page.locator('#board svg').evaluate((svg) => svg.lastChild.classList.contains('moving')));
    const frame = await page.locator('#board svg').boundingBox();
    const boxes = await Promise.all((await page.locator('.moving .piece').all()).map((piece) => piece.boundingBox()));
    assert.equal(boxes.length, many + fading.length);
    for (const [n, { x, y, width, height }] of boxes.entries()) {
      assert.ok(x >= frame.x && y >= frame.y && x + width <= frame.x + frame.width && y + height <= frame.y + frame.height, 'it is inside the board');
      // What is taken comes first, and is half gone.
      if (n >= fading.length) assert.ok(await ink(page, { x, y, width, height }) > 60, 'it is seen');
    }
  }, { reducedMotion: 'no-preference' }));
}

test('a piece that is dragged is above all squares, and stays where it is put', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  const middle = async (square) => {
    const { x, y, width, height } = await page.locator(`#board [data-square=${square}] .cell`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [from, over, to] = [await middle('g1'), await middle('e6'), await middle('f3')];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...over, { steps: 4 });
  const { x, y, width, height } = await page.locator('.moving .lifted .piece').boundingBox();
  assert.ok(Math.hypot(x + width / 2 - over[0], y + height / 2 - over[1]) < 12, 'it is where the pointer is');
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('#record li')?.dataset.turn === 'g1f3');
  assert.equal(await page.locator('.moving > *').count(), 0);
}, { reducedMotion: 'no-preference' }));
