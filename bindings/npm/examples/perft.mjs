// Counts the ways to play a rules file: node perft.mjs FILE [DEPTH], or the name of a bundled game.

import { readFile } from 'node:fs/promises';

import { load } from 'fairyring';

const [what = 'chess', depth = '3'] = process.argv.slice(2);
const rules = what.endsWith('.rules') ? { text: await readFile(what, 'utf8') } : what;
const game = await (await load()).game(rules);
for (let turns = 1; turns <= Number(depth); turns += 1) console.log(turns, await game.perft(turns));
