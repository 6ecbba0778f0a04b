// The compiled engine on the clock: a gradient and its primal, in turn, many times. Never part of what is counted.
import type { Statistics } from "../compile/engine.ts";
import { CompiledMistake } from "../compile/runtime/endings.ts";
import { realsOf } from "../core/values/shape.ts";
import { compiledProgram, endedBy, limitsOf } from "../derive/compiled.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Phase, Steps } from "../session/run/drive.ts";
import { describeOutcome, type Ended } from "../session/run/outcome.ts";
import { mistake } from "../source/diagnostic.ts";

/** How long a compiled gradient takes beside its primal. */
export interface Timing {
  /** Microseconds a run, one entry for each round: the two are measured in turn. */
  readonly gradient: readonly number[];
  readonly primal: readonly number[];
  /** Bytes that the tape of one run takes, and the cells and other data of the run. */
  readonly tapeBytes: number;
  readonly cellBytes: number;
  readonly ended: Ended;
}

const NOT_COMPILED =
  "nothing to time: the program is too large to be compiled, or the browser does not let the engine make code";

/** Rounds, and milliseconds that one contestant's turn takes at least. */
const ROUNDS = 11;
const TURN = 8;

const NOTHING: Omit<Timing, "ended"> = { gradient: [], primal: [], tapeBytes: 0, cellBytes: 0 };

/** Measures a program at one input. A run that is stopped keeps the rounds that it has. */
export function* timeProgram(checked: CheckedProgram, request: Request, budget: Budget): Steps<Timing> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return { ...NOTHING, ended: preparation };
  const { prepared } = preparation;
  const place = prepared.entry.entity.span;
  const active = compiledProgram(prepared, "active", () => undefined);
  const plain = compiledProgram(prepared, "plain", () => undefined);
  if (active === undefined || plain === undefined)
    return { ...NOTHING, ended: { tag: "mistake", diagnostics: [mistake("not-compiled", place, NOT_COMPILED)] } };
  const gradient: number[] = [];
  const primal: number[] = [];
  let bytes = { tapeBytes: 0, cellBytes: 0 };
  let phase: Phase = "forward";
  try {
    const limits = limitsOf(budget);
    // memory is measured after one run, before the rounds add to it
    const value = active.value(prepared.input, limits);
    bytes = bytesOf(active.statistics);
    const cotangents = realsOf(prepared.resultShape, value, watchOf(budget)).map(() => 1);
    plain.value(prepared.input, limits);
    active.load(prepared.input, limits);
    plain.load(prepared.input, limits);
    const runs = [
      {
        times: gradient,
        run: () => {
          active.forward();
          active.gradient(cotangents);
        },
      },
      { times: primal, run: () => plain.forward() },
    ];
    // the first round warms up, and is not kept
    for (let round = 0; round <= ROUNDS; round++)
      for (const { times, run } of runs) {
        const time = microseconds(run);
        if (round > 0) times.push(time);
        phase = "reverse";
        const goOn = yield { phase, steps: 0, backpropagatorCalls: 0 };
        if (!goOn) return { gradient, primal, ...bytes, ended: { tag: "stopped", phase } };
      }
    return { gradient, primal, ...bytes, ended: { tag: "done" } };
  } catch (error) {
    if (!(error instanceof CompiledMistake))
      return { gradient, primal, ...bytes, ended: endedBy(error, phase, prepared) };
    const { kind, message, at } = error;
    const diagnostic = describeOutcome({ tag: "mistake", kind, message, span: at, trail: [] }, place);
    return { gradient, primal, ...bytes, ended: { tag: "mistake", diagnostics: [diagnostic] } };
  }
}

/** Microseconds of one run, from a turn of as many as take {@link TURN} milliseconds. */
function microseconds(run: () => void): number {
  const start = performance.now();
  for (let runs = 1; ; runs++) {
    run();
    const passed = performance.now() - start;
    if (passed >= TURN) return (1000 * passed) / runs;
  }
}

function bytesOf({ cells, words, numbers, indices }: Statistics): Pick<Timing, "tapeBytes" | "cellBytes"> {
  return { tapeBytes: 8 * numbers + 4 * indices, cellBytes: 16 * cells + 4 * words };
}
