// Haste, broken links and whatever else goes wrong at a page: nothing is lost, and what is refused is said.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { writeLink } from '../page/link.js';
import { Browser } from './table.mjs';

let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const played = (page) => page.locator('#record li').evaluateAll((items) => items.map((item) => item.dataset.turn));
const status = (page, part) => page.waitForFunction((wanted) => document.querySelector('#status').textContent.includes(wanted), part);

// Clicks without waiting for anything in between.
const clicks = (page, ...wanted) => page.evaluate((list) => {
  for (const one of list) document.querySelector(one).dispatchEvent(new MouseEvent('click', { bubbles: true }));
}, wanted.map((name) => (name.startsWith('#') ? name : `#board [data-square="${name}"]`)));

test('clicks that come too fast play nothing that was not seen', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await clicks(page, 'e2', 'e4', 'e4', 'e7', 'e5', 'd2', 'd4');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
  assert.deepEqual(await played(page), ['e2e4']);
  await table.press('square:e7');
  await table.press('square:e5');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
}));

test('what is taken back at once stays taken back', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
  await clicks(page, ...Array(9).fill('#back'));
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 0);
  await clicks(page, 'e2', 'e4', '#again');
  await page.waitForTimeout(300);
  assert.deepEqual(await played(page), []);
  assert.equal(await page.locator('#board .piece').count(), 32);
}));

test('turns are taken back and rules written while the computer thinks', () => at.table(async (table, page) => {
  await table.open({ name: 'magic-ring' });
  await page.locator('#players select').nth(1).selectOption('computer 10');
  await table.press('square:e2');
  await table.press('square:e4');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
  await page.waitForTimeout(400);
  await table.write();
  await page.locator('#back').click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 0);
  // Nothing comes of what was thought.
  await page.waitForTimeout(1500);
  assert.deepEqual(await played(page), []);
  await page.locator('nav button[data-view=play]').click();
  await page.locator('#players select').nth(1).selectOption('computer 1');
  await table.press('square:d2');
  await table.press('square:d4');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
}));

test('a piece that is dragged off the board stays where it was', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  const { x, y, width, height } = await page.locator('#board [data-square=e2] .cell').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(1270, 890, { steps: 5 });
  await page.mouse.up();
  assert.equal(await page.locator('#board .moving > *, #board .away').count(), 0);
  await table.press('square:e4');
  await page.waitForFunction(() => document.querySelector('#record li')?.dataset.turn === 'e2e4');
}));

test('a piece is dragged by a finger', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  const session = await page.context().newCDPSession(page);
  const middle = async (square) => {
    const { x, y, width, height } = await page.locator(`#board [data-square=${square}] .cell`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [[x, y], [u, v]] = [await middle('e2'), await middle('e4')];
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (let part = 1; part <= 6; part += 1) await touch('touchMove', { x: x + (u - x) * part / 6, y: y + (v - y) * part / 6 });
  await touch('touchEnd');
  await page.waitForFunction(() => document.querySelector('#record li')?.dataset.turn === 'e2e4');
}, PHONE));

test('a game goes on after a reload, though it began with a link, and each tab has its own', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, ['e2e4']);
  await table.press('square:e7');
  await table.press('square:e5');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  const other = await page.context().newPage();
  await other.goto(at.url + await writeLink({ asked: { name: 'mono' }, start: null, turns: [] }));
  await other.waitForFunction(() => document.title.startsWith('Mono'));
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  assert.match(await page.title(), /^Chess/);
  await other.reload();
  await other.waitForFunction(() => document.title.startsWith('Mono'));
}));

test('a link is followed in a page that is open', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  const link = await writeLink({ asked: { name: 'mono' }, start: null, turns: [] });
  await page.locator('#players select').nth(1).selectOption('computer 1');
  // Whoever plays on until it is there does no harm.
  await page.evaluate((hash) => {
    location.hash = hash;
    addEventListener('hashchange', () => {
      for (let count = 0; count < 40; count += 1) {
        setTimeout(() => document.querySelector('#board .square.open')?.dispatchEvent(new MouseEvent('click', { bubbles: true })), count);
      }
    });
  }, link);
  await page.waitForFunction(() => document.title.startsWith('Mono'));
  assert.equal(await page.locator('#players select').nth(1).inputValue(), 'person');
}));

const BROKEN = [
  ['#g=garbage', 'cannot be read'], ['#g=%%%', 'cannot be read'], ['#g=', 'cannot be read'],
  [{ asked: null }, 'cannot be opened'], [{ asked: [] }, 'cannot be opened'], [{ asked: { name: 'nope' } }, 'nope'],
  [{ asked: { name: 'chess' }, turns: 5 }, 'cannot be opened'], [{ asked: { name: 'chess' }, start: 'junk' }, 'position text'],
  [{ asked: { name: 'chess' }, turns: ['e2e4', 'zz', 'e7e5'] }, '`zz` is not a turn'],
  [{ asked: { name: 'chess', options: { chess960: 'perhaps' } } }, 'chess960'],
  [{ asked: { text: `rules 1\n${'#'.repeat(900_000)}` } }, 'cannot be opened'],
];
test('links that are broken are told, and there is a game all the same', () => at.table(async (table, page) => {
  for (const [link, wanted] of BROKEN) {
    await page.goto('about:blank');
    await page.goto(at.url + (typeof link === 'string' ? link : await writeLink(link)));
    await page.locator('#board .piece').first().waitFor();
    await status(page, wanted);
  }
}));

test('what was kept by somebody else does no harm', () => at.table(async (table, page) => {
  await page.goto(`${at.url}#play`);
  for (const text of ['junk', '{}', '5', '"x"', '[]', '{"asked":5}', '{"asked":{"name":"chess"},"players":[{},3,"computer 99"]}']) {
    await page.evaluate((kept) => { for (const storage of [sessionStorage, localStorage]) storage.setItem('fairyring', kept); }, text);
    await page.reload();
    await status(page, 'White to move');
  }
}));
