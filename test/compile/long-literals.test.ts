// Programs that hold very many different numbers: what is filled before a run is long enough, in the first run and in the next ones.
import { afterAll, describe, expect, test } from "vitest";
import { startThread } from "../../engine/commands/threads.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { Team } from "../../engine/compile/parallel/team.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { importModule, moduleOf, plainData } from "../support/plain.ts";
import { preparedProgram } from "../support/run.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";

/** As many numbers as a pasted data set has; the chunks that stores begin with hold 8192. */
const SIZES = IS_LONG ? [8192, 8193, 10_000, 100_000] : [10_000];

/** The numbers 0.5, 1.5, .. as texts; the sum of the first n is n²/2, exactly. */
const numbers = (n: number): readonly string[] => Array.from({ length: n }, (_, k) => `${k}.5`);

/** Parts of a list of so many items each. */
function rows(items: readonly string[], width: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(items.length / width) }, (_, row) =>
    items.slice(row * width, (row + 1) * width),
  );
}

/** A balanced tree of leaves. */
function tree(leaves: readonly string[]): string {
  if (leaves.length === 1) return `Leaf ${leaves[0]}`;
  const middle = leaves.length >> 1;
  return `Node (${tree(leaves.slice(0, middle))}) (${tree(leaves.slice(middle))})`;
}

/** `main a` is a times the sum of the numbers, which lie in a container of each kind. */
const CONTAINERS: Readonly<Record<string, (items: readonly string[]) => string>> = {
  "a list": (items) => `def data' = [${items.join(", ")}]\ndef main a = a * sum data'`,
  "a list in the entry": (items) => `def main a = a * sum [${items.join(", ")}]`,
  rows: (items) =>
    `def data' = [${rows(items, 100)
      .map((row) => `[${row.join(", ")}]`)
      .join(", ")}]\ndef main a = a * sum (map sum data')`,
  pairs: (items) =>
    `def data' = [${rows(items, 2)
      .map(([x, y = "0.0"]) => `(${x}, ${y})`)
      .join(", ")}]\ndef main a = a * sum (map (\\(x, y) -> x + y) data')`,
  Just: (items) =>
    `def data' = [${items.map((one) => `Just ${one}`).join(", ")}]
def main a = a * sum (map (\\m -> case m of { Just x -> x | Nothing -> 0.0 }) data')`,
  "a tree": (items) =>
    `data Tree = Leaf Real | Node Tree Tree
def total t = case t of { Leaf x -> x | Node l r -> total l + total r }
def data' = ${tree(items)}
def main a = a * total data'`,
  "an array": (items) => `def data' = #[${items.join(", ")}]\ndef main a = a * sumA data'`,
  "an array of arrays": (items) =>
    `def data' = #[${rows(items, 100)
      .map((row) => `#[${row.join(", ")}]`)
      .join(", ")}]\ndef main a = a * sumA (mapA sumA data')`,
  "an array of pairs with an Int": (items) =>
    `def data' = #[${items.map((one, k) => `(${one}, ${k})`).join(", ")}]
def main a = a * sumA (mapA (\\(x, k) -> if k < 0 then 0.0 else x) data')`,
  "constants that a function captures": (items) =>
    `def made = let data' = [${items.join(", ")}] in \\y -> y * sum data'
def twice f x = 0.5 * f x + 0.5 * f x
def main a = twice made a`,
  jobs: (items) =>
    `def data' = [${rows(items, 500)
      .map((row) => `[${row.join(", ")}]`)
      .join(", ")}]\ndef main a = sum (parMap (\\row -> a * sum row) data')`,
};

/** The most items of data with constructors: each is a statement, and beyond so many the machine runs the program. */
const MOST: Readonly<Record<string, number>> = { Just: 10_000, "a tree": 10_000 };

const team = new Team(2, startThread, true);
afterAll(() => team.end());

const KINDS = Object.entries(CONTAINERS).map(([kind, programOf], turn) => [kind, programOf, turn] as const);

// every fourth kind; all in the long tests
describe.each(oneIn(4, KINDS, 2))("%s", (kind, programOf, turn) => {
  test.each(SIZES.filter((n) => n <= (MOST[kind] ?? n)))("of %i numbers", async (n) => {
    const text = programOf(numbers(n));
    const total = (n * n) / 2;
    const { core, input, paramShape } = preparedProgram(`-- at: 2.0\n${text}`);
    expect(Compiled.of(core, "plain").value(input, UNLIMITED)).toBe(2 * total);
    for (const threads of [undefined, ...(IS_LONG || kind === "jobs" ? [team] : [])]) {
      const compiled = Compiled.of(core, "active", undefined, undefined, threads);
      for (const a of [2, 3, 2]) {
        expect(compiled.value(a, UNLIMITED)).toBe(a * total);
        expect([...compiled.gradient([1])]).toEqual([total]);
      }
    }
    // modules are made of the same code: of every third kind, and of all in the long tests
    if (!IS_LONG && turn % 3 !== 0) return;
    const module = await importModule(moduleOf(`-- at: 2.0\n${text}`));
    for (let call = 0; call < 2; call++) {
      expect(module.primal(plainData(paramShape, input))).toBe(2 * total);
      expect(module.gradient(plainData(paramShape, input))).toEqual({ value: 2 * total, gradient: total });
    }
  });
});
