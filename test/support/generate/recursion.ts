// Recursive functions that terminate: counting a small Int down, or consuming a list; alone or in pairs.

import { application } from "./call.ts";
import { irrefutable } from "./pattern.ts";
import type { Variable } from "./scope.ts";
import type { Site } from "./site.ts";
import {
  apply,
  type Binding,
  bind,
  cases,
  choose,
  cons,
  infix,
  int,
  letIn,
  listPattern,
  name,
  type Term,
} from "./syntax.ts";
import { arrow, isNumeric, listOf, SmallInt, type Type, uncurry } from "./type.ts";

/** Functions that call themselves or each other. */
export interface RecursiveGroup {
  readonly bindings: readonly Binding[];
  readonly variables: readonly Variable[];
}

const LOCAL_NAMES = ["go", "loop", "walk", "ping", "pong"];

/** One recursive function, or two that call each other; their results are of the given type. */
export function recursiveGroup(site: Site, result: Type, mutual: boolean, pool = LOCAL_NAMES): RecursiveGroup {
  const form = site.choices.oneOf("recursion", ["countdown", "list"]);
  const element = form === "list" ? site.guess("element", ({ tag }) => tag !== "List" && tag !== "Array") : SmallInt;
  const type = form === "list" ? arrow(listOf(element), result) : arrow(SmallInt, result, result);
  const first = site.fresh("first", type, [], pool);
  const variables = mutual ? [first, site.fresh("second", type, [first], pool)] : [first];
  const bindings = variables.map((self, index): Binding => {
    const other = variables[(index + 1) % variables.length] ?? self;
    // The functions hide what has their names; calling them is left to the frame, which makes progress.
    const part = site.part(`function ${index}`, "recursive function").with(variables);
    const inside = part.without(variables);
    return form === "list"
      ? consuming(inside, self, other, element, result)
      : countingDown(inside, self, other, result);
  });
  return { bindings, variables };
}

/** `f n acc = if n <= 0 then .. else f (n - 1) ..`. */
function countingDown(site: Site, self: Variable, next: Variable, result: Type): Binding {
  const counter = site.fresh("counter", SmallInt);
  const state = site.fresh("state", result, [counter]);
  const inner = [counter, state];
  const fewer = infix(name(counter.name), "-", int(1));
  const done = site.closure(() => site.leaf("done", result, inner));
  const step = site.closure((): Term => {
    if (site.choices.oneOf("step", ["before", "after"]) === "before") {
      return apply(next.name, fewer, site.grow("state", result, inner));
    }
    const rest = site.fresh("rest", result, inner);
    const call = apply(next.name, fewer, name(state.name));
    return letIn(bind(rest.name), call, site.grow("combine", result, [...inner, rest]));
  });
  const count = name(counter.name);
  const body = {
    down: () => choose(infix(count, "<=", int(0)), done, step),
    up: () => choose(infix(count, ">", int(0)), step, done),
    zero: () =>
      cases(
        count,
        { pattern: { tag: "NumberPattern", text: "0" }, body: done },
        { pattern: { tag: "Wildcard" }, body: step },
      ),
  }[site.choices.oneOf("test", ["down", "up", "zero"])]();
  return { pattern: bind(self.name), parameters: [bind(counter.name), bind(state.name)], body };
}

/** `f xs = case xs of { [] -> .. | y :: ys -> .. f ys .. }`. */
function consuming(site: Site, self: Variable, next: Variable, element: Type, result: Type): Binding {
  const whole = site.fresh("list", listOf(element));
  const { pattern, variables } = irrefutable(site, "head", element, [whole]);
  const rest = site.fresh("tail", listOf(element), [whole, ...variables]);
  const call = apply(next.name, name(rest.name));
  const none = site.closure(() => site.leaf("none", result, [whole]));
  const inner = [whole, ...variables, rest];
  const more = site.closure((): Term => {
    const form = isNumeric(result) ? site.choices.oneOf("combine", ["plus", "let", "minus"]) : "let";
    if (form === "plus") return infix(site.grow("more", result, inner), "+", call);
    if (form === "minus") return infix(call, "-", site.grow("more", result, inner));
    const folded = site.fresh("folded", result, inner);
    return letIn(bind(folded.name), call, site.grow("more", result, [...inner, folded]));
  });
  const body = cases(
    name(whole.name),
    { pattern: listPattern(), body: none },
    { pattern: cons(pattern, bind(rest.name)), body: more },
  );
  return { pattern: bind(self.name), parameters: [bind(whole.name)], body };
}

/** `let rec f .. in f ..`, or with two functions. */
export function localRecursion(site: Site, goal: Type, label: "let rec" | "let rec and"): Term {
  const own = goal.tag === "Function" || site.choices.oneOf("result", ["goal", "other"]) === "other";
  const result = own ? site.guess("result type") : goal;
  const { bindings, variables } = recursiveGroup(site, result, label === "let rec and");
  const [first] = variables;
  if (first === undefined) throw new Error("internal: an empty group");
  const inner = site.with(variables);
  const { parameters } = uncurry(first.type);
  const call = application(inner, { variable: first, count: parameters.length, found: new Map() });
  const make = (): Term => {
    if (!own) return call;
    const folded = inner.fresh("folded", result, variables);
    return letIn(bind(folded.name), call, inner.grow("body", goal, [folded]));
  };
  return { tag: "Let", recursive: true, bindings, body: make() };
}
