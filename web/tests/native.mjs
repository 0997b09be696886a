// The program itself, asked the same questions as the page's own desk.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const root = new URL('../../', import.meta.url).pathname;

// The program, and the folder that `web/build.sh` made.
export const program = process.env.FAIRYRING ?? `${root}target/release/fairyring`;
export const folder = process.env.PAGE ?? `${root}target/page`;

// Begins `fairyring serve`, with a file if one is named; returns its address, a way to ask it, and one to end it.
export async function serve(program, ...files) {
  const child = spawn(program, ['serve', ...files], { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  const answer = async (question) => {
    const response = await fetch(`${url}api`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: question });
    return response.text();
  };
  return { url, answer, end: () => child.kill() };
}
