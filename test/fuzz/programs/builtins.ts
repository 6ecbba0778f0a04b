// Built-in names, with types: generated programs may call them unless they define the name.
import {
  array,
  BOOL,
  type DataType,
  data,
  fun,
  INT,
  list,
  REAL,
  SIZE,
  type Type,
  tuple,
  UNIT,
  variable,
} from "./types.ts";

const GENERIC: ReadonlySet<string> = new Set(["a", "b", "c"]);
const [a, b, c] = [variable("a"), variable("b"), variable("c")];

/** Something with a name: what it is called as, its type with free variables, and how readily it is used. */
export interface Known {
  readonly text: string;
  readonly type: Type;
  readonly weight: number;
  /** The variables of its type that may be anything at each use. */
  readonly generic?: ReadonlySet<string>;
  /** How often it may still be used; for calls that recur. */
  readonly uses?: { left: number };
}

/** A local of a type. */
export function local(text: string, type: Type): Known {
  return { text, type, weight: 5 };
}

const at = (weight: number, type: Type, ...names: readonly string[]): Known[] =>
  names.map((text) => ({ text, type, weight, generic: GENERIC }));

export const MAYBE: DataType = {
  name: "Maybe",
  params: ["a"],
  constructors: [
    { name: "Nothing", fields: [] },
    { name: "Just", fields: [a] },
  ],
};

export const EITHER: DataType = {
  name: "Either",
  params: ["a", "b"],
  constructors: [
    { name: "Left", fields: [a] },
    { name: "Right", fields: [b] },
  ],
};

/** The constructors of a data type as functions. */
export function constructorsOf(type: DataType): readonly Known[] {
  const result = data(type.name, ...type.params.map(variable));
  return type.constructors.map(({ name, fields }) => ({
    text: name,
    type: fun(...fields, result),
    weight: 0.7,
    generic: GENERIC,
  }));
}

const NUMBERS: readonly Type[] = [REAL, INT];

export const BUILT_IN: readonly Known[] = [
  ...at(0.5, fun(REAL, REAL), "sin", "cos", "exp", "tanh", "atan", "sigmoid"),
  ...at(0.15, fun(REAL, REAL), "sqrt", "log", "log1p", "expm1", "tan", "asin", "acos", "sinh", "cosh"),
  ...at(0.5, fun(REAL, REAL), "abs", "relu", "abs", "relu", "neg"),
  ...at(0.3, fun(INT, INT), "abs", "neg"),
  ...at(0.1, REAL, "nan", "inf"),
  ...at(0.3, fun(REAL, REAL, REAL), "atan2", "(/)"),
  ...at(0.15, fun(REAL, REAL, REAL), "pow"),
  ...at(0.2, fun(REAL, INT, REAL), "(^)"),
  ...NUMBERS.flatMap((n) => at(0.5, fun(n, n, n), "max", "min")),
  ...NUMBERS.flatMap((n) => at(0.3, fun(n, n, n), "(+)", "(*)", "(-)")),
  ...NUMBERS.flatMap((n) => at(0.4, fun(n, n, BOOL), "(<)", "(>=)", "(==)")),
  ...at(0.8, fun(INT, REAL), "real"),
  ...at(0.15, fun(REAL, INT), "floor", "round"),
  ...at(0.25, fun(INT, INT, INT), "div", "mod"),
  ...at(0.5, fun(REAL, BOOL), "sign"),
  ...at(0.3, fun(BOOL, BOOL), "not"),
  ...at(0.2, fun(a, a), "id"),
  ...at(0.2, fun(a, b, a), "const"),
  ...at(0.3, fun(fun(b, c), fun(a, b), a, c), "compose"),
  ...at(0.5, fun(tuple(a, b), a), "fst"),
  ...at(0.5, fun(tuple(a, b), b), "snd"),
  ...at(0.2, fun(a, b, tuple(a, b)), "(|*|)"),
  ...at(0.7, fun(fun(a, b), list(a), list(b)), "map"),
  ...at(0.3, fun(fun(a, BOOL), list(a), list(a)), "filter"),
  ...at(0.5, fun(fun(b, a, b), b, list(a), b), "foldl"),
  ...at(0.5, fun(fun(a, b, b), b, list(a), b), "foldr"),
  ...at(0.3, fun(list(a), list(b), list(tuple(a, b))), "zip"),
  ...at(0.4, fun(fun(a, b, c), list(a), list(b), list(c)), "zipWith"),
  ...at(0.2, fun(list(a), list(a), list(a)), "append", "(++)"),
  ...at(0.2, fun(list(list(a)), list(a)), "concat"),
  ...at(0.3, fun(list(a), list(a)), "reverse"),
  ...at(0.4, fun(list(a), SIZE), "length"),
  ...NUMBERS.flatMap((n) => at(0.6, fun(list(n), n), "sum")),
  ...NUMBERS.flatMap((n) => at(0.3, fun(list(n), n), "product")),
  ...NUMBERS.flatMap((n) => at(0.08, fun(list(n), n), "maximum")),
  ...at(0.3, fun(SIZE, a, list(a)), "replicate"),
  ...at(0.3, fun(SIZE, SIZE, list(SIZE)), "range"),
  ...at(0.3, fun(SIZE, list(a), list(a)), "take", "drop"),
  ...at(0.07, fun(list(a), a), "head"),
  ...at(0.07, fun(list(a), list(a)), "tail"),
  ...at(0.2, fun(fun(a, BOOL), list(a), BOOL), "all", "any"),
  ...at(0.5, fun(SIZE, fun(SIZE, a), array(a)), "build"),
  ...at(0.4, fun(array(a), SIZE), "size"),
  ...at(0.5, fun(fun(a, b), array(a), array(b)), "mapA"),
  ...at(0.12, fun(fun(a, b, c), array(a), array(b), array(c)), "zipWithA"),
  ...at(0.5, fun(fun(b, a, b), b, array(a), b), "foldA"),
  ...NUMBERS.flatMap((n) => at(0.4, fun(array(n), n), "sumA")),
  ...at(0.3, fun(fun(b, a, b), b, array(a), array(b)), "scanA"),
  ...at(0.4, fun(list(a), array(a)), "fromList"),
  ...at(0.3, fun(array(a), list(a)), "toList"),
  ...at(0.1, fun(array(a), SIZE, a), "(!)"),
  ...at(0.3, fun(fun(a, b), list(a), list(b)), "parMap"),
  ...at(0.3, fun(SIZE, fun(SIZE, a), array(a)), "parBuild"),
  ...at(0.05, fun(UNIT, UNIT), "id"),
  ...constructorsOf(MAYBE),
  ...constructorsOf(EITHER),
];
