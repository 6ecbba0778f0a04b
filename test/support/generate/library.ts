// The built-in functions as the generator uses them: types, refined so that every application is total.

import { furtherTypes } from "./further.ts";
import type { Variable } from "./scope.ts";
import {
  arrayOf,
  arrow,
  Bool,
  Int,
  listOf,
  PositiveInt,
  Real,
  SmallInt,
  type Type,
  tupleOf,
  variable,
} from "./type.ts";

const a = variable("a");
const b = variable("b");
const c = variable("c");
const n = variable("n", true);
const QUANTIFIED: ReadonlySet<string> = new Set(["a", "b", "c", "n"]);

const builtIn = (name: string, ...types: readonly Type[]): Variable => ({
  name,
  type: arrow(...types),
  quantified: QUANTIFIED,
  origin: "built-in",
  uses: { count: 0 },
});

/** Total functions, to be applied wherever their result is wanted. */
export const FUNCTIONS: readonly Variable[] = [
  builtIn("id", a, a),
  builtIn("const", a, b, a),
  builtIn("compose", arrow(b, c), arrow(a, b), a, c),
  builtIn("fst", tupleOf(a, b), a),
  builtIn("snd", tupleOf(a, b), b),
  builtIn("not", Bool, Bool),
  builtIn("map", arrow(a, b), listOf(a), listOf(b)),
  builtIn("parMap", arrow(a, b), listOf(a), listOf(b)),
  builtIn("filter", arrow(a, Bool), listOf(a), listOf(a)),
  builtIn("foldl", arrow(b, a, b), b, listOf(a), b),
  builtIn("foldr", arrow(a, b, b), b, listOf(a), b),
  builtIn("zip", listOf(a), listOf(b), listOf(tupleOf(a, b))),
  builtIn("zipWith", arrow(a, b, c), listOf(a), listOf(b), listOf(c)),
  builtIn("append", listOf(a), listOf(a), listOf(a)),
  builtIn("concat", listOf(listOf(a)), listOf(a)),
  builtIn("reverse", listOf(a), listOf(a)),
  builtIn("length", listOf(a), Int),
  builtIn("sum", listOf(n), n),
  builtIn("product", listOf(n), n),
  builtIn("replicate", SmallInt, a, listOf(a)),
  builtIn("range", SmallInt, SmallInt, listOf(Int)),
  builtIn("take", SmallInt, listOf(a), listOf(a)),
  builtIn("drop", SmallInt, listOf(a), listOf(a)),
  builtIn("all", arrow(a, Bool), listOf(a), Bool),
  builtIn("any", arrow(a, Bool), listOf(a), Bool),
  builtIn("build", PositiveInt, arrow(SmallInt, a), arrayOf(a)),
  builtIn("parBuild", PositiveInt, arrow(SmallInt, a), arrayOf(a)),
  builtIn("size", arrayOf(a), Int),
  builtIn("mapA", arrow(a, b), arrayOf(a), arrayOf(b)),
  builtIn("foldA", arrow(b, a, b), b, arrayOf(a), b),
  builtIn("sumA", arrayOf(n), n),
  builtIn("scanA", arrow(b, a, b), b, arrayOf(a), arrayOf(b)),
  builtIn("toList", arrayOf(a), listOf(a)),
  ...Object.entries(furtherTypes({ a, b, c, n })).map(([name, types]) => builtIn(name, ...types)),
];

/** Operators, to be passed as functions. */
export const OPERATORS: readonly Variable[] = [
  builtIn("+", n, n, n),
  builtIn("*", n, n, n),
  builtIn("-", n, n, n),
  builtIn("<", n, n, Bool),
  builtIn(">=", n, n, Bool),
  builtIn("&&", Bool, Bool, Bool),
  builtIn("||", Bool, Bool, Bool),
  builtIn("::", a, listOf(a), listOf(a)),
  builtIn("++", listOf(a), listOf(a), listOf(a)),
];

/** Primitives that are safe on any argument of moderate size, to be passed as functions. */
export const PRIMITIVES: readonly Variable[] = [
  builtIn("sin", Real, Real),
  builtIn("cos", Real, Real),
  builtIn("tanh", Real, Real),
  builtIn("atan", Real, Real),
  builtIn("sigmoid", Real, Real),
  builtIn("relu", Real, Real),
  builtIn("neg", Real, Real),
  builtIn("abs", n, n),
  builtIn("max", n, n, n),
  builtIn("min", n, n, n),
  builtIn("real", Int, Real),
  builtIn("floor", Real, Int),
  builtIn("sign", Real, Bool),
];
