// What comes after and around a game: boards in their own style, analysis, PGN, positions set up by hand, clocks, games by links, puzzles,
// and boards on other pages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { ask } from '../page/desk.js';
import { readLink, writeLink } from '../page/link.js';
import { fetched } from '../weigh.mjs';
import { folder } from './native.mjs';
import { Browser } from './table.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

const view = (page, name) => page.locator(`nav button[data-view=${name}]`).click();
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
const square = (page, name) => page.locator(`#board [data-square="${name}"] .cell`);
const said = (page, id, pattern) => page.waitForFunction(([what, text]) => new RegExp(text).test(document.querySelector(what).textContent), [id, pattern]);

test('what the door fetches is what is weighed', () => at.table(async (table, page) => {
  const names = new Set();
  page.on('request', (request) => names.add(new URL(request.url()).pathname.slice(1) || 'index.html'));
  await page.goto(at.url);
  await page.locator('#five .thumbnail').nth(4).waitFor();
  await page.waitForRequest(/desk\.wasm/).catch(() => {});
  await page.waitForTimeout(2500);
  const weighed = fetched(folder);
  assert.deepEqual([...names].filter((name) => !weighed.includes(name) && !name.startsWith('data:')), []);
  // The texts of games come with the first of them.
  await page.goto(`${at.url}#game/shogi`);
  await page.locator('#about-game .kind').first().waitFor();
  assert.ok(names.has('texts.json'));
}));

test('boards whose pieces stand on points have lines, palaces and a river', () => at.table(async (table, page) => {
  await table.open({ name: 'xiangqi' });
  const path = await page.locator('#board .lines').getAttribute('d');
  // 10 rows of 8 and 9 columns of 9, less the 7 that a river parts, and two diagonals in each palace.
  assert.equal(path.match(/M/g).length, 10 * 8 + 9 * 9 - 7 + 4);
  await said(page, '#regions', 'palace');
  assert.match(await page.locator('#board [data-square=e1]').getAttribute('aria-label'), /Red palace/);
  await table.play(table.game.state.turns.find(({ text }) => text === 'h3e3'));
  await table.agrees();
  await table.open({ name: 'shogi' });
  assert.equal(await page.locator('#board .border').count(), 2);
  assert.equal(await page.locator('#board svg.plain').count(), 1);
  await table.open({ name: 'chess' });
  assert.equal(await page.locator('#board .border, #board .lines').count(), 0);
}));

const BLUNDER = ['e2e4', 'e7e5', 'd1h5', 'g7g6', 'h5e5'];

test('a game is analysed: lines, a bar, a graph, and what was better', () => at.table(async (table, page) => {
  // Black gives the rook away.
  await table.open({ name: 'chess' }, [...BLUNDER, 'f8e7', 'e5h8']);
  await view(page, 'analyse');
  await page.locator('#lines li button').first().waitFor();
  assert.equal(await page.locator('#board .arrow.best').count(), 1);
  await page.locator('#judge').click();
  await page.locator('#summary p').nth(1).waitFor();
  assert.ok(Number((await page.locator('#bar').getAttribute('aria-label')).match(/(\d+) of 100/)[1]) > 80);
  assert.equal(await page.locator('#record li').nth(3).getAttribute('data-sign'), '??');
  await page.locator('#record .turn').nth(3).click();
  await said(page, '#verdict', 'blunder by Black');
  // Going back, another turn is tried, and the game is not lost.
  await page.locator('#verdict button').click();
  await page.waitForFunction(() => document.querySelector('[aria-current]')?.dataset.turn === 'd1h5');
  await table.press('square:b8');
  await table.press('square:c6');
  await page.locator('#trying').waitFor();
  await page.locator('#leave').click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 7 && document.querySelector('#trying').hidden);
  assert.equal(await page.locator('#graph .fault').count() > 0, true);
  // A point of the graph leads to its turn.
  const box = await page.locator('#graph').boundingBox();
  await page.mouse.click(box.x + 1, box.y + 10);
  await page.waitForFunction(() => !document.querySelector('#record [aria-current]'));
}));

test('turns are shown and typed as people write them', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, ['e2e4', 'e7e5']);
  await page.locator('#typed').fill('Nf3');
  await page.locator('#ask button').first().click();
  await page.waitForFunction(() => [...document.querySelectorAll('#record .turn')].map((turn) => turn.textContent).join(' ') === 'e4 e5 Nf3');
  assert.equal(await page.locator('#record li').nth(2).getAttribute('data-turn'), 'g1f3');
  // Squares of layers are called as people do.
  await table.open({ name: 'talvola-alice_chess' }, ['b1c3']);
  await said(page, '#status', 'goes from c3 .level 1. to c3 .level 2.');
  await table.open({ name: 'chess' }, ['e2e4', 'e7e5', 'g1f3']);
  await view(page, 'analyse');
  await page.waitForFunction(() => /^[NBRQK]?[a-h]?x?[a-h][1-8]/.test(document.querySelector('#lines li button')?.textContent ?? ''));
}));

test('games are saved as PGN and opened from it', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5']);
  await page.locator('#more summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save-pgn').click()]);
  assert.equal(download.suggestedFilename(), 'chess.pgn');
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 \*/);
  const two = `${text}\n[White "Anna"]\n[Black "Berta"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *\n\n1. e4 e5 2. Ke3 *\n`;
  await page.locator('#load').setInputFiles({ name: 'three.pgn', mimeType: 'text/plain', buffer: Buffer.from(two) });
  await page.locator('#opened select').waitFor();
  assert.equal(await page.locator('#opened option').count(), 3);
  await page.locator('#opened select').selectOption('1');
  await page.waitForFunction(() => document.title.startsWith('Crazyhouse') && document.querySelectorAll('#record li').length === 5);
  await page.locator('#opened select').selectOption('2');
  await said(page, '#opened', 'turn 3, Ke3, cannot be played');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
}));

test('a position is set up by drag, by clicks and by keys, and played from', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await view(page, 'setup');
  await page.locator('#setup-clear').click();
  await said(page, '#setup-text', '^8/8|king|King');
  const chip = (name) => page.locator(`#palette [aria-label="${name}"]`);
  const drag = async (from, to) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down();
    await page.mouse.move(...await middle(to), { steps: 5 });
    await page.mouse.up();
  };
  await drag(chip('White King'), square(page, 'e1'));
  await drag(chip('Black King'), square(page, 'd8'));
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 2);
  // From square to square, and off the board.
  await drag(square(page, 'd8'), square(page, 'e8'));
  await page.locator('#board [data-square=e8] .piece').waitFor();
  await chip('White Queen').click();
  await square(page, 'a1').click();
  await square(page, 'b1').click();
  await page.locator('#board [data-square=b1]').focus();
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 3);
  await page.locator('#setup-side').selectOption('1');
  await said(page, '#setup-text', '^4k3/8/8/8/8/8/8/Q3K3 b');
  await page.locator('#setup-play').click();
  await page.waitForFunction(() => /Black to move/.test(document.querySelector('#status').textContent) && document.querySelectorAll('#board .piece').length === 3);
  await table.press('square:e8');
  await table.press('square:e7');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
}));

test('a puzzle of one’s own is sent with its task, and solved by whoever opens the link', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await view(page, 'setup');
  await page.locator('#setup-clear').click();
  for (const [piece, where] of [['White King', 'c3'], ['Black King', 'a1'], ['Black Rook', 'h2'], ['Black Queen', 'h8']]) {
    await page.locator(`#palette [aria-label="${piece}"]`).click();
    await square(page, where).click();
  }
  await page.locator('#setup-side').selectOption('1');
  await page.locator('#setup-task').fill('Black mates in one');
  const link = await page.evaluate(() => new Promise((done) => {
    navigator.clipboard.writeText = async (text) => done(text);
    document.querySelector('#setup-link').click();
  }));
  await at.table(async (other, solver) => {
    await solver.goto(link);
    await solver.waitForFunction(() => document.querySelectorAll('#board .piece').length === 4);
    assert.equal(await solver.locator('#task').innerText(), 'Black mates in one');
    assert.deepEqual(await solver.locator('#players select').evaluateAll((all) => all.map((one) => one.value)), ['computer 8', 'person']);
    assert.match(await solver.locator('#near-seat').innerText(), /Black.*you.*to move/s);
  });
}));

test('hands and tokens are set up too', () => at.table(async (table, page) => {
  await table.open({ name: 'crazyhouse' });
  await view(page, 'setup');
  await page.locator('#setup-hands summary').first().click();
  await page.locator('#setup-hands input').nth(1).fill('2');
  await page.locator('#setup-hands input').nth(1).press('Enter');
  await said(page, '#setup-text', '\\[[NBRQP]{2}\\]');
  await table.open({ name: 'magic-ring' });
  await view(page, 'setup');
  await page.locator('#palette [aria-label="White-ring"]').click();
  await square(page, 'd2').click();
  await said(page, '#setup-text', 'White-ring:d2');
}));

test('clocks run for those who share a screen, and end the game', () => at.table(async (table, page) => {
  await page.clock.install();
  await table.open({ name: 'chess' });
  await page.locator('#time').selectOption('1+0');
  await table.press('square:e2');
  await table.press('square:e4');
  await page.locator('.clock.running', { hasText: 'Black' }).waitFor();
  await page.clock.runFor(20_000);
  await page.locator('#pause').click();
  const left = await page.locator('.clock b').nth(1).textContent();
  assert.match(left, /^0:(3\d|40)$/);
  await page.clock.runFor(20_000);
  assert.equal(await page.locator('.clock b').nth(1).textContent(), left);
  await page.locator('#pause').click();
  await page.clock.runFor(41_000);
  await said(page, '#status', 'Black has no time left');
  await table.press('square:e7');
  assert.equal(await page.locator('#board .chosen').count(), 0);
}));

// A link as it stands in the address bar of a page.
const linkOf = async (page) => {
  await page.locator('#mail button', { hasText: 'Copy link' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#g='));
  return page.evaluate(() => location.hash);
};

test('a game goes to and fro as links, and forged ones are refused', () => at.table(async (first, one) => at.table(async (second, two) => {
  await one.goto(`${at.url}#play/chess`);
  await one.locator('#players select').nth(1).selectOption('friend');
  const press = async (page, turn) => {
    await page.locator(`#board [data-square=${turn.slice(0, 2)}]`).click();
    await page.locator(`#board [data-square=${turn.slice(2)}]`).click();
  };
  const count = (page, many) => page.waitForFunction((wanted) => document.querySelectorAll('#record li').length === wanted, many);
  const turns = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'];
  for (const [n, turn] of turns.entries()) {
    const [page, other] = n % 2 === 0 ? [one, two] : [two, one];
    await press(page, turn);
    await count(page, n + 1);
    await said(page, '#mail', `${n % 2 === 0 ? 'Black' : 'White'} to move: send this link`);
    // Nobody plays for the other.
    await page.locator(`#board [data-square=${n % 2 === 0 ? 'a7' : 'a2'}]`).click();
    assert.equal(await page.locator('#board .chosen').count(), 0);
    const link = await linkOf(page);
    await other.goto('about:blank');
    await other.goto(at.url + link);
    await count(other, n + 1);
    await said(other, '#mail', 'It is your turn');
  }
  const line = await readLink(await linkOf(two));
  const forged = async (change, why) => {
    const link = await writeLink({ ...line, ...change });
    await two.goto('about:blank');
    await two.goto(at.url + link);
    await said(two, '#status', why);
    await count(two, 5);
  };
  await forged({ turns: ['d2d4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4'] }, 'turn 1 was e2e4, and the link says d2d4');
  await forged({ turns: [...turns, 'a7a6', 'b5a4'] }, 'plays a turn for you, a7a6');
  await forged({ asked: { name: 'crazyhouse' } }, 'another game');
  const other = await writeLink({ ...line, letter: 'another', turns: ['e2e4', 'e7e6', 'e1e3'] });
  await two.goto('about:blank');
  await two.goto(at.url + other);
  await said(two, '#status', 'The link is refused: turn 3, e1e3');
  // The game is in the list at the door.
  await two.goto(at.url);
  await two.locator('#letters a', { hasText: 'Chess' }).click();
  await count(two, 5);
})));

test('puzzles are posed, wrong turns taken back, hints given, and what was solved is kept', () => at.table(async (table, page) => {
  const { puzzles } = await ask({ ask: 'puzzles', game: { name: 'mono' } });
  const short = puzzles.findIndex(({ turns }) => turns === 2);
  await page.goto(`${at.url}#puzzles/mono`);
  await said(page, '#puzzle-title', `Puzzle 1 of ${puzzles.length}`);
  await page.locator('#puzzle-list button').nth(short).click();
  await said(page, '#puzzle-title', `Puzzle ${short + 1} of`);
  const { position, solutions } = puzzles[short];
  const state = await ask({ ask: 'state', game: { name: 'mono' }, start: position });
  const play = async (turn) => {
    for (const click of turn.clicks) await table.press(click);
  };
  await play(state.turns.find(({ text }) => !solutions.includes(text)));
  await said(page, '#puzzle-said', 'does not force a win');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 0);
  await page.locator('#puzzle-buttons button', { hasText: 'Hint' }).click();
  await page.locator('#board .hinted').waitFor();
  await play(state.turns.find(({ text }) => text === solutions[0]));
  await said(page, '#puzzle-said', 'Go on|Solved');
  // The last turn is one that wins at once.
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  const turns = await page.locator('#record li').evaluateAll((items) => items.map((item) => item.dataset.turn));
  const now = await ask({ ask: 'state', game: { name: 'mono' }, start: position, turns });
  const { lines } = await ask({ ask: 'analyse', game: { name: 'mono' }, start: position, turns });
  await play(now.turns.find(({ text }) => text === lines[0].turns[0]));
  await said(page, '#puzzle-said', 'Solved');
  assert.match(await page.locator('#puzzle-streak').textContent(), /^1 of \d+ solved; 0 in a row/);
  await page.reload();
  await said(page, '#puzzle-streak', '^1 of');
  await page.goto(`${at.url}#play/chess`);
  await page.waitForFunction(() => document.querySelector('nav [data-view=puzzle]').hidden);
}));

const DRAGON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(2)</script><image href="https://example.org/x.png"/><circle cx="5" cy="5" r="4" fill="red"/></svg>';

test('a picture of one’s own is added, cleaned, and carried in links', () => at.table(async (table, page) => {
  await table.open({ text: 'rules 2\ngame "Dragons" from chess\nextend Knight { picture "dragon.svg" }\n' });
  // Without the file there are letters.
  assert.equal(await page.locator('#board [data-square=b1] .piece').textContent(), 'N');
  await view(page, 'write');
  await page.locator('#add-picture').setInputFiles({ name: 'dragon.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAGON) });
  await page.locator('#board [data-square=b1] image').waitFor();
  const drawn = decodeURIComponent(await page.locator('#board [data-square=b1] image').getAttribute('href'));
  assert.ok(drawn.includes('<circle') && !/script|onload|example/.test(drawn), drawn);
  await page.locator('#share').click();
  await page.waitForFunction(() => location.hash.startsWith('#g='));
  await page.reload();
  await page.locator('#board [data-square=g8] image').waitFor();
  await page.locator('nav button[data-view=write]').click();
  await page.locator('#add-picture').setInputFiles({ name: 'large.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAGON + ' '.repeat(30_000)) });
  await said(page, '#status', 'a picture may have 20');
}));

test('a board stands on a page of one’s own', () => at.table(async (table, page) => {
  await page.goto(`${at.url}example.html`);
  const shown = page.locator('#shown');
  await page.waitForFunction(() => document.querySelector('#shown').turns.length === 2);
  assert.equal(await page.evaluate(() => customElements.get('fairyring-board').version), 1);
  await shown.getByRole('button', { name: 'Turn before' }).click();
  await page.waitForFunction(() => document.querySelector('#shown').turns.length === 1);
  // Nothing is played where a board is only shown.
  await shown.locator('[data-square=e7]').click();
  assert.equal(await shown.locator('.chosen').count(), 0);
  await page.evaluate(() => {
    globalThis.heard = [];
    document.querySelector('#played').addEventListener('fairyring-turn', ({ detail }) => globalThis.heard.push(detail.turn));
  });
  await page.evaluate(() => document.querySelector('#played').ready);
  const { turns } = await ask({ ask: 'state', game: { name: 'mono' }, turns: [] });
  for (const click of turns[0].clicks) await page.locator(`#played [data-square="${click.slice(7)}"]`).click();
  await page.waitForFunction(() => globalThis.heard.length >= 2);
  await page.locator('#analysed .lines li').first().waitFor();
  await page.evaluate(() => document.querySelector('#shown').setAttribute('game', 'no-such-game'));
  await page.waitForFunction(() => /no-such-game/.test(document.querySelector('#shown').shadowRoot.querySelector('[role=status]').textContent));
}));

for (const [width, settings] of [['a desktop', {}], ['a telephone', PHONE]]) {
  test(`no obstacles are found by axe in what comes after a game: ${width}`, () => at.table(async (table, page) => {
    await page.addInitScript(AXE);
    const free = async (where) => {
      await page.waitForTimeout(400);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${where} sticks out`);
    };
    await table.open({ name: 'xiangqi' }, ['h3e3', 'h8e8']);
    await view(page, 'analyse');
    await page.locator('#lines li button').first().waitFor();
    await free('analysis');
    await view(page, 'setup');
    await free('setting up');
    await page.goto(`${at.url}#puzzles/mono`);
    await said(page, '#puzzle-title', 'Puzzle 1');
    await free('puzzles');
    await page.goto(`${at.url}#play/chess`);
    await page.waitForFunction(() => document.title.startsWith('Chess'));
    await page.locator('#time').selectOption('3+2');
    await page.locator('#players select').nth(1).selectOption('friend');
    await page.locator('#mail').waitFor();
    await free('clocks and links');
    await page.goto(`${at.url}example.html`);
    await page.waitForFunction(() => document.querySelector('#shown').turns?.length === 2);
    await free('the example');
  }, settings));
}
