// What leaves the screen: the rules of a game on paper.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Browser } from './table.mjs';

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
