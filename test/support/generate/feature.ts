// The language constructs that generated programs exercise, by group; coverage is counted in these.

const GROUPS = {
  binding: ["let", "let pattern", "let function", "let polymorphic", "let rec", "let rec and", "shadowing"],
  function: [
    "lambda",
    "multi-parameter lambda",
    "lambda pattern",
    "applied lambda",
    "closure over Real",
    "higher-order argument",
    "function result",
    "partial application",
    "operator function",
    "constructor function",
    "|>",
    "unit argument",
  ],
  control: ["if", "case on data", "case on list", "case on numbers", "case on Bool", "nested pattern"],
  list: ["::", "++", "list literal", "map", "foldl", "foldr", "filter", "zip", "zipWith", "append", "concat"],
  prelude: ["reverse", "length", "sum", "product", "maximum", "replicate", "range", "take", "drop", "head", "tail"],
  logic: ["all", "any", "not", "&&", "||", "comparison", "id", "const", "compose", "fst", "snd"],
  further: ["table", "indices", "dot"],
  array: ["array literal", "build", "!", "size", "mapA", "zipWithA", "foldA", "sumA", "scanA", "fromList", "toList"],
  data: [
    "several constructors",
    "polymorphic data",
    "recursive data",
    "mutually recursive data",
    "Maybe",
    "Either",
    "type alias",
    "record",
    "field",
    "record update",
  ],
  real: [
    "arithmetic",
    "division",
    "unary minus",
    "^",
    "pow",
    "trigonometry",
    "inverse trigonometry",
    "atan2",
    "exponential",
    "logarithm",
    "sqrt",
    "hyperbolic",
    "abs, min, max",
    "sigmoid, relu",
    "overloaded literal",
  ],
  discrete: ["Int arithmetic", "div", "mod", "floor", "round", "real", "sign"],
  definition: [
    "unary op",
    "tuple op",
    "recursive definition",
    "mutually recursive definitions",
    "higher-order definition",
    "constant definition",
    "polymorphic definition",
    "number-polymorphic definition",
    "redefined built-in",
    "use before definition",
  ],
  annotation: [
    "annotated parameter",
    "annotated result",
    "annotated expression",
    "annotated component",
    "annotated let",
    "type variable",
  ],
  parallel: ["par", "|*|", "parMap", "parBuild"],
  spelling: ["ASCII spelling", "Unicode spelling", "Greek name", "line comment", "block comment", "nested comment"],
  input: ["nested tuple input", "list input", "array input", "data input", "Maybe input", "Int input", "Bool input"],
  main: ["several parameters", "main without parameters"],
  result: ["tuple result", "list result", "array result", "data result", "Int result"],
} as const;

/** One language construct, by name. */
export type Feature = (typeof GROUPS)[keyof typeof GROUPS][number];

/** Every language construct that the generator knows. */
export const FEATURES: readonly Feature[] = Object.values(GROUPS).flat();

const NAMES: ReadonlySet<string> = new Set(FEATURES);

/** Whether the name of an alternative is that of a feature. */
export function isFeature(name: string): name is Feature {
  return NAMES.has(name);
}

/** The percentage of the samples that have each feature. */
export function coverage(
  samples: readonly { readonly features: ReadonlySet<Feature> }[],
): ReadonlyMap<Feature, number> {
  const share = (feature: Feature): number =>
    samples.filter(({ features }) => features.has(feature)).length / samples.length;
  return new Map(FEATURES.map((feature) => [feature, 100 * share(feature)]));
}
