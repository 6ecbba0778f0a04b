// The names that the source gives to scalars: variables that inputs and operations are bound to.
import { internal } from "../base/unreachable.ts";
import { mapTerm } from "../core/map-term.ts";
import type { Shape } from "../core/shape.ts";
import type { CorePattern, CoreProgram, Term } from "../core/term.ts";
import { type ArrayValue, type DataValue, listItems, type Value } from "../core/values.ts";
import type { Span } from "../source/span.ts";
import { LIST } from "../types/type.ts";
import type { Prepared } from "./prepare.ts";

/** Names by scalar: of inputs by their place, of operations by their place in the text. */
export interface ScalarNames {
  /** From left to right: `x`, `xs[3]`, `p.1`; undefined where the pattern gives none. */
  readonly inputs: readonly (string | undefined)[];
  /** The variable that an operation at this place is bound to. */
  at(span: Span | undefined): string | undefined;
}

export function scalarNames({ core, input, paramShape }: Prepared): ScalarNames {
  const bound = boundNames(core);
  const entry = core.globals.find(({ name }) => name === core.entry) ?? internal("a program has no entry", core.entry);
  const inputs: (string | undefined)[] = [];
  // an entry of several parameters is a function of their tuple that calls it
  const pattern = parameterOf(core, entry.term) ?? { tag: "any", type: { tag: "tuple", items: [] } };
  nameInput(pattern, paramShape, input, inputs);
  return { inputs, at: (span) => (span === undefined ? undefined : bound.get(keyOf(span))) };
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

function nameInput(pattern: CorePattern, shape: Shape, value: Value, names: (string | undefined)[]): void {
  if (pattern.tag === "tuple" && shape.tag === "tuple")
    return pattern.items.forEach((item, index) => {
      nameInput(item, shape.parts[index]!, (value as readonly Value[])[index]!, names);
    });
  if (pattern.tag === "con" && shape.tag === "data") {
    const data = value as DataValue;
    const fields = shape.fields(data.con);
    return data.fields.forEach((field, index) => {
      nameInput(pattern.args[index] ?? { tag: "any", type: { tag: "tuple", items: [] } }, fields[index]!, field, names);
    });
  }
  namePath(pattern.tag === "var" && isUsers(pattern.name) ? pattern.name : undefined, shape, value, names);
}

/** Names the scalars of a part by where they are in it. */
function namePath(path: string | undefined, shape: Shape, value: Value, names: (string | undefined)[]): void {
  const tasks: { readonly path: string | undefined; readonly shape: Shape; readonly value: Value }[] = [
    { path, shape, value },
  ];
  const into = (at: string | undefined, step: string) => (at === undefined ? undefined : at + step);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { path: at, shape: form, value: current } = task;
    const parts: (typeof task)[] = [];
    if (form.tag === "real") names.push(at);
    else if (form.tag === "tuple")
      (current as readonly Value[]).forEach((part, index) => {
        parts.push({ path: into(at, `.${index + 1}`), shape: form.parts[index]!, value: part });
      });
    else if (form.tag === "array")
      (current as ArrayValue).items.forEach((item, index) => {
        parts.push({ path: into(at, `[${index}]`), shape: form.item, value: item });
      });
    else if (form.tag === "data" && form.name === LIST) {
      const [item] = form.fields("::");
      listItems(current).forEach((one, index) => {
        parts.push({ path: into(at, `[${index}]`), shape: item!, value: one });
      });
    } else if (form.tag === "data") {
      const { con, fields } = current as DataValue;
      fields.forEach((field, index) => {
        parts.push({ path: into(at, `.${con}.${index + 1}`), shape: form.fields(con)[index]!, value: field });
      });
    }
    tasks.push(...parts.reverse());
  }
}
