// Types of source terms (§6.10.4, the indices of `Term`).
import type { SourcePrimitive, SourceTerm } from "./terms.ts";
import { INT, product, REAL, SIGNS, sameType, sum, type Type, UNIT } from "./types.ts";

/** The type of a source term in an environment, innermost first; a term that is not well-typed fails. */
export function typeOf(environment: readonly Type[], term: SourceTerm): Type {
  switch (term.tag) {
    case "var":
      return present(environment[term.index]);
    case "let":
      return typeOf([typeOf(environment, term.value), ...environment], term.body);
    case "prim": {
      const [argument, result] = typeOfPrimitive(term.op);
      return expecting(argument, typeOf(environment, term.of), result);
    }
    case "unit":
      return UNIT;
    case "pair":
      return product(typeOf(environment, term.left), typeOf(environment, term.right));
    case "fst":
      return typeOfPart("product", environment, term.of).left;
    case "snd":
      return typeOfPart("product", environment, term.of).right;
    case "inl":
      return sum(typeOf(environment, term.of), term.other);
    case "inr":
      return sum(term.other, typeOf(environment, term.of));
    case "case": {
      const { left, right } = typeOfPart("sum", environment, term.of);
      const result = typeOf([left, ...environment], term.inl);
      return expecting(result, typeOf([right, ...environment], term.inr), result);
    }
  }
}

/** The type of a part that has to be a product, or a sum. */
export function typeOfPart(tag: "product" | "sum", environment: readonly Type[], part: SourceTerm) {
  const type = typeOf(environment, part);
  if (type.tag !== tag || !("left" in type)) throw new Error(`not a ${tag}: ${JSON.stringify(type)}`);
  return type;
}

/** Argument and result of a primitive operation of the source language. */
export function typeOfPrimitive(op: SourcePrimitive): readonly [argument: Type, result: Type] {
  if (typeof op === "object") return [UNIT, REAL];
  switch (op) {
    case "add":
    case "mul":
      return [product(REAL, REAL), REAL];
    case "neg":
      return [REAL, REAL];
    case "sign":
      return [REAL, SIGNS];
    case "iadd":
    case "imul":
      return [product(INT, INT), INT];
    case "ineg":
      return [INT, INT];
  }
}

function expecting(expected: Type, found: Type, result: Type): Type {
  if (!sameType(expected, found)) throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  return result;
}

function present(type: Type | undefined): Type {
  if (type === undefined) throw new Error("a variable that is not in scope");
  return type;
}
