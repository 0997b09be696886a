// A page in a browser with a game on its table, and what somebody who plays there does. What can be played is asked of the
// program itself, so that the page is not believed.

import assert from 'node:assert/strict';

import { chromium } from 'playwright-core';

import { carryBy } from '../page/desk.js';
import { Game } from '../page/game.js';
import { writeLink } from '../page/link.js';
import { folder, program, serve } from './native.mjs';
import { serveFolder } from './static.mjs';

// A browser, the folder of plain files on a host, and the program that is asked what can be played.
export class Browser {
  static async begin() {
    const made = new Browser();
    made.chromium = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run', '--disable-component-update'],
    });
    made.native = await serve(program);
    // `URL` is a page that is served already.
    made.host = process.env.URL ? { url: process.env.URL, end: () => {} } : await serveFolder(folder);
    made.url = made.host.url;
    carryBy(made.native);
    return made;
  }

  // Opens a page in a profile of its own; what it complains about fails the test.
  async table(work, settings = {}) {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...settings });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
    page.on('pageerror', (error) => complaints.push(String(error)));
    try {
      await work(new Table(page, this.url), page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  }

  async end() {
    await this.chromium.close();
    this.native.end();
    this.host.end();
  }
}

export class Table {
  constructor(page, url) {
    Object.assign(this, { page, url, game: null });
  }

  // Opens the page with a game, as a link to it does.
  async open(asked, turns = [], start = null) {
    this.game = new Game(asked);
    Object.assign(this.game, { turns, start });
    await this.game.load();
    await this.page.goto('about:blank');
    await this.page.goto(this.url + await writeLink({ asked, start, turns }));
    await this.isReached();
  }

  // Waits until the page shows as many turns as were played.
  async isReached() {
    const count = this.game.turns.length;
    await this.page.waitForFunction((wanted) => document.querySelector('#board svg') && document.querySelectorAll('#record li').length === wanted, count);
  }

  // Plays a turn by pointing at what it is made of.
  async play(turn) {
    await this.point(turn, (click) => this.press(click));
    await this.game.play(turn.text);
    await this.isReached();
  }

  async point(turn, press) {
    const { game } = this;
    while (game.clicks.length < turn.clicks.length) {
      const click = turn.clicks[game.clicks.length];
      await press(click);
      game.click(click);
    }
    const { open } = game.next();
    // A turn that is complete but could go on is played by a button.
    if (open.size > 0) await press('done');
  }

  press(click) {
    const where = click.startsWith('square:') ? `#board [data-square="${click.slice(7)}"]` : `[data-click="${click}"]`;
    return this.page.locator(where).click();
  }

  // Opens the editor; its text is there.
  async write() {
    await this.page.locator('nav button[data-view=write]').click();
    await this.page.waitForFunction(() => document.querySelector('#editor').shadowRoot?.querySelectorAll('.cm-line').length > 5);
  }

  // Writes another text, as if it were pasted.
  async paste(text) {
    await this.page.locator('#editor .cm-content').click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(text);
  }

  // The text in the editor, as far as it is on the screen.
  async written() {
    const lines = await this.page.locator('#editor .cm-line').allTextContents();
    return lines.join('\n');
  }

  // Plays turns at random until the game is over or so many were played.
  async playOn(chance, most) {
    for (let ply = 0; ply < most; ply += 1) {
      const { state } = this.game;
      if (state.result || state.turns.length === 0) return;
      await this.play(chance.of(state.turns));
    }
  }

  // Where each piece stands, as the page shows it and as the program says.
  async agrees() {
    const shown = await this.page.locator('#board [data-square]').evaluateAll((squares) => squares.map((square) => [square.dataset.square, square.querySelector('.piece') !== null]));
    const standing = new Set(this.game.state.pieces.map((piece) => piece.at));
    for (const [square, isTaken] of shown) assert.equal(isTaken, standing.has(square), `${this.game.page.title}: ${square}`);
    assert.equal(shown.length, this.game.page.board.cells.length);
  }
}

// Plays at random by the program alone, with one seed after the other, until a game is over within so many turns; returns
// the game.
export async function wholeGame(asked, chances, most) {
  for (let seed = 1; seed <= 200; seed += 1) {
    const chance = chances(seed);
    const game = new Game(asked);
    await game.load();
    while (game.turns.length < most && !game.state.result && game.state.turns.length > 0) await game.play(chance.of(game.state.turns).text);
    if (game.state.result) return game;
  }
  throw new Error(`${asked.name}: no game is over within ${most} turns`);
}

// Plays at random until a turn like this can be played; returns the game and the turn.
export async function until(asked, isWanted, chances, most) {
  for (let seed = 1; seed <= 50; seed += 1) {
    const chance = chances(seed);
    const game = new Game(asked);
    await game.load();
    for (let ply = 0; ply < most && !game.state.result && game.state.turns.length > 0; ply += 1) {
      const turn = game.state.turns.find(isWanted);
      if (turn) return { game, turn };
      await game.play(chance.of(game.state.turns).text);
    }
  }
  throw new Error(`${asked.name}: no such turn was found`);
}
