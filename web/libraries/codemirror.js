// What the page's editor takes from CodeMirror.

export { autocompletion, acceptCompletion, closeBrackets, closeBracketsKeymap, completionStatus, moveCompletionSelection } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
export { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
export { lintGutter, setDiagnostics } from '@codemirror/lint';
export { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
export { EditorState } from '@codemirror/state';
export { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
export { tags } from '@lezer/highlight';
