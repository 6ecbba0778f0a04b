// When a program whose jobs are all short runs without its forks: to ask at each fork whether it pays takes longer than some programs take.
// `npm run bench -- tuning` tries less and more of each constant.

/** Runs in a row that hand nothing over, and again as many that are timed, before the code without forks takes their place. */
export const QUIET = 512;
/** Runs of the code without forks before the forks are asked again, for some six of a hundred runs. */
export const ALONE = 32 * QUIET;
/** Milliseconds of a run that is long: what its forks ask takes no share of it that matters, and threads may come to it yet. */
const LONG = 0.02;

/** Counts the runs of a program until its other code, without forks or with them, is to go on. */
export class Quiet {
  private left = QUIET;
  private since = 0;
  private isAlone = false;
  private size = "";

  /** A run begins: whether the other code may be due, which {@link isDue} says. */
  begins(): boolean {
    return --this.left < 0;
  }

  /** Whether the other code is to go on, where {@link begins} has said that it may. */
  isDue(): boolean {
    if (this.isAlone) return true;
    const { since } = this;
    const now = performance.now();
    this.forked();
    if (since > 0) return now - since < LONG * QUIET;
    this.since = now;
    return false;
  }

  /** A run has asked other threads for something, or the code with forks goes on. */
  forked(): void {
    this.left = QUIET;
    this.since = 0;
    this.isAlone = false;
  }

  /** The code without forks takes their place, on an input of a size. */
  rests(size: string): void {
    this.left = ALONE;
    this.isAlone = true;
    this.size = size;
  }

  /** Whether an input is as large as the one that the code without forks began with. */
  isOfSize(size: string): boolean {
    return size === this.size;
  }
}
