// Work that waits in line: each piece begins when the one before is over.

/** A line of work. */
export class Line {
  private last: Promise<unknown> = Promise.resolve();

  /** Adds a piece of work at the end of the line; gives what comes of it. */
  add<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done;
    return done;
  }
}
