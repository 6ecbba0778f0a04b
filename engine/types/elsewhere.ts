// Names of other languages: what Dual calls the values, constructors and types that they mean, and what to do without them.
import { INSTEAD as WORDS_INSTEAD } from "../syntax/habits/words.ts";

/** Values and functions, by the name that Dual has for them; a text that is not a name is an expression of Dual. */
export const VALUES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    true: "True",
    false: "False",
    otherwise: "True",
    nil: "[]",
    null: "Nothing",
    none: "Nothing",
    undefined: "Nothing",
    just: "Just",
    some: "Just",
    len: "length",
    count: "length",
    fold: "foldl",
    reduce: "foldl",
    foldLeft: "foldl",
    foldRight: "foldr",
    fold_left: "foldl",
    fold_right: "foldr",
    ln: "log",
    arctan: "atan",
    arcsin: "asin",
    arccos: "acos",
    arctan2: "atan2",
    fmod: "mod",
    rem: "mod",
    remainder: "mod",
    quot: "div",
    float: "real",
    double: "real",
    toFloat: "real",
    float_of_int: "real",
    fromIntegral: "real",
    fromInteger: "real",
    int: "floor",
    truncate: "floor",
    trunc: "floor",
    int_of_float: "floor",
    signum: "sign",
    sgn: "sign",
    power: "pow",
    fabs: "abs",
    first: "fst",
    second: "snd",
    car: "head",
    cdr: "tail",
    hd: "head",
    tl: "tail",
    rev: "reverse",
    repeat: "replicate",
    logistic: "sigmoid",
    NaN: "nan",
    infinity: "inf",
    pi: "3.141592653589793",
    e: "exp 1.0",
    π: "3.141592653589793",
  }),
);

/** Constructors, likewise. */
export const CONSTRUCTORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Some: "Just",
    None: "Nothing",
    Null: "Nothing",
    Nil: "[]",
    Empty: "[]",
    Ok: "Right",
    Err: "Left",
    Error: "Left",
    TRUE: "True",
    FALSE: "False",
    NaN: "nan",
    Infinity: "inf",
    Unit: "()",
  }),
);

/** Types, likewise. */
export const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Float: "Real",
    Float32: "Real",
    Float64: "Real",
    Double: "Real",
    Number: "Real",
    Integer: "Int",
    Int32: "Int",
    Int64: "Int",
    Nat: "Int",
    Boolean: "Bool",
    List: "[..]",
    Unit: "()",
    Void: "()",
    Vector: "Array",
    Vec: "Array",
    Option: "Maybe",
    Optional: "Maybe",
  }),
);

/** Types that other languages write with a small letter; in Dual these are type variables. */
export const SMALL_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    float: "Real",
    double: "Real",
    real: "Real",
    number: "Real",
    f32: "Real",
    f64: "Real",
    int: "Int",
    integer: "Int",
    i32: "Int",
    i64: "Int",
    bool: "Bool",
    boolean: "Bool",
    unit: "()",
    void: "()",
  }),
);

/** What derivatives are called where they are functions of the language. */
export const DERIVATIVES: ReadonlySet<string> = new Set([
  ..."grad gradient derivative deriv diff differentiate backward backprop vjp value_and_grad valueAndGrad".split(" "),
]);

/** What to write where Dual has no such name: said after "`name` is not defined. ". */
export const INSTEAD: ReadonlyMap<string, string> = new Map([
  ...WORDS_INSTEAD,
  ...Object.entries({
    print: "Dual prints nothing by itself: the value of `main` is shown",
    println: "Dual prints nothing by itself: the value of `main` is shown",
    printf: "Dual prints nothing by itself: the value of `main` is shown",
    show: "Dual has no strings: the value of `main` is shown",
    str: "Dual has no strings: the value of `main` is shown",
    mean: "In Dual: `sum xs / real (length xs)`",
    dot: "In Dual: `sum (zipWith (*) xs ys)`",
    square: "In Dual: `x ^ 2`",
    sqr: "In Dual: `x ^ 2`",
    ceil: "In Dual: `-(floor (-x))`",
    ceiling: "In Dual: `-(floor (-x))`",
    minimum: "In Dual: `foldl min x xs`",
    flip: "In Dual: `\\x y -> f y x`",
    concatMap: "In Dual: `concat (map f xs)`",
    error: "Dual has no exceptions: a result that may be missing is a `Maybe`",
    raise: "Dual has no exceptions: a result that may be missing is a `Maybe`",
    failwith: "Dual has no exceptions: a result that may be missing is a `Maybe`",
    jacobian: "The page and the command line have it: `jacobian` of the entry",
    hessian: "Dual differentiates once",
    jvp: "The page and the command line have it: `jvp` of the entry",
  }),
]);

/** What is said of types that Dual does not have. */
export const NO_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    String: "Dual has no strings",
    Str: "Dual has no strings",
    Char: "Dual has no characters",
    Tensor: "Dual has `Array Real`, and `Array (Array Real)` for a matrix",
    Matrix: "Dual has `Array (Array Real)`",
    Map: "Dual has lists of pairs, `[(k, v)]`",
    Dict: "Dual has lists of pairs, `[(k, v)]`",
    Any: "a type that may be anything is a variable, `a`",
  }),
);
