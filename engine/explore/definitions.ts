// Names of parts of a run: the definition that does all of their work, the user's before those of the prelude.

import { nth } from "../base/nth.ts";
import { internal, unreachable } from "../base/unreachable.ts";
import type { CallArgument, CallTree } from "../core/events/trace.ts";
import { shortReal } from "../core/values/show-value.ts";
import { differentiates } from "../graphs/inner-runs.ts";
import { kindIn, nameIn, type RunFunction, type RunGraph } from "../graphs/run-graph.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import { isUsersText, type Span } from "../source/span.ts";
import type { FunctionBinding } from "../syntax/ast.ts";
import { type GlobalEntity, lookUp, type Module } from "../types/scope.ts";
import { shownName } from "../types/type.ts";

/** A definition, or a function within one. */
interface Defined {
  readonly name: string;
  readonly span: Span;
  /** All names in it. */
  readonly names: ReadonlySet<string>;
}

/** Stands for what is given to a parameter that is a pattern. */
const UNNAMED = "…";

/** Operations of a part that are looked at. */
const MOST_LOOKED_AT = 5000;

/** The definitions of one program beside the graph of its run. It remembers what it has looked up, and is made once for a graph. */
export class Definitions {
  readonly text: string;
  readonly #all: readonly Defined[];
  readonly #byName = new Map<string, Defined[]>();
  readonly #reached = new Map<Defined, ReadonlySet<Defined>>();
  /** The innermost definition around each place of the graph's table of places. */
  readonly #around = new Map<number, Defined | undefined>();
  readonly #graph: RunGraph;
  readonly #entry: string;
  readonly #calls: CallTree | undefined;

  constructor({ text, module }: CheckedProgram, graph: RunGraph, entry: string, calls: CallTree | undefined) {
    this.#calls = calls;
    this.text = text;
    this.#graph = graph;
    this.#entry = entry;
    this.#all = bindingsOf(module).map((binding) => ({
      name: binding.name.text,
      span: binding.span,
      names: namesIn(binding),
    }));
    for (const one of this.#all) this.#byName.set(one.name, [...(this.#byName.get(one.name) ?? []), one]);
  }

  /**
   * The definition that is behind all operations from one scalar up to another: the smallest that contains or calls what they
   * stand in. None for what the entry does itself, unless it goes round in itself.
   */
  nameOf(from: number, to: number): string | undefined {
    const around = new Set<Defined>();
    for (let node = from; node < Math.min(to, from + MOST_LOOKED_AT); node++) {
      if (kindIn(this.#graph, node) !== "operation") continue;
      const found = this.#aroundPlace(nth(this.#graph.span, node));
      if (found !== undefined) around.add(found);
    }
    const users = [...around].filter(({ span }) => isUsersText(span.source));
    const wanted = users.length > 0 ? users : [...around];
    return this.#common(wanted) ?? this.#common(wanted.filter((one) => !this.#isOnce(one)));
  }

  /** A call as its reader would write it, with names or numbers for what it is given: `logNormal x 0.3`. */
  callOf(call: number, fn: RunFunction): string {
    if (differentiates(fn)) {
      // the first call that it makes is one of the function that it differentiates
      const inner = this.#calls?.calls[call + 1];
      const isNamed = inner?.parent === call && inner.fn?.kind === "named" && inner.fn.builtin === undefined;
      return isNamed ? `${fn.builtin} ${shownName(inner.fn.name)}` : functionName(fn);
    }
    const args = fn.builtin === undefined ? (this.#calls?.calls[call]?.args ?? []) : [];
    const words = args.map((arg) => this.#argument(arg));
    return [functionName(fn), ...(words.every((word) => word === UNNAMED) ? [] : words)].join(" ");
  }

  #argument(arg: CallArgument): string {
    switch (arg.tag) {
      case "scalar":
        return nameIn(this.#graph, arg.number) ?? shortReal(nth(this.#graph.values, arg.number));
      case "number":
        return String(arg.value);
      case "tuple":
        return `(${arg.items.map((item) => this.#argument(item)).join(", ")})`;
      case "other":
        return arg.name?.replace(/[₀-₉]+$/u, "") ?? UNNAMED;
      default:
        return unreachable(arg);
    }
  }

  #common(wanted: readonly Defined[]): string | undefined {
    if (wanted.length === 0) return undefined;
    const able = this.#all.filter((one) => {
      if (this.#isOnce(one)) return false;
      const reached = this.#reach(one);
      return wanted.every((other) => reached.has(other));
    });
    // among equal reach, prefer one that is wanted itself
    const rank = (one: Defined): number => 2 * this.#reach(one).size - (wanted.includes(one) ? 1 : 0);
    const found = able.sort((a, b) => rank(a) - rank(b))[0];
    if (found === undefined) return undefined;
    return functionName({ name: found.name, builtin: isUsersText(found.span.source) ? undefined : found.name });
  }

  /** The entry runs once, and its name says nothing, where it does not call itself. */
  #isOnce({ name, names, span }: Defined): boolean {
    return name === this.#entry && span.source === "<program>" && !names.has(name);
  }

  /** A definition's callees, in any number of steps; and itself. */
  #reach(start: Defined): ReadonlySet<Defined> {
    const known = this.#reached.get(start);
    if (known !== undefined) return known;
    const reached = new Set([start]);
    const todo = [start];
    for (let next = todo.pop(); next !== undefined; next = todo.pop())
      for (const name of next.names)
        for (const used of this.#byName.get(name) ?? []) {
          if (reached.has(used)) continue;
          reached.add(used);
          todo.push(used);
        }
    this.#reached.set(start, reached);
    return reached;
  }

  #aroundPlace(place: number): Defined | undefined {
    if (place < 0) return undefined;
    if (this.#around.has(place)) return this.#around.get(place);
    const at = this.#graph.spans[place] ?? internal("a place that is not in the table");
    let innermost: Defined | undefined;
    for (const one of this.#all) {
      const { source, from, to } = one.span;
      if (source !== at.source || from > at.from || at.to > to) continue;
      if (innermost === undefined || from >= innermost.span.from) innermost = one;
    }
    this.#around.set(place, innermost);
    return innermost;
  }
}

/** The name of a function; one of the prelude is called built in. */
export function functionName({ name, builtin }: Pick<RunFunction, "name" | "builtin">): string {
  return builtin === undefined ? name : `${builtin}${BUILT_IN}`;
}

const BUILT_IN = " (built in)";

/** A title as it stands in a box of a graph, where room is little: without the words that a function is built in. */
export function titleInBox(title: string): string {
  return title.replace(BUILT_IN, "");
}

/** The user's definitions, and those of the prelude that they reach, with the functions within them. */
function bindingsOf(module: Module): readonly FunctionBinding[] {
  const found: FunctionBinding[] = [];
  const reached = new Set<GlobalEntity>();
  for (let at: Module | undefined = module; at !== undefined; at = at.parent)
    for (const entity of at.globals) if (isUsersText(entity.span.source)) reached.add(entity);
  for (const { binding, op, module: scope } of reached)
    walk({ binding, op }, (node) => {
      if ("params" in node && "body" in node && "name" in node) found.push(node as unknown as FunctionBinding);
      const name = nameOf(node);
      const used = name === undefined ? undefined : lookUp(scope, "values", name);
      if (used?.tag === "global") reached.add(used);
    });
  return found;
}

/** The name that a node of a syntax tree uses. */
function nameOf(node: object): string | undefined {
  const { tag, name } = node as { readonly tag?: unknown; readonly name?: unknown };
  return tag === "variable" && typeof name === "string" ? name : undefined;
}

function namesIn(binding: FunctionBinding): ReadonlySet<string> {
  const names = new Set<string>();
  walk(binding.body, (node) => {
    const name = nameOf(node);
    if (name !== undefined) names.add(name);
  });
  return names;
}

/** Visits all nodes of a syntax tree, which is plain data, without recursion. */
function walk(root: object, visit: (node: object) => void): void {
  const todo = [root];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    visit(node);
    for (const part of Object.values(node)) if (typeof part === "object" && part !== null) todo.push(part);
  }
}
