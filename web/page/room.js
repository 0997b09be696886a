// One game at several devices in a room: what is done at one of them, the others show. The program that serves the page hands it on
// (`fairyring serve --lan`), and each page plays the turns by the rules before it shows them.

import { fromProgram } from './desk.js';
import { made } from './elements.js';

const ID = 'fairyring-device';
// How long to wait before the program is asked again when it does not answer, in milliseconds.
const PAUSE = 1000;

// The player of a side that somebody else has, or nobody yet.
export const ELSEWHERE = 'elsewhere';

// Keys come back in another order. Pictures are cleaned by each browser in its own way, and make no difference between games.
const plain = (line) => JSON.stringify(line, (key, value) => {
  if (key === 'pictures') return undefined;
  return value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
});

// Whoever opens the page at this device; another tab is another device.
function ownId() {
  const made = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    const id = sessionStorage.getItem(ID) ?? made();
    sessionStorage.setItem(ID, id);
    return id;
  } catch {
    return made();
  }
}

export class Room {
  // The room that this page is in, or null. `onNews` takes the game as another device changed it.
  static async find(onNews) {
    const now = await fromProgram('room');
    return now ? new Room(now, onNews) : null;
  }

  constructor(now, onNews) {
    Object.assign(this, { onNews, me: ownId(), version: now.version, line: now.line, wanted: null, pushing: null, seats: [], hasJoined: false, isLost: false });
    this.banner = made('div', [], { id: 'room', role: 'status' });
    document.querySelector('header').after(this.banner);
    document.head.append(made('link', '', { rel: 'stylesheet', href: 'room.css' }));
    this.show();
    this.listen();
  }

  // Takes what a game that is opened says of its players, or who sits where in the game of another device. Returns the players.
  seat(players, seats = null) {
    const isMine = (seat) => seat?.by === this.me;
    if (seats) {
      this.seats = players.map((_, side) => (typeof seats[side]?.by === 'string' ? { by: seats[side].by, player: String(seats[side].player) } : null));
    } else if (this.seats.length !== players.length || !this.seats.some(isMine)) {
      // Whoever opens a game takes the first side that a person has, and leaves the others to the other devices.
      const first = Math.max(0, players.indexOf('person'));
      const others = this.seats.length === players.length ? this.seats : [];
      this.seats = players.map((_, side) => others[side] ?? (side === first ? { by: this.me, player: 'person' } : null));
      this.hasJoined = true;
    }
    // Whoever comes takes the first free side, once.
    const free = this.seats.indexOf(null);
    if (!this.hasJoined && free >= 0 && !this.seats.some(isMine)) this.seats[free] = { by: this.me, player: 'person' };
    this.hasJoined = true;
    return this.players();
  }

  players() {
    return this.seats.map((seat) => (seat?.by === this.me ? seat.player : ELSEWHERE));
  }

  // Somebody at this device has chosen who plays a side.
  choose(side, player) {
    if (player !== ELSEWHERE) this.seats[side] = { by: this.me, player };
    else if (this.seats[side]?.by === this.me) this.seats[side] = null;
    return this.players();
  }

  // Hands a game on, if it is another than the one that all know.
  say({ asked, start, turns, title, sides }) {
    Object.assign(this, { title, sides });
    this.show();
    this.wanted = { asked, start: start ?? null, turns, seats: this.seats };
    this.pushing ??= this.push().finally(() => { this.pushing = null; });
  }

  async push() {
    while (this.wanted && plain(this.wanted) !== plain(this.line)) {
      const line = this.wanted;
      const now = await fromProgram('room', { after: this.version, line });
      if (!now) {
        await this.wait();
        continue;
      }
      this.version = now.version;
      this.line = now.line;
      if (plain(now.line) === plain(line)) continue;
      // Another device was faster, and what it did counts.
      this.wanted = null;
      await this.onNews(now.line);
    }
  }

  async listen() {
    for (;;) {
      const now = await fromProgram(`room?after=${this.version}`);
      await this.pushing;
      if (!now) {
        await this.wait();
      } else {
        if (this.isLost) this.lose(false);
        // A program that was begun anew counts from the beginning.
        if (now.version !== this.version) {
          const isNew = plain(now.line) !== plain(this.line);
          this.version = now.version;
          this.line = now.line;
          this.wanted = null;
          if (isNew && now.line) await this.onNews(now.line);
        }
      }
    }
  }

  async wait() {
    this.lose(true);
    await new Promise((done) => setTimeout(done, PAUSE));
  }

  lose(isLost) {
    this.isLost = isLost;
    this.show();
  }

  // Says who plays, and how others join.
  show() {
    const parts = [];
    const where = location.href.split('#')[0];
    if (this.isLost) {
      parts.push(made('p', 'The program that joins the devices does not answer. What is played here is handed on when it does.'));
    } else if (this.seats.length === 0) {
      parts.push(made('p', 'Several devices, one game: what is opened at one of them is on all.'));
    } else {
      const own = this.seats.map((seat, side) => (seat?.by === this.me ? this.sides?.[side] : null)).filter(Boolean);
      const free = this.seats.map((seat, side) => (seat ? null : this.sides?.[side])).filter(Boolean);
      const mine = own.length > 0 ? `You play ${own.join(' and ')}.` : 'You are watching.';
      parts.push(made('p', `${mine} ${free.length > 0 ? `${free.join(' and ')} ${free.length > 1 ? 'are' : 'is'} free for whoever opens this page at another device.` : 'The other devices show what you play.'}`));
    }
    if (this.seats.length === 0 || this.seats.includes(null)) parts.push(made('p', ['Address for other devices: ', made('code', where)], { class: 'quiet' }));
    this.banner.replaceChildren(...parts);
  }
}
