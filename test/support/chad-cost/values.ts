// Values of the reference for CHAD's cost (§6.10.4, `Rep` and `LinRep`).
import type { Computation } from "./monad.ts";

/** A value with the steps that it took. */
export type Costed<T> = readonly [result: T, cost: number];

/** A cotangent (`LinRep`); an absent one is the zero of a product or a sum. */
export type Linear = number | Leaf<"unit"> | Leaf<"absent"> | Pair<Linear> | Side<Linear>;

/** A value of the source language: numbers are of both number types. */
export type Plain = number | Leaf<"unit"> | Pair<Plain> | Side<Plain>;

/** A value of the target language. */
export type Value =
  | number
  | Leaf<"unit">
  | Leaf<"absent">
  | Pair<Value>
  | Side<Value>
  | { readonly tag: "function"; readonly call: (argument: Value) => Costed<Value> }
  | { readonly tag: "computation"; readonly run: Computation };

interface Leaf<Tag> {
  readonly tag: Tag;
}

interface Pair<V> {
  readonly tag: "pair";
  readonly left: V;
  readonly right: V;
}

/** A value of one side of a sum. */
export interface Side<V> {
  readonly tag: "inl" | "inr";
  readonly of: V;
}

export const NOTHING = { tag: "unit" } as const;
export const ABSENT = { tag: "absent" } as const;

type Composite = Exclude<Value, number>;

/** The value as one with the tag; a term that is not well-typed fails here. */
export function as<Tag extends Composite["tag"]>(tag: Tag, value: Value): Extract<Composite, { tag: Tag }> {
  if (typeof value === "number" || value.tag !== tag) throw new Error(`not a ${tag}: ${JSON.stringify(value)}`);
  return value as Extract<Composite, { tag: Tag }>;
}

/** The value as a number. */
export function numberOf(value: Value): number {
  if (typeof value !== "number") throw new Error(`not a number: ${JSON.stringify(value)}`);
  return value;
}

/** The value as a cotangent. */
export function linearOf(value: Value): Linear {
  if (typeof value === "object" && (value.tag === "function" || value.tag === "computation"))
    throw new Error(`not a cotangent: a ${value.tag}`);
  return value as Linear;
}

/** The value as one of the source language. */
export function plainOf(value: Value): Plain {
  const linear = linearOf(value);
  if (typeof linear === "object" && linear.tag === "absent") throw new Error("not a plain value: absent");
  return linear as Plain;
}
