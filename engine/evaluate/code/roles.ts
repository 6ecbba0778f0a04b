// Maps annotations of transformed terms (core/terms/meaning.ts) to instructions.

import { nth } from "../../base/nth.ts";
import type { Holds, Meaning } from "../../core/terms/meaning.ts";
import { type Prim, type PrimId, primOf } from "../../core/terms/prims.ts";
import { type CoreProgram, OWN_MARK, type Term } from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { isDifferentiable, OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { substitute, type Type } from "../../types/type.ts";
import type { DualCode, Means } from "./code.ts";

/** A scalar where it gets its number: ⟨x, d⟩, or x alone. */
interface Numbered {
  readonly primal: Term;
  readonly dual: Term | undefined;
  readonly span?: Span | undefined;
}

/** Facts about a scalar that gets its number in a block. */
export function dualCode(program: CoreProgram, { primal, dual, span }: Numbered, block: string): DualCode {
  const { meaning } = program;
  const isInput = meaning?.inputs.includes(block) === true;
  const op = primal.tag === "op" ? primal.op : undefined;
  const isOperation = op?.tag === "custom" || (op?.tag === "builtin" && isDifferentiable(OPS[op.id]));
  return {
    kind: meaning?.dual ?? "value",
    reference: referenceOf(program),
    hot: isInput && dual !== undefined && !isZero(dual, program.monoid?.zero),
    source: isInput ? "input" : isOperation ? "operation" : "constant",
    op: op === undefined ? undefined : op.tag === "custom" ? op.name : OPS[op.id].symbol,
    span,
  };
}

/** The constructor that refers to scalars, as the program has it: one that was printed and read lacks the mark. */
function referenceOf({ meaning, data }: CoreProgram): string | undefined {
  const name = meaning?.reference;
  const isMarked = data.some(({ constructors }) => constructors.some((one) => one.name === name));
  return isMarked ? name : name?.replace(OWN_MARK, "");
}

/** The meaning of the calls of a definition, or of a named λ at a place; undefined where they have none. */
export function meansOf(meaning: Meaning | undefined, name: string, span?: Span): Means | undefined {
  const found = (meaning?.calls ?? []).filter(({ of }) => of === name).map(({ means }) => means);
  if (found.length === 0) return undefined;
  const own = found.filter((means) => typeof means === "object");
  return {
    call: found.includes("backpropagator"),
    resolve: found.includes("resolving"),
    mirror: found.includes("mirror"),
    counters: own.flatMap(({ counts, by = 1 }) => (counts === undefined ? [] : [{ counter: counts, by }])),
    event: own.find(({ tells }) => tells !== undefined)?.tells,
    about: own.find(({ about }) => about !== undefined)?.about ?? [],
    returned: own.find(({ returns }) => returns !== undefined)?.returns,
    span,
  };
}

/** The type of what the map or the mutable array holds that an operation is on; undefined for other operations. */
export function storedIn(prim: PrimId | Prim, types: readonly Type[]): Type | undefined {
  const { variables, args, result } = primOf(prim);
  const store = [result, ...args].find((type) => type.tag === "con" && (type.name === "Map" || type.name === "MArray"));
  if (store?.tag !== "con") return undefined;
  return substitute(nth(store.args, 0), new Map(variables.map((name, index) => [name, nth(types, index)])));
}

/** Contents of a store of items of a type. A program that was printed and read has its own names without their mark. */
export function holdsOf(meaning: Meaning | undefined, item: Type | undefined): Holds | undefined {
  if (meaning === undefined || item === undefined || meaning.stores.length === 0) return undefined;
  const key = (type: Type): string => typeKey(type).replaceAll(OWN_MARK, "");
  const wanted = key(item);
  return meaning.stores.find((store) => key(store.item) === wanted)?.holds;
}

/** Whether a dual part, or the second component of one, is λ̲z. 0. */
function isZero(dual: Term, zero: string | undefined): boolean {
  const back = dual.tag === "tuple" ? dual.items[1] : dual;
  return back?.tag === "lam" && back.body.tag === "global" && back.body.name === zero;
}
