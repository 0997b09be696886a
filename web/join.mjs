// Joins the modules that the page fetches at once into one file, so that a browser asks for two scripts instead of fifty:
//
//     node web/join.mjs FOLDER
//
// Each module becomes a function of its own in `all.js`. Under its own name there stays a file that hands out the same things, for
// what is fetched later and for other pages. Only the forms of import and export that the page has are understood.

import { readFileSync, writeFileSync } from 'node:fs';

const FIRST = 'main.js';
const ALL = 'all.js';
const IMPORT = /^import\s+(\{[^}]*\}|\* as \w+)\s+from\s+'\.\/([\w-]+\.js)';\n/gm;
const EXPORT = /^export (?=(?:const|function|async function|class) (\w+))/gm;

const folder = process.argv[2];
const text = (name) => readFileSync(`${folder}/${name}`, 'utf8');

// What stands for an import, once its module is a function.
const taken = (_, what, name) => `const ${what.startsWith('*') ? what.slice(5) : what.replaceAll(' as ', ': ')} = all['${name}'];\n`;

function joined(name) {
  const names = [];
  const inner = text(name).replace(IMPORT, taken).replace(EXPORT, (_, exported) => {
    names.push(exported);
    return '';
  }).replace(EXPORT, '');
  if (/^(import|export)\b/m.test(inner)) throw new Error(`${name} imports or exports something in a form that is not known here`);
  return { name, names, text: `all['${name}'] = (() => {\n${inner}\nreturn { ${names.join(', ')} };\n})();\n` };
}

// The modules that a module needs at once, each after those that it needs itself.
function order(name, done = [], open = []) {
  if (open.includes(name)) throw new Error(`${[...open, name].join(' needs ')}`);
  for (const [, , other] of text(name).matchAll(IMPORT)) if (!done.includes(other)) order(other, done, [...open, name]);
  done.push(name);
  return done;
}

const parts = order(FIRST).filter((name) => name !== FIRST).map(joined);
const first = text(FIRST).replace(IMPORT, taken);
writeFileSync(`${folder}/${ALL}`, `export const all = {};\n${parts.map((part) => part.text).join('')}`);
for (const { name, names } of parts) writeFileSync(`${folder}/${name}`, `import { all } from './${ALL}';\n\nexport const { ${names.join(', ')} } = all['${name}'];\n`);
writeFileSync(`${folder}/${FIRST}`, `import { all } from './${ALL}';\n\n${first}`);
const page = text('index.html');
const links = /(<link rel="modulepreload" href="[\w-]+\.js">\n)+/;
if (!links.test(page)) throw new Error('index.html loads no modules beforehand');
writeFileSync(`${folder}/index.html`, page.replace(links, `<link rel="modulepreload" href="${ALL}">\n`));
