// The text of rules with colours, proposals, mistakes and meanings: CodeMirror, with the words of the language that the desk
// tells. It is in a shadow of its own, as the page lets no script write styles for all of it.

import {
  acceptCompletion, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionStatus, defaultKeymap, EditorState,
  EditorView, highlightActiveLine, HighlightStyle, highlightSelectionMatches, history, historyKeymap, hoverTooltip,
  indentLess, indentMore, indentUnit, keymap, lineNumbers, lintGutter, moveCompletionSelection, searchKeymap, setDiagnostics,
  StreamLanguage, syntaxHighlighting, tags,
} from './codemirror.js';

import { made, prose } from './elements.js';

const WORD = /[\p{Letter}_][\p{Letter}\p{Number}_-]*/u;
const INDENT = 4;

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--keyword)' },
  { tag: tags.typeName, color: 'var(--name)' },
  { tag: tags.string, color: 'var(--quote)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'var(--code)' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '.4rem 0' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'transparent', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '.cm-content ::selection': { backgroundColor: 'color-mix(in srgb, var(--from) 55%, transparent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--from) 30%, transparent)' },
  '.cm-tooltip, .cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--paper)', border: '1px solid var(--edge)', borderRadius: '.4rem',
    font: '14px/1.45 system-ui, sans-serif' },
  '.cm-tooltip': { maxWidth: 'min(26rem, 92vw)', boxShadow: '0 .3rem 1rem #0003', overflow: 'hidden' },
  '.cm-tooltip-section:not(:first-child)': { borderTop: '1px solid var(--line)' },
  '.cm-tooltip .meaning': { padding: '.3rem .7rem' },
  '.cm-tooltip .meaning p': { margin: '.25rem 0' },
  '.cm-tooltip .meaning button': { color: 'var(--accent)', background: 'none', border: 'none', padding: '0', font: 'inherit',
    textDecoration: 'underline', cursor: 'pointer' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: 'var(--code)', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '.15rem .6rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--paper)', backgroundColor: 'var(--accent)' },
  '.cm-completionDetail': { color: 'inherit', opacity: .8, fontStyle: 'normal' },
  '.cm-tooltip code': { font: '.9em ui-monospace, "DejaVu Sans Mono", monospace' },
  '.cm-diagnostic': { padding: '.4rem .7rem' },
  '.cm-diagnosticText': { display: 'block' },
  '.cm-diagnosticAction': { color: 'var(--ink)', backgroundColor: 'transparent', border: '1px solid var(--edge)', borderRadius: '.4rem',
    font: 'inherit', padding: '.1rem .5rem', margin: '.3rem .4rem 0 0', marginLeft: 0, cursor: 'pointer' },
  '.cm-panel input, .cm-panel button, .cm-textfield, .cm-button': { color: 'inherit', background: 'transparent', border: '1px solid var(--edge)',
    borderRadius: '.3rem', font: 'inherit' },
});

export class Editor {
  // What is typed is told to `onInput`, and the word under the caret to `onWord`; `meaning` promises what tells a word's, or null.
  constructor(holder, { words, onInput, onWord, meaning }) {
    this.words = words;
    this.isGiven = false;
    this.view = new EditorView({
      root: holder.attachShadow({ mode: 'open' }),
      extensions: [
        lintGutter(), lineNumbers(), history(), bracketMatching(), closeBrackets(), highlightActiveLine(),
        highlightSelectionMatches(), EditorView.lineWrapping, EditorState.tabSize.of(INDENT), indentUnit.of(' '.repeat(INDENT)),
        language(words), syntaxHighlighting(COLOURS), THEME,
        autocompletion({ override: [(context) => this.fitting(context)], selectOnOpen: false, interactionDelay: 0, icons: false }),
        hoverTooltip(async (view, at, side) => this.hover(view, at, side, meaning)),
        keymap.of([{ key: 'Tab', run: forward, shift: indentLess }, ...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': 'Rules', tabindex: '0', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.isGiven) onInput();
          if (update.selectionSet || update.docChanged) onWord(wordAt(update.state, update.state.selection.main.head)?.word ?? '');
        }),
      ],
    });
    this.view.root.append(this.view.dom);
  }

  get value() {
    return this.view.state.doc.toString();
  }

  // Puts another text there, which nobody has typed.
  set value(text) {
    this.isGiven = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    this.view.dispatch(setDiagnostics(this.view.state, []));
    this.isGiven = false;
  }

  // Puts another text there as if it had been typed, and the caret at its end.
  write(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: text.length } });
    this.view.focus();
  }

  // Marks findings in this text, each with its fixes.
  show(findings) {
    const marks = findings.map((finding) => {
      const { from, to } = this.range(finding);
      const actions = finding.fixes.map((change) => ({ name: fixName(change), apply: () => this.apply(change) }));
      return { from, to, severity: finding.severity === 'error' ? 'error' : 'warning', message: finding.message,
        renderMessage: () => made('span', prose(finding.message)), actions };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  // Lines and columns count from 1, columns in characters.
  offset(line, column) {
    const { doc } = this.view.state;
    const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return from + [...text].slice(0, column - 1).join('').length;
  }

  range(place) {
    const from = this.offset(place.line, place.column);
    return { from, to: Math.max(from, this.offset(place.end_line, place.end_column)) };
  }

  select(place) {
    const { from, to } = this.range(place);
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.view.focus();
  }

  apply(change) {
    this.view.dispatch({ changes: { ...this.range(change), insert: change.replacement } });
  }

  // Words that begin with what stands before the caret.
  fitting(context) {
    const begun = context.matchBefore(WORD);
    if (!begun || (begun.text.length < 2 && !context.explicit)) return null;
    const before = context.state.sliceDoc(context.state.doc.lineAt(begun.from).from, begun.from);
    const { keywords, names, games } = this.words;
    if (/\bfrom\s+$/.test(before)) return { from: begun.from, options: games.map(({ name, title }) => ({ label: name, detail: title })), validFor: WORD };
    if (/#|^[^"]*"[^"]*$/.test(before)) return null;
    const own = this.value.match(/[\p{Letter}_][\p{Letter}\p{Number}_-]+/gu) ?? [];
    const words = new Set([...own.filter((word) => word !== begun.text), ...keywords, ...names]);
    const options = [...words].map((label) => ({ label, boost: -label.length }));
    return { from: begun.from, options, validFor: /^[\p{Letter}\p{Number}_-]*$/u };
  }

  async hover(view, at, side, meaning) {
    const found = wordAt(view.state, at);
    if (!found || (found.from === at && side < 0) || (found.to === at && side > 0)) return null;
    const told = await meaning(found.word);
    if (!told) return null;
    told.classList.add('meaning');
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: told }) };
  }
}

// How a fix is called: as the desk says it, and what is put there if it does not say that.
export function fixName({ message, replacement }) {
  const said = message.replaceAll('`', '');
  const name = replacement && message.includes(replacement) ? said : `${said}: ${replacement || 'remove'}`;
  return name[0].toUpperCase() + name.slice(1);
}

// Takes the word that is chosen among those proposed, or the first of them; where none is proposed, the line is set in.
function forward(view) {
  if (completionStatus(view.state) !== 'active') return indentMore(view);
  if (!acceptCompletion(view) && moveCompletionSelection(true)(view)) acceptCompletion(view);
  // The tabulator never leaves the text from here.
  return true;
}

function wordAt(state, at) {
  const { from, text } = state.doc.lineAt(at);
  for (const match of text.matchAll(new RegExp(WORD, 'gu'))) {
    const [start, end] = [from + match.index, from + match.index + match[0].length];
    if (start <= at && at <= end) return { from: start, to: end, word: match[0] };
  }
  return null;
}

function language({ keywords, names }) {
  const [known, others] = [new Set(keywords), new Set(names)];
  const kind = (word) => {
    if (known.has(word)) return 'keyword';
    return others.has(word) || /^\p{Uppercase_Letter}/u.test(word) ? 'typeName' : null;
  };
  return StreamLanguage.define({
    startState: () => ({ depth: 0 }),
    token: (stream, state) => {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return 'comment';
      if (stream.match(/^"[^"]*"?/)) return 'string';
      const word = stream.match(WORD_HERE);
      if (word) return kind(word[0]);
      if (stream.match(/^\d+/)) return 'number';
      const sign = stream.next();
      if (sign === '{') state.depth += 1;
      if (sign === '}') state.depth = Math.max(0, state.depth - 1);
      return null;
    },
    indent: (state, after, context) => Math.max(0, state.depth - (/^\s*\}/.test(after) ? 1 : 0)) * context.unit,
    languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['{', '(', '"'] }, indentOnInput: /^\s*\}$/ },
  });
}
const WORD_HERE = new RegExp(`^${WORD.source}`, 'u');
