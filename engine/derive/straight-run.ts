// A run as a straight program, for stages whose language has no control flow.
import {
  type Fragment,
  INSIDE,
  MOST_PRINTED,
  MOST_TRACED,
  type SourceProgram,
  type Stage,
} from "../algorithms/algorithm.ts";
import { Late, watched } from "../base/watch.ts";
import type { Trace } from "../core/events/trace.ts";
import { discreteOperations, mentionsFunction } from "../core/terms/discrete.ts";
import type { Code } from "../evaluate/code/code.ts";
import { compile } from "../evaluate/compile.ts";
import { Machine } from "../evaluate/machine.ts";
import { Tracer } from "../evaluate/scalars/tracer.ts";
import { type Budget, DEFAULT_BUDGET, watchOf } from "../evaluate/tasks/budget.ts";
import type { Prepared } from "../session/input/prepare.ts";
import type { Variations } from "../session/input/variations.ts";
import { drive, type Ending, finish, type Steps } from "../session/run/drive.ts";
import { describeOutcome, NoTrace } from "../session/run/outcome.ts";
import { type Diagnostic, mistake } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";

/** The source program of a run. */
export function sourceOf({ core, entry, input, choices }: Prepared, trace?: Trace): SourceProgram {
  return { program: core, param: entry.param, result: entry.result, input, trace, choices };
}

/** How a stage takes a program. */
export function fragmentFor(stage: Stage, prepared: Prepared): Fragment {
  return stage.fragment?.(sourceOf(prepared)) ?? INSIDE;
}

/** The diagnostic of a source program that a stage refuses. */
export function refusalOf({ id }: Stage, { at, why, instead, takesRun }: Outside, entry: Span): Diagnostic {
  const message = `\`${id}\` does not take this program: ${why}`;
  const what = takesRun ? "its run at an input" : "it";
  const notes = instead === undefined ? [] : [{ message: `\`${instead}\` takes ${what}` }];
  return mistake("outside-stage", at ?? entry, message, { notes });
}

type Outside = Extract<Fragment, { readonly tag: "outside" }>;

/**
 * The source program of a run as a stage takes it: with its trace, where it needs one. Throws {@link NoTrace} where it refuses it, and where the run has more
 * than `most` scalars or does not come to its end.
 */
export function* sourceFor(
  stage: Stage,
  prepared: Prepared,
  variations: Variations | undefined,
  budget: Budget,
  most = MOST_TRACED,
): Steps<SourceProgram> {
  const fragment = watched(watchOf(budget), () => fragmentFor(stage, prepared));
  if (fragment.tag === "inside") return sourceOf(prepared);
  if (fragment.tag === "outside") {
    const refusal = refusalOf(stage, fragment, prepared.entry.entity.span);
    throw new NoTrace(refusal.message, refusal);
  }
  return sourceOf(prepared, yield* traceOf(prepared, variations, budget, most));
}

/** Steps of a run that is traced without being watched. */
const MOST_STEPS = 20_000_000;

/** As {@link sourceFor}, at once: for runs that are short. */
export function sourceNow(
  stage: Stage,
  prepared: Prepared,
  variations: Variations | undefined,
  most = MOST_TRACED,
  budget = DEFAULT_BUDGET,
): SourceProgram {
  return finish(sourceFor(stage, prepared, variations, { ...budget, steps: MOST_STEPS }, most));
}

/** As {@link sourceNow}, for a program that is to be read. */
export function printableSource(
  stage: Stage,
  prepared: Prepared,
  variations: Variations | undefined,
  budget?: Budget,
): SourceProgram {
  return sourceNow(stage, prepared, variations, MOST_PRINTED, budget);
}

/** The run of a prepared program, traced. Throws {@link NoTrace} where it has more scalars than `most`, or does not come to its end. */
export function* traceOf(
  prepared: Prepared,
  variations: Variations | undefined,
  budget: Budget,
  most: number,
): Steps<Trace> {
  const { paramShape, resultShape, input } = prepared;
  const watch = watchOf(budget);
  const tracer = new Tracer();
  const code = watched(watch, () => tracedCode(prepared, variations));
  const machine = new Machine(code, { budget, tracer });
  machine.start(machine.entry, tracer.enter(paramShape, input, watch));
  const steps = drive(machine, "compile");
  let next = steps.next(true);
  while (!next.done) next = steps.next((yield next.value) && tracer.nodes.length <= most);
  if (tracer.nodes.length > most)
    throw new NoTrace(
      `the run has more than ${most} scalars: ${most < MOST_TRACED ? "it is run and counted, and not printed" : "too many for a program of its own"}`,
    );
  const outcome: Ending = next.value;
  if (outcome.tag === "stopped") throw new Late();
  if (outcome.tag !== "done") {
    const found = outcome.tag === "mistake" ? describeOutcome(outcome, prepared.entry.entity.span) : undefined;
    throw new NoTrace("the run does not come to its end at this input, and this stage transforms the run", found);
  }
  const { value, graph } = tracer.leave(resultShape, outcome.value, watch);
  return { ...graph, ops: tracer.ops, derived: tracer.derived, input, result: value };
}

/** The code of the source program; the operands that a variation keeps plain are not traced. */
export function tracedCode({ core, shapes }: Prepared, variations: Variations | undefined): Code {
  if (variations?.options?.plainDiscrete !== true) return compile(core, shapes);
  const data = new Map(core.data.map((one) => [one.name, one]));
  return compile(
    core,
    shapes,
    discreteOperations(core, (type) => !mentionsFunction(type, data)),
  );
}
