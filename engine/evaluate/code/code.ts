// Code of the machine: its instructions. One is counted for each term constructor.

import type { NativeOperation } from "../../core/events/native.ts";
import type { CalledFunction } from "../../core/events/trace.ts";
import type { DualPart, Holds } from "../../core/terms/meaning.ts";
import type { PrimId } from "../../core/terms/prims.ts";
import type { OpRef } from "../../core/terms/term.ts";
import type { Shape } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import type { Op } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";

/** A pattern with its variables resolved to slots of the frame. */
export type Matcher =
  | { readonly tag: "slot"; readonly slot: number }
  | { readonly tag: "any" }
  | { readonly tag: "number"; readonly value: number }
  | { readonly tag: "tuple"; readonly items: readonly Matcher[] }
  | { readonly tag: "con"; readonly con: string; readonly args: readonly Matcher[] };

/** An instruction. The operand stack's effect stands beside each. Instructions marked ● count as a step. */
export type Instr = { readonly span: Span | undefined } & (
  | { readonly tag: "const"; readonly value: Value } //                    ● → v
  | { readonly tag: "literal"; readonly value: number } //                 ● → x, a scalar that a tracer notes
  | { readonly tag: "plain"; readonly begins: boolean } //                 from here on, or no longer, Reals are plain: no tracer notes them
  | { readonly tag: "slot"; readonly index: number } //                    ● → v
  | { readonly tag: "captured"; readonly index: number } //                ● → v
  | { readonly tag: "function"; readonly global: GlobalCode } //           ● → closure
  | { readonly tag: "force"; readonly global: GlobalCode } //              ● → v, or calls and goes on at `keep`
  | { readonly tag: "keep"; readonly global: GlobalCode } //               v → v
  | { readonly tag: "once-enter"; readonly global: GlobalCode } //         returns (v, i) where v is known
  | { readonly tag: "once-keep"; readonly global: GlobalCode } //          (v, i) → (v, i)
  | { readonly tag: "tuple"; readonly size: number } //                    ● v₁ .. vₙ → tuple
  | ({ readonly tag: "dual" } & DualCode) //                               ● x d → tuple, numbers x
  | ({ readonly tag: "born"; readonly isNumbered: boolean } & DualCode) // ● x → x, numbers x; or → (x, its number)
  | { readonly tag: "component"; readonly index: number } //               ● tuple → vᵢ
  | { readonly tag: "field"; readonly index: number } //                   ● data → vᵢ
  | { readonly tag: "con"; readonly con: string; readonly size: number; readonly empty: Value | undefined } // ● v₁ .. vₙ → data
  | { readonly tag: "list"; readonly size: number; readonly tail: boolean } // ●×n v₁ .. vₙ [tail] → list
  | { readonly tag: "array"; readonly size: number } //                    ●×n v₁ .. vₙ → array
  | { readonly tag: "closure"; readonly block: Block } //                  ● → closure
  | { readonly tag: "letrec"; readonly blocks: readonly Block[]; readonly slots: readonly number[] } // ●
  | { readonly tag: "bind"; readonly matcher: Matcher } //                 ● v →
  | { readonly tag: "param"; readonly matcher: Matcher } //                the argument, in slot 0, is taken apart
  | { readonly tag: "case"; readonly matchers: readonly Matcher[]; readonly targets: readonly number[] } // ● v →
  | { readonly tag: "jump"; readonly target: number }
  | { readonly tag: "call" } //                                            ● f v → result
  | { readonly tag: "enter"; readonly block: Block } //                    ● v → result
  | { readonly tag: "tail-call" } //                                       ● f v → (returns)
  | { readonly tag: "return" }
  | { readonly tag: "op"; readonly op: Op; readonly ref: OpRef; readonly arity: number } // ● x₁ .. xₙ → y
  | { readonly tag: "partial"; readonly op: Op; readonly index: number; readonly arity: number } // ● x₁ .. xₙ z → ∂·z
  | { readonly tag: "custom"; readonly custom: CustomCode } //             ● x₁ .. xₙ → y, by a call
  | { readonly tag: "custom-done"; readonly custom: CustomCode } //        original y → y
  | { readonly tag: "custom-partial"; readonly custom: CustomCode; readonly index: number } // ● x₁ .. xₙ z → z ∂, by a call
  | { readonly tag: "scale" } //                                           z ∂ → ∂·z
  | ({ readonly tag: "prim" } & PrimCode) //                              ● args → v
  | ({ readonly tag: "native" } & NativeCode) //                          ● args → v, an algorithm's own
  | ({ readonly tag: "begin-pass" } & PassCode) //                        calls the function in slot 0 on scalars of a pass
  | ({ readonly tag: "end-pass" } & PassCode) //                          result → derivative
  | { readonly tag: "modify-done" } //                                     i array v → (), after the call that `modify` makes
  | { readonly tag: "fork"; readonly parts: readonly Block[]; readonly places: readonly (Span | undefined)[] } // ● → tuple, by tasks
  | { readonly tag: "fork-list" } //                                       ● thunks → list, by tasks
);

/** A native operation that an algorithm brought, where it stands. */
export interface NativeCode {
  readonly native: NativeOperation;
  readonly shape: Shape;
}

/** A derivative that the program asks for: by the function, the point and the direction in slot 0 of its own frame. */
export interface PassCode {
  readonly mode: "grad" | "valueAndGrad" | "jvp";
  /** Of the point, and of what the function gives. */
  readonly point: Shape;
  readonly result: Shape;
}

/** A native operation of the core where it stands. */
export interface PrimCode {
  readonly prim: PrimId;
  readonly shape: Shape;
  /** Of maps and mutable arrays: what it is there for. */
  readonly holds: Holds | undefined;
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
  /** The algorithm's counter that counts the call. */
  readonly counter: string | undefined;
  readonly mirror: boolean;
  /** The algorithm's event that the call tells. */
  readonly event: string | undefined;
  /** Told of the call where calls without an answer are counted: how many wait, and whether it takes the place of its caller. */
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
