// How time and memory of a gradient grow with the operations of a run, from a thousand to a hundred million.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { measured } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

/** The logistic map: three operations on Reals a round. */
const PROGRAM = `-- at: (n, 3.5, 0.3)
-- sweep: n = 1
def main (n : Int, r, x) = if n == 0 then x else main (n - 1, r, r * x * (1.0 - x))
`;

test("growth", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-"));
  const file = join(folder, "logistic.dual");
  writeFileSync(file, PROGRAM);
  const rows: Row[] = [];
  try {
    let base: number | undefined;
    for (const operations of [1e3, 1e4, 1e5, 1e6, 1e7, 1e8]) {
      const found = await measured({
        file,
        n: Math.round(operations / 3),
        batch: 5,
        rounds: operations > 1e6 ? 5 : 15,
      });
      const nanoseconds = found.engine.map((time) => (time * 1000) / operations);
      const { cells, words, numbers, indices } = found.statistics;
      const bytes = (16 * cells + 4 * words + 8 * numbers + 4 * indices) / operations;
      if (operations === 1e4) base = quantile(nanoseconds, 0.5);
      const name = `10^${Math.round(Math.log10(operations))} operations`;
      const more: Partial<Row> =
        base === undefined
          ? {}
          : { against: { what: "10^4 operations", ratio: quantile(nanoseconds, 0.5) / base }, target: "at most 3" };
      rows.push(row(`${name}: time`, "ns an operation", nanoseconds, more));
      rows.push(row(`${name}: memory`, "bytes an operation", [bytes]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  report("Growth with the number of operations", rows);
});
