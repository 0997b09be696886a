// The documents: read from their files, and shown without any of their text becoming markup.

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
        const title = node(`h${Math.min(token.depth + 1, 6)}`, this.words(token.tokens));
        title.dataset.anchor = anchor(token.text);
        title.tabIndex = -1;
        return title;
      }
      case 'paragraph': return node('p', this.words(token.tokens));
      case 'text': return node('span', token.tokens ? this.words(token.tokens) : [token.text]);
      case 'blockquote': return node('blockquote', this.blocks(token.tokens));
      case 'list': return node(token.ordered ? 'ol' : 'ul', token.items.map((item) => node('li', this.blocks(item.tokens))));
      case 'table': return this.table(token);
      case 'code': return this.code(token);
      default: return null;
    }
  }

  table({ header, rows }) {
    const row = (name, cells) => node('tr', cells.map((cell) => node(name, this.words(cell.tokens))));
    const table = node('table', [node('thead', [row('th', header)]), node('tbody', rows.map((cells) => row('td', cells)))]);
    const box = node('div', [table]);
    box.className = 'wide-table';
    box.tabIndex = 0;
    return box;
  }

  code({ text, lang }) {
    const box = node('div', [node('pre', [text])]);
    box.className = 'example';
    box.firstChild.tabIndex = 0;
    if (!/^rules\b/.test(lang ?? '')) return box;
    const button = node('button', ['Open in the editor']);
    button.type = 'button';
    const isWhole = /^rules \d/m.test(text);
    button.addEventListener('click', () => this.onExample(isWhole ? `${text}\n` : `rules 1\ngame "Example" from chess\n\n${text}\n`));
    box.append(button);
    return box;
  }

  words(tokens) {
    return tokens.map((token) => {
      switch (token.type) {
        case 'strong': return node('strong', this.words(token.tokens));
        case 'em': return node('em', this.words(token.tokens));
        case 'codespan': return node('code', [token.text]);
        case 'link': return this.link(token);
        case 'br': return node('br', []);
        case 'image': return token.text;
        default: return token.tokens ? node('span', this.words(token.tokens)) : token.text ?? '';
      }
    });
  }

  link({ href, tokens }) {
    const place = target(this.path, href);
    if (!place) return node('span', this.words(tokens));
    const link = node('a', this.words(tokens));
    link.href = `${FOLDER}${place}`;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      this.open(place).catch((error) => this.holder.prepend(node('p', [error.message])));
    });
    return link;
  }
}

function node(name, children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
