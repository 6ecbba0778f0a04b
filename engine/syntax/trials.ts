// How much of a text may be read again to explain its mistakes.
import type { Work } from "../base/work.ts";

/** UTF-16 units that are read again, in one text, to try fixes. */
const MOST_READ = 200_000;

/** How much of a text may still be read again; one for each text. */
export class Trials {
  private left = MOST_READ;
  private readonly work: Work;

  constructor(work: Work) {
    this.work = work;
  }

  /** Takes units of the budget; false where they are used up. */
  take(units: number): boolean {
    if (this.left < units) return false;
    this.left -= units;
    this.work.add(1);
    return true;
  }
}
