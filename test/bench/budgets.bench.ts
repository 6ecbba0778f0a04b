// How budgets of time hold: programs that never end, or whose values are huge, by each command, beside the time that they were given.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { quantile, report, row } from "./report.ts";

const DUAL = fileURLToPath(new URL("../../.tools/dual.mjs", import.meta.url));

/** The share of a budget, and the seconds beside it, that a call may take beyond it. */
const SHARE = 0.1;
const MORE = 0.5;

const LOOP = "def loop (x : Real) : Real = loop (x + 1.0)\n";
const TREE = "data Tree = Leaf Real | Node Tree Tree\n";
const DOUBLED = Array.from({ length: 40 }, (_, i) => `let a${i + 1} = Node a${i} a${i} in `).join("");

/** Programs that need more time than they are given. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "endless loop": `-- at: 1.0\n${LOOP}def main (x : Real) = loop x\n`,
  "endless recursion": "-- at: 1.0\ndef deep (x : Real) : Real = x + deep (x + 1.0)\ndef main (x : Real) = deep x\n",
  "endless input": `-- at: loop 1.0\n${LOOP}def main (x : Real) = x\n`,
  "endless definition": `-- at: 1.0\n${LOOP}def c = loop 1.0\ndef main (x : Real) = x * c\n`,
  "endless custom op": `-- at: 1.0\n${LOOP}op f x = loop x by 1.0\ndef main (x : Real) = f x\n`,
  "endless partial": `-- at: 1.0\n${LOOP}op f x = x by loop x\ndef main (x : Real) = f x\n`,
  "endless list":
    "-- at: 1.0\ndef go (x : Real) (xs : [Real]) : [Real] = go (x + 1.0) (x :: xs)\ndef main (x : Real) = sum (go x [])\n",
  "list of ten million": "-- at: 1.0\ndef main (x : Real) = map (\\i -> x * real i) (range 0 10000000)\n",
  "array of ten million": "-- at: 1.0\ndef main (x : Real) = build 10000000 (\\i -> x * real i)\n",
  "tree of eight million":
    `-- at: 1.0\n${TREE}def grow (n : Int) (x : Real) : Tree = if n == 0 then Leaf x else Node (grow (n - 1) x) (grow (n - 1) (x + 1.0))\n` +
    "def main (x : Real) = grow 23 x\n",
  "tuples of ten million":
    "-- at: 1.0\ndef main (x : Real) = build 2500000 (\\i -> ((x, x * real i), (x + real i, x)))\n",
  "shared parts": `-- at: 1.0\n${TREE}def main (x : Real) = let a0 = Leaf x in ${DOUBLED}a40\n`,
  "input of ten million":
    "-- at: build 10000000 (\\i -> real i)\ndef main (xs : Array Real) = sumA (mapA (\\x -> x * x) xs)\n",
  "input of twenty thousand":
    "-- at: build 20000 (\\i -> real i)\ndef main (xs : Array Real) = sumA (mapA (\\x -> sin (x * x)) xs)\n",
  "lists that are joined":
    "-- at: 1.0\ndef main (x : Real) = let xs = replicate 3000000 x in sum (reverse (append xs (concat [xs, xs, xs])))\n",
};

/** Commands, each with the programs that it is tried on; all if none are named. */
const CALLS: readonly { readonly args: readonly string[]; readonly programs?: readonly string[] }[] = [
  { args: ["run"] },
  { args: ["run", "--json"], programs: ["list of ten million", "shared parts"] },
  { args: ["grad"] },
  { args: ["grad", "--json"], programs: ["array of ten million", "input of ten million", "input of twenty thousand"] },
  ...["forward", "naive", "cayley", "tape", "parallel"].map((stage) => ({
    args: ["grad", "--stage", stage],
    programs: ["endless partial", "list of ten million", "input of ten million", "input of twenty thousand"],
  })),
  { args: ["trace", "--stage", "tape"], programs: ["list of ten million", "input of twenty thousand"] },
  { args: ["graph"], programs: ["list of ten million", "input of twenty thousand"] },
  { args: ["stages"], programs: ["endless input", "input of ten million"] },
  { args: ["export"], programs: ["list of ten million"] },
];

/** Seconds that a call takes. */
function seconds(args: readonly string[]): number {
  const began = performance.now();
  const { status, signal } = spawnSync(process.execPath, [DUAL, ...args], { stdio: "ignore" });
  if (status !== 0 && status !== 3) throw new Error(`${args.join(" ")} ended with ${status ?? signal}`);
  return (performance.now() - began) / 1000;
}

test("budgets", () => {
  const folder = mkdtempSync(join(tmpdir(), "dualscope-"));
  try {
    const files = Object.entries(PROGRAMS).map(([name, text], index) => {
      const file = join(folder, `${index}.dual`);
      writeFileSync(file, text);
      return { name, file };
    });
    const idle = files[0]!.file;
    seconds(["check", idle]);
    for (const budget of [1, 5]) {
      const most = budget * (1 + SHARE) + MORE;
      const rows = CALLS.flatMap(({ args, programs }) =>
        files
          .filter(({ name }) => programs?.includes(name) ?? true)
          .map(({ name, file }) => {
            // starting takes longer where others use the machine: it is measured anew each time
            const start = Math.min(seconds(["check", idle]), seconds(["check", idle]));
            const taken = seconds([...args, "--seconds", String(budget), file]) - start;
            const against = { what: `the ${budget} s given`, ratio: taken / budget };
            const target = taken > most ? `${most} s, MISSED` : `${most} s`;
            return row(`${args.join(" ")}, ${name}`, "s", [taken], { against, target });
          }),
      );
      report(`Calls that are given ${budget} s, starting up left out`, rows);
      const ratios = rows.map(({ against }) => against?.ratio ?? 0);
      report("All of them", [row("time taken", "times the budget", ratios, { target: `at most ${most / budget}` })]);
      process.stdout.write(`  the worst: ${quantile(ratios, 1).toPrecision(3)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
