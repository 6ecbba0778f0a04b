// The doctor of gradients: every illness of the programs in `ill/` is named with its line, and healthy programs have no faults.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { present } from "../../engine/base/nth.ts";
import { examined } from "../../engine/doctor/examine.ts";
import { type Finding, isFault } from "../../engine/doctor/finding.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { dual } from "../support/dual.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { runs } from "../support/runs.ts";

const folder = new URL("./ill/", import.meta.url);
const ILL = readdirSync(folder)
  .filter((name) => name.endsWith(".dual"))
  .map((file) => ({ name: file.replace(".dual", ""), text: readFileSync(new URL(file, folder), "utf8") }));

/** The findings about a program at the input of its header. */
function findingsOf(text: string): readonly Finding[] {
  const { findings, left } = finish(examined(checkSource(text), {}, DEFAULT_BUDGET));
  expect(left).toEqual([]);
  return findings;
}

/** The illnesses that the comments of a program name, with their lines: `nan 7`. */
function illnessesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const kind = /-- ill: (\w+)/.exec(line)?.[1];
    return kind === undefined ? [] : [`${kind} ${index + 1}`];
  });
}

describe("programs with a known illness", () => {
  test("are forty or more", () => {
    expect(ILL.length).toBeGreaterThanOrEqual(40);
    for (const { text } of ILL) expect(illnessesOf(text).length).toBeGreaterThan(0);
  });

  test.each(ILL)("$name", ({ text }) => {
    const found = new Set(findingsOf(text).map(({ kind, line }) => `${kind} ${line}`));
    expect(illnessesOf(text).filter((illness) => !found.has(illness))).toEqual([]);
  });
});

describe("an entry that differences contradict leads to the derivatives that the program has set", () => {
  test.each([
    ["def main x =\n  stopGradient x * x", "3:3", ": `stopGradient x` lets no derivative pass"],
    ["op f x = x * x pullback \\c -> c\ndef main x = f x", "2:1", ": `f` has a pullback of its own"],
    ["def main x = let op f y = y * y pullback \\c -> c in f x", "2:18", ": `f` has a pullback of its own"],
    [
      "op f x = x * x pullback \\c -> c\nop g x = x pullback \\c -> c\ndef main x = stopGradient x * f (g x)",
      "4:14",
      ": `stopGradient x` lets no derivative pass, and `g` and `f` have pullbacks of their own",
    ],
    ["op f x = x * x pullback \\c -> c\ndef main x = f (logSumExp [x, 1.0])", "2:1", ": `f` has a pullback of its own"],
  ])("%j at %s", (text, place, cause) => {
    const [found] = findingsOf(`-- at: 2.0\n${text}\n`).filter(({ kind }) => kind === "unconfirmed");
    expect(`${found?.line}:${found?.column}`).toBe(place);
    expect(found?.message.endsWith(cause)).toBe(true);
  });
});

test("an entry that differences contradict, and one at a kink, leads to what is on its way, and not to what is on another's", () => {
  const notes = (text: string) => dual("grad", `-- at: (0.0, 2.0, 1.0)\n${text}\n`).err.trimEnd().split("\n");
  expect(
    notes(
      "op g y = y * y pullback \\c -> c\nop h (y, z) = y + z * z by (1.0, 3.0 * z)\ndef main (x, y, z) = stopGradient x + g y + h (0.0, z)",
    ),
  ).toEqual([
    "p:4:22: the derivative by `x` is 0.0, and finite differences give 1.0: `stopGradient x` lets no derivative pass",
    "p:2:1: the derivative by `y` is 1.0, and finite differences give 4.0: `g` has a pullback of its own",
    "p:4:45: the derivative by `z` is 3.0, and finite differences give 2.0: the partial of `h` is wrong: at 0.0, 1.0 it is 3.0, and differences give 2.0",
  ]);
  expect(notes("def main (x, y, z) = abs x + max y (y * y - 2.0) + (if z > 1.0 then z else z * z)")).toEqual([
    "p:2:22: the derivative by `x` is 0.0 at a kink: the slopes are -1.0 and 1.0: `abs x` is at a kink, where the derivative taken is 0.0",
    "p:2:30: the derivative by `y` is 1.0 at a kink: the slopes are 1.0 and 4.0: `max y (y * y - 2.0)` is at a kink, where the derivative taken is 1.0",
    "p:2:56: the derivative by `z` is 2.0 at a kink: the slopes are 2.0 and 1.0: `z > 1.0` is decided at this very point",
  ]);
});

test("where only comparisons can lead the value elsewhere, a contradicted entry leads to the place of most of them", () => {
  const bisect = `-- at: (2.0, 1.0)
def bisect a lo hi n = if n == 0 then lo else let m = (lo + hi) / 2.0 in if m * m > a then bisect a lo m (n - 1) else bisect a m hi (n - 1)
def main (a, b) = if a > 1.0 then bisect a 0.0 (a + 1.0) 40 * b else 0.0
`;
  expect(dual("grad", bisect).err).toMatch(
    /^p:2:77: the derivative by `a` is 0\.47\d*, and finite differences give 0\.35\d*: `m \* m > a` makes a choice by it, and no derivative passes\n$/,
  );
});

describe("built-in functions that compare or choose", () => {
  const told = (text: string) =>
    findingsOf(`-- at: [1.0, 2.0, 0.5]\ndef f xs = sort xs\ndef main xs = ${text}\n`).map(
      ({ kind, line, column, message }) => `${line}:${column} ${kind}: ${message}`,
    );

  test("are at no kink where they are smooth", () => {
    expect(["logSumExp xs", "logSumExpA (fromList xs)", "logSumExp [1.5, head xs, 1.5]"].map(told)).toEqual([
      [],
      [],
      [
        "3:36 zero: the derivative by `xs[1]` is 0.0: nothing that it leads to is used",
        "3:36 zero: the derivative by `xs[2]` is 0.0: nothing that it leads to is used",
      ],
    ]);
    expect(told("let [x, y, _] = xs in (x - 1.0) * abs (y - 2.0)").filter((one) => one.includes("kink"))).toEqual([]);
  });

  test.each([
    ["if elem 1.0 xs then sum xs else 0.0", "3:18 kink: `elem 1.0 xs` is decided at this very point, 1.0"],
    ["head (sort xs)", "3:21 zero: the derivative by `xs[0]` is 0.0: `sort xs` makes a choice by it (2 times)"],
    ["head (f xs)", "2:12 zero: the derivative by `xs[0]` is 0.0: `sort xs` makes a choice by it (2 times)"],
    [
      "head (sortOn (\\x -> f [x] |> head) xs)",
      "3:21 zero: the derivative by `xs[0]` is 0.0: `sortOn (\\x -> f [x] |> head) xs` makes",
    ],
  ])("%s is told at its place", (text, expected) => {
    expect(told(text)[0]).toContain(expected);
  });
});

describe("healthy programs have no faults", () => {
  test.each(EXAMPLES)("$name", ({ text }) => {
    expect(findingsOf(text).filter(isFault)).toEqual([]);
  });

  test("random programs", () => {
    const property = fc.property(programs(), ({ source }) => {
      expect(findingsOf(source).filter(isFault)).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(20), seed: 20261129 });
  });
});

describe("a part that was not examined", () => {
  const LONG = `-- at: 1.0
def spin (n : Int) = if n == 0 then 0 else spin (n - 1)
def main x = sin x + real (spin 300000)
`;
  const [NOTHING, COMPARISON] = ["nothing found in the parts that were examined\n", "forward mode and differences"];

  test("is named where the run is too long for it, and the status says that", () => {
    const told = dual("doctor", LONG);
    expect(told).toEqual({
      out: `${NOTHING}compared: forward mode 0 of 1 entry, differences 0 of 1\n`,
      err: `p: not examined, for the run is too long for that: ${COMPARISON}\n`,
      status: 3,
    });
  });

  test("is named beside a fault, which the status says", () => {
    const json = dual("doctor", LONG.replace("sin x", "x / 0.0"), "--json");
    expect(JSON.parse(json.out)).toMatchObject({
      findings: [expect.anything()],
      compared: { by: "entries", of: 1, forwardMode: 0, finiteDifferences: 0 },
      notExamined: [COMPARISON],
    });
    expect(json.status).toBe(5);
  });

  test("is named in single precision, where none compares", () => {
    const text = "-- at: 2.0\ndef main x = x * x\n";
    const told = dual("doctor", text, "--float32");
    expect(told).toEqual({
      out: NOTHING,
      err: `p: not examined, for that is in double precision: ${COMPARISON}\n`,
      status: 0,
    });
    expect(JSON.parse(dual("doctor", text, "--json").out)).toEqual({
      version: 1,
      findings: [],
      compared: { by: "entries", of: 1, forwardMode: 1, finiteDifferences: 1 },
    });
  });
});

test("a finding has its place, call, round, entry and numbers", () => {
  const text = present(ILL.find(({ name }) => name === "hidden-markov")).text;
  const [first, second] = findingsOf(text).filter(({ kind }) => kind !== "nan");
  expect(first).toMatchObject({
    kind: "infinite",
    line: 12,
    text: "log (p + q)",
    call: "main",
    entry: "a",
    values: [0],
  });
  expect(second).toMatchObject({ kind: "underflow", line: 7, text: "p * a", call: "step", round: 481 });
});

test.each([
  ["erf x", "zero: saturated"],
  ["erfc x", "zero: saturated"],
  ["softplus (-x * 30.0)", "zero: saturated"],
  ["expm1 (-x * 30.0)", "zero: saturated"],
  ["exp2 (-x * 100.0)", "underflow: underflow"],
])("%s far out: %s", (text, expected) => {
  const findings = findingsOf(`-- at: 30.0\ndef main x = ${text}\n`);
  const [kind] = findings.map((one) => one.kind);
  expect(`${kind}: ${findings.find(({ cut }) => cut !== undefined)?.cut}`).toBe(expected);
});

describe("the growth of cotangents over a loop", () => {
  const iterated = (step: string) => `def main x = iterate 30 (\\x -> ${step}) x`;
  const recursive = (text: string) => `def go n x = if n == 0 then x else ${text}\ndef main x = go 30 x`;
  test.each([
    // constants have cotangents, too, but no part in the derivative
    [
      iterated("x * 0.1 + 1.0"),
      "vanishing: over 30 rounds the cotangent shrinks from 1.0 to 1e-29, by 0.1 in each; `x * 0.1`",
    ],
    // the results shrink on their way in, and the arguments grow little on their way out
    [
      recursive("0.1 * go (n - 1) (x * 1.5)"),
      "vanishing: over 30 rounds the cotangent shrinks from 1.0 to 1e-29, by 0.1 in each; `0.1 * go (n - 1) (x * 1.5)`",
    ],
    // the results stay as they are, and the arguments grow on their way out
    [
      recursive("go (n - 1) (x * 10.0) + 1.0"),
      "exploding: over 30 rounds the cotangent grows from 1.0 to 1e+29, by 10.0 in each; `x * 10.0`",
    ],
    [
      "def fib n x = if n < 2 then x else fib (n - 1) x * 0.5 + fib (n - 2) (x * x) * 0.1\ndef main x = fib 10 x",
      "exploding: over 9 rounds the cotangent grows from 0.00391 to 32900000000.0, by 41.3 in each; `x * x`",
    ],
  ])("%s: %s", (text, expected) => {
    const found = findingsOf(`-- at: 3.0\n${text}\n`).filter(({ curve }) => curve !== undefined);
    expect(found.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      `${expected} is the factor that does most of it`,
    ]);
  });
});

test("a loop in which contributions cancel out has no factor that shrinks them, and a place", () => {
  const text = `-- at: 2.0
def newton n z x = if n == 0 then z else
  newton (n - 1) (z - (z * z - x) / (2.02 * z)) x
def main x = newton 12 1.5 x
`;
  const found = findingsOf(text).filter(({ curve }) => curve !== undefined);
  expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    expect.stringMatching(/^3: over 12 rounds the cotangent shrinks from 1\.0 to \S+, by \S+ in each$/),
  ]);
});

test("a loop through which one round lets nothing pass has no growth", () => {
  const found = findingsOf(
    "-- at: build 40 (\\i -> real i)\ndef main a = foldA (\\z v -> max z v) 0.0 (mapA (\\x -> x * x) a)\n",
  );
  expect(found.filter(({ curve }) => curve !== undefined)).toEqual([]);
});

test("a contribution that underflows is told as that, and not as an operation", () => {
  const found = findingsOf("-- at: 0.5\ndef main x = iterate 400 (\\x -> x * 0.1 + 1.0) x\n");
  expect(found.filter(({ kind }) => kind === "underflow").map(({ message }) => message)).toEqual([
    "on the way back through `x * 0.1` in round 77, the cotangent 1e-323 times the partial 0.1 underflows to 0.0; so the derivative by `x` is 0.0",
  ]);
});

test("the operations of the prelude that stop derivatives have no wrong partials", () => {
  const findings = findingsOf("-- at: [1.0, 2.0]\ndef main xs = logSumExp xs\n");
  expect(findings.map(({ kind }) => kind)).not.toContain("partial");
});
