// The watch that long work keeps: at regular distances it looks whether it may go on, and throws where it may not.

/** The time of a budget is used up. */
export class Late extends Error {}

/** The memory of a budget is used up. */
export class OutOfMemory extends Error {}

/** Whether an error says that a budget is used up. */
export function isUsedUp(error: unknown): boolean {
  return error instanceof Late || error instanceof OutOfMemory;
}

/** The parts between two looks: a part is the work of a microsecond at most. */
export const BETWEEN_LOOKS = 10_000;

/** Counts parts of work. Work of any length tells its watch of each, so that nothing goes on unasked for longer than some milliseconds. */
export class Watch {
  private left = BETWEEN_LOOKS;
  private readonly look: () => void;

  /** `look` throws, {@link Late} or {@link OutOfMemory} say, to end the work. */
  constructor(look: () => void) {
    this.look = look;
  }

  /** Counts parts that are done, or about to be done at once. Throws what the look throws. */
  step(parts = 1): void {
    this.left -= parts;
    if (this.left >= 0) return;
    this.left = BETWEEN_LOOKS;
    this.look();
  }

  /** The watch that looks as this one does, and then as another. */
  within(other: Watch): Watch {
    return new Watch(() => {
      this.look();
      other.look();
    });
  }
}

/** Where nothing ends the work but its own size. */
export const UNWATCHED = new Watch(() => undefined);

/** The watch over the work that is under way. */
let current: Watch = UNWATCHED;

/**
 * Gives what some work gives, asking a watch at its steps ({@link step}), and the one over the work around it. The work must come to its
 * end at once: it is no generator.
 */
export function watched<T>(watch: Watch, work: () => T): T {
  const around = current;
  current = around === UNWATCHED ? watch : watch.within(around);
  try {
    return work();
  } finally {
    current = around;
  }
}

/**
 * Counts parts of work for the watch that is kept over it ({@link watched}); whoever walks over a program counts so, for it may be of any
 * size. Throws what the look of that watch throws.
 */
export function step(parts = 1): void {
  current.step(parts);
}
