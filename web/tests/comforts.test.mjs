// What makes playing and writing comfortable, and that everybody can do it: in a real browser, as `browser.test.mjs`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { folder } from './native.mjs';
import { chances } from './random.mjs';
import { Browser } from './table.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

const LINE = ['e2e4', 'e7e5', 'g1f3', 'b8c6'];
const answer = (page) => page.locator('#answer').textContent();

test('a move that is not allowed says why', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, ['e2e4', 'e7e5', 'd1h5', 'g8f6', 'h5e5']);
  await table.press('square:a7');
  await table.press('square:a6');
  await page.waitForFunction(() => document.querySelector('#answer').textContent !== '');
  assert.match(await answer(page), /check/);
  // It is gone as soon as something is played.
  await table.press('square:f8');
  await table.press('square:e7');
  await page.waitForFunction(() => document.querySelector('#answer').textContent === '');
}));

test('a click on a piece shows how it moves', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.press('square:g8');
  await page.waitForFunction(() => document.querySelectorAll('#board .reach').length === 2);
  assert.match(await page.locator('#piece').textContent(), /Alone on the board: e7 f6 h6/);
}));

test('earlier positions are looked at and played from', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, LINE);
  await page.locator('#record').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('#status').textContent.includes('After turn 3 of 4'));
  assert.equal(await page.locator('#board [data-square=c6] .piece').count(), 0);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('#board [data-square=e2] .piece'));
  await page.locator('[data-go=last]').click();
  await page.waitForFunction(() => document.querySelector('#board [data-square=c6] .piece'));
  await page.locator('#record .turn').nth(1).click();
  await page.waitForFunction(() => !document.querySelector('#board [data-square=f3] .piece'));
  await table.press('square:d2');
  await table.press('square:d4');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 3);
}));

test('turns are taken back and hints are given', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' }, LINE);
  await page.locator('#back').click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 3);
  await page.locator('#hint').click();
  await page.waitForFunction(() => document.querySelectorAll('#board .hinted').length === 2);
}));

test('games are saved as records and opened again', () => at.table(async (table, page) => {
  await table.open({ name: 'ruddigore' });
  await table.playOn(chances(9), 6);
  await page.locator('#more summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert.equal(download.suggestedFilename(), 'ruddigore-chess.jsonl');
  const path = await download.path();
  await page.locator('#again').click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 0);
  await page.locator('#load').setInputFiles({ name: 'saved.jsonl', mimeType: 'text/plain', buffer: readFileSync(path) });
  await table.isReached();
  await table.agrees();
}));

test('a game saved in a terminal is opened with its players', () => at.table(async (table, page) => {
  await table.open({ name: 'mono' });
  const head = (player) => ({ fairyring: 'game', version: 2, game: 'chess', options: {}, sides: [player, { player: 'person' }] });
  const opened = async (player) => {
    const buffer = Buffer.from(`${JSON.stringify(head(player))}\n{"turn":"e2e4","side":"White"}\n`);
    await page.locator('#load').setInputFiles({ name: 'saved.jsonl', mimeType: 'text/plain', buffer });
    await page.waitForFunction(() => document.querySelector('#record li')?.dataset.turn === 'e2e4');
    return page.locator('#players select').first().inputValue();
  };
  await page.locator('#more summary').click();
  assert.equal(await opened({ player: 'computer', level: 3 }), 'computer 3');
  await table.open({ name: 'mono' });
  assert.match(await opened({ player: 'computer', movetime: 100 }), /^computer \d+$/);
  await table.open({ name: 'mono' });
  assert.equal(await opened({ player: 'another program' }), 'person');
}));

test('a position is begun from its text', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await page.locator('#more summary').click();
  await page.locator('#position').fill('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
  await page.locator('#set button').click();
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 3);
  await table.press('square:a7');
  await table.press('square:a8');
  await page.locator('[data-click="type:Rook"]').click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
}));

test('a board too wide for a telephone is scrolled, and the page is not', () => at.table(async (table, page) => {
  await table.open({ name: 'talvola-alice_chess' });
  const { width } = await page.locator('#board .cell').first().boundingBox();
  assert.ok(width >= 25, `squares are ${width} wide`);
  for (const view of ['play', 'rules', 'write', 'documents']) {
    await page.locator(`nav button[data-view=${view}]`).click();
    await page.waitForTimeout(500);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0, `nothing sticks out to the right: ${view}`);
  }
}, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }));

test('pictures are files of their own', () => at.table(async (table, page) => {
  await table.open({ name: 'crazyhouse' }, ['e2e4', 'd7d5', 'e4d5']);
  await page.locator('#more summary').click();
  const taken = async (id) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(id).click()]);
    return readFileSync(await download.path());
  };
  const svg = (await taken('#svg')).toString();
  assert.ok(svg.startsWith('<svg') && !svg.includes('class=') && svg.includes('fill="rgb('), svg.slice(0, 300));
  // Pieces are outlines: no font is needed to show them.
  assert.equal(svg.match(/<path /g).length, 2 * 32);
  assert.equal((await taken('#png')).subarray(1, 4).toString(), 'PNG');
}));

const SIGNS = `rules 1
game "Signs" from chess
extend Knight { picture "☃" }
extend Rook { picture "🩏" "🩒" }
extend Queen { picture "王" }
extend King { picture "toString" }
replace piece Bishop "B" { moves B }
`;

test('pieces look as the rules say', () => at.table(async (table, page) => {
  await table.open({ text: SIGNS });
  const looks = (square) => page.locator(`#board [data-square=${square}] .piece`).evaluate((piece) => ({
    text: piece.textContent, hasDisc: piece.querySelector('.disc') !== null, paths: piece.querySelectorAll('path').length }));
  assert.deepEqual(await looks('a1'), { text: '', hasDisc: false, paths: 2 });
  assert.deepEqual(await looks('b8'), { text: '☃', hasDisc: false, paths: 0 });
  assert.deepEqual(await looks('c1'), { text: 'B', hasDisc: true, paths: 0 });
  assert.deepEqual(await looks('d8'), { text: '王', hasDisc: true, paths: 0 });
  assert.deepEqual(await looks('e1'), { text: 'toString', hasDisc: true, paths: 0 });
  await table.open({ name: 'talvola-glinski_chess' });
  assert.equal(await page.locator('#board .disc').count(), 0);
}));

test('what the rules do in a turn is shown', () => at.table(async (table, page) => {
  await table.open({ name: 'magic-ring' }, ['e2e4']);
  await page.locator('#trace').click();
  await page.locator('#answer .steps li', { hasText: 'en-passant: none → e3' }).waitFor();
  await page.locator('#typed').fill('pass:Black:e8d8');
  await page.locator('#trace').click();
  await page.locator('#answer .steps li', { hasText: 'Black-ring: e8 → d8' }).waitFor();
  await page.locator('#typed').fill('e8e1');
  await page.locator('#trace').click();
  await page.waitForFunction(() => document.querySelector('#status').textContent.includes('cannot go there'));
}));

test('games are found by their titles and begun with other options', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await page.locator('#all-games').click();
  await page.locator('#search').fill('magic ring chess');
  await page.locator('#gallery .card').first().press('Enter');
  await page.locator('#about-side').selectOption('both');
  await page.locator('#about-play').click();
  await page.waitForFunction(() => document.title.startsWith('Magic Ring Chess'));
  await page.locator('#options select').selectOption('on');
  await page.waitForFunction(() => document.querySelector('#options select').value === 'on');
  await page.locator('#options input').fill('Rook');
  await page.locator('#options input').press('Enter');
  await page.locator('nav button[data-view=rules]').click();
  await page.waitForFunction(() => document.querySelector('#options input').value === 'Rook');
}));

test('a piece is dragged', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  const middle = async (square) => {
    const { x, y, width, height } = await page.locator(`#board [data-square=${square}] .cell`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await middle('g1'));
  await page.mouse.down();
  await page.mouse.move(...await middle('g3'), { steps: 4 });
  await page.mouse.move(...await middle('f3'), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('#record li')?.dataset.turn === 'g1f3');
}));

test('a piece comes from where it was, on a turned board too', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await page.locator('#flip').click();
  await table.press('square:g1');
  const begun = await page.evaluate(async () => {
    document.querySelector('[data-square=f3]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    while (document.querySelectorAll('#record li').length === 0) await new Promise(requestAnimationFrame);
    const [gliding] = document.getAnimations().filter(({ effect }) => effect.target.closest('.moving') && effect.getKeyframes()[0].transform);
    return gliding.effect.getKeyframes()[0].transform;
  });
  assert.equal(begun, 'translate(-1px, -2px)');
  // All that is written beside the board is inside its picture.
  const isInside = await page.evaluate(() => {
    const outer = document.querySelector('#board svg').getBoundingClientRect();
    return [...document.querySelectorAll('#board .label')].map((label) => label.getBoundingClientRect())
      .every((inner) => inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom);
  });
  assert.ok(isInside);
}, { reducedMotion: 'no-preference' }));

test('the editor proposes words, numbers lines and marks mistakes', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await page.locator('#fresh').click();
  await page.locator('#editor .cm-line', { hasText: 'My Chess' }).waitFor();
  await page.keyboard.type('exten');
  await page.locator('#editor .cm-tooltip-autocomplete li', { hasText: /^extend$/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type(' Quen { moves N }');
  const mark = page.locator('#editor .cm-lintRange-error', { hasText: /^Quen$/ });
  await mark.waitFor();
  assert.equal(await page.locator('#editor .cm-gutter-lint .cm-lint-marker-error').count(), 1);
  assert.match(await table.written(), /extend Quen \{ moves N \}$/);
  // The fix is where the mistake is, too.
  await mark.hover();
  await page.locator('#editor .cm-diagnosticAction').click();
  await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('My Chess'));
  assert.match(await table.written(), /extend Queen \{ moves N \}$/);
}));

test('the names of games are proposed where a game is named, and Enter begins a line', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await table.paste('rules 1\ngame "Mine" from gran');
  await page.keyboard.type('d');
  await page.locator('#editor .cm-tooltip-autocomplete li', { hasText: 'grand' }).first().waitFor();
  await page.keyboard.press('Enter');
  assert.match(await table.written(), /from grand\n$/);
}));

test('words have their meanings, by pointing and at the caret', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await table.paste('rules 1\ngame "Mine" from chess\nforbid mine: own King attacked\nextend Knight { moves W }');
  await page.locator('#editor .cm-line').nth(2).locator('span', { hasText: /^attacked$/ }).hover();
  await page.locator('#editor .meaning').waitFor();
  assert.match(await page.locator('#editor .meaning').textContent(), /could capture/);
  await page.locator('#editor .cm-line').nth(3).locator('span', { hasText: /^Knight$/ }).click();
  await page.waitForFunction(() => document.querySelector('#word').textContent.includes('Knight'));
  await page.locator('#editor .cm-line').nth(2).locator('span', { hasText: /^forbid$/ }).click();
  await page.waitForFunction(() => document.querySelector('#word').textContent.includes('forbid'));
  // What is said of a word leads to its page.
  await page.locator('#word button').first().click();
  await page.waitForFunction(() => [...document.querySelectorAll('#document h3')].some((title) => title.textContent === 'forbid'));
}));

test('the tabulator leaves the editor after Escape', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await table.write();
  await page.locator('#editor .cm-content').click();
  const isInside = () => page.evaluate(() => document.activeElement.id === 'editor');
  await page.keyboard.press('Tab');
  assert.ok(await isInside());
  // The editor listens for two seconds after Escape, which may be over when a busy machine answers in between.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Tab')]);
  assert.ok(!await isInside());
}));

test('documents are read, and their examples opened', () => at.table(async (table, page) => {
  await table.open({ name: 'chess' });
  await page.locator('nav button[data-view=documents]').click();
  await page.locator('[data-document="recipes.md"]').click();
  await page.waitForFunction(() => document.querySelector('#document h2')?.textContent === 'Recipes');
  await page.locator('#document a', { hasText: 'reference' }).first().click();
  await page.waitForFunction(() => document.querySelector('#document h2')?.textContent === 'The language of rules files');
  await page.locator('#document button', { hasText: 'Open in the editor' }).first().click();
  await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Crowned Chess'));
  assert.match(await table.written(), /game "Crowned Chess"/);
}));

test('variants of another program are imported, and what is lost is told', () => at.table(async (table, page) => {
  await table.open({ name: 'mono' });
  await table.write();
  const ini = '[swift:chess]\ndoubleStep = false\n[slow:chess]\npieceToCharTable = PNBRQKpnbrqk\nmaxRank = 7\nnobodyKnows = 3\n';
  const taken = (text) => page.locator('#import').setInputFiles({ name: 'variants.ini', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await taken(ini);
  await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Swift'));
  assert.match(await page.locator('#imported').textContent(), /2 variants in variants.ini.*Nothing is lost/);
  assert.match(await table.written(), /use without-double-step/);
  await page.locator('#variant').selectOption('slow');
  await page.waitForFunction(() => !document.querySelector('#imported').textContent.includes('Nothing is lost'));
  await taken('[swift:chess]\nwhat\n');
  await page.waitForFunction(() => /variants.ini, line 2: /.test(document.querySelector('#imported').textContent));
}));

for (const theme of ['light', 'dark']) {
  test(`no obstacles are found by axe: ${theme}`, () => at.table(async (table, page) => {
    await page.addInitScript(AXE);
    await table.open({ name: 'ruddigore' }, ['e2e4']);
    await page.locator('#more summary').click();
    await page.locator('#trace').click();
    await page.locator('#answer .steps').waitFor();
    await table.press('square:b8');
    for (const view of ['play', 'rules', 'write', 'documents']) {
      await page.locator(`nav button[data-view=${view}]`).click();
      await page.waitForTimeout(600);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const told = violations.map(({ id, nodes }) => `${view}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
      assert.deepEqual(told, []);
    }
  }, { colorScheme: theme }));
}

// A module whose answers never end, however fast the machine: its only function, `room`, is `loop br 0 end`.
const ENDLESS = Buffer.from([
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f],
  [0x03, 0x02, 0x01, 0x00],
  [0x05, 0x03, 0x01, 0x00, 0x01],
  [0x07, 0x11, 0x02, 0x06, ...Buffer.from('memory'), 0x02, 0x00, 0x04, ...Buffer.from('room'), 0x00, 0x00],
  [0x0a, 0x09, 0x01, 0x07, 0x00, 0x03, 0x7f, 0x0c, 0x00, 0x0b, 0x0b],
].flat());

test('a question that takes too long is given up, and the next one is answered', () => at.table(async (table, page) => {
  let begun = 0;
  await page.route('**/stuck.wasm', (route) => {
    begun += 1;
    return begun === 1
      ? route.fulfill({ contentType: 'application/wasm', body: ENDLESS })
      : route.fulfill({ contentType: 'application/wasm', path: join(folder, 'desk.wasm') });
  });
  await table.open({ name: 'chess' });
  const told = await page.evaluate(async () => {
    const { Worked } = await import('./carriers.js');
    const carrier = new Worked('stuck.wasm', 1);
    const ask = () => carrier.answer(JSON.stringify({ ask: 'version' })).catch((error) => error.message);
    return Promise.all([ask(), ask()]);
  });
  assert.deepEqual(told, ['this takes too long, and was given up', '{"version":1}']);
}));

test('the board is drawn before the desk is there, and the game is played when it is', () => at.table(async (table, page) => {
  let begin;
  const wait = new Promise((done) => { begin = done; });
  await page.route('**/desk.wasm', async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(`${at.url}#play/chess`);
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 32);
  await table.press('square:e2');
  await page.waitForFunction(() => document.querySelectorAll('#board .spot').length === 2);
  await table.press('square:e4');
  assert.equal(await page.locator('#record li').count(), 0);
  begin();
  await page.waitForFunction(() => document.querySelector('#record li')?.dataset.turn === 'e2e4');
}));

// What is told depends on the machine, so that nothing is demanded.
test('a processor four times as slow: how long the board and clicks take', () => at.table(async (table, page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${at.url}#play/chess`);
  await page.waitForFunction(() => document.querySelector('#board svg'));
  const drawn = await page.evaluate(() => performance.now());
  const answered = async (square, isThere) => {
    await page.waitForSelector(`#board [data-square="${square}"]`);
    return page.evaluate(async ([name, what]) => {
      const begun = performance.now();
      document.querySelector(`#board [data-square="${name}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
      while (!document.querySelector(what)) await new Promise(requestAnimationFrame);
      return Math.round(performance.now() - begun);
    }, [square, isThere]);
  };
  const times = [];
  for (const [n, turn] of ['e2e4', 'g1f3'].entries()) {
    times.push(await answered(turn.slice(0, 2), '#board .chosen'));
    times.push(await answered(turn.slice(2), `#record li:nth-child(${2 * n + 1})`));
    // The computer plays Black.
    await page.locator(`#record li:nth-child(${2 * n + 2})`).waitFor();
  }
  console.log(`board drawn after ${Math.round(drawn)} ms, clicks answered after ${times.join(', ')} ms`);
}));

test('a tablet held upright has its board above everything else, as wide as it is', () => at.table(async (table, page) => {
  await table.open({ name: 'ruddigore' });
  for (const view of ['play', 'rules', 'write', 'setup']) {
    if (view !== 'play') await page.locator(`nav [data-view=${view}]`).click();
    const [board, side] = await page.evaluate(() => ['#board', '#side'].map((id) => document.querySelector(id).getBoundingClientRect().toJSON()));
    // Where only rules are shown there is no board, but never a narrow one.
    if (board.width > 0) assert.ok(board.width > 700, `${view}: the board has ${board.width} pixels`);
    assert.ok(side.width > 700, `${view}: what stands below has ${side.width} pixels`);
  }
}, { viewport: { width: 834, height: 1112 } }));

test('layers stand otherwise as soon as the window is narrower, and nothing is beside it', () => at.table(async (table, page) => {
  await table.open({ name: 'raumschach' });
  const columns = () => page.evaluate(() => new Set([...document.querySelectorAll('#board [data-square^=a1]')].map((square) => Math.round(square.getBoundingClientRect().left))).size);
  assert.equal(await columns(), 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => document.querySelector('#board').scrollWidth <= document.querySelector('#board').clientWidth);
  assert.ok(await columns() < 3);
  await table.press('square:a2_2');
  await page.waitForFunction(() => document.querySelectorAll('#board .spot:not(.faint)').length > 0);
}));

test('how much a square holds is seen and heard', () => at.table(async (table, page) => {
  await table.open({ name: 'kalah' }, ['b1']);
  const held = (square) => page.locator(`#board [data-square=${square}] .count`).textContent();
  assert.deepEqual([await held('b1'), await held('c1'), await held('g1'), await held('a2')], ['0', '5', '4', '0']);
  assert.match(await page.locator('#board [data-square=c1]').getAttribute('aria-label'), /5 seeds/);
}));

test('the squares that a turn changed are seen where squares have colours, and so is a hint', () => at.table(async (table, page) => {
  await table.open({ name: 'kamisado' });
  await page.locator('#hint').click();
  await page.waitForFunction(() => document.querySelector('#board .hinted'));
  const [hinted, wanted] = await page.evaluate(() => [document.querySelector('#board .hinted'), document.createElementNS('http://www.w3.org/2000/svg', 'rect')].map((shape, n) => {
    if (n === 1) { shape.classList.add('cell', 'hinted'); document.querySelector('#board svg').append(shape); }
    return getComputedStyle(shape).fill;
  }));
  assert.equal(hinted, wanted);
  await table.play(table.game.state.turns[0]);
  await page.waitForFunction(() => document.querySelectorAll('#board .trail').length === 2);
}));
