// The built-in names and operators: types from the checked prelude, partials from the table of operations, and a program for each.

import { partialFormulas } from "../scalars/formula.ts";
import { DOCUMENTATION } from "../session/program/documentation.ts";
import { preludeModule } from "../session/program/prelude.ts";
import { PRECEDENCE } from "../syntax/parsing/operators.ts";
import { shownScheme } from "../types/checking/check.ts";
import { lookUp, type Module } from "../types/scope.ts";
import { showType } from "../types/type.ts";
import { type Entry, type Kind, program } from "./entry.ts";

/** An input, and a program that uses the name on it. */
type Use = readonly [at: string, text: string];

const one = (expression: string, at = "0.5"): Use => [at, `def main x = ${expression}`];
const two = (expression: string, at = "(2.0, 3.0)"): Use => [at, `def main (x, y) = ${expression}`];
const list = (expression: string, at = "[1.0, 2.0, 4.0]"): Use => [at, `def main xs = ${expression}`];
const table = (expression: string): Use => ["Array2 2 2 #[1.0, 2.0, 3.0, 4.0]", `def main a = ${expression}`];
const array = (expression: string, at = "#[1.0, 2.0, 4.0]"): Use => [at, `def main a = ${expression}`];

/** The kind of each built-in name that is no operator, with its use; a test holds that none is missing. */
const NAMES: Readonly<Partial<Record<Kind, Readonly<Record<string, Use>>>>> = {
  scalar: {
    neg: one("neg x * x"),
    abs: one("abs x * 3.0", "-2.0"),
    min: two("min x y * y"),
    max: two("max x y * x"),
    pow: two("pow x y"),
    sqrt: one("sqrt (1.0 + x)"),
    cbrt: one("cbrt x", "8.0"),
    hypot: two("hypot x y", "(3.0, 4.0)"),
    exp: one("exp (2.0 * x)"),
    exp2: one("exp2 x", "3.0"),
    log: one("log x"),
    log2: one("log2 x", "8.0"),
    log10: one("log10 x", "1000.0"),
    log1p: one("log1p (exp (-x))"),
    expm1: one("expm1 x / x"),
    sin: one("sin x"),
    cos: one("cos x"),
    tan: one("tan x"),
    asin: one("asin x"),
    acos: one("acos x"),
    atan: one("atan x"),
    atan2: two("atan2 y x"),
    sinh: one("sinh x"),
    cosh: one("cosh x"),
    tanh: one("tanh x"),
    asinh: one("asinh x"),
    acosh: one("acosh x", "1.5"),
    atanh: one("atanh x"),
    sigmoid: one("sigmoid (4.0 * x)"),
    softplus: one("softplus (4.0 * x)"),
    erf: one("0.5 * (1.0 + erf (x / sqrt 2.0))"),
    erfc: one("erfc x", "10.0"),
    lgamma: one("lgamma x", "4.5"),
    digamma: one("digamma x", "4.5"),
    polygamma: one("polygamma 1 x", "4.5"),
    clamp: one("clamp (-1.0) 1.0 (3.0 * x) * x", "0.25"),
    stopGradient: two("let m = stopGradient (max x y) in m + log (exp (x - m) + exp (y - m))"),
    relu: one("relu (x - 0.25) * 2.0"),
  },
  discrete: {
    nan: one("if x > 0.0 then x * x else nan"),
    inf: list("foldl min inf xs"),
    pi: one("pi * x ^ 2"),
    isNaN: list("sum (filter (\\x -> not (isNaN x)) xs)", "[1.0, nan, 4.0]"),
    isInf: list("sum (filter (\\x -> not (isInf x)) xs)", "[1.0, inf, 4.0]"),
    sign: one("if sign x then x * x else -x"),
    real: ["[1.0, 2.0, 6.0]", "def main xs = sum xs / real (length xs)"],
    floor: one("x - real (floor x)", "2.75"),
    round: one("x * real (round x)", "2.75"),
    div: ["(2.0, 7)", "def main (x, n : Int) = x ^ div n 2"],
    mod: ["(2.0, 7)", "def main (x, n : Int) = if mod n 2 == 0 then x else -x"],
  },
  function: {
    id: one("id x * x"),
    const: one("const x (exp x) * x"),
    compose: one("compose exp sin x"),
    fst: ["(2.0, 3.0)", "def main (p : (Real, Real)) = fst p * fst p"],
    snd: ["(2.0, 3.0)", "def main (p : (Real, Real)) = snd p * snd p"],
    not: one("if not (x > 1.0) then x * x else x"),
    flip: two("flip pow x y"),
    curry: two("curry (\\(a, b) -> a * b) x y"),
    uncurry: ["(2.0, 3.0)", "def main (p : (Real, Real)) = uncurry pow p"],
    iterate: one("iterate 5 cos x"),
    until: one("until (\\y -> y > 9.0) (\\y -> y * y) x", "1.5"),
    error: one('if x > 0.0 then log x else error "x has to be positive"'),
    trace: one('let y = trace "y" (x * x) in y * y'),
  },
  list: {
    map: list("sum (map (\\x -> x * x) xs)"),
    filter: list("sum (filter (\\x -> x > 1.5) xs)"),
    foldl: list("foldl (\\acc x -> acc * x + 1.0) 0.0 xs"),
    foldr: list("foldr (\\x acc -> x + 2.0 * acc) 0.0 xs"),
    zipWith: ["([1.0, 2.0], [3.0, 4.0])", "def main (xs, ys) = sum (zipWith (*) xs ys)"],
    zip: ["([1.0, 2.0], [3.0, 4.0])", "def main (xs, ys) = sum (map (\\(x, y) -> x / y) (zip xs ys))"],
    append: ["([1.0, 2.0], [3.0])", "def main (xs, ys) = product (append xs ys)"],
    concat: ["[[1.0, 2.0], [], [3.0]]", "def main xss = product (concat xss)"],
    reverse: list("foldl (\\acc x -> acc * 2.0 + x) 0.0 (reverse xs)"),
    length: list("sum xs / real (length xs)"),
    sum: list("sum xs"),
    product: list("product xs"),
    maximum: list("maximum xs"),
    logSumExp: list("logSumExp xs"),
    softmax: list("head (softmax xs)"),
    minimum: list("minimum xs"),
    argmax: list("product (take (argmax xs) xs)"),
    argmin: list("product (drop (argmin xs) xs)"),
    last: list("last xs * last xs"),
    elem: list("if elem 2.0 xs then sum xs else 0.0"),
    lookup: ["[(1, 2.0), (5, 3.0)]", "def main pairs = case lookup 5 pairs of { Just x -> x * x | Nothing -> 0.0 }"],
    scanl: list("product (scanl (+) 1.0 xs)"),
    unzip: ["[(1.0, 2.0), (3.0, 4.0)]", "def main ps = let (xs, ys) = unzip ps in sum xs * product ys"],
    zip3: list("sum (map (\\(x, y, z) -> x * y * z) (zip3 xs (tail xs) xs))"),
    sort: list("head (sort xs)", "[4.0, 1.0, 2.0]"),
    sortOn: list("last (sortOn abs xs)", "[4.0, -9.0, 2.0]"),
    replicate: one("product (replicate 3 x)"),
    range: one("sum (map (\\i -> x ^ i) (range 0 4))"),
    take: list("product (take 2 xs)"),
    drop: list("product (drop 1 xs)"),
    head: list("head xs * 2.0"),
    tail: list("sum (tail xs)"),
    all: list("if all (\\x -> x > 0.0) xs then product xs else 0.0"),
    any: list("if any (\\x -> x > 3.0) xs then product xs else 0.0"),
  },
  array: {
    size: array("sumA a / real (size a)"),
    fromList: list("sumA (fromList xs)"),
    toList: array("product (toList a)"),
    build: one("sumA (build 4 (\\i -> x ^ i))"),
    mapA: array("sumA (mapA (\\x -> x * x) a)"),
    zipWithA: ["(#[1.0, 2.0], #[3.0, 4.0])", "def main (a, b) = sumA (zipWithA (*) a b)"],
    foldA: array("foldA (\\acc x -> acc * x + 1.0) 0.0 a"),
    sumA: array("sumA a"),
    logSumExpA: array("logSumExpA a"),
    softmaxA: array("softmaxA a ! 0"),
    scanA: array("scanA (+) 0.0 a"),
    scanlA: array("scanlA (*) 1.0 a"),
    productA: array("productA a"),
    minimumA: array("minimumA a"),
    maximumA: array("maximumA a"),
    argmaxA: array("a ! argmaxA a"),
    argminA: array("a ! argminA a"),
    iota: one("sumA (mapA (\\i -> x ^ i) (iota 4))"),
    rangeA: one("sumA (mapA (\\i -> x ^ i) (rangeA 2 5))"),
    replicateA: one("productA (replicateA 3 x)"),
    slice: array("productA (slice 1 2 a)"),
    takeA: array("productA (takeA 2 a)"),
    dropA: array("productA (dropA 1 a)"),
    headA: array("headA a * 2.0"),
    tailA: array("productA (tailA a)"),
    lastA: array("lastA a * lastA a"),
    reverseA: array("dot a (reverseA a)"),
    appendA: array("productA (appendA a #[3.0, a ! 0])"),
    concatA: array("productA (concatA #[a, tailA a])"),
    filterA: array("productA (filterA (\\x -> x > 1.5) a)"),
    foldrA: array("foldrA (\\x acc -> x + 2.0 * acc) 0.0 a"),
    zipA: array("sumA (mapA (\\(x, y) -> x / y) (zipA a (reverseA a)))"),
    zip3A: array("sumA (mapA (\\(x, y, z) -> x * y * z) (zip3A a a (reverseA a)))"),
    unzipA: ["#[(1.0, 2.0), (3.0, 4.0)]", "def main ps = let (a, b) = unzipA ps in dot a b"],
    allA: array("if allA (\\x -> x > 0.0) a then productA a else 0.0"),
    anyA: array("if anyA (\\x -> x > 3.0) a then productA a else 0.0"),
    elemA: array("if elemA 2.0 a then sumA a else 0.0"),
    sortA: array("sortA a ! 0", "#[4.0, 1.0, 2.0]"),
    sortOnA: array("sortOnA abs a ! 2", "#[4.0, -9.0, 2.0]"),
    dot: ["(#[1.0, 2.0], #[3.0, 4.0])", "def main (a, b) = dot a b"],
    gather: array("productA (gather a #[0, 2, 2])"),
    update: array("productA (update a 1 (a ! 0))"),
    updates: array("productA (updates a #[1, 2] #[a ! 0, 5.0])"),
    groupA: array("mapA product (groupA 2 #[1, 0, 1] a)"),
    scatterAdd: array("scatterAdd 2 #[1, 0, 1] a"),
  },
  table: {
    build2: one("build2 2 3 (\\i j -> x ^ (i + j))"),
    rows: table("sumA (flat a) / real (rows a)"),
    cols: table("sumA (flat a) / real (cols a)"),
    at2: table("at2 a 0 1 * at2 a 1 1"),
    flat: table("productA (flat a)"),
    reshape: array("reshape 3 1 (mapA sin a)"),
    fromRows: two("fromRows [[x, y], [y, x * y]]"),
    toRows: table("map product (toRows a)"),
    row: table("productA (row a 1)"),
    col: table("productA (col a 1)"),
    map2: table("map2 exp a"),
    zipWith2: table("zipWith2 (*) a (transpose a)"),
    outer: array("outer a (reverseA a)"),
    transpose: table("row (transpose a) 1"),
    sumRows: table("sumRows a"),
    sumCols: table("sumCols a"),
    matVec: table("matVec a #[1.0, -1.0]"),
    matMul: table("matMul a a"),
  },
  parallel: {
    parMap: list("sum (parMap (\\x -> sin x * x) xs)"),
    parBuild: one("sumA (parBuild 4 (\\i -> x ^ i))"),
  },
  derivative: {
    grad: [
      "(0.1, [1.0, 2.0, 3.0])",
      `def loss (xs : [Real]) w = sum (map (\\x -> (w * x - 2.0 * x) ^ 2) xs)
def descend n rate xs w =
  if n == 0 then w else descend (n - 1) rate xs (w - rate * grad (loss xs) w)
def main (rate, xs) = descend 5 rate xs 0.0`,
    ],
    valueAndGrad: one("let (value, slope) = valueAndGrad (\\y -> sin (x * y)) 2.0 in value - 2.0 * slope"),
    jvp: ["([3.0, 4.0], [1.0, 0.5])", "def main (xs, ds) = snd (jvp (\\ys -> product ys * sum ys) xs ds)"],
    hvp: ["((3.0, 4.0), (7.0, 8.0))", "def f (x, y) = 2.0 * x * x * y + 3.0 * x * y * y\ndef main (p, v) = hvp f p v"],
    hessian: list("hessian (\\ys -> product ys * sum ys) xs"),
    hessianA: array("hessianA (\\b -> b ! 0 * b ! 1 * exp (b ! 2)) a"),
  },
};

/** Sentences that the reference adds to the one of an editor. */
const FURTHER: Readonly<Record<string, string>> = {
  hypot: "At an infinite operand beside a finite one they are ±1 and 0.",
  lgamma:
    "At 0, -1, -2, .. it is inf. Near its zeros below -2 its error is about 1e-15 beside 1, not beside the value.",
  digamma: "At -1, -2, .. it is nan. Near its zeros below 0 its error is about 1e-15 beside 1, not beside the value.",
  polygamma:
    "Below 0 each is nan. It is right to about 1e-15 for small n; the error grows with n, to 1e-12 beyond n = 170. Near its zeros below 0 the error is small beside n! only.",
  clamp: "It is an error if lo is greater than hi.",
  logSumExp:
    "Of the empty list it is -inf, the logarithm of an empty sum. Where the greatest number is infinite it is that number, and the gradient is shared by the entries that have it; every other entry of -inf has gradient 0.",
  softmax: "Where the greatest number is infinite, the entries that have it share 1 equally.",
  grad: "The function is a definition, a λ or a parameter, and may use what is around it; derivatives pass through all of it, so `grad` may stand within `grad`. Several parameters are one tuple: `grad (\\(x, y) -> f x y) (x, y)`. Without the point, `grad f` is a function. The stages of the papers take no program that asks for derivatives; `transposed` takes its run.",
  valueAndGrad: "All that is said of `grad` holds here.",
  jvp: "It is forward mode: one run, whatever the size of the point, and the result may be of any type without functions. A direction of another form, such as a list of another length, is an error.",
  hvp: "It is `snd (jvp (grad f) x v)`: the whole Hessian is never made.",
  hessian: "It is made row by row, each by a `grad` within `grad`; it is symmetric.",
  hessianA: "It is an array of arrays, and made as that of `hessian`.",
};

/** Operators by their ASCII spelling: a use, and a sentence for those that are no built-in function. */
const OPERATOR_USES: Readonly<Record<string, { readonly use: Use; readonly words?: string; readonly form?: string }>> =
  {
    "|*|": { use: two("let (a, b) = sin x |*| exp y in a * b") },
    "|>": {
      use: list("xs |> map sqrt |> sum"),
      form: "e |> f",
      words: "Applies the function on its right to the value on its left, so that steps read from left to right.",
    },
    "||": {
      use: two("if x > 5.0 || y > 1.0 then x * y else x"),
      form: "e || e : Bool",
      words: "True if either side is. The right side is evaluated only if the left one is False.",
    },
    "&&": {
      use: two("if x > 1.0 && y > 1.0 then x * y else x"),
      form: "e && e : Bool",
      words: "True if both sides are. The right side is evaluated only if the left one is True.",
    },
    "==": { use: two("if x == y then x else x * y") },
    "/=": { use: two("if x /= y then x * y else x") },
    "<": { use: two("if x < y then x * y else x") },
    "<=": { use: two("if x <= y then x * y else x") },
    ">": { use: two("if x > y then x else x * y") },
    ">=": { use: two("if x >= y then x else x * y") },
    "::": {
      use: list("product (2.0 :: xs)"),
      form: "e :: e : [a]",
      words: "A list with an element in front of another list. It is also a pattern.",
    },
    "++": {
      use: ["([1.0, 2.0], [3.0])", "def main (xs, ys) = product (xs ++ ys)"],
      form: "e ++ e : [a]",
      words: "Two lists, joined one after the other.",
    },
    "+": { use: two("x + y") },
    "-": { use: two("x - y") },
    "*": { use: two("x * y") },
    "/": { use: two("x / y") },
    "^": { use: one("x ^ 3", "2.0") },
    "!": { use: array("a ! 0 * a ! 2") },
  };

/** Other spellings and words for operators. */
const OPERATOR_NAMES: Readonly<Record<string, readonly string[]>> = {
  "|*|": ["⋆", "parallel pair"],
  "|>": ["pipe"],
  "||": ["or"],
  "&&": ["and also"],
  "==": ["equal"],
  "/=": ["≠", "!="],
  "<": ["less"],
  "<=": ["≤"],
  ">": ["greater"],
  ">=": ["≥"],
  "::": ["cons"],
  "++": ["append lists"],
  "+": ["plus", "sum of two numbers"],
  "-": ["minus", "difference"],
  "*": ["times", "multiplication"],
  "/": ["division"],
  "^": ["power", "**"],
  "!": ["index", "array element"],
};

const ASSOCIATES = {
  left: "associates to the left",
  right: "associates to the right",
  none: "cannot be chained",
} as const;

/** The type of a built-in value, as the editor shows it; undefined for what is no value. */
function typeOf(module: Module, name: string): string | undefined {
  const entity = lookUp(module, "values", name);
  if (entity?.tag !== "primitive" && entity?.tag !== "global") return undefined;
  if (entity.scheme === undefined) return undefined;
  return showType(shownScheme({ scheme: entity.scheme }));
}

/** The entry of a name in no table: empty. */
const MISSING: Use = ["", ""];

function nameEntries(module: Module): readonly Entry[] {
  return Object.entries(NAMES).flatMap(([kind, uses]) =>
    Object.entries(uses).map(
      ([name, use]): Entry => ({
        id: name,
        kind: kind as Kind,
        names: [name],
        form: `${name} : ${typeOf(module, name) ?? ""}`,
        words: [DOCUMENTATION[name] ?? "", FURTHER[name] ?? ""].join(" ").trim(),
        partials: partialFormulas(name),
        example: program(`Example of ${name}`, ...use),
      }),
    ),
  );
}

function operatorEntries(module: Module): readonly Entry[] {
  return PRECEDENCE.flatMap(({ operators, associates }, level) =>
    operators.map((operator): Entry => {
      const { use, words, form } = OPERATOR_USES[operator] ?? { use: MISSING };
      const type = typeOf(module, operator);
      const binding = `Precedence ${level + 1} of ${PRECEDENCE.length}, 1 being the loosest; ${ASSOCIATES[associates]}.`;
      return {
        id: operator,
        kind: "operator",
        names: [operator, ...(OPERATOR_NAMES[operator] ?? [])],
        form: form ?? `(${operator}) : ${type ?? ""}`,
        words: `${DOCUMENTATION[operator] ?? words ?? ""} ${binding}`,
        partials: partialFormulas(operator),
        example: program(`Example of ${operator}`, ...use),
      };
    }),
  );
}

/** The entries of all operators, loosest first, and of all built-in names. */
export function builtInEntries(): readonly Entry[] {
  const module = preludeModule();
  return [...operatorEntries(module), ...nameEntries(module)];
}
