// Work in rounds: a request during a round causes one more round.

/** One round at a time; requests that come together share the next one. */
export class Rounds {
  private isAtWork = false;
  private isDue = false;

  /** Does a round, now or after the present one. */
  async run(round: () => Promise<void>): Promise<void> {
    this.isDue = true;
    if (this.isAtWork) return;
    this.isAtWork = true;
    try {
      while (this.isDue) {
        this.isDue = false;
        await round();
      }
    } finally {
      this.isAtWork = false;
    }
  }
}
