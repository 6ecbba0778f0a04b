// Common to loops over arrays and over lists: numbers, counters, and functions of two arguments.
import { internal } from "../../base/unreachable.ts";
import type { Atom, Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import type { AbstractValue, BlockBuilder } from "./abstract-value.ts";
import { type Compilation, NONE } from "./compilation.ts";
import { apply } from "./functions.ts";

/** The atom of a number. */
export function number(sym: AbstractValue): Atom {
  return sym.tag === "scalar" ? sym.atom : internal("a number was expected", sym.tag);
}

/** An operation on counts. */
export function countOp(
  op: "addInt" | "subInt" | "mulInt" | "minInt" | "maxInt",
  a: Atom,
  b: Atom,
  out: BlockBuilder,
  kind: Kind = "index",
): Var {
  const result = out.newVar(kind);
  out.emit({ tag: "op", out: result, op, args: [a, b], span: undefined });
  return result;
}

/** A function applied to two arguments. */
export function applyTwo(
  c: Compilation,
  f: AbstractValue,
  x: AbstractValue,
  y: AbstractValue,
  out: BlockBuilder,
): AbstractValue | undefined {
  const g = apply(c, f, x, out, NONE);
  return g && apply(c, g, y, out, NONE);
}
