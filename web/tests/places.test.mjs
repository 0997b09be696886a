// The door, the gallery and the pages of games: what somebody sees who comes for the first time.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { found, grouped } from '../page/groups.js';
import { folder } from './native.mjs';
import { Browser } from './table.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FIVE = ['fellowship', 'magic-ring', 'mono', 'one-ring', 'ruddigore'];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

const { cards } = JSON.parse(readFileSync(`${folder}/gallery.json`, 'utf8'));
const names = (list) => list.map((card) => card.name);

test('each game is in one group, found by what its rules have', () => {
  const groups = new Map(grouped(cards).map((group) => [group.key, names(group.cards)]));
  assert.deepEqual(groups.get('five').toSorted(), FIVE);
  assert.equal([...groups.values()].flat().length, cards.length);
  for (const [key, name] of [['tiles', 'shogi'], ['tiles', 'xiangqi'], ['tiles', 'chu-shogi'], ['shapes', 'talvola-glinski_chess'], ['shapes', 'talvola-alice_chess'],
    ['other', 'amazons'], ['other', 'ataxx'], ['hands', 'crazyhouse'], ['large', 'grand'], ['small', 'losalamos'], ['change', 'atomic']]) {
    assert.ok(groups.get(key)?.includes(name), `${name} is not in ${key}`);
  }
  assert.ok(names(found(cards, 'drops 5x5')).includes('minishogi'));
  assert.ok(found(cards, '10x10').every((card) => card.files === 10 && card.ranks === 10));
  assert.ok(names(found(cards, 'tokens')).includes('magic-ring'));
  assert.ok(!names(found(cards, 'tokens')).includes('chess'));
  assert.equal(found(cards, 'ruddigore')[0].name, 'ruddigore');
  assert.deepEqual(found(cards, 'no such words at all'), []);
});

test('whoever comes for the first time finds a game, reads about it and plays it', () => at.table(async (table, page) => {
  await page.goto(at.url);
  await page.locator('#five .thumbnail').nth(4).waitFor();
  assert.deepEqual((await page.locator('#five .card').evaluateAll((all) => all.map((card) => card.dataset.game))).toSorted(), FIVE);
  assert.match(await page.locator('.welcome').textContent(), /Fairyring plays \d{3} games/);
  await page.locator('#search').fill('curse');
  await page.locator('#gallery .card[data-game=ruddigore] .thumbnail').waitFor();
  await page.locator('#gallery .card[data-game=ruddigore]').click();
  await page.waitForFunction(() => location.hash === '#game/ruddigore' && document.querySelectorAll('#about-game .kind').length > 5);
  const told = await page.locator('#about-game').textContent();
  assert.match(told, /Peter Aronson/);
  assert.match(told, /The curse: on every even turn/);
  await page.locator('#about-game .reaches svg').first().waitFor();
  // A turn in two pictures, with what happens in it, and games that are like this one.
  await page.locator('.a-turn').scrollIntoViewIfNeeded();
  await page.locator('.a-turn figure svg').nth(1).waitFor();
  assert.match(await page.locator('.a-turn').innerText(), /\w+ .*\./);
  await page.locator('.akin .card').last().scrollIntoViewIfNeeded();
  await page.locator('.akin .card svg').first().waitFor();
  assert.equal(await page.locator('.akin .card').count(), 6);
  await page.locator('#about-play').click();
  await table.press('square:e2');
  await table.press('square:e4');
  // The computer answers.
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  await page.goBack();
  await page.waitForFunction(() => location.hash === '#game/ruddigore');
  await page.locator('.brand').click();
  await page.waitForFunction(() => document.querySelector('#go-on').textContent.includes('2 turns played'));
  await page.locator('#go-on').click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
}));

test('an address leads to a game, and one that leads nowhere says so', () => at.table(async (table, page) => {
  await page.goto(`${at.url}#game/shogi`);
  await page.waitForFunction(() => document.title.startsWith('Shogi'));
  await page.goto('about:blank');
  await page.goto(`${at.url}#play/mono`);
  await page.waitForFunction(() => document.title.startsWith('Mono') && location.hash === '#play');
  assert.equal(await page.locator('#players select').nth(1).inputValue(), 'computer 3');
  await page.goto('about:blank');
  await page.goto(`${at.url}#game/no-such-game`);
  await page.locator('#about-game [role=alert]').waitFor();
}));

test('what is said of pieces is whole', () => at.table(async (table, page) => {
  for (const name of ['amazons', 'janggi', 'chu-shogi']) {
    await page.goto(`${at.url}#game/${name}`);
    await page.waitForFunction((wanted) => location.hash.endsWith(wanted) && document.querySelector('#about-game .kind'), name);
    assert.doesNotMatch(await page.locator('.kinds').innerText(), /…/);
  }
}));

test('the guide has an address, and light turns to dark', () => at.table(async (table, page) => {
  await page.goto(at.url);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.locator('#shade').click();
  assert.notEqual(await paper(), before);
  await page.locator('#to-guide').click();
  await page.locator('#document h2').waitFor();
  await page.reload();
  assert.notEqual(await paper(), before);
  await page.goto(`${at.url}#puzzles/chess`);
  await page.waitForFunction(() => /There are no puzzles for Chess/.test(document.querySelector('#status').textContent) && document.querySelectorAll('#board .piece').length === 32);
}));

test('boards of the gallery are drawn when they come into view', () => at.table(async (table, page) => {
  await page.goto(at.url);
  await page.locator('#gallery .card').first().waitFor();
  const drawn = () => page.locator('#gallery .thumbnail').count();
  const before = await drawn();
  assert.ok(before < 60, `${before} boards are drawn at once`);
  await page.locator('#gallery .card[data-game=xiangqi]').scrollIntoViewIfNeeded();
  await page.locator('#gallery .card[data-game=xiangqi] .piece').first().waitFor();
}));

test('a gallery on a telephone', () => at.table(async (table, page) => {
  await page.goto(at.url);
  await page.locator('#five .thumbnail').first().waitFor();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(await wide(), 0);
  await page.goto(`${at.url}#game/chu-shogi`);
  await page.locator('#about-game .kind').first().waitFor();
  assert.equal(await wide(), 0);
}, PHONE));

for (const colorScheme of ['light', 'dark']) {
  test(`no obstacles are found by axe at the door and on the page of a game: ${colorScheme}`, () => at.table(async (table, page) => {
    await page.addInitScript(AXE);
    for (const hash of ['', '#game/magic-ring', '#game/chu-shogi']) {
      await page.goto('about:blank');
      await page.goto(at.url + hash);
      await page.locator(hash ? '#about-game .kind' : '#gallery .card').first().waitFor();
      await page.waitForTimeout(400);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${hash}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`), []);
    }
  }, { colorScheme }));
}

test('all games are found from the door by keys, and what is found is in view', () => at.table(async (table, page) => {
  await page.goto(table.url);
  await page.locator('#gallery .card').first().waitFor();
  await page.locator('#all-games').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('crazyhouse');
  await page.waitForFunction(() => document.querySelector('#gallery .card')?.dataset.game === 'crazyhouse');
  const { top, bottom, height } = await page.evaluate(() => ({ ...document.querySelector('#gallery .card').getBoundingClientRect().toJSON(), height: innerHeight }));
  assert.ok(top > 0 && bottom < height, `${top} to ${bottom} of ${height}`);
}, { viewport: { width: 1280, height: 657 } }));
