// Says how much the page sends: the module, and all that a first visit fetches. More than is promised is a failure.
//
//     node web/weigh.mjs FOLDER
//
// A first visit is one to the door: the page, its styles, what it loads beforehand, the gallery, and the module.

import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

// What a first visit may fetch, in bytes.
export const MOST = { gzip: 2_200_000, brotli: 1_500_000 };

const VISIT = 'a first visit';

// All that the door fetches.
export function fetched(folder) {
  const html = readFileSync(`${folder}/index.html`, 'utf8');
  const linked = [...html.matchAll(/<link rel="(?:stylesheet|modulepreload)" href="([^"]+)"|<script type="module" src="([^"]+)"/g)].map(([, link, script]) => link ?? script);
  return ['index.html', ...linked, 'carriers.js', 'worker.js', 'wasm.js', 'gallery.json', 'desk.wasm'].filter((name, n, all) => all.indexOf(name) === n);
}

export function weigh(folder, names) {
  const sum = { plain: 0, gzip: 0, brotli: 0 };
  for (const name of names) {
    const bytes = readFileSync(`${folder}/${name}`);
    sum.plain += bytes.length;
    sum.gzip += gzipSync(bytes).length;
    sum.brotli += brotliCompressSync(bytes).length;
  }
  return sum;
}

if (import.meta.url === `file://${process.argv[1]}` || process.argv[1]?.endsWith('web/weigh.mjs')) {
  const folder = process.argv[2];
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  for (const [what, names] of [['the module', ['desk.wasm']], [VISIT, fetched(folder)], ['the texts of the other games', ['texts.json']]]) {
    const { plain, gzip, brotli } = weigh(folder, names);
    console.log(`${what}: ${kilobytes(plain)}, ${kilobytes(gzip)} by gzip, ${kilobytes(brotli)} by brotli`);
    if (what === VISIT && (gzip > MOST.gzip || brotli > MOST.brotli)) {
      console.error(`web/weigh.mjs: that is more than ${kilobytes(MOST.gzip)} by gzip or ${kilobytes(MOST.brotli)} by brotli`);
      process.exitCode = 1;
    }
  }
}
