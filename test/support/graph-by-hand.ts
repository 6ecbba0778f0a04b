// Graphs of runs that no program is needed for: what is said of a scalar alone, all else left out.
import type { Call, CalledFunction, DataFlowNode, DiscreteUse } from "../../engine/core/events/trace.ts";
import { type RunGraph, runGraph } from "../../engine/graphs/run-graph.ts";
import type { Span } from "../../engine/source/span.ts";

/** A scalar: an input, or an operation at others with its partials. */
export interface Scalar {
  readonly kind?: DataFlowNode["kind"];
  readonly name?: string;
  readonly value?: number;
  readonly op?: string;
  readonly span?: Span;
  readonly of?: readonly (readonly [operand: number, partial: number])[];
}

export interface ByHand {
  readonly scalars: readonly Scalar[];
  /** The scalars of the result; the last one, if left out. */
  readonly outputs?: readonly number[];
  readonly cotangent?: readonly number[];
  readonly discrete?: readonly Partial<Omit<DiscreteUse, "operands"> & { readonly operands: readonly number[] }>[];
  /** By scalar, its call; and the calls after the run itself. */
  readonly calls?: { readonly of: readonly number[]; readonly calls: readonly Partial<Call>[] };
}

/** A function of the user's. */
export const called = (name: string, more: Partial<CalledFunction> = {}): CalledFunction => ({
  name,
  builtin: undefined,
  kind: "named",
  params: [],
  ...more,
});

const RUN: Call = { parent: 0, fn: undefined, site: undefined, args: [] };

/** The graph of such scalars. */
export function graphByHand({ scalars, outputs = [scalars.length - 1], cotangent = [1], ...more }: ByHand): RunGraph {
  const nodes = scalars.map(
    ({ of = [], kind = of.length === 0 ? "input" : "operation", op = "+", value = 1, span }, number) => ({
      number,
      kind,
      op: kind === "operation" ? op : undefined,
      value,
      span,
      operands: of.map(([operand, partial]) => ({ number: operand, partial })),
      ints: [],
    }),
  );
  const discrete = (more.discrete ?? []).map((use) => ({ op: "<", operands: [], values: [], result: 0, ...use }));
  const calls = more.calls && {
    of: more.calls.of,
    calls: [RUN, ...more.calls.calls.map((one) => ({ ...RUN, ...one }))],
  };
  return runGraph({ nodes, outputs, calls, discrete } as never, cotangent, ({ number }) => scalars[number]?.name);
}
