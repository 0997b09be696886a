// Speaks to the desk in a WebAssembly module, which has no imports: `room` for a question, `answer`, `answer_length`.

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

const isNode = typeof process !== 'undefined' && !!process.versions?.node && typeof window === 'undefined';

// Where the module is that comes with the package.
export const OWN = new URL('./dist/desk.wasm', import.meta.url);

// Where the texts are of the games that are not in that module.
const TEXTS = new URL('./dist/texts.json', import.meta.url);

// Reads the texts of the games that are not in the module; nothing if there are none beside it.
export async function apart() {
  if (isNode && TEXTS.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(TEXTS, 'utf8').catch(() => null);
  }
  const response = await fetch(TEXTS).catch(() => null);
  return response?.ok ? response.text() : null;
}

// Compiles a module: from a URL, from bytes, or one that is compiled already.
export async function compiled(source = OWN) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (isNode && url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be fetched: ${response.status}`);
  // Some servers do not know what kind of file it is.
  const isKnown = response.headers.get('content-type') === 'application/wasm';
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// A desk: it takes the text of a question and gives the text of an answer. After an exception it is good for nothing.
export class Desk {
  // `texts` are those of the games that are not in the module, as JSON.
  constructor(module, texts = null) {
    this.exports = new WebAssembly.Instance(module).exports;
    if (texts) this.answer(`{"ask":"complete","texts":${texts}}`);
  }

  answer(question) {
    const { memory, room, answer, answer_length: length } = this.exports;
    const bytes = ENCODER.encode(question);
    const at = room(bytes.length) >>> 0;
    if (at === 0) return JSON.stringify({ error: { message: 'the question is too long', diagnostics: [], turn: null } });
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const begin = answer() >>> 0;
    return DECODER.decode(new Uint8Array(memory.buffer, begin, length()));
  }
}
