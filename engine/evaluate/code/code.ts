// Code of the machine. One step is counted for each term constructor.

import type { CalledFunction } from "../../core/events/trace.ts";
import type { DualPart } from "../../core/terms/meaning.ts";
import type { Span } from "../../source/span.ts";

/** A pattern with its variables resolved to slots of the frame. */
export type Matcher =
  | { readonly tag: "slot"; readonly slot: number }
  | { readonly tag: "any" }
  | { readonly tag: "number"; readonly value: number }
  | { readonly tag: "tuple"; readonly items: readonly Matcher[] }
  | { readonly tag: "con"; readonly con: string; readonly args: readonly Matcher[] };

/**
 * One instruction: what it does to the machine (`evaluate/instructions/`), with its operand. All have this one shape, for the machine's loop.
 * `State` and `Operand` are known where an instruction is defined, and where the machine runs it.
 */
export interface Instr {
  readonly run: (state: never, operand: never, at: Instr) => void;
  readonly operand: unknown;
  /** The evaluation steps that it counts. */
  readonly steps: number;
  readonly span: Span | undefined;
}

/** An instruction with its operand; it counts one step if nothing else is said. */
export function instr<Operand>(
  run: (state: never, operand: Operand, at: Instr) => void,
  operand: Operand,
  span: Span | undefined,
  steps = 1,
): Instr {
  return { run, operand, steps, span };
}

/** A place in a block's code that is jumped to. */
export interface Label {
  pc: number;
}

/** Facts about a pair ⟨x, d⟩ in the code. */
export interface DualCode {
  /** d's kind. */
  readonly kind: DualPart;
  /** The constructor of a d that refers to a scalar by its ID. */
  readonly reference: string | undefined;
  /** Whether its backpropagator gives a one-hot. */
  readonly hot: boolean;
  readonly source: "input" | "constant" | "operation";
  readonly op: string | undefined;
  readonly span: Span | undefined;
}

/** The meaning of a definition's call. */
export interface Means {
  readonly call: boolean;
  readonly resolve: boolean;
  /** The algorithm's counters that count the call, and as how many. */
  readonly counters: readonly { readonly counter: string; readonly by: number }[];
  readonly mirror: boolean;
  /** The algorithm's event that the call emits. */
  readonly event: string | undefined;
  /** The variables of the program that the event is about. */
  readonly about: readonly string[];
  /** The algorithm's event that the call emits when it returns. */
  readonly returned: string | undefined;
  /** The place of a λ. */
  readonly span: Span | undefined;
  /** Called at the call where calls without an answer are counted; `depth` calls wait, and a last one takes the place of its caller. */
  readonly called?: (depth: number, isLast: boolean) => void;
}

/** The code of one function body, value definition or expression. */
export interface Block {
  readonly name: string;
  /** The function that it is code of; for each parameter of a curried one there is a block. */
  readonly of: CalledFunction;
  readonly code: Instr[];
  slots: number;
  /** The captured variables, and where they are when the closure is made: in the frame's slots, or in the maker's captures. */
  readonly captures: { readonly name: string; readonly from: "slot" | "captured"; readonly index: number }[];
  /**
   * The meaning of its call: that a backpropagator that is data is called, that resolving begins, that a counter counts it, that a job is
   * resolved.
   */
  means: Means | undefined;
  /** The functions and parts of forks within it, in the order of its code; `isRecursive` are those that may call themselves. */
  readonly inner: { readonly block: Block; readonly isRecursive: boolean }[];
  /** The function of the remaining parameters, where that is all its code gives. */
  rest: Block | undefined;
  /** How often a run was found in it. */
  found: number;
  /** Its pieces, by the places where they begin; undefined where it does not run often. */
  pieces: (Piece | undefined)[] | undefined;
}

/** Straight code as one function, which gives how many instructions it has done, at most `length`. */
export interface Piece {
  readonly length: number;
  readonly run: (state: never) => number;
}

/** A definition in code. A `value` is evaluated by a task of its own; of `once`, the first call computes the result for all others. */
export interface GlobalCode {
  readonly name: string;
  readonly kind: "function" | "value" | "once";
  readonly block: Block;
  readonly span: Span | undefined;
}

/** An operation that the user defined by `op .. by`: its value and its partials, one block for each argument. */
export interface CustomCode {
  readonly name: string;
  readonly arity: number;
  readonly value: Block;
  readonly partials: readonly Block[];
}

/** A linked program. */
export interface Code {
  readonly globals: ReadonlyMap<string, GlobalCode>;
  readonly entry: GlobalCode;
}
