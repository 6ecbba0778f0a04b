// Values and functions of other languages and libraries: what Dual has in their place. What is offered as a fix means what was written.
import { isFieldName } from "./field-names.ts";

/** The counterpart in Dual of a name of another language. */
export type Foreign =
  /** The same function under another name. */
  | { readonly tag: "twin"; readonly name: string }
  /** A value, as an expression that can stand anywhere. */
  | { readonly tag: "constant"; readonly text: string }
  /** A definition of it. */
  | { readonly tag: "definition"; readonly text: string }
  /** Advice on what to write instead, where that depends on what is meant; said after "`name` is not defined. ". */
  | { readonly tag: "advice"; readonly says: string }
  /** Nothing: Dual has no such function. */
  | { readonly tag: "none" };

/** The same function: it takes the same arguments in the same order. */
const TWINS = `
just:Just some:Just len:length ln:log fold_left:foldl prod:product
arctan:atan arcsin:asin arccos:acos arctan2:atan2 arcsinh:asinh arccosh:acosh arctanh:atanh
isnan:isNaN is_nan:isNaN isNan:isNaN isinf:isInf is_inf:isInf isInfinite:isInf is_infinite:isInf
gammaln:lgamma loggamma:lgamma logGamma:lgamma lgam:lgamma psi:digamma log1pexp:softplus
logsumexp:logSumExp log_sum_exp:logSumExp π:pi
stop_gradient:stopGradient stop_grad:stopGradient stopgrad:stopGradient detach:stopGradient dropgrad:stopGradient ignore_derivatives:stopGradient
float:real double:real toFloat:real float_of_int:real fromIntegral:real fromInteger:real
power:pow fabs:abs absolute:abs abs_float:abs around:round negate:neg negative:neg expit:sigmoid logistic:sigmoid
car:head cdr:tail hd:head tl:tail rev:reverse
exists:any for_all:all mem:elem
matmul:matMul mm:matMul matvec:matVec mv:matVec
gradient:grad derivative:grad deriv:grad differentiate:grad value_and_grad:valueAndGrad grad':valueAndGrad diff':valueAndGrad
`;

const CONSTANTS: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  otherwise: "True",
  nil: "[]",
  null: "Nothing",
  none: "Nothing",
  nothing: "Nothing",
  NaN: "nan",
  infinity: "inf",
  infty: "inf",
  neg_infinity: "(-inf)",
  e: "(exp 1.0)",
  E: "(exp 1.0)",
  tau: "(2.0 * pi)",
};

/** Names that a definition is of, and the definition; \`it\` stands for the name. */
const DEFINITIONS: readonly (readonly [names: string, text: string])[] = [
  ["logBase", "def it b x = log x / log b"],
  ["exp10", "def it x = pow 10.0 x"],
  ["logit", "def it p = log p - log1p (-p)"],
  ["rsqrt", "def it x = 1.0 / sqrt x"],
  ["square sqr abs2", "def it x = x * x"],
  ["reciprocal recip", "def it x = 1.0 / x"],
  ["true_divide", "def it x y = x / y"],
  ["sec", "def it x = 1.0 / cos x"],
  ["csc", "def it x = 1.0 / sin x"],
  ["cot", "def it x = cos x / sin x"],
  ["radians deg2rad", "def it x = x * pi / 180.0"],
  ["degrees rad2deg", "def it x = x * 180.0 / pi"],
  ["sinpi", "def it x = sin (pi * x)"],
  ["cospi", "def it x = cos (pi * x)"],
  ["log_sigmoid logsigmoid", "def it x = -(softplus (-x))"],
  ["log_softmax", "def it xs = let s = logSumExp xs in map (\\x -> x - s) xs"],
  ["logaddexp", "def it x y = logSumExp [x, y]"],
  ["trigamma", "def it x = polygamma 1 x"],
  ["lbeta betaln", "def it a b = lgamma a + lgamma b - lgamma (a + b)"],
  ["isfinite is_finite", "def it x = not (isNaN x || isInf x)"],
  ["silu swish", "def it x = x * sigmoid x"],
  ["softsign soft_sign", "def it x = x / (1.0 + abs x)"],
  ["relu6", "def it x = min (relu x) 6.0"],
  ["elu", "def it x = if x > 0.0 then x else expm1 x"],
  ["leaky_relu leakyrelu", "def it x = if x > 0.0 then x else 0.01 * x"],
  ["signum sgn", "def it x = if x > 0.0 then 1.0 else if x < 0.0 then -1.0 else 0.0"],
  ["truncate trunc int int_of_float toInt", "def it x = if x < 0.0 then -(floor (-x)) else floor x"],
  ["ceil ceiling", "def it x = -(floor (-x))"],
  ["quot", "def it a b = let q = div (abs a) (abs b) in if a * b < 0 then -q else q"],
  ["rem", "def it a b = if a < 0 then -(mod (-a) (abs b)) else mod a (abs b)"],
  ["fmod mod_float", "def it x y = let q = x / y in x - y * real (if q < 0.0 then -(floor (-q)) else floor q)"],
  ["even iseven", "def it n = mod n 2 == 0"],
  ["odd isodd", "def it n = mod n 2 == 1"],
  ["succ", "def it n = n + 1"],
  ["pred", "def it n = n - 1"],
  ["gcd", "def it a b = if b == 0 then abs a else it b (mod a b)"],
  ["concatMap concat_map", "def it f xs = concat (map f xs)"],
  ["notElem", "def it x xs = all (\\y -> y /= x) xs"],
  ["foldl1", "def it f xs = foldl f (head xs) (tail xs)"],
  ["takeWhile", "def it p xs = case xs of { x :: rest -> if p x then x :: it p rest else [] | [] -> [] }"],
  ["dropWhile", "def it p xs = case xs of { x :: rest -> if p x then it p rest else xs | [] -> [] }"],
  ["splitAt", "def it n xs = (take n xs, drop n xs)"],
  ["partition", "def it p xs = (filter p xs, filter (\\x -> not (p x)) xs)"],
  ["zipWith3", "def it f xs ys zs = zipWith (\\x (y, z) -> f x y z) xs (zip ys zs)"],
  ["maybe", "def it z f m = case m of { Nothing -> z | Just x -> f x }"],
  ["fromMaybe", "def it z m = case m of { Nothing -> z | Just x -> x }"],
  ["isJust", "def it m = case m of { Just _ -> True | Nothing -> False }"],
  ["isNothing", "def it m = case m of { Just _ -> False | Nothing -> True }"],
  ["catMaybes", "def it ms = concat (map (\\m -> case m of { Just x -> [x] | Nothing -> [] }) ms)"],
  ["mapMaybe filter_map", "def it f xs = concat (map (\\x -> case f x of { Just y -> [y] | Nothing -> [] }) xs)"],
  ["either", "def it f g e = case e of { Left x -> f x | Right y -> g y }"],
];

const NO_EXCEPTIONS =
  'Dual has no exceptions: a result that may be missing is a `Maybe`, and `error "text"` ends the run where something cannot happen';
const PRINTS_NOTHING =
  'Dual prints nothing by itself: the value of `main` is shown, and `trace "x" x` shows x on the way';
const NO_STRINGS = 'Dual has no strings: the value of `main` is shown, and `trace "x" x` shows x on the way';
const NO_SORT =
  "In Dual: `sort xs` of a list, `sortOn f xs` by the numbers that f gives; of arrays, `sortA` and `sortOnA`";
const OWN_OP = "Dual has no such function; `op f x = .. by ..` gives one its value and its derivative";
const FOLDS = "In Dual: `foldl f z xs` from the left, `foldr f z xs` from the right; of an array, `foldA f z a`";
const CLAMP = "In Dual: `clamp lo hi x`";
const REPLICATE = "In Dual: `replicate n x` is a list, `replicateA n x` an array, `build2 n m (\\i j -> x)` a table";
const SAME_SHAPE = "In Dual: `map (\\x -> 0.0) xs`, of an array `mapA`";
const NO_BATCHES = "Dual has no batches: `map f xs`, of an array `mapA f a`";
const NOTHING_TO_COMPILE = "Dual compiles every program: leave it out";
const IF = "In Dual: `if c then a else b`";
const LOOP =
  "In Dual: `iterate n f x` applies f n times, `until p f x` until p holds; in general, `let rec go i x = if i == n then x else go (i + 1) (f i x) in go 0 x`";
const JACOBIAN =
  "In Dual: `grad f x` where f gives a Real; else `jvp f x v` is a column, and the page and the command line have `jacobian` of the entry";
const MATRIX =
  "Dual has `Array2` for a matrix: `matMul a b`, `matVec a v`, `dot u v`, `outer u v`, `transpose a`, and `build2 n m (\\i j -> e)` for the rest";

/** Words of other languages, and their like in Dual. */
export const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    match: "In Dual: `case t of { … }`",
    switch: "In Dual: `case t of { … }`",
    function: "In Dual: `\\x -> e`",
    fun: "In Dual: `\\x -> e`",
    fn: "In Dual: `\\x -> e`",
    lambda: "In Dual: `\\x -> e`",
    where: "In Dual: `let y = a in e`",
    return: "In Dual the value of a definition is the expression after its `=`",
    begin: "In Dual: `( … )`",
    elif: "In Dual: `else if`",
    elsif: "In Dual: `else if`",
    for: "In Dual: `map`, `foldl`, or `let rec go i = … in go 0`",
    assert: "A program of Dual has no statements: an `if` gives a value either way",
    while: "In Dual: `let rec go x = if … then go … else x in …`",
    do: "In Dual: `let a = … in let b = … in …`",
    when: "In Dual: `p -> if c then … else …`",
    import: "Everything built in is available without it",
  }),
);

/** Names, and what to write instead. */
const ADVICE: readonly (readonly [names: string, says: string])[] = [
  ["print println printf display", PRINTS_NOTHING],
  ["show str string repr", NO_STRINGS],
  ["raise throw failwith panic exit", NO_EXCEPTIONS],
  ["undefined", "A value that may be missing is `Nothing`"],
  ["mean average nanmean", "In Dual: `sum xs / real (length xs)`; of an array, `sumA a / real (size a)`"],
  ["inner vdot", "In Dual: `dot a b` of arrays; of lists, `sum (zipWith (*) xs ys)`"],
  ["norm", "In Dual: `sqrt (sum (map (\\x -> x * x) xs))`; of an array, `sqrt (dot a a)`"],
  ["amin nanmin", "In Dual: `min x y` of two numbers, `minimum xs` of a list, `minimumA a` of an array"],
  ["amax nanmax", "In Dual: `max x y` of two numbers, `maximum xs` of a list, `maximumA a` of an array"],
  ["fold reduce foldLeft foldRight fold_right foldl' mapreduce mapfoldl mapfoldr", FOLDS],
  ["init", "In Dual: `reverse (tail (reverse xs))`"],
  ["first", "In Dual: `fst p` of a pair, `head xs` of a list, `a ! 0` of an array"],
  ["second", "In Dual: `snd p` of a pair, `head (tail xs)` of a list, `a ! 1` of an array"],
  ["third", "In Dual: `let (x, y, z) = t in z`"],
  ["count", "In Dual: `length xs`; of those that `p` holds for, `length (filter p xs)`"],
  ["isEmpty is_empty isempty", "In Dual: `case xs of { [] -> True | _ -> False }`"],
  [
    "find assoc",
    "In Dual: `lookup key pairs` is `Just` the value of a key, `head (filter p xs)` the first element that p holds for",
  ],
  ["nth item get getitem", "In Dual: `a ! i` is an element of an array, `head (drop i xs)` one of a list"],
  ["repeat full fill tile ones zeros", REPLICATE],
  ["ones_like zeros_like full_like similar zero", SAME_SHAPE],
  [
    "arange enumFromTo irange",
    "In Dual: `range a b` is the list of the Ints from a up to, but without, b, and `rangeA a b` the array",
  ],
  ["linspace", "In Dual: `map (\\i -> a + (b - a) * real i / real (n - 1)) (range 0 n)`"],
  ["enumerate mapi iteri", "In Dual: `zip (range 0 (length xs)) xs`"],
  ["sorted argsort sortBy sort_by", NO_SORT],
  [
    "findmin findmax",
    "In Dual: `argmin xs` and `argmax xs` are places in a list, `argminA a` and `argmaxA a` in an array",
  ],
  [
    "cumsum accumulate",
    "In Dual: `scanl (+) 0.0 xs` of a list, `scanA (+) 0.0 a` of an array; both begin with the 0.0",
  ],
  ["cumprod", "In Dual: `scanl (*) 1.0 xs` of a list, `scanA (*) 1.0 a` of an array; both begin with the 1.0"],
  ["remainder", "In Dual: `mod a b` of Ints, `x - y * real (floor (x / y))` of Reals"],
  ["divmod quotRem divMod", "In Dual: `(div a b, mod a b)`"],
  ["add plus", "In Dual: `x + y`, and `(+)` as a function"],
  ["sub minus subtract", "In Dual: `x - y`, and `(-)` as a function"],
  ["mul times multiply", "In Dual: `x * y`, and `(*)` as a function"],
  ["divide", "In Dual: `x / y`, and `(/)` as a function"],
  ["clip clip_by_value", CLAMP],
  ["lerp mix", "In Dual: `a + t * (b - a)`"],
  ["diff", "In Dual: the derivative of f at x is `grad f x`; differences of neighbours are `zipWith (-) (tail xs) xs`"],
  ["sum_squares sumsq", "In Dual: `sum (map (\\x -> x * x) xs)`"],
  ["gelu", "With `tanh`, it is about `0.5 * x * (1.0 + tanh (0.7978845608028654 * (x + 0.044715 * x ^ 3)))`"],
  ["gamma tgamma", "In Dual: `exp (lgamma x)` of a positive x"],
  ["erfinv beta besselj0 zeta", OWN_OP],
  ["custom_vjp custom_jvp custom_gradient", "In Dual: `op f x = .. by ..`, whose partials stand behind `by`"],
  ["select ifelse cond", IF],
  ["fori_loop while_loop foreach for_each iter", LOOP],
  ["scan", "In Dual: `scanl f z xs` of a list, `scanA f z a` of an array"],
  ["vmap pmap vectorize broadcast", NO_BATCHES],
  ["jit compile pure constant no_grad lift", NOTHING_TO_COMPILE],
  ["einsum tensordot kron eye identity diag det inv solve permute", MATRIX],
  ["jacobian jacfwd jacrev", JACOBIAN],
  ["pushforward", "In Dual: `jvp f x v` is the value of f at x and its change in the direction v"],
  ["vjp pullback", "In Dual: `grad (\\x -> ..) x` of the results of f times their cotangents, added up"],
  ["backward backprop", "In Dual: `grad f x` is the gradient of the function f at x"],
];

/** Spreads entries over their names. */
function byName<T>(rows: readonly (readonly [names: string, text: string])[], make: (text: string, name: string) => T) {
  return rows.flatMap(([names, text]) => names.split(" ").map((name) => [name, make(text, name)] as const));
}

const FOREIGN: ReadonlyMap<string, Foreign> = new Map<string, Foreign>([
  ...[...WORDS].map(([name, says]) => [name, { tag: "advice", says }] as const),
  ...byName(ADVICE, (says) => ({ tag: "advice", says }) as const),
  ...byName(DEFINITIONS, (text, name) => ({ tag: "definition", text: text.replace(/\bit\b/g, name) }) as const),
  ...Object.entries(CONSTANTS).map(([name, text]) => [name, { tag: "constant", text }] as const),
  ...TWINS.trim()
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string])
    .map(([foreign, name]) => [foreign, { tag: "twin", name }] as const),
]);

/** Finds the counterpart in Dual of a name of another language; undefined for a name that none of them gives a function. */
export function foreignValue(name: string): Foreign | undefined {
  return FOREIGN.get(name) ?? (isFieldName(name) ? { tag: "none" } : undefined);
}

/** All names that are explained, for tests. */
export const FOREIGN_NAMES: readonly string[] = [...FOREIGN.keys()];
