// Completion of the names in scope, with their types. A list never takes Enter from typing: only a choice made with the arrows is taken by
// Enter; Tab takes the first.
import {
  acceptCompletion,
  autocompletion,
  type Completion as Choice,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  selectedCompletionIndex,
  setSelectedCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Completion } from "../../../engine/session/program/editor.ts";
import { arrows } from "../../program/model/input-row.ts";
import { textOf } from "../text-of.ts";
import { type Place, placeAt } from "./binders.ts";

/** Asks for the names that may stand at an offset of a text. */
export type AskNames = (text: string, offset: number) => Promise<readonly Completion[]>;

const WORD = /[\p{L}_][\p{L}\p{N}_']*$/u;
const WHOLE_WORD = /^[\p{L}_][\p{L}\p{N}_']*$/u;
/** A dot behind a record. */
const DOT = /[\p{L}\p{N}_')]\.$/u;
const CAPITAL = /^\p{Lu}/u;

const AFTER_DOT = { place: "field", locals: [] } as const;

/** The nearest names first. */
const BOOST: Readonly<Record<Completion["kind"], number>> = {
  local: 5,
  definition: 4,
  constructor: 3,
  primitive: 2,
  prelude: 1,
  keyword: 0,
  field: 0,
};

/** Completes names in scope, those nearest first, when asked or when letters are typed. */
export function completeNames(ask: AskNames): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(WORD);
    const before = context.state.sliceDoc(0, word?.from ?? context.pos).slice(-2);
    const isField = DOT.test(before) && !/\d\.$/.test(before);
    if (word === null && !context.explicit && !isField) return null;
    // the letters behind a number are its own, `2.0f`
    if (word !== null && /[\d.]$/.test(before) && !isField) return null;
    if (/Comment$/.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
    const text = textOf(context.state);
    const typed = word?.text ?? "";
    const from = word?.from ?? context.pos;
    // the text before the word: the word itself binds nothing yet
    const { place, locals } = isField ? AFTER_DOT : placeAt(text, from);
    // a name that is being defined is its writer's choice, and types are not offered
    if (place === "type" || (place === "pattern" && !CAPITAL.test(typed))) return null;
    const names = await ask(text, context.pos);
    // an editor without focus shows no list over the next part
    if (context.aborted || context.view?.hasFocus === false) return null;
    const known = new Set(names.map(({ label }) => label));
    const unknown = locals.filter((label) => !known.has(label)).map((label): Choice => ({ label, boost: BOOST.local }));
    const options = names.filter(({ kind }) => isFitting(kind, place)).map(choice);
    const all = [...(place === "expression" ? unknown : []), ...options];
    const labels = new Set(all.map(({ label }) => label));
    // a name that is complete needs no list
    if (labels.has(typed) && !context.explicit) return null;
    return { from, validFor: (now) => WHOLE_WORD.test(now) && !labels.has(now), options: all };
  };
  return [
    EditorView.domEventHandlers({ blur: (_, view) => closeCompletion(view) && false }),
    autocompletion({ override: [source], icons: false, maxRenderedOptions: 60, selectOnOpen: false }),
    // Ctrl-Enter runs the cell; a list that is still open would swallow the Escape that stops it
    Prec.high(keymap.of([{ key: "Mod-Enter", run: (view) => closeCompletion(view) && false }])),
    Prec.high(keymap.of([{ key: "Tab", run: takeFirst }])),
  ];
}

/** Whether a kind of name may stand at a kind of place. */
function isFitting(kind: Completion["kind"], place: Place | "field"): boolean {
  if (kind === "field" || place === "field") return kind === place;
  return place === "expression" || kind === "constructor";
}

function choice({ label, type, kind, documentation }: Completion): Choice {
  return {
    label,
    detail: arrows(type),
    ...(documentation !== undefined && { info: documentation }),
    type: kind,
    boost: BOOST[kind],
  };
}

/** Takes the choice in an open list, or its first name; whether one was open. */
function takeFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}
