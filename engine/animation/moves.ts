// How long each movement of a film takes. One table for all stages; the animation (animation.ts) takes its lengths from here.
/** Movements of the reverse pass get shorter, down to this part, the more calls there are. */
export const SHORTEST = 0.62;
/** Calls that are shown at full length. */
export const UNHURRIED = 5;
/** The least time for which two addends stand beside each other. */
export const LEAST_STAND = 300;

/** Milliseconds of each movement at the usual speed. */
export const MOVES = {
  /** Forward pass: value, code and entry go from the operands to their row. */
  scalar: 1300,
  /** A call begins: its cotangent stands in its code. */
  lift: 320,
  /** A box for each term comes out of the call. */
  split: 340,
  /** The product becomes its value. */
  evaluate: 300,
  /** The contribution goes to its scalar, along the edge. */
  fly: 640,
  /** Each term after the first starts this much later. */
  stagger: 300,
  /** The addend stands beside what waits. */
  stand: 560,
  /** The addend moves onto what waits. */
  slide: 340,
  /** Both addends become their sum. */
  sum: 260,
  /** Pause after a call. */
  rest: 380,
  /** A call at once: a branch of the tree. */
  branch: 620,
  /** Calls at once that go on alone, 1, 2, 4, .. a beat. */
  alone: 1050,
  /** Equal calls come together in one place. */
  fold: 2300,
  /** The same where there are many rows to fold. */
  quickFold: 720,
} as const;
