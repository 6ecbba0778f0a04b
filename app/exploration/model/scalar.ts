// Scalars in words: their names, and their derivatives with the numbers plugged in.

import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { type CustomPartials, writtenPartial } from "../../../engine/explore/custom-partials.ts";
import {
  indexedLabel,
  indexedName,
  intsAt,
  kindIn,
  operandsIn,
  opIn,
  type RunGraph,
  spanIn,
  type Uses,
  usesOf,
} from "../../../engine/graphs/run-graph.ts";
import { opNameIn } from "../../../engine/graphs/written-in.ts";
import { formulaOf, isInfix } from "../../../engine/scalars/formula.ts";
import type { Span } from "../../../engine/source/span.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import { kept } from "../../base/kept.ts";

/** The words for kinds of scalars. */
export const KIND_WORDS: Readonly<Record<ReturnType<typeof kindIn>, string>> = {
  input: t`input`,
  constant: t`constant`,
  operation: t`operation`,
};

/** A scalar as a reader meets it: its name, with an index where several have it, else its number. */
export function scalarName(graph: RunGraph, number: number): string {
  return number < graph.size ? indexedLabel(graph, number) : `#${number}`;
}

/** The name of its backpropagator. */
export function backName(graph: RunGraph, number: number): string {
  const name = number < graph.size ? indexedName(graph, number) : undefined;
  return name === undefined ? `d#${number}` : `d${name}`;
}

/** Names that are longer have no room in a picture. */
const LONGEST = 8;

/** Its name where there is little room: its number, where the source has a long name. */
export function shortName(graph: RunGraph, number: number): string {
  const name = scalarName(graph, number);
  return name.length <= LONGEST ? name : `#${number}`;
}

/** The name of its backpropagator where there is little room. */
export function shortBackName(graph: RunGraph, number: number): string {
  return indexedName(graph, number) === undefined ? `d#${number}` : `d${shortName(graph, number)}`;
}

/** `#2 z`, or `#2` where the source has no name. */
export function numbered(graph: RunGraph, number: number): string {
  const name = number < graph.size ? indexedName(graph, number) : undefined;
  return name === undefined ? `#${number}` : `#${number} ${name}`;
}

/** The operation with its operands' names: `x + y`, `sin z`; undefined for an input or a constant. */
export function expressionOf(graph: RunGraph, number: number): string | undefined {
  const op = opNameIn(graph, number);
  if (op === undefined || kindIn(graph, number) !== "operation") return undefined;
  const operands = operandsIn(graph, number).map(({ node }) => scalarName(graph, node));
  if (operands.length === 0) return op;
  const exponent = exponentOf(graph, number);
  if (exponent !== undefined) return `${operands[0]} ${op} ${exponentWords(exponent)}`;
  if (isInfix(op) && operands.length === 2) return `${operands[0]} ${op} ${operands[1]}`;
  return operands.length === 1 ? `${op} ${operands[0]}` : `${op} (${operands.join(", ")})`;
}

/** The n of x ^ n, which is no scalar of the run. */
function exponentOf(graph: RunGraph, number: number): number | undefined {
  return opIn(graph, number) === "^" ? intsAt(graph, number).get(1) : undefined;
}

function exponentWords(exponent: number): string {
  return exponent < 0 ? `(${exponent})` : String(exponent);
}

/** The derivative of x ^ n in x; undefined where it is a number. */
function powerRule(x: string, exponent: number): string | undefined {
  if (exponent === 0 || exponent === 1) return undefined;
  return exponent === 2 ? `2·${x}` : `${exponent}·${x}^${exponentWords(exponent - 1)}`;
}

/** The partial derivative on an edge as a formula; undefined where it is the number itself. */
export function partialFormula(
  graph: RunGraph,
  user: number,
  place: number,
  custom: CustomPartials,
): string | undefined {
  const op = opIn(graph, user);
  const names = operandsIn(graph, user).map(({ node }) => shortName(graph, node));
  const exponent = exponentOf(graph, user);
  if (exponent !== undefined) return powerRule(nth(names, 0), exponent);
  const formula = formulaOf(op, place, names) ?? writtenPartial(custom.get(op ?? "")?.[place], names);
  return formula === undefined || formula === "" || !Number.isNaN(Number(formula)) ? undefined : formula;
}

/** An edge's words: the operand's place, the formula and the value of the partial. */
export interface EdgeWords {
  readonly operand: number;
  readonly user: number;
  readonly place: number;
  readonly formula: string | undefined;
  readonly partial: number;
  /** `∂c/∂a = b = 9`. */
  readonly derivative: string;
  /** `9 × 1 → +9 to a`, once the cotangent of the user is known. */
  readonly contribution: string;
}

/** The derivative on an edge of the graph in words; `user` is the scalar that uses the operand. */
export function edgeWords(graph: RunGraph, user: number, edge: number, custom: CustomPartials): EdgeWords {
  const place = edge - nth(graph.starts, user);
  const operand = nth(graph.operands, edge);
  const partial = nth(graph.partials, edge);
  const formula = partialFormula(graph, user, place, custom);
  const value = shortReal(partial);
  const name = scalarName(graph, operand);
  const derivative = `∂${scalarName(graph, user)}/∂${name} = ${formula === undefined ? "" : `${formula} = `}${value}`;
  const contribution =
    graph.reached[user] === 0
      ? t`the result does not depend on it`
      : contributionWords(partial, nth(graph.cotangents, user), name);
  return { operand, user, place, formula, partial, derivative, contribution };
}

function contributionWords(partial: number, cotangent: number, scalar: string): string {
  const product = `${shortReal(partial)} × ${shortReal(cotangent)} → ${signed(partial * cotangent)}`;
  return t`${product} to ${scalar}`;
}

/** `+9`, `−2`. */
export function signed(x: number): string {
  return withSign(x, shortReal(x));
}

/** A number as it is written in some text, with its sign. */
export function withSign(x: number, text: string): string {
  return text.startsWith("−") || Number.isNaN(x) ? text : `+${text}`;
}

/** The uses of a graph's scalars, found once. */
export const usesIn = kept((graph: RunGraph): Uses => usesOf(graph));

/** The first scalar that uses one; undefined where none does. */
export function firstUser(graph: RunGraph, number: number): number | undefined {
  const { starts, edges, users } = usesIn(graph);
  const first = nth(starts, number);
  return first < nth(starts, number + 1) ? users[nth(edges, first)] : undefined;
}

/** The scalar whose code runs at a step: in the reverse pass the body of its backpropagator. */
export function scalarNow(frame: Pick<ColumnFrame, "phase" | "scalar" | "calling"> | undefined): number | undefined {
  if (frame === undefined) return undefined;
  return frame.phase === "forward" ? frame.scalar : (frame.calling ?? frame.scalar);
}

/** The place in the program of what a frame is at: of an event of the algorithm's own, else of the scalar. */
export function placeNow(
  graph: RunGraph,
  frame: Pick<ColumnFrame, "phase" | "scalar" | "calling" | "event"> | undefined,
): Span | undefined {
  if (frame?.event?.tag === "own" && frame.event.span !== undefined) return frame.event.span;
  const scalar = scalarNow(frame);
  return scalar === undefined || scalar >= graph.size ? undefined : spanIn(graph, scalar);
}

/** The scalars of the input, in their order. */
export function inputsOf(graph: RunGraph): readonly number[] {
  return [...graph.kinds.keys()].filter((number) => kindIn(graph, number) === "input");
}
