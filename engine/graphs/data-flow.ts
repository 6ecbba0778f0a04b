// The data-flow graph of one run (thesis §2.2.4): a node for each scalar, an edge to each use of it, labelled with the
// partial derivative; multi-edges are kept. And the number of paths in it, which is what naive reverse AD costs (§3.3.4).
import type { Watch } from "../base/watch.ts";
import type { Event, ScalarNumber } from "../core/events.ts";
import type { Span } from "../source/span.ts";
import { type Contribution, contributionsIn } from "../timeline/replay.ts";

export interface DataFlowNode {
  readonly number: ScalarNumber;
  readonly kind: "input" | "constant" | "operation";
  readonly op: string | undefined;
  readonly value: number;
  readonly span: Span | undefined;
  /** What it is computed from, in the order of its operands; one may occur twice. */
  readonly operands: readonly { readonly number: ScalarNumber; readonly partial: number }[];
}

export interface DataFlowGraph {
  /** By their numbers: operands come before what uses them. */
  readonly nodes: readonly DataFlowNode[];
  /** The scalars of the result, each as often as it occurs there. */
  readonly outputs: readonly ScalarNumber[];
}

/** The graph from the events of a run whose contributions are data: by number where they were kept, or on the tape. */
export function dataFlowGraph(events: Iterable<Event>): DataFlowGraph {
  const scalars: Extract<Event, { readonly tag: "scalar" }>[] = [];
  const tape: (readonly Contribution[] | undefined)[] = [];
  const outputs: ScalarNumber[] = [];
  let isReverse = false;
  let isResolving = false;
  for (const event of events) {
    if (event.tag === "phase") isReverse = event.phase === "reverse";
    if (event.tag === "scalar") scalars[event.number] = event;
    if (event.tag === "call") isResolving = true;
    if (event.tag !== "write") continue;
    if (event.entry) tape[event.index] = contributionsIn(event.content);
    // before anything is resolved, the cotangents of the result are put into cells
    else if (isReverse && !isResolving) outputs.push(event.index as ScalarNumber);
  }
  const nodes = scalars.map((scalar): DataFlowNode => {
    const { number, kind, op, value, span, back } = scalar;
    const fields = typeof back === "object" && "fields" in back ? back.fields[0] : undefined;
    const contributions = (fields === undefined ? tape[number] : contributionsIn(fields)) ?? [];
    return {
      number,
      kind,
      op,
      value,
      span,
      operands: contributions.map(({ to, partial }) => ({ number: to, partial })),
    };
  });
  return { nodes, outputs };
}

/** Beyond this, adding up takes long enough to count for {@link LONG_SUM} parts of work. */
const LONG = 1n << 4096n;
const LONG_SUM = 100;

/** Parts of work, as watches count them, that adding a number takes. */
export function partsOfSum(count: bigint): number {
  return count < LONG ? 1 : LONG_SUM;
}

/** For each scalar, the number of paths from the occurrences of scalars in the result to it: its naive calls. */
export function pathCounts({ nodes, outputs }: DataFlowGraph, watch: Watch): readonly bigint[] {
  const counts: bigint[] = nodes.map(() => 0n);
  for (const number of outputs) counts[number] = counts[number]! + 1n;
  for (let number = nodes.length - 1; number >= 0; number--) {
    const count = counts[number]!;
    if (count === 0n) continue;
    const { operands } = nodes[number]!;
    watch.step(1 + operands.length * partsOfSum(count));
    for (const operand of operands) counts[operand.number] = counts[operand.number]! + count;
  }
  return counts;
}
