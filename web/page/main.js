// The page: puts a game on the table, shows what can be done, and lets rules be written.

import { ask, Refused, watched } from './desk.js';
import { Board, element, pieceShape } from './board.js';
import { Game } from './game.js';
import { Writing } from './writing.js';
import { readLink, writeLink } from './link.js';

const at = (id) => document.getElementById(id);
const board = new Board(at('board'), (square) => clicked(`square:${square}`, square), look);
const KEPT = 'fairyring';
let game;
let players = [];
let thinking = 0;
let served = null;
const seed = Math.floor(Math.random() * 1e9);

function made(name, text, attributes = {}) {
  const node = document.createElement(name);
  node.textContent = text;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Puts a game on the table; what was there stays if that does not work.
async function open(asked, line = {}) {
  const next = new Game(asked);
  next.start = line.start ?? null;
  next.turns = line.turns ?? [];
  try {
    await next.load();
  } catch (refused) {
    if (refused.turn === undefined || refused.turn === null) return told(refused);
    next.turns = next.turns.slice(0, refused.turn);
    await next.load();
    told(refused);
  }
  game = next;
  players = game.page.sides.map((_, side) => players[side] ?? 'person');
  board.begin(game.page);
  at('title').textContent = [game.page.title, game.page.inventor && `by ${game.page.inventor}`].filter(Boolean).join(' ');
  showOptions();
  showPlayers();
  showRules();
  show();
  return true;
}

function told(refused) {
  at('status').textContent = refused.message;
  return false;
}

function show() {
  const { open, done } = game.next();
  const squares = new Set([...open].filter((click) => click.startsWith('square:')).map((click) => click.slice(7)));
  const chosen = game.clicks.filter((click) => click.startsWith('square:')).map((click) => click.slice(7));
  board.draw(game.state, squares, chosen);
  showHands(open);
  showChoices(open, done);
  showStatus();
  showRecord();
  at('back').disabled = game.turns.length === 0;
  keep();
  computer();
}

function showHands(open) {
  const order = board.turned ? [0, 1] : [1, 0];
  [at('far-hand'), at('near-hand')].forEach((holder, place) => {
    const side = order[place];
    const held = game.state.hands[side] ?? [];
    holder.replaceChildren(...held.map(({ kind, count }) => {
      const click = `hand:${side}:${kind}`;
      const button = made('button', '', { type: 'button', class: 'held', 'data-click': click, 'aria-label': `${count} ${kind} in ${game.page.sides[side].name}'s hand`,
        'aria-pressed': String(game.clicks.includes(click)) });
      const picture = element('svg', { viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true' });
      picture.append(pieceShape(board.kinds.get(kind), side));
      button.append(picture, `×${count}`);
      button.disabled = !open.has(click) && !game.next().open.has(click);
      button.addEventListener('click', () => clicked(click));
      return button;
    }));
  });
}

// Buttons for all that is neither a square nor a piece in hand.
function showChoices(open, done) {
  const others = [...open].filter((click) => !click.startsWith('square:') && !click.startsWith('hand:'));
  const buttons = others.map((click) => {
    const button = made('button', game.state.words[click] ?? click, { type: 'button', 'data-click': click });
    button.addEventListener('click', () => clicked(click));
    return button;
  });
  if (done) {
    const button = made('button', `Play ${done.text}`, { type: 'button', 'data-click': 'done' });
    button.addEventListener('click', () => play(done.text));
    buttons.push(button);
  }
  if (game.clicks.length > game.settled) {
    const button = made('button', 'Begin the turn again', { type: 'button' });
    button.addEventListener('click', () => { game.begin(); show(); });
    buttons.push(button);
  }
  at('choices').replaceChildren(...buttons);
}

function showStatus() {
  const { state, page } = game;
  const side = page.sides[state.to_move].name;
  let text;
  if (state.result) {
    const end = state.result.name ? `${state.result.name} wins` : 'Draw';
    text = `${end}: ${state.result.reason}.`;
  } else if (state.turns.length === 0) {
    text = `${side} has no legal turn.`;
  } else {
    text = `${side} to move${state.check.length > 0 ? ', in check' : ''}.`;
  }
  const last = state.record.at(-1);
  at('status').textContent = [last?.words.join(' '), text].filter(Boolean).join(' ');
}

function showRecord() {
  at('record').replaceChildren(...game.state.record.map((turn) => {
    const item = made('li', `${turn.text} `, { 'data-turn': turn.text });
    item.append(made('span', turn.words.join(' ')));
    return item;
  }));
  at('record').lastElementChild?.scrollIntoView({ block: 'nearest' });
}

function showPlayers() {
  const levels = Array.from({ length: 10 }, (_, n) => [`computer ${n + 1}`, `computer, level ${n + 1}`]);
  const choices = [['person', 'a person'], ...levels];
  at('players').replaceChildren(at('players').querySelector('legend'), ...game.page.sides.map((side, number) => {
    const label = made('label', `${side.name} `, { class: 'field' });
    const select = made('select', '');
    for (const [value, text] of choices) select.append(made('option', text, { value }));
    select.value = players[number];
    select.addEventListener('change', () => { players[number] = select.value; computer(); });
    label.append(select);
    return label;
  }));
}

function showOptions() {
  const holder = at('options');
  holder.hidden = game.page.options.length === 0;
  holder.replaceChildren(holder.querySelector('legend'), ...game.page.options.map((option) => {
    const label = made('label', `${option.name} `, { class: 'field', title: option.summary ?? '' });
    const input = made('input', '', { value: option.value, autocomplete: 'off' });
    input.addEventListener('change', () => open({ ...game.asked, options: { ...game.asked.options, [option.name]: input.value } }));
    label.append(input);
    return label;
  }));
}

function showRules() {
  const { page } = game;
  const parts = [made('h2', page.title)];
  if (page.summary) parts.push(made('p', page.summary));
  for (const section of page.rules) {
    parts.push(made('h2', section.title));
    for (const entry of section.entries) {
      const words = made('p', '');
      words.append(made('strong', entry.subject ? `${entry.subject}: ` : ''), entry.sentences.join(' '));
      parts.push(words);
    }
  }
  for (const source of page.sources) parts.push(made('p', source, { class: 'quiet' }));
  at('view-rules').replaceChildren(...parts);
}

async function clicked(click, square) {
  if (!game || busy()) return;
  const turn = game.click(click);
  if (square) look(square);
  if (turn !== undefined) await play(turn);
  else show();
}

async function play(text) {
  try {
    await game.play(text);
    at('answer').replaceChildren();
  } catch (refused) {
    told(refused);
    return;
  }
  show();
}

const busy = () => players[game.state.to_move].startsWith('computer') && !game.state.result;

async function computer() {
  const asked = ++thinking;
  if (!busy() || game.state.turns.length === 0) return;
  const played = game;
  await new Promise((done) => setTimeout(done, 250));
  if (asked !== thinking || played !== game) return;
  try {
    const { turn } = await ask(game.question({ ask: 'computer', level: Number(players[game.state.to_move].split(' ')[1]), seed }));
    if (asked === thinking && played === game && busy()) await play(turn);
  } catch (refused) {
    told(refused);
  }
}

// Says how the piece on a square moves.
async function look(square) {
  const piece = game.state.pieces.find((piece) => piece.at === square);
  if (!piece) return;
  const kind = board.kinds.get(piece.kind);
  const owner = piece.side === null ? 'Neutral' : game.page.sides[piece.side].name;
  const parts = [made('p', `${owner} ${piece.kind} on ${square}`)];
  for (const words of kind.words) parts.push(made('p', words, { class: 'quiet' }));
  for (const mark of piece.marks) parts.push(made('p', `It is marked: ${mark}.`, { class: 'quiet' }));
  at('piece').replaceChildren(...parts);
}

async function explain(text) {
  const answer = await ask(game.question({ ask: 'why', turn: text || undefined }));
  const parts = [made('p', answer.plain || answer.message)];
  for (const note of answer.notes) parts.push(made('p', note.text, { class: 'quiet' }));
  if (answer.rule?.line) parts.push(made('p', `${answer.rule.file}, line ${answer.rule.line}: ${answer.rule.text}`, { class: 'quiet' }));
  at('answer').replaceChildren(...parts);
}

// Games survive a reload.
function keep() {
  const kept = { asked: game.asked, start: game.start, turns: game.turns, players };
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Whoever lets nothing be kept plays all the same.
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null');
  } catch {
    return null;
  }
}

function view(name) {
  for (const button of document.querySelectorAll('nav button')) button.setAttribute('aria-pressed', String(button.dataset.view === name));
  for (const part of document.querySelectorAll('.view')) part.hidden = part.id !== `view-${name}`;
  if (name === 'write') writing.begin(game.asked);
}

const writing = new Writing(at('text'), at('findings'), async (asked) => {
  const line = { start: game.start, turns: game.turns };
  await open(asked, line);
});

at('game-name').addEventListener('change', async (event) => {
  const name = event.target.value.trim();
  if (name && await open({ name })) view('play');
});
at('back').addEventListener('click', async () => {
  const other = game.state.record.length > 1 && players.some((player) => player !== 'person') ? 2 : 1;
  await game.back(other);
  show();
});
at('again').addEventListener('click', async () => { game.turns = []; await game.refresh(); show(); });
at('flip').addEventListener('click', () => { board.turned = !board.turned; show(); });
at('share').addEventListener('click', async () => {
  const link = await writeLink({ asked: game.asked, start: game.start, turns: game.turns });
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(location.href);
    at('status').textContent = 'The link is in the clipboard and in the address bar.';
  } catch {
    at('status').textContent = 'The link is in the address bar.';
  }
});
at('download').addEventListener('click', () => {
  const link = made('a', '', { download: 'game.rules', href: URL.createObjectURL(new Blob([at('text').value], { type: 'text/plain' })) });
  link.click();
  URL.revokeObjectURL(link.href);
});
at('ask').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = at('typed').value.trim();
  try {
    if (text && game.state.turns.some((turn) => turn.text === text)) {
      at('typed').value = '';
      await play(text);
    } else {
      await explain(text);
    }
  } catch (refused) {
    told(refused);
  }
});
for (const button of document.querySelectorAll('nav button')) button.addEventListener('click', () => view(button.dataset.view));

// Puts the file that is being written on the table, and again whenever it was saved. What was changed on the page stays.
async function follow(first) {
  const file = await watched();
  if (!file) return false;
  if (file.text === served?.text) return true;
  const isChanged = served && writing.isChanged(served.text);
  const line = served && game ? { start: game.start, turns: game.turns } : {};
  served = file;
  if (isChanged) {
    at('status').textContent = `${file.name} was saved; the text on the page, which is another, stays.`;
    return true;
  }
  const options = game?.asked.name === file.name ? game.asked.options : undefined;
  const asked = { name: file.name, text: file.text, options };
  const isGood = await open(asked, line);
  if (!isGood && !game) await open({ name: first });
  if (!isGood) view('write');
  await writing.begin(asked);
  return true;
}

async function begin() {
  const { games } = await ask({ ask: 'list' });
  at('games').replaceChildren(...games.map((known) => made('option', known.title, { value: known.name })));
  if (!location.hash && await follow(games[0].name)) {
    setInterval(() => follow(games[0].name), 1000);
    return;
  }
  let line = null;
  try {
    line = await readLink(location.hash);
  } catch (broken) {
    at('status').textContent = `The link cannot be read: ${broken.message}`;
  }
  line ??= kept();
  players = line?.players ?? [];
  if (!(line && await open(line.asked, line))) await open({ name: games[0].name });
}

begin().catch((error) => told(error instanceof Refused ? error : new Refused({ message: String(error) })));
