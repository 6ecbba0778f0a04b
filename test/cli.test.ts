// The command line: what it prints, its JSON, its exit statuses.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { STAGES } from "../engine/algorithms/index.ts";
import { main } from "../engine/cli.ts";
import { COUNTERS } from "../engine/core/counters.ts";

/** Runs a command line on texts given by name. */
function dual(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  let [out, err] = ["", ""];
  const status = main(args, {
    read: (name) => {
      const text = files[name];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { status, out, err };
}

const RUNNING = "-- at: (12.0, 13.0)\ndef main (x, y) =\n  let z = x + y in\n  x * z\n";

describe("check, run, grad", () => {
  test("check prints the type of each definition in source order", () => {
    const text =
      "def twice f x = f (f x)\ndef main (x, n : Int) = twice (\\y -> y * x) (real n)\ntype Point = (Real, Real)\ndef norm (p : Point) = case p of { (x, y) -> x*x + y*y }\ndef count xs = length xs";
    expect(dual(["check", "p.dual"], { "p.dual": text })).toEqual({
      status: 0,
      out: "twice : (a -> a) -> a -> a\nmain : (Real, Int) -> Real\nnorm : Point -> Real\ncount : [a] -> Int\n",
      err: "",
    });
  });

  test("run prints the value, and takes the entry, the input and n from the line", () => {
    expect(dual(["run", "p"], { p: RUNNING }).out).toBe("300.0\n");
    expect(dual(["run", "p", "--at", "(2.0, 3.0)"], { p: RUNNING }).out).toBe("10.0\n");
    const family =
      "-- at: replicate n 2.0\n-- sweep: n = 3 .. 5\ndef main xs = product xs\ndef other xs = sum (xs : [Real])";
    expect(dual(["run", "p"], { p: family }).out).toBe("8.0\n");
    expect(dual(["run", "p", "--n", "10"], { p: family }).out).toBe("1024.0\n");
    expect(dual(["run", "p", "--n=4", "--entry", "other"], { p: family }).out).toBe("8.0\n");
  });

  test("values print in Dual syntax", () => {
    const text =
      "-- at: 2.0\ndata Shape = Circle Real | Pair Shape (Maybe Int)\ndef main x = (Pair (Circle (0.0 - x)) (Just (-3)), [x, 1e21], #[x / 0.0, 0.0 / 0.0], (), True, Left 5e-324 : Either Real Real)";
    expect(dual(["run", "p"], { p: text })).toEqual({
      status: 0,
      err: "",
      out: "(Pair (Circle (-2.0)) (Just (-3)), [2.0, 1e+21], #[inf, nan], (), True, Left 5e-324)\n",
    });
  });

  test.each(STAGES)("grad --json by $id has every field", ({ id }) => {
    const { status, out } = dual(["grad", "p", "--json", "--stage", id], { p: RUNNING });
    expect(status).toBe(0);
    const json = JSON.parse(out);
    expect(json).toMatchObject({
      entry: "main",
      type: "(Real, Real) -> Real",
      at: "(12.0, 13.0)",
      value: "300.0",
      valueScalars: [300],
      cotangent: "1.0",
      gradient: "(37.0, 12.0)",
      gradientScalars: [37, 12],
      stage: id,
      checks: { forwardMode: 0, finiteDifferences: expect.any(Number) },
    });
    for (const phase of ["primal", "forward", "reverse"]) expect(Object.keys(json.cost[phase])).toEqual([...COUNTERS]);
  });

  test("an Int in the gradient is the input's own", () => {
    const { out } = dual(["grad", "p", "--stage", "naive"], {
      p: "-- at: (3, [1.0, 2.0])\ndef main (n : Int, xs) = real n * sum xs",
    });
    expect(out).toBe("value    9.0\ngradient (3, [3.0, 3.0])\n");
  });

  test("NaN and the infinities are strings in JSON", () => {
    const json = JSON.parse(dual(["grad", "p", "--json"], { p: "-- at: 0.0\ndef main x = log x" }).out);
    expect(json.valueScalars).toEqual(["-Infinity"]);
    expect(json.gradientScalars).toEqual(["Infinity"]);
    expect(JSON.parse(dual(["run", "p", "--json"], { p: "-- at: 0.0\ndef main x = x / x" }).out)).toEqual({
      value: "nan",
    });
  });

  test("above 32 input scalars the checks are along directions", () => {
    const json = JSON.parse(
      dual(["grad", "p", "--json"], {
        p: "-- at: map real (range 1 101)\ndef main xs = sum (map (\\x -> x * sin x) xs)",
      }).out,
    );
    expect(json.gradientScalars.length).toBe(100);
    expect(json.checks.forwardMode).toBeLessThan(1e-12);
    expect(json.checks.finiteDifferences).toBeLessThan(1e-6);
  });

  test("a wrong `by` shows in the finite differences alone", () => {
    const json = JSON.parse(
      dual(["grad", "p", "--json"], { p: "-- at: 2.0\nop square x = x * x by 3.0 * x\ndef main x = square x" }).out,
    );
    expect(json.checks.forwardMode).toBe(0);
    expect(json.checks.finiteDifferences).toBeCloseTo(2 / 6, 6);
  });

  test("stages prints the transformed program", () => {
    const { out, status } = dual(["stages", "p", "--stage", "naive"], { p: RUNNING });
    expect(status).toBe(0);
    expect(out).toContain("⟨x₁ + x₂, λ̲z. d₁ ∂₁(+)(x₁, x₂)(z) + d₂ ∂₂(+)(x₁, x₂)(z)⟩");
  });
});

describe("exit statuses", () => {
  test("1: a mistake in the program, told with place and caret", () => {
    const { status, out, err } = dual(["run", "bad.dual"], { "bad.dual": "-- at: 1.0\ndef main x = x + wheel" });
    expect([status, out]).toEqual([1, ""]);
    expect(err).toBe(
      "bad.dual:2:18: error: there is no `wheel` here\ndef main x = x + wheel\n                 ^^^^^\n",
    );
  });

  test("1: mistakes in --at and --cotangent name their own text", () => {
    expect(dual(["run", "p", "--at", "(1.0, True)"], { p: RUNNING }).err).toMatch(/^<at>:1:7: error: /);
    expect(dual(["grad", "p", "--cotangent", "True"], { p: RUNNING }).err).toMatch(/^<cotangent>:1:1: error: /);
  });

  test.each([
    [["run", "missing.dual"], "missing.dual: there is no such file"],
    [["rum", "p"], "did you mean `run`"],
    [["grad", "p", "--stge", "naive"], "did you mean --stage"],
    [["grad", "p", "--stage", "nave"], "did you mean `naive`"],
    [["grad", "p", "--n", "many"], "--n needs a whole number"],
    [["run"], "needs a file"],
    [["run", "p", "q"], "takes one file"],
    [["check", "p", "--at", "1"], "has no option --at"],
    [["run", "p", "--entry"], "--entry needs a value"],
  ])("2: %j", (args, message) => {
    const { status, err, out } = dual(args, { p: RUNNING });
    expect([status, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  test("3: out of time, keeping what there is", () => {
    const text = "-- at: 1.0\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (x + x)\ndef main x = go 60 x";
    const { status, out, err } = dual(["grad", "p", "--seconds", "0.2", "--stage", "naive"], { p: text });
    expect(status).toBe(3);
    expect(out).toBe("value    1152921504606847000.0\n");
    expect(err).toContain("stopped after 0.2 s, in the reverse pass");
  });

  test("an empty file, rubbish and hostile names are told as mistakes", () => {
    expect(dual(["run", "p"], { p: "" })).toMatchObject({ status: 1, err: expect.stringContaining("no definitions") });
    expect(dual(["run", "p"], { p: "\u0000\u0001\ufffd PNG \u0007" }).status).toBe(1);
    expect(dual(["check", "p"], { p: "" })).toEqual({ status: 0, out: "", err: "" });
  });
});

test("the front door runs the bundle, from standard input too", () => {
  const door = fileURLToPath(new URL("../.tools/dual.mjs", import.meta.url));
  const example = readFileSync(new URL("../examples/02-running-example.dual", import.meta.url), "utf8");
  const { status, stdout } = spawnSync(process.execPath, [door, "grad", "-", "--stage", "naive"], {
    input: example,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, "value    300.0\ngradient (37.0, 12.0)\n"]);
});
