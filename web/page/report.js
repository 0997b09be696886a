// The report of a study that the program has made (`fairyring study GAME --json`): whom a game favours, how games end, how long they are,
// and what may be wrong, with games that show it.

import { tones } from './colours.js';
import { button, made } from './elements.js';
import { element } from './pieces.js';

const ROWS = 12;
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const strength = (level) => (level === 'random' ? 'Random turns' : `Level ${level}`);
const isShare = (share) => [share?.found, share?.low, share?.high].every((number) => typeof number === 'number');

// Returns the report in a text, or null if there is none.
export function reportIn(text) {
  try {
    const found = JSON.parse(text);
    const levels = (one) => one.levels ?? [one];
    const versions = found.versions ?? [found];
    const isReport = versions.length > 0 && versions.every((one) => typeof (found.game ?? one.game) === 'string'
      && levels(one).every(({ results, lengths, games }) => typeof results === 'object' && Array.isArray(lengths?.spread) && games >= 0));
    return isReport ? { ...found, versions: versions.map((one) => ({ ...found, ...one, levels: levels(one) })) } : null;
  } catch {
    return null;
  }
}

export class Report {
  // `onGame` takes a game with its line, `onOpen` shows the view.
  constructor({ onGame, onOpen }) {
    Object.assign(this, { onGame, onOpen, holder: made('div', [], { id: 'view-report', class: 'view', hidden: '' }) });
    document.querySelector('#side').append(this.holder);
    document.head.append(made('link', '', { rel: 'stylesheet', href: 'report.css' }));
  }

  open(report) {
    const isCompared = report.versions.length > 1;
    this.holder.replaceChildren(made('h2', `Study of ${report.versions[0].game}`),
      ...comparison(report.comparison ?? []),
      ...report.versions.flatMap((version) => [...(isCompared ? [made('h2', capital(version.name ?? version.game))] : []),
        ...version.levels.map((level) => this.level(version, level))]));
    this.onOpen();
  }

  // What the games of one strength say.
  level(version, found) {
    const { games, results, share, lengths, reasons = [], openings = [], faults = [], words, unfinished } = found;
    const parts = [made('h3', `${strength(found.level)}: ${games} games`), made('p', words ?? ''),
      made('p', 'In brackets, and as a band: between these, in 95 of 100 such studies, lies the true share.', { class: 'quiet' })];
    parts.push(whole(results, games));
    parts.push(...rows('Share of the points', Object.entries(share ?? {}).map(([name, one]) => [name, one])));
    parts.push(...rows('How games end', reasons.slice(0, ROWS).map(({ reason, winner, share: one, example }) => [`${winner ? `${winner} wins` : 'Draw'}: ${reason}`, one, this.game(version, found, example)])));
    parts.push(...rows('First turns, by the points they score', openings.slice(0, ROWS).map(({ turn, games: many, share: one }) => [`${turn} (${many})`, one])));
    if (lengths.spread.length > 0) parts.push(made('h4', `Turns in a game: ${lengths.median} in the middle, from ${lengths.min} to ${lengths.max}`), columns(lengths.spread));
    if (unfinished > 0) parts.push(made('p', `${unfinished} games were not over after ${found.limit ?? version.limit} turns.`));
    if (faults.length > 0) {
      parts.push(made('h4', 'What may be wrong'), made('ul', faults.map((fault) => made('li', [
        capital(String(fault.words)), fault.file ? ` (${fault.file}, line ${fault.line}) ` : ' ', ...this.game(version, found, fault.example)]))));
    }
    return made('section', parts);
  }

  // A way to look at a game of the study.
  game({ game, options, position }, { records = {} }, example) {
    const turns = records[example];
    if (typeof turns !== 'string') return [];
    const show = button('Show', () => this.onGame({ name: game, options }, { start: position ?? null, turns: turns.split(' ').filter(Boolean) }));
    show.className = 'small';
    return [show];
  }
}

// How the versions differ from the first one.
function comparison(levels) {
  return levels.flatMap(({ level, versions = [] }) => {
    const number = (share) => (isShare(share) ? `${percent(share.found)}` : '–');
    const line = ({ name, points, decisive, turns }) => made('tr', [name, number(points), number(decisive), turns ? turns.found.toFixed(1) : '–'].map((text, n) => made(n === 0 ? 'th' : 'td', text, n === 0 ? { scope: 'row' } : {})));
    return [made('h3', `Versions beside one another: ${strength(level)}`), made('table', [made('thead', made('tr', ['Version', 'Points of the side that begins', 'Decided', 'Turns'].map((text) => made('th', text, { scope: 'col' })))), made('tbody', versions.map(line))])];
  });
}

// How the games end, as one bar in the colours of the sides, with the draws between them.
function whole(results, all) {
  const sides = Object.keys(results).filter((name) => name !== 'draw');
  const painted = tones(sides).map(({ shade, hue }, n) => ({ name: `${sides[n]} wins`, count: results[sides[n]], look: `shade-of-${shade}${hue ? ` hue-${hue}` : ''}`, place: shade === 1 ? 2 : 0 }));
  const drawn = 'draw' in results ? [{ name: 'drawn', count: results.draw, look: '', place: 1 }] : [];
  const parts = [...painted, ...drawn].toSorted((a, b) => a.place - b.place);
  const svg = element('svg', { viewBox: '0 0 100 5', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'whole' });
  let x = 0;
  for (const { count, look } of parts) {
    const width = all > 0 ? (100 * count) / all : 0;
    svg.append(element('rect', { class: `part ${look}`, x, y: 0, width, height: 5 }));
    x += width;
  }
  const legend = parts.map(({ name, count, look }) => made('span', [made('span', '', { class: `pip ${look}`, 'aria-hidden': 'true' }), `${name}: ${count}`], { class: 'key' }));
  return made('div', [svg, made('p', legend, { class: 'keys' })]);
}

// Shares with the interval in which chance may have put them.
function rows(title, list) {
  const known = list.filter(([, share]) => isShare(share));
  if (known.length === 0) return [];
  return [made('h4', title), made('ul', known.map(([name, share, more = []]) => {
    const svg = element('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'share' });
    svg.append(element('rect', { class: 'all', x: 0, y: 3, width: 100, height: 2 }),
      element('rect', { class: 'band', x: 100 * share.low, y: 1, width: Math.max(0.5, 100 * (share.high - share.low)), height: 6 }),
      element('rect', { class: 'dot', x: 100 * share.found - 0.6, y: 0, width: 1.2, height: 8 }));
    const number = `${percent(share.found)} (${(100 * share.low).toFixed(0)} to ${(100 * share.high).toFixed(0)})`;
    return made('li', [made('span', name, { class: 'name' }), made('span', number, { class: 'number' }), ...more, svg]);
  }), { class: 'shares' })];
}

function columns(bins) {
  const most = Math.max(1, ...bins.map(({ games }) => games));
  const svg = element('svg', { viewBox: `0 0 ${bins.length} 20`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `How many games have how many turns: most from ${bins.find(({ games }) => games === most)?.from} on`, class: 'columns' });
  bins.forEach(({ games }, n) => svg.append(element('rect', { class: 'part0', x: n + 0.08, width: 0.84, y: 20 - (20 * games) / most, height: (20 * games) / most })));
  return made('div', [svg, made('p', [made('span', String(bins[0].from)), made('span', String(bins.at(-1).to))], { class: 'quiet ends' })]);
}
