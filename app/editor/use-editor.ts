// React's hold on a CodeMirror editor: the view owns the state, React sets texts and reads its changes.

import { isolateHistory } from "@codemirror/commands";
import { EditorState, type Extension, type StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { present } from "../../engine/base/nth.ts";
import { difference } from "../base/difference.ts";
import { textOf } from "./text-of.ts";

/** An editor as a component holds it; `view` is undefined before it is there. */
export interface UseEditor {
  /** The editor's parent. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly view: EditorView | undefined;
}

/** An editor's parts. */
export interface EditorOptions {
  /** The text as the document has it; where it differs from the editor's, the editor follows. */
  readonly text: string;
  /** Made once, at the first render. */
  extensions(): Extension;
  /** A text as the document keeps it, where it leaves out blanks around what is typed. */
  kept?(text: string): string;
  /** Further effects when the editor gets a new text from outside, such as folding. */
  readonly onOpen?: (state: EditorState) => readonly StateEffect<unknown>[];
}

/**
 * Keeps the browser's cursor and selection where the editor has its own. When a mistake is underlined around the cursor, in an editor that has
 * just taken over from a field, Chromium moves the cursor to the start of the line, which CodeMirror does not notice; and a selection of all
 * becomes a cursor at its start, which CodeMirror takes for the user's.
 */
const SELECTION_STAYS = EditorView.updateListener.of(({ view }) => {
  const drawn = document.getSelection();
  const { anchor, head, empty } = view.state.selection.main;
  if (drawn === null || !view.hasFocus || view.composing) return;
  const { focusNode, focusOffset, isCollapsed } = drawn;
  if (!view.contentDOM.contains(focusNode)) return;
  const isMoved = empty ? focusNode instanceof Element && view.posAtDOM(focusNode, focusOffset) !== head : isCollapsed;
  if (!isMoved) return;
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)];
  drawn.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
});

/** Characters. */
const LONG = 300_000;

/** Texts that were typed and have not come back yet. */
const MOST_TYPED = 50;

/** An editor for the lifetime of the component. A text from outside is one change in its history, and undone by itself. */
export function useEditor({ text, extensions, kept, onOpen }: EditorOptions): UseEditor {
  const host = useRef<HTMLDivElement>(null);
  const initial = useRef({ text, extensions, kept, onOpen });
  const [view, setView] = useState<EditorView>();
  // typed text comes back as the document's, perhaps when more has been typed: it is not from outside
  const typed = useRef<string[]>([]);
  const known = useRef(text);

  useEffect(() => {
    const { text: doc, extensions: make, kept: keep = (one: string) => one, onOpen: opened } = initial.current;
    const note = EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.some((one) => one.isUserEvent("open"))) return;
      typed.current = [...typed.current, keep(textOf(update.state))].slice(-MOST_TYPED);
    });
    let made: EditorView | undefined;
    const create = (): void => {
      const state = EditorState.create({ doc, extensions: [make(), note, SELECTION_STAYS] });
      made = new EditorView({ state, parent: present(host.current) });
      const effects = opened?.(made.state) ?? [];
      if (effects.length > 0) made.dispatch({ effects });
      const drawn = made;
      // before the next event, so that what stands in its place goes as it comes
      queueMicrotask(() => made === drawn && flushSync(() => setView(drawn)));
    };
    // the first editors compile the library's code, and a long text is taken apart: not in the task that draws the page
    const isFirst = document.documentElement.dataset.started === undefined && !document.querySelector(".cm-editor");
    const timer = isFirst || doc.length > LONG ? setTimeout(create) : undefined;
    if (timer === undefined) create();
    return () => {
      clearTimeout(timer);
      made?.destroy();
      made = undefined;
    };
  }, []);

  useLayoutEffect(() => {
    const echo = typed.current.lastIndexOf(text);
    if (echo >= 0) typed.current = typed.current.slice(echo + 1);
    const isOutside = echo < 0 && known.current !== text;
    if (view === undefined) return;
    known.current = text;
    const now = textOf(view.state);
    if (!isOutside || now === text) return;
    typed.current = [];
    const { from, to, insert } = difference(now, text);
    // a text that shares most with the one before is the same one, changed elsewhere: the cursor stays where it is
    const isSame = now.length > 0 && now.length - (to - from) > now.length / 2;
    view.dispatch({
      changes: { from, to, insert },
      userEvent: "open",
      annotations: isolateHistory.of("full"),
      // scroll only where one writes: a field may be filled in from elsewhere
      ...(isSame ? {} : { selection: { anchor: 0 }, scrollIntoView: view.hasFocus }),
    });
    if (isSame) return;
    const effects = onOpen?.(view.state) ?? [];
    if (effects.length > 0) view.dispatch({ effects });
  }, [view, text, onOpen]);

  return { host, view };
}
