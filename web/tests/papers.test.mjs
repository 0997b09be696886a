// What leaves the screen, and comes from elsewhere: the rules of a game on paper, and the report of a study.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { program } from './native.mjs';
import { Browser } from './table.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let at;

before(async () => { at = await Browser.begin(); });
after(() => at?.end());

// The paper that the browser prints when it is asked to, and what is on it.
async function printed(page, button) {
  await page.evaluate(() => { window.print = () => { window.isPrinted = true; }; });
  await button.click();
  await page.waitForFunction(() => window.isPrinted);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('#sheet');
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run('#sheet', { resultTypes: ['violations'] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`), []);
  const found = {
    text: await sheet.innerText(),
    shapes: await sheet.locator('svg').count(),
    others: await page.locator('body > :not(#sheet):visible').count(),
    wide: await sheet.evaluate((node) => node.scrollWidth > node.clientWidth + 1),
    pages: (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g).length,
  };
  await page.emulateMedia({ media: 'screen' });
  assert.equal(found.others, 0, 'nothing else is printed');
  assert.ok(!found.wide, 'it is no wider than the paper');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await sheet.count(), 0);
  return found;
}

test('the rules of a game are printed on one or two pages', () => at.table(async (table, page) => {
  for (const [name, most, words] of [['fellowship', 1, 'Leaps two squares in a line'], ['mono', 1, 'The kings’ rule|The kings\' rule'], ['chu-shogi', 2, 'Lion']]) {
    await page.goto('about:blank');
    await page.goto(`${at.url}#game/${name}`);
    const { text, shapes, pages } = await printed(page, page.locator('#about-game button', { hasText: 'Print the rules' }));
    assert.match(text, new RegExp(words));
    assert.ok(pages <= most, `${name} has ${pages} pages`);
    assert.ok(shapes > 8, `${name} has ${shapes} drawings`);
  }
}));

test('rules of one’s own are printed too', () => at.table(async (table, page) => {
  await table.open({ text: 'rules 2\ngame "Leapers" from chess\nextend Rook { moves C }\n' });
  await page.locator('nav button[data-view=rules]').click();
  const { text, pages } = await printed(page, page.locator('#view-rules button', { hasText: 'Print the rules' }));
  assert.match(text, /Leapers/);
  assert.match(text, /Knight/);
  assert.ok(pages <= 2);
}));

test('the report of a study is shown, with its games', () => at.table(async (table, page) => {
  await page.addInitScript(AXE);
  const study = (...options) => execFileSync(program, ['study', 'mono', '--games', '40', '--level', 'random', '--json', ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const open = async (buffer) => page.locator('#load').setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer });
  await table.open({ name: 'chess' });
  const report = study();
  await open(report);
  await page.locator('#view-report h3', { hasText: 'Random turns: 40 games' }).waitFor();
  const { results } = JSON.parse(report);
  for (const [name, count] of Object.entries(results)) assert.ok((await page.locator('#view-report').innerText()).includes(`${name === 'draw' ? 'drawn' : `${name} wins`}: ${count}`), name);
  await page.waitForTimeout(400);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`), []);
  await page.locator('#view-report button', { hasText: 'Show' }).first().click();
  await page.waitForFunction(() => document.querySelector('#title').textContent.startsWith('Mono') && document.querySelectorAll('#record li').length > 5);
  // Versions beside one another, and what is no report.
  await open(study('--also', 'replace ending stalemate: side to move draws "stalemate" when own cannot move'));
  await page.locator('#view-report h3', { hasText: 'Versions beside one another' }).waitFor();
  await open(Buffer.from('{"lengths": 3}'));
  await page.waitForFunction(() => /line 1|not a record|cannot|no game/i.test(document.querySelector('#status').textContent));
}));
