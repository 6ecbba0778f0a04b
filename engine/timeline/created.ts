// The scalars that a run has created at a step. Plain data that crosses to the page.

/** Scalars that a run has created: jobs that run in another order than that of the program leave some out. */
export interface CreatedScalars {
  readonly count: number;
  /** All with numbers below this. */
  readonly upTo: number;
  /** And these, which are no smaller. */
  readonly beyond: readonly number[];
}

/** Whether a scalar is among those that are created. */
export function isAmong({ upTo, beyond }: CreatedScalars, number: number): boolean {
  return number < upTo || beyond.includes(number);
}
