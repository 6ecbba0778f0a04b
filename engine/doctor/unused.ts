// Inputs that a run does not use: the parameter at which one ends, and the branch that would use it.
import { nth } from "../base/nth.ts";
import { isUsersText, type Span } from "../source/span.ts";
import type { Expr, FunctionBinding, LetItem, Pattern } from "../syntax/ast.ts";
import type { Module } from "../types/scope.ts";
import type { Subject } from "./subject.ts";

/** A place where an input is left out, and why no derivative comes from there. */
export interface UnusedPlace {
  readonly cut: "branch" | "unused";
  readonly because: string;
  readonly span: Span | undefined;
}

/** A variable that an input is bound to, or a part of; `path` says which part, by places in tuples. */
interface Holder {
  readonly binding: FunctionBinding;
  readonly module: Module;
  readonly pattern: Variable;
  readonly path: readonly number[];
}

type Variable = Extract<Pattern, { readonly tag: "variable" }>;

/** Calls and bindings that an input is followed through. */
const MOST_FOLLOWED = 50;

/** The place where an input, which nothing in the run uses, is left out. */
export function unusedPlace(subject: Subject, input: number): UnusedPlace {
  const entry = subject.entryName(input);
  const nothing = `nothing uses \`${entry}\``;
  const waiting = holdersIn(subject, entry);
  let last: Span | undefined;
  let isUnused = false;
  for (let at = 0; at < waiting.length && at < MOST_FOLLOWED; at++) {
    const holder = nth(waiting, at);
    const uses = usesOf(holder);
    const [first] = uses;
    if (first === undefined) [isUnused, last] = [true, holder.pattern.span];
    for (const use of uses) {
      const branch = branchNotTaken(subject, holder.binding.body, use);
      if (branch !== undefined)
        return { cut: "branch", because: "it is used in a branch that was not taken", span: branch };
      waiting.push(...handedOn(holder, use));
    }
    if (!isUnused) last ??= first;
  }
  return { cut: "unused", because: isUnused ? nothing : "nothing that it leads to is used", span: last };
}

/** The variable of the entry that holds an input, by the input's path: `p.2`, `xs[3]`. */
function holdersIn({ checked, explored }: Subject, entry: string): Holder[] {
  const found = bindingNamed(checked.module, explored.entry);
  const name = /^[\p{L}_][\p{L}\p{M}\d_']*/u.exec(entry)?.[0];
  if (found === undefined || name === undefined) return [];
  const path = [...entry.slice(name.length).matchAll(/\.(\d+)/g)].map(([, place]) => Number(place) - 1);
  const patterns = [...found.binding.params, ...letsOf(found.binding.body).map(({ pattern }) => pattern)];
  return patterns
    .flatMap(variablesOf)
    .filter((pattern) => pattern.name === name)
    .slice(0, 1)
    .map((pattern) => ({ ...found, pattern, path }));
}

function bindingNamed(start: Module, name: string): Pick<Holder, "binding" | "module"> | undefined {
  for (let module: Module | undefined = start; module !== undefined; module = module.parent) {
    const binding = module.globals.find((one) => one.name === name)?.binding;
    if (binding !== undefined && isUsersText(binding.span.source)) return { binding, module };
  }
  return undefined;
}

/** The variables that a use hands its variable on to: the parameter of a definition that it is given to, or what it is taken apart into. */
function handedOn({ binding, module, path }: Holder, use: Span): readonly Holder[] {
  const found: Holder[] = [];
  const bind = (at: Pick<Holder, "binding" | "module">, pattern: Pattern | undefined, given: Expr): void => {
    const steps = stepsTo(given, use);
    if (pattern === undefined || steps === undefined) return;
    found.push(...followed(pattern, [...steps, ...path]).map((one) => ({ ...at, ...one })));
  };
  eachNode(binding.body, (node) => {
    if (!contains(node.span, use)) return;
    if (node.tag === "apply" && node.fn.tag === "variable") {
      const callee = bindingNamed(module, node.fn.name);
      for (const [place, arg] of node.args.entries())
        if (callee !== undefined) bind(callee, callee.binding.params[place], arg);
    } else if (node.tag === "let")
      for (const { pattern, bound } of valuesOf(node.items)) bind({ binding, module }, pattern, bound);
  });
  return found;
}

/** The way to a use within what is given, by places in tuples; undefined where it is no part of it. */
function stepsTo(given: Expr, use: Span): readonly number[] | undefined {
  if (given.span.from === use.from && given.span.to === use.to) return [];
  if (given.tag !== "tuple") return undefined;
  const place = given.items.findIndex(({ span }) => contains(span, use));
  const rest = place < 0 ? undefined : stepsTo(nth(given.items, place), use);
  return rest && [place, ...rest];
}

/** The variable of a pattern that a part of what it takes apart is bound to. */
function followed(pattern: Pattern, path: readonly number[]): readonly Pick<Holder, "pattern" | "path">[] {
  const at = bare(pattern);
  if (at.tag === "variable") return [{ pattern: at, path }];
  const [step, ...rest] = path;
  const item = at.tag === "tuple" && step !== undefined ? at.items[step] : undefined;
  return item === undefined ? [] : followed(item, rest);
}

function bare(pattern: Pattern): Pattern {
  return pattern.tag === "annotated" ? bare(pattern.pattern) : pattern;
}

function variablesOf(pattern: Pattern): readonly Variable[] {
  const at = bare(pattern);
  if (at.tag === "variable") return [at];
  return at.tag === "tuple" ? at.items.flatMap(variablesOf) : [];
}

function letsOf(body: Expr): ReturnType<typeof valuesOf> {
  return body.tag === "let" ? [...valuesOf(body.items), ...letsOf(body.body)] : [];
}

function valuesOf(items: readonly LetItem[]): readonly Extract<LetItem, { readonly tag: "value" }>[] {
  return items.flatMap((item) => (item.tag === "value" ? [item] : []));
}

/** The places where a variable is used. */
function usesOf({ pattern, module: { table } }: Holder): readonly Span[] {
  const entity = table.locals.get(pattern);
  return [...table.uses].flatMap(([node, use]) =>
    entity !== undefined && use.entity === entity && "span" in node ? [node.span] : [],
  );
}

/** The outermost `if` or `case` around a use whose branch with the use was not run. */
function branchNotTaken({ graph }: Subject, body: Expr, use: Span): Span | undefined {
  const wasRun = (at: Span): boolean => graph.spans.some((one) => contains(at, one));
  let found: Span | undefined;
  eachNode(body, (node) => {
    if (found !== undefined || (node.tag !== "if" && node.tag !== "case") || !contains(node.span, use)) return;
    const branches = node.tag === "if" ? [node.consequent, node.alternative] : node.branches.map((one) => one.body);
    const holding = branches.find(({ span }) => contains(span, use));
    if (holding !== undefined && !wasRun(holding.span)) found = node.span;
  });
  return found;
}

/** Visits the expressions of a syntax tree, outer ones first. */
function eachNode(root: object, visit: (node: Expr) => void): void {
  if ("tag" in root && "span" in root) visit(root as Expr);
  for (const part of Object.values(root)) if (typeof part === "object" && part !== null) eachNode(part, visit);
}

function contains(outer: Span, inner: Span): boolean {
  return outer.source === inner.source && outer.from <= inner.from && inner.to <= outer.to;
}
