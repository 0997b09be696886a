// What was played in this browser: the games by name, the last first, and how far the last one went.

const KEPT = 'fairyring';
const NAMES = 'fairyring-played';
const MOST = 12;

const read = (storage, key) => {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

// Each tab has its own game; a new one begins with what was played last.
export const kept = () => read(sessionStorage, KEPT) ?? read(localStorage, KEPT);

// Games survive a reload.
export function keep(line, title) {
  const text = JSON.stringify({ ...line, title });
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, text);
    const { name, text: own } = line.asked;
    if (!name || own || line.turns.length === 0) return;
    const names = [name, ...known().filter((other) => other !== name)];
    localStorage.setItem(NAMES, JSON.stringify(names.slice(0, MOST)));
  } catch {
    // Whoever lets nothing be kept plays all the same.
  }
}

const known = () => {
  const names = read(localStorage, NAMES);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
};

// The last game, as far as there is one that can be gone on with, and the names of those before.
export function played() {
  const line = kept();
  const isGame = typeof line?.asked === 'object' && line.asked !== null && Array.isArray(line.turns);
  const last = isGame ? { title: String(line.title ?? line.asked.name ?? 'your own game'), turns: line.turns.length } : null;
  return { last, names: known() };
}
