// An input whose size is n, for programs that do not say how theirs grows.
import { lastOf } from "../../base/nth.ts";
import { LIST, type Type } from "../../types/type.ts";

/**
 * An expression of a type in which lists and arrays have n elements and Ints are n; undefined where nothing in the type can grow,
 * or where a part of it is no number, list or array.
 */
export function scaledInput(type: Type): string | undefined {
  const made = expressionOf(type, []);
  return made?.grows ? made.text : undefined;
}

interface Made {
  readonly text: string;
  readonly grows: boolean;
}

/** `indices` are the variables of the lists around. */
function expressionOf(type: Type, indices: readonly string[]): Made | undefined {
  if (type.tag === "tuple") {
    const items = type.items.map((item) => expressionOf(item, indices));
    if (items.some((item) => item === undefined)) return undefined;
    const made = items as readonly Made[];
    return { text: `(${made.map(({ text }) => text).join(", ")})`, grows: made.some(({ grows }) => grows) };
  }
  if (type.tag !== "con") return undefined;
  if (type.name === "Real") {
    const sum = [...indices, "1"].join(" + ");
    return { text: indices.length === 0 ? "0.5" : `sin (real (${sum}))`, grows: false };
  }
  // within a list an Int that is n would make it grow twice
  if (type.name === "Int") return { text: indices.length === 0 ? "n" : lastOf(indices), grows: indices.length === 0 };
  if (type.name === "Bool") return { text: "True", grows: false };
  const [item] = type.args;
  if (item === undefined || (type.name !== LIST && type.name !== "Array")) return undefined;
  const index = `i${indices.length + 1}`;
  const made = expressionOf(item, [...indices, index]);
  if (made === undefined) return undefined;
  const each = `(\\${index} -> ${made.text})`;
  return { text: type.name === LIST ? `map ${each} (range 0 n)` : `build n ${each}`, grows: true };
}
