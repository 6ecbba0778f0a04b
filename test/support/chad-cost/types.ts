// Types of the reference for CHAD's cost (Smeding's thesis, §6.10.4, `Typ` and `LTyp`): those of first-order terms, and of cotangents.

/** A type of the source language. */
export type Type = Scalar<"unit" | "int" | "real"> | Composite<"product", Type> | Composite<"sum", Type>;

/** A type of cotangents (`LTyp`): a commutative monoid. Products and sums may be absent, which is their zero. */
export type LinearType = Scalar<"unit" | "real"> | Composite<"product", LinearType> | Composite<"sum", LinearType>;

interface Scalar<Tag> {
  readonly tag: Tag;
}

interface Composite<Tag, T> {
  readonly tag: Tag;
  readonly left: T;
  readonly right: T;
}

export const UNIT = { tag: "unit" } as const satisfies Type;
export const INT = { tag: "int" } as const satisfies Type;
export const REAL = { tag: "real" } as const satisfies Type;

export function product(left: Type, right: Type): Type {
  return { tag: "product", left, right };
}

export function sum(left: Type, right: Type): Type {
  return { tag: "sum", left, right };
}

/** The type of `SIGN`: negative or positive, or zero and NaN. */
export const SIGNS: Type = sum(sum(UNIT, UNIT), UNIT);

/** Whether two types are the same. */
export function sameType(a: Type, b: Type): boolean {
  if (a.tag !== b.tag) return false;
  if (!("left" in a && "left" in b)) return true;
  return sameType(a.left, b.left) && sameType(a.right, b.right);
}

/** The type of a type's cotangents, D₂[τ] (`D2τ'`). */
export function cotangentType(type: Type): LinearType {
  switch (type.tag) {
    case "unit":
    case "int":
      return UNIT;
    case "real":
      return REAL;
    default:
      return { tag: type.tag, left: cotangentType(type.left), right: cotangentType(type.right) };
  }
}
