// Completion of the names in scope, with their types.
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Completion } from "../../engine/session/editor.ts";
import { arrows } from "../view-models/input-row.ts";
import { textOf } from "./text-of.ts";

/** Asks for the names that may stand at an offset of a text. */
export type AskNames = (text: string, offset: number) => Promise<readonly Completion[]>;

const WORD = /[\p{L}_][\p{L}\p{N}_']*$/u;
const WHOLE_WORD = /^[\p{L}_][\p{L}\p{N}_']*$/u;

/** The nearest names first. */
const BOOST: Readonly<Record<Completion["kind"], number>> = {
  local: 5,
  definition: 4,
  constructor: 3,
  primitive: 2,
  prelude: 1,
  keyword: 0,
};

export function completeNames(ask: AskNames): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(WORD);
    if (word === null && !context.explicit) return null;
    if (/Comment$/.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
    const names = await ask(textOf(context.state), context.pos);
    // who has left the editor meanwhile wants no list over what comes next
    if (context.aborted || context.view?.hasFocus === false) return null;
    return {
      from: word?.from ?? context.pos,
      validFor: WHOLE_WORD,
      options: names.map(({ label, type, kind, documentation }) => ({
        label,
        detail: arrows(type),
        ...(documentation !== undefined && { info: documentation }),
        type: kind,
        boost: BOOST[kind],
      })),
    };
  };
  return [
    EditorView.domEventHandlers({ blur: (_, view) => closeCompletion(view) && false }),
    autocompletion({ override: [source], icons: false, maxRenderedOptions: 60 }),
    // Ctrl-Enter runs the cell; a list that is still open would swallow the Escape that stops it
    Prec.high(keymap.of([{ key: "Mod-Enter", run: (view) => closeCompletion(view) && false }])),
  ];
}
