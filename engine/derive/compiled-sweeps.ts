// Rows and columns of a Jacobian by the compiled engine: sweeps over one forward pass, and runs of the forward derivative.
import { nth, present } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import type { Compiled } from "../compile/engine.ts";
import { CompiledMistake, OutOfBudget } from "../compile/runtime/endings.ts";
import {
  type CoreProgram,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../core/terms/term.ts";
import { mapReals } from "../core/values/shape.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import type { Prepared } from "../session/input/prepare.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import { fun, tuple } from "../types/type.ts";
import { compiledProgram, endedBy, isDoubtful, limitsOf } from "./compiled.ts";
import type { RunResults } from "./gradient.ts";

/** A reverse sweep for each output over one forward pass; how the run ended; or undefined where the machine is to find the rows. */
export function* rowsCompiled(
  run: RunResults,
  prepared: Prepared,
  budget: Budget,
): Steps<readonly Float64Array[] | Ended | undefined> {
  const limits = limitsOf(budget);
  try {
    run.phase = "compile";
    const compiled = compiledProgram(prepared, "active", limits.tick);
    if (compiled === undefined) return undefined;
    run.phase = "forward";
    compiled.value(prepared.input, limits);
    run.phase = "reverse";
    const rows: Float64Array[] = [];
    while (rows.length < compiled.outputCount) {
      const row = compiled.row(rows.length).slice();
      if (isDoubtful(prepared, row)) return undefined;
      // a part is as many entries as are copied in a microsecond
      run.watch.step(1 + row.length / 256);
      rows.push(row);
      if (!(yield { phase: "reverse", steps: rows.length, backpropagatorCalls: 0 }))
        return { tag: "stopped", phase: "reverse" };
    }
    return rows;
  } catch (error) {
    return error instanceof CompiledMistake ? undefined : endedBy(error, run.phase, prepared);
  }
}

/** Writes the tangents of a result's Reals, in a direction that moves one Real of the input alone; gives whether it could. */
export type WriteTangents = (input: number, write: (output: number, tangent: number) => void) => boolean;

/** Runs of a program's forward derivative at its input, which is taken in once; `size` is the number of its Reals. */
export function tangentsCompiled(prepared: Prepared, size: number, budget: Budget): WriteTangents {
  const { core, input, paramShape } = prepared;
  const limits = limitsOf(budget);
  const derivative = { ...prepared, core: forwardDerivative(core) };
  const made = unlessMistaken((): WriteTangents | undefined => {
    const compiled = compiledProgram(derivative, "plain", limits.tick);
    if (compiled === undefined) return undefined;
    const still = mapReals(paramShape, input, watchOf(budget), () => 0);
    // the definitions that the first run needed are kept from the second one on
    for (let run = 0; run < 2; run++) compiled.value([input, still], limits);
    return (hot, write) => {
      compiled.setInput(size + hot, 1);
      const isDone = unlessMistaken(() => tangentsOf(compiled, write)) ?? false;
      compiled.setInput(size + hot, 0);
      return isDone;
    };
  });
  return made ?? (() => false);
}

/** Runs a forward derivative and writes its tangents, unless there is a NaN among them: it may be a 0 · ∞ of what does not move. */
function tangentsOf(compiled: Compiled, write: (output: number, tangent: number) => void): boolean {
  compiled.forward();
  const reals = compiled.reals();
  const count = reals.length / 2;
  for (let at = count; at < reals.length; at++) if (Number.isNaN(reals[at])) return false;
  for (let at = 0; at < count; at++) write(at, nth(reals, count + at));
  return true;
}

/** The result of some work; undefined where a compiled run ended, for a reason that the machine is to tell. */
function unlessMistaken<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof CompiledMistake || error instanceof OutOfBudget) return undefined;
    throw error;
  }
}

/** The program whose entry gives the value and the tangent of another's at a point and along a direction. */
function forwardDerivative(core: CoreProgram): CoreProgram {
  const { name, type, span } = present(core.globals.find((global) => global.name === core.entry));
  if (type.tag !== "fun") return internal("an entry is no function", name);
  const { from, to } = type;
  const [x, v] = [subscript("x", 0), subscript("v", 0)];
  const entry: Term = { tag: "global", name, types: [] };
  const pair = { tag: "tuple", items: [varPattern(x, from), varPattern(v, from)] } as const;
  const own: Global = {
    name: subscript("jvp", 0),
    kind: "function",
    variables: [],
    type: fun(tuple(from, from), tuple(to, to)),
    term: lambda(pair, prim("jvp", [from, to], [entry, variable(x), variable(v)], span), span),
    span,
  };
  return { ...core, globals: [...core.globals, own], entry: own.name };
}
