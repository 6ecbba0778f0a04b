// A run as a straight line of operations: the data-flow graph (thesis §2.2.4). A node for each scalar, an edge to each use of it,
// labelled with the partial derivative; multi-edges are kept.
import type { Span } from "../../source/span.ts";
import type { OpRef } from "../terms/term.ts";
import type { Value } from "../values/values.ts";
import type { ScalarNumber } from "./events.ts";

/** A scalar of the run with the operands that it was computed from. It has no cotangent: the graph is that of the forward pass. */
export interface DataFlowNode {
  readonly number: ScalarNumber;
  readonly kind: "input" | "constant" | "operation";
  /** The operation's symbol. */
  readonly op: string | undefined;
  readonly value: number;
  readonly span: Span | undefined;
  /** The Reals that it is computed from, in the order of the operands; one may occur twice. */
  readonly operands: readonly { readonly number: ScalarNumber; readonly partial: number }[];
  /** The Ints that it is computed from, by their places among all operands, from 0. */
  readonly ints: readonly { readonly place: number; readonly value: number }[];
}

/** A function of the program. */
export interface CalledFunction {
  readonly name: string;
  /** The definition of the prelude that it belongs to, by its name; undefined for what stands in the user's texts. */
  readonly builtin: string | undefined;
  /** The origin of its name: a lambda, and a part of a fork, have that of the function around them. */
  readonly kind: "named" | "anonymous" | "part";
  /** The names of its parameters, undefined for a pattern. */
  readonly params: readonly (string | undefined)[];
}

/** The argument that a call was given for a parameter, or for a component of one; `other` is all that is no number, by the parameter's name. */
export type CallArgument =
  | { readonly tag: "scalar"; readonly number: ScalarNumber }
  | { readonly tag: "number"; readonly value: number }
  | { readonly tag: "tuple"; readonly items: readonly CallArgument[] }
  | { readonly tag: "other"; readonly name: string | undefined };

/** A call of a run. */
export interface Call {
  /** The call that made it, by its place: an earlier one. */
  readonly parent: number;
  /** Undefined for the first, which is the run itself. */
  readonly fn: CalledFunction | undefined;
  readonly args: readonly CallArgument[];
  /** The place of the call in its caller; undefined for the run itself, and for a part of a fork. */
  readonly site: Span | undefined;
}

/** The calls of a run that made scalars. */
export interface CallTree {
  /** By scalar, the call that made it; the run itself where there is no number. */
  readonly of: readonly number[];
  readonly calls: readonly Call[];
}

/** A use of Reals that gives no Real: `floor`, `round`, `sign`, a comparison, a number in a pattern. No derivative passes there. */
export interface DiscreteUse {
  /** The operation's symbol; `case` for a pattern. */
  readonly op: string;
  readonly span: Span | undefined;
  /** The Reals among the operands, in their order. */
  readonly operands: readonly ScalarNumber[];
  /** The values of all operands. */
  readonly values: readonly number[];
  /** The Int that came out; of a truth value, 1 or 0. */
  readonly result: number;
}

/** A function with a pullback of its own in a run: its outputs are scalars one after the other. */
export interface TracedRule {
  readonly first: ScalarNumber | number;
  readonly outputs: number;
  /** By Real of the argument, its scalar, where it has one. */
  readonly inputs: readonly (ScalarNumber | undefined)[];
  /** The cotangents of the Reals of the argument, for those of the outputs. */
  pull(cotangents: readonly number[]): readonly number[];
}

/** The scalars of a traced run and its result. The graphs of the page and straight-line programs are made from it. */
export interface DataFlowGraph {
  /** By their numbers: operands come before what uses them. */
  readonly nodes: readonly DataFlowNode[];
  /** The scalars of the result, each as often as it occurs there. */
  readonly outputs: readonly ScalarNumber[];
  /** Which calls made the scalars, where that was noted. */
  readonly calls?: CallTree | undefined;
  /** In the order of evaluation. */
  readonly discrete: readonly DiscreteUse[];
  /** The scalars that were computed for derivatives within the program, as tangents or on a way back: from each first number up to the second. */
  readonly derived?: readonly (readonly [from: number, to: number])[];
  /** Whether all numbers are of single precision, on the way back, too. */
  readonly isSingle?: boolean | undefined;
}

/** A run as a straight program: its control flow is resolved at an input. */
export interface Trace extends DataFlowGraph {
  readonly derived: readonly (readonly [from: number, to: number])[];
  /** The operation of each node; undefined for inputs and literals. */
  readonly ops: readonly (OpRef | undefined)[];
  /** The input and the result: what they are made of beside Reals. */
  readonly input: Value;
  readonly result: Value;
}
