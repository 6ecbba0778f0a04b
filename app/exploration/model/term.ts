// Terms that a stage keeps for the way back, as they are: `Add (Scale 0.2 Zero) (Scale 0.1 (Var 1))`.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { Content } from "../../../engine/core/events/events.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { termsOf } from "../../algorithms/index.ts";
import { showContent } from "./caption.ts";

/** A value that is made by a constructor. */
export type Term = Extract<Content, { readonly con: string }>;

/** A part of a term as text: a number as a factor, a reference, or the rest. */
export interface TermPiece {
  readonly text: string;
  readonly number?: number;
  readonly isReference?: true;
  /** The addend of the whole it belongs to, from 0; undefined for the sum's own signs. */
  readonly addend: number | undefined;
}

/** Nodes of a term that are written out: without sharing it may be exponential in the run. */
const MOST_NODES = 12;

/** The term that a stage keeps of a scalar, from the run's record; undefined where it keeps none: constants are not bound. */
export function termOf(
  stage: StageId,
  graph: RunGraph,
  number: number,
  { id, content }: { readonly id: number | undefined; readonly content: Content | undefined },
): Term | undefined {
  const terms = termsOf(stage);
  if (terms === undefined || !isTerm(content)) return undefined;
  const kind = number < graph.size ? kindIn(graph, number) : "operation";
  const isBound = kind === "operation" || (kind === "constant" && id !== undefined);
  return terms === "all" || isBound ? content : undefined;
}

/** Whether the record of a scalar is a term. */
export function isTerm(kept: Content | undefined): kept is Term {
  return typeof kept === "object" && "con" in kept;
}

/** A term as text; a large one is cut. */
export function termText(term: Term): string {
  return termPieces(term)
    .map(({ text }) => text)
    .join("");
}

/** The same in pieces. */
export function termPieces(term: Term): readonly TermPiece[] {
  return pieces(term, { nodes: MOST_NODES }, addendsOf(term));
}

/** How many terms a term adds up. */
function addendsOf({ con, fields: [left] }: Term): number {
  return con !== "Add" ? 1 : 1 + (isTerm(left) ? addendsOf(left) : 1);
}

/** The pieces of a term, which is the sum of all addends from the first on, or a part of the last of them, where it is `within` that. */
function pieces(content: Content, left: { nodes: number }, addends: number, within = false): readonly TermPiece[] {
  const isSum = !within && isTerm(content) && content.con === "Add";
  const addend = isSum ? undefined : addends - 1;
  if (typeof content === "number") return [{ text: shortReal(content), number: content, addend }];
  if (!isTerm(content)) return [{ text: showContent(content), isReference: true, addend }];
  if (left.nodes-- <= 0) return [{ text: "…", addend }];
  const { con, fields } = content;
  if (con === "Var")
    return [
      { text: "Var ", addend },
      { text: fields.map(showContent).join(" "), isReference: true, addend },
    ];
  const parts = fields.flatMap((field, place): readonly TermPiece[] => {
    const inner = isSum && place === 0 ? pieces(field, left, addends - 1) : pieces(field, left, addends, true);
    const isGrouped = isTerm(field) && field.fields.length > 0 && inner[0]?.text !== "…";
    return isGrouped ? [{ text: " (", addend }, ...inner, { text: ")", addend }] : [{ text: " ", addend }, ...inner];
  });
  return [{ text: con, addend }, ...parts];
}
