// The kinds of components of values.

/**
 * The kind of a component at run time. A `real` within a structure is the number of its cell (see `runtime-text.ts`), an `index` an exact
 * small number: a cell, a size, a tag. An `address` is where data lies in the heap of the run time; a `pointer` is a JavaScript object.
 */
export type Kind = "real" | "int" | "index" | "bool" | "address" | "pointer";
