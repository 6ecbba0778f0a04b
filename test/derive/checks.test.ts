// The checks of a gradient: which entries they contradict, which lie at a kink, what is left out, and what the command line says of it.
import { describe, expect, test, vi } from "vitest";
import type { Checking } from "../../engine/derive/checks.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import * as sweeps from "../../engine/graphs/sweeps.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { dual } from "../support/dual.ts";
import { checkedProgram } from "../support/run.ts";
import { oneIn } from "../support/runs.ts";

const checksOf = (text: string, checks: Exclude<Checking, false> = true) =>
  finish(runCompiled(checkedProgram(text), {}, DEFAULT_BUDGET, { checks })).checks!;

describe("entries", () => {
  test("at a kink have both slopes, and are not counted as compared", () => {
    const checks = checksOf("-- at: (0.0, 2.0)\ndef main (x, y) = abs x + y * y");
    expect(checks.compared).toEqual({ by: "entries", of: 2, forwardMode: 2, finiteDifferences: 1 });
    expect(checks.findings).toEqual([
      { tag: "kink", entry: "x", here: 0, left: expect.closeTo(-1, 5), right: expect.closeTo(1, 5) },
    ]);
  });

  test.each([
    ["a jump", "-- at: 0.0\ndef main (x : Real) = if x < 0.0 then 0.0 else 1.0", "jump"],
    ["the end of a domain", "-- at: 1.0\ndef main (x : Real) = pow (1.0 - x) 1.5", "edge"],
  ])("at %s are not confirmed, with the reason", (_, text, why) => {
    const { findings, compared } = checksOf(text);
    expect(findings).toEqual([expect.objectContaining({ tag: "unconfirmed", entry: "x", why })]);
    expect(compared.finiteDifferences).toBe(0);
  });

  test("that several directions lead to are found once", () => {
    const text = "-- at: map (\\i -> real (i - 40)) (range 0 50)\ndef main (xs : [Real]) = filter (\\x -> x > 0.0) xs";
    expect(checksOf(text).findings).toEqual([{ tag: "unconfirmed", entry: "xs[40]", here: 0, why: "edge" }]);
    expect(dual("grad", text).err).toContain("no value, one of another form, or one that is no number");
  });

  test.each(oneIn(3, [33, 1, 140]))("among many, the wrong one of %i is found by halves", (at) => {
    const text = `-- at: map (\\i -> 1.0 + real i) (range 0 200)
op wrong x = x * x by if x == ${at + 1}.0 then x else 2.0 * x
def main (xs : [Real]) = sum (map wrong xs)`;
    const { findings, compared } = checksOf(text);
    expect(compared).toMatchObject({ by: "directions", of: 8 });
    expect(findings).toContainEqual({
      tag: "differs",
      entry: `xs[${at}]`,
      here: at + 1,
      there: expect.closeTo(2 * (at + 1), 3),
    });
  });

  test("a brief check compares one by one what is small, and along a direction what is not", () => {
    const small = checksOf("-- at: (1.0, 2.0)\ndef main (x, y) = x * y", "brief");
    expect(small.compared).toEqual({ by: "entries", of: 2, forwardMode: 2, finiteDifferences: 2 });
    const loop = (rounds: number) =>
      `-- at: [0.5, 0.25]\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (3.5 * x * (1.0 - x))\ndef main (xs : [Real]) = sum (map (go ${rounds}) xs)`;
    expect(checksOf(loop(8000), "brief").compared).toMatchObject({ by: "directions", of: 1 });
    expect(checksOf(loop(100_000), "brief")).toMatchObject({ ranOut: true, finiteDifferences: null });
  });

  test("a brief check of what is not smooth ends, too", () => {
    const kink = (rounds: number) =>
      `-- at: 0.0\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (1.0 * x)\ndef main x = abs (go ${rounds} x)`;
    expect(checksOf(kink(1000), "brief").findings).toMatchObject([{ tag: "kink" }]);
    expect(checksOf(kink(40_000), "brief")).toMatchObject({ ranOut: true, finiteDifferences: null, findings: [] });
    expect(checksOf(kink(40_000)).findings).toMatchObject([{ tag: "kink" }]);
  });

  test.each([
    ["1e8", "def main x = sin x", 1],
    ["1e15", "def main x = sin x", 1],
    ["(1.0, 3e8)", "def main (w, t) = sin (w * t) / w", 2],
    ["1e-10", "def main r = (1e-10 / r) ^ 12 - (1e-10 / r) ^ 6", 1],
    ["(1e-9, 1e-9)", "def main (x, y) = hypot x y", 2],
    ["1e-200", "def main y = abs y", 1],
    ["1e-7", "def main x = 1.0 / x", 1],
  ])("of large and small inputs are confirmed: at %s, %s", (at, definition, finiteDifferences) => {
    const text = `-- at: ${at}\n${definition}`;
    expect(checksOf(text)).toMatchObject({ findings: [], compared: { finiteDifferences } });
    expect(dual("grad", text, "--check").status).toBe(0);
    expect(dual("doctor", text).out).not.toMatch(/partial|kink|unconfirmed/);
  });

  test.each(["1e-9", "1.0", "1e8"])("of wrong partials are contradicted at %s", (at) => {
    const text = `-- at: ${at}\nop wrong x = 2.0 * x by 3.0\ndef main x = wrong x`;
    expect(checksOf(text).findings).toEqual([{ tag: "differs", entry: "x", here: 3, there: expect.closeTo(2, 6) }]);
    expect(dual("doctor", text).out).toContain("the partial of `wrong` is wrong");
  });

  test("of a small slope are as exact as of a large one", () => {
    const text = "-- at: 0.000001\nop square x = x * x by 3.0 * x\ndef main x = square x";
    expect(checksOf(text).findings).toMatchObject([{ tag: "differs", there: expect.closeTo(2e-6, 12) }]);
    expect(dual("grad", text, "--check").status).toBe(5);
    expect(dual("doctor", text).out).toContain("the partial of `square` is wrong");
  });

  test("that steps too small to be read alone would confirm are contradicted", () => {
    const text = `-- at: 2.0
def main a =
  let rec go (k : Int) lo hi =
    let m = (lo + hi) / 2.0 in
    if k == 0 then m else if m * m < a then go (k - 1) m hi else go (k - 1) lo m
  in go 40 0.0 (a + 1.0)`;
    expect(checksOf(text).findings).toMatchObject([{ tag: "differs", there: expect.closeTo(Math.SQRT1_2 / 2, 5) }]);
  });

  test("that no differences fit are not confirmed, and no operation of the language is blamed", () => {
    const text = "-- at: 1e17\ndef main x = sin x";
    expect(checksOf(text).findings).toMatchObject([{ tag: "unconfirmed", why: "unsteady" }]);
    expect(dual("grad", text, "--check").status).toBe(0);
    // the sum is rounded to a multiple of 16: differences give 0, and that is no fault of `+`
    const flat = "-- at: 1.0\ndef main x = x + 1e17";
    expect(dual("doctor", flat).out).not.toContain("the partial of");
  });
});

describe("the command line", () => {
  test("says that what is too long was not checked", () => {
    const long =
      "-- at: 0.5\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (3.5 * x * (1.0 - x))\ndef main (x : Real) = go 3000000 x";
    expect(dual("run", long)).toMatchObject({
      status: 0,
      err: "p: not checked by step-by-step evaluation: the run is too long for that\n",
    });
    const grad = dual("grad", long);
    expect(grad.err).toContain("p: not checked by forward mode and finite differences: the run is too long for that\n");
    expect(grad.status).toBe(0);
    expect(dual("grad", long, "--check").status).toBe(3);
    expect(JSON.parse(dual("grad", long, "--json").out).checks).toMatchObject({ forwardMode: null, notChecked: true });
    expect(dual("export", long).err).toContain("not checked");
  });

  test("tells a kink, a NaN and an infinity with their places, and fails a check by the last two alone", () => {
    const kink = dual("grad", "-- at: (0.0, 2.0)\ndef main (x, y) = abs x + y * y", "--check");
    expect(kink.err).toBe(
      "p:2:19: the derivative by `x` is 0.0 at a kink: the slopes are -1.0 and 1.0: `abs x` is at a kink, where the derivative taken is 0.0\n",
    );
    expect(kink.status).toBe(0);
    const nan = dual("grad", "-- at: (0.0, 1.0)\ndef main (x, y) = sqrt (x * x) + y", "--check");
    expect(nan.err).toContain("p:2:19: the derivative by `x` is nan: a partial of `sqrt (x * x)` is inf at 0.0\n");
    expect(nan.status).toBe(5);
    const infinite = "-- at: 0.0\ndef main (x : Real) = sqrt x";
    expect(dual("grad", infinite, "--check").status).toBe(5);
    expect(dual("grad", infinite).status).toBe(0);
  });

  test("says where no derivative passes, and that nothing is there to differentiate", () => {
    const floor = "-- at: (2.7, 1.0)\ndef main (x, y) = real (floor x) * y";
    expect(dual("grad", floor).err).toBe(
      "p:2:25: the derivative by `x` is 0.0: `floor x` turns it into an Int, and no derivative passes; the value can depend on it\n",
    );
    const relu =
      "-- at: [1.0, -1.0, -2.0, -3.0]\ndef main (xs : [Real]) = sum (map (\\x -> if x > 0.0 then x else 0.0) xs)";
    expect(dual("grad", relu).err).toBe(
      "p:2:45: the derivative by `xs[1]` is 0.0: `x > 0.0` makes a choice by it, and no derivative passes; the value can depend on it (so for `xs[2]`, `xs[3]`)\n",
    );
    const pattern = "-- at: 1.5\ndef main (x : Real) = case x of { 2.0 -> 1.0 | _ -> 0.0 }";
    expect(dual("grad", pattern).err).toContain("makes a choice by it, and no derivative passes");
    expect(dual("grad", "-- at: 3\ndef main (x : Int) = x * x").err).toContain("no Real to differentiate by");
    expect(dual("grad", "-- at: 3.0\ndef main (x : Real) = x > 1.0").err).toContain(
      "no Real that could be differentiated",
    );
  });

  test("counts the inputs of a run a few times, not once for each of them", () => {
    const counted = vi.spyOn(sweeps, "inputCount");
    // the first has no derivative, and all of them are looked through
    const text = "-- at: build 500 (\\i -> real i)\ndef main (xs : Array Real) = sumA (mapA (\\x -> x * x) xs)";
    expect(dual("grad", text).status).toBe(0);
    expect(counted.mock.calls.length).toBeGreaterThan(0);
    expect(counted.mock.calls.length).toBeLessThan(20);
    counted.mockRestore();
  });

  test.each([
    [
      "(nan, 0.0)",
      "def main (a, x) = (a * 2.0, sqrt x)",
      ["the derivative by `x` is inf: a partial of `sqrt x` is inf at 0.0"],
    ],
    [
      "(nan, inf, -inf)",
      "def main (a, b, c) = (a * 2.0, min b 1.0 * c)",
      ["the derivative by `b` is nan: `c` is -inf"],
    ],
    [
      "(-1.0, 0.0, 0.0)",
      "def main (a, x, y) = (log a, sqrt x * x, sqrt y)",
      [
        "the derivative by `a` is nan: `log a` is nan at -1.0",
        "the derivative by `x` is nan: a partial of `sqrt x` is inf at 0.0",
        "the derivative by `y` is inf: a partial of `sqrt y` is inf at 0.0",
      ],
    ],
    ["inf", "def main x = x * x", ["the derivative by `x` is inf: `x` is inf"]],
    [
      "(nan, 1e-300)",
      "def main (a, x) = (a * 2.0, 1e200 * (1e200 * x))",
      [
        "the derivative by `x` is inf: on the way back through `1e200 * x`, the cotangent 1e+200 times the partial 1e+200 is inf",
      ],
    ],
  ])("an entry at %s of %s is told with a cause that reaches it", (at, definition, told) => {
    const text = `-- at: ${at}\n${definition}`;
    const odd = /the derivative by `\w+` is (?:nan|-?inf)[^\n]*/g;
    expect(dual("grad", text, "--check").err.match(odd)).toEqual(told);
    for (const one of told) {
      const [entry, cause] = one.split(": ");
      const line = dual("doctor", text)
        .out.split("\n")
        .find((found) => found.includes(entry!));
      expect(line).toContain(`: ${cause}; `);
    }
  });

  test("the value is told with the infinity that it comes of, beside an entry that does not", () => {
    const { out } = dual("doctor", "-- at: (inf, 0.0)\ndef main (a, x) = (a * 2.0, sqrt x)");
    expect(out).toContain("infinite: `a` is inf; the value is inf\n");
    expect(out).toContain("infinite: a partial of `sqrt x` is inf at 0.0; the derivative by `x` is inf\n");
  });

  test.each(["nan", "inf", "-inf"])("a cotangent of %s is the cause of what comes of it", (cotangent) => {
    const text = "-- at: 0.5\ndef main x = sin x";
    const cause = `the cotangent given to \`sin x\` is ${cotangent}`;
    expect(dual("grad", text, "--cotangent", cotangent).err).toContain(
      `the derivative by \`x\` is ${cotangent}: ${cause}\n`,
    );
    expect(dual("doctor", text, "--cotangent", cotangent).out).toContain(
      `${cause}; the derivative by \`x\` is ${cotangent}\n`,
    );
  });

  test("a meant infinity is not where a NaN began", () => {
    const text = "-- at: [1.0, 2.0]\ndef main (xs : [Real]) = let m = foldl min inf xs in sqrt (m - m) * m";
    const { err } = dual("grad", text);
    expect(err).toContain("a partial of `sqrt (m - m)` is inf at 0.0");
    expect(dual("query", text, "--ask", "origin()").out).not.toContain("inf");
  });
});
