// Shapes: types compiled for walking values. All walks are loops with their own stack: any depth and length.
import { internal } from "../base/unreachable.ts";
import { type DataType, fieldsAt, LIST, type Type } from "../types/type.ts";
import { ArrayValue, DataValue, NIL_VALUE, type Value } from "./values.ts";

/** A value with more parts than can be looked at one by one. */
export class ValueTooLarge extends Error {
  constructor() {
    super(`a value has more than ${MOST_PARTS / 1e6} million parts and cannot be looked at in full`);
  }
}

/** The parts that one walk over a value may visit. */
const MOST_PARTS = 20_000_000;

/** Counts the parts that a walk visits. */
export class PartCount {
  private left = MOST_PARTS;

  step(): void {
    if (--this.left < 0) throw new ValueTooLarge();
  }
}

/** How a value of a type is built from scalars. */
export type Shape =
  | { readonly tag: "real" }
  | { readonly tag: "int" }
  | { readonly tag: "tuple"; readonly parts: readonly Shape[] }
  | { readonly tag: "data"; readonly name: string; fields(con: string): readonly Shape[] }
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
    if (type.name === "Array") return { tag: "array", item: this.of(type.args[0]!) };
    const data = this.data.get(type.name);
    if (data === undefined) return { tag: "opaque", type };
    const byConstructor = new Map<string, readonly Shape[]>();
    return {
      tag: "data",
      name: data.name,
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

/** Calls `leaf` with every scalar of a value, left to right. */
export function visitScalars(shape: Shape, value: Value, leaf: (scalar: Value, kind: "real" | "int") => void): void {
  const shapes: Shape[] = [shape];
  const values: Value[] = [value];
  const count = new PartCount();
  while (shapes.length > 0) {
    count.step();
    const at = shapes.pop()!;
    const current = values.pop()!;
    const parts = partsOf(at, current);
    if (parts === undefined) {
      if (at.tag === "real" || at.tag === "int") leaf(current, at.tag);
      continue;
    }
    for (let i = parts.values.length - 1; i >= 0; i--) {
      shapes.push(parts.shape(i));
      values.push(parts.values[i]!);
    }
  }
}

interface Parts {
  readonly values: readonly Value[];
  shape(index: number): Shape;
}

/** The components of a composite value; undefined for a scalar or an opaque value. */
function partsOf(shape: Shape, value: Value): Parts | undefined {
  switch (shape.tag) {
    case "tuple":
      return { values: value as readonly Value[], shape: (index) => shape.parts[index]! };
    case "data": {
      const fields = shape.fields((value as DataValue).con);
      return { values: (value as DataValue).fields, shape: (index) => fields[index]! };
    }
    case "array":
      return { values: (value as ArrayValue).items, shape: () => shape.item };
    default:
      return undefined;
  }
}

/** A value of the same form with every Real replaced; `leaf` sees the Reals from left to right. */
export function mapReals(shape: Shape, value: Value, leaf: (real: Value, index: number) => Value): Value {
  let index = 0;
  return rebuild(shape, value, undefined, (real) => leaf(real, index++));
}

/** The Reals of two values of one form combined; everything else is taken from the left. */
export function zipReals(shape: Shape, left: Value, right: Value, combine: (x: number, y: number) => number): Value {
  return rebuild(shape, left, right, (x, y) => combine(x as number, y as number));
}

function rebuild(
  shape: Shape,
  left: Value,
  right: Value | undefined,
  leaf: (x: Value, y: Value | undefined) => Value,
): Value {
  const result: Value[] = [];
  const tasks: { shape: Shape; left: Value; right: Value | undefined; out: Value[]; at: number }[] = [
    { shape, left, right, out: result, at: 0 },
  ];
  const count = new PartCount();
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    count.step();
    if (task.shape.tag === "real") {
      task.out[task.at] = leaf(task.left, task.right);
      continue;
    }
    const parts = partsOf(task.shape, task.left);
    if (parts === undefined || parts.values.length === 0) {
      task.out[task.at] = task.left;
      continue;
    }
    const others = task.right === undefined ? undefined : partsOf(task.shape, task.right)?.values;
    const out: Value[] = new Array(parts.values.length);
    task.out[task.at] =
      task.shape.tag === "tuple"
        ? out
        : task.shape.tag === "array"
          ? new ArrayValue(out)
          : new DataValue((task.left as DataValue).con, out);
    for (let i = parts.values.length - 1; i >= 0; i--) {
      tasks.push({ shape: parts.shape(i), left: parts.values[i]!, right: others?.[i], out, at: i });
    }
  }
  return result[0]!;
}

/** How large a value is as a tree: its constructors, tuples, arrays and scalars, and how many of them lie in each other. */
export interface Extent {
  readonly size: number;
  readonly depth: number;
}

/** The size and the depth of a value as a tree; arrays are as deep as the lists that derivatives take them through. */
export function treeExtent(shape: Shape, value: Value): Extent {
  const shapes: Shape[] = [shape];
  const values: Value[] = [value];
  const depths: number[] = [1];
  const count = new PartCount();
  let size = 0;
  let deepest = 0;
  while (shapes.length > 0) {
    count.step();
    size++;
    const depth = depths.pop()!;
    deepest = Math.max(deepest, depth);
    const at = shapes.pop()!;
    const isArray = at.tag === "array";
    const parts = partsOf(at, values.pop()!);
    parts?.values.forEach((part, index) => {
      shapes.push(parts.shape(index));
      values.push(part);
      depths.push(depth + 1 + (isArray ? index : 0));
    });
  }
  return { size, depth: deepest };
}

/** The Reals of a value from left to right. */
export function realsOf(shape: Shape, value: Value): number[] {
  const reals: number[] = [];
  visitScalars(shape, value, (scalar, kind) => {
    if (kind === "real") reals.push(scalar as number);
  });
  return reals;
}

/** Where two values that should have one form differ, in the user's words; undefined where they do not. */
export function formDifference(shape: Shape, wanted: Value, given: Value): string | undefined {
  // the rest of a list is not counted again
  const tasks: { shape: Shape; wanted: Value; given: Value; isRest: boolean }[] = [
    { shape, wanted, given, isRest: false },
  ];
  const count = new PartCount();
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    count.step();
    if (task.shape.tag === "data") {
      const isList = task.shape.name === LIST;
      if (isList && !task.isRest) {
        const [a, b] = [listLength(task.wanted), listLength(task.given)];
        if (a !== b) return `a list of ${a} against a list of ${b}`;
      }
      const [a, b] = [(task.wanted as DataValue).con, (task.given as DataValue).con];
      if (a !== b) return `\`${a}\` against \`${b}\``;
    }
    if (task.shape.tag === "array") {
      const [a, b] = [(task.wanted as ArrayValue).items.length, (task.given as ArrayValue).items.length];
      if (a !== b) return `an array of ${a} against an array of ${b}`;
    }
    const parts = partsOf(task.shape, task.wanted);
    const others = partsOf(task.shape, task.given);
    if (parts === undefined || others === undefined) continue;
    for (let i = parts.values.length - 1; i >= 0; i--)
      tasks.push({
        shape: parts.shape(i),
        wanted: parts.values[i]!,
        given: others.values[i]!,
        isRest: task.shape.tag === "data" && task.shape.name === LIST && i === 1,
      });
  }
  return undefined;
}

function listLength(list: Value): number {
  let length = 0;
  for (let at = list as DataValue; at !== NIL_VALUE && at.fields.length > 0; at = at.fields[1] as DataValue) length++;
  return length;
}
