// What the program serves beyond a folder of plain files: one game at several devices, and pictures beside the rules.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { program, serve } from './native.mjs';
import { Browser } from './table.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

const count = (page, many) => page.waitForFunction((wanted) => document.querySelectorAll('#record li').length === wanted, many);
const said = (page, id, pattern) => page.waitForFunction(([what, text]) => new RegExp(text).test(document.querySelector(what)?.textContent), [id, pattern]);
const press = async (page, turn) => {
  await page.locator(`#board [data-square=${turn.slice(0, 2)}]`).click();
  await page.locator(`#board [data-square=${turn.slice(2)}]`).click();
};

test('two devices in a room play one game, and a third watches', async () => {
  const served = await serve(program, '--lan=127.0.0.1');
  try {
    // Without the secret there is nothing.
    const { origin } = new URL(served.url);
    // Whoever can read that gets answers by gzip.
    const sent = await fetch(`${served.url}main.js`);
    assert.equal(sent.headers.get('content-encoding'), 'gzip');
    assert.match(await sent.text(), /^\/\/ The page/);
    for (const path of ['/', '/main.js', '/room', '/api', '/aaaaaaaaaaaaaaaa/']) assert.equal((await fetch(origin + path)).status, 403, path);
    await at.table(async (_, one) => at.table(async (__, two) => at.table(async (___, three) => {
      await one.goto(served.url);
      await said(one, '#room', 'Several devices, one game');
      await one.evaluate(AXE);
      const { violations } = await one.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`), []);
      await two.goto(served.url);
      await said(two, '#room', 'Several devices, one game');
      await one.locator('#five [data-game=fellowship]').click();
      await one.locator('#about-play').click();
      await said(one, '#room', 'You play White. Black is free');
      // It is on the table of the other device without a reload, seen from the other side.
      await said(two, '#room', 'You play Black');
      await said(two, '#title', 'Fellowship');
      const first = await two.locator('#board [data-square]').first().evaluate((square) => square.parentNode.querySelector('[data-square=a1]').getBoundingClientRect().y < square.parentNode.querySelector('[data-square=a8]').getBoundingClientRect().y);
      assert.ok(first, 'the board is turned');
      await said(one, '#room', 'The other devices show what you play');
      for (const [n, turn] of ['e2e4', 'd7d5', 'g1f3', 'g8f6'].entries()) {
        const [page, other] = n % 2 === 0 ? [one, two] : [two, one];
        // Nobody plays for the other.
        await other.locator(`#board [data-square=${n % 2 === 0 ? 'a2' : 'a7'}]`).click();
        assert.equal(await other.locator('#board .chosen').count(), 0);
        await press(page, turn);
        await Promise.all([count(page, n + 1), count(other, n + 1)]);
      }
      // Whoever comes later sees the game as it stands.
      await three.goto(served.url);
      await count(three, 4);
      await said(three, '#room', 'You are watching');
      await one.locator('#back').click();
      await Promise.all([one, two, three].map((page) => count(page, 2)));
      await press(one, 'e4d5');
      await Promise.all([two, three].map((page) => count(page, 3)));
      // A reload keeps the seat.
      await two.reload();
      await said(two, '#room', 'You play Black');
      await press(two, 'd8d5');
      await Promise.all([one, three].map((page) => count(page, 4)));
      assert.equal(await one.locator('#board [data-square=d5] .piece.side1').count(), 1);
    })));
  } finally {
    served.end();
  }
});

const DRAGON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(2)</script><circle cx="5" cy="5" r="4" fill="red"/></svg>';

test('pictures beside a file of rules are shown, and cleaned', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairyring-'));
  const path = join(folder, 'mine.rules');
  writeFileSync(path, 'rules 2\ngame "Dragons" from chess\nextend Knight { picture "dragon.svg" }\nextend Bishop { picture "nowhere.svg" }\n');
  writeFileSync(join(folder, 'dragon.svg'), DRAGON);
  const served = await serve(program, path);
  try {
    await at.table(async (_, page) => {
      await page.goto(served.url);
      await page.locator('#board [data-square=b1] image').waitFor();
      const drawn = decodeURIComponent(await page.locator('#board [data-square=b1] image').getAttribute('href'));
      assert.ok(drawn.includes('<circle') && !/script|onload/.test(drawn), drawn);
      assert.equal(await page.locator('#board [data-square=c1] .piece').textContent(), 'B');
      await said(page, '#pictured', 'nowhere.svg cannot be a picture: there is no such file');
      // They stay when the rules are saved anew.
      writeFileSync(path, 'rules 2\ngame "More dragons" from chess\nextend Bishop { picture "dragon.svg" }\n');
      await said(page, '#title', 'More dragons');
      await page.locator('#board [data-square=c1] image').waitFor();
    });
  } finally {
    served.end();
    rmSync(folder, { recursive: true });
  }
});
