// Questions of which only the latest counts.

/** Distinguishes the latest question from overtaken ones. */
export class Latest {
  private turn = 0;

  /** Begins a question; the result tells whether it is still the latest. */
  begin(): () => boolean {
    this.turn++;
    return this.now();
  }

  /** Says whether no question has begun since. */
  now(): () => boolean {
    const own = this.turn;
    return () => own === this.turn;
  }

  /** Ends the latest question: none counts any more. */
  end(): void {
    this.turn++;
  }
}
