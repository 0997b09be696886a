// The page in a real browser: games played by pointing, by keys and by touch, rules written, links opened.
//
//     node --test web/tests/browser.test.mjs
//
// `FAIRYRING` is the program (target/release/fairyring), `PAGE` the folder that `web/build.sh` made (target/page), and
// `CHROMIUM` the browser (/usr/bin/chromium).

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { Game } from '../page/game.js';
import { program, serve } from './native.mjs';
import { chances } from './random.mjs';
import { Browser, until, wholeGame } from './table.mjs';

const FIVE = ['fellowship', 'one-ring', 'ruddigore', 'mono', 'magic-ring'];
let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());
const atTable = (work, settings) => at.table(work, settings);

for (const name of FIVE) {
  test(`a whole game of ${name} by clicks`, () => atTable(async (table, page) => {
    const game = await wholeGame({ name }, chances, 400);
    await table.open({ name });
    await playOut(table, game.turns);
    const told = await page.locator('#status').textContent();
    assert.ok(told.includes(game.state.result.words), told);
  }));
}

async function playOut(table, turns) {
  for (const text of turns) {
    const turn = table.game.state.turns.find((known) => known.text === text);
    await table.play(turn);
  }
  await table.agrees();
}

test('a game against the computer', () => atTable(async (table, page) => {
  await table.open({ name: 'mono' });
  await page.locator('#players select').nth(1).selectOption('computer 1');
  const chance = chances(3);
  for (let ply = 0; ply < 60 && !table.game.state.result; ply += 1) {
    const turn = chance.of(table.game.state.turns);
    await table.point(turn, (click) => table.press(click));
    await table.game.play(turn.text);
    const count = table.game.turns.length + (table.game.state.result ? 0 : 1);
    await page.waitForFunction((wanted) => document.querySelectorAll('#record li').length === wanted, count);
    const texts = await page.locator('#record li').evaluateAll((items) => items.map((item) => item.dataset.turn));
    assert.deepEqual(texts.slice(0, table.game.turns.length), table.game.turns);
    for (const text of texts.slice(table.game.turns.length)) await table.game.play(text);
  }
  await table.agrees();
}));

test('a whole game by the keyboard alone', () => atTable(async (table, page) => {
  const game = await wholeGame({ name: 'magic-ring' }, chances, 120);
  await table.open({ name: 'magic-ring' });
  for (const text of game.turns) {
    const turn = table.game.state.turns.find((known) => known.text === text);
    await table.point(turn, (click) => pressKeys(table, click));
    await table.game.play(turn.text);
    await table.isReached();
  }
  await table.agrees();
}));

// Goes to a square by arrow keys, or to a button by the tabulator, and presses Enter.
async function pressKeys({ page, game }, click) {
  const focused = () => page.evaluate(() => document.activeElement?.dataset.square ?? null);
  const tab = async (isThere) => {
    for (let count = 0; count < 80; count += 1) {
      if (await page.evaluate(isThere, click)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the tabulator does not lead to ${click}`);
  };
  if (!click.startsWith('square:')) {
    await tab((wanted) => document.activeElement?.dataset.click === wanted);
    await page.keyboard.press('Enter');
    return;
  }
  await tab(() => document.activeElement?.dataset.square !== undefined);
  const cell = (name) => game.page.board.cells.find((known) => known.name === name);
  const to = cell(click.slice(7));
  for (;;) {
    const from = cell(await focused());
    const key = from.x < to.x ? 'ArrowRight' : from.x > to.x ? 'ArrowLeft' : from.y < to.y ? 'ArrowDown' : from.y > to.y ? 'ArrowUp' : 'Enter';
    await page.keyboard.press(key);
    if (key === 'Enter') return;
  }
}

test('a whole game on a phone', () => atTable(async (table, page) => {
  const game = await wholeGame({ name: 'ruddigore' }, chances, 200);
  await table.open({ name: 'ruddigore' });
  table.press = (click) => page.locator(click.startsWith('square:') ? `#board [data-square="${click.slice(7)}"]` : `[data-click="${click}"]`).tap();
  await playOut(table, game.turns);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, 'nothing sticks out to the right');
  const { width } = await page.locator('#board .cell').first().boundingBox();
  assert.ok(width >= 36, `squares are ${width} wide`);
}, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }));

const SHAPES = { hexagons: 'talvola-glinski_chess', 'two boards': 'talvola-alice_chess', 'a line': 'mono', 'ten files': 'shogi' };
for (const [shape, name] of Object.entries(SHAPES)) {
  test(`${shape}: ${name}`, () => atTable(async (table) => {
    await table.open({ name });
    await table.playOn(chances(7), 12);
    await table.agrees();
  }));
}

const FLOORS = `rules 1
game "Three floors"
board 4x4x3
sides White "w", Black "b"
piece Tower "T" { moves slide orthogonally, leap (0,0,1) }
piece Frog "F" { moves leap (1,2), leap (1,0,1) }
turn { move }
ending stuck: own loses "no move" when own cannot move
setup "3t/2f1/4/4/4/4/4/4/4/4/4/TF2 w"
`;

test('three layers', () => atTable(async (table) => {
  await table.open({ text: FLOORS });
  await table.playOn(chances(5), 14);
  await table.agrees();
}));

const WANTED = {
  'a drop': ['crazyhouse', (turn) => turn.clicks.some((click) => click.startsWith('hand:'))],
  'a promotion': ['losalamos', (turn) => turn.clicks.some((click) => click.startsWith('type:'))],
  'a bestowal': ['fellowship', (turn) => /bestow/.test(turn.text)],
  'a sacrifice': ['ruddigore', (turn) => /sac:/.test(turn.text)],
};
for (const [what, [name, isWanted]] of Object.entries(WANTED)) {
  test(`${what} in ${name}`, () => atTable(async (table) => {
    const { game, turn } = await until({ name }, isWanted, chances, 300);
    await table.open({ name }, game.turns);
    await table.play(turn);
    await table.agrees();
  }));
}

test('a mistake in the editor is mended by a click', () => atTable(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await table.paste('rules 1\ngame "Mine" from chess\nextend Quen { moves N }\n');
  await page.getByRole('button', { name: 'Did you mean Queen?' }).click();
  await page.waitForFunction(() => document.querySelector('#title').textContent === 'Mine');
  const text = await table.written();
  assert.ok(text.includes('extend Queen'), text);
  table.game = new Game({ text, options: {} });
  await table.game.load();
  const turn = table.game.state.turns.find((known) => known.text === 'd1e3');
  await table.play(turn);
  await table.agrees();
}));

test('a file written from nothing is played', () => atTable(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await table.paste('');
  await page.keyboard.type(FLOORS);
  await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Three floors'));
  table.game = new Game({ text: FLOORS, options: {} });
  await table.game.load();
  await table.isReached();
  await table.playOn(chances(11), 8);
  await table.agrees();
}));

test('a link in a fresh profile gives the same position', async () => {
  let link;
  let turns;
  await atTable(async (table, page) => {
    await table.open({ text: FLOORS });
    await table.playOn(chances(2), 6);
    await page.locator('#share').click();
    await page.waitForFunction(() => document.querySelector('#status').textContent.includes('address bar'));
    link = page.url();
    turns = table.game.turns;
  });
  await atTable(async (table, page) => {
    table.game = new Game({ text: FLOORS });
    Object.assign(table.game, { turns });
    await table.game.load();
    await page.goto(link);
    await table.isReached();
    await table.agrees();
  });
});

test('games survive a reload', () => atTable(async (table, page) => {
  await table.open({ name: 'one-ring' });
  await table.playOn(chances(4), 5);
  await page.goto('about:blank');
  await page.goto(`${at.url}#play`);
  await table.isReached();
  await table.agrees();
}));

const EVIL = '<img src=x onerror=document.title=1><script>document.title=1</script>';
test('scripts in names are names', () => atTable(async (table, page) => {
  const text = FLOORS.replace('Three floors', EVIL).replace('White', 'W').replaceAll('"no move"', `"${EVIL}"`);
  await table.open({ text });
  await page.locator('nav button[data-view=rules]').click();
  await page.locator('nav button[data-view=write]').click();
  await page.waitForTimeout(500);
  assert.equal(await page.title(), `${EVIL} · Fairyring`);
  assert.equal(await page.locator('main img, main script').count(), 0);
  assert.ok((await page.locator('#title').textContent()).includes('<script>'));
}));

// Each move makes another event, for ever.
const ENDLESS = `rules 1
game "Endless"
board 16x16
sides White "w", Black "b"
piece Rider "R" { moves slide orthogonally, slide diagonally }
turn { move; move; move; move; move; move }
ending stuck: own loses "no move" when own cannot move
setup "rrrrrrrrrrrrrrrr/rrrrrrrrrrrrrrrr/16/16/16/16/16/16/16/16/16/16/16/16/RRRRRRRRRRRRRRRR/RRRRRRRRRRRRRRRR w"
`;

test('rules without end do not hang the page', () => atTable(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await table.paste(ENDLESS);
  await page.waitForFunction(() => /finding|limit|too long|more/.test(document.querySelector('#findings').textContent), null, { timeout: 90_000 });
  // The page answers meanwhile and afterwards.
  await page.locator('nav button[data-view=play]').click({ timeout: 2000 });
  await table.press('square:e2');
  await page.waitForFunction(() => document.querySelector('#board .spot'), null, { timeout: 70_000 });
}));

test('the page of the program is the same and follows a file', async () => {
  const path = `${mkdtempSync('/tmp/fairyring-')}/mine.rules`;
  writeFileSync(path, FLOORS);
  const served = await serve(program, path);
  try {
    await atTable(async (table, page) => {
      await page.goto(served.url);
      await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Three floors'));
      writeFileSync(path, FLOORS.replace('Three', 'Several'));
      await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Several floors'));
    });
  } finally {
    served.end();
  }
});
