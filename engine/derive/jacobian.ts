// The Jacobian of a program at its input: all Reals of its result by all Reals of its input, by sweeps in the fewer direction.

import { TANGENT_STAGE } from "../algorithms/catalogue.ts";
import { nth } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import { pullbackIn } from "../core/terms/derivatives.ts";
import { realsOf, ValueTooLarge } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { Machine } from "../evaluate/machine.ts";
import { directions } from "../evaluate/oracle.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { edgesOf, reverseSweep } from "../graphs/run-graph.ts";
import { fewerSweeps, innerProduct, type JacobianBy } from "../graphs/sweeps.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { type Ended, endedFor } from "../session/run/outcome.ts";
import type { Shown } from "../session/run/shown.ts";
import { CHECK_STEPS, isEnded, valueCompiled } from "./compiled.ts";
import { rowsCompiled, tangentsCompiled } from "./compiled-sweeps.ts";
import { RunResults } from "./gradient.ts";
import { checkTangents, type TangentCheck } from "./oracle-tangent.ts";
import { unitDirection } from "./passes.ts";
import { type Axis, axesOf, resultNames, scalarNames } from "./scalar-names.ts";
import { forwardPass, type PassCodes, valueAt } from "./tangent.ts";
import { isLinearAt, tracedRun } from "./trace.ts";

/** The matrix with a row for each Real of the result and a column for each Real of the input, and what it took. */
export interface Jacobian {
  readonly by: JacobianBy;
  /** How many sweeps it took, and how many the other way would have taken. */
  readonly sweeps: number;
  readonly otherSweeps: number;
  readonly rows: readonly Axis[];
  readonly columns: readonly Axis[];
  /** By row. What does not depend on an input is 0 there. */
  readonly entries: readonly Float64Array[];
}

/** Results of a run; undefined if not reached. */
export interface JacobianRun {
  readonly entry: string;
  readonly type: string;
  readonly at: Shown | undefined;
  readonly value: Shown | undefined;
  readonly jacobian: Jacobian | undefined;
  readonly check: TangentCheck | undefined;
  readonly ended: Ended;
}

/** Entries beyond which a Jacobian is not made. */
const MOST_ENTRIES = 20_000_000;

/** Above this number of inputs, the check goes along random directions instead of one input after the other. */
const MOST_CHECKED = 32;
const RANDOM_DIRECTIONS = 8;

/**
 * Runs a program and computes its Jacobian: by columns with a forward sweep of each input, by rows with a reverse sweep of each output
 * over one forward pass; whichever is fewer where `by` is left out. The compiled engine makes the sweeps; where it cannot, the machine
 * makes the forward ones, and the reverse ones go over the contributions that a trace has recorded.
 */
export function* runJacobian(
  checked: CheckedProgram,
  request: Request,
  by: JacobianBy | undefined,
  budget: Budget,
): Steps<JacobianRun> {
  const entry = entryName(checked, request.entry);
  const run = new RunResults(entry, TANGENT_STAGE, watchOf(budget));
  const found: Found = {};
  let ended: Ended;
  try {
    ended = yield* sweepsOf(run, found, checked, request, by, budget);
  } catch (error) {
    ended = endedFor(error, run.phase, run.place);
  }
  const { type, at, value } = run.end(ended);
  return { entry, type, at, value, jacobian: found.jacobian, check: found.check, ended };
}

interface Found {
  jacobian?: Jacobian;
  check?: TangentCheck;
}

function* sweepsOf(
  run: RunResults,
  found: Found,
  checked: CheckedProgram,
  request: Request,
  asked: JacobianBy | undefined,
  budget: Budget,
): Steps<Ended> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  const { input, paramShape, resultShape } = prepared;
  const { watch } = run;
  run.prepared(prepared);
  const known = valueCompiled(prepared, budget);
  if (isEnded(known)) return known;
  const point = yield* valueAt(run, prepared, budget, known);
  if ("tag" in point) return point;
  const { code, value } = point;
  const columns = axesOf(scalarNames(prepared, watch).inputs, realsOf(paramShape, input, watch));
  const rows = axesOf(resultNames(prepared, value, watch), realsOf(resultShape, value, watch));
  const count = rows.length * columns.length;
  if (count > MOST_ENTRIES)
    throw new ValueTooLarge(`the Jacobian has ${count} entries, and at most ${MOST_ENTRIES / 1e6} million are made`);
  const by = asked ?? fewerSweeps(rows.length, columns.length);
  const entries =
    by === "rows"
      ? yield* rowsOf(run, prepared, checked, request, rows.length, columns.length, budget)
      : yield* columnsOf(run, prepared, code, rows.length, columns.length, budget);
  if ("tag" in entries) return entries;
  const [sweeps, otherSweeps] = by === "rows" ? [rows.length, columns.length] : [columns.length, rows.length];
  found.jacobian = { by, sweeps, otherSweeps, rows, columns, entries };
  run.phase = "checks";
  const compared = yield* check(prepared, code, value, found.jacobian, { ...budget, steps: CHECK_STEPS });
  const isLinear = compared.contradiction?.tag !== "gradient" || (yield* pullsLinearly(prepared, request, budget));
  // forward mode takes a pullback for linear
  found.check = isLinear ? compared : { ...compared, contradiction: undefined };
  return { tag: "done" };
}

/** Compares a Jacobian with tangents by the oracle: of each input, or of random directions. */
function* check(
  prepared: Prepared,
  { primal }: PassCodes,
  value: Value,
  { columns, entries }: Jacobian,
  budget: Budget,
): Steps<TangentCheck> {
  const watch = watchOf(budget);
  const lines =
    columns.length <= MOST_CHECKED
      ? columns.map((_, index) => columns.map((_, at) => (at === index ? 1 : 0)))
      : directions(RANDOM_DIRECTIONS, columns.length, watch);
  let worst: TangentCheck = { difference: lines.length === 0 ? 0 : null, ranOut: false, contradiction: undefined };
  for (const line of lines) {
    watch.step(entries.length * columns.length);
    const tangents = entries.map((row) => innerProduct(row, line));
    worst = worse(worst, yield* checkTangents(prepared, primal, line, { value, tangents }, budget));
    if (worst.ranOut) break;
  }
  return worst;
}

/** Whether the pullbacks of one's own that a program has are linear in each row. */
function* pullsLinearly({ checked, core }: Prepared, request: Request, budget: Budget): Steps<boolean> {
  if (pullbackIn(core) === undefined) return true;
  const traced = yield* tracedRun(checked, request, budget, { checks: false });
  return traced.graph.outputs.every((output) => isLinearAt(traced, [output], [1]));
}

function worse(a: TangentCheck, b: TangentCheck): TangentCheck {
  const difference =
    a.difference === null || b.difference === null
      ? (a.difference ?? b.difference)
      : Math.max(a.difference, b.difference);
  return { difference, ranOut: a.ranOut || b.ranOut, contradiction: a.contradiction ?? b.contradiction };
}

/** A reverse sweep for each output, in which that output alone has a cotangent: the others are not reached, rather than reached by 0. */
function* rowsOf(
  run: RunResults,
  prepared: Prepared,
  checked: CheckedProgram,
  request: Request,
  count: number,
  size: number,
  budget: Budget,
): Steps<readonly Float64Array[] | Ended> {
  const compiled = yield* rowsCompiled(run, prepared, budget);
  if (compiled !== undefined) return compiled;
  run.phase = "forward";
  const traced = yield* tracedRun(checked, request, budget, { checks: false });
  if (traced.run.ended.tag !== "done") return traced.run.ended;
  run.phase = "graph";
  run.watch.step(traced.graph.nodes.length);
  const { nodes, outputs } = traced.graph;
  if (outputs.length !== count) internal("the trace has other outputs than the result", outputs.length, count);
  const edges = edgesOf(nodes);
  run.phase = "reverse";
  const rows: Float64Array[] = [];
  for (const output of outputs) {
    run.watch.step(edges.size + edges.operands.length);
    rows.push(reverseSweep(edges, [output], [1], false, traced.rules).cotangents.slice(0, size));
    const goOn = yield { phase: "reverse", steps: rows.length, backpropagatorCalls: 0 };
    if (!goOn) return { tag: "stopped", phase: "reverse" };
  }
  return rows;
}

/** A forward sweep for each input. */
function* columnsOf(
  run: RunResults,
  prepared: Prepared,
  codes: PassCodes,
  count: number,
  size: number,
  budget: Budget,
): Steps<readonly Float64Array[] | Ended> {
  const { resultShape } = prepared;
  run.phase = "compile";
  const compiled = tangentsCompiled(prepared, size, budget);
  const machine = new Machine(codes.forward ?? codes.primal, { budget });
  run.phase = "forward";
  const rows = Array.from({ length: count }, () => new Float64Array(size));
  for (let hot = 0; hot < size; hot++) {
    const write = (output: number, tangent: number): void => {
      nth(rows, output)[hot] = tangent;
    };
    run.watch.step(1 + count / 256);
    if (!compiled(hot, write)) {
      machine.beginPass();
      const pass = yield* forwardPass(run, prepared, machine, codes, unitDirection(prepared, hot, run.watch));
      if ("tag" in pass) return pass;
      for (const [output, tangent] of realsOf(resultShape, pass[1], run.watch).entries()) write(output, tangent);
    }
    const goOn = yield { phase: "forward", steps: hot + 1, backpropagatorCalls: 0 };
    if (!goOn) return { tag: "stopped", phase: "forward" };
  }
  return rows;
}
