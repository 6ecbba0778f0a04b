// Scalars that record what they are computed from, as the tape does, for a part of a run; and a run can be paused before any of them.
import type { Value } from "../../core/values/values.ts";
import { ActiveScalar } from "../values/closure.ts";

/** An operation's contributions, once its cotangent is known: operands by their numbers, with partials. */
export interface Recorded {
  readonly operands: readonly number[];
  readonly partials: readonly number[];
}

/** The run was paused before an operation, which is done when it goes on. */
export class Pause extends Error {}

/** The numbers of a run's scalars, and the contributions of those that are kept. */
export class PartialTape {
  /** The number that the next scalar gets. */
  next = 0;
  /** From which number on contributions are kept. */
  keepFrom = Number.POSITIVE_INFINITY;
  /** The step from which on the run is to pause, before the next operation that it may. */
  pauseFrom = Number.POSITIVE_INFINITY;
  /** The number with whose contribution the run is to end, as soon as it may pause. */
  last = Number.POSITIVE_INFINITY;
  /** Of the scalars from `keepFrom` on. */
  kept: Recorded[] = [];
  /** The step of the operation that was done last. */
  step = 0;
  /** Whether the run has been paused here. */
  isPaused = false;
  private readonly mayPause: () => boolean;
  private readonly stepNow: () => number;

  constructor(mayPause: () => boolean, stepNow: () => number) {
    this.mayPause = mayPause;
    this.stepNow = stepNow;
  }

  /** An input. */
  input(value: number): RecordedScalar {
    return new RecordedScalar(value, this.next++, this);
  }

  /** The result of an operation. Throws {@link Pause}. */
  operation(value: number, args: readonly Value[], partial: (index: number) => number | undefined): RecordedScalar {
    const step = this.stepNow();
    if (step >= this.pauseFrom) this.pause();
    if (this.next > this.last) this.pause();
    if (this.next >= this.keepFrom) this.kept[this.next - this.keepFrom] = recorded(args, partial);
    // what comes after the last contribution is not needed, nor is its value
    if (this.next === this.last) this.pause();
    this.step = step;
    return new RecordedScalar(value, this.next++, this);
  }

  private pause(): void {
    if (!this.mayPause()) return;
    this.isPaused = true;
    throw new Pause();
  }
}

function recorded(args: readonly Value[], partial: (index: number) => number | undefined): Recorded {
  const operands: number[] = [];
  const partials: number[] = [];
  args.forEach((arg, index) => {
    if (!(arg instanceof RecordedScalar)) return;
    const slope = partial(index);
    if (slope === undefined) return;
    operands.push(arg.number);
    partials.push(slope);
  });
  return { operands, partials };
}

/** A scalar that depends on the input. */
export class RecordedScalar extends ActiveScalar {
  readonly what = "recorded scalar";
  readonly primal: number;
  readonly number: number;
  private readonly tape: PartialTape;

  constructor(primal: number, number: number, tape: PartialTape) {
    super();
    this.primal = primal;
    this.number = number;
    this.tape = tape;
  }

  chained(value: number, args: readonly Value[], partial: (index: number) => number | undefined): Value {
    return this.tape.operation(value, args, partial);
  }
}
