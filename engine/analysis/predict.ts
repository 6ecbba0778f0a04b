// Predictions of a run from the data-flow graph alone: counts that grow exponentially are exact integers.

import type { GraphCounts } from "../algorithms/algorithm.ts";
import { nth } from "../base/nth.ts";
import type { Watch } from "../base/watch.ts";
import type { DataFlowGraph } from "../core/events/trace.ts";
import { partsOfSum, pathCounts } from "../graphs/data-flow.ts";

/** The counts from which every stage predicts its calls. */
export function graphCounts(graph: DataFlowGraph, watch: Watch): GraphCounts {
  const { nodes, outputs } = graph;
  const paths = pathCounts(graph, watch);
  const used = new Set<number>();
  for (const { number, operands } of nodes)
    if (nth(paths, number) > 0n) for (const operand of operands) used.add(operand.number);
  const inputOutputs = outputs.filter((number) => nth(nodes, number).kind === "input");
  const total = (counts: readonly bigint[]): bigint =>
    counts.reduce((sum, count) => {
      watch.step(partsOfSum(sum));
      return sum + count;
    }, 0n);
  const reached = nodes.filter(({ number }) => nth(paths, number) > 0n);
  const pathsTo = (wanted: "constant" | "input"): bigint =>
    total(nodes.flatMap(({ kind, number }) => (kind === wanted ? [nth(paths, number)] : [])));
  return {
    scalars: nodes.length,
    paths: total(paths),
    constantPaths: pathsTo("constant"),
    inputPaths: pathsTo("input"),
    outputs: outputs.length,
    inputOutputs: inputOutputs.length,
    reached: reached.length,
    reachedOperations: reached.filter(({ kind }) => kind === "operation").length,
    reachedConstants: reached.filter(({ kind }) => kind === "constant").length,
    used: used.size,
    usedOrInputOutput: new Set([...used, ...inputOutputs]).size,
  };
}
