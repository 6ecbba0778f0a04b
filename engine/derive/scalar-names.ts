// The names that the source gives to scalars: variables that inputs and operations are bound to.
import { nth } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import type { Watch } from "../base/watch.ts";
import { mapTerm } from "../core/terms/map-term.ts";
import type { CorePattern, CoreProgram, Term } from "../core/terms/term.ts";
import { type Parts, type Shape, walk } from "../core/values/shape.ts";
import { type ArrayValue, type DataValue, listItems, type Value } from "../core/values/values.ts";
import type { Prepared } from "../session/input/prepare.ts";
import { type Span, spanKey } from "../source/span.ts";
import { LIST, TABLE } from "../types/type.ts";

/** Names by scalar: of inputs by their place, of operations by their place in the text. */
export interface ScalarNames {
  /**
   * From left to right: `x`, `xs[3]`, `p.1` for the first component of a tuple, field of a record or of whichever constructor it is;
   * undefined where the pattern gives none.
   */
  readonly inputs: readonly (string | undefined)[];
  /** The variable that an operation at this place is bound to. */
  at(span: Span | undefined): string | undefined;
}

/** Throws what the watch throws, and ValueTooLarge. */
export function scalarNames({ core, input, paramShape }: Prepared, watch: Watch): ScalarNames {
  const bound = boundNames(core);
  const entry = core.globals.find(({ name }) => name === core.entry) ?? internal("a program has no entry", core.entry);
  const inputs: (string | undefined)[] = [];
  // an entry of several parameters is a function of their tuple that calls it
  const { pattern, body } = parameterOf(core, entry.term);
  nameInput({ pattern, path: undefined, shape: paramShape, value: input }, takenApart(body), inputs, watch);
  return { inputs, at: (span) => (span === undefined ? undefined : bound.get(spanKey(span))) };
}

/** The names of the Reals of a result by where they are in it, as those of an input: `main`, `main.2`, `main[0]`. */
export function resultNames({ entry, resultShape }: Prepared, value: Value, watch: Watch): readonly string[] {
  const names: (string | undefined)[] = [];
  namePath(entry.entity.name, resultShape, value, names, watch);
  return names.map((name, index) => name ?? `#${index}`);
}

/** A Real of the input or of the result: what it is called, and its value. */
export interface Axis {
  readonly name: string;
  readonly value: number;
}

/** Reals with their names, or their places. */
export function axesOf(names: readonly (string | undefined)[], values: readonly number[]): readonly Axis[] {
  return values.map((value, index) => ({ name: names[index] ?? `#${index}`, value }));
}

/** A name that lowering made has a subscript; the user's have none. */
function isUsers(name: string): boolean {
  return !/[₀-₉]$/u.test(name);
}

/** By the place of an operation, the variable that its result is bound to: there, or by the one call of the function that it ends. */
function boundNames(core: CoreProgram): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const bodies = calledOnce(core);
  const name = (pattern: CorePattern, bound: Term): void => {
    if (pattern.tag === "tuple" && bound.tag === "tuple") {
      for (const [index, item] of pattern.items.entries()) name(item, nth(bound.items, index));
    } else if (bound.tag === "let" || bound.tag === "letrec") name(pattern, bound.body);
    else if (bound.tag === "case") for (const { body } of bound.branches) name(pattern, body);
    else if (
      pattern.tag === "var" &&
      isUsers(pattern.name) &&
      bound.span !== undefined &&
      !names.has(spanKey(bound.span))
    )
      names.set(spanKey(bound.span), pattern.name);
    const body = bound.tag === "app" ? bodyOf(bound, bodies) : undefined;
    if (body !== undefined) name(pattern, body);
  };
  const visit = (term: Term): void => {
    if (term.tag === "let") for (const { pattern, bound } of term.bindings) name(pattern, bound);
    eachPart(term, visit);
  };
  for (const { term } of core.globals) visit(term);
  return names;
}

/** The definitions, but those of the prelude, that are named at one place of the program. */
function calledOnce({ globals }: CoreProgram): ReadonlyMap<string, Term> {
  const counts = new Map<string, number>();
  const count = (term: Term): void => {
    if (term.tag === "global") counts.set(term.name, (counts.get(term.name) ?? 0) + 1);
    eachPart(term, count);
  };
  for (const { term } of globals) count(term);
  const isOne = ({ name, term }: CoreProgram["globals"][number]): boolean =>
    counts.get(name) === 1 && term.span?.source !== "<prelude>";
  return new Map(globals.filter(isOne).map(({ name, term }) => [name, term]));
}

/** The result of a definition in a call with all of its arguments; undefined for another term. */
function bodyOf(call: Term, definitions: ReadonlyMap<string, Term>): Term | undefined {
  let [head, count] = [call, 0];
  for (; head.tag === "app"; head = head.fn) count++;
  let body = head.tag === "global" ? definitions.get(head.name) : undefined;
  for (; count > 0 && body?.tag === "lam"; count--) body = body.body;
  return count === 0 ? body : undefined;
}

function eachPart(term: Term, visit: (part: Term) => void): void {
  mapTerm(term, (at) => {
    if (at === term) return undefined;
    visit(at);
    return at;
  });
}

/** The pattern of an entry's parameter, or the tuple of those of several; and what is done with it. */
function parameterOf(core: CoreProgram, term: Term): { readonly pattern: CorePattern; readonly body: Term } {
  if (term.tag !== "lam") return { pattern: ANY, body: term };
  let head: Term = term.body;
  let count = 0;
  for (; head.tag === "app"; head = head.fn) count++;
  const callee = head.tag === "global" && count > 0 ? core.globals.find(({ name }) => name === head.name) : undefined;
  if (callee === undefined || namesOf(term.param).some(isUsers)) return { pattern: term.param, body: term.body };
  const params: CorePattern[] = [];
  let body: Term = callee.term;
  for (; body.tag === "lam" && params.length < count; body = body.body) params.push(body.param);
  return { pattern: count === 1 ? (params[0] ?? ANY) : { tag: "tuple", items: params }, body };
}

const ANY: CorePattern = { tag: "any", type: { tag: "tuple", items: [] } };

/** The patterns in which a body takes variables apart at once, by their names: `let (w, b) = params in`. */
function takenApart(start: Term): ReadonlyMap<string, CorePattern> {
  const apart = new Map<string, CorePattern>();
  const bound = new Set<string>();
  for (let body = start; body.tag === "let"; body = body.body)
    for (const { pattern, bound: taken } of body.bindings) {
      const isApart = taken.tag === "var" && (pattern.tag === "tuple" || pattern.tag === "con");
      // what is bound to something else is no parameter any more
      const isPart = isApart && !bound.has(taken.name) && !apart.has(taken.name);
      if (isPart) apart.set(taken.name, pattern);
      else for (const name of namesOf(pattern)) bound.add(name);
    }
  return apart;
}

function namesOf(pattern: CorePattern): readonly string[] {
  if (pattern.tag === "var") return [pattern.name];
  if (pattern.tag === "tuple") return pattern.items.flatMap(namesOf);
  return pattern.tag === "con" ? pattern.args.flatMap(namesOf) : [];
}

interface Input extends Named {
  readonly pattern: CorePattern;
}

function nameInput(
  { pattern, path, shape, value }: Input,
  apart: ReadonlyMap<string, CorePattern>,
  names: (string | undefined)[],
  watch: Watch,
): void {
  const part = (step: string, at: CorePattern | undefined, of: Shape, part: Value): void => {
    const input = { pattern: at ?? ANY, path: path === undefined ? undefined : path + step, shape: of, value: part };
    nameInput(input, apart, names, watch);
  };
  if (pattern.tag === "tuple" && shape.tag === "tuple")
    return pattern.items.forEach((item, index) => {
      part(`.${index + 1}`, item, nth(shape.parts, index), nth(value as readonly Value[], index));
    });
  if (pattern.tag === "con" && shape.tag === "data") {
    const { con, fields } = value as DataValue;
    // a list's cells are not distinguished by their constructors
    const isAlike = pattern.con === con && shape.name !== LIST;
    if (isAlike || path === undefined)
      return fields.forEach((field, index) => {
        part(
          `.${index + 1}`,
          isAlike || shape.name === LIST ? pattern.args[index] : undefined,
          nth(shape.fields(con), index),
          field,
        );
      });
  }
  const own = pattern.tag === "var" && isUsers(pattern.name) ? pattern.name : path;
  const taken = pattern.tag === "var" ? apart.get(pattern.name) : undefined;
  if (taken === undefined) return namePath(own, shape, value, names, watch);
  nameInput({ pattern: taken, path: own, shape, value }, apart, names, watch);
}

interface Named {
  readonly path: string | undefined;
  readonly shape: Shape;
  readonly value: Value;
}

/** Names the scalars of a part by where they are in it. */
function namePath(
  path: string | undefined,
  shape: Shape,
  value: Value,
  names: (string | undefined)[],
  watch: Watch,
): void {
  walk<Named>({ path, shape, value }, watch, (one) => {
    const { shape: form, value: current } = one;
    const into = (step: string) => (one.path === undefined ? undefined : one.path + step);
    switch (form.tag) {
      case "real":
        names.push(one.path);
        return undefined;
      case "tuple": {
        const values = current as readonly Value[];
        const at = (index: number): Named => ({
          path: into(`.${index + 1}`),
          shape: nth(form.parts, index),
          value: nth(values, index),
        });
        return { size: values.length, at };
      }
      case "array":
        return items((current as ArrayValue).items, form.item, into);
      case "data": {
        if (form.name === LIST) return items(listItems(current, watch), nth(form.fields("::"), 0), into);
        const { con, fields } = current as DataValue;
        if (form.name === TABLE) return tableItems(form.fields(con), fields, into);
        const fieldNames = form.fieldNames(con);
        const at = (index: number): Named => ({
          path: into(`.${fieldNames?.[index] ?? index + 1}`),
          shape: nth(form.fields(con), index),
          value: nth(fields, index),
        });
        return { size: fields.length, at };
      }
      case "int":
      case "opaque":
        return undefined;
    }
  });
}

function items(values: readonly Value[], shape: Shape, into: (step: string) => string | undefined): Parts<Named> {
  return { size: values.length, at: (index) => ({ path: into(`[${index}]`), shape, value: nth(values, index) }) };
}

/** The elements of a table, by row and column. */
function tableItems(
  shapes: readonly Shape[],
  [, cols, array]: readonly Value[],
  into: (step: string) => string | undefined,
): Parts<Named> {
  const { items: values } = array as ArrayValue;
  const shape = nth(shapes, 2);
  const item = shape.tag === "array" ? shape.item : shape;
  const at = (index: number): Named => {
    const column = index % (cols as number);
    return {
      path: into(`[${(index - column) / (cols as number)}, ${column}]`),
      shape: item,
      value: nth(values, index),
    };
  };
  return { size: values.length, at };
}
