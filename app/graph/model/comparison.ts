// Two runs in words: how far they agree, and their first difference.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { RecordingEnd } from "../../../engine/explore/column.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { ComparedRuns } from "../../../engine/worker/protocol.ts";
import { expressionOf, KIND_WORDS, numbered } from "../../exploration/model/scalar.ts";

/** A sentence about two runs; `go` is the scalar that it leads to, undefined where it leads to none. */
export interface ComparisonLine {
  readonly key: string;
  readonly words: string;
  readonly go: number | undefined;
}

/** Why there is nothing to compare with, in the engine's words where it is about the other program or its input. */
export function failureOf(ended: RecordingEnd): { readonly own?: string; readonly words?: string } {
  if (ended.tag === "mistake") return { own: ended.diagnostics[0]?.message ?? "" };
  if (ended.tag === "out-of-budget") return { own: ended.diagnostic.message };
  return { words: ended.tag === "stopped" ? t`It was stopped before it gave a value.` : t`It is too large.` };
}

/** Says in lines the other run's results, and the first difference. */
export function comparisonLines(
  { graph }: Explored,
  { comparison, graph: other, at, value }: ComparedRuns,
): readonly ComparisonLine[] {
  const { parting, value: firstValue, partial, cotangent } = comparison;
  const line = (key: string, words: string, go?: number): ComparisonLine => ({ key, words, go });
  const lines = [line("at", t`The other run, at ${at}, gives ${value}.`)];
  const operation = firstValue === undefined ? undefined : firstOperation(graph, comparison.differing);
  if (firstValue !== undefined) {
    const { scalar, here, there } = pair(graph, other, firstValue, "values");
    lines.push(line("value", t`The first value that differs: ${scalar} is ${here} here, ${there} there.`, firstValue));
  }
  if (operation !== undefined && operation !== firstValue) {
    const { scalar, here, there } = pair(graph, other, operation, "values");
    lines.push(
      line(
        "operation",
        t`The first operation whose value differs: ${scalar} is ${here} here, ${there} there.`,
        operation,
      ),
    );
  }
  if (partial !== undefined) {
    const scalar = numbered(graph, partial);
    lines.push(line("partial", t`The first operation whose partial derivative differs: ${scalar}.`, partial));
  }
  if (cotangent !== undefined) {
    const { scalar, here, there } = pair(graph, other, cotangent, "cotangents");
    lines.push(
      line(
        "cotangent",
        t`The first cotangent that differs, going back: ${scalar} is ${here} here, ${there} there.`,
        cotangent,
      ),
    );
  }
  if (parting !== undefined) {
    const [here, there] = [doneAt(graph, parting), doneAt(other, parting)];
    lines.push(
      line(
        "parting",
        t({
          message: `From #${parting} on, the runs diverge: ${here} here, ${there} there.`,
          comment: "here, there: an operation such as “x + y”, “input”, “constant” or “nothing more”",
        }),
        parting < graph.size ? parting : undefined,
      ),
    );
  }
  if (lines.length === 1) lines.push(line("same", t`The runs are the same.`));
  return lines;
}

function firstOperation(graph: RunGraph, differing: Uint8Array): number | undefined {
  const found = differing.findIndex((differs, node) => differs === 1 && kindIn(graph, node) === "operation");
  return found < 0 ? undefined : found;
}

/** A run's step at a number, in words. */
function doneAt(graph: RunGraph, node: number): string {
  return node < graph.size ? (expressionOf(graph, node) ?? KIND_WORDS[kindIn(graph, node)]) : t`nothing more`;
}

function pair(graph: RunGraph, other: RunGraph, node: number, what: "values" | "cotangents") {
  return {
    scalar: numbered(graph, node),
    here: shortReal(nth(graph[what], node)),
    there: shortReal(nth(other[what], node)),
  };
}
