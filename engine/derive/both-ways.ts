// The Jacobian of a program by two linear functions that are each other's transposes: each column is a run of the
// one in a direction, each row a run of the other for an output.

import type { Stage } from "../algorithms/algorithm.ts";
import { BOTH_WAYS } from "../algorithms/catalogue.ts";
import { stageOf } from "../algorithms/index.ts";
import { nth } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import { mapReals, realsOf } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { Machine } from "../evaluate/machine.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { type Ended, endedFor } from "../session/run/outcome.ts";
import { RunResults, stageCode } from "./gradient.ts";
import { unitDirection } from "./passes.ts";
import { type Axis, axesOf, resultNames, scalarNames } from "./scalar-names.ts";
import { sourceFor } from "./straight-run.ts";

/** A Jacobian twice: lists of rows, both of them. */
export interface BothWays {
  readonly rows: readonly Axis[];
  readonly columns: readonly Axis[];
  readonly byColumns: readonly (readonly number[])[];
  readonly byRows: readonly (readonly number[])[];
  /** The work of all runs of each linear function. */
  readonly work: { readonly columns: number; readonly rows: number };
  /** Where derivatives were given by hand: the value and the rows without them. */
  readonly plain?: { readonly isSameValue: boolean; readonly byRows: readonly (readonly number[])[] };
}

/** The Jacobian made both ways, or why it is not there: too large to be looked at, or how the run ended. */
export type BothWaysRun =
  | { readonly tag: "done"; readonly jacobian: BothWays }
  /** Only its size is known: it has more rows or columns than `most`. */
  | { readonly tag: "too-large"; readonly rows: number; readonly columns: number; readonly most: number }
  | Exclude<Ended, { readonly tag: "done" }>;

/** Rows, and columns, of a Jacobian that is looked at. */
const MOST_SIDE = 24;

/** Runs a program by the algorithm that has both functions: its stage in the mode `linear` in each direction, that in the mode `reverse` for each output. */
export function* jacobianBothWays(checked: CheckedProgram, request: Request, budget: Budget): Steps<BothWaysRun> {
  const [linear, reverse] = stagesOfBoth();
  const entry = entryName(checked, request.entry);
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  const watch = watchOf(budget);
  const runs = { columns: new RunResults(entry, linear.id, watch), rows: new RunResults(entry, reverse.id, watch) };
  /** The rows by the reverse stage, and the value. */
  function* rowsBy(run: RunResults, of: Prepared) {
    const { paramShape, resultShape } = of;
    const turned = yield* open(run, reverse, of, request, budget);
    if ("tag" in turned) return turned;
    const byRows: (readonly number[])[] = [];
    for (let hot = 0; hot < realsOf(resultShape, turned.value, watch).length; hot++) {
      const seed = mapReals(resultShape, turned.value, watch, (_, index) => (index === hot ? 1 : 0));
      const gradient = yield* run.call(turned.machine, "reverse", seed, turned.map);
      if (gradient.tag !== "value") return unended(gradient.ended);
      byRows.push([...realsOf(paramShape, gradient.value, watch)]);
    }
    return { value: turned.value, byRows };
  }
  try {
    const opened = yield* open(runs.columns, linear, prepared, request, budget);
    if ("tag" in opened) return opened;
    const { paramShape, resultShape, input } = prepared;
    const columns = axesOf(scalarNames(prepared, watch).inputs, realsOf(paramShape, input, watch));
    const rows = axesOf(resultNames(prepared, opened.value, watch), realsOf(resultShape, opened.value, watch));
    if (rows.length > MOST_SIDE || columns.length > MOST_SIDE)
      return { tag: "too-large", rows: rows.length, columns: columns.length, most: MOST_SIDE };
    const byColumns = rows.map((): number[] => []);
    for (let hot = 0; hot < columns.length; hot++) {
      const tangent = yield* runs.columns.call(
        opened.machine,
        "reverse",
        unitDirection(prepared, hot, watch),
        opened.map,
      );
      if (tangent.tag !== "value") return unended(tangent.ended);
      for (const [row, entry] of realsOf(resultShape, tangent.value, watch).entries()) nth(byColumns, row).push(entry);
    }
    const turned = yield* rowsBy(runs.rows, prepared);
    if ("tag" in turned) return turned;
    const { byRows } = turned;
    const work = { columns: runs.columns.cost.reverse.work, rows: runs.rows.cost.reverse.work };
    const jacobian: BothWays = { rows, columns, byColumns, byRows, work };
    if ((request.choices?.written ?? "").trim() === "") return { tag: "done", jacobian };
    const made = yield* rowsBy(new RunResults(entry, reverse.id, watch), { ...prepared, choices: undefined });
    if ("tag" in made) return made;
    const isSameValue = sameReals(realsOf(resultShape, made.value, watch), realsOf(resultShape, turned.value, watch));
    const isPlain = isSameValue && made.byRows.every((row, index) => sameReals(row, nth(byRows, index)));
    return { tag: "done", jacobian: isPlain ? jacobian : { ...jacobian, plain: { isSameValue, byRows: made.byRows } } };
  } catch (error) {
    return endedFor(error, "forward", prepared.entry.entity.span);
  }
}

function sameReals(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((one, index) => Object.is(one + 0, nth(b, index) + 0));
}

function stagesOfBoth(): readonly [linear: Stage, reverse: Stage] {
  const { linear, reverse } = BOTH_WAYS;
  return [
    stageOf(linear) ?? internal("a stage is missing", linear),
    stageOf(reverse) ?? internal("a stage is missing", reverse),
  ];
}

/** A stage's forward pass: the value, and the linear function. */
function* open(
  run: RunResults,
  stage: Stage,
  prepared: Prepared,
  request: Request,
  budget: Budget,
): Steps<{ readonly machine: Machine; readonly value: Value; readonly map: Value } | Exclude<Ended, { tag: "done" }>> {
  run.prepared(prepared);
  const source = yield* sourceFor(stage, prepared, request.variations, budget);
  const machine = new Machine(stageCode(stage, prepared, request.variations, source), { budget });
  const forward = yield* run.call(machine, "forward", prepared.input);
  if (forward.tag !== "value") return unended(forward.ended);
  const [value, map] = forward.value as readonly [Value, Value];
  return { machine, value, map };
}

/** A run that gave no value has not ended well. */
function unended(ended: Ended): Exclude<Ended, { tag: "done" }> {
  return ended.tag === "done" ? { tag: "stopped", phase: "forward" } : ended;
}
