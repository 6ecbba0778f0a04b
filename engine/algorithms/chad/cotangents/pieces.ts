// Small terms, types and definitions that the rules are written with.
import { nth } from "../../../base/nth.ts";
import { patternType } from "../../../core/terms/scope.ts";
import { type CorePattern, type Global, OWN_MARK, prim, type Term } from "../../../core/terms/term.ts";
import { CONS, con, LIST, lin, type Type } from "../../../types/type.ts";
import { definition } from "../../common/rule-terms.ts";

/** (): the cotangent of what holds no Real. */
export const NOTHING: Term = { tag: "tuple", items: [] };

/** One term as it is, others as a tuple. */
export function one(items: readonly Term[]): Term {
  return items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
}

/** d :: r, as a pattern. */
export function listParts(item: Type, first: CorePattern, rest: CorePattern): CorePattern {
  return { tag: "con", data: LIST, con: CONS, types: [item], args: [first, rest] };
}

/**
 * A definition that is linear by the laws of the interface that it is part of, where types do not show it. CHAD has twelve such operations:
 * the sum of cotangents; the zero, the sum, one, pop and scope of environments, and bind and run of the monad (Fig. 6.6); the entry and the
 * fold of logs; one element of a bag, and its collection.
 */
export function believedLinear(name: string, from: Type, to: Type, fn: Term): Global {
  return definition(name, lin(from, to), prim("asLinear", [from, to], [fn]));
}

/** A definition that is linear as it stands: the checker follows its body. */
export function linearDefinition(name: string, param: CorePattern, to: Type, body: Term): Global {
  return definition(name, lin(patternType(param), to), { tag: "lam", linear: true, param, body });
}

/** The name of the type of bags. */
export const BAG = `Bag${OWN_MARK}`;

/** The type of bags of cotangents of a type. */
export const bagOf = (item: Type): Type => con(BAG, item);

/** The bag of a constructor, at the type of its items. */
export function bag(constructor: "Empty" | "Plus", item: Type, args: readonly Term[]): Term {
  return { tag: "con", data: BAG, con: `Bag${constructor}${OWN_MARK}`, types: [item], args };
}
