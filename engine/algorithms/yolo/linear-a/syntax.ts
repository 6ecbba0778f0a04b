// Linear A (Radul et al. 2023, Fig. 3): a first-order, total language in A-normal form, in which the type system proves that what is
// called linear is linear.
//
//   e^{m,n} ::= (v; v̇) | let (v : τ; v̇ : σ) = e in e | let (⊗w;) = v in e | let (; ⊗ẇ) = v̇ in e | f(v; v̇)
//   e^{1,0} ::= v | l | ⊗(v) | op(v, ..)             e^{0,1} ::= v̇ | 0 | ⊗(v̇) | v̇ + ẇ | v * ẇ | -v̇
//   e^{0,2} ::= dup(v̇)                                e^{0,0} ::= drop(e)
//
// Nested lets are flat here: a block is a list of bindings and a return. -v̇ is ours: Fig. 6 uses it, and Fig. 3 leaves it out.
// op is any operation of Dual, or one of its partial derivatives; its Ints are literals.
import { step } from "../../../base/watch.ts";
import type { OpRef } from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";

/** τ ::= ℝ | ⊗[τ₁ .. τₖ]. */
export type LinearType = { readonly tag: "real" } | { readonly tag: "tuple"; readonly items: readonly LinearType[] };

/** The type ℝ of Linear A: of every variable that is no tuple. */
export const R: LinearType = { tag: "real" };

/** ⊗[τ₁ .. τₖ]. */
export function tensor(items: readonly LinearType[]): LinearType {
  return { tag: "tuple", items };
}

/** A variable with its type. Names are unique within a definition; a dot over a name is a part of it. */
export interface Variable {
  readonly name: string;
  readonly type: LinearType;
}

/** An operand of a non-linear operation. */
export type Operand =
  | { readonly tag: "variable"; readonly name: string }
  | { readonly tag: "int"; readonly value: number };

/** A bound expression: all but lets, unpacking and returning. */
export type Expression =
  | {
      readonly tag: "call";
      readonly name: string;
      readonly nonlinear: readonly string[];
      readonly linear: readonly string[];
    }
  | { readonly tag: "drop"; readonly block: Block }
  // e^{1,0}
  | { readonly tag: "variable"; readonly name: string }
  | { readonly tag: "literal"; readonly value: number }
  | { readonly tag: "op"; readonly op: OpRef; readonly operands: readonly Operand[] }
  /** ∂ᵢop(v₁, .., vₙ), i from 0. */
  | { readonly tag: "partial"; readonly op: OpRef; readonly index: number; readonly operands: readonly Operand[] }
  | { readonly tag: "tuple"; readonly items: readonly string[] }
  // e^{0,1}
  | { readonly tag: "linear-variable"; readonly name: string }
  | { readonly tag: "zero"; readonly type: LinearType }
  | { readonly tag: "linear-tuple"; readonly items: readonly string[] }
  | { readonly tag: "plus"; readonly left: string; readonly right: string }
  | { readonly tag: "scale"; readonly factor: string; readonly linear: string }
  | { readonly tag: "negate"; readonly linear: string }
  // e^{0,2}
  | { readonly tag: "dup"; readonly linear: string };

/** A binding, with what it means to who watches it run: scalars are counted from the definition's first. */
export type Binding = {
  readonly span?: Span | undefined;
  /** The binding of the program, by its place there, that J made it of; T keeps it. */
  readonly origin?: number | undefined;
  /** In a transpose: the binding, by its place in what was transposed, that it is the mirror of. */
  readonly mirrors?: number | undefined;
  /** The scalar that its non-linear variable is; of a call, the first scalar that it makes. */
  readonly scalar?: number | undefined;
  /** The scalar whose tangent its linear variable is. */
  readonly tangentOf?: number | undefined;
  /** In a transpose: the scalar whose whole cotangent the variable that it reads is. */
  readonly reaches?: { readonly scalar: number; readonly cotangent: string } | undefined;
} & (
  | {
      readonly tag: "let";
      readonly nonlinear: readonly Variable[];
      readonly linear: readonly Variable[];
      readonly bound: Expression;
    }
  /** let (⊗w;) = v. */
  | { readonly tag: "unpack"; readonly items: readonly Variable[]; readonly of: string }
  /** let (; ⊗ẇ) = v̇. */
  | { readonly tag: "linear-unpack"; readonly items: readonly Variable[]; readonly of: string }
);

/** (v; v̇). */
export interface Return {
  readonly nonlinear: readonly string[];
  readonly linear: readonly string[];
  readonly span?: Span | undefined;
}

/** let .. in .. (v; v̇). */
export interface Block {
  readonly bindings: readonly Binding[];
  readonly result: Return;
}

/** def f(v : τ; v̇ : σ) → (τ'; σ') = e. */
export interface Definition {
  readonly name: string;
  readonly span?: Span | undefined;
  readonly nonlinear: readonly Variable[];
  readonly linear: readonly Variable[];
  readonly results: { readonly nonlinear: readonly LinearType[]; readonly linear: readonly LinearType[] };
  readonly body: Block;
  /** How many scalars a call makes, those of the calls within it among them. */
  readonly scalars: number;
}

/** Definitions, each using only those before it: there is no recursion. */
export type LinearProgram = readonly Definition[];

/** The number of Reals in values of a type. */
export function scalarsOf(type: LinearType): number {
  return type.tag === "real" ? 1 : type.items.reduce((sum, item) => sum + scalarsOf(item), 0);
}

/** The variables that a block reads and does not bind, each as often as it reads it, in order. */
export function freeIn({ bindings, result }: Block): Return {
  const boundIn = (kind: "nonlinear" | "linear"): ReadonlySet<string> =>
    new Set(bindings.flatMap((one) => boundBy(one)[kind].map(({ name }) => name)));
  const reads = [...bindings.map(readBy), result];
  // in Linear A every variable is bound once, and before it is read
  const free = (kind: "nonlinear" | "linear"): readonly string[] => {
    const bound = boundIn(kind);
    return reads.flatMap((read) => read[kind].filter((name) => !bound.has(name)));
  };
  return { nonlinear: free("nonlinear"), linear: free("linear") };
}

/** The variables that a binding reads, each as often as it reads it. */
export function readBy(binding: Binding): Return {
  step();
  if (binding.tag === "unpack") return { nonlinear: [binding.of], linear: [] };
  if (binding.tag === "linear-unpack") return { nonlinear: [], linear: [binding.of] };
  return readIn(binding.bound);
}

function readIn(bound: Expression): Return {
  switch (bound.tag) {
    case "call":
      return bound;
    case "drop":
      return freeIn(bound.block);
    case "variable":
      return { nonlinear: [bound.name], linear: [] };
    case "op":
    case "partial":
      return {
        nonlinear: bound.operands.flatMap((one) => (one.tag === "variable" ? [one.name] : [])),
        linear: [],
      };
    case "tuple":
      return { nonlinear: bound.items, linear: [] };
    case "literal":
    case "zero":
      return { nonlinear: [], linear: [] };
    case "linear-variable":
      return { nonlinear: [], linear: [bound.name] };
    case "linear-tuple":
      return { nonlinear: [], linear: bound.items };
    case "plus":
      return { nonlinear: [], linear: [bound.left, bound.right] };
    case "scale":
      return { nonlinear: [bound.factor], linear: [bound.linear] };
    case "negate":
    case "dup":
      return { nonlinear: [], linear: [bound.linear] };
  }
}

/** The variables that a binding binds. */
export function boundBy(binding: Binding): {
  readonly nonlinear: readonly Variable[];
  readonly linear: readonly Variable[];
} {
  step();
  if (binding.tag === "unpack") return { nonlinear: binding.items, linear: [] };
  if (binding.tag === "linear-unpack") return { nonlinear: [], linear: binding.items };
  return binding;
}

/** let (v : τ;) = e. */
export function bindNonlinear(variable: Variable, bound: Expression): Binding {
  return { tag: "let", nonlinear: [variable], linear: [], bound };
}

/** let (; v̇ : τ) = e. */
export function bindLinear(variable: Variable, bound: Expression): Binding {
  return { tag: "let", nonlinear: [], linear: [variable], bound };
}

/** let (;) = drop((v; v̇)). */
export function dropping(result: Return): Binding {
  return { tag: "let", nonlinear: [], linear: [], bound: { tag: "drop", block: { bindings: [], result } } };
}

/** Whether a binding has nothing linear: it binds what is not linear, or drops that alone. */
export function isNonlinear(binding: Binding): boolean {
  if (binding.tag === "unpack") return true;
  if (binding.tag === "linear-unpack") return false;
  if (binding.bound.tag !== "drop") return binding.linear.length === 0 && binding.nonlinear.length > 0;
  return freeIn(binding.bound.block).linear.length === 0;
}
