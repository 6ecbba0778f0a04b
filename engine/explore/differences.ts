// The partial derivatives of one operation of a run beside central finite differences of its value.

import { nth } from "../base/nth.ts";
import { checkProgram } from "../core/terms/check.ts";
import { type CorePattern, type CoreProgram, type Global, type Term, variable } from "../core/terms/term.ts";
import { Shapes } from "../core/values/shape.ts";
import type { Value } from "../core/values/values.ts";
import { compile } from "../evaluate/compile.ts";
import { Machine } from "../evaluate/machine.ts";
import { isAsWanted, isAtKink, type Slope, slopeOf, UNSTEADY, type Wanted } from "../evaluate/slopes.ts";
import { type Budget, look } from "../evaluate/tasks/budget.ts";
import { intsAt, operandsIn, opIn, type RunGraph } from "../graphs/run-graph.ts";
import { OPS } from "../scalars/ops.ts";
import type { Prepared } from "../session/input/prepare.ts";
import { fun, REAL, tuple } from "../types/type.ts";

/** One operand's partial, and what differences say of it. */
export interface PartialCheck {
  /** The operation. */
  readonly user: number;
  readonly edge: number;
  readonly operand: number;
  readonly partial: number;
  readonly slope: Slope;
  /** Whether they are the same but for rounding, `kink` where the slopes on both sides differ; undefined where differences settle on nothing. */
  readonly agrees: boolean | "kink" | undefined;
}

/** The partials of one operation beside their differences, or why there are none to compare. */
export type DifferencesFound =
  | { readonly tag: "compared"; readonly partials: readonly PartialCheck[] }
  | { readonly tag: "nothing"; readonly reason: string };

/** How far a slope may be from the partial, relative to them. */
const TOLERANCE = 1e-5;

/** Compares the partials of a scalar's operation with finite differences at its operands' values. */
export function differencesOf(prepared: Prepared, graph: RunGraph, scalar: number, budget: Budget): DifferencesFound {
  return new Differences(prepared, graph, budget).of(scalar);
}

/** The comparison of operations of one run; the program of a custom op is made once. */
class Differences {
  readonly #prepared: Prepared;
  readonly #graph: RunGraph;
  readonly #budget: Budget;
  readonly #customs = new Map<string, ScalarFunction>();

  constructor(prepared: Prepared, graph: RunGraph, budget: Budget) {
    this.#prepared = prepared;
    this.#graph = graph;
    this.#budget = budget;
  }

  of(scalar: number): DifferencesFound {
    const graph = this.#graph;
    const op = opIn(graph, scalar);
    if (op === undefined) return { tag: "nothing", reason: "it is no operation" };
    const operands = operandsIn(graph, scalar);
    const at = operands.map(({ node }) => nth(graph.values, node));
    const value = this.#valueOf(op, at.length, intsAt(graph, scalar));
    if (value === undefined) return { tag: "nothing", reason: `an operand of ${op} is no Real of the run` };
    const partials = operands.map(({ edge, node }, place): PartialCheck => {
      const partial = nth(graph.partials, edge);
      const moved = (by: number) => value(at.map((x, index) => (index === place ? x + by : x)));
      const wanted = { derivative: partial, tolerance: TOLERANCE };
      const slope = slopeOf(moved, Math.abs(nth(at, place)), wanted);
      const agrees = agreement(slope, wanted);
      const check = { user: scalar, edge, operand: node, partial };
      // tests hold the partials of the built-in operations, over all their domains: where differences find others, no step fits
      if (agrees === false && !this.#customs.has(op)) return { ...check, slope: UNSTEADY, agrees: undefined };
      return { ...check, slope, agrees };
    });
    return { tag: "compared", partials };
  }

  /** The operation as a function of its Real operands, at the Ints that it has in the run; undefined where none takes what it has. */
  #valueOf(op: string, reals: number, ints: ReadonlyMap<number, number>): ScalarFunction | undefined {
    const known = this.#customs.get(op);
    if (known !== undefined) return known;
    const custom = this.#prepared.core.ops.find(({ name }) => name === op);
    if (custom === undefined) return builtInValue(op, reals, ints);
    const value = customValue(this.#prepared, op, custom.arity, this.#budget);
    this.#customs.set(op, value);
    return value;
  }
}

function agreement(slope: Slope, wanted: Wanted): PartialCheck["agrees"] {
  switch (slope.tag) {
    case "smooth":
      return isAsWanted(slope, wanted);
    case "kink":
      return isAtKink(slope, wanted) ? "kink" : false;
    case "unsettled":
      return undefined;
  }
}

/** The operations of a run whose partials were compared, of how many; those that are wrong, at a kink, or cannot be compared. */
export interface PartialsChecked {
  readonly compared: number;
  readonly of: number;
  /** By operation and place among its operands, `op 0`, at how many points its partial was compared. */
  readonly comparedAt: ReadonlyMap<string, number>;
  readonly wrong: readonly PartialCheck[];
  readonly kinks: readonly PartialCheck[];
  readonly unsettled: readonly PartialCheck[];
}

/** Of a run that is not compared. */
export const NOT_COMPARED: PartialsChecked = {
  compared: 0,
  of: 0,
  comparedAt: new Map(),
  wrong: [],
  kinks: [],
  unsettled: [],
};

/** Compares the partials of all operations of a run with finite differences, each at its point. */
export function checkedPartials(prepared: Prepared, graph: RunGraph, budget: Budget): PartialsChecked {
  const [wrong, kinks, unsettled]: [PartialCheck[], PartialCheck[], PartialCheck[]] = [[], [], []];
  const comparedAt = new Map<string, number>();
  const differences = new Differences(prepared, graph, budget);
  let [compared, of] = [0, 0];
  for (let scalar = 0; scalar < graph.size; scalar++) {
    const op = opIn(graph, scalar);
    if (op === undefined) continue;
    of++;
    look(budget);
    const found = differences.of(scalar);
    if (found.tag !== "compared") continue;
    compared++;
    for (const [place, partial] of found.partials.entries()) {
      addTo(comparedAt, `${op} ${place}`);
      if (partial.agrees === false) wrong.push(partial);
      else if (partial.agrees === "kink") kinks.push(partial);
      else if (partial.agrees === undefined) unsettled.push(partial);
    }
  }
  return { compared, of, comparedAt, wrong, kinks, unsettled };
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type ScalarFunction = (args: readonly number[]) => number | undefined;

function builtInValue(op: string, reals: number, ints: ReadonlyMap<number, number>): ScalarFunction | undefined {
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
    return guarded(() => value(...args.map((_, place) => ints.get(place) ?? nth(given, next++))));
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
    machine.start(machine.entry, (args.length === 1 ? nth(args, 0) : args) as Value);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    return outcome.tag === "done" && Number.isFinite(outcome.value as number) ? (outcome.value as number) : undefined;
  };
}
