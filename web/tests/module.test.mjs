// The WebAssembly module under Node: every bundled game is loaded and its first turns are played by clicks as the page
// plays them, and all that the module answers is what the program itself answers.
//
//     node --test web/tests/module.test.mjs
//
// `FAIRYRING` is the program (target/release/fairyring), `PAGE` the folder that `web/build.sh` made (target/page).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { carryBy } from '../page/desk.js';
import { Game } from '../page/game.js';
import { Desk } from '../page/wasm.js';
import { folder, program, serve } from './native.mjs';
import { chances } from './random.mjs';

const module = new WebAssembly.Module(readFileSync(`${folder}/desk.wasm`));
const TURNS = 4;
const MOST_POINTED = 300;
const TEXTS = readFileSync(`${folder}/texts.json`, 'utf8');
let desk = whole();
let native;
let games;

// A desk with the texts that are beside the module.
function whole() {
  const made = new Desk(module);
  assert.equal(made.answer(`{"ask":"complete","texts":${TEXTS}}`), '{"missing":0}');
  return made;
}

before(async () => {
  native = await serve(program);
  carryBy({ answer: async (question) => desk.answer(question) });
  games = JSON.parse(desk.answer('{"ask":"list"}')).games;
});
after(() => native.end());

// Asks both, and returns what they agree on.
async function both(question) {
  const text = JSON.stringify(question);
  const answer = desk.answer(text);
  assert.equal(answer, await native.answer(text), `${text.slice(0, 200)} is answered otherwise`);
  return JSON.parse(answer);
}

test('the module imports nothing', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('all games are loaded and played by clicks', async () => {
  const chance = chances(18);
  const refusals = [];
  assert.ok(games.length > 300, `${games.length} games`);
  for (const { name } of games) {
    const game = new Game({ name });
    await game.load();
    await both({ ask: 'load', game: { name } });
    for (let ply = 0; ply < TURNS && !game.state.result && game.state.turns.length > 0; ply += 1) {
      await both(game.question({ ask: 'state' }));
      const seen = new Set();
      for (const turn of game.state.turns) {
        const clicks = JSON.stringify(turn.clicks);
        assert.ok(!seen.has(clicks), `${name}: two turns are ${clicks}`);
        seen.add(clicks);
      }
      const { turns } = game.state;
      const some = turns.length > MOST_POINTED ? Array.from({ length: MOST_POINTED }, () => chance.of(turns)) : turns;
      for (const turn of some) assert.equal(pointed(game, turn), turn.text, `${name}: ${turn.text} cannot be pointed at`);
      try {
        await game.play(chance.of(turns).text);
      } catch (refused) {
        // Turns of many moves can be more than anybody lists.
        assert.match(refused.message, /more than can be worked out/);
        refusals.push(name);
        break;
      }
    }
  }
  assert.ok(refusals.length <= 1, `too many turns: ${refusals}`);
});

// Makes the clicks of a turn as somebody at the page would; returns the turn that they choose.
function pointed(game, turn) {
  game.begin();
  for (;;) {
    const { done } = game.next();
    // What is complete and could go on is played by a button.
    if (done?.text === turn.text) return done.text;
    const click = turn.clicks[game.clicks.length];
    if (click === undefined) return undefined;
    const chosen = game.click(click);
    if (chosen !== undefined) return chosen;
  }
}

test('counts are those of the program', async () => {
  for (const { name } of games) {
    const { nodes } = await both({ ask: 'perft', game: { name }, depth: 1 });
    assert.ok(nodes > 0, name);
    if (nodes < 200) await both({ ask: 'perft', game: { name }, depth: 2 });
  }
  const counts = [20, 400, 8902, 197_281];
  for (const [at, nodes] of counts.entries()) {
    assert.equal((await both({ ask: 'perft', game: { name: 'chess' }, depth: at + 1 })).nodes, nodes);
  }
});

test('the computer, the teacher and the critic say the same', async () => {
  for (const { name } of games.filter((game) => game.folder === '')) {
    const game = { name };
    await both({ ask: 'computer', game, level: 3, seed: 5 });
    const { text } = JSON.parse(desk.answer(JSON.stringify({ ask: 'text', name })));
    await both({ ask: 'check', game: { name, text } });
    await both({ ask: 'check', game: { name, text: text.replace('from chess', 'from ches') } });
    await both({ ask: 'why', game, turn: 'e2e5' });
  }
});

test('junk and long questions do no harm', async () => {
  for (const question of ['', '{', '[]', '{"ask":"load","game":{"text":"rules 1"}}', '['.repeat(100_000), 'x'.repeat((1 << 20) + 1)]) {
    assert.ok(JSON.parse(desk.answer(question)).error, question.slice(0, 20));
  }
  const deep = `rules 1\ngame "Deep" from chess\nend when ${'('.repeat(50_000)}true\n`;
  let trapped = false;
  try {
    assert.ok(JSON.parse(desk.answer(JSON.stringify({ ask: 'load', game: { text: deep } }))).error);
  } catch (trap) {
    trapped = true;
    desk = whole();
  }
  assert.ok(!trapped, 'brackets in brackets are refused, not a trap');
});
