// Shapes: types compiled for walking values. All walks are loops with their own stack, and keep a watch: any depth and length.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import { type DataType, fieldsAt, LIST, type Type } from "../../types/type.ts";
import { ArrayValue, DataValue, NIL_VALUE, type Value } from "./values.ts";

/** A value with more parts than can be read one by one, or a text of it that is longer than texts may be. */
export class ValueTooLarge extends Error {}

/** The parts that one walk over a value may visit. */
const MOST_PARTS = 20_000_000;

/** Counts the parts that a walk visits, and reports them to its watch. */
export class PartCount {
  private left = MOST_PARTS;
  private readonly watch: Watch;

  constructor(watch: Watch) {
    this.watch = watch;
  }

  /** Throws {@link ValueTooLarge}, and what the watch throws. */
  step(parts = 1): void {
    this.left -= parts;
    if (this.left < 0)
      throw new ValueTooLarge(
        `a value has more than ${MOST_PARTS / 1e6} million parts and cannot be looked at in full`,
      );
    this.watch.step(parts);
  }
}

/** How a value of a type is built from scalars. */
export type Shape =
  | { readonly tag: "real" }
  | { readonly tag: "int" }
  | { readonly tag: "tuple"; readonly parts: readonly Shape[] }
  | {
      readonly tag: "data";
      readonly name: string;
      fields(con: string): readonly Shape[];
      /** The names of the fields of a constructor, where they have some. */
      fieldNames(con: string): readonly string[] | undefined;
    }
  | { readonly tag: "array"; readonly item: Shape }
  | { readonly tag: "opaque"; readonly type: Type };

/** The shapes of a program's types, made on demand. */
export class Shapes {
  private readonly known = new Map<string, Shape>();
  private readonly data: ReadonlyMap<string, DataType>;

  constructor(data: readonly DataType[]) {
    this.data = new Map(data.map((one) => [one.name, one]));
  }

  of(type: Type): Shape {
    const key = typeKey(type);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const shape = this.make(type);
    this.known.set(key, shape);
    return shape;
  }

  private make(type: Type): Shape {
    if (type.tag === "tuple") return { tag: "tuple", parts: type.items.map((item) => this.of(item)) };
    if (type.tag !== "con") return { tag: "opaque", type };
    if (type.name === "Real") return { tag: "real" };
    if (type.name === "Int") return { tag: "int" };
    if (type.name === "Array") return { tag: "array", item: this.of(nth(type.args, 0)) };
    const data = this.data.get(type.name);
    if (data === undefined) return { tag: "opaque", type };
    const byConstructor = new Map<string, readonly Shape[]>();
    return {
      tag: "data",
      name: data.name,
      fieldNames: (con) => data.constructors.find((one) => one.name === con)?.fieldNames,
      fields: (con) => {
        let fields = byConstructor.get(con);
        if (fields === undefined) {
          const constructor = data.constructors.find((one) => one.name === con);
          if (constructor === undefined) internal("a value has a constructor that its type lacks", con, data.name);
          fields = fieldsAt(data, constructor, type.args).map((field) => this.of(field));
          byConstructor.set(con, fields);
        }
        return fields;
      },
    };
  }
}

/** A text that two types share exactly when they are the same type; aliases do not count. */
export function typeKey(type: Type): string {
  switch (type.tag) {
    case "var":
      return type.name;
    case "con":
      return type.args.length === 0 ? type.name : `${type.name}<${type.args.map(typeKey).join(",")}>`;
    case "tuple":
      return `(${type.items.map(typeKey).join(",")})`;
    case "fun":
    case "lin":
      return `[${typeKey(type.from)}${type.tag === "fun" ? "->" : "-o"}${typeKey(type.to)}]`;
  }
}

/** The parts of something that is walked over. */
export interface Parts<T> {
  readonly size: number;
  at(index: number): T;
}

/**
 * Visits something, then its parts and theirs, from left to right. Parts are made one by one, so that nothing is as large as an array of
 * many items, and no list makes it deep. Throws {@link ValueTooLarge}, and what the watch throws.
 */
export function walk<T>(root: T, watch: Watch, visit: (one: T) => Parts<T> | undefined): void {
  const count = new PartCount(watch);
  const open: { readonly parts: Parts<T>; next: number }[] = [];
  for (let one = root; ; ) {
    count.step();
    const parts = visit(one);
    if (parts !== undefined && parts.size > 0) open.push({ parts, next: 0 });
    const last = open.at(-1);
    if (last === undefined) return;
    one = last.parts.at(last.next++);
    if (last.next === last.parts.size) open.pop();
  }
}

/** Calls `leaf` with every scalar of a value, left to right. */
export function visitScalars(
  shape: Shape,
  value: Value,
  watch: Watch,
  leaf: (scalar: Value, kind: "real" | "int") => void,
): void {
  walk({ shape, value }, watch, (one) => {
    const parts = partsOf(one.shape, one.value);
    if (parts === undefined) {
      if (one.shape.tag === "real" || one.shape.tag === "int") leaf(one.value, one.shape.tag);
      return undefined;
    }
    const { values, shape: shapeAt } = parts;
    return { size: values.length, at: (index) => ({ shape: shapeAt(index), value: nth(values, index) }) };
  });
}

/** The components of a composite value; undefined for a scalar or an opaque value. */
function valuesOf(shape: Shape, value: Value): readonly Value[] | undefined {
  switch (shape.tag) {
    case "tuple":
      return value as readonly Value[];
    case "data":
      return (value as DataValue).fields;
    case "array":
      return (value as ArrayValue).items;
    default:
      return undefined;
  }
}

/** The shape of a component of a composite value. */
function partShape(shape: Shape, value: Value, index: number): Shape {
  switch (shape.tag) {
    case "tuple":
      return nth(shape.parts, index);
    case "data":
      return nth(shape.fields((value as DataValue).con), index);
    case "array":
      return shape.item;
    default:
      return internal("a scalar has no parts", shape.tag);
  }
}

/** The components of a composite value with their shapes. */
function partsOf(
  shape: Shape,
  value: Value,
): { readonly values: readonly Value[]; readonly shape: (index: number) => Shape } | undefined {
  const values = valuesOf(shape, value);
  return values && { values, shape: (index) => partShape(shape, value, index) };
}

/** A value of the same form with every Real replaced; `leaf` sees the Reals from left to right. */
export function mapReals(shape: Shape, value: Value, watch: Watch, leaf: (real: Value, index: number) => Value): Value {
  let index = 0;
  return rebuild(shape, value, undefined, watch, (real) => leaf(real, index++));
}

/** The Reals of two values of one form combined; everything else is taken from the left. */
export function zipReals(
  shape: Shape,
  left: Value,
  right: Value,
  watch: Watch,
  combine: (x: number, y: number) => number,
): Value {
  return rebuild(shape, left, right, watch, (x, y) => combine(x as number, y as number));
}

/** A composite value whose parts are gone through, and what is made of them. */
interface Open {
  readonly shape: Shape;
  readonly left: Value;
  readonly values: readonly Value[];
  readonly others: readonly Value[] | undefined;
  readonly out: Value[];
  next: number;
}

/** As {@link walk}, in a loop of its own: zeros and sums of lists are most of what naive derivatives do. */
function rebuild(
  shape: Shape,
  left: Value,
  right: Value | undefined,
  watch: Watch,
  leaf: (x: Value, y: Value | undefined) => Value,
): Value {
  const count = new PartCount(watch);
  const open: Open[] = [];
  const begun = (shape: Shape, left: Value, right: Value | undefined): Value => {
    count.step();
    if (shape.tag === "real") return leaf(left, right);
    const values = valuesOf(shape, left);
    if (values === undefined || values.length === 0) return left;
    const out: Value[] = new Array(values.length);
    const others = right === undefined ? undefined : valuesOf(shape, right);
    open.push({ shape, left, values, others, out, next: 0 });
    if (shape.tag === "tuple") return out;
    return shape.tag === "array" ? new ArrayValue(out) : new DataValue((left as DataValue).con, out);
  };
  const result = begun(shape, left, right);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const at = last.next++;
    if (last.next === last.values.length) open.pop();
    last.out[at] = begun(partShape(last.shape, last.left, at), nth(last.values, at), last.others?.[at]);
  }
  return result;
}

/** How large a value is as a tree. */
export interface Extent {
  /** Its constructors, tuples, arrays and scalars. */
  readonly size: number;
  /** The most parts that the constructors, tuples and arrays on the way to one of them have together. */
  readonly widths: number;
}

/** Parts of a cell of a list. */
const CELL = 2;

/** The extent of a value; an array has its elements, and the cells of the list that derivatives take it through. */
export function treeExtent(shape: Shape, value: Value, watch: Watch): Extent {
  let size = 0;
  let most = 0;
  walk({ shape, value, widths: 0 }, watch, (one) => {
    const { widths } = one;
    size++;
    most = Math.max(most, widths);
    const isArray = one.shape.tag === "array";
    const parts = partsOf(one.shape, one.value);
    if (parts === undefined) return undefined;
    const { values, shape: shapeAt } = parts;
    const at = (index: number) => ({
      shape: shapeAt(index),
      value: nth(values, index),
      widths: widths + values.length + (isArray ? CELL * (index + 1) : 0),
    });
    return { size: values.length, at };
  });
  return { size, widths: most };
}

/** Counts of a walk over a value: its Reals, and the other parts that cost it time. */
export interface Walked {
  readonly reals: number;
  /** Ints, units, constructors of data types, and lists and arrays without elements. */
  readonly others: number;
}

/** Counts the values on a walk over a value; the parts of tuples, lists and arrays are counted one by one. */
export function countWalked(shape: Shape, value: Value, watch: Watch): Walked {
  let [reals, others] = [0, 0];
  const count = new PartCount(watch);
  const open: { readonly shape: Shape; readonly value: Value; readonly size: number; next: number }[] = [];
  const visit = (shape: Shape, value: Value, isRest: boolean): void => {
    count.step();
    if (shape.tag === "real") {
      reals++;
      return;
    }
    const size = valuesOf(shape, value)?.length ?? 0;
    if (shape.tag === "data" && !isList(shape)) others++;
    else if (size === 0 && !isRest) others++;
    if (size > 0) open.push({ shape, value, size, next: 0 });
  };
  visit(shape, value, false);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const at = last.next++;
    if (last.next === last.size) open.pop();
    const part = nth(present(valuesOf(last.shape, last.value)), at);
    visit(partShape(last.shape, last.value, at), part, at === 1 && isList(last.shape));
  }
  return { reals, others };
}

function isList(shape: Shape): boolean {
  return shape.tag === "data" && shape.name === LIST;
}

/** The Reals of a value from left to right. */
export function realsOf(shape: Shape, value: Value, watch: Watch): number[] {
  const reals: number[] = [];
  visitScalars(shape, value, watch, (scalar, kind) => {
    if (kind === "real") reals.push(scalar as number);
  });
  return reals;
}

/** Where two values that should have one form differ, in the user's words; undefined where they do not. */
export function formDifference(shape: Shape, wanted: Value, given: Value, watch: Watch): string | undefined {
  let found: string | undefined;
  // the rest of a list is not counted again
  walk({ shape, wanted, given, isRest: false }, watch, (one) => {
    if (found !== undefined) return undefined;
    const isListHere = isList(one.shape);
    found = formDifferenceHere(one, isListHere && !one.isRest, watch);
    const parts = partsOf(one.shape, one.wanted);
    const others = partsOf(one.shape, one.given);
    if (found !== undefined || parts === undefined || others === undefined) return undefined;
    const at = (index: number) => ({
      shape: parts.shape(index),
      wanted: nth(parts.values, index),
      given: nth(others.values, index),
      isRest: isListHere && index === 1,
    });
    return { size: parts.values.length, at };
  });
  return found;
}

/** Where two values differ that are not yet taken apart; `isWhole` for lists that are not the rest of one. */
function formDifferenceHere(
  { shape, wanted, given }: { readonly shape: Shape; readonly wanted: Value; readonly given: Value },
  isWhole: boolean,
  watch: Watch,
): string | undefined {
  if (shape.tag === "data") {
    if (isWhole) {
      const [a, b] = [listLength(wanted, watch), listLength(given, watch)];
      if (a !== b) return `a list of ${a} against a list of ${b}`;
    }
    const [a, b] = [(wanted as DataValue).con, (given as DataValue).con];
    if (a !== b) return `\`${a}\` against \`${b}\``;
  }
  if (shape.tag === "array") {
    const [a, b] = [(wanted as ArrayValue).items.length, (given as ArrayValue).items.length];
    if (a !== b) return `an array of ${a} against an array of ${b}`;
  }
  return undefined;
}

function listLength(list: Value, watch: Watch): number {
  let length = 0;
  for (let at = list as DataValue; at !== NIL_VALUE && at.fields.length > 0; at = at.fields[1] as DataValue) {
    watch.step();
    length++;
  }
  return length;
}
