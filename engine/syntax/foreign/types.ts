// Constructors and types of other languages: what Dual calls them, and what to do without them. Values stand in `values.ts`.

/** Constructors, by what Dual has for them. */
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
    PI: "pi",
    NaN: "nan",
    Infinity: "inf",
    Inf: "inf",
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

/** Messages on types that Dual does not have. */
export const NO_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    String: "Dual has no strings",
    Str: "Dual has no strings",
    Char: "Dual has no characters",
    Tensor: "Dual has `Array Real`, and `Array2 Real` for a matrix",
    Matrix: "Dual has `Array2 Real`",
    Map: "Dual has lists of pairs, `[(k, v)]`",
    Dict: "Dual has lists of pairs, `[(k, v)]`",
    Any: "a type that may be anything is a variable, `a`",
  }),
);

/** Whether a word is a type, here or elsewhere. */
export function isTypeName(word: string): boolean {
  return ["Real", "Int", "Bool"].includes(word) || TYPES.has(word);
}
