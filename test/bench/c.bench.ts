// How fast compiled gradients are beside adjoints by hand in C, which a processor's own compiler makes.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "vitest";
import { C_ADJOINTS, measured, programFile } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

/** Programs by the names that both have, with the size of those of any size. */
const PROGRAMS: readonly { readonly name: string; readonly n?: number }[] = [
  { name: "dot" },
  { name: "matvec300" },
  { name: "fib" },
  { name: "particles-nl" },
  { name: "logistic" },
  { name: "table-product" },
];

/** How often C is timed before the engine, and after. */
const ROUNDS = 8;

/** The file of the adjoints, compiled; undefined where there is no compiler. */
function compiledIn(folder: string): string | undefined {
  const file = join(folder, "adjoints");
  try {
    execFileSync("cc", ["-O3", "-march=native", "-o", file, C_ADJOINTS, "-lm"], { stdio: "ignore" });
    return file;
  } catch {
    return undefined;
  }
}

/** Microseconds of as many runs in C. */
async function timesOf(child: ChildProcessWithoutNullStreams, rounds: number): Promise<number[]> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    child.stdin.write("x");
    const { value } = await lines.next();
    times.push(Number(value));
  }
  return times;
}

test("beside C", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-"));
  try {
    const file = compiledIn(folder);
    if (file === undefined) {
      process.stdout.write("\nThere is no C compiler (cc): its column is left out.\n");
      return;
    }
    const rows: Row[] = [];
    for (const { name, n } of PROGRAMS) {
      const [before, after] = [spawn(file, [name]), spawn(file, [name])];
      const first = await timesOf(before, ROUNDS);
      const { engine } = await measured({ file: programFile(name), n });
      const c = [...first, ...(await timesOf(after, ROUNDS))];
      for (const child of [before, after]) child.stdin.end();
      const ratio = quantile(engine, 0.5) / quantile(c, 0.5);
      rows.push(
        row(`${name}: gradient`, "µs", engine, { against: { what: "the adjoint in C", ratio }, target: "at most 3" }),
      );
    }
    report("Gradients beside adjoints by hand in C (cc -O3 -march=native)", rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
