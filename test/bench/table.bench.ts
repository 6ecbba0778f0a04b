// The six programs of Table 3.1 of Smeding's thesis (2025, §3.11) at its sizes, with lists and data types as there.
import { test } from "vitest";
import { measured, programFile } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

/**
 * Microseconds of the papers' own implementation (Template Haskell, GHC 9.6.6), and of the adjoint by hand in plain JavaScript on
 * the same machine: their ratio is what can be compared from machine to machine.
 */
const PAPERS: Readonly<Record<string, { readonly papers: number; readonly hand: number }>> = {
  "dot 1000": { papers: 162, hand: 1.6 },
  "sum-mat-vec 316": { papers: 88_000, hand: 433 },
  rotate: { papers: 4.74, hand: 0.039 },
  neural: { papers: 2440, hand: 37 },
  particles: { papers: 10_300, hand: 24 },
};

const SUBJECTS: readonly {
  readonly name: string;
  readonly file: string;
  readonly plain: string;
  readonly n?: number;
}[] = [
  { name: "mult", file: "mult", plain: "mult" },
  ...[100, 1000, 10_000, 100_000].map((n) => ({ name: `dot ${n}`, file: "dot-list", plain: `dot ${n}`, n })),
  ...[10, 32, 100, 316].map((n) => ({ name: `sum-mat-vec ${n}`, file: "sum-mat-vec", plain: `sum-mat-vec ${n}`, n })),
  { name: "rotate", file: "rotate", plain: "rotate" },
  { name: "neural", file: "neural-list", plain: "neural" },
  { name: "particles", file: "particles-list", plain: "particles" },
];

test("Table 3.1", async () => {
  const rows: Row[] = [];
  const lines: string[] = [];
  for (const { name, file, plain, n } of SUBJECTS) {
    const found = await measured({ file: programFile(file), plain, n });
    const [engine, hand, value] = [found.engine, found.hand, found.value].map((times) => quantile(times, 0.5));
    rows.push(
      row(`${name}: gradient`, "µs", found.engine, {
        against: { what: "the primal by the engine", ratio: engine! / value! },
      }),
    );
    const anchor = PAPERS[name];
    const shown = [`${engine!.toPrecision(3)} µs`, (engine! / value!).toPrecision(2), (engine! / hand!).toPrecision(2)];
    if (anchor === undefined) {
      lines.push(`| ${[name, ...shown, ""].join(" | ")} |`);
      continue;
    }
    const ratio = anchor.papers / anchor.hand / (engine! / hand!);
    const target = /sum|neural|particles/.test(name) ? "above 20" : "above 1";
    lines.push(`| ${[name, ...shown, String(Number(ratio.toPrecision(2)))].join(" | ")} |`);
    rows.push(row(`${name}: the papers' implementation, by way of the adjoint by hand`, "×", [ratio], { target }));
  }
  report("Table 3.1 of the thesis, on lists", rows);
  const head =
    "| program | gradient | / primal by the engine | / adjoint by hand | the papers' time: times the engine's |";
  process.stdout.write(`\n${head}\n| --- | --- | --- | --- | --- |\n${lines.join("\n")}\n`);
});
