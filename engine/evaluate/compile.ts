// Terms to code of the machine. How terms of each kind are compiled stands beside their instructions (`instructions/`).
import { nth, present } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import type { CalledFunction } from "../core/events/trace.ts";
import { type CoreProgram, functionIn, type Global, type Term } from "../core/terms/term.ts";
import type { Shapes } from "../core/values/shape.ts";
import { Builder, type Compilers, type Linking, newBlock } from "./code/builder.ts";
import type { Block, Code, GlobalCode } from "./code/code.ts";
import { meansOf } from "./code/roles.ts";
import { BINDINGS } from "./instructions/bindings.ts";
import { DATA } from "./instructions/data.ts";
import { DEFINITIONS } from "./instructions/definitions.ts";
import { compileBody, FUNCTIONS, giveBack, parameterName } from "./instructions/functions.ts";
import { JOBS } from "./instructions/jobs.ts";
import { NATIVES } from "./instructions/natives.ts";
import { SCALARS } from "./instructions/scalars.ts";

const COMPILERS: Compilers<Term["tag"]> = {
  ...BINDINGS,
  ...DATA,
  ...DEFINITIONS,
  ...FUNCTIONS,
  ...JOBS,
  ...NATIVES,
  ...SCALARS,
};

/**
 * Compiles a program. Shapes are those of the program's types; type variables of native operations are closed by then. `plain` are
 * the operations whose operands a tracer is not to note.
 */
export function compile(program: CoreProgram, shapes: Shapes, plain?: { has(term: Term): boolean }): Code {
  const inlined = new Map(
    program.globals.flatMap(({ kind, name, term }) => (kind === "inline" ? [[name, term] as const] : [])),
  );
  const linking: Linking = {
    program,
    shapes,
    plain,
    compilers: COMPILERS,
    globals: new Map(),
    customs: new Map(),
    inlined,
  };
  const { globals, customs } = linking;
  for (const global of program.globals) {
    const { name, kind, span } = global;
    if (kind === "inline") continue;
    globals.set(name, { name, kind, block: newBlock(functionOf(global), meansOf(program.meaning, name, span)), span });
  }
  for (const { name, arity, partials } of program.ops)
    customs.set(name, {
      name,
      arity,
      value: newBlock(named(name)),
      partials: partials.map((_, index) => newBlock(named(`partial ${index + 1} of ${name}`))),
    });
  for (const { name, kind, term } of program.globals) {
    if (kind === "inline") continue;
    const global = present(globals.get(name));
    fill(linking, global.block, term, kind === "once" ? global : undefined);
  }
  for (const op of program.ops) {
    const { value, partials } = present(customs.get(op.name));
    fill(linking, value, op.value);
    op.partials.forEach((partial, index) => fill(linking, nth(partials, index), partial));
  }
  return { globals, entry: globals.get(program.entry) ?? internal("a program has no entry", program.entry) };
}

/** Compiles the term of a definition into its block. */
function fill(linking: Linking, block: Block, term: Term, once?: GlobalCode): void {
  const fn = functionIn(term);
  const to = new Builder(linking, block, fn?.body);
  if (fn !== undefined) return compileBody(to, fn, once);
  to.compile(term, true);
  to.emit(giveBack, undefined, term.span, 0);
}

function named(name: string): CalledFunction {
  return { name, builtin: undefined, kind: "named", params: [] };
}

function functionOf({ name, builtin, term }: Global): CalledFunction {
  const fn = functionIn(term);
  const params = fn === undefined ? [] : [parameterName(fn.param)];
  return { name, builtin, kind: "named", params };
}
