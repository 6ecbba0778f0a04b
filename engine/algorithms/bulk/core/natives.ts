// The operations of the array language as native operations on arrays of numbers, row by row; shapes are arguments. Each counts its elements, as
// steps and as work: a kernel is not one step. None fails: what an index outside an array gives is 0, as is an Int that an operation has not.
import { nth, present } from "../../../base/nth.ts";
import { count } from "../../../core/events/counters.ts";
import { type NativeHost, type NativeOperation, nativeOperation } from "../../../core/events/native.ts";
import { subscript } from "../../../core/terms/term.ts";
import { ArrayValue, listItems, type Value } from "../../../core/values/values.ts";
import { ScalarMistake } from "../../../scalars/mistake.ts";
import { OPS, type OpId } from "../../../scalars/ops.ts";
import type { ScalarFunction } from "../../../scalars/scalar-term.ts";
import { con, INT, list, REAL, type Type, typeVariable } from "../../../types/type.ts";
import { COUNTED, KERNEL } from "../descriptions.ts";

const a = typeVariable("a");

/** The type of an array of numbers. */
export const arrayOfType = (item: Type): Type => con("Array", item);

const INTS = arrayOfType(INT);
const ANY = arrayOfType(a);

type Numbers = readonly number[];

/** The numbers of an array. */
function numbersOf(value: Value | undefined): Numbers {
  return (value as ArrayValue).items as number[];
}

/** Counts a kernel, and tells of it; `operations` are those on Reals among its elements. */
function counted(host: NativeHost, name: string, elements: number, operations: number): void {
  const { counters, observer, span } = host;
  counters.steps += elements;
  counters.work += operations;
  count(counters, COUNTED.kernels, 1);
  count(counters, COUNTED.elements, elements);
  host.watch.step(elements);
  observer?.({
    tag: "own",
    event: KERNEL,
    about: [],
    content: { con: name, fields: [elements] },
    captured: undefined,
    span,
  });
}

/** The cost of a kernel. */
interface KernelCost {
  /** The elements that it visits; those of its result, if left out. */
  elements?(args: readonly Value[], result: Numbers): number;
  /** The operations on Reals among them; none, if left out: it moves numbers, or computes Ints. */
  work?(args: readonly Value[], result: Numbers, host: NativeHost): number;
}

/** A kernel: a native operation whose result is an array of numbers. */
function kernel(
  name: string,
  args: readonly Type[],
  result: Type,
  run: (args: readonly Value[], host: NativeHost) => number[],
  { elements, work }: KernelCost = {},
): NativeOperation {
  return nativeOperation(`${name}${MARK}`, { args, result }, (values, host) => {
    const numbers = run(values, host);
    counted(host, name, elements?.(values, numbers) ?? numbers.length, work?.(values, numbers, host) ?? 0);
    return new ArrayValue(numbers);
  });
}

/** Ends the names of kernels; no program can have written it. */
const MARK = "ᵗ";

const TYPES = { Real: REAL, Int: INT, Bool: INT } as const;

/** A function element by element; what has no value is 0. */
function elementwise(fn: ScalarFunction): (args: readonly Value[]) => number[] {
  return (args) => {
    const [first = [], second] = args.map(numbersOf);
    return first.map((x, at) => {
      try {
        return second === undefined ? fn(x) : fn(x, nth(second, at));
      } catch (error) {
        if (error instanceof ScalarMistake) return 0;
        throw error;
      }
    });
  };
}

const resultSize = (_: readonly Value[], { length }: Numbers): number => length;

/** An operation on Reals for each element of the array that is summed or scattered, if it is one of Reals. */
const forEachAdded = (args: readonly Value[], _: Numbers, { shape }: NativeHost): number =>
  shape.tag === "real" ? numbersOf(args[2]).length : 0;

const OPERATIONS: ReadonlyMap<string, NativeOperation> = new Map(
  Object.entries(OPS).map(([id, { args, result, value }]) => [
    id,
    kernel(
      id,
      args.map((one) => arrayOfType(TYPES[one])),
      arrayOfType(TYPES[result]),
      elementwise(value),
      result === "Real" ? { work: resultSize } : {},
    ),
  ]),
);

const PARTIALS: ReadonlyMap<string, NativeOperation> = new Map(
  Object.entries(OPS).flatMap(([id, { args, partials }]) =>
    partials.flatMap((partial, index) => {
      if (partial === undefined) return [];
      const name = subscript(`${id}Partial`, index + 1);
      const types = args.map((one) => arrayOfType(TYPES[one]));
      return [
        [`${id} ${index}`, kernel(name, types, arrayOfType(REAL), elementwise(partial), { work: resultSize })] as const,
      ];
    }),
  ),
);

/** op x⃗, element by element. */
export function operationOf(op: OpId): NativeOperation {
  return present(OPERATIONS.get(op));
}

/** ∂ᵢop x⃗, element by element. */
export function partialOf(op: OpId, index: number): NativeOperation {
  return present(PARTIALS.get(`${op} ${index}`));
}

/** k copies, one after the other. */
export const REPLICATE = kernel("replicate", [INT, ANY], ANY, ([k, of]) =>
  Array.from({ length: k as number }, () => numbersOf(of)).flat(),
);

/** The sum of k rows. */
export const SUM = kernel(
  "sumOuter",
  [INT, INT, ANY],
  ANY,
  ([k, size, of]) => {
    const numbers = numbersOf(of);
    const width = size as number;
    const sums = new Array<number>(width).fill(0);
    for (let row = 0; row < (k as number); row++)
      for (let at = 0; at < width; at++) sums[at] = nth(sums, at) + nth(numbers, row * width + at);
    return sums;
  },
  { elements: ([, , of]) => numbersOf(of).length, work: forEachAdded },
);

/** tr: the shape of the operand, and the order of its dimensions, all of them. */
export const TRANSPOSE = kernel("tr", [INTS, INTS, ANY], ANY, ([shape, order, of]) => {
  const [sizes, dimensions, numbers] = [numbersOf(shape), numbersOf(order), numbersOf(of)];
  const strides = sizes.map((_, at) => sizes.slice(at + 1).reduce((product, one) => product * one, 1));
  let places = [0];
  for (const from of dimensions) {
    const [size, stride] = [nth(sizes, from), nth(strides, from)];
    places = places.flatMap((place) => Array.from({ length: size }, (_, at) => place + at * stride));
  }
  return places.map((place) => nth(numbers, place));
});

/** The index at a dimension, for each place of a shape in row-major order. */
export const COORDINATE = kernel("coordinate", [INTS, INT], INTS, ([shape, dimension]) => {
  const sizes = numbersOf(shape);
  const stride = sizes.slice((dimension as number) + 1).reduce((product, one) => product * one, 1);
  const all = sizes.reduce((product, one) => product * one, 1);
  return Array.from({ length: all }, (_, at) => Math.floor(at / stride) % nth(sizes, dimension as number));
});

/** The places in row-major order of indices, given dimension by dimension; -1 where one lies outside. `count` is how many there are. */
export const PLACES = kernel("places", [INT, INTS, list(INTS)], INTS, ([size, shape, indices], { watch }) => {
  const [sizes, dimensions] = [numbersOf(shape), listItems(present(indices), watch).map(numbersOf)];
  return Array.from({ length: size as number }, (_, at) => {
    let place = 0;
    for (const [dimension, index] of dimensions.entries()) {
      const [bound, one] = [nth(sizes, dimension), nth(index, at)];
      if (!(one >= 0 && one < bound)) return -1;
      place = place * bound + one;
    }
    return place;
  });
});

/** The blocks of an array at places. */
export const GATHER = kernel("gather", [INT, ANY, INTS], ANY, ([block, of, places]) => {
  const [size, numbers] = [block as number, numbersOf(of)];
  return numbersOf(places).flatMap((place) =>
    Array.from({ length: size }, (_, at) => (place < 0 ? 0 : nth(numbers, place * size + at))),
  );
});

function scattered(args: readonly Value[], { counters }: NativeHost): number[] {
  const [blocks, block] = args as [number, number];
  const [numbers, places] = [numbersOf(args[2]), numbersOf(args[3])];
  count(counters, COUNTED.zeros, blocks * block);
  const sums = new Array<number>(blocks * block).fill(0);
  for (const [index, place] of places.entries()) {
    if (place < 0) continue;
    for (let at = 0; at < block; at++)
      sums[place * block + at] = nth(sums, place * block + at) + nth(numbers, index * block + at);
  }
  return sums;
}

const SCATTER_COST: KernelCost = {
  elements: (args, result) => result.length + numbersOf(args[2]).length,
  work: forEachAdded,
};

/** Blocks that are added up at places, over zeros: so many blocks, of a size. */
export const SCATTER = kernel("scatter", [INT, INT, ANY, INTS], ANY, scattered, SCATTER_COST);

/** One block at a place, zeros elsewhere. */
export const ONE_HOT = kernel(
  "oneHot",
  [INT, INT, ANY, INTS],
  ANY,
  (args, host) => {
    count(host.counters, COUNTED.oneHots, 1);
    return scattered(args, host);
  },
  SCATTER_COST,
);

/** Arrays, one after the other. */
export const STACK = kernel("stack", [list(ANY)], ANY, ([items], { watch }) =>
  listItems(present(items), watch).flatMap(numbersOf),
);

/** The row of a number, of a size. */
export const ROW = kernel("row", [INT, INT, ANY], ANY, ([index, size, of]) => {
  const from = (index as number) * (size as number);
  return numbersOf(of).slice(from, from + (size as number));
});

/** Of one truth value, the one or the other array; of several, element by element. */
export const COND = kernel("cond", [INTS, ANY, ANY], ANY, ([test, yes, no]) => {
  const [tests, ...branches] = [numbersOf(test), numbersOf(no), numbersOf(yes)] as const;
  const isWhole = tests.length === 1;
  return nth(branches, 0).map((_, at) => nth(nth(branches, nth(tests, isWhole ? 0 : at) === 0 ? 0 : 1), at));
});

/** All of them. */
export const NATIVES: readonly NativeOperation[] = [
  ...OPERATIONS.values(),
  ...PARTIALS.values(),
  REPLICATE,
  SUM,
  TRANSPOSE,
  COORDINATE,
  PLACES,
  GATHER,
  SCATTER,
  ONE_HOT,
  STACK,
  ROW,
  COND,
];
