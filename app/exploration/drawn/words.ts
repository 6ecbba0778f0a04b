// Names of scalars and their backpropagators in a picture, as parts of texts in the colours of their meaning.

import type { ReplayOrder } from "../../../engine/animation/replay-order.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { opNameIn } from "../../../engine/graphs/written-in.ts";
import { isInfix } from "../../../engine/scalars/formula.ts";
import { kept } from "../../base/kept.ts";
import { changed, cot, lengthOf, missing, plain, primal } from "../../picture/parts.ts";
import type { Part } from "../../picture/shape.ts";
import { factor as afterSign } from "../../words/numbers.ts";
import { expressionOf, partialFormula, shortBackName, shortName } from "../model/scalar.ts";
import { termOf, termPieces } from "../model/term.ts";

/** Edges that are cut: their terms are struck out. */
type Cut = ReadonlySet<number>;
const NONE: Cut = new Set();

/** The name of a scalar's backpropagator, in its colour. */
export const back = (graph: RunGraph, number: number): Part => ({ text: shortBackName(graph, number), colour: "bp" });

/** Between a definition or call and its right side or callees. */
const IS = " = ";
const LEADS_TO = " → ";

/** The sign between the name of a line, or its call, and the rest, by its place; -1 where it has none. */
export function signIn(parts: readonly Part[]): number {
  return parts.findIndex(({ text }) => text === IS || text === LEADS_TO);
}

/** Variables for the functions for the way back. */
const VARIABLES = ["z", "v", "c", "k"] as const;

/** The variable of the functions for the way back: the first that the program has no scalar of, or of parts of. */
const variableIn = kept(({ names }: RunGraph): string => {
  const taken = new Set(names.map((name) => present(/^[^.[]*/.exec(name))[0]));
  return VARIABLES.find((name) => !taken.has(name)) ?? "z′";
});

/** `s = p (x, x) = 10`; the value only once it is there. */
export function definition(graph: RunGraph, number: number, isThere: boolean): readonly Part[] {
  const name = plain(shortName(graph, number));
  const value = isThere ? [plain(" = "), primal(nth(graph.values, number), true)] : [];
  if (kindIn(graph, number) !== "operation") return [name, ...(name.text === value[1]?.text ? [] : value)];
  return [name, plain(` = ${expression(graph, number)}`), ...value];
}

/** The operation with short names. */
export function expression(graph: RunGraph, number: number): string {
  const op = opNameIn(graph, number) ?? "";
  const names = operandsIn(graph, number).map(({ node }) => shortName(graph, node));
  if (isInfix(op) && names.length === 2) return `${names[0]} ${op === "*" ? "·" : op} ${names[1]}`;
  if (names.length === 1 && /^\w/.test(op)) return `${op} ${names[0]}`;
  return names.length > 1 && /^\w/.test(op) ? `${op} (${names.join(", ")})` : (expressionOf(graph, number) ?? op);
}

/** `ds = λz. dx (2·z) + dx (3·z)`; where formulas are wanted, with those of the partials that have one: `λz. dx (y·z) + dy (x·z)`. */
export function backpropagator(
  graph: RunGraph,
  number: number,
  cut: Cut = NONE,
  formulas?: Explored["customPartials"],
): readonly Part[] {
  const z = variableIn(graph);
  const terms = operandsIn(graph, number);
  if (terms.length === 0) return [back(graph, number)];
  const lambda = { text: "λ", colour: "bp", bold: true };
  const head = [back(graph, number), plain(IS), lambda, plain(`${z}. `)];
  return [
    ...head,
    ...summed(
      terms.map(({ edge, node }, place) => {
        const formula = formulas === undefined ? undefined : partialFormula(graph, number, place, formulas);
        const partial = formula === undefined ? primal(nth(graph.partials, edge)) : factor(formula);
        return struck(cut.has(edge), [back(graph, node), plain(" ("), partial, plain(`·${z})`)]);
      }),
    ),
  ];
}

/** `ds = λz. (2·z, 3·z)`: of a backpropagator that calls nothing, and returns contributions. */
export function returning(graph: RunGraph, number: number): readonly Part[] {
  const z = variableIn(graph);
  const shares = operandsIn(graph, number).map(({ edge }) => [primal(nth(graph.partials, edge)), plain(`·${z}`)]);
  const all = shares.flatMap((share, place) => (place === 0 ? share : [plain(", "), ...share]));
  const lambda = { text: "λ", colour: "bp", bold: true };
  const inside = shares.length === 1 ? all : [plain("("), ...all, plain(")")];
  return [back(graph, number), plain(IS), lambda, plain(`${z}. `), ...inside];
}

/** A formula as a factor of a product. */
function factor(formula: string): Part {
  return { text: /[-+−]|\bif\b/.test(formula) ? `(${formula})` : formula, colour: "primal" };
}

/** `ds(9) → dx(2·9) + dx(3·9)`, or with the products evaluated: calls that a call makes, no equation of numbers. */
export function running(
  graph: RunGraph,
  number: number,
  { cotangent, was }: { readonly cotangent: number; readonly was?: number | undefined },
  isEvaluated: boolean,
  cut: Cut = NONE,
): readonly Part[] {
  const head = [back(graph, number), plain("("), ...changed(cotangent, was), plain(")")];
  const terms = operandsIn(graph, number).map(({ edge, node }) => {
    const partial = nth(graph.partials, edge);
    const number = was === undefined ? cot : marked;
    const term = isEvaluated
      ? [back(graph, node), plain("("), number(partial * cotangent), plain(")")]
      : [back(graph, node), plain("("), ...product(partial, number(cotangent)), plain(")")];
    return struck(cut.has(edge), term);
  });
  return terms.length === 0 ? head : [...head, plain(LEADS_TO), ...summed(terms)];
}

/** `2·9`; `2·(−9)`. */
export function product(partial: number, cotangent: Part): readonly Part[] {
  return [primal(partial), plain("·"), inSum(cotangent)];
}

/** A number among others: in parentheses where it is below 0. */
const inSum = (part: Part): Part => ({ ...part, text: afterSign(part.text) });

const marked = (x: number): Part => ({ text: shortReal(x), number: x, colour: "err", bold: true });

function struck(isCut: boolean, parts: readonly Part[]): readonly Part[] {
  return isCut ? parts.map(({ text, number }) => ({ ...missing(text), number })) : parts;
}

function summed(terms: readonly (readonly Part[])[]): readonly Part[] {
  return terms.flatMap((term, index) => (index === 0 ? term : [plain(" + "), ...term]));
}

/** A call: `ds 9`; `ds 9→1` since an edge was cut. */
export function call(graph: RunGraph, number: number, cotangent: number, was?: number): readonly Part[] {
  return [{ ...back(graph, number), bold: true }, plain(" "), ...changed(cotangent, was)];
}

/** `[(2,#1) (3,#1)]`. */
export function entry(graph: RunGraph, number: number, cut: Cut = NONE): readonly Part[] {
  const terms = operandsIn(graph, number).flatMap(({ edge, node }, index) => [
    ...(index === 0 ? [] : [plain(" ")]),
    ...struck(cut.has(edge), [
      plain("("),
      primal(nth(graph.partials, edge)),
      plain(","),
      { text: `#${node}`, colour: "bp" },
      plain(")"),
    ]),
  ]);
  return [plain("["), ...terms, plain("]")];
}

/**
 * `Add (Scale 2 (Var 1)) (Scale 3 (Var 1))`, behind `3 ↦ ` where it is bound to an ID that is not the number of its scalar; empty where the
 * stage keeps no term of the scalar. `kept` is the run's record of it.
 */
export function term(
  graph: RunGraph,
  number: number,
  { stage, kept }: Pick<ReplayOrder, "stage" | "kept">,
  cut: Cut = NONE,
): readonly Part[] {
  const found = kept[number] && termOf(stage, graph, number, kept[number]);
  if (found === undefined) return [];
  const { id } = nth(kept, number);
  const head = id === undefined || id === number ? [] : [{ text: `${id}`, colour: "bp" }, plain(" ↦ ")];
  const edges = operandsIn(graph, number);
  const pieces = termPieces(found);
  // addends are in the order of the operands
  const isEach = pieces.reduce((most, { addend = -1 }) => Math.max(most, addend + 1), 0) === edges.length;
  const parts = pieces.map(({ text, number, isReference, addend }): Part => {
    if (isEach && addend !== undefined && cut.has(nth(edges, addend).edge)) return { ...missing(text), number };
    return isReference ? { text, colour: "bp" } : number === undefined ? plain(text) : { ...primal(number), text };
  });
  return [...head, ...parts];
}

/** Letters of the longest backpropagator of a graph, with numbers or with formulas. */
export function longestIn(
  { graph, cut }: { readonly graph: RunGraph; readonly cut: Cut },
  formulas?: Explored["customPartials"],
): number {
  const lengths = [...graph.kinds.keys()].map((number) => lengthOf(backpropagator(graph, number, cut, formulas)));
  return lengths.reduce((most, one) => Math.max(most, one), 12);
}
