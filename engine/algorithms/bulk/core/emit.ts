// Terms of the array language as terms of the core: operations on arrays of numbers, row by row, with shapes as arguments.
//
// An index function is evaluated at all its places at once: each variable is the array of its values, each operation one kernel; what
// has more than numbers within it is brought to bulk form first, as the body of a `build1` over all places.
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import {
  apply,
  builtin,
  conditional,
  lambda,
  OPEN_TYPE,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { fun, INT, list, REAL, type Type } from "../../../types/type.ts";
import { letIn } from "../../common/rule-terms.ts";
import { bulkOf } from "../bot.ts";
import type { Names } from "../language/names.ts";
import {
  type ArrayShape,
  type Bulk,
  type BulkOf,
  buildOf,
  type Element,
  freeIn,
  type IndexFunction,
  indexVariable,
  intOf,
  opOf,
  ordersOf,
  partsOf,
  sizeOf,
  substituted,
} from "../language/syntax.ts";
import {
  arrayOfType,
  COND,
  COORDINATE,
  GATHER,
  ONE_HOT,
  operationOf,
  PLACES,
  partialOf,
  REPLICATE,
  SCATTER,
  STACK,
  SUM,
  TRANSPOSE,
} from "./natives.ts";

/** The type of the elements of an array, in the core: a truth value is 0 or 1. */
export function elementType(element: Element): Type {
  return element === "Real" ? REAL : INT;
}

/** A number of the core. */
export function intTerm(value: number): Term {
  return { tag: "int", value };
}

/** An array of known Ints. */
export function intsTerm(values: readonly number[]): Term {
  return { tag: "array", items: values.map(intTerm), item: INT };
}

/** A sum of Ints: known ones are added up. */
export function plusTerm(left: Term, right: Term): Term {
  if (left.tag === "int" && right.tag === "int") return intTerm(left.value + right.value);
  if (left.tag === "int" && left.value === 0) return right;
  if (right.tag === "int" && right.value === 0) return left;
  return builtin("addInt", [left, right]);
}

/** A list that a loop makes: the item at i from 0 up to a size. */
export function tabulated(size: number, index: string, loop: string, item: Type, body: Term): Term {
  const next = apply(variable(loop), builtin("addInt", [variable(index), intTerm(1)]));
  const rest: Term = { tag: "list", items: [body], tail: next, item };
  const end: Term = { tag: "list", items: [], tail: undefined, item };
  const isEnd = builtin("eqInt", [variable(index), intTerm(size)]);
  const term = lambda(varPattern(index, INT), conditional(isEnd, end, rest));
  return {
    tag: "letrec",
    functions: [{ name: loop, variables: [], type: fun(INT, list(item)), term }],
    body: apply(variable(loop), intTerm(0)),
  };
}

/** Makes terms of the core. */
export class Emission {
  readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  /** A term, as an array of its elements. */
  term(term: Bulk): Term {
    const { span } = term;
    const types = [elementType(term.element)];
    switch (term.tag) {
      case "variable":
        return variable(term.name);
      case "constant":
        return this.constant(term);
      case "iota":
        return prim(COORDINATE, [], [intsTerm(term.shape), intTerm(0)], span);
      case "let":
        return letIn([[varPattern(term.name, OPEN_TYPE), this.term(term.bound)]], this.term(term.body));
      case "cond":
        return prim(
          COND,
          types,
          [term.test, term.yes, term.no].map((one) => this.term(one)),
          span,
        );
      case "op":
        return prim(
          operationOf(term.op),
          [],
          term.args.map((one) => this.term(one)),
          span,
        );
      case "partial":
        return prim(
          partialOf(term.op, term.index),
          [],
          term.args.map((one) => this.term(one)),
          span,
        );
      case "custom":
        return this.term(term.value);
      case "index":
      case "gather":
      case "scatter":
        return this.at(term, this.placesIn(term));
      case "sum":
        return prim(
          SUM,
          types,
          [intTerm(nth(term.of.shape, 0)), intTerm(sizeOf(term.shape)), this.term(term.of)],
          span,
        );
      case "stack": {
        const items = term.items.map((one) => this.term(one));
        return prim(STACK, types, [{ tag: "list", items, tail: undefined, item: arrayOfType(nth(types, 0)) }], span);
      }
      case "replicate":
        return prim(REPLICATE, types, [intTerm(nth(term.shape, 0)), this.term(term.of)], span);
      case "transpose":
        return prim(
          TRANSPOSE,
          types,
          [intsTerm(term.of.shape), intsTerm(ordersOf(term).all), this.term(term.of)],
          span,
        );
      case "reshape":
        return this.term(term.of);
      case "build":
        return this.rows(term, this.term(term.body));
    }
  }

  /** An index, a gather or a scatter, by the places that its index function gives. */
  at(term: BulkOf<"index" | "gather" | "scatter">, places: Term): Term {
    const types = [elementType(term.element)];
    const of = this.term(term.of);
    if (term.tag !== "scatter") return prim(GATHER, types, [intTerm(blockSize(term)), of, places], term.span);
    const args = [intTerm(blocksOf(term)), intTerm(blockSize(term)), of, places];
    return prim(term.variables.length === 0 ? ONE_HOT : SCATTER, types, args, term.span);
  }

  /** An array whose rows a loop makes. */
  rows(term: BulkOf<"build">, body: Term): Term {
    const item = arrayOfType(elementType(term.element));
    const index = this.names.fresh("n");
    const row = letIn([[varPattern(term.variable, OPEN_TYPE), oneInt(index)]], body);
    const all = tabulated(nth(term.shape, 0), index, this.names.fresh("rows"), item, row);
    return prim(STACK, [elementType(term.element)], [all], term.span);
  }

  private constant({ values, element, span }: BulkOf<"constant">): Term {
    const items = values.map((value): Term => (element === "Real" ? { tag: "real", value, span } : intTerm(value)));
    return { tag: "array", items, item: elementType(element) };
  }

  /** The places that an index function gives: of a gather and an index in its operand, of a scatter in its result. */
  placesIn(term: BulkOf<"index" | "gather" | "scatter">): Term {
    const [variables, dims, shape] =
      term.tag === "index"
        ? [[], [], term.of.shape]
        : term.tag === "gather"
          ? [term.variables, term.shape.slice(0, term.variables.length), term.of.shape]
          : [term.variables, term.of.shape.slice(0, term.variables.length), term.shape];
    const size = sizeOf(dims);
    const space: Space = { variables, dims };
    const items = term.at.map((one) => this.spread(one, space, new Map()));
    const indices: Term = { tag: "list", items, tail: undefined, item: arrayOfType(INT) };
    return prim(PLACES, [], [intTerm(size), intsTerm(shape.slice(0, term.at.length)), indices], term.span);
  }

  /** A number at all places of an index function; `bound` are the variables within it that are arrays of numbers already. */
  private spread(term: Bulk, space: Space, bound: ReadonlyMap<string, string>): Term {
    const inner = (one: Bulk): Term => this.spread(one, space, bound);
    const isSpread = (one: Bulk): boolean =>
      [...space.variables, ...bound.keys()].some((name) => freeIn(one).has(name));
    if (!isSpread(term)) {
      const once = this.term(term);
      if (space.variables.length === 0) return once;
      return prim(REPLICATE, [elementType(term.element)], [intTerm(sizeOf(space.dims)), once]);
    }
    switch (term.tag) {
      case "variable": {
        const known = bound.get(term.name);
        if (known !== undefined) return variable(known);
        return prim(COORDINATE, [], [intsTerm(space.dims), intTerm(space.variables.indexOf(term.name))]);
      }
      case "let": {
        if (term.bound.shape.length > 0) return this.raised(term, space, bound);
        const name = this.names.fresh(term.name);
        const body = this.spread(term.body, space, new Map([...bound, [term.name, name]]));
        return letIn([[varPattern(name, OPEN_TYPE), inner(term.bound)]], body);
      }
      case "op":
        return prim(operationOf(term.op), [], term.args.map(inner), term.span);
      case "cond":
        return prim(COND, [elementType(term.element)], [term.test, term.yes, term.no].map(inner), term.span);
      case "custom":
        return inner(term.value);
      case "index": {
        if (isSpread(term.of) || term.at.length < term.of.shape.length) return this.raised(term, space, bound);
        const items = term.at.map(inner);
        const indices: Term = { tag: "list", items, tail: undefined, item: arrayOfType(INT) };
        const places = prim(PLACES, [], [intTerm(sizeOf(space.dims)), intsTerm(term.of.shape), indices], term.span);
        return prim(GATHER, [elementType(term.element)], [intTerm(1), this.term(term.of), places], term.span);
      }
      default:
        return this.raised(term, space, bound);
    }
  }

  /** A number that needs arrays, at all places: in bulk form, as the body of a `build1` over them. */
  private raised(term: Bulk, { variables, dims }: Space, bound: ReadonlyMap<string, string>): Term {
    // variables within it that are arrays of numbers already are indexed by the place
    const place = variables.reduce<Bulk>(
      (sum, name, at) => opOf("addInt", [opOf("mulInt", [sum, intOf(nth(dims, at))]), indexVariable(name)]),
      intOf(0),
    );
    const by = new Map<string, Bulk>();
    for (const [name, array] of bound)
      if (freeIn(term).has(name)) {
        const of: Bulk = { tag: "variable", name: array, shape: [sizeOf(dims)], element: elementIn(term, name) };
        by.set(name, { tag: "index", of, at: [place], shape: [], element: of.element });
      }
    const body = variables.reduceRight((inner, name, at) => buildOf(nth(dims, at), name, inner), substituted(term, by));
    return this.term(bulkOf(body, this.names).term);
  }
}

/** The elements of what an index of a gather takes, or of what one of a scatter adds. */
export function blockSize(term: BulkOf<"index" | "gather" | "scatter">): number {
  const { shape } = term.tag === "scatter" ? term : term.of;
  return sizeOf(shape.slice(term.at.length));
}

/** The number of blocks that indices choose from. */
export function blocksOf(term: BulkOf<"index" | "gather" | "scatter">): number {
  const { shape } = term.tag === "scatter" ? term : term.of;
  return sizeOf(shape.slice(0, term.at.length));
}

/** The variables of an index function, and the sizes of what they range over. */
interface Space {
  readonly variables: IndexFunction["variables"];
  readonly dims: ArrayShape;
}

/** An Int of the core, as a scalar. */
export function oneInt(name: string): Term {
  return { tag: "array", items: [variable(name)], item: INT };
}

/** The type of the elements of a variable that is free in a term. */
function elementIn(term: Bulk, name: string): Element {
  if (term.tag === "variable" && term.name === name) return term.element;
  for (const part of partsOf(term)) if (freeIn(part).has(name)) return elementIn(part, name);
  return internal("a variable is not free in a term", name);
}
