// How time grows with the length of a program: of a loop's body, and of straight code. Long code is cut into pieces, for JavaScript's
// engines do not optimise functions beyond a size; they take about a thousand calls to come to optimise one, so warming up takes long.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { measured } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

const LENGTHS = [30, 300, 3000];

/** Operations that a run with a loop has, whatever the length of its body. */
const RUN = 90_000;

/** A function of that many operations on Reals, each line of three on what came shortly before. */
function body(operations: number): string {
  const lines = Array.from({ length: operations / 3 }, (_, i) => {
    const before = i < 3 ? "y" : `a${i - 3}`;
    return `  let a${i + 1} = (a${i} * ${before} + 0.25) * 0.5 in`;
  });
  return `def body (x, y) =\n  let a0 = x in\n${lines.join("\n")}\n  (a${lines.length}, y)\n`;
}

const PROGRAMS = {
  "straight code": (operations: number) =>
    `-- at: (0.5, 0.25)\n${body(operations)}def main (x : Real, y : Real) = body (x, y)\n`,
  "a loop around": (operations: number) =>
    `-- at: (${RUN / operations}, 0.5, 0.25)\n${body(operations)}def main (n : Int, x, y) =
  let rec go k s = if k == 0 then s else go (k - 1) (body s) in
  let (a, b) = go n (x, y) in a + b\n`,
};

test("length", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-"));
  const rows: Row[] = [];
  try {
    for (const [kind, programOf] of Object.entries(PROGRAMS)) {
      let base: number | undefined;
      for (const operations of LENGTHS) {
        const file = join(folder, `${operations}.dual`);
        writeFileSync(file, programOf(operations));
        const found = await measured({ file, batch: 200, rounds: 7 });
        const run = kind === "straight code" ? operations : RUN;
        const nanoseconds = found.engine.map((time) => (time * 1000) / run);
        if (operations === 300) base = quantile(nanoseconds, 0.5);
        const more: Partial<Row> =
          base === undefined ? {} : { against: { what: "300 operations", ratio: quantile(nanoseconds, 0.5) / base } };
        rows.push(row(`${kind}, ${operations} operations`, "ns an operation", nanoseconds, more));
        rows.push(
          row(`${kind}, ${operations} operations: compiling, and the first gradient`, "ms", [found.first / 1000]),
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  report("Time of a gradient by the length of the program", rows);
});
