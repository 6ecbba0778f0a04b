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

/** Tables: their constructor is called with sizes that seldom fit. */
export const TABLE: DataType = {
  name: "Array2",
  params: ["a"],
  constructors: [{ name: "Array2", fields: [SIZE, SIZE, array(a)] }],
};

/** The constructors of a data type as functions. */
export function constructorsOf(type: DataType, weight = 0.7): readonly Known[] {
  const result = data(type.name, ...type.params.map(variable));
  return type.constructors.map(({ name, fields }) => ({
    text: name,
    type: fun(...fields, result),
    weight,
    generic: GENERIC,
  }));
}

const NUMBERS: readonly Type[] = [REAL, INT];
const table = (item: Type): Type => data("Array2", item);

/** Special functions, and what lists and arrays have alike. */
const FURTHER: readonly Known[] = [
  ...at(0.3, fun(REAL, REAL), "erf", "erfc", "lgamma", "digamma", "asinh", "acosh", "atanh", "cbrt"),
  ...at(0.3, fun(REAL, REAL), "log2", "log10", "exp2", "softplus", "stopGradient"),
  ...at(0.3, REAL, "pi"),
  ...at(0.6, fun(REAL, REAL, REAL), "hypot"),
  ...at(0.05, fun(SIZE, REAL, REAL), "polygamma"),
  ...at(0.3, fun(REAL, REAL, REAL, REAL), "clamp"),
  ...at(0.45, fun(REAL, BOOL), "isNaN", "isInf"),
  ...at(0.3, fun(fun(a, b, c), b, a, c), "flip"),
  ...at(0.3, fun(fun(tuple(a, b), c), a, b, c), "curry"),
  ...at(0.3, fun(fun(a, b, c), tuple(a, b), c), "uncurry"),
  ...at(0.15, fun(SIZE, fun(a, a), a, a), "iterate"),
  ...at(0.02, fun(fun(a, BOOL), fun(a, a), a, a), "until"),
  ...NUMBERS.flatMap((n) => at(0.24, fun(list(n), n), "minimum")),
  ...NUMBERS.flatMap((n) => at(0.05, fun(list(n), SIZE), "argmax", "argmin")),
  ...at(0.3, fun(list(REAL), REAL), "logSumExp"),
  ...at(0.6, fun(list(REAL), list(REAL)), "softmax"),
  ...at(0.05, fun(list(a), a), "last"),
  ...NUMBERS.flatMap((n) => at(0.3, fun(n, list(n), BOOL), "elem")),
  ...NUMBERS.flatMap((n) => at(0.3, fun(n, list(tuple(n, a)), data("Maybe", a)), "lookup")),
  ...at(0.6, fun(fun(b, a, b), b, list(a), list(b)), "scanl"),
  ...at(0.6, fun(list(tuple(a, b)), tuple(list(a), list(b))), "unzip"),
  ...at(0.3, fun(list(a), list(b), list(c), list(tuple(a, b, c))), "zip3"),
  ...NUMBERS.flatMap((n) => at(0.3, fun(fun(a, n), list(a), list(a)), "sortOn")),
  ...NUMBERS.flatMap((n) => at(0.45, fun(list(n), list(n)), "sort")),
  ...at(0.3, fun(array(REAL), REAL), "logSumExpA"),
  ...at(0.45, fun(array(REAL), array(REAL)), "softmaxA"),
  ...NUMBERS.flatMap((n) => at(0.3, fun(array(n), n), "productA")),
  ...NUMBERS.flatMap((n) => at(0.05, fun(array(n), n), "minimumA", "maximumA")),
  ...NUMBERS.flatMap((n) => at(0.05, fun(array(n), SIZE), "argmaxA", "argminA")),
  ...at(0.45, fun(fun(b, a, b), b, array(a), array(b)), "scanlA"),
  ...at(0.6, fun(SIZE, array(SIZE)), "iota"),
  ...at(0.3, fun(SIZE, SIZE, array(SIZE)), "rangeA"),
  ...at(0.6, fun(SIZE, a, array(a)), "replicateA"),
  ...at(0.05, fun(SIZE, SIZE, array(a), array(a)), "slice"),
  ...at(0.45, fun(SIZE, array(a), array(a)), "takeA", "dropA"),
  ...at(0.45, fun(array(a), array(a)), "reverseA"),
  ...at(0.45, fun(array(a), array(a), array(a)), "appendA"),
  ...at(0.3, fun(array(array(a)), array(a)), "concatA"),
  ...at(0.45, fun(fun(a, BOOL), array(a), array(a)), "filterA"),
  ...at(0.6, fun(fun(a, b, b), b, array(a), b), "foldrA"),
  ...at(0.45, fun(array(a), array(b), array(tuple(a, b))), "zipA"),
  ...at(0.05, fun(array(a), array(b), array(c), array(tuple(a, b, c))), "zip3A"),
  ...at(0.45, fun(array(tuple(a, b)), tuple(array(a), array(b))), "unzipA"),
  ...at(0.04, fun(array(a), a), "headA", "lastA"),
  ...at(0.04, fun(array(a), array(a)), "tailA"),
  ...at(0.3, fun(fun(a, BOOL), array(a), BOOL), "allA", "anyA"),
  ...NUMBERS.flatMap((n) => at(0.3, fun(n, array(n), BOOL), "elemA")),
  ...NUMBERS.flatMap((n) => at(0.05, fun(fun(a, n), array(a), array(a)), "sortOnA")),
  ...NUMBERS.flatMap((n) => at(0.3, fun(array(n), array(n)), "sortA")),
  ...NUMBERS.flatMap((n) => at(0.3, fun(array(n), array(n), n), "dot")),
  ...at(0.3, fun(array(a), array(SIZE), array(a)), "gather"),
  ...at(0.05, fun(array(a), SIZE, a, array(a)), "update"),
  ...at(0.05, fun(SIZE, array(SIZE), array(a), array(list(a))), "groupA"),
  ...NUMBERS.flatMap((n) => at(0.45, fun(SIZE, array(SIZE), array(n), array(n)), "scatterAdd")),
  ...at(0.05, fun(array(a), array(SIZE), array(a), array(a)), "updates"),
];

const TABLES: readonly Known[] = [
  ...at(1.8, fun(SIZE, SIZE, fun(SIZE, SIZE, a), table(a)), "build2"),
  ...at(0.6, fun(table(a), SIZE), "rows", "cols"),
  ...at(0.6, fun(table(a), array(a)), "flat"),
  ...at(0.3, fun(table(a), SIZE, SIZE, a), "at2"),
  ...at(0.3, fun(SIZE, SIZE, array(a), table(a)), "reshape"),
  ...at(0.3, fun(list(list(a)), table(a)), "fromRows"),
  ...at(0.3, fun(table(a), list(list(a))), "toRows"),
  ...at(0.3, fun(table(a), SIZE, array(a)), "row", "col"),
  ...at(1.2, fun(fun(a, b), table(a), table(b)), "map2"),
  ...at(0.3, fun(fun(a, b, c), table(a), table(b), table(c)), "zipWith2"),
  ...at(0.9, fun(table(a), table(a)), "transpose"),
  ...NUMBERS.flatMap((n) => at(0.9, fun(array(n), array(n), table(n)), "outer")),
  ...NUMBERS.flatMap((n) => at(0.6, fun(table(n), array(n)), "sumRows", "sumCols")),
  ...NUMBERS.flatMap((n) => at(0.45, fun(table(n), array(n), array(n)), "matVec")),
  ...NUMBERS.flatMap((n) => at(0.6, fun(table(n), table(n), table(n)), "matMul")),
  ...constructorsOf(TABLE, 0.05),
];

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
  ...FURTHER,
  ...TABLES,
];
