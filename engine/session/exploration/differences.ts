// The partial derivatives of one operation of a run beside central finite differences of its value.

import { checkProgram } from "../../core/terms/check.ts";
import { type CorePattern, type CoreProgram, type Global, type Term, variable } from "../../core/terms/term.ts";
import { Shapes } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { compile } from "../../evaluate/code/compile.ts";
import { Machine } from "../../evaluate/machine.ts";
import { differenceSteps, extrapolated } from "../../evaluate/oracle.ts";
import type { Budget } from "../../evaluate/tasks/budget.ts";
import { intsAt, operandsIn, opIn, type RunGraph } from "../../graphs/run-graph.ts";
import { OPS } from "../../scalars/ops.ts";
import { fun, REAL, tuple } from "../../types/type.ts";
import type { Prepared } from "../input/prepare.ts";

/** One operand's partial, and what differences say; `difference` is undefined where they settle on nothing. */
export interface PartialCheck {
  /** The operation. */
  readonly user: number;
  readonly edge: number;
  readonly operand: number;
  readonly partial: number;
  readonly difference: number | undefined;
  /** Whether they are the same but for rounding; undefined where there is no difference to compare. */
  readonly agrees: boolean | undefined;
}

/** The partials of one operation beside their differences, or why there are none to compare. */
export type DifferencesFound =
  | { readonly tag: "compared"; readonly partials: readonly PartialCheck[] }
  | { readonly tag: "nothing"; readonly reason: string };

/** Relative to max(1, |partial|). */
const TOLERANCE = 1e-5;

/** Compares the partials of a scalar's operation with finite differences at its operands' values. */
export function differencesOf(prepared: Prepared, graph: RunGraph, scalar: number, budget: Budget): DifferencesFound {
  const op = opIn(graph, scalar);
  if (op === undefined) return { tag: "nothing", reason: "it is no operation" };
  const operands = operandsIn(graph, scalar);
  const at = operands.map(({ node }) => graph.values[node]!);
  const value = valueOf(prepared, op, at.length, intsAt(graph, scalar), budget);
  if (value === undefined) return { tag: "nothing", reason: `an operand of ${op} is no Real of the run` };
  const partials = operands.map(({ edge, node }, place): PartialCheck => {
    const partial = graph.partials[edge]!;
    const difference = centralDifference(value, at, place);
    const agrees =
      difference === undefined
        ? undefined
        : Math.abs(difference - partial) <= TOLERANCE * Math.max(1, Math.abs(difference), Math.abs(partial));
    return { user: scalar, edge, operand: node, partial, difference, agrees };
  });
  return { tag: "compared", partials };
}

/** Slopes of both sides that differ by more, relative to max(1, |slope|), are those of a kink. */
const KINK = 0.05;

/** Operations of one place and kind that are compared: the others differ from them in their numbers only. */
const SAMPLES = 3;

/** The partials of a run that were compared and are wrong, and those that could not be compared. */
export interface PartialsChecked {
  readonly wrong: readonly PartialCheck[];
  readonly unsettled: readonly PartialCheck[];
}

/** Compares the partials of a few of each operation of the program with finite differences. */
export function checkedPartials(prepared: Prepared, graph: RunGraph, budget: Budget): PartialsChecked {
  const seen = new Map<string, number>();
  const wrong: PartialCheck[] = [];
  const unsettled: PartialCheck[] = [];
  for (let scalar = 0; scalar < graph.size; scalar++) {
    if (opIn(graph, scalar) === undefined) continue;
    const kind = `${graph.op[scalar]} ${graph.span[scalar]}`;
    const count = seen.get(kind) ?? 0;
    if (count >= SAMPLES) continue;
    seen.set(kind, count + 1);
    const found = differencesOf(prepared, graph, scalar, budget);
    if (found.tag !== "compared") continue;
    wrong.push(...found.partials.filter(({ agrees }) => agrees === false));
    unsettled.push(...found.partials.filter(({ agrees }) => agrees === undefined));
  }
  return { wrong, unsettled };
}

type ScalarFunction = (args: readonly number[]) => number | undefined;

function centralDifference(value: ScalarFunction, at: readonly number[], place: number): number | undefined {
  const moved = (by: number): number | undefined => value(at.map((x, index) => (index === place ? x + by : x)));
  const here = moved(0);
  const central = (h: number): number | undefined => {
    const [above, below] = [moved(h), moved(-h)];
    if (here === undefined || above === undefined || below === undefined) return undefined;
    // where the slopes of both sides differ there is a kink, and no derivative to compare with
    const [right, left] = [(above - here) / h, (here - below) / h];
    const isKink = Math.abs(right - left) > KINK * Math.max(1, Math.abs(right), Math.abs(left));
    return isKink ? undefined : (above - below) / (2 * h);
  };
  for (const h of differenceSteps(Math.abs(at[place]!))) {
    const [whole, half] = [central(h), central(h / 2)];
    if (whole === undefined || half === undefined) continue;
    const found = extrapolated(whole, half);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The operation as a function of its Real operands, at the Ints that it has in the run; undefined where none takes what it has. */
function valueOf(
  prepared: Prepared,
  op: string,
  reals: number,
  ints: ReadonlyMap<number, number>,
  budget: Budget,
): ScalarFunction | undefined {
  const custom = prepared.core.ops.find(({ name }) => name === op);
  if (custom !== undefined) return customValue(prepared, op, custom.arity, budget);
  const found = Object.values(OPS).find(
    ({ symbol, args, result }) =>
      symbol === op &&
      result === "Real" &&
      args.length === reals + ints.size &&
      args.every((arg, place) => arg === (ints.has(place) ? "Int" : "Real")),
  );
  if (found === undefined) return undefined;
  const { args, value } = found;
  return (given) => {
    let next = 0;
    return guarded(() => value(...args.map((_, place) => ints.get(place) ?? given[next++]!)));
  };
}

function guarded(compute: () => number): number | undefined {
  try {
    const found = compute();
    return Number.isFinite(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** A custom op's value, run by the machine. */
function customValue(prepared: Prepared, name: string, arity: number, budget: Budget): ScalarFunction {
  const { core } = prepared;
  const names = Array.from({ length: arity }, (_, index) => `x${index}`);
  const pattern = (variable: string): CorePattern => ({ tag: "var", name: variable, type: REAL });
  const param: CorePattern = arity === 1 ? pattern("x0") : { tag: "tuple", items: names.map(pattern) };
  const body: Term = { tag: "op", op: { tag: "custom", name }, args: names.map(variable) };
  const entry: Global = {
    name: "the operation",
    kind: "function",
    variables: [],
    type: fun(arity === 1 ? REAL : tuple(...names.map(() => REAL)), REAL),
    term: { tag: "lam", linear: false, param, body },
    span: undefined,
  };
  const program: CoreProgram = { ...core, globals: [...core.globals, entry], entry: entry.name };
  checkProgram(program);
  const code = compile(program, new Shapes(program.data));
  return (args) => {
    const machine = new Machine(code, { budget });
    machine.beginPhase();
    machine.start(machine.entry, (args.length === 1 ? args[0]! : args) as Value);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    return outcome.tag === "done" && Number.isFinite(outcome.value as number) ? (outcome.value as number) : undefined;
  };
}
