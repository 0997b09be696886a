// The shortest path through the page in Firefox: a game is opened, ten turns are played by clicks and by dragging, and a link is sent.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';

import { carryBy } from '../page/desk.js';
import { Game } from '../page/game.js';
import { Firefox } from './bidi.mjs';
import { folder, program, serve } from './native.mjs';
import { chances } from './random.mjs';
import { serveFolder } from './static.mjs';

const PATH = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const missing = existsSync(PATH) ? false : `Firefox is not here: neither in FIREFOX nor at ${PATH}`;
const TURNS = 10;

test('ten turns in Firefox by clicks and by dragging, and a link', { skip: missing }, async () => {
  const native = await serve(program);
  const host = await serveFolder(folder);
  const firefox = await Firefox.begin(PATH);
  try {
    carryBy(native);
    const tab = await firefox.tab();
    await tab.open(host.url);
    await tab.until("document.querySelectorAll('#five .card').length === 5");
    await tab.open(`${host.url}#play/chess`);
    await tab.until("document.querySelector('#players select')");
    // Two people play.
    await tab.value("document.querySelectorAll('#players select').forEach((select) => { select.value = 'person'; select.dispatchEvent(new Event('change')); })");
    const game = new Game({ name: 'chess' });
    await game.load();
    const chance = chances(7);
    for (let ply = 0; ply < TURNS; ply += 1) {
      const turn = chance.of(game.state.turns.filter(({ clicks }) => clicks.length === 2 && clicks.every((click) => click.startsWith('square:'))));
      const [from, to] = turn.clicks.map((click) => `#board [data-square="${click.slice(7)}"]`);
      if (ply % 2 === 0) {
        await tab.mouse(from);
        await tab.until("document.querySelector('#board .chosen')");
        await tab.mouse(to);
      } else {
        await tab.mouse(from, to);
      }
      await game.play(turn.text);
      await tab.until(`document.querySelectorAll('#record li').length === ${ply + 1}`);
    }
    const standing = "[...document.querySelectorAll('#board [data-square]')].filter((square) => square.querySelector('.piece')).map((square) => square.dataset.square).sort()";
    const wanted = game.state.pieces.map((piece) => piece.at).sort();
    assert.deepEqual(await tab.value(standing), wanted);
    await tab.mouse('#share');
    await tab.until("location.hash.startsWith('#g=')");
    const link = await tab.value('location.href');
    const other = await firefox.tab();
    await other.open(link);
    await other.until(`document.querySelectorAll('#record li').length === ${TURNS}`);
    assert.deepEqual(await other.value(standing), wanted);
    assert.deepEqual(firefox.complaints, []);
  } finally {
    await firefox.end();
    native.end();
    host.end();
  }
});
