// What the page of the workbench takes of CodeMirror.
export { EditorState, Compartment, StateEffect, RangeSetBuilder, Transaction } from "@codemirror/state";
export { EditorView, Decoration, ViewPlugin, keymap, lineNumbers, drawSelection, highlightActiveLine, hoverTooltip, highlightSpecialChars, rectangularSelection, placeholder } from "@codemirror/view";
export { foldGutter, foldKeymap, foldService, bracketMatching, indentUnit } from "@codemirror/language";
export { history, historyKeymap, defaultKeymap } from "@codemirror/commands";
export { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
export { setDiagnostics, lintKeymap, openLintPanel } from "@codemirror/lint";
