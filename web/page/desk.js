// Asks the desk; what is asked and answered is described in docs/desk.md.

import { Prepared, Served, Worked } from './carriers.js';

// How long an answer may take before it is given up.
const SECONDS = 60;

let carrier = null;

const said = (name) => document.querySelector(`meta[name=${name}]`)?.content;
// The page says where its desk is: `api`, or the name of a WebAssembly module.
const place = () => said('desk') ?? 'api';

function chosen() {
  if (place() === 'api') return new Served();
  const worked = new Worked(place(), SECONDS);
  return said('answers') ? new Prepared(said('answers'), worked) : worked;
}

// Lets another carrier take the questions, as tests do.
export function carryBy(other) {
  carrier = other;
}

export async function ask(question) {
  carrier ??= chosen();
  let answer;
  try {
    answer = JSON.parse(await carrier.answer(JSON.stringify(question)));
  } catch (error) {
    throw new Refused({ message: error.message });
  }
  if (answer.error) throw new Refused(answer.error);
  return answer;
}

// The file that is being written on this machine, with its text now: null where there is none.
export async function watched() {
  if (place() !== 'api') return null;
  try {
    const response = await fetch('watch');
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

export class Refused extends Error {
  constructor(error) {
    super(error.message);
    this.diagnostics = error.diagnostics ?? [];
    this.turn = error.turn;
  }
}
