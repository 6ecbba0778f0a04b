// Values of the trial run, which measures a program before it is handed out, and the meter that judges them.

/** A Real: its value, the paths from it down to inputs and constants (itself included), the inputs that matter. */
export interface Scalar {
  readonly tag: "scalar";
  readonly value: number;
  readonly paths: number;
  /** The inputs that it depends on: one bit each, the last bit for all from the 31st. */
  readonly inputs: number;
}

/** Ints, and overloaded literals, are plain numbers. */
export type Value =
  | number
  | boolean
  | Scalar
  | { readonly tag: "tuple" | "list" | "array"; readonly items: readonly Value[] }
  | { readonly tag: "data"; readonly name: string; readonly fields: readonly Value[] }
  | ((argument: Value) => Value);

/** A program that must not be handed out: it fails, runs long, grows, or comes near a kink or a singularity. */
export class Untame extends Error {}

/** Limits of a run. */
export interface Limits {
  readonly operations: number;
  readonly paths: number;
}

const MOST_STEPS = 20_000;
const LARGEST = 100;
const LARGEST_INT = 100_000;
const KINK_MARGIN = 0.01;

/** Counts what happens in a run and refuses what is not tame. */
export class Meter {
  operations = 0;
  #steps = 0;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) throw new Untame("too many steps");
  }

  /** The result of a primitive operation. */
  result(value: number, ...args: readonly Scalar[]): Scalar {
    this.operations += 1;
    if (this.operations > this.#limits.operations) throw new Untame("too many operations");
    ensure(Math.abs(value) <= LARGEST, "a large or undefined number");
    const paths = args.reduce((sum, arg) => sum + arg.paths, 1);
    return { tag: "scalar", value, paths, inputs: args.reduce((all, arg) => all | arg.inputs, 0) };
  }

  /** The result of a computation; its operations are not counted. */
  uncounted<T>(compute: () => T): T {
    const before = this.operations;
    const result = compute();
    this.operations = before;
    return result;
  }

  integer(value: number): number {
    ensure(Number.isSafeInteger(value) && Math.abs(value) <= LARGEST_INT, "a large Int");
    return value === 0 ? 0 : value;
  }

  /** Refuses a scalar near the point where a primitive is not smooth. */
  awayFrom(scalar: Scalar, kink: number): void {
    if (scalar.inputs !== 0) ensure(Math.abs(scalar.value - kink) > KINK_MARGIN, "a value near a kink");
  }

  /** The order of two numbers; refuses what is nearly a tie. */
  compare(left: Value, right: Value): number {
    if (typeof left === "number" && typeof right === "number") return left - right;
    const [first, second] = [scalarOf(left), scalarOf(right)];
    const difference = first.value - second.value;
    this.awayFrom({ ...first, value: difference, inputs: first.inputs | second.inputs }, 0);
    return difference;
  }

  /** The sum of the paths from all scalars of a result: what the naive algorithm calls. */
  judge(result: Value): { readonly paths: number; readonly inputs: number } {
    const scalars = scalarsIn(result);
    const paths = scalars.reduce((sum, scalar) => sum + scalar.paths, 0);
    ensure(paths <= this.#limits.paths, "too many paths");
    return { paths, inputs: scalars.reduce((all, scalar) => all | scalar.inputs, 0) };
  }
}

/** Refuses the program unless the condition holds. */
export function ensure(condition: boolean, otherwise: string): void {
  if (!condition) throw new Untame(otherwise);
}

export const constant = (value: number): Scalar => ({ tag: "scalar", value, paths: 1, inputs: 0 });
export const input = (value: number, index: number): Scalar => ({
  tag: "scalar",
  value,
  paths: 1,
  inputs: 1 << Math.min(index, 30),
});

/** The Reals in a value, from left to right. */
export function scalarsIn(value: Value): readonly Scalar[] {
  if (typeof value !== "object") return [];
  if (value.tag === "scalar") return [value];
  return (value.tag === "data" ? value.fields : value.items).flatMap(scalarsIn);
}

/** The Real in a value; an overloaded literal counts as a constant. */
export function scalarOf(value: Value): Scalar {
  if (typeof value === "number") return constant(value);
  if (typeof value === "object" && value.tag === "scalar") return value;
  throw new Error("internal: a Real was expected");
}

/** The Int in a value. */
export function integerOf(value: Value): number {
  if (typeof value === "number") return value;
  throw new Error("internal: an Int was expected");
}

/** The truth value in a value. */
export function booleanOf(value: Value): boolean {
  if (typeof value === "boolean") return value;
  throw new Error("internal: a Bool was expected");
}

/** The items of a tuple, list or array. */
export function itemsOf(value: Value): readonly Value[] {
  if (typeof value === "object" && "items" in value) return value.items;
  throw new Error("internal: a tuple, list or array was expected");
}

/** Applies a function; a constructor collects its fields. */
export function call(callee: Value, ...args: readonly Value[]): Value {
  return args.reduce(applyOnce, callee);
}

function applyOnce(callee: Value, argument: Value): Value {
  if (typeof callee === "function") return callee(argument);
  if (typeof callee !== "object" || callee.tag !== "data") throw new Error("internal: a function was expected");
  return { tag: "data", name: callee.name, fields: [...callee.fields, argument] };
}

export const listValue = (items: readonly Value[]): Value => ({ tag: "list", items });
export const arrayValue = (items: readonly Value[]): Value => ({ tag: "array", items });
export const tupleValue = (...items: readonly Value[]): Value => ({ tag: "tuple", items });

/** A function of one argument. */
export const f1 = (body: (a: Value) => Value): Value => body;
/** A function of two arguments, one after the other. */
export const f2 =
  (body: (a: Value, b: Value) => Value): Value =>
  (a) =>
  (b) =>
    body(a, b);
/** A function of three arguments, one after the other. */
export const f3 =
  (body: (a: Value, b: Value, c: Value) => Value): Value =>
  (a) =>
  (b) =>
  (c) =>
    body(a, b, c);

/** The Ints from one number to below another. */
export const range = (low: number, high: number): number[] =>
  Array.from({ length: Math.max(0, high - low) }, (_, i) => low + i);

/** The item at a place; a program that asks for one that is not there is refused. */
export function element(items: readonly Value[], index: number): Value {
  const found = items[index];
  ensure(found !== undefined, "no such element");
  return found ?? 0;
}
