// Makes small files for the page of the packages in the lock file, with their licences on top.
//
//     npm ci --prefix web/libraries && node web/libraries/bundle.mjs [--check]
//
// The files are in the repository, so that the page is built and served without npm. With `--check` nothing is written, and it is
// a failure if a file is another.

import { readFileSync, writeFileSync } from 'node:fs';

import { build } from 'esbuild';

const here = new URL('.', import.meta.url).pathname;
const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;

for (const name of ['codemirror', 'marked']) {
  const { outputFiles: [file], metafile } = await build({
    absWorkingDir: here, entryPoints: [`${name}.js`], bundle: true, minify: true, format: 'esm', target: 'es2022',
    legalComments: 'none', metafile: true, write: false,
  });
  const used = Object.entries(Object.values(metafile.outputs)[0].inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const packages = [...new Set(used.map(([input]) => PACKAGE.exec(input)?.[1]).filter(Boolean))].sort();
  const text = `/*!\nMade by web/libraries/bundle.mjs of these packages.\n\n${licences(packages)}\n*/\n${file.text}`;
  const made = `${here}../page/${name}.js`;
  if (!process.argv.includes('--check')) writeFileSync(made, text);
  else if (readFileSync(made, 'utf8') !== text) throw new Error(`web/page/${name}.js is not what web/libraries/bundle.mjs makes`);
  console.log(`web/page/${name}.js: ${Math.round(text.length / 1000)} kB`);
}

// Returns the licences of packages, each once.
function licences(packages) {
  const texts = new Map();
  for (const name of packages) {
    const folder = `${here}node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    if (license !== 'MIT') throw new Error(`${name}: ${license} is not a licence that is expected`);
    const text = readFileSync(`${folder}/LICENSE`, 'utf8').trim().replaceAll('*/', '* /');
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  return [...texts].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n');
}
