// A traced run: the source program on its input, with its data-flow graph, and the gradient by a reverse sweep over that graph
// (thesis §2.2.6). It uses no transformation, so every stage can be held against it.

import { TRACE } from "../algorithms/algorithm.ts";
import { nth } from "../base/nth.ts";
import { isUsedUp, watched } from "../base/watch.ts";
import type { ScalarNumber } from "../core/events/events.ts";
import type { CallTree, DataFlowGraph, TracedRule } from "../core/events/trace.ts";
import { mapReals, realsOf } from "../core/values/shape.ts";
import { showStart } from "../core/values/show-value.ts";
import type { Value } from "../core/values/values.ts";
import { compile } from "../evaluate/compile.ts";
import { Machine } from "../evaluate/machine.ts";
import { plainReal } from "../evaluate/scalars/forward-op.ts";
import { TracedScalar, Tracer } from "../evaluate/scalars/tracer.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { edgesOf, reverseSweep } from "../graphs/run-graph.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { endedFor } from "../session/run/outcome.ts";
import type { Span } from "../source/span.ts";
import { TEXTUAL } from "../types/builtins.ts";
import type { Module } from "../types/scope.ts";
import { checkGradient } from "./checks.ts";
import { cotangentOf, type GradientRun, type RunOptions, RunResults, type StageRun } from "./gradient.ts";
import { resultNames } from "./scalar-names.ts";
import { tracedCode } from "./straight-run.ts";

/** About how many times as long a traced gradient takes as one by compiled code: 2400 for twenty steps of `test/bench/programs/descent.dual`. */
export const TRACED_TIMES = 2000;

/** Whether a program, or a text above it, asks for values to be shown. */
export function asksToShow({ module }: CheckedProgram): boolean {
  for (let at: Module | undefined = module; at !== undefined; at = at.parent)
    for (const { entity } of at.table.uses.values())
      if (entity.tag === "primitive" && entity.name === TEXTUAL.trace) return true;
  return false;
}

/** A traced run, and what it noted before it ended. */
export interface TracedRun {
  readonly run: StageRun;
  readonly graph: DataFlowGraph;
  /** The functions with pullbacks of their own that were called, in the order of the run. */
  readonly rules: readonly TracedRule[];
  readonly prepared: Prepared | undefined;
  /** The names of the outputs, where the run came to them, by where they are in the result: `main`, `main.2`, `main[0]`. */
  readonly outputNames: readonly string[];
  /** Values that the program asked to be shown, in the order of the run. */
  readonly shown: ShownValues;
}

/** Values that a program asked to be shown. */
export interface ShownValues {
  readonly values: readonly ShownPair[];
  /** How many more there were. */
  readonly more: number;
}

/** A value with its cotangent, as texts; that is undefined where the run did not come to it, or the value holds no Real of the run. */
export interface ShownPair {
  readonly text: string;
  readonly span: Span;
  readonly value: string;
  readonly cotangent: string | undefined;
}

/** The values that a run was asked to show, and whether it was too long to be followed to its end. */
export interface ShownByRun extends ShownValues {
  readonly isCut: boolean;
}

/** Runs a program for the values that it asks to be shown, with their cotangents. */
export function* shownByRun(checked: CheckedProgram, request: Request, budget: Budget): Steps<ShownByRun> {
  const { shown, run } = yield* tracedRun(checked, request, budget, { checks: false });
  return { ...shown, isCut: run.ended.tag === "stopped" || run.ended.tag === "out-of-budget" };
}

/** Findings of a traced run, so far. */
interface Found {
  prepared: Prepared | undefined;
  outputs: readonly ScalarNumber[];
  outputNames: readonly string[];
  cotangents: ArrayLike<number> | undefined;
  calls: CallTree | undefined;
}

/** How a run is traced. */
export interface TraceOptions extends Pick<RunOptions, "checks" | "detail"> {
  /** The run is stopped where it has made as many scalars. */
  readonly most?: number;
}

/** Runs a program on scalars that note what they are computed from. */
export function* tracedRun(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  options: TraceOptions,
): Steps<TracedRun> {
  const isSingle = request.variations?.float32 === true;
  const tracer = new Tracer(isSingle ? Math.fround : undefined);
  const found: Found = { prepared: undefined, outputs: [], outputNames: [], cotangents: undefined, calls: undefined };
  const run = new RunResults(entryName(checked, request.entry), TRACE, watchOf(budget), options.detail);
  let report: GradientRun;
  try {
    report = yield* traceInto(found, tracer, run, checked, request, budget, options);
  } catch (error) {
    report = run.end(endedFor(error, run.phase, run.place));
  }
  const graph = {
    nodes: tracer.nodes,
    outputs: found.outputs,
    calls: found.calls,
    discrete: tracer.discrete,
    derived: tracer.derived,
    isSingle,
  };
  const shown = shownBefore(tracer, found.cotangents, budget);
  const { prepared, outputNames } = found;
  return { run: { ...report, cost: run.cost }, graph, rules: tracer.rules, prepared, outputNames, shown };
}

/** The values that were shown until the run ended, in texts of a length that can be read. */
function shownBefore(tracer: Tracer, cotangents: ArrayLike<number> | undefined, budget: Budget): ShownValues {
  const values: ShownPair[] = [];
  try {
    const watch = watchOf(budget);
    for (const { shown, shape, value } of tracer.shown) {
      let isActive = false;
      const plain = mapReals(shape, value, watch, plainReal);
      const cotangent = mapReals(shape, value, watch, (real) => {
        if (!(real instanceof TracedScalar)) return 0;
        isActive = true;
        return cotangents?.[real.number] ?? 0;
      });
      const read = (of: Value): string => shorten(showStart(shape, of, LONGEST_SHOWN, watch));
      const isKnown = isActive && cotangents !== undefined;
      values.push({ ...shown, value: read(plain), cotangent: isKnown ? read(cotangent) : undefined });
    }
  } catch (error) {
    if (!isUsedUp(error)) throw error;
  }
  return { values, more: tracer.shownCount - values.length };
}

/** Characters of a value that is shown. */
const LONGEST_SHOWN = 200;

function shorten({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }): string {
  return isWhole ? text : `${text} ..`;
}

function* traceInto(
  found: Found,
  tracer: Tracer,
  run: RunResults,
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  { checks, most = Number.POSITIVE_INFINITY }: TraceOptions,
): Steps<GradientRun> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return run.end(preparation);
  const { prepared } = preparation;
  const { paramShape, resultShape, input } = prepared;
  const { watch } = run;
  run.prepared(prepared);
  found.prepared = prepared;
  run.phase = "compile";
  const code = withinStack(
    () => watched(watch, () => tracedCode(prepared, request.variations)),
    () => undefined,
  );
  if (code === undefined) return run.end({ tag: "mistake", diagnostics: [stackExhausted()] });
  const machine = new Machine(code, { budget, tracer });
  found.calls = machine.callTree;
  const steps = run.call(machine, "primal", tracer.enter(paramShape, input, watch));
  let next = steps.next(true);
  while (!next.done) next = steps.next((yield next.value) && tracer.nodes.length < most);
  if (next.value.tag !== "value") return run.end(next.value.ended);
  run.phase = "value";
  const { value, graph } = tracer.leave(resultShape, next.value.value, watch);
  run.value = run.shown(resultShape, value);
  const cotangent = yield* cotangentOf(prepared, request, value, budget);
  if (cotangent.tag !== "value") return run.end(cotangent.ended);
  run.cotangent = run.shown(resultShape, cotangent.value);
  found.outputs = graph.outputs;
  found.outputNames = resultNames(prepared, value, watch);
  run.phase = "gradient";
  const seeds = realsOf(resultShape, cotangent.value, watch);
  const { cotangents } = reverseSweep(
    edgesOf(graph.nodes),
    graph.outputs,
    seeds,
    request.variations?.float32,
    tracer.rules,
  );
  found.cotangents = cotangents;
  const isLinear = isLinearAt({ graph, rules: tracer.rules }, graph.outputs, seeds);
  const gradient = mapReals(paramShape, input, watch, (_, index) => nth(cotangents, index));
  run.gradient = run.shown(paramShape, gradient);
  // forward mode and differences are in double precision
  if (checks !== false && request.variations?.float32 !== true) {
    run.phase = "checks";
    const primal = watched(watch, () => compile(prepared.core, prepared.shapes));
    const subject = { prepared, primal, value, cotangent: cotangent.value, gradient };
    const compared = yield* checkGradient(subject, budget, checks);
    // forward mode takes a pullback for linear
    run.checks = isLinear ? compared : { ...compared, contradiction: undefined };
  }
  return run.end({ tag: "done" });
}

/** Whether pullbacks of one's own are linear at the cotangents of a sweep: by their partials alone, which forward mode has, it is the same. */
export function isLinearAt(
  { graph, rules }: Pick<TracedRun, "rules"> & { readonly graph: Pick<DataFlowGraph, "nodes"> },
  outputs: readonly ScalarNumber[],
  seeds: ArrayLike<number>,
): boolean {
  if (rules.length === 0) return true;
  const edges = edgesOf(graph.nodes);
  const { cotangents } = reverseSweep(edges, outputs, seeds, false, rules);
  return isAsBefore(cotangents, reverseSweep(edges, outputs, seeds).cotangents);
}

/** Whether all numbers are those of another sweep, up to rounding. */
function isAsBefore(cotangents: Float64Array, other: Float64Array): boolean {
  return cotangents.every((one, index) => {
    const there = nth(other, index);
    return Object.is(one, there) || Math.abs(one - there) <= 1e-9 * Math.max(Math.abs(one), Math.abs(there));
  });
}
