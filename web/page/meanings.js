// What a word in rules means: a piece of the game that is being written, or what the glossary and the reference say of it.

import { anchor, page, plain } from './documents.js';

const GLOSSARY = 'glossary.md';
// Where a word stands on several pages, the first goes before.
const REFERENCE = ['turns', 'events', 'endings', 'state', 'pieces', 'expressions', 'board', 'tests', 'files'].map((name) => `language/${name}.md`);
const MOST = 3;

let known = null;

// Reads the pages: each word has its meanings, each with the `form` in which it is written, if there is one, a `text`, and the
// place in the documents that has `more`.
async function learn() {
  const meanings = new Map();
  const texts = await Promise.all([GLOSSARY, ...REFERENCE].map((path) => page(path).then((text) => ({ path, text }), () => null)));
  for (const { path, text } of texts.filter(Boolean)) {
    for (const [word, meaning] of path === GLOSSARY ? terms(text) : forms(path, text)) {
      meanings.set(word, [...(meanings.get(word) ?? []), meaning]);
    }
  }
  return meanings;
}

// The rows of the glossary's table.
function* terms(text) {
  for (const [, words, meaning] of text.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)) {
    const link = /\[[^\]]*\]\(([^)]+)\)\.?\s*$/.exec(meaning);
    const told = plain(link ? meaning.slice(0, link.index) : meaning).trim();
    if (told) for (const word of words.split(', ')) yield [word.toLowerCase(), { form: null, text: told, more: link?.[1] ?? GLOSSARY }];
  }
}

// The rows of the reference's tables that begin with how something is written, and the sections that are called like a word.
function* forms(path, text) {
  let section = '';
  const lines = text.split('\n');
  for (const [n, line] of lines.entries()) {
    const title = /^#{2,4} (.+)$/.exec(line)?.[1];
    if (title) {
      section = `#${anchor(title)}`;
      const first = lines.slice(n + 1).find((other) => other !== '') ?? '';
      if (/^[a-z]+(, [a-z ]+)*$/.test(title) && /^[\p{Letter}`]/u.test(first)) {
        const rest = lines.slice(n + 1).join('\n').trim().split(/\n\n/)[0].replaceAll('\n', ' ');
        for (const word of title.split(/[\s,]+/)) yield [word, { form: null, text: sentence(plain(rest)), more: path + section }];
      }
      continue;
    }
    const [, cell, meaning] = /^\| (`(?:[^|]|\\\|)*?) \| ((?:[^|]|\\\|)*?) \|/.exec(line) ?? [];
    // A table that lists many words says little of each.
    const codes = [...(cell ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]);
    if (codes.length === 0 || codes.length > 2 || meaning.length < 12) continue;
    const words = new Set(codes.map((code) => /(?:^|[\s(])([a-z][a-z-]+)/.exec(code)?.[1]).filter(Boolean));
    for (const word of words) yield [word, { form: plain(cell), text: plain(meaning), more: path + section }];
  }
}

function sentence(text) {
  const end = text.search(/[.:](\s|$)/);
  return end < 0 ? text : `${text.slice(0, end)}.`;
}

// Tells the meanings of a word, none if it is not known. `kinds` are the pieces of the game.
export async function meanings(word, kinds) {
  const kind = kinds?.get(word);
  if (kind) return [{ form: word, text: kind.words.join(' '), more: null }];
  known ??= learn();
  const all = await known;
  const small = word.toLowerCase();
  const found = all.get(small) ?? (small.endsWith('s') ? all.get(small.slice(0, -1)) : null) ?? [];
  return found.slice(0, MOST);
}
