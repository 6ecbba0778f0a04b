// Uses that give no Real and are decided at the very values of their operands.
import { nth } from "../base/nth.ts";
import type { DataFlowNode, DiscreteUse } from "../core/events/trace.ts";
import { shownName } from "../types/type.ts";

/** Whether a discrete use is decided at the operands' very values, so that a step to one side may lead to another result. */
export function isTie(nodes: readonly DataFlowNode[], { op, values, operands }: DiscreteUse): boolean {
  const [x = Number.NaN, y = 0] = values;
  if (op === "floor") return Number.isInteger(x);
  if (op === "round") return Number.isInteger(2 * x) && !Number.isInteger(x);
  if (x !== y) return false;
  const [first, second] = operands;
  if (first === undefined || second === undefined) return true;
  // a number stays equal to itself, and a constant to another
  const [one, other] = [chosenIn(nodes, first), chosenIn(nodes, second)];
  return one !== other && [one, other].some((at) => nth(nodes, at).kind !== "constant");
}

/** Operations that give one of their operands. */
const CHOOSING: ReadonlySet<string> = new Set(["max", "min", "stopGradient"]);

/** The scalar that a scalar is, where operations have only chosen it among others. */
function chosenIn(nodes: readonly DataFlowNode[], scalar: number): number {
  let at = scalar;
  for (;;) {
    const { op, value, operands } = nth(nodes, at);
    if (op === undefined || !CHOOSING.has(shownName(op))) return at;
    // of equal operands the first is chosen
    const chosen = operands.find(({ number }) => nth(nodes, number).value === value);
    if (chosen === undefined) return at;
    at = chosen.number;
  }
}
