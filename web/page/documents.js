// The documents: read from their files, and shown without any of their text becoming markup.

import { button, made } from './elements.js';

const FOLDER = 'docs/';
const texts = new Map();

// Promises the text of a document by its path below `docs/`.
export function page(path) {
  if (!texts.has(path)) {
    const read = fetch(FOLDER + path).then((response) => (response.ok ? response.text() : Promise.reject(new Error(`${path} is not here`))));
    read.catch(() => texts.delete(path));
    texts.set(path, read);
  }
  return texts.get(path);
}

// Markdown of a line without its signs.
export function plain(text) {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`|\*\*|\\(?=[|*_])/g, '').replaceAll(/(^|\s)[_*](\S[^_*]*)[_*]/g, '$1$2');
}

// What a title is called in links to it.
export function anchor(title) {
  return plain(title).toLowerCase().replace(/[^\p{Letter}\p{Number}\s_-]/gu, '').trim().replaceAll(/\s/g, '-');
}

// Finds the path below `docs/` that a link on a page leads to; null if it leads elsewhere.
function target(path, href) {
  const { origin, pathname, hash } = new URL(href, `http://docs/docs/${path}`);
  const found = /^\/docs\/(.+\.md)$/.exec(pathname);
  return origin === 'http://docs' && found ? found[1] + decodeURIComponent(hash) : null;
}

export class Documents {
  // `onExample` takes the text of an example that is to be opened.
  constructor(holder, onExample) {
    Object.assign(this, { holder, onExample, path: null, lexer: null });
  }

  // Shows a document, and the section that the path names behind `#`.
  async open(place) {
    const [path, section] = place.split('#');
    const [text, { lexer }] = await Promise.all([page(path), import('./marked.js')]);
    this.path = path;
    this.holder.replaceChildren(...this.blocks(lexer(text)));
    const at = section && [...this.holder.querySelectorAll('h2, h3, h4, h5')].find((title) => title.dataset.anchor === section);
    if (at) {
      at.focus();
      at.scrollIntoView({ block: 'start' });
    } else {
      this.holder.scrollTop = 0;
      this.holder.querySelector('h2')?.focus();
    }
  }

  blocks(tokens) {
    return tokens.map((token) => this.block(token)).filter(Boolean);
  }

  block(token) {
    switch (token.type) {
      case 'heading': {
        // The page has a title above this one.
        const title = made(`h${Math.min(token.depth + 1, 6)}`, this.words(token.tokens));
        title.dataset.anchor = anchor(token.text);
        title.tabIndex = -1;
        return title;
      }
      case 'paragraph': return made('p', this.words(token.tokens));
      case 'text': return made('span', token.tokens ? this.words(token.tokens) : [token.text]);
      case 'blockquote': return made('blockquote', this.blocks(token.tokens));
      case 'list': return made(token.ordered ? 'ol' : 'ul', token.items.map((item) => made('li', this.blocks(item.tokens))));
      case 'table': return this.table(token);
      case 'code': return this.code(token);
      default: return null;
    }
  }

  table({ header, rows }) {
    const row = (name, cells) => made('tr', cells.map((cell) => made(name, this.words(cell.tokens))));
    const table = made('table', [made('thead', [row('th', header)]), made('tbody', rows.map((cells) => row('td', cells)))]);
    return made('div', [table], { class: 'wide-table', tabindex: 0 });
  }

  code({ text, lang }) {
    const box = made('div', [made('pre', text, { tabindex: 0 })], { class: 'example' });
    if (!/^rules\b/.test(lang ?? '')) return box;
    const isWhole = /^rules \d/m.test(text);
    const whole = isWhole ? `${text}\n` : `rules 2\ngame "Example" from chess\n\n${text}\n`;
    box.append(button('Open in the editor', () => this.onExample(whole)));
    return box;
  }

  words(tokens) {
    return tokens.map((token) => {
      switch (token.type) {
        case 'strong': return made('strong', this.words(token.tokens));
        case 'em': return made('em', this.words(token.tokens));
        case 'codespan': return made('code', [token.text]);
        case 'link': return this.link(token);
        case 'br': return made('br', []);
        case 'image': return token.text;
        default: return token.tokens ? made('span', this.words(token.tokens)) : token.text ?? '';
      }
    });
  }

  link({ href, tokens }) {
    const place = target(this.path, href);
    if (!place) return made('span', this.words(tokens));
    const link = made('a', this.words(tokens));
    link.href = `${FOLDER}${place}`;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      this.open(place).catch((error) => this.holder.prepend(made('p', [error.message])));
    });
    return link;
  }
}
