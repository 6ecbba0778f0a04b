// Which definitions of the prelude are loops over lists and arrays, and what each loop does. The compiler has a loop of its own for each
// kind, and knows no names. `test/prelude/loops.test.ts` holds the table to the text of the prelude.

/** A kind of loop over an array; `in-jobs` where each element may be a job. */
export type ArrayLoop =
  | "tabulate-array"
  | "tabulate-array-in-jobs"
  | "tabulate-table"
  | "map-array"
  | "zip-arrays"
  | "fold-array"
  | "sum-array"
  | "scan-array"
  | "scatter-array";

/** A kind of loop over a list. */
export type ListLoop =
  | "map-list"
  | "map-list-in-jobs"
  | "pair-lists"
  | "zip-lists"
  | "keep-in-list"
  | "append-lists"
  | "turn-list"
  | "count-up"
  | "fold-left"
  | "fold-right"
  | "sum-list"
  | "multiply-list"
  | "count-list";

/** A loop, and what it goes over. */
export type PreludeLoop =
  | { readonly over: "array"; readonly does: ArrayLoop }
  | { readonly over: "list"; readonly does: ListLoop };

const ARRAYS: Readonly<Record<string, ArrayLoop>> = {
  build: "tabulate-array",
  build2: "tabulate-table",
  parBuild: "tabulate-array-in-jobs",
  mapA: "map-array",
  zipWithA: "zip-arrays",
  foldA: "fold-array",
  sumA: "sum-array",
  scanA: "scan-array",
  scatterAdd: "scatter-array",
};

const LISTS: Readonly<Record<string, ListLoop>> = {
  map: "map-list",
  parMap: "map-list-in-jobs",
  zip: "pair-lists",
  zipWith: "zip-lists",
  filter: "keep-in-list",
  append: "append-lists",
  reverse: "turn-list",
  range: "count-up",
  foldl: "fold-left",
  foldr: "fold-right",
  sum: "sum-list",
  product: "multiply-list",
  length: "count-list",
};

/** By name of a definition of the prelude, the loop that it is. */
export const PRELUDE_LOOPS: ReadonlyMap<string, PreludeLoop> = new Map<string, PreludeLoop>([
  ...Object.entries(ARRAYS).map(([name, does]) => [name, { over: "array", does }] as const),
  ...Object.entries(LISTS).map(([name, does]) => [name, { over: "list", does }] as const),
]);

/** The loop that a definition is, by what the prelude calls it; undefined for what is none, or no definition of the prelude. */
export function loopOf({ builtin }: { readonly builtin?: string | undefined }): PreludeLoop | undefined {
  return builtin === undefined ? undefined : PRELUDE_LOOPS.get(builtin);
}
