// The operands that a local function captured from those around it: what --forget-captured passes nothing on to. Whoever builds pairs by
// hand makes this mistake easily: the function holds on to the number, and not to its backpropagator.
import { childrenOf, patternNames } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";
import type { CommonOptions } from "./options.ts";

/** The operands, within a program, that are variables which a local function captured; undefined unless they are to be forgotten. */
export function forgottenOperands(
  program: CoreProgram,
  { forgetCaptured }: CommonOptions,
): ReadonlySet<Term> | undefined {
  if (forgetCaptured !== true) return undefined;
  const found = new Set<Term>();
  for (const { term } of program.globals) visitFunction(term, new Set(), found);
  return found;
}

/** Goes through a function, its λs in a row being one; `around` are the variables of those around it. */
function visitFunction(term: Term, around: ReadonlySet<string>, found: Set<Term>): void {
  const own = new Set<string>();
  let body = term;
  for (; body.tag === "lam"; body = body.body) for (const name of patternNames(body.param)) own.add(name);
  visit(body, { own, around }, found);
}

interface Scope {
  /** The variables of the function that is gone through, and those that it captured. */
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

function visit(term: Term, scope: Scope, found: Set<Term>): void {
  const { own, around } = scope;
  const within = (names: Iterable<string>): Scope => ({ own: new Set([...own, ...names]), around });
  switch (term.tag) {
    case "lam":
      return visitFunction(term, new Set([...around, ...own]), found);
    case "letrec": {
      const inner = within(term.functions.map(({ name }) => name));
      for (const fn of term.functions) visitFunction(fn.term, new Set([...around, ...inner.own]), found);
      return visit(term.body, inner, found);
    }
    case "let": {
      let inner = scope;
      for (const { pattern, bound } of term.bindings) {
        visit(bound, inner, found);
        inner = { own: new Set([...inner.own, ...patternNames(pattern)]), around };
      }
      return visit(term.body, inner, found);
    }
    case "case":
      visit(term.scrutinee, scope, found);
      for (const { pattern, body } of term.branches) visit(body, within(patternNames(pattern)), found);
      return;
    case "op":
      for (const arg of term.args)
        if (arg.tag === "var" && !own.has(arg.name) && around.has(arg.name)) found.add(arg);
        else visit(arg, scope, found);
      return;
    default:
      for (const part of childrenOf(term)) visit(part, scope, found);
  }
}
