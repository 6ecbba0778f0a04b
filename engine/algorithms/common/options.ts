// The options that the parts of this folder read, and the faults among them. An algorithm describes those that its stages offer.
import { childrenOf, mapTerm, patternNames } from "../../core/terms/map-term.ts";
import type { CoreProgram, OpRef, Term } from "../../core/terms/term.ts";
import { OPS } from "../../scalars/ops.ts";

/** Variations of a stage made of the parts of this folder. */
export interface CommonOptions {
  /** Deinterleave stages the calls of the output's backpropagators, instead of calling them (thesis, footnote 22). */
  readonly stageOutputs?: boolean;
  /** The operands of operations that give no Real are computed without dual parts (thesis §3.9, φ and ψ). */
  readonly plainDiscrete?: boolean;
  /** Broken on purpose: the two partials of an operation on two Reals are swapped. */
  readonly swapPartials?: boolean;
  /** Broken on purpose: an operation passes nothing on to a variable that its function captured. */
  readonly forgetCaptured?: boolean;
}

/** Whether an operation has two operands, both of them Reals. */
function hasTwoReals({ ops }: CoreProgram, op: OpRef): boolean {
  if (op.tag === "custom") return ops.find(({ name }) => name === op.name)?.arity === 2;
  const { args } = OPS[op.id];
  return args.length === 2 && args.every((arg) => arg === "Real");
}

/** The program with the partials of operations on two Reals swapped. */
export function withSwappedPartials(program: CoreProgram): CoreProgram {
  const swapped = (term: Term): Term =>
    mapTerm(term, (at) => {
      if (at.tag !== "partial" || !hasTwoReals(program, at.op)) return undefined;
      return { ...at, index: 1 - at.index, cotangent: swapped(at.cotangent) };
    });
  return { ...program, globals: program.globals.map((one) => ({ ...one, term: swapped(one.term) })) };
}

/**
 * The operands, within a program, that are variables which a local function captured; undefined unless they are to be forgotten. A pair
 * built by hand has this mistake easily: the function holds on to the number, and not to its backpropagator.
 */
export function forgottenOperands(
  program: CoreProgram,
  { forgetCaptured }: CommonOptions,
): ReadonlySet<Term> | undefined {
  if (forgetCaptured !== true) return undefined;
  const found = new Set<Term>();
  for (const { term } of program.globals) visitFunction(term, new Set(), found);
  return found;
}

/** Finds them in a function, its λs in a row being one; `around` are the variables of those around it. */
function visitFunction(term: Term, around: ReadonlySet<string>, found: Set<Term>): void {
  const own = new Set<string>();
  let body = term;
  for (; body.tag === "lam"; body = body.body) for (const name of patternNames(body.param)) own.add(name);
  visit(body, { own, around }, found);
}

interface Scope {
  /** The variables of the function, and those that it captured. */
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
