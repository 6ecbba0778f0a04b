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
  if (performance.now() > deadline) throw new Late();
  if ((memoryInUse() ?? 0) > bytes) throw new OutOfMemory();
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

/** Node's module `v8`, as far as it is used: it tells in a microsecond, and `process.memoryUsage` in up to a millisecond. */
interface V8 {
  getHeapStatistics(): { readonly used_heap_size: number; readonly external_memory: number };
}

const platform = globalThis as {
  readonly process?: { readonly getBuiltinModule?: (name: "node:v8") => V8 | undefined };
  readonly performance?: { readonly memory?: { readonly usedJSHeapSize: number } };
};

const v8 = platform.process?.getBuiltinModule?.("node:v8");

/** Bytes of JavaScript's heap and of its buffers in use; undefined where the platform does not tell. */
export function memoryInUse(): number | undefined {
  if (v8 === undefined) return platform.performance?.memory?.usedJSHeapSize;
  const { used_heap_size: used, external_memory: external } = v8.getHeapStatistics();
  return used + external;
}
