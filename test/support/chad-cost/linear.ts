// The monoids of cotangents with their costs and their potential (§6.10.4, `spec.linear-types`).
import type { LinearType } from "./types.ts";
import { ABSENT, type Costed, type Linear, NOTHING } from "./values.ts";

/** The zero of a type, in one step (`zerov`). */
export function zero(type: LinearType): Costed<Linear> {
  switch (type.tag) {
    case "unit":
      return [NOTHING, 1];
    case "real":
      return [0, 1];
    default:
      return [ABSENT, 1];
  }
}

/**
 * The sum of two cotangents, in a step for each node that both have (`plusv`). Different sides of a sum have the sum zero, as in the Agda
 * source; the thesis' text and the project's stages make an error of them. CHAD never adds such.
 */
export function plus(a: Linear, b: Linear): Costed<Linear> {
  if (typeof a === "number") return [a + (b as number), 1];
  if (typeof b === "number") throw new Error("a sum of a number and another cotangent");
  if (a.tag === "absent") return [b, 1];
  if (b.tag === "absent") return [a, 1];
  if (a.tag === "unit") return [NOTHING, 1];
  if (a.tag === "pair") {
    if (b.tag !== "pair") throw new Error(`a sum of a pair and ${b.tag}`);
    const [left, onTheLeft] = plus(a.left, b.left);
    const [right, onTheRight] = plus(a.right, b.right);
    return [{ tag: "pair", left, right }, 1 + onTheLeft + onTheRight];
  }
  if (a.tag !== b.tag) return [ABSENT, 1];
  const [of, cost] = plus(a.of, b.of);
  return [{ tag: a.tag, of }, 1 + cost];
}

/** The potential of a cotangent, which is its number of nodes (`φ` with c_φ = 1, and `size`); an absent one counts. */
export function size(a: Linear): number {
  if (typeof a === "number" || a.tag === "unit" || a.tag === "absent") return 1;
  return a.tag === "pair" ? 1 + size(a.left) + size(a.right) : 1 + size(a.of);
}
