// Two runs in words: how far they go the same way, and what differs first.
import { shortReal } from "../../engine/core/show-value.ts";
import { kindIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import type { Explored } from "../../engine/session/exploration.ts";
import type { Compared } from "../../engine/worker/protocol.ts";
import { expressionOf, numbered } from "./scalar.ts";

export interface ComparisonLine {
  readonly key: string;
  readonly words: string;
  readonly go: number | undefined;
}

export function comparisonLines(
  { graph }: Explored,
  { comparison, graph: other, at, value }: Compared,
): readonly ComparisonLine[] {
  const { parting, value: firstValue, partial, cotangent } = comparison;
  const line = (key: string, words: string, go?: number): ComparisonLine => ({ key, words, go });
  const lines = [line("at", `The other run, at ${at}, gives ${value}.`)];
  const operation = firstValue === undefined ? undefined : firstOperation(graph, comparison.differing);
  if (firstValue !== undefined)
    lines.push(line("value", `The first other value: ${pair(graph, other, firstValue, "values")}.`, firstValue));
  if (operation !== undefined && operation !== firstValue)
    lines.push(
      line("operation", `The first operation with another one: ${pair(graph, other, operation, "values")}.`, operation),
    );
  if (partial !== undefined)
    lines.push(
      line("partial", `The first operation with another partial derivative: ${numbered(graph, partial)}.`, partial),
    );
  if (cotangent !== undefined)
    lines.push(
      line(
        "cotangent",
        `Going back, the first other cotangent: ${pair(graph, other, cotangent, "cotangents")}.`,
        cotangent,
      ),
    );
  if (parting !== undefined) {
    const here = parting < graph.size ? (expressionOf(graph, parting) ?? kindIn(graph, parting)) : "nothing more";
    const there = parting < other.size ? (expressionOf(other, parting) ?? kindIn(other, parting)) : "nothing more";
    lines.push(
      line(
        "parting",
        `From #${parting} on the runs go different ways: ${here} here, ${there} there.`,
        parting < graph.size ? parting : undefined,
      ),
    );
  }
  if (lines.length === 1) lines.push(line("same", "Nothing differs."));
  return lines;
}

function firstOperation(graph: RunGraph, differing: Uint8Array): number | undefined {
  const found = differing.findIndex((differs, node) => differs === 1 && kindIn(graph, node) === "operation");
  return found < 0 ? undefined : found;
}

function pair(graph: RunGraph, other: RunGraph, node: number, what: "values" | "cotangents"): string {
  return `${numbered(graph, node)} is ${shortReal(graph[what][node]!)} here, ${shortReal(other[what][node]!)} there`;
}
