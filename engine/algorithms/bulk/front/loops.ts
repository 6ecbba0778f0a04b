// The loops of the prelude over arrays that are operations of the array language; the others are unrolled.
import { nth, present } from "../../../base/nth.ts";
import type { Global } from "../../../core/terms/term.ts";
import { loopOf } from "../../../prelude/loops.ts";
import type { Span } from "../../../source/span.ts";
import type { Names } from "../language/names.ts";
import {
  type Bulk,
  buildOf,
  freeIn,
  indexOf,
  indexVariable,
  intOf,
  letOf,
  scalarOf,
  scatterOf,
  stackOf,
  substituted,
  sumOf,
  variableOf,
} from "../language/syntax.ts";
import {
  elementAt,
  holds,
  mapNumbers,
  numberPart,
  numbersIn,
  OutsideBulk,
  operandOf,
  type Part,
  together,
} from "./parts.ts";

/** A variable of the program, bound to a term; `isPlain`: no derivative flows through it. */
export interface Binding {
  readonly name: string;
  readonly bound: Bulk;
  readonly isPlain: boolean;
}

/** The unrolling that a loop is part of. */
export interface Block {
  scope: Binding[];
  readonly names: Names;
  call(fn: Part, argument: Part, at: Span | undefined): Part;
  bind(part: Part, word: string): Part;
}

type ArrayPart = Extract<Part, { tag: "array" }>;

/** The function that a definition is, where it is a loop of the array language. */
export function loopOver(block: Block, global: Global): Part | undefined {
  const loop = loopOf(global);
  if (loop?.over !== "array") return undefined;
  switch (loop.does) {
    case "tabulate-array":
    case "tabulate-array-in-jobs":
      return curried(2, ([n, f], at) => build(block, present(n), present(f), at));
    case "map-array":
      return curried(2, ([f, a], at) =>
        over(block, at, [a], (elements) => block.call(present(f), nth(elements, 0), at)),
      );
    case "zip-arrays":
      return curried(3, ([f, a, b], at) =>
        over(block, at, [a, b], (elements) =>
          block.call(block.call(present(f), nth(elements, 0), at), nth(elements, 1), at),
        ),
      );
    case "sum-array":
      return curried(1, ([a], at) => sum(present(a), isOfReals(global), at));
    case "scatter-array":
      return curried(3, ([n, is, xs], at) => scatter(block, [present(n), present(is), present(xs)], at));
    default:
      return undefined;
  }
}

/** Whether a sum is one of Reals. */
function isOfReals({ type }: Global): boolean {
  return type.tag === "fun" && type.to.tag === "con" && type.to.name === "Real";
}

/** A function of so many arguments, one after the other; of a failure, a failure. */
function curried(
  count: number,
  make: (args: readonly Part[], at: Span | undefined) => Part,
  given: readonly Part[] = [],
): Part {
  return {
    tag: "function",
    call: (argument, at) => {
      const args = [...given, argument];
      if (args.length < count) return curried(count, make, args);
      return args.some(({ tag }) => tag === "failure") ? { tag: "failure" } : make(args, at);
    },
  };
}

/** An array by its elements. */
export function arrayOf(items: readonly Part[], at: Span | undefined): Part {
  if (items.some((one) => holds(one, "function"))) throw new OutsideBulk("an array of functions", at);
  const rows = together(
    items,
    (terms) => stackOf(terms, at),
    "the elements of this array have different forms: arrays are not jagged there",
    at,
  );
  return { tag: "array", size: items.length, rows };
}

function build(block: Block, n: Part, f: Part, at: Span | undefined): Part {
  if (n.tag !== "int") throw new OutsideBulk("the size of this array depends on numbers of the input", at);
  return loop(block, n.value, at, (i) => block.call(f, numberPart(i), at));
}

/** A loop over arrays of one size. */
function over(
  block: Block,
  at: Span | undefined,
  arrays: readonly (Part | undefined)[],
  element: (elements: readonly Part[]) => Part,
): Part {
  const bound = arrays.map((one) => block.bind(present(one), "a") as ArrayPart);
  const { size } = nth(bound, 0);
  if (bound.some((one) => one.size !== size)) return { tag: "failure" };
  return loop(block, size, at, (i) => element(bound.map(({ rows }) => elementAt(rows, i, at))));
}

/** build1 k (\i. t), part by part. */
function loop(block: Block, k: number, at: Span | undefined, element: (i: Bulk) => Part): Part {
  if (k < 0) return { tag: "failure" };
  const { scope } = block;
  const name = block.names.fresh("i");
  block.scope = [];
  const part = element(indexVariable(name));
  const inner = block.scope;
  block.scope = scope;
  if (holds(part, "function")) throw new OutsideBulk("an array of functions", at);
  if (part.tag === "failure") return { tag: "failure" };
  const isOne = numbersIn(part).length === 1;
  const rows = isOne
    ? mapNumbers(part, (term) => buildOf(k, name, within(inner, term), at))
    : mapNumbers(part, spread(block, inner, k, name, at));
  return { tag: "array", size: k, rows };
}

/** let x = u in .. in t, with those bindings alone that t needs. */
function within(bindings: readonly Binding[], term: Bulk): Bulk {
  return bindings.reduceRight(
    (body, { name, bound, isPlain }) => (freeIn(body).has(name) ? letOf(name, bound, body, isPlain) : body),
    term,
  );
}

/** Where an element has several numbers: each binding of the loop becomes an array, so that it is computed once. */
function spread(
  block: Block,
  inner: readonly Binding[],
  k: number,
  name: string,
  at: Span | undefined,
): (term: Bulk) => Bulk {
  const rows = new Map<string, { readonly all: string; readonly bound: Bulk }>();
  const looped = (term: Bulk): Bulk => {
    const i = block.names.fresh(name);
    const by = new Map<string, Bulk>([[name, indexVariable(i)]]);
    for (const [variable, { all, bound }] of rows)
      if (freeIn(term).has(variable)) by.set(variable, indexOf(variableOf(all, bound), [indexVariable(i)]));
    return buildOf(k, i, substituted(term, by), at);
  };
  for (const { name: variable, bound, isPlain } of inner) {
    const all = block.names.fresh(variable);
    const array = looped(bound);
    block.scope.push({ name: all, bound: array, isPlain });
    rows.set(variable, { all, bound: array });
  }
  return looped;
}

function sum(part: Part, isReal: boolean, at: Span | undefined): Part {
  const { size, rows } = part as ArrayPart;
  if (rows.tag === "number") return numberPart(sumOf(rows.term, at));
  if (rows.tag === "int") return { tag: "int", value: size * rows.value };
  return isReal ? numberPart(scalarOf(0, "Real", at)) : { tag: "int", value: 0 };
}

/** scatterAdd n is xs: xs[k] is added at is[k]. */
function scatter(block: Block, [n, is, xs]: readonly [Part, Part, Part], at: Span | undefined): Part {
  if (n.tag !== "int") throw new OutsideBulk("the size of this array depends on numbers of the input", at);
  const [places, values] = [is, xs].map((one) => block.bind(one, "a") as ArrayPart) as [ArrayPart, ArrayPart];
  if (places.size !== values.size || n.value < 0) return { tag: "failure" };
  const size = n.value;
  const rows = mapNumbers(values.rows, (term) => {
    const i = block.names.fresh("i");
    const place =
      places.rows.tag === "int"
        ? intOf(places.rows.value)
        : operandOf(elementAt(places.rows, indexVariable(i), at), "Int", at);
    return scatterOf([size], term, { variables: [i], at: [place] }, at);
  });
  return { tag: "array", size, rows };
}
