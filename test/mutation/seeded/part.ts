// A source that faults are seeded into, and the tests that are to notice them.

export interface Part {
  readonly source: string;
  /** Files of tests in the order in which they run, and which of their tests; all where that is not said. */
  readonly tests: readonly (readonly [file: string, only?: RegExp])[];
  /** Faults that make no difference, each with the reason. */
  readonly same: Readonly<Record<string, string>>;
  /** Faults that make one which no test sees, each with the reason. */
  readonly unseen: Readonly<Record<string, string>>;
}
