// Checkpointing (thesis §2.2.9): the reverse pass with a part of the tape at a time, by running again from snapshots of the machine.
//
//   reverse [a, b), from a snapshot at or before a, whose last operation is so many steps from there:
//     at most `part` contributions are recorded, and gone through from the last to the first;
//     a longer stretch is cut at the first operation m from its middle step on: the run goes on to m, nothing being recorded; a
//     snapshot is made there; then reverse [m, b) from it, and reverse [a, m) from the one before
//
// This is divide and conquer by halves of the run's time T (Siskind and Pearlmutter 2018): ⌈log₂ T⌉ + 1 snapshots at once at most, and
// half the run again as many times. It is cut before operations, where nothing is under way, so at most a stretch without operations
// later. The program itself is run, on scalars that record what they are computed from (`evaluate/scalars/recorded.ts`).
import { nth } from "../base/nth.ts";
import { Late } from "../base/watch.ts";
import { mapReals, realsOf, visitScalars } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { cotangentOf, primalCode } from "../derive/gradient.ts";
import { Machine } from "../evaluate/machine.ts";
import { PartialTape, RecordedScalar } from "../evaluate/scalars/recorded.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Frames, slotsOf } from "../evaluate/tasks/frames.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import type { Ending, Steps } from "../session/run/drive.ts";
import { describeOutcome, type Ended, endedFor } from "../session/run/outcome.ts";

/** The cost of a gradient, in counts. */
export interface CheckpointCost {
  /** The most contributions that are recorded at once. */
  readonly part: number;
  /** T: the operations of the run on scalars that depend on the input; each is a contribution. */
  readonly operations: number;
  /** Evaluation steps of one run of the program, and of all runs together. */
  readonly steps: number;
  readonly stepsInAll: number;
  /** Contributions, snapshots, and values in snapshots that were held at once, at most. */
  readonly entries: number;
  readonly snapshots: number;
  readonly slots: number;
  /** Cotangents that waited at once, at most. */
  readonly waiting: number;
  /** Contributions, values in snapshots and cotangents together, at most at once. */
  readonly held: number;
}

/** Its cost, where it finished. Plain data: it crosses to the page as it is. */
export interface Checkpointed {
  readonly cost: CheckpointCost | undefined;
  readonly ended: Ended;
}

/** A run in parts, with the gradient as its Reals from left to right; undefined where the run did not come to its end. */
export interface CheckpointRun extends Checkpointed {
  readonly gradient: readonly number[] | undefined;
}

/** A gradient that holds about `part` contributions of the tape at once, at most. */
export function* runCheckpointed(
  checked: CheckedProgram,
  request: Request,
  part: number,
  budget: Budget,
): Steps<CheckpointRun> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return { gradient: undefined, cost: undefined, ended: preparation };
  return yield* checkpointed(preparation.prepared, request, part, budget);
}

function* checkpointed(prepared: Prepared, request: Request, part: number, budget: Budget): Steps<CheckpointRun> {
  const code = withinStack(
    () => primalCode(prepared),
    () => undefined,
  );
  const failed = (ended: Ended): CheckpointRun => ({ gradient: undefined, cost: undefined, ended });
  if (code === undefined) return failed({ tag: "mistake", diagnostics: [stackExhausted()] });
  try {
    const pass = new Checkpointing(prepared, new Machine(code, { budget }), part, budget);
    return yield* pass.run(request);
  } catch (error) {
    if (error instanceof Broken) return failed(error.ended);
    return failed(endedFor(error, "reverse", prepared.entry.entity.span));
  }
}

/** The run came to no end. */
class Broken extends Error {
  readonly ended: Ended;
  constructor(ended: Ended) {
    super();
    this.ended = ended;
  }
}

class Checkpointing {
  private readonly prepared: Prepared;
  private readonly machine: Machine;
  private readonly part: number;
  private readonly budget: Budget;
  private readonly tape: PartialTape;
  /** Cotangents by the numbers of their scalars, of those that are not gone through yet. */
  private readonly waiting = new Map<number, number>();
  private held = { snapshots: 0, slots: 0 };
  private most = { entries: 0, snapshots: 0, slots: 0, waiting: 0, held: 0 };
  /** Steps that the machine had taken when it went on last. */
  private before = 0;

  constructor(prepared: Prepared, machine: Machine, part: number, budget: Budget) {
    this.prepared = prepared;
    this.machine = machine;
    this.part = Math.max(1, part);
    this.budget = budget;
    this.tape = new PartialTape(
      () => machine.isAlone,
      () => machine.counters.steps - this.before,
    );
  }

  *run(request: Request): Steps<CheckpointRun> {
    const { prepared, machine, tape, budget } = this;
    const { paramShape, resultShape, input } = prepared;
    const watch = watchOf(budget);
    const active = mapReals(paramShape, input, watch, (real) => tape.input(real as number));
    const inputs = tape.next;
    machine.start(machine.entry, active);
    const start = machine.snapshot();
    // the first run finds how long it is, and what the result is
    const value = yield* this.toEnd();
    const steps = machine.counters.steps;
    const end = tape.next;
    const length = tape.step;
    const cotangent = yield* cotangentOf(prepared, request, plain(prepared, value, budget), budget);
    if (cotangent.tag !== "value") throw new Broken(cotangent.ended);
    const seeds = realsOf(resultShape, cotangent.value, watch);
    let index = 0;
    visitScalars(resultShape, value, watch, (scalar, kind) => {
      if (kind !== "real") return;
      const seed = nth(seeds, index++);
      if (scalar instanceof RecordedScalar) this.add(scalar.number, seed);
    });
    this.hold(start, 1);
    yield* this.reverse(start, inputs, end, length);
    const gradient = Array.from({ length: inputs }, (_, number) => this.waiting.get(number) ?? 0);
    const cost = {
      part: this.part,
      operations: end - inputs,
      steps,
      stepsInAll: machine.counters.steps,
      ...this.most,
    };
    return { gradient, cost, ended: { tag: "done" } };
  }

  /**
   * Goes through the contributions of the scalars from a number up to another, the last first; `length` is how many steps after the snapshot
   * the last of them is made.
   */
  private *reverse(from: Frames, a: number, b: number, length: number): Steps<void> {
    if (a >= b) return;
    const { tape } = this;
    if (b - a > this.part) {
      yield* this.to(from, a, { pauseFrom: Math.ceil(length / 2) });
      // a run cannot be cut within a fork: it may have gone on to the end of the stretch
      const reached = tape.next;
      if (tape.isPaused && reached < b) {
        const at = this.machine.snapshot();
        const [done, before] = [this.machine.counters.steps - this.before, tape.step];
        this.hold(at, 1);
        yield* this.reverse(at, reached, b, length - done);
        this.hold(at, -1);
        return yield* this.reverse(from, a, reached, before);
      }
    }
    yield* this.to(from, a, { keepFrom: a, last: b - 1 });
    this.sweep(a, b);
  }

  /** Runs from a snapshot until it pauses. */
  private *to(
    from: Frames,
    a: number,
    until: Partial<Pick<PartialTape, "keepFrom" | "pauseFrom" | "last">>,
  ): Steps<void> {
    const { machine, tape } = this;
    machine.resume(from);
    this.before = machine.counters.steps;
    tape.next = a;
    tape.kept = [];
    tape.step = 0;
    tape.isPaused = false;
    Object.assign(tape, ENDLESS, until);
    while (!tape.isPaused) if ((yield* this.goOn()) !== undefined) break;
    Object.assign(tape, ENDLESS);
  }

  /** Runs to the end of the program. */
  private *toEnd(): Steps<Value> {
    for (;;) {
      const value = yield* this.goOn();
      if (value !== undefined) return value;
    }
  }

  /** Runs until it pauses, or ends with a value. Throws {@link Broken}. */
  private *goOn(): Steps<Value | undefined> {
    const { machine, prepared } = this;
    const outcome = machine.run(SLICE);
    const { steps } = machine.counters;
    switch (outcome.tag) {
      case "done":
        return outcome.value;
      case "late":
        throw new Late();
      case "paused": {
        if (this.tape.isPaused) return undefined;
        const goOn = yield { phase: "reverse", steps, backpropagatorCalls: 0 };
        if (!goOn) throw new Broken({ tag: "stopped", phase: "reverse" });
        return undefined;
      }
      default:
        throw new Broken(brokenBy(outcome, prepared));
    }
  }

  private sweep(a: number, b: number): void {
    const { kept } = this.tape;
    this.most.entries = Math.max(this.most.entries, kept.length);
    this.note();
    for (let number = b - 1; number >= a; number--) {
      const cotangent = this.waiting.get(number);
      if (cotangent === undefined) continue;
      this.waiting.delete(number);
      const { operands, partials } = nth(kept, number - a);
      operands.forEach((operand, index) => {
        this.add(operand, cotangent * nth(partials, index));
      });
    }
    this.tape.kept = [];
  }

  private add(number: number, amount: number): void {
    const before = this.waiting.get(number);
    this.waiting.set(number, before === undefined ? amount : amount + before);
    this.most.waiting = Math.max(this.most.waiting, this.waiting.size);
    this.note();
  }

  /** Notes what is held now, where it is the most so far. */
  private note(): void {
    const { most, held, tape, waiting } = this;
    most.held = Math.max(most.held, tape.kept.length + held.slots + waiting.size);
  }

  /** A snapshot is held from now on, or no longer. */
  private hold(snapshot: Frames, change: 1 | -1): void {
    this.held.snapshots += change;
    this.held.slots += change * slotsOf(snapshot);
    this.most.snapshots = Math.max(this.most.snapshots, this.held.snapshots);
    this.most.slots = Math.max(this.most.slots, this.held.slots);
    this.note();
  }
}

/** A tape that keeps nothing and lets the run go on. */
const ENDLESS = {
  keepFrom: Number.POSITIVE_INFINITY,
  pauseFrom: Number.POSITIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
} as const;

/** Instructions in a slice. */
const SLICE = 200_000;

function brokenBy(outcome: Exclude<Ending, { tag: "done" | "stopped" }>, { entry }: Prepared): Ended {
  const diagnostic = describeOutcome(outcome, entry.entity.span);
  return outcome.tag === "mistake"
    ? { tag: "mistake", diagnostics: [diagnostic] }
    : { tag: "out-of-budget", phase: "reverse", diagnostic };
}

/** A result with plain numbers. */
function plain({ resultShape }: Prepared, value: Value, budget: Budget): Value {
  return mapReals(resultShape, value, watchOf(budget), (real) => (real instanceof RecordedScalar ? real.primal : real));
}
