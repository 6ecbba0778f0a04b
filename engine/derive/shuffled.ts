// The gradient of a run in several orders of its jobs: whether it is one gradient, bit for bit.
import type { Stage } from "../algorithms/algorithm.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../session/input/prepare.ts";
import { followingSchedule, type Variations } from "../session/input/variations.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import { runGradient } from "./gradient.ts";
import { scalarNames } from "./scalar-names.ts";

/** Schedules to be tried. */
export interface ShuffleAsk {
  /** As `Variations` says it; `undefined` is a sequential run. */
  readonly schedules: readonly Variations["schedule"][];
  /** Whether contributions are added in the order in which jobs run (`followsSchedule`). */
  readonly isAtomic: boolean;
}

/** The gradients by the schedules that were asked for, to be compared bit for bit; and how the runs ended. */
export interface Shuffled {
  /** The gradients, as their Reals from left to right, of the first schedules: of all, where the run came to its end. */
  readonly gradients: readonly Float64Array[];
  /** The names of the input's Reals. */
  readonly names: readonly (string | undefined)[];
  readonly ended: Ended;
}

/** Runs a stage once for each schedule. */
export function* shuffledGradients(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  { schedules, isAtomic }: ShuffleAsk,
  budget: Budget,
): Steps<Shuffled> {
  const gradients: Float64Array[] = [];
  const preparation = yield* prepare(checked, request, budget);
  const names = preparation.tag === "prepared" ? scalarNames(preparation.prepared, watchOf(budget)).inputs : [];
  for (const schedule of schedules) {
    const variations = { ...followingSchedule(request.variations ?? {}, isAtomic), schedule };
    const run = yield* runGradient(checked, { ...request, variations }, stage, budget, { checks: false });
    if (run.ended.tag !== "done") return { gradients, names, ended: run.ended };
    gradients.push(Float64Array.from(run.gradient?.scalars ?? []));
  }
  return { gradients, names, ended: { tag: "done" } };
}
