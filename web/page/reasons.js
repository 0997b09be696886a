// Why a turn is legal or not, and what happens in it, with the rules behind that.

import { made, prose } from './elements.js';

// A word at the beginning has a capital; the name of a square or of a rule is left as it is.
const begun = (text) => text.replace(/^[a-z]+(?= )/, (word) => word[0].toUpperCase() + word.slice(1));
const ended = (text) => (/[.!?:]$/.test(text) ? text : `${text}.`);
const place = (rule) => `${rule.file}, line ${rule.line}: ${rule.text}`;
const quiet = (content) => made('p', content, { class: 'quiet' });

// What the desk says to `why`: for players, and on demand by the rules.
export function reasons({ plain, message, notes, rule }) {
  const rules = notes.map((note) => quiet(prose(note.text)));
  if (rule?.line) rules.push(quiet(place(rule)));
  const said = made('p', prose(ended(begun(plain || message))));
  return rules.length > 0 ? [said, made('details', [made('summary', 'By the rules'), ...rules])] : [said];
}

// What the desk says to `trace`: a list of what happens, in order.
export function steps(turn, entries) {
  const told = entries.map(({ kind, text, changes, rule }) => made('li', [
    ...prose(kind === 'event' && rule ? `${rule.name} ${text}` : text), ...changes.map((change) => made('p', change, { class: 'change' })), ...(rule?.line ? [quiet(place(rule))] : []),
  ]));
  return [made('p', `What the rules do in ${turn}:`), made('ol', told, { class: 'steps', tabindex: 0, 'aria-label': `What the rules do in ${turn}` })];
}
