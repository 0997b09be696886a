// What the page takes from Marked: the parts of a text in Markdown, which it shows without writing HTML.

export { lexer } from 'marked';
