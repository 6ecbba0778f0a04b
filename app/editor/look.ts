// How the editor looks: the page's own tokens, with highlighting in the meanings that they have everywhere else.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { DIRECTIVES } from "../../engine/syntax/header.ts";

/** The classes of highlighted pieces (`editor.css`). */
export const highlighting = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.string, class: "tok-text" },
  { tag: tags.propertyName, class: "tok-field" },
  { tag: tags.special(tags.operator), class: "tok-parallel" },
]);

/** The key of a header's directive, within its comment. */
export const DIRECTIVE_KEY = `(?<=^[ \\t]*--[ \\t]*)(?:${DIRECTIVES.join("|")})(?=[ \\t]*:(?:\\s|$))`;

/** The keys of the header's directives stand out from the comment that they are in. */
const directiveKeys = new MatchDecorator({
  regexp: new RegExp(DIRECTIVE_KEY, "gm"),
  decoration: Decoration.mark({ class: "directive" }),
});

const directives = ViewPlugin.define(
  (view) => {
    const plugin = {
      decorations: directiveKeys.createDeco(view),
      update: (update: ViewUpdate) => {
        plugin.decorations = directiveKeys.updateDeco(update, plugin.decorations);
      },
    };
    return plugin;
  },
  { decorations: (plugin) => plugin.decorations },
);

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "var(--editor-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-code)",
    fontVariantLigatures: "none",
    lineHeight: "var(--leading-code)",
    overflow: "auto",
  },
  ".cm-content": { padding: "var(--s4) 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 var(--s4) 0 var(--s2)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-gutters": { background: "transparent", border: "0", color: "var(--ink-3)" },
  ".cm-lineNumbers .cm-gutterElement": {
    fontSize: "0.8125rem",
    lineHeight: "calc(var(--editor-size) * var(--leading-code))",
    padding: "0",
    minWidth: "2rem",
  },
  ".cm-activeLineGutter": { background: "transparent", color: "var(--ink)" },
  ".cm-activeLine": { background: "transparent" },
  ".cm-foldGutter .cm-gutterElement": { width: "0.875rem", textAlign: "center" },
  ".cm-gutter-lint": { width: "0.875rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  "&.cm-focused .cm-matchingBracket": {
    background: "transparent",
    boxShadow: "0 0 0 1.5px var(--line-strong)",
    borderRadius: "2px",
  },
  "&.cm-focused .cm-nonmatchingBracket": { background: "transparent", color: "var(--err)" },
  ".cm-placeholder": { color: "var(--ink-3)", fontWeight: "400" },
  ".cm-searchMatch": { background: "var(--primal-soft)", outline: "1px solid var(--primal)", borderRadius: "2px" },
  ".cm-searchMatch-selected": { background: "var(--selection)", outlineWidth: "2px" },
  ".cm-selectionMatch": { background: "var(--sunken)" },
});

/** How all editors of code look. */
export const look: Extension = [theme, syntaxHighlighting(highlighting), directives];
