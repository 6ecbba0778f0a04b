// The number of paths in a data-flow graph, which is what naive reverse AD costs (thesis §3.3.4).
import { nth } from "../base/nth.ts";
import type { Watch } from "../base/watch.ts";
import type { DataFlowGraph } from "../core/events/trace.ts";

/** Beyond this, adding up takes long enough to count for {@link LONG_SUM} parts of work. */
const LONG = 1n << 4096n;
const LONG_SUM = 100;

/** Work of adding a number, in the parts that a watch counts. */
export function partsOfSum(count: bigint): number {
  return count < LONG ? 1 : LONG_SUM;
}

/** For each scalar, the number of paths from the occurrences of scalars in the result to it: its naive calls. */
export function pathCounts({ nodes, outputs }: DataFlowGraph, watch: Watch): readonly bigint[] {
  const counts: bigint[] = nodes.map(() => 0n);
  for (const number of outputs) counts[number] = nth(counts, number) + 1n;
  for (let number = nodes.length - 1; number >= 0; number--) {
    const count = nth(counts, number);
    if (count === 0n) continue;
    const { operands } = nth(nodes, number);
    watch.step(1 + operands.length * partsOfSum(count));
    for (const operand of operands) counts[operand.number] = nth(counts, operand.number) + count;
  }
  return counts;
}
