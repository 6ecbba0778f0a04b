// The names that the source gives to scalars: variables that inputs and operations are bound to.
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import { mapTerm } from "../../core/terms/map-term.ts";
import type { CorePattern, CoreProgram, Term } from "../../core/terms/term.ts";
import { type Parts, type Shape, walk } from "../../core/values/shape.ts";
import { type ArrayValue, type DataValue, listItems, type Value } from "../../core/values/values.ts";
import type { Span } from "../../source/span.ts";
import { LIST } from "../../types/type.ts";
import type { Prepared } from "../input/prepare.ts";

/** Names by scalar: of inputs by their place, of operations by their place in the text. */
export interface ScalarNames {
  /** From left to right: `x`, `xs[3]`, `p.1`; undefined where the pattern gives none. */
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
  const pattern = parameterOf(core, entry.term) ?? { tag: "any", type: { tag: "tuple", items: [] } };
  nameInput(pattern, paramShape, input, inputs, watch);
  return { inputs, at: (span) => (span === undefined ? undefined : bound.get(keyOf(span))) };
}

/** The names of the Reals of a result by where they are in it, as those of an input: `main`, `main.2`, `main[0]`. */
export function resultNames({ entry, resultShape }: Prepared, value: Value, watch: Watch): readonly string[] {
  const names: (string | undefined)[] = [];
  namePath(entry.entity.name, resultShape, value, names, watch);
  return names.map((name, index) => name ?? `#${index}`);
}

function keyOf({ source, from, to }: Span): string {
  return `${source} ${from} ${to}`;
}

/** A name that lowering made has a subscript; the user's have none. */
function isUsers(name: string): boolean {
  return !/[₀-₉]$/u.test(name);
}

function boundNames(core: CoreProgram): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (term: Term): void => {
    if (term.tag === "let")
      for (const { pattern, bound } of term.bindings)
        if (pattern.tag === "var" && isUsers(pattern.name) && bound.span !== undefined)
          names.set(keyOf(bound.span), pattern.name);
    mapTerm(term, (at) => {
      if (at === term) return undefined;
      visit(at);
      return at;
    });
  };
  for (const { term } of core.globals) visit(term);
  return names;
}

/** The pattern of an entry's parameter, or the tuple of those of several. */
function parameterOf(core: CoreProgram, term: Term): CorePattern | undefined {
  if (term.tag !== "lam") return undefined;
  let head: Term = term.body;
  let count = 0;
  for (; head.tag === "app"; head = head.fn) count++;
  const callee = head.tag === "global" && count > 0 ? core.globals.find(({ name }) => name === head.name) : undefined;
  if (callee === undefined || namesOf(term.param).some(isUsers)) return term.param;
  const params: CorePattern[] = [];
  for (let at = callee.term; at.tag === "lam" && params.length < count; at = at.body) params.push(at.param);
  return count === 1 ? params[0] : { tag: "tuple", items: params };
}

function namesOf(pattern: CorePattern): readonly string[] {
  if (pattern.tag === "var") return [pattern.name];
  if (pattern.tag === "tuple") return pattern.items.flatMap(namesOf);
  return pattern.tag === "con" ? pattern.args.flatMap(namesOf) : [];
}

function nameInput(
  pattern: CorePattern,
  shape: Shape,
  value: Value,
  names: (string | undefined)[],
  watch: Watch,
): void {
  if (pattern.tag === "tuple" && shape.tag === "tuple")
    return pattern.items.forEach((item, index) => {
      nameInput(item, shape.parts[index]!, (value as readonly Value[])[index]!, names, watch);
    });
  if (pattern.tag === "con" && shape.tag === "data") {
    const data = value as DataValue;
    const fields = shape.fields(data.con);
    return data.fields.forEach((field, index) => {
      const of = pattern.args[index] ?? { tag: "any", type: { tag: "tuple", items: [] } };
      nameInput(of, fields[index]!, field, names, watch);
    });
  }
  namePath(pattern.tag === "var" && isUsers(pattern.name) ? pattern.name : undefined, shape, value, names, watch);
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
          shape: form.parts[index]!,
          value: values[index]!,
        });
        return { size: values.length, at };
      }
      case "array":
        return items((current as ArrayValue).items, form.item, into);
      case "data": {
        if (form.name === LIST) return items(listItems(current, watch), form.fields("::")[0]!, into);
        const { con, fields } = current as DataValue;
        const at = (index: number): Named => ({
          path: into(`.${con}.${index + 1}`),
          shape: form.fields(con)[index]!,
          value: fields[index]!,
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
  return { size: values.length, at: (index) => ({ path: into(`[${index}]`), shape, value: values[index]! }) };
}
