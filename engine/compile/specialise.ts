// Core to IR: definitions are specialised to what is known of their arguments, calls of known functions are inlined, and tail
// calls become loops. What is not known of a value are its components, so tuples, records and closures that do not escape are never made.

import { internal } from "../base/unreachable.ts";
import { lambdaTypes } from "../core/terms/check.ts";
import { asksForDerivatives } from "../core/terms/derivatives.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import { longGlobals, termsOf } from "./core-facts/inlining.ts";
import { recursiveGlobals } from "./core-facts/recursive-definitions.ts";
import { Derivatives } from "./derivatives/derivatives.ts";
import { type IrProgram, type Mode, Variables } from "./ir/ir.ts";
import { componentsOf, Layouts } from "./ir/layout.ts";
import { Origins } from "./ir/origin.ts";
import { fresh } from "./partial-evaluation/abstract-value.ts";
import { call } from "./partial-evaluation/calls.ts";
import { type Compilation, NONE } from "./partial-evaluation/compilation.ts";
import { apply, closure, functionType, inContext, namedOf, newFn } from "./partial-evaluation/functions.ts";
import { listOf } from "./partial-evaluation/lists.ts";
import { components } from "./partial-evaluation/materialise.ts";
import { evalTerm } from "./partial-evaluation/terms.ts";

/**
 * Terms that may be compiled, copies included: a number of them, and a multiple of those of the program. Programs as people write them come to
 * once or twice their terms.
 */
const LARGEST = 20_000;
const TIMES = 10;

/** The same of programs that ask for derivatives: each level of them has terms of its own. */
const WITH_DERIVATIVES = 8;

/**
 * The program from its entry on. `plain` computes its value; `active` is what derivatives are taken of. Functions are values only
 * where they escape. Throws LeftToMachine.
 */
export function specialise(program: CoreProgram, mode: Mode): IrProgram {
  const c = newCompilation(program, mode);
  const entry = c.named.get(program.entry) ?? internal("an entry is no function", program.entry);
  if (entry.type.tag !== "fun") return internal("an entry is no function", entry.name);
  const [param, result] = [c.layouts.of(entry.type.from), c.layouts.of(entry.type.to)];
  const { sym, vars } = fresh(param, c.variables);
  const fn = newFn(c, entry.name, mode, "reference", vars, componentsOf(result), entry.span);
  const around = c.origins.enter(entry.span);
  inContext(c, mode, fn, (out) => {
    const value = apply(c, { tag: "named", fn: entry, types: [], args: [] }, sym, out, NONE);
    return value && components(c, value, result, out);
  });
  c.origins.leave(around);
  const globals = [...c.values.values()].map(({ global }) => global);
  return { entry: fn, fns: c.fns, globals, param, result, variables: c.variables };
}

function newCompilation(source: CoreProgram, wanted: Mode): Compilation {
  const recursive = recursiveGlobals(source);
  const lambdas = new Map(lambdaTypes(source));
  const asks = asksForDerivatives(source);
  const derivatives = new Derivatives(source, lambdas, () => c);
  // programs with derivatives of their own need the tape for their value, too
  const mode = asks ? "active" : wanted;
  const program = asks ? { ...source, data: [...source.data, ...derivatives.data] } : source;
  const c: Compilation = {
    program,
    mode,
    layouts: new Layouts(program.data),
    lambdas,
    globals: new Map(program.globals.map((global) => [global.name, global])),
    named: new Map(),
    recursive: new Set(recursive),
    long: new Set(longGlobals(program, recursive)),
    fns: [],
    known: new Map(),
    values: new Map(),
    calls: new Map(),
    promised: new Map(),
    closed: new Set(),
    localIds: new Map(),
    variables: new Variables(),
    origins: new Origins(),
    termIds: new Map(),
    jobs: new Map(),
    parts: new Map(),
    forkCount: 0,
    namedCount: 0,
    context: { mode: "plain", instances: [], outer: undefined },
    isInOp: false,
    size: 0,
    largest: (LARGEST + TIMES * termsOf(program)) * (asks ? WITH_DERIVATIVES : 1),
    eval: (term, env, out, tails) => evalTerm(c, term, env, out, tails),
    derivative: (term, env, out) => derivatives.eval(term, env, out),
    globalWithTangents: (name) => derivatives.global(name),
    call: (one, out, tails) => call(c, one, out, tails),
    closure: (sym, from, to, out) => closure(c, sym, from, to, out),
    list: (stream, out) => listOf(c, stream, out),
    functionType: (sym) => functionType(c, sym),
  };
  for (const global of program.globals)
    if (global.kind === "function") c.named.set(global.name, namedOf(c, global, recursive.has(global.name)));
  return c;
}
