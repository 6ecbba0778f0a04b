// A run's budget, and how it ends.
import { Late, OutOfMemory, Watch } from "../../base/watch.ts";
import type { Value } from "../../core/values/values.ts";
import type { Span } from "../../source/span.ts";

/** The limits of a run. A run that reaches one ends with what it has, and says which one it was. */
export interface Budget {
  /** Evaluation steps: instructions of the machine, one for each term constructor. */
  readonly steps: number;
  /** Bytes of memory in use by everything, where the platform reports it (see {@link memoryInUse}). */
  readonly bytes: number;
  /** Calls that wait for their result at once. */
  readonly depth: number;
  /** When the time is used up, in milliseconds of `performance.now`. */
  readonly deadline: number;
}

/** Room for deep recursion (millions of calls) below the limits of the platforms. */
export const DEFAULT_BUDGET: Budget = {
  steps: Number.POSITIVE_INFINITY,
  bytes: 3_000_000_000,
  depth: 12_000_000,
  deadline: Number.POSITIVE_INFINITY,
};

/** Throws {@link Late} or {@link OutOfMemory} where a budget's time or memory is used up. */
export function look({ bytes, deadline }: Budget): void {
  const now = performance.now();
  if (now > deadline) throw new Late();
  if ((memoryInUse(now) ?? 0) > bytes) throw new OutOfMemory();
}

/** The watch of a budget's time and memory. */
export function watchOf(budget: Budget): Watch {
  return new Watch(() => look(budget));
}

/** A call that was under way: which function, and where it was called. */
export interface TrailEntry {
  readonly name: string;
  readonly span: Span | undefined;
}

/** How evaluation ended or why it paused. */
export type Outcome =
  | { readonly tag: "done"; readonly value: Value }
  /** The slice is used up; `run` goes on. */
  | { readonly tag: "paused" }
  /** The time is used up. */
  | { readonly tag: "late" }
  | {
      readonly tag: "mistake";
      readonly kind: string;
      readonly message: string;
      readonly span: Span | undefined;
      readonly trail: readonly TrailEntry[];
    }
  | {
      readonly tag: "out-of-budget";
      readonly what: "steps" | "memory" | "depth";
      readonly span: Span | undefined;
      readonly trail: readonly TrailEntry[];
    };

/** Milliseconds for which an answer about memory holds: some tens of megabytes at most are made meanwhile, and Node takes 30 µs for one. */
const HOLDS = 10;

let told: { readonly at: number; readonly bytes: number | undefined } | undefined;

/** Bytes of JavaScript's heap and of its buffers in use, as of a moment ago; undefined where the platform does not tell. */
export function memoryInUse(now = performance.now()): number | undefined {
  if (told === undefined || Math.abs(now - told.at) >= HOLDS) told = { at: now, bytes: bytesInUse() };
  return told.bytes;
}

function bytesInUse(): number | undefined {
  const globals = globalThis as {
    process?: { memoryUsage?: () => { readonly heapUsed: number; readonly arrayBuffers: number } };
    performance?: { memory?: { readonly usedJSHeapSize: number } };
  };
  const usage = globals.process?.memoryUsage?.();
  return usage === undefined ? globals.performance?.memory?.usedJSHeapSize : usage.heapUsed + usage.arrayBuffers;
}
