// Asks the desk. Whoever serves this page answers; what is asked and answered is described in docs/desk.md.

export async function ask(question) {
  const response = await fetch('api', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question),
  });
  if (!response.ok) throw new Refused({ message: `no answer: ${response.status}` });
  const answer = await response.json();
  if (answer.error) throw new Refused(answer.error);
  return answer;
}

// The file that is being written on this machine, with its text now: null where there is none.
export async function watched() {
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
