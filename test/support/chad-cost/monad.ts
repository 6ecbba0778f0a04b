// The local accumulation monad with its costs (§6.10.4, `spec.LACM`): its state is a cotangent for each variable, innermost first.
import { plus } from "./linear.ts";
import { as, type Costed, type Linear, linearOf, NOTHING, type Value } from "./values.ts";

/** The cotangents of the variables of an environment. */
export type Cells = readonly Linear[];

/** A computation: its result, the cells after it, and the steps that it took. */
export type Computation = (cells: Cells) => readonly [result: Value, cells: Cells, cost: number];

export function pure(value: Value): Computation {
  return (cells) => [value, cells, 1];
}

/** One computation after the other; the steps of the continuation's call count here. */
export function bind(first: Computation, continuation: (value: Value) => Costed<Value>): Computation {
  return (cells) => {
    const [value, between, cost] = first(cells);
    const [second, called] = continuation(value);
    const [result, after, more] = as("computation", second).run(between);
    return [result, after, 1 + cost + called + more];
  };
}

/** Runs a computation; its steps, one for each cell, and one. */
export function run(computation: Computation, cells: Cells): readonly [result: Value, cells: Cells, cost: number] {
  const [result, after, cost] = computation(cells);
  return [result, after, 1 + cells.length + cost];
}

/** Adds to a cell. Finding it costs nothing: the cells are a mutable array. */
export function addTo(index: number, cotangent: Linear): Computation {
  return (cells) => {
    const [added, cost] = plus(cotangent, cells[index]!);
    return [NOTHING, cells.with(index, added), 1 + cost];
  };
}

/** Runs a computation with one more cell, and gives the end of that beside the result. */
export function scope(initial: Linear, computation: Computation): Computation {
  return (cells) => {
    const [right, [left, ...after], cost] = computation([initial, ...cells]);
    return [{ tag: "pair", left: linearOf(left!), right }, after, 1 + cost];
  };
}
