// Asks the desk; what is asked and answered is described in docs/desk.md.

import { Prepared, Served, Worked } from './carriers.js';

// How long an answer may take before it is given up.
const SECONDS = 60;

let carrier = null;
// What takes the computer's turns, and what analyses, so that everything else is answered meanwhile.
const THINKERS = { computer: 'player', analyse: 'analyst', judge: 'analyst' };
const thinkers = {};

const said = (name) => document.querySelector(`meta[name=${name}]`)?.content;
// The page says where its desk is: `api`, or the name of a WebAssembly module.
const place = () => said('desk') ?? 'api';

function chosen() {
  if (place() === 'api') return new Served();
  const worked = new Worked(place(), SECONDS, said('texts'));
  return said('answers') ? new Prepared(said('answers'), (said('games') ?? '').split(' '), worked) : worked;
}

// Lets another carrier take the questions.
export function carryBy(other) {
  carrier = other;
}

function answer(question) {
  carrier ??= chosen();
  // Pictures are nothing that the rules know of.
  const text = JSON.stringify(question, (key, value) => (key === 'pictures' && question.game?.pictures === value ? undefined : value));
  const thinker = THINKERS[question.ask];
  if (!thinker || !carrier.another) return carrier.answer(text);
  thinkers[thinker] ??= carrier.another();
  return thinkers[thinker].only(text);
}

export async function ask(question) {
  let told;
  try {
    told = JSON.parse(await answer(question));
  } catch (error) {
    throw new Refused({ message: error.message });
  }
  if (told.error) throw new Refused(told.error);
  return told;
}

// Asks the program that serves the page for something besides answers, or hands it something: null where there is no program.
export async function fromProgram(what, said = null) {
  if (place() !== 'api') return null;
  try {
    const response = await fetch(what, said ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(said) } : {});
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

// The file that is being written on this machine, with its text now: null where there is none.
export const watched = () => fromProgram('watch');

export class Refused extends Error {
  constructor(error) {
    super(error.message);
    this.diagnostics = error.diagnostics ?? [];
    this.turn = error.turn;
  }
}
