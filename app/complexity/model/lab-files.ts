// The lab's numbers as files: the same as in its table, for all counters.

import { isCounted, QUANTITIES } from "../../../engine/analysis/quantities.ts";
import { jsonText } from "../../../engine/base/json.ts";
import { present } from "../../../engine/base/nth.ts";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { csvText } from "../../words/csv.ts";
import { type LabCurve, predictedOf } from "./lab.ts";

interface FileRow {
  readonly program: string;
  readonly stage: string;
  readonly n: number;
  /** Those that the stage has; null where it was not run. */
  readonly counters: Readonly<Record<string, number>> | null;
  /** T, I and the widths on the way to a part of the input. */
  readonly size: Readonly<Record<string, number>> | null;
  readonly predictedCalls: string | null;
}

function rowsOf(curves: readonly LabCurve[], titles: readonly string[]): readonly FileRow[] {
  const calls = present(QUANTITIES.find(({ isPredicted }) => isPredicted));
  return curves.flatMap((one) => {
    const program = titles[one.subject] ?? "";
    const run = one.curve.runs.map(({ n, cost, size }): FileRow => {
      const counted = QUANTITIES.filter(({ id }) => isCounted(one.stage, id));
      const counters = Object.fromEntries(counted.map(({ id, of }) => [id, of(cost)]));
      const sizes = size === undefined ? null : { work: size.work, input: size.input, widths: size.widths };
      return { program, stage: one.stage, n, counters, size: sizes, predictedCalls: null };
    });
    const foretold = predictedOf(one, calls).map(
      ({ x, y }): FileRow => ({
        program,
        stage: one.stage,
        n: x,
        counters: null,
        size: null,
        predictedCalls: String(y),
      }),
    );
    return [...run, ...foretold];
  });
}

/** One object for each run, and for each n where calls are predicted only; counts beyond 2^53 are texts. */
export function labJson(curves: readonly LabCurve[], titles: readonly string[]): string {
  return `${jsonText(rowsOf(curves, titles), 2, UNWATCHED)}\n`;
}

/** A line for each run, with a head (RFC 4180). */
export function labCsv(curves: readonly LabCurve[], titles: readonly string[]): string {
  const heads = ["program", "stage", "n", "T", "I", ...QUANTITIES.map(({ id }) => id), "predicted calls"];
  const lines = rowsOf(curves, titles).map(({ program, stage, n, counters, size, predictedCalls }) => [
    program,
    stage,
    n,
    size?.work ?? "",
    size?.input ?? "",
    ...QUANTITIES.map(({ id }) => counters?.[id] ?? ""),
    predictedCalls ?? "",
  ]);
  return csvText([heads, ...lines]);
}
