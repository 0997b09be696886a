// Asks the desk; what is asked and answered is described in docs/desk.md.

import { Served, Worked } from './carriers.js';

// How long an answer may take before it is given up.
const SECONDS = 60;

let carrier = null;

// The page says where its desk is: `api`, or the name of a WebAssembly module.
const place = () => document.querySelector('meta[name=desk]')?.content ?? 'api';

// Lets another carrier take the questions, as tests do.
export function carryBy(other) {
  carrier = other;
}

export async function ask(question) {
  carrier ??= place() === 'api' ? new Served() : new Worked(place(), SECONDS);
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
