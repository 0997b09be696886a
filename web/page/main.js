// The page: puts a game on the table, shows what can be done, and lets rules be written.

import { ask, fromProgram, Refused, watched } from './desk.js';
import { About, told as explained } from './about.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { Clocks } from './clocks.js';
import { legend } from './ground.js';
import { spoken } from './layers.js';
import * as mail from './mail.js';
import { Opened } from './opened.js';
import { Puzzles } from './puzzles.js';
import { Setup } from './setup.js';
import { addressOf, Door } from './door.js';
import { keep as keepLine, kept } from './played.js';
import { Game } from './game.js';
import { Arrows } from './arrows.js';
import { showChoices, showHand } from './choices.js';
import { Documents } from './documents.js';
import { Importing } from './importing.js';
import { fileName, give, giveText, take } from './files.js';
import { asPng, asSvg } from './picture.js';
import * as pictures from './pictures.js';
import { button, made, prose } from './elements.js';
import { showSeat } from './seats.js';
import { reasons, steps } from './reasons.js';
import { readLink, writeLink } from './link.js';
import * as sound from './sound.js';
import { KEYS, showTurns, WAYS } from './turns.js';
import { continued } from './written.js';

const at = (id) => document.getElementById(id);
const board = new Board(at('board'), (square) => clicked(`square:${square}`, square), look);
const THEME = 'fairyring-theme';
const HINT_LEVEL = 6;
const LONGEST_TASK = 120;
const SOLVED_AGAINST = 'computer 8';
const PUZZLES = '#puzzles/';
// What is played where nobody has chosen anything.
const FIRST = 'chess';
const AGAINST = ['person', 'computer 3'];
const arrows = new Arrows(board);
board.onArranged = () => {
  fit();
  arrows.draw();
};
let game;
let players = [];
let thinking = 0;
// What was clicked while somebody else was to move.
let premove = [];
let labelling = null;
let looked = null;
let served = null;
let opening = 0;
// The line of the link in the address bar.
let linked = null;
// The game by links that is on the table, if it is one.
let letter = null;
// The room in which other devices play the same game, if the page is in one.
let room = null;
// A board that is so many times as wide as it is high has everything else below it.
const FLAT = 3;
const ELSEWHERE = 'elsewhere';
const seed = Math.floor(Math.random() * 1e9);

// Puts a game on the table; what was there stays if that does not work.
async function open(asked, line = {}) {
  const wish = opening += 1;
  const next = new Game(pictures.within(asked));
  next.start = line.start ?? null;
  next.turns = line.turns ?? [];
  let missing = null;
  try {
    await next.load();
  } catch (refused) {
    if (wish !== opening) return false;
    if (refused.turn === undefined || refused.turn === null) return told(refused);
    next.turns = next.turns.slice(0, refused.turn);
    await next.load();
    missing = refused;
  }
  // Another game may have been asked for meanwhile.
  if (wish !== opening) return false;
  game = next;
  players = game.page.sides.map((_, side) => (line.players ?? players)[side] ?? 'person');
  letter = line.letter ? mail.known(line.letter) : null;
  const task = typeof line.task === 'string' ? line.task.slice(0, LONGEST_TASK) : '';
  at('task').hidden = !task;
  at('task').textContent = task;
  // Whoever is given a task plays against the computer, seen from where the one who is to move sits.
  if (task) players = game.page.sides.map((_, side) => (side === game.state.to_move ? 'person' : SOLVED_AGAINST));
  if (letter?.mine) players = game.page.sides.map((_, side) => (letter.mine.includes(side) ? 'person' : FRIEND));
  else if (!letter) players = players.map((player) => (player === FRIEND ? 'person' : player));
  puzzles.leave();
  if (room && !puzzles.isOn) players = room.seat(players, line.seats);
  setup.end();
  pictures.use(game.asked.pictures);
  board.begin(game.page);
  if (task) board.turned = game.state.to_move === 1;
  at('choices').classList.remove('kept');
  clocks.begin(game);
  showTitle();
  document.title = `${game.page.title} · Fairyring`;
  at('answer').replaceChildren();
  show();
  showOptions();
  showPlayers();
  if (shownView() === 'rules') attempt(showSheet);
  showRegions();
  showPuzzles();
  if (shownView() === 'setup') view('play');
  if (missing) told(missing);
  return true;
}

// What the author says about regions of the board.
function showRegions() {
  const told = legend(game.page);
  at('regions').hidden = told.length === 0;
  at('regions').replaceChildren(...told.map(({ text }) => made('li', prose(text))));
  fit();
}

// How the columns share the window depends on the board, and how high a board may be on what is said below it.
function fit() {
  const { style, classList } = document.querySelector('main');
  style.setProperty('--ratio', board.ratio());
  classList.toggle('flat', board.ratio() > FLAT);
  style.removeProperty('--regions');
  if (!at('regions').hidden && at('regions').offsetHeight > 0) style.setProperty('--regions', `${at('regions').offsetHeight + 6}px`);
}

async function showPuzzles() {
  const shown = game;
  const found = await puzzles.of(game.asked);
  if (shown === game) document.querySelector('nav [data-view=puzzle]').hidden = found.length === 0;
}

function showTitle() {
  const { page, asked } = game;
  const title = asked.name && !asked.text ? made('a', page.title, { href: addressOf(page.name), title: 'What is special about this game' }) : page.title;
  at('title').replaceChildren(title, ...(page.inventor ? [made('span', ` by ${page.inventor}`, { class: 'quiet' })] : []));
}

function told(refused) {
  const [first] = refused.diagnostics ?? [];
  at('status').textContent = first ? `${refused.message}: ${first.message}` : refused.message;
  return false;
}

function show() {
  looked = null;
  const { open, done } = game.next();
  const squares = new Set([...open].filter((click) => click.startsWith('square:')).map((click) => click.slice(7)));
  const chosen = game.clicks.filter((click) => click.startsWith('square:')).map((click) => click.slice(7));
  board.draw(game.state, squares, chosen);
  arrows.draw();
  showHands(open);
  showSeats();
  showNext(open, done);
  showStatus();
  showTurns(at('record'), game, go);
  label(game);
  analysis.show();
  clocks.follow(game);
  showLetter();
  at('back').disabled = game.turns.length === 0 || Boolean(letter);
  at('again').disabled = Boolean(letter);
  at('hint').disabled = Boolean(game.state.result) || game.state.turns.length === 0 || busy();
  at('typed').placeholder = game.state.turns[0]?.text ?? '';
  at('position').value = game.state.position;
  if (!puzzles.isOn) keep();
  computer();
}

function showHands(open) {
  const order = board.turned ? [0, 1] : [1, 0];
  [at('far-hand'), at('near-hand')].forEach((holder, place) => showHand(holder, { board, game, side: order[place], open, onClick: clicked }));
}

// Writes the turns in the list as people do, as soon as that is known.
async function label(shown) {
  const wish = labelling = {};
  // Whoever plays on at once waits for nothing.
  await new Promise((done) => setTimeout(done, 100));
  if (wish !== labelling || !await shown.label() || shown !== game) return;
  showTurns(at('record'), game, go);
  if (analysis.isOn) analysis.verdict();
}

// Who plays each side, above and below the board.
function showSeats() {
  const order = board.turned ? [0, 1] : [1, 0];
  const said = (player) => ({ text: player === 'person' ? (players.filter((other) => other === 'person').length === 1 ? 'you' : 'a person') : PLAYERS.get(player) ?? '' });
  [at('far-seat'), at('near-seat')].forEach((holder, place) => {
    const side = order[place];
    showSeat(holder, game, side, { ...said(players[side]), isThinking: busy() && game.state.to_move === side });
  });
}

const showNext = (open, done) => showChoices(at('choices'), { board, game, open, done, onClick: clicked, onPlay: play,
  onBegin: () => { game.begin(); show(); } });

function showStatus() {
  const { state, page } = game;
  const side = page.sides[state.to_move].name;
  let text;
  if (state.result) {
    const end = state.result.name ? `${state.result.name} wins` : 'Draw';
    text = `${end}: ${state.result.words ?? state.result.reason}.`;
  } else if (state.turns.length === 0) {
    text = `${side} has no legal turn.`;
  } else {
    text = `${side} to move${state.check.length > 0 ? ', in check' : ''}.`;
  }
  at('status').classList.toggle('over', Boolean(state.result) && !game.isBehind());
  const last = state.record.at(-1);
  if (game.isBehind()) text = `After turn ${game.turns.length} of ${game.all.length}. ${text}`;
  const wanted = state.result ? null : game.wanted();
  // What is asked now stands alone: nobody should look for it behind what happened before.
  at('status').replaceChildren(...(wanted ? [made('strong', prose(wanted))] : [[last?.words.join(' '), text].filter(Boolean).join(' ')]));
  at('look-back').hidden = !state.result || puzzles.isOn || analysis.isOn;
}

// Looks at the position after so many turns.
async function go(count) {
  await attempt(async () => {
    await game.go(count);
    show();
  });
}

// Does something, and says what is refused.
async function attempt(work) {
  try {
    await work();
  } catch (refused) {
    told(refused);
  }
}

const LEVELS = Array.from({ length: 10 }, (_, n) => [`computer ${n + 1}`, `computer, level ${n + 1}`]);
const FRIEND = 'friend';
const PLAYERS = new Map([['person', 'a person'], [FRIEND, 'a friend, by links'], [ELSEWHERE, 'another device'], ...LEVELS]);

// The player that a record tells of, as far as there is one here: a computer of no level plays as it would hint.
function playerOf(player) {
  if (PLAYERS.has(player)) return player;
  return player === 'computer' ? `computer ${HINT_LEVEL}` : 'person';
}

function showPlayers() {
  at('players').replaceChildren(at('players').querySelector('legend'), ...game.page.sides.map((side, number) => {
    const label = made('label', `${side.name} `, { class: 'field' });
    const select = made('select', '');
    const isOffered = (value) => value !== (room ? FRIEND : ELSEWHERE);
    for (const [value, text] of PLAYERS) if (isOffered(value)) select.append(made('option', text, { value }));
    select.value = players[number];
    select.addEventListener('change', () => {
      if (room) players = room.choose(number, select.value);
      else players[number] = select.value;
      writeTo();
      show();
    });
    label.append(select);
    return label;
  }));
}

const SWITCHED = ['off', 'on'];

function showOptions() {
  const holder = at('options');
  holder.hidden = game.page.options.length === 0;
  // A switch that nobody has touched, as most games have one from chess, is no news.
  holder.open = game.page.options.some(({ value, default: usual }) => !SWITCHED.includes(value) || value !== usual);
  holder.replaceChildren(holder.querySelector('summary'), ...game.page.options.map((option) => {
    const label = made('label', `${option.name} `, { class: 'field', title: option.summary ?? '' });
    const isSwitch = SWITCHED.includes(option.value);
    const input = isSwitch ? made('select', SWITCHED.map((value) => made('option', value))) : made('input', '', { autocomplete: 'off', spellcheck: 'false' });
    input.value = option.value;
    input.addEventListener('change', () => open({ ...game.asked, options: { ...game.asked.options, [option.name]: input.value } }));
    label.append(input);
    return made('div', [label, ...(option.summary ? [made('p', `${option.summary[0].toUpperCase()}${option.summary.slice(1)}.`.replace(/\.\.$/, '.'), { class: 'quiet' })] : [])], { class: 'option' });
  }));
}

function showRules() {
  const { page } = game;
  const { asked } = game;
  const parts = [made('h2', page.title), button('Print the rules …', () => attempt(() => printed(asked)))];
  if (page.summary) parts.push(made('p', page.summary));
  for (const section of page.rules) {
    parts.push(made('h2', section.title));
    for (const entry of section.entries) {
      parts.push(made('p', [made('strong', entry.subject ? `${entry.subject}: ` : ''), ...prose(entry.sentences.join(' '))]));
    }
  }
  for (const source of page.sources) parts.push(made('p', source, { class: 'quiet' }));
  at('view-rules').replaceChildren(...parts);
}

// Prints the rules of a game on a sheet of paper.
async function printed(asked) {
  const { printSheet } = await import('./sheet.js');
  await printSheet(asked);
}

// Puts what people want to know of the rules above the rules in every detail, which the computer goes by.
async function showSheet() {
  const holder = at('view-rules');
  const shown = game;
  if (holder.game === game) return;
  holder.game = game;
  showRules();
  const sheet = await ask({ ask: 'sheet', game: shown.asked });
  if (shown !== game) return;
  const { title, summary, aim } = shown.page;
  const lead = [summary, aim && `Aim: ${aim}`].filter(Boolean).map((text) => made('p', prose(text)));
  const print = [...holder.querySelectorAll(':scope > button')];
  holder.querySelector('h2')?.remove();
  const exact = made('details', [made('summary', 'The rules in every detail, as the computer plays them'), ...[...holder.childNodes].filter((node) => !print.includes(node))]);
  holder.replaceChildren(made('article', [made('h2', title, { class: 'name' }), ...print, ...lead, ...explained(shown.page, sheet, shown.asked)], { class: 'explained' }), exact);
}

async function clicked(click, square) {
  if (setup.isOn) {
    if (square) setup.click(square);
    return;
  }
  if (!isAllowed()) return;
  if (game && busy() && square) planned(square);
  if (!game || game.isPlaying || busy()) return;
  const before = game.clicks.length > game.settled ? [...game.clicks] : looked ? [`square:${looked}`] : [];
  const isOpen = game.next().open.has(click);
  const turn = game.click(click);
  if (turn !== undefined) {
    await play(turn);
    return;
  }
  show();
  const isBegun = game.clicks.length > game.settled;
  if (isOpen || isBegun || before.length === 0 || before.at(-1) === click) at('answer').replaceChildren();
  else await attempt(() => explain({ clicks: [...before, click] }));
  if (square) await attempt(() => look(square, !isBegun));
}

// Takes two squares while the computer thinks: the turn between them is played as soon as it can be.
function planned(square) {
  premove = premove.length === 1 && premove[0] !== square ? [...premove, square] : [square];
  const stands = game.state.pieces.find(({ at: where }) => where === premove[0]);
  if (!stands || stands.side === game.state.to_move) premove = [];
  arrows.show(premove.length > 0 ? [{ squares: premove, kind: 'planned' }] : []);
}

// Plays what was planned, if that is a turn now.
async function playPlanned() {
  const clicks = premove.map((square) => `square:${square}`);
  premove = [];
  if (clicks.length < 2 || busy() || game.isBehind()) return;
  const isIt = (turn) => clicks.every((click, n) => turn.clicks[n] === click);
  const meant = game.state.turns.filter(isIt);
  if (meant.length === 0) {
    at('status').textContent += ' What you planned cannot be played now.';
    return;
  }
  for (const click of clicks) {
    const turn = game.click(click);
    if (turn !== undefined) {
      await play(turn);
      return;
    }
  }
  show();
}

// Plays a turn that somebody wrote as it is written down; returns whether it is one.
async function playWritten(text) {
  const { turns } = await ask(game.question({ ask: 'written' }));
  const plain = (one) => one.replace(/[+#!?]+$/, '');
  const meant = turns.filter((turn) => plain(turn.written ?? '') === plain(text));
  if (meant.length !== 1) return false;
  await play(meant[0].text);
  return true;
}

async function play(text) {
  try {
    const before = game.state.pieces.length;
    await game.play(text);
    sound.knock(game.state.pieces.length < before);
    at('answer').replaceChildren();
    arrows.show([]);
  } catch (refused) {
    told(refused);
    return;
  }
  show();
  await attempt(() => puzzles.played(text));
}

// Whether whoever sits here may play now: not for a friend elsewhere, and not when time is over.
function isAllowed() {
  return !game || !(isFriends() || clocks.lost !== null);
}

// The squares that a legal turn is made of.
const squaresOf = (text) => (game.state.turns.find((known) => known.text === text)?.clicks ?? []).filter((click) => click.startsWith('square:')).map((click) => click.slice(7));

const isFriends = () => (Boolean(letter) || isShared()) && (game.isBehind() || [FRIEND, ELSEWHERE].includes(players[game.state.to_move]));
// Whether other devices show the turns that are played here.
const isShared = () => Boolean(room) && !puzzles.isOn && !analysis.isOn;

const busy = () => !game.isBehind() && !puzzles.isOn && !analysis.isOn && players[game.state.to_move].startsWith('computer') && !game.state.result;

async function computer() {
  const asked = ++thinking;
  if (!busy() || game.state.turns.length === 0) return;
  const played = game;
  await new Promise((done) => setTimeout(done, 250));
  if (asked !== thinking || played !== game) return;
  try {
    const { turn } = await ask(game.question({ ask: 'computer', level: Number(players[game.state.to_move].split(' ')[1]), seed }));
    if (asked === thinking && played === game && busy()) {
      await play(turn);
      await playPlanned();
    }
  } catch (refused) {
    if (asked === thinking) told(refused);
  }
}

// Says how the piece on a square moves, and shows it on the board if asked to.
async function look(square, isShown = false) {
  const piece = game.state.pieces.find((piece) => piece.at === square);
  if (!piece) return;
  const kind = board.kinds.get(piece.kind);
  const owner = piece.side === null ? 'Neutral' : game.page.sides[piece.side].name;
  const parts = [made('p', `${owner} ${piece.kind} on ${spoken(square, game.page.board)}`)];
  const exact = kind.words.map((words) => made('p', prose(words), { class: 'quiet' }));
  if (kind.said) parts.push(made('p', prose(kind.said)), made('details', [made('summary', 'In every detail', { class: 'quiet' }), ...exact]));
  else parts.push(...exact);
  for (const mark of piece.marks) parts.push(made('p', `It is marked: ${mark}.`, { class: 'quiet' }));
  at('piece').replaceChildren(...parts);
  if (!isShown) return;
  looked = square;
  const [asked, count] = [game, game.turns.length];
  const { here, alone } = await ask(game.question({ ask: 'piece', square }));
  if (asked !== game || count !== game.turns.length || looked !== square) return;
  const names = (ways) => [...new Set(ways.map((way) => spoken(way.to, game.page.board)))].join(' ') || 'nowhere';
  at('piece').append(made('p', `As things stand it reaches: ${names(here)}.`, { class: 'quiet' }),
    made('p', `Alone on the board: ${names(alone)}.`, { class: 'quiet' }));
  board.mark([square], 'looked');
  board.reach(here.map((way) => way.to));
}

async function explain(question) {
  at('answer').replaceChildren(...reasons(await ask(game.question({ ask: 'why', ...question }))));
}

// Shows what the rules do in a turn that can be played, or did in the last one that was.
async function trace(turn) {
  const line = turn ? { turn } : { turn: game.turns.at(-1), turns: game.turns.slice(0, -1) };
  if (!line.turn) throw new Refused({ message: 'Nothing was played yet: write the turn whose way through the rules is to be shown.' });
  const { entries } = await ask({ ...game.question({ ask: 'trace' }), ...line });
  at('answer').replaceChildren(...steps(line.turn, entries));
}

// Games survive a reload.
function keep() {
  const line = { asked: game.asked, start: game.start, turns: game.played ?? game.all };
  // A link that was opened is not what is played any more.
  if (location.hash !== TABLE && linked !== JSON.stringify(line) && document.body.dataset.place === 'table') history.replaceState(null, '', TABLE);
  keepLine({ ...line, players, letter: letter?.id ?? null }, game.page.title);
  room?.say({ ...line, title: game.page.title, sides: game.page.sides.map(({ name }) => name) });
}

const shownView = () => document.querySelector('main').dataset.view;

function view(name, asked = game.asked) {
  const before = shownView();
  for (const button of document.querySelectorAll('nav button')) button.setAttribute('aria-pressed', String(button.dataset.view === name));
  document.querySelector('main').dataset.view = name;
  for (const part of document.querySelectorAll('.view')) part.hidden = part.id !== `view-${name}`;
  if (game) {
    if (before === 'puzzle' && name === 'play') puzzles.leave();
    setup.turn(name === 'setup');
    analysis.turn(name === 'analyse');
    if (name === 'puzzle' && !puzzles.isOn) attempt(() => puzzles.open(game.asked.name));
    if (before !== name && [before, name].includes('analyse')) show();
  }
  if (name === 'rules' && game) attempt(showSheet);
  if (name === 'write' && asked) attempt(async () => (await writer()).begin(asked));
  if (name === 'documents' && !documents.path) attempt(() => documents.open(CONTENTS));
}

const CONTENTS = 'language/reference.md';
const documents = new Documents(at('document'), (text) => attempt(async () => begun(text)));

// Shows a place in the documents.
function more(place) {
  documents.path ??= place;
  view('documents');
  return attempt(() => documents.open(place));
}

// The rules as they are written, once somebody writes: the editor is large, and whoever plays needs none.
let writing = null;
let written = null;
function writer() {
  written ??= import('./writing.js').then(async ({ Writing }) => {
    const parts = { holder: at('editor'), findings: at('findings'), word: at('word') };
    writing = await Writing.make(parts, {
      onGood: (asked) => open(asked, { start: game.start, turns: game.all }),
      onMore: more,
      kinds: () => board.kinds,
    });
    return writing;
  });
  written.catch(() => { written = null; });
  return written;
}

// A first change that somebody could make to this game, written so that it does nothing yet.
function suggested() {
  const kinds = game.page.kinds.filter(({ royal }) => !royal);
  const kind = kinds[1] ?? kinds[0] ?? game.page.kinds[0];
  const [first, second] = kind.pictures;
  const picture = first && second ? `picture "${first}" "${second}"; ` : '';
  const symbol = kind.symbols[0] ?? kind.symbols[2];
  return `# Take the # away from the next line, and see what changes. The guide has recipes for much more.\n# replace piece ${kind.name} "${symbol}" { ${picture}moves N, F }\n`;
}

// Begins a text of one's own in the editor.
async function begun(text) {
  const made = await writer();
  view('write', null);
  made.write(text);
}

const table = {
  board,
  game: () => game,
  isTurned: () => board.turned,
  go,
  play,
  arrows: (ways) => arrows.show(ways.map(({ turn, kind }) => ({ squares: squaresOf(turn).slice(0, 2), kind })).filter(({ squares }) => squares.length > 0)),
  leave: () => attempt(async () => { await game.leave(); show(); }),
  redraw: () => show(),
  beginFrom: async (start) => {
    if (await open(game.asked, { start, players: game.page.sides.map(() => 'person') })) view('play');
  },
  linkTo: async (start, task) => location.href.split('#')[0] + await writeLink({ asked: game.asked, start, turns: [], ...(task ? { task } : {}) }),
  open: (asked, start) => open(asked, { start, players: [] }),
  turnTo: (side) => { board.turned = side === 1; show(); },
  back: async () => { await game.back(1); show(); },
  hint: (turn, isWhole) => {
    const squares = squaresOf(turn);
    board.mark(squares.slice(0, 1), 'hinted');
    if (isWhole) arrows.show([{ squares: squares.slice(0, 2), kind: 'best' }]);
  },
};
const analysis = new Analysis(table);
const setup = new Setup(table);
const puzzles = new Puzzles(table);
const clocks = new Clocks((side) => {
  at('status').textContent = `${game.page.sides[side].name} has no time left. The game is over.`;
});

// A game by links begins when one of its sides is a friend elsewhere.
function writeTo() {
  const isMail = players.includes(FRIEND) && players.includes('person');
  if (!isMail) letter = null;
  else letter ??= { id: mail.newId() };
}

// Keeps a game by links as it stands, and says what is to be done.
function showLetter() {
  const box = at('mail');
  box.hidden = !letter;
  if (!letter) return;
  const { sides, title } = game.page;
  const { to_move: side, result } = game.state;
  const mine = sides.map((_, n) => n).filter((n) => players[n] === 'person');
  if (!game.isBehind()) {
    letter = { id: letter.id, asked: game.asked, start: game.start, turns: game.all, mine, title, next: result ? null : sides[side].name, isMine: !result && mine.includes(side) };
    mail.keep(letter);
  }
  const isTheirs = letter.next !== null && !letter.isMine;
  const text = isTheirs ? `${letter.next} to move: send this link.` : letter.isMine ? 'It is your turn. The link that you send afterwards carries it.' : 'The game is over: send the link, so that your friend sees it.';
  const send = button('Copy link', () => at('share').click());
  send.className = isTheirs ? 'primary' : '';
  const parts = [made('p', text), send];
  if (navigator.share) parts.push(button('Share …', async () => navigator.share({ title: `${title}: ${text}`, url: location.href.split('#')[0] + await writeLink(lineNow()) }).catch(() => {})));
  box.replaceChildren(...parts);
}

// What a link carries.
const lineNow = () => ({ asked: game.asked, start: game.start, turns: game.played ?? game.all, ...(letter ? { letter: letter.id } : {}) });

at('back').addEventListener('click', async () => {
  const other = game.state.record.length > 1 && players.some((player) => player !== 'person') ? 2 : 1;
  await attempt(async () => {
    await game.back(other);
    show();
  });
});
at('again').addEventListener('click', () => attempt(async () => {
  await game.back(game.turns.length);
  show();
}));
at('hint').addEventListener('click', () => attempt(async () => {
  const [asked, count] = [game, game.turns.length];
  at('status').textContent = 'Looking for a good turn …';
  const { turn } = await ask(game.question({ ask: 'computer', level: HINT_LEVEL, seed }));
  if (asked !== game || count !== game.turns.length) return;
  const squares = squaresOf(turn);
  board.mark(squares, 'hinted');
  arrows.show([{ squares: squares.slice(0, 2), kind: 'best' }]);
  const [text] = await continued(game, [turn]);
  at('status').textContent = `The computer would play ${text}.`;
}));
at('flip').addEventListener('click', () => { board.turned = !board.turned; show(); });
at('share').addEventListener('click', async () => {
  const line = { asked: game.asked, start: game.start, turns: game.played ?? game.all };
  const link = await writeLink(lineNow());
  linked = JSON.stringify(line);
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(location.href);
    at('status').textContent = 'The link is copied, and is in the address bar too. Send it to whom you like.';
  } catch {
    at('status').textContent = 'The link is in the address bar.';
  }
  at('status').scrollIntoView({ block: 'nearest' });
});
at('send-rules').addEventListener('click', () => at('share').click());
at('download').addEventListener('click', () => attempt(async () => giveText(fileName(game.page.title, 'rules'), (await writer()).value)));
at('fresh').addEventListener('click', () => attempt(() => begun(`rules 2\ngame "My ${game.page.title}" from ${game.asked.name ?? 'chess'}\n\n${suggested()}`)));
at('look-back').addEventListener('click', () => view('analyse'));
at('save').addEventListener('click', () => attempt(async () => {
  const { text } = await ask({ ask: 'record', game: game.asked, start: game.start, turns: game.all, players });
  giveText(fileName(game.page.title, 'jsonl'), text);
}));
at('save-pgn').addEventListener('click', () => attempt(async () => {
  const names = players.map((player) => (player === 'person' ? 'Person' : player === FRIEND ? 'Friend' : `Fairyring, level ${player.split(' ')[1]}`));
  const { text } = await ask({ ask: 'pgn', game: game.asked, start: game.start, turns: game.played ?? game.all, tags: { White: names[0], Black: names[1] } });
  giveText(fileName(game.page.title, 'pgn'), text);
}));
const opened = new Opened(at('opened'), (asked, line) => open(asked, line));
take(at('add-picture'), (name, text) => attempt(async () => {
  try {
    const all = pictures.added(game.asked.pictures, name, text);
    const asked = { ...game.asked, pictures: all };
    if (writing) writing.pictures = all;
    await open(asked, { start: game.start, turns: game.all, players });
    at('pictured').textContent = `${name} is there: write picture "${name}" for a piece.`;
  } catch (wrong) {
    throw new Refused({ message: `${name} cannot be a picture: ${wrong.message}` });
  }
}));
// Shows the report of a study, if a text is one.
let reports = null;
async function studied(text) {
  const { Report, reportIn } = await import('./report.js');
  const report = reportIn(text);
  if (!report) return false;
  reports ??= new Report({ onGame: (asked, line) => attempt(() => open(asked, { ...line, players: [] })), onOpen: () => view('report') });
  reports.open(report);
  return true;
}
const importing = new Importing(at('imported'), begun);
take(at('import'), (name, text) => attempt(() => importing.take(name, text)));
take(at('load'), (name, text) => attempt(async () => {
  if (name.endsWith('.rules')) {
    const isGood = await open({ name, text });
    view('write', { name, text });
    return isGood;
  }
  if (/^\s*\{/.test(text) && /"lengths"/.test(text) && await studied(text)) return undefined;
  if (opened.isPgn(name, text)) return opened.take(name, text, game.asked);
  const { games } = await ask({ ask: 'read-record', text });
  const saved = games.at(-1);
  if (!saved) throw new Refused({ message: `there is no game in ${name}` });
  const { game: asked, start, turns } = saved;
  const line = { start, turns, players: saved.players.map(playerOf) };
  return open(asked.text ? asked : { name: asked.name, options: asked.options }, line);
}));
at('svg').addEventListener('click', () => give(fileName(game.page.title, 'svg'), asSvg(board, game.state)));
at('png').addEventListener('click', () => attempt(async () => give(fileName(game.page.title, 'png'), await asPng(board, game.state))));
at('set').addEventListener('submit', (event) => {
  event.preventDefault();
  const start = at('position').value.trim();
  attempt(() => open(game.asked, { start }));
});
for (const button of document.querySelectorAll('[data-go]')) button.addEventListener('click', () => go(WAYS[button.dataset.go](game)));
at('record').addEventListener('keydown', (event) => {
  const way = KEYS[event.key];
  if (!way) return;
  event.preventDefault();
  go(WAYS[way](game));
});

at('sound').checked = sound.isOn();
at('sound').addEventListener('change', () => sound.turn(at('sound').checked));

// The colours are the system's unless others were chosen.
function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  at('theme').value = theme;
}
function repaint(theme) {
  paint(theme);
  attempt(() => localStorage.setItem(THEME, theme));
}
at('theme').addEventListener('change', () => repaint(at('theme').value));
const DARK = ['dark', 'slate'];
at('shade').addEventListener('click', () => {
  const theme = at('theme').value;
  const isDark = theme ? DARK.includes(theme) : matchMedia('(prefers-color-scheme: dark)').matches;
  repaint(isDark ? 'light' : 'dark');
});
try {
  paint(localStorage.getItem(THEME) ?? '');
} catch {
  // Nothing may be kept here.
}
at('ask').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = at('typed').value.trim();
  try {
    if (text && game.state.turns.some((turn) => turn.text === text)) {
      at('typed').value = '';
      await play(text);
    } else if (text && await playWritten(text)) {
      at('typed').value = '';
    } else {
      await explain({ turn: text || undefined });
      at('answer').scrollIntoView({ block: 'nearest' });
    }
  } catch (refused) {
    told(refused);
  }
});
at('trace').addEventListener('click', () => attempt(async () => {
  await trace(at('typed').value.trim());
  at('answer').scrollIntoView({ block: 'nearest' });
}));
for (const button of document.querySelectorAll('nav button')) button.addEventListener('click', () => view(button.dataset.view));
for (const button of document.querySelectorAll('[data-document]')) button.addEventListener('click', () => more(button.dataset.document));

// Puts the file that is being written on the table, and again whenever it was saved. What was changed on the page stays.
async function watch(first) {
  const file = await watched();
  if (!file) return false;
  if (file.text === served?.text) return true;
  const isChanged = served && writing?.isChanged(served.text);
  const line = served && game ? { start: game.start, turns: game.turns } : {};
  served = file;
  if (isChanged) {
    at('status').textContent = `${file.name} was saved; the text on the page, which is another, stays.`;
    return true;
  }
  const options = game?.asked.name === file.name ? game.asked.options : undefined;
  const asked = { name: file.name, text: file.text, options };
  enter('table');
  const isGood = await open(await withPictures(asked), line);
  if (!isGood && !game) await open({ name: first });
  if (!isGood) view('write');
  await writing?.begin(asked);
  return true;
}

// Adds the pictures that lie beside the file, as far as its game has pieces that are drawn with them.
async function withPictures(asked) {
  const about = await ask({ ask: 'load', game: asked }).catch(() => null);
  const names = new Set((about?.kinds ?? []).flatMap((kind) => kind.pictures).filter(pictures.isFile));
  let all = {};
  const missing = [];
  for (const name of names) {
    const text = await fromProgram(`picture?${encodeURIComponent(name)}`);
    try {
      if (!text) throw new Error(`there is no such file beside the rules, or it has more than ${pictures.MOST.one / 1000} kB`);
      all = pictures.added(all, name, text);
    } catch (wrong) {
      missing.push(`${name} cannot be a picture: ${wrong.message}.`);
    }
  }
  at('pictured').textContent = missing.join(' ');
  return Object.keys(all).length > 0 ? { ...asked, pictures: all } : asked;
}

// Shows what was done at another device.
async function followRoom(line) {
  const { asked, start, turns, seats } = line;
  if (typeof asked !== 'object' || asked === null || !Array.isArray(turns)) return;
  const plain = (one) => JSON.stringify([one.asked.name ?? null, one.asked.text ?? null, Object.entries(one.asked.options ?? {}).sort(), one.start ?? null]);
  const isSame = game && !puzzles.isOn && plain({ asked, start }) === plain(game);
  const known = isSame ? game.played ?? game.all : [];
  const isNext = isSame && !game.isBehind() && !game.played && turns.length === known.length + 1 && known.every((turn, n) => turn === turns[n]);
  if (isNext || (isSame && turns.length === known.length && known.every((turn, n) => turn === turns[n]))) {
    players = room.seat(players, seats);
    showPlayers();
    if (isNext) await play(turns.at(-1));
    else show();
    return;
  }
  if (await open(asked, { start: start ?? null, turns, players: [], seats: seats ?? [] })) {
    if (players[0] === ELSEWHERE && players.includes('person')) board.turned = true;
    enter('table');
    show();
  }
}

// The places of the page, and the address of each: the door, the page of a game, and the table.
const TABLE = '#play';
const PLACES = { door: 'door', about: 'about', table: 'table-place' };
const door = new Door();
const about = new About((name, players) => deal(name, players), (name) => attempt(() => printed({ name })));

function enter(place) {
  const isElsewhere = document.body.dataset.place !== place;
  document.body.dataset.place = place;
  for (const [known, id] of Object.entries(PLACES)) at(id).hidden = known !== place;
  if (isElsewhere) scrollTo(0, 0);
}

// Begins a game that was chosen, and goes to the table.
async function deal(name, wanted) {
  const why = await open({ name }, { players: wanted });
  if (why === false) {
    enter('table');
    return;
  }
  linked = null;
  // Whoever goes back is not led here again by an address that begins a game.
  if (location.hash.startsWith(`${TABLE}/`) || location.hash.startsWith(PUZZLES)) history.replaceState(null, '', TABLE);
  else location.hash = TABLE;
  enter('table');
  keep();
}

// Goes where the address leads.
async function follow() {
  const { hash } = location;
  if (!hash.startsWith(PUZZLES)) {
    puzzles.leave();
    if (shownView() === 'puzzle') view('play', null);
  }
  const name = (mark) => (hash.startsWith(mark) ? decodeURIComponent(hash.slice(mark.length)) : null);
  if (hash === '' || hash === '#') {
    enter('door');
    document.title = 'Fairyring';
    await door.open();
  } else if (name('#game/')) {
    enter('about');
    await about.open(name('#game/'));
  } else if (name('#play/')) {
    await deal(name('#play/'), AGAINST);
  } else if (name(PUZZLES)) {
    enter('table');
    view('puzzle', null);
    if (!await puzzles.open(name(PUZZLES))) {
      view('play', null);
      await deal(name(PUZZLES), AGAINST);
      if (game) at('status').textContent = `There are no puzzles for ${game.page.title} yet. ${at('status').textContent}`;
    }
  } else if (name('#letter/')) {
    enter('table');
    await goOnWith(mail.known(name('#letter/')));
  } else if (hash === TABLE || hash === '#guide') {
    enter('table');
    if (!game) await goOn();
    if (hash === '#guide') view('documents');
  } else {
    enter('table');
    const why = await fromLink();
    if (why === null) return;
    if (!game) await goOn();
    if (why) at('status').textContent = why;
  }
}

// Puts a game by links on the table.
async function goOnWith(known) {
  if (!known) {
    at('status').textContent = 'This game is not known here.';
    if (!game) await goOn();
    return;
  }
  const isOpen = await open(known.asked, { start: known.start, turns: known.turns, players: [], letter: known.id });
  if (!isOpen) return;
  board.turned = !known.mine.includes(0);
  show();
}

// Puts on the table what was played last.
async function goOn() {
  const line = kept();
  if (line?.letter && mail.known(line.letter)) {
    await goOnWith(mail.known(line.letter));
    if (game) return;
  }
  const isOpen = line && await open(line.asked, { ...line, players: [line.players ?? []].flat().map(playerOf) });
  if (!isOpen) await open({ name: FIRST }, { players: AGAINST });
}

// Joins the room that the page is in, if it is in one; returns whether a game is played there.
async function join() {
  if (await fromProgram('room') === null) return false;
  const { Room } = await import('./room.js');
  room = await Room.find((line) => attempt(() => followRoom(line)));
  if (!room?.line || !['', '#', TABLE].includes(location.hash)) return false;
  await followRoom(room.line);
  return Boolean(game);
}

async function begin() {
  if (await join()) {
    served = await watched();
    if (served) setInterval(() => watch(FIRST), 1000);
    return;
  }
  const isServed = ['', TABLE].includes(location.hash) && await watch(FIRST);
  if (isServed) {
    setInterval(() => watch(FIRST), 1000);
    return;
  }
  await follow();
  // Whoever looks at games will play one.
  if (!game) setTimeout(() => ask({ ask: 'version' }).catch(() => {}), 1500);
}

// Puts the game of the link in the address bar on the table; returns null if it is there, or else why not.
async function fromLink() {
  try {
    const line = await readLink(location.hash);
    if (!line) return 'This address leads to no game.';
    if (typeof line.letter === 'string' && Array.isArray(line.turns)) return await fromLetter(line);
    linked = JSON.stringify({ asked: line.asked, start: line.start ?? null, turns: line.turns ?? [] });
    return await open(line.asked, { ...line, players: [] }) ? null : `The link cannot be opened: ${at('status').textContent}`;
  } catch (broken) {
    // What the browser says about damaged text is for programmers.
    const isOurs = broken instanceof Refused || broken.constructor === Error;
    return `The link cannot be read: ${isOurs ? broken.message : 'part of it is missing or damaged. Copy the whole link once more.'}`;
  }
}

// Takes a link of a game that goes to and fro; returns why it is refused, or null.
async function fromLetter(line) {
  const old = mail.known(line.letter);
  const { turns, refused, isOld } = mail.judge(line, old);
  const again = async (why) => {
    if (old) await goOnWith(old);
    history.replaceState(null, '', TABLE);
    return why;
  };
  if (refused) return again(refused);
  linked = JSON.stringify({ asked: line.asked, start: line.start ?? null, turns: line.turns });
  // What the link says is played by the rules before anything is kept.
  const state = await ask({ ask: 'state', game: line.asked, start: line.start ?? null, turns }).catch((error) => error);
  if (state instanceof Refused) return again(`The link is refused: ${state.turn === null || state.turn === undefined ? '' : `turn ${state.turn + 1}, ${turns[state.turn]}: `}${state.message}`);
  const sides = (await ask({ ask: 'load', game: line.asked })).sides.map((_, side) => side);
  const mine = old?.mine ?? (state.result ? sides.filter((side) => side !== state.record.at(-1)?.side) : [state.to_move]);
  const own = state.record.slice(old?.turns.length ?? turns.length).find(({ side }) => mine.includes(side));
  if (own) return again(`This link plays a turn for you, ${own.text}, and is refused.`);
  mail.keep({ ...old, id: line.letter, asked: line.asked, start: line.start ?? null, turns, mine });
  await goOnWith(mail.known(line.letter));
  if (isOld) return 'This link is older than the game you know: there it goes on.';
  return null;
}

addEventListener('hashchange', () => follow().catch(failed));

const failed = (error) => told(error instanceof Refused ? error : new Refused({ message: String(error) }));
begin().catch(failed);
