// The reverse sweep over a data-flow graph on absolute values: how large the rounding of a gradient may be.
import type { DataFlowGraph } from "../../engine/core/events/trace.ts";

/**
 * For each input, the sum over its paths of the absolute products of partials; the cotangents of all outputs are the same: 1, or
 * as large as they are, for what overflows with them.
 */
export function absoluteSweep({ nodes, outputs }: DataFlowGraph, cotangentOfOutputs = 1): readonly number[] {
  const cotangents = nodes.map(() => 0);
  for (const number of outputs) cotangents[number]! += cotangentOfOutputs;
  for (let number = nodes.length - 1; number >= 0; number--) {
    const cotangent = cotangents[number]!;
    if (cotangent === 0) continue;
    for (const operand of nodes[number]!.operands) cotangents[operand.number]! += cotangent * Math.abs(operand.partial);
  }
  return nodes.flatMap(({ kind, number }) => (kind === "input" ? [cotangents[number]!] : []));
}

/** Whether a product of the reverse sweep is smaller than `least`, though its factors are no zeros: another order may keep its digits. */
export function underflows({ nodes, outputs }: DataFlowGraph, cotangentOfOutputs: number, least: number): boolean {
  const cotangents = nodes.map(() => 0);
  for (const number of outputs) cotangents[number]! += cotangentOfOutputs;
  for (let number = nodes.length - 1; number >= 0; number--)
    for (const operand of nodes[number]!.operands) {
      const product = cotangents[number]! * Math.abs(operand.partial);
      if (product < least && cotangents[number]! > 0 && operand.partial !== 0) return true;
      cotangents[operand.number]! += product;
    }
  return false;
}
