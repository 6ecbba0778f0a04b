// How each kind of event moves: what goes from where to where, for how long, and with which label. One table for all stages; the
// score (score.ts) takes its lengths from here, and what is bookkeeping is counted, not shown.
import type { Event } from "../core/events/events.ts";

/** A movement, in milliseconds at the usual speed. */
export interface Movement {
  readonly ms: number;
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** Movements of the reverse pass get shorter, down to this part, the more calls there are. */
export const SHORTEST = 0.62;
/** Calls that are shown at full length. */
export const UNHURRIED = 5;
/** The least time for which two addends stand beside each other. */
export const LEAST_STAND = 300;

const still = (ms: number, what: string): Movement => ({ ms, what, from: "", to: "", label: "" });

/** The movements by their names: how long each takes at the usual speed, and in words what moves from where to where. */
export const MOVES = {
  /** Forward pass. */
  scalar: { ms: 1300, what: "value, code and entry", from: "its operands", to: "its row", label: "s = p (x, x) = 10" },
  /** A call begins: its cotangent stands in its code. */
  lift: { ms: 320, what: "the call", from: "where it waits", to: "its row, lit", label: "dt 2" },
  split: { ms: 340, what: "a box for each term", from: "the call", to: "beside it", label: "ds 4·2" },
  evaluate: { ms: 300, what: "the product", from: "4·2", to: "8", label: "ds 8" },
  fly: { ms: 640, what: "the contribution", from: "the call", to: "its scalar, along the edge", label: "+8" },
  /** Each term after the first starts this much later. */
  stagger: still(300, "the next contribution waits"),
  stand: { ms: 560, what: "+", from: "the addend", to: "what waits", label: "ds 1 + ds 8" },
  slide: { ms: 340, what: "the addend", from: "beside", to: "what waits", label: "ds 1 + ds 8" },
  sum: { ms: 260, what: "the sum", from: "both addends", to: "their place", label: "ds 9" },
  rest: still(380, "a call is done"),
  /** A call at once: a branch of the tree. */
  branch: { ms: 620, what: "the call", from: "its caller", to: "its row", label: "dx 24" },
  /** Calls at once that go on alone, 1, 2, 4, .. a beat. */
  alone: { ms: 1050, what: "calls", from: "their callers", to: "their rows", label: "512 calls" },
  fold: { ms: 2300, what: "equal calls", from: "the row of an ID", to: "one place", label: "ds(1) + ds(8) = ds(9)" },
  /** The same where there are many rows to fold. */
  quickFold: { ms: 720, what: "equal calls", from: "the row of an ID", to: "one place", label: "512" },
} as const satisfies Readonly<Record<string, Movement>>;

/** The movements of each event of a trace; some have none unless one plays event by event. */
export const CHOREOGRAPHY: Readonly<Record<Event["tag"], readonly (keyof typeof MOVES)[]>> = {
  phase: [],
  scalar: ["scalar"],
  call: ["lift", "split", "evaluate", "branch"],
  // an insertion is a contribution that comes to wait; what else is done to maps is bookkeeping
  map: ["fly"],
  // a write is a contribution that comes to a cell; other writes are bookkeeping
  write: ["fly"],
  merge: ["stand", "slide", "sum"],
  highest: ["lift"],
  touch: [],
  alloc: [],
  freeze: [],
  save: ["scalar"],
  own: [],
  fork: [],
  join: [],
  job: [],
  definition: [],
};
