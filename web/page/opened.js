// Games of PGN files: one is put on the table, and of several one is chosen.

import { ask, Refused } from './desk.js';
import { made } from './elements.js';

export class Opened {
  // `onGame` takes a game with its line.
  constructor(holder, onGame) {
    Object.assign(this, { holder, onGame });
  }

  isPgn(name, text) {
    return name.toLowerCase().endsWith('.pgn') || /^\s*\[\w+ "/.test(text);
  }

  async take(name, text, game) {
    this.holder.replaceChildren();
    const { games, faults, is_cut: isCut } = await ask({ ask: 'read-pgn', text, game });
    if (games.length === 0) {
      const [fault] = faults;
      throw new Refused({ message: fault ? `${name}, line ${fault.line}: ${fault.message}` : `there is no game in ${name}` });
    }
    const notes = faults.map((fault) => made('p', `Game ${fault.game}, line ${fault.line}: ${fault.message}`, { class: 'finding' }));
    if (isCut) notes.push(made('p', `Only the first ${games.length} games are listed.`, { class: 'quiet' }));
    if (games.length > 1) {
      const select = made('select', games.map((one, n) => new Option(`${n + 1}. ${title(one)}`, n)));
      select.addEventListener('change', () => this.show(games[select.value]));
      notes.unshift(made('label', [`${games.length} games in ${name} `, select], { class: 'field' }));
    }
    this.wrong = made('div');
    this.holder.replaceChildren(...notes, this.wrong);
    return this.show(games[0]);
  }

  async show(one) {
    const { wrong } = one;
    this.wrong.replaceChildren(...(wrong ? [made('p', `Line ${wrong.line}: turn ${wrong.turn}, ${wrong.text}, cannot be played: ${wrong.message}. The game is shown up to there.`, { class: 'finding' })] : []));
    return this.onGame(one.game.text ? one.game : { name: one.game.name, options: one.game.options }, { start: one.start, turns: one.turns, players: [] });
  }
}

function title({ players, event, title: game, result, turns }) {
  const names = players.filter((name) => name && name !== '?').join(' – ');
  return [names || event || game, result === '*' ? `${turns.length} turns` : result].join(', ');
}
