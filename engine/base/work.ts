// Steps of work, counted: the same text takes the same number on every machine, so growth can be tested without a clock.

import { step } from "./watch.ts";

/** A count of steps: nodes visited, parts of types walked through, rows looked at, names compared. */
export class Work {
  private count = 0;

  get steps(): number {
    return this.count;
  }

  /** Counts steps, for the watch over the work, too. */
  add(steps: number): void {
    this.count += steps;
    step(steps);
  }
}
