// Deep recursion has a price: a tree whose calls nest a million deep, beside one of as many leaves whose calls nest twenty deep.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { measured } from "./child.ts";
import { quantile, report, row } from "./report.ts";

const LEVELS = 20;
const LEAVES = 2 ** LEVELS;

const TOTAL = `data Tree = Leaf Real | Node Tree Tree
def total t = case t of { Leaf x -> x | Node a b -> total a + total b }
`;

/** Adds up a tree of {@link LEAVES} leaves. */
const PROGRAMS = {
  deep: `-- at: (${LEAVES}, 0.5)
${TOTAL}def hang (n : Int) x t = if n == 1 then t else hang (n - 1) x (Node t (Leaf (x * real n)))
def main (n : Int, x) = total (hang n x (Leaf x))
`,
  balanced: `-- at: (${LEVELS}, 0.5)
${TOTAL}def grow (n : Int) x = if n == 0 then Leaf x else Node (grow (n - 1) (x * 0.5)) (grow (n - 1) (x + 1.0))
def main (n : Int, x) = total (grow n x)
`,
};

test("depth", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-"));
  const fileOf = (name: keyof typeof PROGRAMS): string => {
    const file = join(folder, `${name}.dual`);
    writeFileSync(file, PROGRAMS[name]);
    return file;
  };
  try {
    const found = await measured({
      file: fileOf("deep"),
      beside: { file: fileOf("balanced") },
      batch: 100,
      rounds: 7,
    });
    const ratio = quantile(found.engine, 0.5) / quantile(found.beside, 0.5);
    const each = (times: readonly number[]): number[] => times.map((time) => (1000 * time) / LEAVES);
    report("Gradients of sums of a tree, a million leaves", [
      row("nested a million deep", "ns a leaf", each(found.engine), { against: { what: "twenty deep", ratio } }),
      row("nested twenty deep", "ns a leaf", each(found.beside)),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
