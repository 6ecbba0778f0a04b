// Two gradients beside each other: where their runs first differ in value, where in cotangent, and which entries that reaches.
import { nth } from "../base/nth.ts";
import { watched } from "../base/watch.ts";
import { showReal } from "../core/values/show-value.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import type { RecordingEnd } from "../explore/column.ts";
import { Exploration } from "../explore/exploration.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import type { Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { unlessUsedUp } from "../session/run/outcome.ts";
import type { Shown } from "../session/run/shown.ts";
import { type Alignment, alignedRuns } from "./alignment.ts";
import { opened } from "./examine.ts";
import type { Placed } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** A program at an input. */
export interface Side {
  readonly checked: CheckedProgram;
  readonly request: Request;
}

/** A place where two runs differ: the numbers there, and the places in both. Results that differ in more than their Reals are texts. */
export interface Difference {
  readonly a: number | string;
  readonly b: number | string;
  readonly at: { readonly a: DifferentPlace; readonly b: DifferentPlace };
}

/** A place of a difference, as findings have theirs. */
export interface DifferentPlace extends Placed {
  /** The operands' numbers. */
  readonly values: readonly number[];
  /** The scalar; undefined of a whole result. */
  readonly node: number | undefined;
  /** The name of the input that it is. */
  readonly input: string | undefined;
}

/** The differences of two runs. */
export interface Differences {
  /** The first computed scalar, in the order of evaluation, that belongs to both and has two values; without one, results or inputs that differ. */
  readonly value: Difference | undefined;
  /** Whether the values that differ are those of the results, and no computed scalar of both has two. */
  readonly areResults: boolean;
  /** The first, on the way back, that belongs to both and has two cotangents. */
  readonly cotangent: Difference | undefined;
  /** The entries of the gradient that differ, by their names; those of one run alone are left out. */
  readonly entries: readonly { readonly entry: string; readonly a: number; readonly b: number }[];
  /** How many scalars of each run belong to one of the other. */
  readonly common: number;
  readonly of: { readonly a: number; readonly b: number };
  readonly partners: Alignment;
  /** By scalar of the first run, 1 where the other has none that belongs to it, or one with another value or cotangent. */
  readonly differing: Uint8Array;
}

/** In single precision, numbers that differ by less than this part of the larger one are equal: a third of the digits are lost. */
const SINGLE = 1e-5;

/** Two runs that were compared, with graph, input and value of the second. */
export interface ComparedRuns {
  readonly tag: "compared";
  readonly differences: Differences;
  readonly graph: RunGraph;
  readonly at: string;
  readonly value: string;
}

/** How two runs were compared: their differences, or how the first that did not come to its end has ended. */
export type DiffEnd = ComparedRuns | { readonly tag: "ended"; readonly side: "a" | "b"; readonly ended: RecordingEnd };

/** Compares two runs. */
export function* diffOf(a: Side, b: Side, budget: Budget): Steps<DiffEnd> {
  const one = yield* opened(new Exploration(a.checked, a.request, budget), budget);
  if (one.subject === undefined) return { tag: "ended", side: "a", ended: one.ended };
  const other = yield* opened(new Exploration(b.checked, b.request, budget), budget);
  if (other.subject === undefined) return { tag: "ended", side: "b", ended: other.ended };
  const part = [a, b].some(({ request }) => request.variations?.float32 === true) ? SINGLE : 0;
  const subjects = [one.subject, other.subject] as const;
  const differences = unlessUsedUp("graph", () => watched(watchOf(budget), () => differencesOf(...subjects, part)));
  if (!("common" in differences)) return { tag: "ended", side: "b", ended: differences };
  const { graph, at, value } = other.subject.explored;
  return { tag: "compared", differences, graph, at: at?.text ?? "", value: value?.text ?? "" };
}

/** Whether two numbers differ. */
type Differ = (x: number, y: number) => boolean;

function differencesOf(a: Subject, b: Subject, part: number): Differences {
  const partners = alignedRuns(a, b);
  const differ: Differ = (x, y) =>
    !Object.is(x, y) && x !== y && !(Math.abs(x - y) <= part * Math.max(Math.abs(x), Math.abs(y)));
  const pairs: (readonly [number, number])[] = [];
  const differing = new Uint8Array(a.graph.size);
  for (let node = 0; node < a.graph.size; node++) {
    const partner = nth(partners, node);
    if (partner >= 0) pairs.push([node, partner]);
    const isOther = (of: "values" | "cotangents"): boolean => differ(nth(a.graph[of], node), nth(b.graph[of], partner));
    if (partner < 0 || isOther("values") || isOther("cotangents")) differing[node] = 1;
  }
  const found = (of: "values" | "cotangents", among: Iterable<readonly [number, number]>): Difference | undefined => {
    for (const [i, j] of among) {
      const [x, y] = [nth(a.graph[of], i), nth(b.graph[of], j)];
      if (!differ(x, y)) continue;
      // an input has no place: what it differs by is a use of it
      const [one, other] = (of === "cotangents" && i < a.inputs
        ? differingUse(a, b, partners, i, differ)
        : undefined) ?? [i, j];
      return { a: x, b: y, at: { a: placeOf(a, one), b: placeOf(b, other) } };
    }
    return undefined;
  };
  const computed = pairs.filter(([node]) => node >= a.inputs);
  const entries = pairs.slice(0, pairs.length - computed.length).flatMap(([i, j]) => {
    const [x, y] = [nth(a.graph.cotangents, i), nth(b.graph.cotangents, j)];
    return differ(x, y) ? [{ entry: a.entryName(i), a: x, b: y }] : [];
  });
  const value = found("values", computed);
  const results = value === undefined ? differentResults(a, b, differ) : undefined;
  return {
    // other inputs are no finding: what is computed from them is
    value: value ?? results ?? found("values", pairs),
    areResults: results !== undefined,
    cotangent: found("cotangents", pairs.toReversed()),
    entries,
    common: pairs.length,
    of: { a: a.graph.size, b: b.graph.size },
    partners,
    differing,
  };
}

/** The first Real by which two results differ; of results that differ in more than their Reals, their texts. */
function differentResults(a: Subject, b: Subject, differ: Differ): Difference | undefined {
  const [one, other] = [a.explored.value, b.explored.value];
  if (one === undefined || other === undefined) return undefined;
  if (withoutReals(one) !== withoutReals(other))
    return { a: one.text, b: other.text, at: { a: placeOf(a, undefined), b: placeOf(b, undefined) } };
  for (const [index, i] of a.graph.outputs.entries()) {
    const j = nth(b.graph.outputs, index);
    const [x, y] = [nth(a.graph.values, i), nth(b.graph.values, j)];
    if (differ(x, y)) return { a: x, b: y, at: { a: placeOf(a, i), b: placeOf(b, j) } };
  }
  return undefined;
}

/** The text of a value without its Reals, and without parentheses, which negative numbers may have. */
function withoutReals({ text, scalars }: Shown): string {
  let at = 0;
  let rest = "";
  for (const real of scalars) {
    const shown = showReal(real);
    const from = text.indexOf(shown, at);
    rest += `${text.slice(at, from)}#`;
    at = from + shown.length;
  }
  return `${rest}${text.slice(at)}`.replace(/[()]/g, "");
}

/** The first use of an input, in both runs, whose partials or cotangents differ. */
function differingUse(
  a: Subject,
  b: Subject,
  partners: ArrayLike<number>,
  input: number,
  differ: Differ,
): readonly [number, number] | undefined {
  const { starts, edges, users } = a.uses;
  for (let i = nth(starts, input); i < nth(starts, input + 1); i++) {
    const edge = nth(edges, i);
    const user = nth(users, edge);
    const other = nth(partners, user);
    if (other < 0) continue;
    const otherEdge = nth(b.graph.starts, other) + edge - nth(a.graph.starts, user);
    const isOther =
      differ(nth(a.graph.partials, edge), b.graph.partials[otherEdge] ?? 0) ||
      differ(nth(a.graph.cotangents, user), nth(b.graph.cotangents, other));
    if (isOther) return [user, other];
  }
  return undefined;
}

/** The place of a scalar; without one, that of the entry. */
function placeOf(subject: Subject, node: number | undefined): DifferentPlace {
  const input = node !== undefined && node < subject.inputs ? subject.entryName(node) : undefined;
  const values = node === undefined ? [] : subject.operandValues(node);
  return { ...subject.placed(node), ...(input !== undefined && { text: input }), values, node, input };
}
