// The editor of prose: Markdown as text, in the type of prose.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { look } from "./look.ts";
import { phrases } from "./phrases.ts";
import { fallThrough } from "./program-editor.ts";
import { textOf } from "./text-of.ts";

export interface ProseEditorOptions {
  readonly label: string;
  onText(text: string): void;
  onUndo(): void;
  onRedo(): void;
  /** The user is done: Escape, or Ctrl-Enter. */
  onDone(): void;
}

export function proseEditor({ label, onText, onUndo, onRedo, onDone }: ProseEditorOptions): Extension {
  const done = (): boolean => {
    onDone();
    return true;
  };
  return [
    highlightSpecialChars(),
    history(),
    drawSelection(),
    search({ top: true }),
    look,
    phrases,
    EditorView.lineWrapping,
    keymap.of([
      { key: "Escape", run: done },
      { key: "Mod-Enter", run: done },
      ...searchKeymap,
      ...fallThrough({ onUndo, onRedo }),
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
    ]),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "true" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(textOf(update.state));
    }),
  ];
}
