// The command line: what it prints, its JSON, its exit statuses.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ALL_COUNTERS } from "../engine/algorithms/catalogue.ts";
import { ALGORITHMS, STAGES } from "../engine/algorithms/index.ts";
import { main } from "../engine/cli.ts";
import type { Cost } from "../engine/derive/gradient.ts";

/** Runs a command line on texts given by name. */
function dual(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  let [out, err] = ["", ""];
  const written: Record<string, string> = {};
  const status = main(args, {
    read: (name) => {
      const text = files[name];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    write: (name, text) => {
      written[name] = text;
    },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return Object.keys(written).length === 0 ? { status, out, err } : { status, out, err, written };
}

const RUNNING = "-- at: (12.0, 13.0)\ndef main (x, y) =\n  let z = x + y in\n  x * z\n";

describe("check, run, grad", () => {
  test("run and grad print the same on any number of threads, and refuse a number that is none", () => {
    const text = `-- at: build 8 (\\i -> 0.1 + 0.01 * real i)
def logistic (n : Int) (r : Real) x = if n == 0 then x else logistic (n - 1) r (r * x * (1.0 - x))
def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> logistic 500 3.5 (xs ! i)))`;
    for (const command of ["run", "grad"]) {
      const alone = dual([command, "p", "--workers", "1"], { p: text });
      expect(alone.status).toBe(0);
      for (const workers of ["2", "3"]) expect(dual([command, "p", "--workers", workers], { p: text })).toEqual(alone);
      for (const wrong of ["0", "65", "1.5", "two"])
        expect(dual([command, "p", "--workers", wrong], { p: text })).toMatchObject({ status: 2, out: "" });
    }
    expect(dual(["grad", "p", "--stage", "tape", "--workers", "2"], { p: RUNNING }).err).toMatch(
      /--workers has no effect/,
    );
  });

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
    for (const phase of ["primal", "forward", "reverse"])
      expect(Object.keys(json.cost[phase])).toEqual(ALL_COUNTERS.map(({ id }) => id));
  });

  test("an Int in the gradient is the input's own", () => {
    const { out } = dual(["grad", "p", "--stage", "naive"], {
      p: "-- at: (3, [1.0, 2.0])\ndef main (n : Int, xs) = real n * sum xs",
    });
    expect(out).toBe("value    9.0\ngradient (3, [3.0, 3.0])\n");
  });

  test("the gradient of several Reals is told as that of their sum, where no cotangent weighs them", () => {
    const pair = { p: "-- at: 3.0\ndef main (x : Real) = (x, x * x)" };
    expect(dual(["grad", "p"], pair).err).toBe(
      "p: the value has 2 Reals, and the gradient is that of their sum: --cotangent weighs them, `jacobian` has each alone\n",
    );
    for (const more of [["--cotangent", "(1.0, 0.0)"], ["--check"], ["--json"]])
      expect(dual(["grad", "p", ...more], pair).err).toBe("");
    expect(dual(["grad", "p"], { p: "-- at: 3.0\ndef main (x : Real) = (x, floor x)" }).err).not.toContain("sum");
  });

  test("NaN and the infinities are strings in JSON", () => {
    const json = JSON.parse(dual(["grad", "p", "--json"], { p: "-- at: 0.0\ndef main x = log x" }).out);
    expect(json.valueScalars).toEqual(["-Infinity"]);
    expect(json.gradientScalars).toEqual(["Infinity"]);
    expect(JSON.parse(dual(["run", "p", "--json"], { p: "-- at: 0.0\ndef main x = x / x" }).out)).toEqual({
      version: 1,
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
    expect(err).toContain(
      "bad.dual:2:18: error: `wheel` is not defined\ndef main x = x + wheel\n                 ^^^^^\n",
    );
  });

  test("1: mistakes in --at and --cotangent name their own text", () => {
    expect(dual(["run", "p", "--at", "(1.0, True)"], { p: RUNNING }).err).toMatch(/^<at>:1:7: error: /);
    expect(dual(["grad", "p", "--cotangent", "True"], { p: RUNNING }).err).toMatch(/^<cotangent>:1:1: error: /);
  });

  test("1: an --at that does not fit names the program's own, where that fits", () => {
    const said = (own: string) => dual(["run", "p", "--at", "True"], { p: RUNNING.replace("(12.0, 13.0)", own) }).err;
    expect(said("(12.0, 13.0)")).toContain("note: `-- at:` of the program fits: it is used without `--at` (p, line 1)");
    expect(said("12.0")).not.toContain("of the program fits");
    expect(dual(["run", "p", "--at", "True"], { p: RUNNING.replace(/.*\n/, "") }).err).not.toContain("of the program");
  });

  test.each([
    [["run", "missing.dual"], "missing.dual: there is no such file"],
    [["rum", "p"], "did you mean `run`"],
    [["gradient", "p"], "there is no command `gradient`; did you mean `grad`?"],
    [["explain", "p"], "did you mean `export --explain`?"],
    [["grad", "p", "--stge", "naive"], "did you mean --stage"],
    [["grad", "p", "--stage", "nave"], "did you mean `naive`"],
    [["grad", "p", "--n", "many"], "--n needs a whole number"],
    [["run"], "needs a file"],
    [["run", "p", "q"], "takes one file"],
    [["check", "p", "--at", "1"], "has no option --at"],
    [["run", "p", "--entry"], "--entry needs a value"],
    [["grad", "p", "--at", "1.0", "--at=2.0"], "--at is given twice, as `1.0` and `2.0`"],
    [["run", "p", "-at", "1"], "has no option -at; did you mean --at?"],
    [["grad", "p", "--json=1"], "--json takes no value"],
    [["grad", "p", "--check=1"], "--check takes no value"],
    [["diff", "-", "-"], "standard input can be read once"],
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

  test("a mark of the encoding is no column", () =>
    expect(dual(["check", "p"], { p: "\ufeffdef main x = x * y\n" }).err).toContain("p:1:18: error: `y` is not"));

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
  // more than a pipe holds at once, and a status of its own
  const stages = spawnSync(process.execPath, [door, "stages", "-", "--types"], { input: example, encoding: "utf8" });
  expect([stages.status, stages.stdout]).toEqual([0, dual(["stages", "p", "--types"], { p: example }).out]);
  expect(stages.stdout.length).toBeGreaterThan(65_536);
  const wrong = spawnSync(process.execPath, [door, "grad", "-", "--at"], { input: example, encoding: "utf8" });
  expect([wrong.status, wrong.stderr]).toEqual([2, "--at needs a value\n"]);
});

describe("stages, cost, trace", () => {
  test("stages --front prints the program that the rules take before the transformed one", () => {
    const text = "-- at: 2.0\ndef main a = let h = \\v -> a * v in h a + h (3.0 * a)\n";
    const { out } = dual(["stages", "p", "--stage", "chad-sparse", "--front"], { p: text });
    expect(out).toMatch(/-- the program that chad-sparse takes[\s\S]*let h = L₁\(a\) in\n {4}Call₁ h a \+[\s\S]*λ̲d/);
    const { front } = JSON.parse(dual(["stages", "p", "--stage", "tape", "--json"], { p: text }).out)[0];
    expect(front).toBe(null);
  });

  test("stages --simplified prints fewer redexes than the exact program, with what the other edition does", () => {
    const exact = dual(["stages", "p", "--stage", "staged"], { p: RUNNING });
    const simple = dual(["stages", "p", "--stage", "staged", "--simplified"], { p: RUNNING });
    expect([exact.status, simple.status]).toEqual([0, 0]);
    expect(exact.out).toContain("(λi₀. (x, i₀)) i₀");
    expect(simple.out).not.toContain("(λi₀. (x, i₀))");
    expect(simple.out).toContain("let ⟨x₁, d₁⟩ = x in");
    expect(exact.out).toContain("-- POPL 2023");
  });

  test("cost --plot draws the curves of a counter, with their growth and our bound", () => {
    const chain =
      "-- at: (n, 1.0)\n-- sweep: n = 1 .. 12\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)\n";
    const { status, out } = dual(["cost", "p", "--plot", "--counter", "calls"], { p: chain });
    expect(status).toBe(0);
    expect(out).toMatch(/^calls of backpropagators in the reverse pass; .*, over n; both axes logarithmic$/m);
    expect(out).toMatch(/naive +2·2\^n − 1, exactly +our bound O\(T \+ I \+ paths · I\): agrees/);
    expect(out).toMatch(/tape +n \+ 1, exactly +our bound O\(T \+ I\): agrees/);
    expect(dual(["cost", "p", "--plot", "--counter", "zork"], { p: chain }).status).toBe(2);
    const single = dual(["cost", "p", "--plot"], { p: "-- at: 1.0\ndef main x = x * x\n" });
    expect(single.status).toBe(0);
    expect(single.out).toContain("there is nothing to plot");
  });

  test("what counts a trace says so in the table, in JSON, in queries and beside fits, and is not judged", () => {
    const loop =
      "-- at: (n, 0.5)\n-- sweep: n = 1 .. 9\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x)\n";
    const { out } = dual(["cost", "p", "--stage", "transposed", "--plot"], { p: loop });
    expect(out).toMatch(/^ +1 transposed \*/m);
    expect(out).toContain("* transposed is traced");
    expect(out).toMatch(/transposed .*exactly +counts the trace alone: not judged$/m);
    expect(out).not.toContain("agrees");
    const rows = JSON.parse(dual(["cost", "p", "--algorithm", "all", "--n", "3", "--json"], { p: loop }).out) as {
      readonly stage: string;
      readonly counts?: string;
    }[];
    expect(rows.filter(({ counts }) => counts === "trace").map(({ stage }) => stage)).toEqual([
      "linearised",
      "unzipped",
      "transposed",
    ]);
    const grad = dual(["grad", "p", "--stage", "transposed", "--n", "3", "--json"], { p: loop });
    expect(JSON.parse(grad.out)).toMatchObject({ counts: "trace" });
    const asked = dual(["query", "p", "--n", "3", "--ask", "cost(by: transposed)", "--json"], { p: loop });
    expect(JSON.parse(asked.out)).toMatchObject({ tag: "number", counts: "trace" });
    expect(asked.err).toContain("transposed is traced");
  });

  test("list says what papers state with the section, and bounds as ours", () => {
    const text = dual(["list", "--json"]).out;
    expect(text).toContain('"from": "thesis §3.7"');
    expect(text).toContain('"boundFrom": "ours: shown by test/algorithms/bounds.test.ts"');
  });

  test("cost gives the counters of every stage for every n, with exact predictions", () => {
    const chain =
      "-- at: 1.5\n-- sweep: n = 1 .. 3\ndef double k (x : Real) = if k == 0 then x else double (k - 1) (x + x)\ndef main (x : Real) = double 3 x";
    const { status, out } = dual(["cost", "p", "--json"], { p: chain });
    expect(status).toBe(0);
    const rows = JSON.parse(out) as readonly { n: number; stage: string; predicted: number; counters: Cost }[];
    expect(rows.map(({ n, stage }) => `${n} ${stage}`)).toEqual(
      [1, 2, 3].flatMap((n) => ALGORITHMS[0]!.stages.map(({ id }) => `${n} ${id}`)),
    );
    const all = JSON.parse(dual(["cost", "p", "--json", "--algorithm", "all", "--n", "1"], { p: chain }).out);
    expect(all.map(({ stage }: { stage: string }) => stage)).toEqual(STAGES.map(({ id }) => id));
    const one = JSON.parse(dual(["cost", "p", "--json", "--algorithm", "krawiec", "--n", "1"], { p: chain }).out);
    expect(one.map(({ stage }: { stage: string }) => stage)).toEqual(ALGORITHMS[1]!.stages.map(({ id }) => id));
    expect(dual(["cost", "p", "--algorithm", "jax"], { p: chain })).toMatchObject({ status: 2 });
    for (const { stage, counters, predicted } of [...rows, ...all]) {
      for (const phase of [counters.primal, counters.forward, counters.reverse])
        expect(Object.keys(phase)).toEqual(ALL_COUNTERS.map(({ id }) => id));
      const isPredicted = STAGES.find(({ id }) => id === stage)!.predictedCalls !== undefined;
      expect(isPredicted ? counters.reverse.backpropagatorCalls : null).toBe(predicted);
    }
  });

  test("cost says of each stage what it counts", () => {
    const { out } = dual(["cost", "p", "--algorithm", "all"], { p: "-- at: 2.0\ndef main x = x * x" });
    const counted = (stage: string): string | undefined => new RegExp(` - ${stage} +(-|\\d+ \\w+)`).exec(out)?.[1];
    const stages = ["forward", "naive", "tape", "deltas", "delta-lets", "transposed", "lazy-zeros"];
    const all = ["-", "3 calls", "2 calls", "3 evaluations", "1 binding", "2 cotangents", "2 cotangents"];
    expect(stages.map(counted)).toEqual(all);
  });

  test("a naive run that is too big has no counters, but its exact prediction", () => {
    const chain =
      "-- at: 1.5\ndef double k (x : Real) = if k == 0 then x else double (k - 1) (x + x)\ndef main (x : Real) = double 200 x";
    const { status, out } = dual(["cost", "p", "--stage", "naive", "--seconds", "0.2", "--json"], { p: chain });
    expect(status).toBe(3);
    expect(out).toContain(`"predicted": ${2n ** 201n - 1n}`);
    expect(JSON.parse(out)).toMatchObject([{ n: null, stage: "naive", counters: null }]);
    const text = dual(["cost", "p", "--stage", "naive", "--seconds", "0.2"], { p: chain });
    expect(text.out).toContain(`naive             predicted ${2n ** 201n - 1n} calls: not started`);
  });

  test("what the graph predicts beyond the time is not started, and what fits is", () => {
    const chain = (n: number): string =>
      `-- at: 1.5\ndef double k (x : Real) = if k == 0 then x else double (k - 1) (x + x)\ndef main (x : Real) = double ${n} x`;
    const rows = (n: number): readonly { readonly counters: unknown }[] =>
      JSON.parse(dual(["cost", "p", "--json", "--seconds", "100"], { p: chain(n) }).out);
    expect(rows(4).every(({ counters }) => counters !== null)).toBe(true);
    const naive = dual(["cost", "p", "--stage", "naive", "--seconds", "1000"], { p: chain(60) });
    expect(naive.status).toBe(3);
    expect(naive.out).toContain("not started");
  });

  test("--sweep takes the family from the line; a wrong one is a wrong command line", () => {
    const text = "-- at: replicate n 2.0\ndef main xs = product xs";
    const { out } = dual(["cost", "p", "--sweep", "n = 2, 5", "--stage", "tape", "--json"], { p: text });
    expect(JSON.parse(out)).toMatchObject([{ n: 2 }, { n: 5 }]);
    expect(dual(["cost", "p", "--sweep", "5 .. n"], { p: text }).status).toBe(2);
    expect(dual(["cost", "p"], { p: text.replace("n", "(head [])") }).status).toBe(1);
  });

  test("trace prints one JSON object a line, with places", () => {
    const { status, out } = dual(["trace", "p", "--stage", "tape"], { p: RUNNING });
    expect(status).toBe(0);
    const events = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events[0]).toEqual({ tag: "phase", phase: "forward" });
    expect(events.filter(({ tag }) => tag === "scalar").at(-1)).toEqual({
      tag: "scalar",
      number: 3,
      value: 300,
      kind: "operation",
      op: "*",
      span: { source: "<program>", from: 59, to: 64, line: 4, column: 3 },
    });
    expect(events.filter(({ tag }) => tag === "call").map(({ number, cotangent }) => [number, cotangent])).toEqual([
      [3, 1],
      [2, 12],
      [1, 12],
      [0, 37],
    ]);
    expect(dual(["trace", "p"], { p: RUNNING }).status).toBe(2);
  });

  test("graph draws the data flow of a run, with names, values, cotangents and partial derivatives", () => {
    const { status, out } = dual(["graph", "p", "--format", "dot"], { p: RUNNING });
    expect(status).toBe(0);
    expect(out).toBe(`digraph "data flow" {
  rankdir=LR;
  "0" [label="x\\n12.0\\nd 37.0", shape=box];
  "1" [label="y\\n13.0\\nd 12.0", shape=box];
  "2" [label="z = +\\n25.0\\nd 12.0", shape=ellipse];
  "3" [label="*\\n300.0\\nd 1.0", shape=ellipse];
  "0" -> "2" [label="1.0"];
  "1" -> "2" [label="1.0"];
  "0" -> "3" [label="z = 25.0"];
  "2" -> "3" [label="x = 12.0"];
}
`);
    const square = dual(["graph", "p"], { p: "-- at: [2.0, 3.0]\ndef main xs = sum (map (\\x -> x * x) xs)" });
    const { nodes, edges, outputs } = JSON.parse(square.out);
    expect(nodes.slice(0, 2)).toMatchObject([
      { name: "xs[0]", kind: "input", value: 2, cotangent: 4 },
      { name: "xs[1]", kind: "input", value: 3, cotangent: 6 },
    ]);
    // multi-edges are kept
    expect(edges.filter(({ from, to }: { from: number; to: number }) => from === 0 && to === 2)).toHaveLength(2);
    expect(outputs).toEqual([nodes.length - 1]);
  });

  test("graph shows what is staged when resolving begins, or after a step, and the jobs of both passes", () => {
    const staged = JSON.parse(dual(["graph", "p", "--view", "staging"], { p: RUNNING }).out);
    expect(staged).toMatchObject({
      stage: "staged",
      entries: [
        { number: 2, name: "z", cotangent: 12 },
        { number: 0, name: "x", cotangent: 25 },
      ],
    });
    const before = dual(["graph", "p", "--view", "staging", "--step", "3"], { p: RUNNING });
    expect(JSON.parse(before.out)).toMatchObject({ step: 3, entries: [] });
    const forks = "-- at: (2.0, 3.0)\ndef main (x, y) = let (a, b) = (x * y) |*| (x + y) in a * b";
    const { forward, reverse } = JSON.parse(dual(["graph", "p", "--view", "jobs"], { p: forks }).out);
    expect(forward.jobs.map(({ scalars }: { scalars: readonly number[] }) => scalars)).toEqual([[0, 1], [2], [3], [4]]);
    // the reverse pass begins with the job that the forward pass ended with
    expect(reverse.jobs.map(({ scalars }: { scalars: readonly number[] }) => scalars)).toEqual([[4], [3], [2], [1, 0]]);
    expect(forward.span).toBeLessThan(forward.work);
    expect(dual(["graph", "p", "--view", "tree"], { p: RUNNING }).status).toBe(2);
    expect(dual(["graph", "p", "--step", "-1"], { p: RUNNING }).status).toBe(2);
  });

  test("options vary the transformation where they are offered", () => {
    const text = "-- at: 0.5\ndef main (x : Real) = let y = sin x in [y, y, y]";
    const calls = (...flags: readonly string[]) => {
      const { out } = dual(["cost", "p", "--stage", "mutable", "--json", ...flags], { p: text });
      return (JSON.parse(out) as readonly { counters: Cost }[])[0]!.counters.reverse.backpropagatorCalls;
    };
    expect([calls(), calls("--stage-outputs")]).toEqual([4, 2]);
    expect(dual(["run", "p", "--atomic"], { p: text }).status).toBe(2);
  });

  test("list has the algorithms and their stages, and takes no file", () => {
    const listed = JSON.parse(dual(["list", "--json"]).out);
    const stages = listed.flatMap((one: { stages: readonly { id: string }[] }) => one.stages);
    expect(stages.map(({ id }: { id: string }) => id)).toEqual(STAGES.map(({ id }) => id));
    expect(stages.find(({ id }: { id: string }) => id === "parallel")).toMatchObject({
      citation: "D⁵, thesis §3.10, Fig. 3.16-3.17",
      basedOn: "defunctionalised",
      entry: "reverse",
      options: ["stageOutputs", "plainDiscrete", "atomic", "swapPartials", "forgetCaptured", "schedule"],
      claim: { bound: "T + I" },
    });
    expect(dual(["list"]).out).toContain("  tape");
    const flags = listed.flatMap((one: { flags: readonly object[] }) => one.flags);
    expect(flags).toContainEqual(expect.objectContaining({ option: "boundLiterals", flag: "--bound-literals" }));
    const recompute = stages.filter(({ options }: { options: readonly string[] }) => options.includes("recompute"));
    expect(recompute.map(({ id }: { id: string }) => id)).toContain("transposed");
    expect(dual(["list", "p"], { p: RUNNING })).toMatchObject({ status: 2, err: "`list` takes no file\n" });
  });

  test("graph takes the options of the stages; what changes nothing is a warning", () => {
    const text = "-- at: (2.0, 3.0)\ndef main (x, y) = if x * y > 1.0 then x * x else y\n";
    const nodes = (...flags: readonly string[]): number =>
      JSON.parse(dual(["graph", "p", "--view", "dataflow", ...flags], { p: text }).out).nodes.length;
    expect(nodes("--plain-discrete")).toBeLessThan(nodes());
    const said = (...args: readonly string[]): string => dual([args[0]!, "p", ...args.slice(1)], { p: text }).err;
    expect(said("grad", "--atomic")).toContain(
      "p: warning: --atomic has no effect: the compiled engine has no variations; choose a stage\n",
    );
    expect(said("grad", "--stage", "tape", "--stage-outputs")).toContain(
      "p: warning: --stage-outputs has no effect: `tape` does not have it\n",
    );
    expect(said("grad", "--stage", "parallel", "--schedule", "3")).toContain(
      "p: warning: --schedule has no effect: this program has no parallel parts\n",
    );
    expect(said("trace", "--stage", "staged", "--plain-discrete")).toBe("");
    expect(said("graph", "--stage-outputs")).toContain("--stage-outputs has no effect");
    expect(dual(["grad", "p", "--schedule", "x"], { p: text })).toMatchObject({ status: 2 });
    const help = dual(["help"]).out;
    for (const flag of ["--stage-outputs", "--plain-discrete", "--atomic", "--schedule SEED", "--formulas"])
      expect(help).toContain(flag);
  });

  test("the order of jobs can be picked: the thesis' form depends on it, ours does not", () => {
    const text = `-- at: (0.1, [0.3, 0.7, 1.1, 1.3, 1.7, 1.9, 2.3])
def main (x : Real, ys : [Real]) =
  let z = x * 1.0 in
  sum (parMap (\\y -> let (a, b) = (sin (z * y)) |*| (exp (z + y) / 3.0) in a * b + z / y) ys)
`;
    const found = (...flags: readonly string[]) =>
      new Set(
        ["1", "2", "3", "4", "5", "6"].map(
          (seed) => dual(["grad", "p", "--stage", "parallel", "--schedule", seed, ...flags], { p: text }).out,
        ),
      );
    expect(found().size).toBe(1);
    expect(found("--atomic").size).toBeGreaterThan(1);
  });

  test("graph --view jobs has work and span of the primal beside those of both passes", () => {
    const text =
      "-- at: 0.7\ndef c = 2.0 * 3.0\ndef main (x : Real) = let y = c * x in let (a, b) = (sin (y*c)) |*| (cos y) in a * b\n";
    const { primal, forward, reverse } = JSON.parse(dual(["graph", "p", "--view", "jobs"], { p: text }).out);
    for (const { work, span, jobs } of [primal, forward, reverse]) {
      expect(span).toBeLessThan(work);
      expect(jobs.reduce((sum: number, { cost }: { cost: number }) => sum + cost, 0)).toBe(work);
    }
    const names = (jobs: readonly { definition: string | null }[]) => jobs.map(({ definition }) => definition);
    expect(names(primal.jobs)).toEqual([null, "c", null, null, null]);
    expect(names(forward.jobs)).toEqual([null, "c", null, null, null]);
  });
});

describe("export --explain", () => {
  test("prints the passes, the JavaScript and the tape, beside the places that they come from", () => {
    const { out, err, status } = dual(["export", "p", "--explain"], { p: RUNNING });
    expect([err, status]).toEqual(["", 0]);
    expect(out.match(/^== .* ==$/gm)).toEqual([
      "== 1. Core ==",
      "== 2. Specialised ==",
      "== 3. Tidied ==",
      "== 4. Activity ==",
      "== 5. Fixed places ==",
      "== 6. Forward pass ==",
      "== 7. Reverse pass ==",
      "== 8. Run time ==",
      "== The tape ==",
    ]);
    expect(out).toMatch(/^3:11 \| {3}v2 : real = v0 \+ v1$/m);
    expect(out).toMatch(/^ 4:3 \| {3}v\d+ = v0 \* v\d+;$/m);
    expect(out).toContain("Straight code: 1 number at a fixed place in T, 8 bytes.");
  });

  test("as data", () => {
    const loop = "def main (n : Int, x) = if n == 0 then x else main (n - 1, x * x)";
    const { out, status } = dual(["export", "p", "--explain", "--json"], { p: loop });
    const told = JSON.parse(out);
    expect(status).toBe(0);
    expect(Object.keys(told)).toEqual(["version", "entry", "straight", "leftToMachine", "passes", "segments", "file"]);
    expect([told.straight, told.leftToMachine]).toEqual([false, null]);
    for (const pass of told.passes)
      expect(pass.lines.map(({ text }: { readonly text: string }) => `${text}\n`).join("")).toBe(pass.text);
    const product = told.passes
      .find(({ id }: { readonly id: string }) => id === "specialised")
      .lines.find(({ text }: { readonly text: string }) => text.includes("*"));
    expect(product.spans).toEqual([{ line: 1, column: 60, from: 59, to: 64 }]);
    const [segment] = told.segments;
    expect(segment).toMatchObject({ id: 1, function: "main", of: "segment", bytes: 20 });
    expect(segment.parts.map(({ of, bytes }: { readonly of: string; readonly bytes: number }) => [of, bytes])).toEqual([
      ["round", 8],
    ]);
  });

  test("is an option of export alone, and goes into a file", () => {
    expect(dual(["grad", "p", "--explain"], { p: RUNNING })).toMatchObject({
      status: 2,
      err: expect.stringContaining("`grad` has no option --explain"),
    });
    expect(dual(["export", "p", "--explain"], { p: "def main x =" }).status).toBe(1);
    expect(dual(["export", "p", "--explain", "--entry", "nothing"], { p: RUNNING }).status).toBe(1);
    const { out, written } = dual(["export", "p", "--explain", "-o", "told.txt"], { p: RUNNING });
    expect([out, written?.["told.txt"]?.startsWith("== 1. Core ==")]).toEqual(["", true]);
    expect(dual(["help"]).out).toMatch(/^ {2}export .*--explain/m);
  });
});

describe("export", () => {
  test("writes a module, to standard output or to a file", () => {
    const printed = dual(["export", "p"], { p: RUNNING });
    expect(printed.status).toBe(0);
    expect(printed.out).toContain("export function gradient(x, cotangent)");
    expect(printed.out).toContain(" *   let z = x + y in");
    const filed = dual(["export", "p", "-o", "out.mjs"], { p: RUNNING });
    expect(filed).toEqual({ status: 0, out: "", err: "", written: { "out.mjs": printed.out } });
  });

  test("says what is wrong", () => {
    expect(dual(["export", "p", "--entry", "nothing"], { p: RUNNING }).status).toBe(1);
    expect(dual(["export", "p"], { p: "def main x =" }).status).toBe(1);
    expect(dual(["export", "p", "-o"], { p: RUNNING }).status).toBe(2);
  });
});
