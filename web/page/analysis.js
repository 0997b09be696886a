// Understanding a game afterwards: lines of the engine, a bar and a graph of who stands better, and what each turn gave away.

import { ask } from './desk.js';
import { button, made } from './elements.js';
import { element } from './pieces.js';
import { continued, lastWritten } from './written.js';

const at = (id) => document.getElementById(id);
// How long a position is looked at, step by step, and each turn of a game.
const STEPS = [20_000, 100_000, 500_000];
const EACH = 30_000;
const LINES = 3;
// The most turns of a line that are shown.
const MOST = 8;
const SIGNS = { '?!': 'an inaccuracy', '?': 'a mistake', '??': 'a blunder' };
const NAMES = { '?!': ['inaccuracy', 'inaccuracies'], '?': ['mistake', 'mistakes'], '??': ['blunder', 'blunders'] };

// A score as people read it.
export function scoreText(score) {
  if (score.points !== undefined) return `${score.points >= 0 ? '+' : '−'}${(Math.abs(score.points) / 100).toFixed(2)}`;
  const [word, turns] = score.win === undefined ? ['loses', score.loss] : ['wins', score.win];
  return turns <= 1 ? `${word} at once` : `${word} in ${Math.ceil(turns / 2)}`;
}

export class Analysis {
  // `table` tells the game that is shown, and takes what is to be shown of it: `arrows`, `go`, `redraw`.
  constructor(table) {
    Object.assign(this, { table, isOn: false, wish: 0, found: new Map(), judged: new Map(), isJudging: false, lines: null });
    at('judge').addEventListener('click', () => this.judgeAll());
    at('leave').addEventListener('click', () => table.leave());
    at('graph').addEventListener('click', (event) => {
      const { left, width } = at('graph').getBoundingClientRect();
      const count = table.game().all.length;
      if (count > 0) table.go(Math.min(count, Math.max(0, Math.round((event.clientX - left) / width * count))));
    });
  }

  // Switches what is thought about the position on the board on or off.
  turn(isOn) {
    this.isOn = isOn;
    document.body.classList.toggle('analysing', isOn);
    this.wish += 1;
    this.show();
  }

  key(turns = this.table.game().turns) {
    const { asked, start } = this.table.game();
    return JSON.stringify([asked, start, turns]);
  }

  // Shows what is known of the position on the board, and looks further.
  show() {
    const game = this.table.game();
    if (!game) return;
    game.isTrying = this.isOn;
    at('trying').hidden = !game.played;
    if (!this.isOn) {
      this.table.arrows([]);
      return;
    }
    this.graph();
    this.verdict();
    this.look();
  }

  async look() {
    const game = this.table.game();
    const wish = this.wish += 1;
    const key = this.key();
    this.lines = this.found.get(key) ?? null;
    this.draw();
    if (game.state.result || game.state.turns.length === 0 || this.isJudging) return;
    for (const nodes of STEPS) {
      if ((this.lines?.asked ?? 0) >= nodes) continue;
      try {
        const told = await ask(game.question({ ask: 'analyse', nodes, lines: LINES }));
        for (const line of told.lines) line.written = await continued(game, line.turns.slice(0, MOST));
        if (wish !== this.wish) return;
        this.lines = { ...told, asked: nodes };
        this.found.set(key, this.lines);
      } catch {
        return;
      }
      this.draw();
      this.graph();
    }
  }

  draw() {
    const game = this.table.game();
    const { result } = game.state;
    const holder = at('lines');
    const { lines } = this;
    if (result) {
      holder.replaceChildren(made('li', 'The game is over.', { class: 'quiet' }));
    } else if (!lines) {
      holder.replaceChildren(made('li', 'Looking …', { class: 'quiet' }));
    } else {
      // A turn that seems better than the best one was not looked at far enough yet.
      const most = lines.lines[0]?.score.points;
      const known = lines.lines.filter(({ score }) => !(score.points > most));
      holder.replaceChildren(...known.map(({ score, turns, written: texts = turns }) => {
        const first = button(texts[0], () => this.table.play(turns[0]));
        first.title = 'Try this turn';
        return made('li', [made('b', scoreText(score)), ' ', first, ` ${texts.slice(1, MOST).join(' ')}`]);
      }));
    }
    at('depth').textContent = lines && !result ? `For ${game.page.sides[game.state.to_move].name}, who is to move; looked ${lines.depth} ${lines.depth === 1 ? 'turn' : 'turns'} ahead. Click a turn to try it.` : '';
    const [best] = lines?.lines ?? [];
    this.table.arrows(best && !result ? [{ turn: best.turns[0], kind: 'best' }] : []);
    this.bar(this.shareNow());
  }

  // The share of the points that the first side can expect now; nothing if that is not known.
  shareNow() {
    const game = this.table.game();
    const { result, to_move: side } = game.state;
    if (result) return result.winner === null ? 0.5 : Number(result.winner === 0);
    const [best] = this.lines?.lines ?? [];
    return best ? firstShare(best.share, side) : this.shareAfter(game.turns);
  }

  // The same after these turns, as far as they were judged.
  shareAfter(turns) {
    const known = this.judged.get(this.key(turns));
    if (known) return firstShare(known.played.share, known.side);
    const found = this.found.get(this.key(turns));
    return found ? firstShare(found.lines[0].share, found.side) : null;
  }

  bar(share) {
    const bar = at('bar');
    const { sides } = this.table.game().page;
    bar.style.setProperty('--share', share ?? 0.5);
    bar.classList.toggle('turned', this.table.isTurned());
    bar.setAttribute('aria-label', share === null ? 'Nothing is known yet of who stands better' : `${sides[0].name} can expect ${Math.round(share * 100)} of 100 points`);
  }

  // The graph: a point for each position, the side declared first above.
  graph() {
    const game = this.table.game();
    const count = game.all.length;
    const svg = at('graph');
    const shares = Array.from({ length: count + 1 }, (_, n) => this.shareAfter(game.all.slice(0, n)));
    const known = shares.map((share, n) => [n, share]).filter(([, share]) => share !== null);
    svg.toggleAttribute('hidden', count === 0 || known.length < 2);
    const x = (n) => (count === 0 ? 0 : n / count * 300);
    const y = (share) => 60 - share * 60;
    // What comes before the first position that is known is drawn like it.
    if (known.length > 0 && known[0][0] > 0) known.unshift([0, known[0][1]]);
    const path = known.map(([n, share], i) => `${i === 0 ? 'M' : 'L'}${x(n).toFixed(1)} ${y(share).toFixed(1)}`).join('');
    const area = known.length > 0 ? `${path}L${x(known.at(-1)[0]).toFixed(1)} 60L${x(known[0][0]).toFixed(1)} 60Z` : '';
    const now = x(game.turns.length);
    svg.replaceChildren(element('rect', { class: 'sky', width: 300, height: 60 }), element('path', { class: 'area', d: area }), element('path', { class: 'middle', d: 'M0 30H300' }),
      element('path', { class: 'curve', d: path }), element('path', { class: 'now', d: `M${now} 0V60` }));
    game.all.forEach((turn, n) => {
      const judged = this.judged.get(this.key(game.all.slice(0, n + 1)));
      if (judged?.sign) svg.append(element('path', { class: `fault${judged.sign === '??' ? ' grave' : ''}`, d: `M${x(n + 1)} ${y(shares[n + 1])}h.01` }));
    });
  }

  // What the turn that led here gave away, and a way to try a better one.
  verdict() {
    const game = this.table.game();
    const holder = at('verdict');
    const judged = this.judged.get(this.key());
    const last = game.turns.at(-1);
    for (const [n, item] of [...at('record').children].entries()) item.dataset.sign = this.judged.get(this.key(game.all.slice(0, n + 1)))?.sign ?? '';
    if (!judged || !last) {
      holder.replaceChildren();
      return;
    }
    const name = game.page.sides[judged.side].name;
    const known = game.labels[game.turns.length - 1];
    const label = known?.turn === last ? known.label : last;
    if (!judged.sign) {
      holder.replaceChildren(made('p', judged.loss === 0 ? `${label} was the best turn.` : `${label} was a good turn.`));
      return;
    }
    const back = button('Go back and try', async () => {
      await this.table.go(game.turns.length - 1);
      at('lines').querySelector('button')?.focus();
    });
    holder.replaceChildren(made('p', [made('b', `${label}${judged.sign}`), ` was ${SIGNS[judged.sign]} by ${name} (${scoreText(judged.played.score)}). Better was ${judged.better ?? judged.line[0]} (${scoreText(judged.best.score)}). `, back]));
  }

  // Judges each turn of the game, the last one first looked at last.
  async judgeAll() {
    if (this.isJudging) {
      this.isJudging = false;
      return;
    }
    const game = this.table.game();
    const all = [...game.all];
    this.isJudging = true;
    this.wish += 1;
    at('judge').textContent = 'Stop';
    at('progress').hidden = false;
    at('progress').max = all.length;
    try {
      for (let n = 1; n <= all.length && this.isJudging; n += 1) {
        const turns = all.slice(0, n);
        const key = this.key(turns);
        if (!this.judged.has(key)) this.judged.set(key, await this.judge(game, turns));
        at('progress').value = n;
        if (this.table.game() !== game) return;
        this.graph();
      }
      this.summary(game, all);
    } catch (refused) {
      at('summary').replaceChildren(made('p', `The game cannot be analysed: ${refused.message}`, { role: 'alert' }));
    } finally {
      this.isJudging = false;
      at('judge').textContent = 'Analyse the game';
      at('progress').hidden = true;
      this.show();
    }
  }

  // Judges the last of some turns.
  async judge(game, turns) {
    const judged = await ask({ ...game.question({ ask: 'judge', nodes: EACH }), turns });
    if (judged.sign) judged.better = await lastWritten(game, [...turns.slice(0, -1), judged.line[0]]);
    return judged;
  }

  // How well each side played.
  summary(game, all) {
    const judged = all.map((_, n) => this.judged.get(this.key(all.slice(0, n + 1)))).filter(Boolean);
    const rows = game.page.sides.map(({ name }, side) => {
      const own = judged.filter((one) => one.side === side);
      if (own.length === 0) return null;
      const accuracy = own.reduce((sum, one) => sum + one.accuracy, 0) / own.length;
      const count = (sign) => own.filter((one) => one.sign === sign).length;
      const faults = Object.keys(NAMES).map((sign) => [count(sign), NAMES[sign]]).filter(([many]) => many > 0).map(([many, [one, more]]) => `${many} ${many === 1 ? one : more}`);
      return made('p', [made('b', name), ` ${Math.round(accuracy)} of 100; ${faults.join(', ') || 'no faults'}`]);
    });
    // The worst turns, the way to each.
    const faults = all.map((turn, n) => ({ turn, n, judged: this.judged.get(this.key(all.slice(0, n + 1))) })).filter(({ judged: one }) => one?.sign);
    const ways = faults.map(({ turn, n, judged: { sign } }) => {
      const known = game.labels[n];
      const way = button(`${known?.turn === turn ? known.label : turn}${sign}`, () => this.table.go(n + 1));
      way.className = 'small';
      way.title = `Look at turn ${n + 1}`;
      return way;
    });
    at('summary').replaceChildren(...rows.filter(Boolean), ...(ways.length > 0 ? [made('div', [made('span', 'Look at', { class: 'quiet' }), ...ways], { class: 'row' })] : []));
  }
}

const firstShare = (share, side) => (side === 0 ? share : 1 - share);
