// The package as it is installed: run by test.sh in a folder that holds nothing else.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { test } from 'node:test';

import { FairyringError, load } from 'fairyring';

const WRONG = 'rules 2\ngame "Test" from chess\nextend Quen { moves N }\n';

for (const worker of [false, true]) {
  test(`games are played ${worker ? 'in a worker' : 'right here'}`, async () => {
    const fairyring = await load({ worker });
    assert.ok((await fairyring.games()).length > 300);
    const chess = await fairyring.game('chess');
    assert.deepEqual([chess.title, chess.sides, chess.squares.length], ['Chess', ['White', 'Black'], 64]);
    assert.equal(await chess.perft(3), 8902);
    const start = await chess.start();
    assert.equal(start.turns.length, 20);
    assert.deepEqual(start.dests.get('g1').sort(), ['f3', 'h3']);
    let position = start;
    for (const turn of ['f2f3', 'e7e5', 'g2g4']) position = await position.play(turn);
    position = await position.play('d8', 'h4');
    assert.deepEqual([position.result.winner, position.result.reason, position.turns.length], [1, 'checkmate', 0]);
    assert.deepEqual(position.check, ['e1']);
    assert.equal(start.turns.length, 20, 'positions do not change');
    assert.match((await start.why('e1g1')).plain, /g1/);
    const thought = await (await chess.position('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')).computer({ level: 8 });
    assert.deepEqual([thought.turn, thought.score], ['a1a8', { win: 1 }]);
  });
}

test('promotions, drops and steps are chosen', async () => {
  const fairyring = await load();
  const chess = await fairyring.game('chess');
  const promoting = await chess.position('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
  assert.equal((await promoting.play('a7', 'a8', 'Knight')).pieces.get('a8').kind, 'Knight');
  await assert.rejects(promoting.play('a7', 'a8'), /choose what follows.*Queen/);
  await assert.rejects(promoting.play('a7', 'b8'), /no legal turn goes from a7 to b8/);
  const crazyhouse = await fairyring.game('crazyhouse');
  const holding = await crazyhouse.position('4k3/8/8/8/8/8/8/4K3[N] w - - 0 1');
  assert.equal(holding.dropDests.get('Knight').length, 62);
  const { clicks } = holding.next();
  assert.ok(clicks.includes('hand:0:Knight'));
});

test('chessground gets what it asks for', async () => {
  const chess = await (await load()).game('chess');
  const position = await chess.position('r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1');
  const sorted = Object.fromEntries([...position.dests].map(([from, to]) => [from, to.sort().join(' ')]));
  // By the rules of chess; the king castles by going two squares.
  assert.deepEqual(sorted, {
    a1: 'a2 a3 a4 a5 a6 b1 c1 d1',
    e1: 'c1 d1 d2 e2 f1 f2 g1',
    h1: 'f1 g1 h2 h3 h4 h5 h6 h7 h8',
  });
  const castled = await position.play('e1', 'g1');
  assert.deepEqual([castled.pieces.get('f1').kind, castled.turnColor], ['Rook', 'black']);
  assert.deepEqual([...castled.lastMove].sort(), ['e1', 'f1', 'g1', 'h1']);
  assert.equal(castled.fen.split(' ')[0], 'r3k2r/P7/8/8/8/8/8/R4RK1');
  const free = await chess.position('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
  assert.deepEqual(free.dests.get('a7'), ['a8'], 'a promotion is one place to go to');
});

test('games are written as people write them', async () => {
  const chess = await (await load()).game('chess');
  let position = await chess.start();
  assert.equal((await position.written()).get('g1f3'), 'Nf3');
  await assert.rejects(position.written('morse'), FairyringError);
  for (const turn of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) position = await position.play(turn);
  const pgn = await position.pgn({ White: 'Anna', Black: 'Ben' });
  assert.match(pgn, /\[White "Anna"\]/);
  assert.match(pgn, /\[Result "0-1"\]/);
  assert.match(pgn, /1\. f3 e5 2\. g4 Qh4# 0-1/);
  assert.match(await (await chess.start()).pgn(), /\*\s*$/);
});

test('what is wrong is said, with its place', async () => {
  const fairyring = await load({ worker: true });
  const refused = await fairyring.game({ text: WRONG }).catch((error) => error);
  assert.ok(refused instanceof FairyringError);
  assert.deepEqual([refused.diagnostics[0].code, refused.diagnostics[0].line], ['E0101', 3]);
  const checked = await fairyring.check(WRONG);
  assert.deepEqual([checked.fine, checked.errors], [false, true]);
  const chess = await fairyring.game('chess');
  await assert.rejects((await chess.start()).play('e2e5'), FairyringError);
  await assert.rejects(chess.position('nonsense'), FairyringError);
  for (const depth of [-1, 6, 1.5, '2', undefined]) await assert.rejects(chess.perft(depth), RangeError);
  for (const wrong of [undefined, null, 7, {}, { name: 7 }]) await assert.rejects(fairyring.game(wrong), TypeError);
  await assert.rejects(load({ module: new Uint8Array([1, 2, 3]) }));
});

test('a question in a worker can be given up', async () => {
  const fairyring = await load({ worker: true });
  const game = await fairyring.game('chess');
  const counting = game.perft(5).then(() => 'counted', () => 'given up');
  fairyring.end();
  assert.equal(await counting, 'given up');
  assert.equal(await game.perft(2), 400, 'another worker takes the next question');
});

test('the examples and the programs of the README run', () => {
  const node = (...arguments_) => execFileSync(process.execPath, arguments_, { encoding: 'utf8', timeout: 120_000 });
  writeFileSync('mine.rules', 'rules 2\ngame "Mine" from chess\nextend Queen { moves N }\n');
  assert.match(node('examples/perft.mjs', 'mine.rules', '1'), /^1 22\n/);
  const played = node('examples/versus.mjs', 'mono', '2');
  assert.match(played, /the computer scores [012](\.5)? of 2/);
  assert.equal(played.match(/\[Variant "mono"\]/g).length, 2);
  const shares = [...node('examples/learner.mjs').matchAll(/^(\w+): (\d+) %/gm)];
  assert.deepEqual(shares.map(([, name]) => name), ['tictactoe', 'hexapawn']);
  for (const [, , share] of shares) assert.ok(Number(share) > 75, share);
  const blocks = readFileSync('README.md', 'utf8').split('```js\n').slice(1).map((block) => block.split('```')[0]);
  assert.ok(blocks.length >= 2 && blocks[0].trim().split('\n').filter((line) => line.trim()).length <= 5);
  for (const block of blocks) {
    writeFileSync('readme.mjs', block);
    assert.notEqual(node('readme.mjs'), '');
  }
});

const chromium = process.env.CHROMIUM;

// The browser's children may write for a moment after it has ended. What they leave in the folder for temporary
// files is no fault of the package.
const forget = (profile) => {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch (error) {
    console.warn(`left behind: ${error.message}`);
  }
};

test('a page in Chromium plays', { skip: !chromium || !existsSync(chromium) }, async () => {
  const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
  const page = `<!doctype html><title>waiting</title><script type="module">
    import { load } from './node_modules/fairyring/index.js';
    const games = await Promise.all([load(), load({ worker: true })]);
    const counts = await Promise.all(games.map(async (one) => (await one.game('chess')).perft(3)));
    await fetch('/counted?' + counts.join('+'));
  </script>`;
  let heard;
  const counted = new Promise((resolve) => (heard = resolve));
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://here');
    if (pathname === '/counted') heard(search);
    const path = normalize(pathname).slice(1);
    const body = path === '' ? Buffer.from(page) : existsSync(path) ? readFileSync(path) : null;
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/html' });
    response.end(body ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  try {
    const options = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
    const address = `http://127.0.0.1:${server.address().port}/`;
    const browser = spawn(chromium, [...options, address], { stdio: 'ignore', detached: true });
    const late = new Promise((resolve) => setTimeout(resolve, 60_000, 'too late').unref());
    const text = await Promise.race([counted, late]);
    const ended = new Promise((resolve) => browser.on('close', resolve));
    process.kill(-browser.pid, 'SIGKILL');
    await ended;
    assert.equal(text, '?8902+8902');
  } finally {
    server.close();
    server.closeAllConnections();
    forget(profile);
  }
});
