// Links that carry a whole game: rules, options and turns, in the part of the address that is sent to nobody.

const MARK = '#g=';
const MOST = 1 << 20;

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error('it is too long');
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function writeLink(line) {
  const bytes = new TextEncoder().encode(JSON.stringify(line));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return MARK + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// Returns what a link carries, or null if it carries nothing.
export async function readLink(hash) {
  if (!hash.startsWith(MARK)) return null;
  const text = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
  const packed = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream('deflate-raw'));
  const line = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof line?.asked !== 'object') throw new Error('it names no game');
  return line;
}
