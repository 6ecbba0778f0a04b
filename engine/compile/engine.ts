// The compiled engine: a program and its derivative as JavaScript, run within a budget. It counts nothing and tells no events.
import { ScalarMistake } from "../core/ops.ts";
import type { CoreProgram } from "../core/term.ts";
import type { Value } from "../core/values.ts";
import type { Span } from "../source/span.ts";
import { type Assembled, assemble } from "./assemble.ts";
import type { Failure, Mode } from "./ir.ts";
import { specialise } from "./specialise.ts";
import { readValue, type Store, writeValue } from "./values.ts";

/** What the generated function gives. */
interface Runtime extends Store {
  begin(): void;
  readonly cotangents: Float64Array;
  call(args: readonly unknown[]): readonly unknown[];
  open(careful: boolean): Float64Array;
  sweep(careful: boolean): void;
  statistics(): Statistics;
}

/** What a run has needed: cells, entries of both tapes, and bytes held for this and further runs. */
export interface Statistics {
  readonly cells: number;
  readonly numbers: number;
  readonly indices: number;
  readonly held: number;
}

/** What a run may use. `tick` is called every few ten thousand rounds or calls; it throws to end the run. */
export interface Limits {
  readonly bytes: number;
  /** Calls that wait for their results at once. */
  readonly depth: number;
  tick(): void;
}

/** The budget of a run is used up. */
export class OutOfBudget extends Error {
  readonly what: "memory" | "depth";
  constructor(what: "memory" | "depth") {
    super(`the budget of ${what} ran out`);
    this.what = what;
  }
}

/** The user's mistake in a run, with its place but without the calls that led there. */
export class CompiledMistake extends ScalarMistake {
  readonly at: Span | undefined;
  constructor(kind: string, message: string, at: Span | undefined) {
    super(kind, message, at);
    this.at = at;
  }
}

/** Names of the surroundings that generated code shall not see. */
const HIDDEN = [
  "globalThis",
  "self",
  "window",
  "document",
  "postMessage",
  "importScripts",
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "indexedDB",
  "caches",
  "navigator",
  "location",
  "process",
  "require",
  "module",
  "exports",
  "global",
  "Buffer",
  "setTimeout",
  "setInterval",
  "queueMicrotask",
  "Function",
  "console",
] as const;

/** A program compiled for its value, or for its value and gradient. Keeps its buffers from run to run. */
export class Compiled {
  readonly assembled: Assembled;
  private readonly runtime: Runtime;
  private readonly limits: { bytes: number; depth: number; tick: () => void };
  private outputs: number[] = [];
  private inputs: number[] = [];

  /** Throws RangeError where the program nests deeper than JavaScript's stack allows. */
  constructor(program: CoreProgram, mode: Mode) {
    this.assembled = assemble(specialise(program, mode));
    const limits = {
      bytes: Number.POSITIVE_INFINITY,
      depth: Number.POSITIVE_INFINITY,
      tick: () => undefined as undefined | never,
      memory: () => new OutOfBudget("memory"),
      deep: () => new OutOfBudget("depth"),
    };
    this.limits = limits;
    const { sites } = this.assembled;
    const make = new Function("limits", "mistake", ...HIDDEN, this.assembled.text) as (
      given: typeof limits,
      mistake: (site: number, values: readonly number[]) => Error,
    ) => Runtime;
    this.runtime = make(limits, (site, values) => mistakeAt(sites[site]!, values));
  }

  /** The value of the entry at an input. Throws {@link CompiledMistake}, {@link OutOfBudget}, or what `tick` throws. */
  value(input: Value, limits: Limits): Value {
    const { runtime, assembled } = this;
    Object.assign(this.limits, { bytes: limits.bytes, depth: limits.depth, tick: () => limits.tick() });
    try {
      runtime.begin();
      const inputs: number[] = [];
      const components = writeValue(assembled.param, input, runtime, assembled.classOf, (cell) => inputs.push(cell));
      const results = runtime.call(components);
      const outputs: number[] = [];
      const value = readValue(assembled.result, results, runtime.values, (cell) => outputs.push(cell));
      this.inputs = inputs;
      this.outputs = outputs;
      return value;
    } catch (error) {
      if (error instanceof RangeError && /allocation|array length|call stack/i.test(error.message))
        throw new OutOfBudget(/call stack/i.test(error.message) ? "depth" : "memory");
      throw error;
    }
  }

  /** The gradient of the last {@link value} by its input's Reals, for cotangents of its result's Reals, both from left to right. */
  gradient(cotangents: readonly number[]): number[] {
    const fast = this.backwards(cotangents, false);
    // 0 · ∞ of what no path reaches, or a NaN of the program's own: only with care can one tell
    return fast.some(Number.isNaN) ? this.backwards(cotangents, true) : fast;
  }

  private backwards(cotangents: readonly number[], careful: boolean): number[] {
    const { runtime, inputs, outputs } = this;
    const cells = runtime.open(careful);
    for (let i = 0; i < outputs.length; i++) cells[outputs[i]!]! += cotangents[i]! + 0;
    runtime.sweep(careful);
    const after = runtime.cotangents;
    return inputs.map((cell) => after[cell]! + 0);
  }

  get statistics(): Statistics {
    return this.runtime.statistics();
  }
}

function mistakeAt({ kind, message, span }: Failure, values: readonly number[]): CompiledMistake {
  let at = 0;
  const text = message.map((part) => (typeof part === "string" ? part : String(values[at++]))).join("");
  return new CompiledMistake(kind, text, span);
}
