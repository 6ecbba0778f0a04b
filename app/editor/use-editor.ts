// React's hold on a CodeMirror editor: the state lives in the view, React gives it texts and reads its changes.
import { EditorState, type Extension, type StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type RefObject, useEffect, useRef, useState } from "react";
import { textOf } from "./text-of.ts";

export interface UseEditor {
  /** Where the editor goes. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly view: EditorView | undefined;
}

export interface EditorOptions {
  /** The text as the document has it; where it differs from the editor's, the editor follows. */
  readonly text: string;
  /** Made once, at the first render. */
  extensions(): Extension;
  /** What else to do when the editor gets a new text from outside, such as folding. */
  readonly onOpen?: (state: EditorState) => readonly StateEffect<unknown>[];
}

/** An editor for as long as the component lives. A text from outside is one change in its history, so it can be undone. */
export function useEditor({ text, extensions, onOpen }: EditorOptions): UseEditor {
  const host = useRef<HTMLDivElement>(null);
  const initial = useRef({ text, extensions, onOpen });
  const [view, setView] = useState<EditorView>();

  useEffect(() => {
    const { text: doc, extensions: make, onOpen: opened } = initial.current;
    const made = new EditorView({ state: EditorState.create({ doc, extensions: make() }), parent: host.current! });
    const effects = opened?.(made.state) ?? [];
    if (effects.length > 0) made.dispatch({ effects });
    setView(made);
    return () => made.destroy();
  }, []);

  useEffect(() => {
    if (view === undefined || textOf(view.state) === text) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      userEvent: "open",
      scrollIntoView: true,
    });
    const effects = onOpen?.(view.state) ?? [];
    if (effects.length > 0) view.dispatch({ effects });
  }, [view, text, onOpen]);

  return { host, view };
}
