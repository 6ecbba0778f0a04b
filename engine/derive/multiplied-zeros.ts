// NaN that a stage makes where it multiplies zero cotangents of unreached scalars by infinite partials: the papers' rules say so, and it is no
// mistake. The graph of the run decides: a sweep that multiplies as the stage does must give NaN there, and all else be right.

import type { Unreached } from "../algorithms/algorithm.ts";
import { nth } from "../base/nth.ts";
import { isUsedUp, type Watch } from "../base/watch.ts";
import { realsOf } from "../core/values/shape.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Edges, edgesOf, reverseSweep } from "../graphs/run-graph.ts";
import { multipliedCotangents, multipliedTangents } from "../graphs/sweeps.ts";
import { differ, type WrongDerivative } from "../session/run/contradiction.ts";
import type { Steps } from "../session/run/drive.ts";
import { NoTrace } from "../session/run/outcome.ts";
import type { CheckSubject, Checks } from "./checks.ts";
import { scalarNames } from "./scalar-names.ts";
import { traceOf } from "./straight-run.ts";

/** The name of the sweep that skips zeros in messages. */
const GRAPH = "the graph of the run";

/** The checks of a gradient by a stage, where multiplied zeros are distinguished from contradictions. */
export function* withMultipliedZeros(
  checks: Checks,
  subject: CheckSubject,
  unreached: Unreached,
  budget: Budget,
): Steps<Checks> {
  if (unreached === "skipped") return checks;
  const watch = watchOf(budget);
  try {
    const entries = realsOf(subject.prepared.paramShape, subject.gradient, watch);
    if (!entries.some(Number.isNaN)) return checks;
    const { nodes, outputs } = yield* traceOf(subject.prepared, undefined, budget, Number.POSITIVE_INFINITY);
    const run = {
      edges: edgesOf(nodes),
      outputs,
      seeds: realsOf(subject.prepared.resultShape, subject.cotangent, watch),
    };
    const others = differing(entries, run, watch);
    const first = others.wrong[0];
    if (first === undefined) return checks;
    const multiplied = multipliedBy(unreached, run, entries.length, watch);
    if (!others.wrong.every((index) => Number.isNaN(entries[index]) && Number.isNaN(multiplied(index)))) return checks;
    const { inputs } = scalarNames(subject.prepared, watch);
    const multipliedZero: WrongDerivative = {
      tag: "gradient",
      by: GRAPH,
      here: nth(entries, first),
      there: nth(others.right, first),
      of: inputs[first] ?? `#${first}`,
    };
    const { contradiction, forwardMode, finiteDifferences } = checks;
    return {
      ...checks,
      // a difference from NaN says nothing of the others
      forwardMode: finiteOr(forwardMode),
      finiteDifferences: finiteOr(finiteDifferences),
      contradiction: contradiction?.tag === "gradient" ? undefined : contradiction,
      findings: checks.findings.filter(({ here }) => !Number.isNaN(here)),
      multipliedZero,
    };
  } catch (error) {
    if (!isUsedUp(error) && !(error instanceof NoTrace)) throw error;
    return { ...checks, ranOut: true };
  }
}

function finiteOr(difference: number | null): number | null {
  return difference !== null && Number.isFinite(difference) ? difference : null;
}

/** A run's graph, and the cotangents of its outputs. */
interface Swept {
  readonly edges: Edges;
  readonly outputs: readonly number[];
  readonly seeds: readonly number[];
}

/** The gradient by a sweep that skips what nothing reaches, and the entries of another that differ from it by more than rounding. */
function differing(
  entries: readonly number[],
  { edges, outputs, seeds }: Swept,
  watch: Watch,
): { readonly right: ArrayLike<number>; readonly wrong: readonly number[] } {
  watch.step(2 * workOf(edges));
  const right = reverseSweep(edges, outputs, seeds).cotangents;
  const absolute = { ...edges, partials: edges.partials.map(Math.abs) };
  const sweeps = reverseSweep(absolute, outputs, seeds.map(Math.abs)).cotangents;
  const isWrong = (here: number, index: number): boolean => {
    const there = nth(right, index);
    return Number.isNaN(here) ? !Number.isNaN(there) : differ(here, there, nth(sweeps, index));
  };
  return { right, wrong: entries.flatMap((here, index) => (isWrong(here, index) ? [index] : [])) };
}

/** The gradient's entries by sweeps that multiply zeros, as a stage does. */
function multipliedBy(
  unreached: Exclude<Unreached, "skipped">,
  { edges, outputs, seeds }: Swept,
  inputs: number,
  watch: Watch,
): (index: number) => number {
  if (unreached === "zero cotangents") {
    watch.step(workOf(edges));
    const cotangents = multipliedCotangents(edges, outputs, seeds);
    return (index) => nth(cotangents, index);
  }
  return (index) => {
    watch.step(workOf(edges));
    const direction = new Float64Array(inputs);
    direction[index] = 1;
    const tangents = multipliedTangents(edges, direction);
    return outputs.reduce((sum, output, at) => sum + nth(tangents, output) * nth(seeds, at), 0);
  };
}

function workOf({ size, operands }: Edges): number {
  return size + operands.length;
}
