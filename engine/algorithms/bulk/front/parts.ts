// Values of a program while it is unrolled: what the sizes of the input decide is known, numbers are terms of the array language.
import { nth, present } from "../../../base/nth.ts";
import { FALSE_VALUE, TRUE_VALUE } from "../../../core/values/values.ts";
import type { Span } from "../../../source/span.ts";
import { type Bulk, type Element, indexOf, intOf, isSameShape, scalarOf } from "../language/syntax.ts";

/** A value. Arrays of tuples are tuples of arrays: the numbers in `rows` have a dimension more, the outermost, for each array around them. */
export type Part =
  | { readonly tag: "number"; readonly term: Bulk }
  /** An Int that does not depend on numbers of the input, nor on an index. */
  | { readonly tag: "int"; readonly value: number }
  | { readonly tag: "tuple"; readonly items: readonly Part[] }
  | { readonly tag: "data"; readonly con: string; readonly fields: readonly Part[] }
  | { readonly tag: "array"; readonly size: number; readonly rows: Part }
  | { readonly tag: "function"; readonly call: (argument: Part, at: Span | undefined) => Part }
  /** The value of what fails; where a failure is only one branch, the other one stands for both. */
  | { readonly tag: "failure" };

/** A value that has no place in the array language: the reason, and the place. */
export class OutsideBulk extends Error {
  at: Span | undefined;

  constructor(why: string, at: Span | undefined) {
    super(why);
    this.at = at;
  }
}

/** A number, as a value. */
export function numberPart(term: Bulk): Part {
  return { tag: "number", term };
}

/** The value with other numbers. */
export function mapNumbers(part: Part, change: (term: Bulk) => Bulk): Part {
  const inside = (one: Part): Part => mapNumbers(one, change);
  switch (part.tag) {
    case "number":
      return numberPart(change(part.term));
    case "tuple":
      return { tag: "tuple", items: part.items.map(inside) };
    case "data":
      return { ...part, fields: part.fields.map(inside) };
    case "array":
      return { ...part, rows: inside(part.rows) };
    case "int":
    case "failure":
      return part;
    case "function":
      return { tag: "function", call: (argument, at) => inside(part.call(argument, at)) };
  }
}

/** The numbers of a value, from left to right. */
export function numbersIn(part: Part): readonly Bulk[] {
  switch (part.tag) {
    case "number":
      return [part.term];
    case "tuple":
      return part.items.flatMap(numbersIn);
    case "data":
      return part.fields.flatMap(numbersIn);
    case "array":
      return numbersIn(part.rows);
    default:
      return [];
  }
}

/** Whether a value holds one of a kind; rows of an empty array are not looked at. */
export function holds(part: Part, tag: "function" | "failure"): boolean {
  if (part.tag === tag) return true;
  if (part.tag === "array") return part.size > 0 && holds(part.rows, tag);
  return (part.tag === "tuple" ? part.items : part.tag === "data" ? part.fields : []).some((one) => holds(one, tag));
}

/** The element of an array at an index. */
export function elementAt(rows: Part, at: Bulk, span: Span | undefined): Part {
  return mapNumbers(rows, (term) => indexOf(term, [at], span));
}

/** A truth value that is known. */
export function truthPart(isTrue: boolean): Part {
  return { tag: "data", con: (isTrue ? TRUE_VALUE : FALSE_VALUE).con, fields: [] };
}

/** The number of an Int or a truth value that is known, beside others of the same type that are not; `like` is one of these. */
function asNumber(part: Part, like: Part | undefined): Part {
  const element = like?.tag === "number" ? like.term.element : undefined;
  if (part.tag === "int") return numberPart(intOf(part.value));
  const isTruth = part.tag === "data" && (part.con === TRUE_VALUE.con || part.con === FALSE_VALUE.con);
  if (isTruth && (element === undefined || element === "Bool"))
    return numberPart(scalarOf(part.con === TRUE_VALUE.con ? 1 : 0, "Bool"));
  return part;
}

/** Several values of one type as one, number by number: the rows of an array, or the branches of a choice. */
export function together(
  parts: readonly Part[],
  make: (terms: readonly Bulk[]) => Bulk,
  why: string,
  at: Span | undefined,
): Part {
  const alive = parts.filter(({ tag }) => tag !== "failure");
  const first = alive[0];
  if (first === undefined) return { tag: "failure" };
  // as many as there were: what fails has the value of another one
  const all = parts.map((one) => (one.tag === "failure" ? first : one));
  const inner = (of: (part: Part) => Part): Part => together(all.map(of), make, why, at);
  const unlike = (): never => {
    throw new OutsideBulk(why, at);
  };
  if (all.some(({ tag }) => tag === "number") || all.some((one) => !isAlike(one, first))) {
    const number = all.find(({ tag }) => tag === "number");
    const terms = all.map((one) => {
      const found = asNumber(one, number);
      return found.tag === "number" ? found.term : unlike();
    });
    if (terms.some(({ shape }) => !isSameShape(shape, nth(terms, 0).shape))) return unlike();
    return numberPart(make(terms));
  }
  switch (first.tag) {
    case "number":
    case "int":
    case "failure":
      return first;
    case "tuple":
      return {
        tag: "tuple",
        items: first.items.map((_, index) => inner((one) => nth((one as typeof first).items, index))),
      };
    case "data":
      return {
        ...first,
        fields: first.fields.map((_, index) => inner((one) => nth((one as typeof first).fields, index))),
      };
    case "array":
      return { ...first, rows: inner((one) => (one as typeof first).rows) };
    case "function":
      return {
        tag: "function",
        call: (argument, from) => inner((one) => (one as typeof first).call(argument, from)),
      };
  }
}

/** Whether two values have the same form, up to what is within. */
function isAlike(one: Part, other: Part): boolean {
  if (one.tag !== other.tag) return false;
  switch (one.tag) {
    case "int":
      return one.value === (other as typeof one).value;
    case "data":
      return one.con === (other as typeof one).con;
    case "array":
      return one.size === (other as typeof one).size;
    default:
      return true;
  }
}

/** The term of an Int, a Real or a truth value. */
export function termOf(part: Part): Bulk | undefined {
  const found = asNumber(part, undefined);
  return found.tag === "number" ? found.term : undefined;
}

/** The term of an operand of a type. A failure is some number. */
export function operandOf(part: Part, element: Element, span: Span | undefined): Bulk {
  if (part.tag === "failure") return scalarOf(0, element, span);
  return present(termOf(part));
}
