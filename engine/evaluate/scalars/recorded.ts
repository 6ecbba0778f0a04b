// Scalars that record what they are computed from, as the tape does, for a part of a run; and a run can be paused before any of them.
import type { Value } from "../../core/values/values.ts";
import { ActiveScalar } from "../values/closure.ts";

/** What an operation contributes to when its cotangent is known: operands by their numbers, with the partials. */
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
  /** The number before which the run is to pause, as soon as it may. */
  pauseAt = Number.POSITIVE_INFINITY;
  /** Of the scalars from `keepFrom` on. */
  kept: Recorded[] = [];
  private readonly mayPause: () => boolean;

  constructor(mayPause: () => boolean) {
    this.mayPause = mayPause;
  }

  /** An input. */
  input(value: number): RecordedScalar {
    return new RecordedScalar(value, this.next++, this);
  }

  /** The result of an operation. Throws {@link Pause}. */
  operation(value: number, args: readonly Value[], partial: (index: number) => number | undefined): RecordedScalar {
    if (this.next >= this.pauseAt && this.mayPause()) throw new Pause();
    const number = this.next++;
    if (number >= this.keepFrom) this.kept[number - this.keepFrom] = recorded(args, partial);
    return new RecordedScalar(value, number, this);
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
