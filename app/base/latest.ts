// Questions of which only the latest counts.

/** Tells the latest question from those that it has overtaken. */
export class Latest {
  private turn = 0;

  /** Begins a question; what comes back says whether it is still the latest. */
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
