// Firefox as Debian has it, over WebDriver BiDi: no more of the protocol than one path through the page needs.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import utilities from 'playwright-core/lib/utilsBundle';

// Node has had a socket of its own since version 22.
const Socket = globalThis.WebSocket ?? utilities.ws;
const PATIENCE = 60_000;
// A profile that asks nobody for anything.
const SETTINGS = { 'app.update.enabled': false, 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false, 'browser.aboutwelcome.enabled': false, 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false };

const within = (promise, what) => {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`Firefox: ${what} takes too long`)), PATIENCE); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

export class Firefox {
  static async begin(path) {
    const made = new Firefox();
    made.profile = mkdtempSync(join(tmpdir(), 'fairyring-firefox-'));
    const lines = Object.entries(SETTINGS).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
    writeFileSync(join(made.profile, 'user.js'), lines.join('\n'));
    made.child = spawn(path, ['--headless', '--no-remote', '--profile', made.profile, '--remote-debugging-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const address = within(new Promise((resolve, reject) => {
      createInterface({ input: made.child.stderr }).on('line', (line) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
        if (found) resolve(found[1]);
      });
      made.child.once('error', reject);
      made.child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)));
    }), 'its beginning');
    made.socket = new Socket(`${await address}/session`);
    Object.assign(made, { last: 0, waiting: new Map(), complaints: [] });
    made.socket.onmessage = ({ data }) => made.take(JSON.parse(data));
    await within(new Promise((resolve, reject) => { made.socket.onopen = resolve; made.socket.onerror = reject; }), 'the connection');
    await made.send('session.new', { capabilities: {} });
    await made.send('session.subscribe', { events: ['log.entryAdded'] });
    return made;
  }

  send(method, params) {
    this.last += 1;
    const id = this.last;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return within(answer, method);
  }

  take({ type, id, result, error, message, method, params }) {
    if (type === 'event') {
      if (method === 'log.entryAdded' && ['error', 'warn'].includes(params.level)) this.complaints.push(params.text);
      return;
    }
    const { resolve, reject } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (type === 'error') reject?.(new Error(`${error}: ${message}`));
    else resolve?.(result);
  }

  // A tab in a profile of its own.
  async tab() {
    const { userContext } = await this.send('browser.createUserContext', {});
    const { context } = await this.send('browsingContext.create', { type: 'tab', userContext });
    await this.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
    return new Tab(this, context);
  }

  async end() {
    const gone = new Promise((done) => this.child.once('exit', done));
    await this.send('browser.close', {}).catch(() => this.child.kill());
    await within(gone, 'its end').catch(() => this.child.kill('SIGKILL'));
    rmSync(this.profile, { recursive: true, force: true });
  }
}

class Tab {
  constructor(browser, context) {
    Object.assign(this, { browser, context });
  }

  open(url) {
    return this.browser.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  // The value of an expression in the page, as JSON carries it.
  async value(expression) {
    const told = await this.browser.send('script.evaluate', { expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`, target: { context: this.context }, awaitPromise: true });
    if (told.type === 'exception') throw new Error(told.exceptionDetails.text);
    return JSON.parse(told.result.value);
  }

  // Waits until an expression is true.
  async until(expression) {
    const end = Date.now() + PATIENCE / 2;
    while (!await this.value(`Boolean(${expression})`)) {
      if (Date.now() > end) throw new Error(`never true in Firefox: ${expression}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async middle(selector) {
    return this.value(`(() => { const node = document.querySelector(${JSON.stringify(selector)}); node.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = node.getBoundingClientRect(); return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }; })()`);
  }

  // Presses the button of the mouse at one place and leaves it at the last.
  async mouse(...selectors) {
    const places = [];
    for (const selector of selectors) places.push(await this.middle(selector));
    const [first, ...others] = places;
    const actions = [{ type: 'pointerMove', ...first }, { type: 'pointerDown', button: 0 }];
    for (const place of others) actions.push({ type: 'pointerMove', x: place.x - 3, y: place.y - 3, duration: 60 }, { type: 'pointerMove', ...place, duration: 30 });
    actions.push({ type: 'pointerUp', button: 0 });
    await this.browser.send('input.performActions', { context: this.context, actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  }
}
