// The profile of a gradient: its cost by line and definition.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { present } from "../../engine/base/nth.ts";
import { sampleCode } from "../../engine/commands/examining/sampler.ts";
import { compileProgram } from "../../engine/compile/compile.ts";
import { sandboxed } from "../../engine/compile/runtime/sandbox.js";
import { costOf } from "../../engine/core/events/counters.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { type Profile, profileOf } from "../../engine/measure/profile.ts";
import { type Sampler, sampledProfile } from "../../engine/measure/sampled-profile.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { dual } from "../support/dual.ts";
import { gradientOf, preparedProgram } from "../support/run.ts";

const SMOOTHING = `-- at: build n (\\i -> sin (real i))
-- sweep: n = 20, 40
def centred (xs : Array Real) : Array Real =
  build (size xs) (\\i ->
    let m = sumA xs / real (size xs) in
    (xs ! i) - m)
def energy (xs : Array Real) : Real =
  sumA (mapA (\\x -> x * x) xs)
def main (xs : Array Real) : Real =
  energy (centred xs)
`;

function profiled(text: string, ns: readonly (number | undefined)[] = [undefined], stage = "tape"): Profile {
  return finish(profileOf(checkSource(text), {}, present(stageOf(stage)), ns, DEFAULT_BUDGET));
}

test("the line that grows as n² is the first, and the others grow as n", () => {
  const { lines, definitions } = profiled(SMOOTHING, [40, 80]);
  expect(lines[0]).toMatchObject({ line: 5, text: "let m = sumA xs / real (size xs) in", calls: 80 });
  expect(lines[0]?.exponents?.work).toBeGreaterThan(1.9);
  for (const { exponents } of lines.slice(1)) expect(exponents?.work).toBeLessThan(1.1);
  expect(definitions.map(({ name, calls }) => `${name} ${calls}`)).toEqual(["centred 1", "energy 1", "main 1"]);
});

test.each(["tape", "staged", "naive"])("no work of `%s` is lost, and none is counted twice", (stage) => {
  const { lines } = profiled(SMOOTHING, [10], stage);
  const { cost } = gradientOf(SMOOTHING, present(stageOf(stage)), { n: 10 });
  const total = costOf(cost.forward) + costOf(cost.reverse);
  const told = lines.reduce((sum, { work }) => sum + work, 0);
  expect(told).toBeLessThanOrEqual(total);
  // what comes before the first place of the program, and after the last, belongs to none
  expect(told).toBeGreaterThan(0.9 * total);
});

test("calls are those of the program, with all of their arguments", () => {
  const text = readFileSync(new URL("../doctor/ill/hidden-markov.dual", import.meta.url), "utf8");
  expect(profiled(text).definitions.find(({ name }) => name === "step")?.calls).toBe(1200);
});

describe("calls are those of a definition", () => {
  const callsIn = (body: string): readonly string[] =>
    profiled(`-- at: 1.0\n${body}`).definitions.map(({ name, calls }) => `${name} ${calls}`);

  test("at all the number types that it is compiled for", () => {
    const down = "def down n x = if n == 0 then x else down (n - 1) (sin x)\n";
    expect(callsIn(`${down}def main x = down 10 x\n`)).toEqual(["down 11", "main 1"]);
    expect(callsIn(`${down}def main x = down 10 x + down 3.0 x\n`)).toEqual(["down 15", "main 1"]);
  });

  test("that has the name of one that is built in", () => {
    const sum = "def sum xs = foldl (+) 0.0 xs\ndef main x = sum [x, sum [x, x]]\n";
    expect(callsIn(sum)).toEqual(["sum 2", "main 1"]);
  });

  test("and not of a local function of its name", () => {
    const local = "let rec up (k : Int) = if k == 0 then 0.0 else x + up (k - 1) in up 3";
    expect(callsIn(`def up (k : Int) = k\ndef main x = ${local}\n`)).toEqual(["main 1"]);
  });
});

test("a definition has one name in a file of speedscope, whatever number types it is compiled for", () => {
  const text = "-- at: 1.0\ndef twice n x = if n == 0 then x else x + twice (n - 1) x\n";
  const { written = "" } = dual("profile", `${text}def main x = twice 2 x + twice 3.0 x\n`, "-o", "out.json");
  const names: readonly string[] = JSON.parse(written).shared.frames.map(({ name }: { name: string }) => name);
  expect(names.filter((name) => name.startsWith("twice"))).toEqual(["twice"]);
});

test("a file of speedscope has the stacks of both passes, whose weights are all of the work that the calls have", () => {
  const { status, written } = dual("profile", SMOOTHING, "-o", "out.json");
  expect(status).toBe(0);
  const { shared, profiles } = JSON.parse(written!);
  const stacks = profiles[0].samples.map((stack: number[]) =>
    stack.map((place) => shared.frames[place].name).join(";"),
  );
  expect(stacks).toEqual(expect.arrayContaining(["Wrap;main;centred", "Wrap;main;energy"]));
  const { cost } = gradientOf(SMOOTHING, present(stageOf("tape")));
  for (const [index, pass] of (["forward", "reverse"] as const).entries()) {
    const { endValue, weights } = profiles[index];
    expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBe(endValue);
    expect(endValue).toBeGreaterThan(0.9 * costOf(cost[pass]));
    expect(endValue).toBeLessThanOrEqual(costOf(cost[pass]));
  }
});

test("the command prints tables and JSON", () => {
  const told = dual("profile", SMOOTHING, "--sweep", "n = 10, 20");
  expect(told.status).toBe(0);
  expect(told.out).toMatch(/work ~ n\^\s+line\n\s*\d+\.\d %.*5: let m = sumA xs/);
  const json = JSON.parse(dual("profile", SMOOTHING, "--json", "--sweep", "n = 10, 20").out);
  expect(json.lines[0]).toMatchObject({ line: 5, calls: 20, exponents: { calls: 1 } });
  expect(Object.keys(json.definitions[0])).toEqual(
    expect.arrayContaining(["name", "line", "work", "tapeBytes", "forwardMs"]),
  );
});

describe("the compiled engine", () => {
  const sampled = (sample: Sampler) =>
    finish(sampledProfile(checkSource(SMOOTHING), { n: 50 }, DEFAULT_BUDGET, sample));

  test("has each sample on the line of the program that its code comes from, in the pass that it is in", () => {
    const { core } = preparedProgram(SMOOTHING, { n: 50 });
    const quiet = { isCounting: false, passed: () => undefined };
    const { text } = compileProgram(core, "active", undefined, quiet);
    // V8 counts the lines of the function that the text is in
    const at = (code: RegExp): number => 4 + text.split("\n").findIndex((line) => code.test(line));
    const product = at(/v\d+ = v(\d+) \* v\1;/);
    // the sum in each round, in WebAssembly
    const loop = Number(/loops\[(\d+)\]/.exec(text)?.[1]);
    const { lines, samples, ended } = sampled((work) => {
      work();
      const lines = new Map([
        [product, 2],
        [1, 1],
      ]);
      return { lines, loops: new Map([[loop, 1]]) };
    });
    expect(ended).toEqual({ tag: "done" });
    expect(samples).toBe(4);
    expect(lines).toMatchObject([
      { line: 8, text: "sumA (mapA (\\x -> x * x) xs)", share: 0.5, reverseMs: 0 },
      { line: 5, share: 0.25, reverseMs: 0 },
    ]);
  });

  test("is sampled at the lines of its text", () => {
    const run = sandboxed([], "let s = 0;\nfor (let i = 0; i < 2e7; i++) s += i % 7;\nreturn s;");
    const counts = [...sampleCode(() => void run()).lines].toSorted(([, a], [, b]) => b - a);
    // the second line of the text, three lines into the function that is made of it
    expect(counts[0]?.[0]).toBe(5);
  });

  test("spends its time on the line that grows as n²", () => {
    const { status, out } = dual("profile", SMOOTHING, "--compiled", "--n", "400", "--json");
    expect(status).toBe(0);
    const { lines, samples } = JSON.parse(out);
    expect(lines[0]).toMatchObject({ line: 5 });
    expect(lines[0].share).toBeGreaterThan(0.5);
    expect(samples).toBeGreaterThan(100);
    expect(dual("profile", SMOOTHING, "--compiled", "--stage", "tape").status).toBe(2);
  });
});
