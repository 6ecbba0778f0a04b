// The built-in functions on lists and arrays beside the first ones, for programs and for the trial run. Where one would fail, its program is
// refused as untame.

import { arrayOf, arrow, Bool, dataOf, Int, listOf, PositiveInt, Real, SmallInt, type Type, tupleOf } from "./type.ts";
import {
  arrayValue,
  booleanOf,
  call,
  element,
  ensure,
  f1,
  f2,
  f3,
  integerOf,
  itemsOf,
  listValue,
  type Meter,
  range,
  scalarOf,
  tupleValue,
  type Value,
} from "./value.ts";

/** Type variables of the functions: of any type, and of a number. */
interface Variables {
  readonly a: Type;
  readonly b: Type;
  readonly c: Type;
  readonly n: Type;
}

/** The functions by their names, with their types. */
export function furtherTypes({ a, b, c, n }: Variables): Readonly<Record<string, readonly Type[]>> {
  return {
    flip: [arrow(a, b, c), b, a, c],
    curry: [arrow(tupleOf(a, b), c), a, b, c],
    uncurry: [arrow(a, b, c), tupleOf(a, b), c],
    iterate: [SmallInt, arrow(a, a), a, a],
    clamp: [n, n, n, n],
    minimum: [listOf(n), n],
    argmax: [listOf(n), Int],
    argmin: [listOf(n), Int],
    logSumExp: [listOf(Real), Real],
    softmax: [listOf(Real), listOf(Real)],
    last: [listOf(a), a],
    elem: [Int, listOf(Int), Bool],
    lookup: [Int, listOf(tupleOf(Int, a)), dataOf("Maybe", a)],
    scanl: [arrow(b, a, b), b, listOf(a), listOf(b)],
    unzip: [listOf(tupleOf(a, b)), tupleOf(listOf(a), listOf(b))],
    zip3: [listOf(a), listOf(b), listOf(c), listOf(tupleOf(a, b, c))],
    sortOn: [arrow(a, n), listOf(a), listOf(a)],
    sort: [listOf(n), listOf(n)],
    logSumExpA: [arrayOf(Real), Real],
    softmaxA: [arrayOf(Real), arrayOf(Real)],
    productA: [arrayOf(n), n],
    scanlA: [arrow(b, a, b), b, arrayOf(a), arrayOf(b)],
    iota: [PositiveInt, arrayOf(Int)],
    rangeA: [SmallInt, SmallInt, arrayOf(Int)],
    replicateA: [PositiveInt, a, arrayOf(a)],
    slice: [SmallInt, SmallInt, arrayOf(a), arrayOf(a)],
    takeA: [SmallInt, arrayOf(a), arrayOf(a)],
    dropA: [SmallInt, arrayOf(a), arrayOf(a)],
    reverseA: [arrayOf(a), arrayOf(a)],
    appendA: [arrayOf(a), arrayOf(a), arrayOf(a)],
    concatA: [arrayOf(arrayOf(a)), arrayOf(a)],
    filterA: [arrow(a, Bool), arrayOf(a), arrayOf(a)],
    foldrA: [arrow(a, b, b), b, arrayOf(a), b],
    unzipA: [arrayOf(tupleOf(a, b)), tupleOf(arrayOf(a), arrayOf(b))],
    minimumA: [arrayOf(n), n],
    maximumA: [arrayOf(n), n],
    argmaxA: [arrayOf(n), Int],
    argminA: [arrayOf(n), Int],
    headA: [arrayOf(a), a],
    lastA: [arrayOf(a), a],
    tailA: [arrayOf(a), arrayOf(a)],
    allA: [arrow(a, Bool), arrayOf(a), Bool],
    anyA: [arrow(a, Bool), arrayOf(a), Bool],
    elemA: [Int, arrayOf(Int), Bool],
    sortOnA: [arrow(a, n), arrayOf(a), arrayOf(a)],
    sortA: [arrayOf(n), arrayOf(n)],
    update: [arrayOf(a), SmallInt, a, arrayOf(a)],
  };
}

/** The place of the largest item, of equal ones the first. */
function largest(meter: Meter, items: readonly Value[], sign: number): number {
  element(items, 0);
  let best = 0;
  for (const [index, item] of items.entries())
    if (index > 0 && sign * meter.compare(item, element(items, best)) > 0) best = index;
  return best;
}

function sortedBy(meter: Meter, key: Value, items: readonly Value[]): Value[] {
  const keyed = items.map((item) => ({ item, key: call(key, item) }));
  return keyed.toSorted((one, other) => meter.compare(one.key, other.key)).map(({ item }) => item);
}

function softmax(meter: Meter, items: readonly Value[]): Value[] {
  const scalars = items.map(scalarOf);
  const all = scalars.reduce((sum, { value }) => sum + Math.exp(value), 0);
  return scalars.map(({ value }) => meter.result(Math.exp(value) / all, ...scalars));
}

function logSumExp(meter: Meter, items: readonly Value[]): Value {
  element(items, 0);
  const scalars = items.map(scalarOf);
  return meter.result(Math.log(scalars.reduce((sum, { value }) => sum + Math.exp(value), 0)), ...scalars);
}

/** The functions as the trial run has them; `known` are the first built-in ones. */
export function furtherValues(meter: Meter, known: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  const first = (name: string): Value => {
    const value = known.get(name);
    if (value === undefined) throw new Error(`internal: no built-in ${name}`);
    return value;
  };
  const [id, max, min, times, plus] = [first("id"), first("max"), first("min"), first("*"), first("+")];
  const reduced = (of: Value): Value =>
    f1((xs) => {
      element(itemsOf(xs), 0);
      return itemsOf(xs).reduce((acc, x) => call(of, acc, x));
    });
  const both = (
    names: readonly [string, string],
    value: (make: (items: readonly Value[]) => Value) => Value,
  ): (readonly [string, Value])[] => [
    [names[0], value(listValue)],
    [names[1], value(arrayValue)],
  ];
  const scanned = (make: (items: readonly Value[]) => Value): Value =>
    f3((f, z, xs) => {
      const made = [z];
      for (const x of itemsOf(xs)) made.push(call(f, made[made.length - 1] ?? z, x));
      return make(made);
    });
  const part = (from: (n: number, size: number) => readonly [number, number]): Value =>
    f2((n, xs) => arrayValue(itemsOf(xs).slice(...from(integerOf(n), itemsOf(xs).length))));
  const zipped = (xs: Value, ys: Value): [Value, Value][] => {
    ensure(itemsOf(xs).length === itemsOf(ys).length, "arrays of unequal sizes");
    return itemsOf(xs).map((x, index) => [x, element(itemsOf(ys), index)]);
  };
  return [
    ["flip", f3((f, x, y) => call(f, y, x))],
    ["curry", f3((f, x, y) => call(f, tupleValue(x, y)))],
    ["uncurry", f2((f, pair) => call(f, ...itemsOf(pair)))],
    ["iterate", f3((n, f, x) => range(0, integerOf(n)).reduce((value: Value) => call(f, value), x))],
    [
      "clamp",
      f3((lo, hi, x) => {
        ensure(meter.compare(lo, hi) <= 0, "a lower bound above the upper one");
        return call(min, call(max, x, lo), hi);
      }),
    ],
    ...both(["minimum", "minimumA"], () => reduced(min)),
    ...both(["maximum", "maximumA"], () => reduced(max)),
    ...both(["argmax", "argmaxA"], () => f1((xs) => largest(meter, itemsOf(xs), 1))),
    ...both(["argmin", "argminA"], () => f1((xs) => largest(meter, itemsOf(xs), -1))),
    ...both(["logSumExp", "logSumExpA"], () => f1((xs) => logSumExp(meter, itemsOf(xs)))),
    ...both(["softmax", "softmaxA"], (make) => f1((xs) => make(softmax(meter, itemsOf(xs))))),
    ...both(["last", "lastA"], () => f1((xs) => element(itemsOf(xs), itemsOf(xs).length - 1))),
    ...both(["elem", "elemA"], () => f2((x, xs) => itemsOf(xs).some((y) => meter.compare(x, y) === 0))),
    [
      "lookup",
      f2((key, pairs) => {
        const found = itemsOf(pairs).find((pair) => meter.compare(element(itemsOf(pair), 0), key) === 0);
        if (found === undefined) return { tag: "data", name: "Nothing", fields: [] };
        return { tag: "data", name: "Just", fields: [element(itemsOf(found), 1)] };
      }),
    ],
    ...both(["scanl", "scanlA"], scanned),
    ["scanA", scanned(arrayValue)],
    ...both(["unzip", "unzipA"], (make) =>
      f1((pairs) =>
        tupleValue(...[0, 1].map((half) => make(itemsOf(pairs).map((pair) => element(itemsOf(pair), half))))),
      ),
    ),
    [
      "zip3",
      f3((xs, ys, zs) => {
        const [one, two, three] = [xs, ys, zs].map(itemsOf) as [Value[], Value[], Value[]];
        const size = Math.min(one.length, two.length, three.length);
        return listValue(range(0, size).map((i) => tupleValue(element(one, i), element(two, i), element(three, i))));
      }),
    ],
    ...both(["sortOn", "sortOnA"], (make) => f2((key, xs) => make(sortedBy(meter, key, itemsOf(xs))))),
    ...both(["sort", "sortA"], (make) => f1((xs) => make(sortedBy(meter, id, itemsOf(xs))))),
    ["productA", f1((xs) => itemsOf(xs).reduce((acc, x) => call(times, acc, x), 1))],
    ["iota", f1((n) => arrayValue(range(0, integerOf(n))))],
    ["rangeA", f2((m, n) => arrayValue(range(integerOf(m), integerOf(n))))],
    ["replicateA", f2((n, x) => arrayValue(range(0, integerOf(n)).map(() => x)))],
    [
      "slice",
      f3((i, n, xs) => {
        const [from, size] = [integerOf(i), integerOf(n)];
        ensure(from + size <= itemsOf(xs).length, "a slice beyond the array");
        return arrayValue(itemsOf(xs).slice(from, from + size));
      }),
    ],
    ["takeA", part((n) => [0, n])],
    ["dropA", part((n, size) => [n, size])],
    [
      "tailA",
      f1((xs) => {
        element(itemsOf(xs), 0);
        return arrayValue(itemsOf(xs).slice(1));
      }),
    ],
    ["headA", f1((xs) => element(itemsOf(xs), 0))],
    ["reverseA", f1((xs) => arrayValue(itemsOf(xs).toReversed()))],
    ["appendA", f2((xs, ys) => arrayValue([...itemsOf(xs), ...itemsOf(ys)]))],
    ["concatA", f1((xss) => arrayValue(itemsOf(xss).flatMap(itemsOf)))],
    ["filterA", f2((f, xs) => arrayValue(itemsOf(xs).filter((x) => booleanOf(call(f, x)))))],
    ["foldrA", f3((f, z, xs) => itemsOf(xs).reduceRight((acc, x) => call(f, x, acc), z))],
    ["allA", f2((f, xs) => itemsOf(xs).every((x) => booleanOf(call(f, x))))],
    ["anyA", f2((f, xs) => itemsOf(xs).some((x) => booleanOf(call(f, x))))],
    [
      "update",
      f3((xs, i, x) => {
        element(itemsOf(xs), integerOf(i));
        return arrayValue(itemsOf(xs).map((old, index) => (index === integerOf(i) ? x : old)));
      }),
    ],
    ["zipA", f2((xs, ys) => arrayValue(zipped(xs, ys).map(([x, y]) => tupleValue(x, y))))],
    ["dot", f2((xs, ys) => zipped(xs, ys).reduce<Value>((sum, [x, y]) => call(plus, sum, call(times, x, y)), 0))],
    ...tableValues(
      (x, y) => call(plus, x, y),
      (x, y) => call(times, x, y),
    ),
    ...indexedValues((x, y) => call(plus, x, y)),
  ];
}

/** A table of rows and columns: `Array2 n m cells`. */
function table(n: number, m: number, cell: (i: number, j: number) => Value): Value {
  const cells = range(0, n).flatMap((i) => range(0, m).map((j) => cell(i, j)));
  return { tag: "data", name: "Array2", fields: [n, m, arrayValue(cells)] };
}

function partsOf(value: Value): { n: number; m: number; cell(i: number, j: number): Value } {
  if (typeof value !== "object" || value.tag !== "data") throw new Error("internal: a table was expected");
  const [n, m] = [integerOf(element(value.fields, 0)), integerOf(element(value.fields, 1))];
  const cells = itemsOf(element(value.fields, 2));
  return { n, m, cell: (i, j) => element(cells, i * m + j) };
}

function tableValues(
  plus: (x: Value, y: Value) => Value,
  times: (x: Value, y: Value) => Value,
): readonly (readonly [string, Value])[] {
  const sum = (values: readonly Value[]): Value => values.reduce(plus, 0);
  const lines = (of: Value): Value[][] => {
    const { n, m, cell } = partsOf(of);
    return range(0, n).map((i) => range(0, m).map((j) => cell(i, j)));
  };
  const turned = (of: Value): Value => {
    const { n, m, cell } = partsOf(of);
    return table(m, n, (i, j) => cell(j, i));
  };
  return [
    ["build2", f3((n, m, f) => table(integerOf(n), integerOf(m), (i, j) => call(f, i, j)))],
    ["flat", f1((of) => arrayValue(lines(of).flat()))],
    ["at2", f3((of, i, j) => element(at2(lines(of), integerOf(i)), integerOf(j)))],
    [
      "reshape",
      f3((n, m, xs) => table(integerOf(n), integerOf(m), (i, j) => element(itemsOf(xs), i * integerOf(m) + j))),
    ],
    ["row", f2((of, i) => arrayValue(at2(lines(of), integerOf(i))))],
    ["col", f2((of, j) => arrayValue(at2(lines(turned(of)), integerOf(j))))],
    ["map2", f2((f, of) => mapped((i, j, cell) => call(f, cell(i, j)), of))],
    ["zipWith2", f3((f, one, other) => mapped((i, j, cell) => call(f, cell(i, j), partsOf(other).cell(i, j)), one))],
    [
      "outer",
      f2((xs, ys) =>
        table(itemsOf(xs).length, itemsOf(ys).length, (i, j) =>
          times(element(itemsOf(xs), i), element(itemsOf(ys), j)),
        ),
      ),
    ],
    ["transpose", f1(turned)],
    ["sumRows", f1((of) => arrayValue(lines(of).map(sum)))],
    ["sumCols", f1((of) => arrayValue(lines(turned(of)).map(sum)))],
    [
      "matVec",
      f2((of, v) => arrayValue(lines(of).map((line) => sum(line.map((x, j) => times(x, element(itemsOf(v), j))))))),
    ],
    [
      "matMul",
      f2((one, other) => {
        const columns = lines(turned(other));
        return table(lines(one).length, columns.length, (i, j) =>
          sum(at2(lines(one), i).map((x, k) => times(x, element(at2(columns, j), k)))),
        );
      }),
    ],
  ];
}

function at2(lines: readonly (readonly Value[])[], index: number): readonly Value[] {
  const found = lines[index];
  ensure(found !== undefined, "no such line");
  return found ?? [];
}

function mapped(cellOf: (i: number, j: number, cell: (i: number, j: number) => Value) => Value, of: Value): Value {
  const { n, m, cell } = partsOf(of);
  return table(n, m, (i, j) => cellOf(i, j, cell));
}

/** Functions that take elements by an array of indices, or put them there. */
function indexedValues(plus: (x: Value, y: Value) => Value): readonly (readonly [string, Value])[] {
  const grouped = (n: Value, is: Value, xs: Value): Value[][] => {
    const places = itemsOf(is).map(integerOf);
    ensure(places.length === itemsOf(xs).length, "arrays of unequal sizes");
    ensure(
      places.every((place) => place >= 0 && place < integerOf(n)),
      "no such place",
    );
    return range(0, integerOf(n)).map((k) => itemsOf(xs).filter((_, index) => places[index] === k));
  };
  return [
    ["gather", f2((xs, is) => arrayValue(itemsOf(is).map((i) => element(itemsOf(xs), integerOf(i)))))],
    ["groupA", f3((n, is, xs) => arrayValue(grouped(n, is, xs).map(listValue)))],
    ["scatterAdd", f3((n, is, xs) => arrayValue(grouped(n, is, xs).map((found) => found.reduce(plus, 0))))],
    [
      "updates",
      f3((a, is, xs) => {
        const groups = grouped(itemsOf(a).length, is, xs);
        return arrayValue(itemsOf(a).map((x, index) => groups[index]?.at(-1) ?? x));
      }),
    ],
  ];
}
