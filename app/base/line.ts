// Work that waits in line: each piece begins when the one before is over.

/** A line of work. */
export class Line {
  private last: Promise<unknown> = Promise.resolve();

  /** Adds work at the end of the line; returns its result. */
  add<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done;
    return done;
  }
}
