// CHAD (Smeding's thesis, chapters 5 and 6): its worked examples with their numbers, and its four stages against the tape.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nestedFunctions, sumOfVariables } from "../../app/algorithms/chad/families.ts";
import { algorithm as chad } from "../../engine/algorithms/chad/index.ts";
import { FITS, OTHER_SIDE } from "../../engine/algorithms/chad/natives.ts";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import type { NativeHost } from "../../engine/core/events/native.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { checkProgram } from "../../engine/core/terms/check.ts";
import { childrenOf, mapTerm } from "../../engine/core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../engine/core/terms/term.ts";
import { mapReals, realsOf, Shapes } from "../../engine/core/values/shape.ts";
import { showValue } from "../../engine/core/values/show-value.ts";
import { DataValue, type Value } from "../../engine/core/values/values.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fragmentFor, sourceOf } from "../../engine/derive/straight-run.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { drive, finish } from "../../engine/session/run/drive.ts";
import { sameType } from "../../engine/types/type.ts";
import { disagreement } from "../support/conformance.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, preparedProgram, tracedGradient } from "../support/run.ts";
import { IS_LONG, oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";
import { runTransformed } from "../support/transformed.ts";

const [dense, sparse, local, cells] = chad.stages as [Stage, Stage, Stage, Stage];
type Stage = (typeof chad.stages)[0];

/** Value, gradient and counters of a reverse pass. */
function run(text: string, stage: Stage) {
  const { value, gradient, cost } = gradientOf(text, stage);
  return { value: value!.scalars, gradient: gradient!.scalars, counted: cost.reverse };
}

/** The value of a program at the input of another of its type. */
function valueOf({ input, shapes, resultShape }: Prepared, program: CoreProgram): string {
  const machine = new Machine(compile(program, shapes), { budget: DEFAULT_BUDGET });
  machine.start(machine.entry, input);
  const outcome = finish(drive(machine, "primal"));
  if (outcome.tag !== "done") throw new Error(outcome.tag);
  return showValue(resultShape, outcome.value, UNWATCHED);
}

/** Program, value, gradient, and the calls of terms' backpropagators in `chad`. */
const CASES: readonly (readonly [string, string, readonly number[], readonly number[], number | undefined])[] = [
  ["C-E1", "-- at: 5.0\ndef main (a : Real) = let b = (a, 2.0 * a) in fst b + snd b", [15], [3], 11],
  ["C-E2", "-- at: 5.0\ndef main (a : Real) = let h = \\v -> a * v in h a + h (3.0 * a)", [100], [40], 23],
  ["C-E2 at 2", "-- at: 2.0\ndef main (a : Real) = let h = \\v -> a * v in h a + h (3.0 * a)", [16], [16], 23],
  ["C-E3", "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let z = x + y in z * y", [15], [3, 8], undefined],
  ["C-E4", "-- at: 5.0\ndef main (a : Real) = (\\f -> f 42.0) (\\v -> a * v)", [210], [42], undefined],
  ["C-E6, below", "-- at: -2.0\ndef main (x : Real) = if x < 0.0 then x * x else 3.0 * x", [4], [-4], undefined],
  ["C-E6, above", "-- at: 4.0\ndef main (x : Real) = if x < 0.0 then x * x else 3.0 * x", [12], [3], undefined],
  [
    "C-E7, left",
    "-- at: L 3.0\ndata T = L Real | R Real Real\ndef main (s : T) = case s of { L x -> x * x | R p q -> p * q }",
    [9],
    [6],
    undefined,
  ],
  [
    "C-E7, right",
    "-- at: R 2.0 5.0\ndata T = L Real | R Real Real\ndef main (s : T) = case s of { L x -> x * x | R p q -> p * q }",
    [10],
    [5, 2],
    undefined,
  ],
];

describe("the worked examples", () => {
  test.each(CASES)("%s", (_, text, value, gradient, calls) => {
    for (const stage of chad.stages) {
      const found = run(text, stage);
      expect(found.value, stage.id).toEqual(value);
      expect(found.gradient, stage.id).toEqual(gradient);
      expect(disagreement(text, [stage])).toBeUndefined();
    }
    if (calls !== undefined) expect(run(text, dense).counted.termCalls).toBe(calls);
  });

  test("C-E2: the log that reaches h is [(5, 1), (15, 1)]", () => {
    const { events } = tracedGradient(CASES[1]![1], dense);
    const logged = events.flatMap((event) => (event.tag === "own" && event.event === "log" ? [event.content] : []));
    expect(logged).toMatchObject([{ tuple: [5, 1, 1] }, { tuple: [15, 1, 4] }]);
  });

  test("C-E2: the lists of the debugger, at the end of the reverse pass and in its middle", () => {
    const { events } = tracedGradient(CASES[1]![1], dense);
    const own = events.filter((event) => event.tag === "own");
    const listed = (id: string, until: number) => {
      const list = dense.lists![id]!;
      const state = own.slice(0, until).reduce((at, event) => list.after(at, event), list.start);
      return list.items(state, 10).items.map(({ text }) => text);
    };
    expect(listed("log", own.length)).toEqual(["(5, 1)", "(15, 1)"]);
    expect(listed("environment", own.length)).toEqual(["a: 40"]);
    const last = own.findLastIndex(({ about }) => about.join() === "a,h");
    expect(listed("environment", last + 1)).toEqual(["a: 20", "h: [(5, 1), (15, 1)]"]);
    // the bodies of both calls run again for the half of the environment
    const again = own.filter(({ isAgain, about }) => isAgain && about.length > 0);
    expect(again.map(({ about }) => about[0])).toEqual(["a", "v", "a", "a", "v", "a"]);
  });

  test("each call of a term's backpropagator is an event at the place of the term, and so is its return, with what it sends", () => {
    const [text] = [CASES[1]![1]];
    for (const stage of chad.stages) {
      const own = tracedGradient(text, stage).events.filter((event) => event.tag === "own");
      const open: (string | undefined)[] = [];
      for (const { event, span } of own) {
        const place = span && text.slice(span.from, span.to);
        if (event === "call") open.push(place);
        if (event === "back") expect(open.pop(), stage.id).toBe(place);
      }
      expect(open, stage.id).toEqual([]);
      const calls = own.filter(({ event }) => event === "call");
      expect(calls.length, stage.id).toBe(run(text, stage).counted.termCalls);
      expect(text.slice(calls[0]!.span!.from, calls[0]!.span!.to), stage.id).toMatch(/^let h = /);
    }
    const own = tracedGradient(text, dense).events.filter((event) => event.tag === "own");
    expect(own.at(-1)).toMatchObject({ event: "back", content: { tuple: [{ tuple: [] }, 40] } });
    expect(own.filter(({ event }) => event === "replay").map(({ content }) => content)).toMatchObject([
      { tuple: [5, 1, 1] },
      { tuple: [15, 1, 4] },
    ]);
  });

  test("a variable has its place in the environment from the begin of its scope on", () => {
    for (const stage of [local, cells]) {
      const own = tracedGradient(CASES[3]![1], stage).events.filter((event) => event.tag === "own");
      const scopes = own.filter(({ event }) => event === "open" || event === "scope");
      expect(scopes.map(({ event, about }) => `${event} ${about[0]}`)).toEqual([
        "open x",
        "open y",
        "open z",
        "scope z",
        "scope y",
        "scope x",
      ]);
    }
  });

  test("a cotangent of another side is an error with the cotangent (C-E8)", () => {
    const host = { content: (value: Value) => (value as DataValue).con } as unknown as NativeHost;
    expect(() => OTHER_SIDE.run([new DataValue("Right", []), 0], host)).toThrow(/internal: .*side.*Right/);
    const watch = { watch: UNWATCHED } as unknown as NativeHost;
    const fits = (con: string) => FITS.run([new DataValue("L", [1]), new DataValue(con, [2])], watch);
    expect(() => fits("Rᶜ₁°")).toThrow("the cotangent of a `L` is one of `R`");
    expect(fits("Lᶜ₁°")).toBeInstanceOf(DataValue);
  });

  test("where cotangents are checked, one of another side is reported at its place; all others are let through", () => {
    const text =
      "-- at: 2.0\ndata T = L Real | R Real\ndef f x = if x > 0.0 then L (x * x) else R x\ndef main (x : Real) = case f x of { L a -> a * a | R b -> 3.0 * b }";
    const prepared = preparedProgram(text);
    for (const stage of chad.stages) {
      const program = transformed(stage, prepared, { options: { checkedCotangents: true } });
      checkProgram(program);
      expect(runTransformed(program, prepared, "reverse").derivative, stage.id).toEqual([32]);
      const wrong = {
        ...program,
        globals: program.globals.map((one) => (one.name === "main" ? { ...one, term: otherSides(one.term) } : one)),
      };
      checkProgram(wrong);
      expect(() => runTransformed(wrong, prepared, "reverse"), stage.id).toThrow("mistake");
    }
  });

  /** A term whose cotangents of L are of R. */
  const otherSides = (term: Term): Term =>
    mapTerm(term, (at) =>
      at.tag === "con" && at.con.startsWith("Lᶜ")
        ? { ...at, con: at.con.replace("L", "R"), args: at.args.map(otherSides) }
        : undefined,
    );
});

describe("costs", () => {
  test.each([1, 2, 3, 6, 12])(
    "functions %i deep: 2ⁿ⁺¹ − 3 calls with logs, linear with closures as data (C-E5)",
    (n) => {
      expect(run(nestedFunctions(n), dense).counted.termCalls).toBe(2 ** (n + 1) - 3);
      for (const stage of [sparse, local, cells])
        expect(run(nestedFunctions(n), stage).counted.termCalls).toBe(7 * n - 6);
    },
  );

  test.each([2, 8, 64, 256])("a tree of sums over %i variables: 2n² − n boxes, ½ n log n + n, n", (n) => {
    const boxes = (stage: Stage) => run(sumOfVariables(n), stage).counted.environmentBoxes;
    expect(boxes(dense)).toBe(2 * n * n - n);
    // the unions of the thesis' number, and the n maps that they begin with
    expect(boxes(sparse)).toBe((n / 2) * Math.log2(n) + n);
    expect(boxes(local)).toBe(n);
    expect(boxes(cells)).toBe(n);
    expect(run(sumOfVariables(n), cells).counted.environmentSums).toBe(0);
  });

  test("functions that hold functions: n² calls with logs, n with closures as data", () => {
    const calls = (n: number, stage: Stage) =>
      run(
        `-- at: (${n}, 1.5)\ndef within n = if n == 0 then \\x -> x else let g = within (n - 1) in \\x -> g x\ndef main (n : Int, x : Real) = within n x`,
        stage,
      ).counted.termCalls!;
    const differences = (stage: Stage) =>
      [2, 4, 6, 8]
        .map((n) => calls(n, stage))
        .map((count, at, all) => count - (all[at - 1] ?? 0))
        .slice(1);
    const [first, second, third] = differences(dense);
    expect(third! - second!).toBe(second! - first!);
    expect(second! - first!).toBeGreaterThan(0);
    for (const stage of [sparse, local, cells]) expect(new Set(differences(stage)).size).toBe(1);
  });

  test("each backpropagator of a first-order program is called at most once", () => {
    for (const [turn, { name, text }] of TRANSFORMED.entries())
      for (const stage of oneIn(2, [sparse, cells], turn)) {
        if (!takes(stage, text)) continue;
        expect(run(text, stage).counted.mostCallsOfOne, name).toBeLessThanOrEqual(1);
      }
  });
});

/** Program, value and gradient, in `chad-cells`. */
const ARRAYS: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ["elements", "-- at: #[1.0, 2.0, 3.0]\ndef main a = a ! 1 * a ! 1 + a ! 0", [5], [1, 4, 0]],
  ["mapA and sumA", "-- at: #[1.0, 2.0, 3.0]\ndef main a = sumA (mapA (\\x -> x * x) a)", [14], [2, 4, 6]],
  [
    "zipWithA (F-E6)",
    "-- at: (#[1.0, 2.0, 3.0], #[10.0, 20.0, 30.0])\ndef main (a, b) = sumA (zipWithA (\\x y -> x * y) a b)",
    [140],
    [10, 20, 30, 1, 2, 3],
  ],
  ["foldA (F-E5)", "-- at: #[2.0, 3.0, 4.0, 5.0]\ndef main a = foldA (\\x y -> x * y) 1.0 a", [120], [60, 40, 30, 24]],
  [
    "an array from an array (EC-E12), weighed by 1, 2, 3",
    "-- at: #[1.0, 2.0, 3.0]\ndef main x = let a = build 3 (\\i -> x ! i) in let b = build (size a) (\\i -> a ! i * 2.0) in sumA (zipWithA (\\y w -> y * w) b #[1.0, 2.0, 3.0])",
    [28],
    [2, 4, 6],
  ],
  ["build", "-- at: #[1.0, 2.0, 3.0]\ndef main a = build 3 (\\i -> a ! i * 2.0 + a ! 0)", [3, 5, 7], [5, 2, 2]],
  [
    "arrays of arrays, and scanA",
    "-- at: #[#[1.0, 2.0], #[3.0]]\ndef main a = scanA (\\x y -> x + y) 0.0 (mapA (\\r -> sumA r) a)",
    [0, 3, 6],
    [2, 2, 1],
  ],
  ["a literal", "-- at: 2.0\ndef main (x : Real) = #[x, x * x, 3.0]", [2, 4, 3], [5]],
];

describe("linear functions", () => {
  /** The gradients of a program at several multiples of a cotangent of ones, of one forward pass. */
  function at(text: string, stage: Stage, factors: readonly number[]): readonly (readonly number[])[] {
    const { input, resultShape, paramShape, ...before } = preparedProgram(text);
    const program = stage.transform(sourceOf({ input, resultShape, paramShape, ...before }));
    const machine = new Machine(compile(program, new Shapes(program.data)), { budget: DEFAULT_BUDGET });
    const call = (fn: Value, argument: Value): Value => {
      machine.start(fn, argument);
      const outcome = finish(drive(machine, "reverse"));
      if (outcome.tag !== "done") throw new Error(outcome.tag);
      return outcome.value;
    };
    const [value, back] = call(machine.entry, input) as readonly [Value, Value];
    return factors.map((factor) =>
      realsOf(
        paramShape,
        call(
          back,
          mapReals(resultShape, value, UNWATCHED, () => factor),
        ),
        UNWATCHED,
      ),
    );
  }

  test("give 0 for 0, and sums for sums, to the last digit where factors are powers of two", () => {
    let compared = 0;
    for (const [turn, { name, text }] of TRANSFORMED.entries())
      for (const stage of oneIn(4, chad.stages, turn)) {
        if (!takes(stage, text)) continue;
        const [zero, once, twice, thrice] = at(text, stage, [0, 1, 2, 3]);
        if (!once!.every(Number.isFinite)) continue;
        compared++;
        expect(
          zero!.every((one) => one === 0),
          `${name}, ${stage.id}`,
        ).toBe(true);
        expect(twice, `${name}, ${stage.id}`).toEqual(once!.map((one) => 2 * one));
        once!.forEach((one, index) => {
          expect(thrice![index], `${name}, ${stage.id}`).toBeCloseTo(
            one + twice![index]!,
            9 - Math.log10(1 + Math.abs(one)),
          );
        });
      }
    expect(compared).toBeGreaterThan(IS_LONG ? 40 : 15);
  });
});

describe("the printed programs", () => {
  test("are checked as linear: what is believed are twelve operations of the interface", () => {
    const believed = (term: Term): boolean =>
      (term.tag === "prim" && term.prim === "asLinear") || childrenOf(term).some(believed);
    const kinds = new Set<string>();
    const texts = [
      ...TRANSFORMED.map(({ text }) => text),
      ...CASES.map(([, text]) => text),
      ...ARRAYS.map(([, text]) => text),
    ];
    for (const [turn, text] of texts.entries())
      for (const stage of oneIn(2, chad.stages, turn)) {
        if (!takes(stage, text)) continue;
        for (const { name, term } of stage.transform(sourceOf(preparedProgram(text))).globals)
          if (believed(term)) kinds.add(name.replace(/_.*|[₀-₉]+|ᴼ$/g, ""));
      }
    // zero and sum have two names each; the wrapper is that of all first-order systems (common/first-order.ts)
    const [zero, plus] = [
      ["EmptyMap", "Return"],
      ["AndThen", "Merge"],
    ];
    const others = ["Bind", "OneAt", "Run", "add", "entry", "fold", "listed", "one", "pop", "scope"];
    expect([...kinds].sort()).toEqual([...zero, ...plus, ...others, "Wrap"].sort());
  });

  test("the program that the rules take is printed, read back and checked, and computes the same", () => {
    for (const { name, text } of oneIn(3, TRANSFORMED)) {
      const before = preparedProgram(text);
      const source = sourceOf(before);
      const expected = valueOf(before, source.program);
      for (const stage of [dense, cells, ...lambda.stages]) {
        if (!takes(stage, text)) continue;
        const taken = stage.front!(source);
        expect(sameType(checkProgram(taken), checkProgram(source.program)), name).toBe(true);
        const read = readProgram(printProgram(taken, { types: true }), taken.entry);
        expect(valueOf(before, read), `${name}, ${stage.id}`).toBe(expected);
      }
    }
  });
});

describe("arrays", () => {
  test.each(ARRAYS)("%s", (_, text, value, gradient) => {
    expect(run(text, cells)).toMatchObject({ value, gradient });
    expect(disagreement(text, [cells])).toBeUndefined();
  });

  test("the other stages refuse them at their place, and name the one that takes them", () => {
    const text = "-- at: #[1.0, 2.0]\ndef main a = sumA a";
    for (const stage of [dense, sparse, local])
      expect(fragmentFor(stage, preparedProgram(text))).toMatchObject({
        tag: "outside",
        instead: "chad-cells",
        at: { from: text.indexOf("sumA") },
      });
  });

  test.each([
    "sumA (mapA (\\x -> x * x) a)",
    "foldA (\\x y -> x + y * y) 0.0 a",
    "sumA (build (size a) (\\i -> a ! i * 2.0))",
    "sumA (scanA (\\x y -> x + y) 0.0 (zipWithA (\\x y -> x * y) a a))",
  ])("reading all elements costs as much as there are: %s", (body) => {
    const steps = (n: number) => run(`-- at: build ${n} (\\i -> real i)\ndef main a = ${body}`, cells).counted.steps;
    expect(steps(1000) / steps(100)).toBeLessThan(10.1);
  });
});

describe("which programs it takes", () => {
  const fragment = (text: string) => fragmentFor(cells, preparedProgram(text));

  test("no derivatives; recursion and data, by rules of ours", () => {
    expect(fragment("-- at: 2.0\ndef main x = grad (\\y -> y * y) x")).toMatchObject({
      tag: "outside",
      instead: "transposed",
    });
    expect(fragment(example("13"))).toMatchObject({ tag: "inside", beyond: expect.stringContaining("ours") });
    expect(fragment(CASES[0]![1])).toEqual({ tag: "inside" });
  });

  test("definitions, instances and variables with the names that the stages add", () => {
    const text = `-- at: 2.0
data Run = Run Real | Empty
def add (a, b) f = f a b
def run x = x * x
def move x = x + 1.0
def merge x = x * 3.0
def bp x = x * 0.5
def call f = f 1.0
def main (x : Real) =
  let bind = run x in
  let andThen = move bind in
  let oneA = case Run andThen of { Run y -> y | Empty -> x } in
  let (p, q) = (add (x, x) (\\a b -> a * b), add ((x, x), 1) (\\a b -> fst a)) in
  let s = sum (map (\\return -> return * call (\\empty -> empty * oneA)) [p, q]) in
  merge (bp s) + bind`;
    expect(disagreement(text, chad.stages)).toBeUndefined();
    // a definition of the program counts nothing, whatever its name is
    const plain = text.replaceAll(/\bbp\b/g, "half").replaceAll(/\b(run|move|merge)\b/g, "$1s");
    for (const stage of chad.stages) {
      const program = transformed(stage, preparedProgram(text));
      const printed = printProgram(program, { types: true });
      const read = readProgram(printed, program.entry, program.meaning, chad.natives);
      checkProgram(read);
      expect(printProgram(read, { types: true })).toBe(printed);
      expect(run(text, stage).counted, stage.id).toEqual(run(plain, stage).counted);
    }
  });

  test("parallel lists, polymorphic functions and values, and functions in data, at several types", () => {
    for (const text of [
      "-- at: [1.0, 2.0]\ndef main xs = sum (parMap (\\x -> x * x) xs)",
      "-- at: (2.0, 3.0)\ndef main (x, y) = let id = \\z -> z in let (a, b) = id (x, y) in id a * fst (id (b, 1))",
      "-- at: 3.0\ndef two = 1.0 + 1.0\ndef square = \\x -> x * x * two\ndef main x = square (square x) + two",
      "-- at: 3.0\ndata Fn = Fn (Real -> Real) Int\ndef run f x = case f of { Fn g n -> if n > 1 then g x else x }\ndef main x = run (Fn (\\y -> x * y) 2) (x + 1.0)",
      "-- at: 3.0\ndata Fn a = Fn (a -> Real) a\ndef run f = case f of { Fn g n -> g n }\ndef main x = run (Fn (\\y -> x * y) x) * run (Fn (\\(y, n) -> y * x) (x, 1))",
      "-- at: [(1.0, 2), (3.0, 4)]\ndef main ps = sum (map (\\(x, n) -> x * real n) ps)",
    ])
      expect(disagreement(text, chad.stages), text).toBeUndefined();
  });
});

describe("random programs", () => {
  const COUNT = runs(IS_LONG ? 500 : 300);

  /** Runs programs by one stage after the other; each tenth is printed and read back. */
  function compare(stages: readonly Stage[], hasArrays: boolean, count: number): void {
    let taken = 0;
    const property = fc.property(programs({ hasArrays }), ({ source }) => {
      const stage = stages[taken % stages.length]!;
      if (!takes(stage, source)) return;
      taken++;
      expect(disagreement(source, [stage], {}, false), source).toBeUndefined();
      if (taken % 10 !== 0) return;
      const program = transformed(stage, preparedProgram(source));
      const printed = printProgram(program, { types: true });
      const read = readProgram(printed, program.entry, program.meaning, chad.natives);
      checkProgram(read);
      expect(printProgram(read, { types: true })).toBe(printed);
    });
    fc.assert(property, { numRuns: Math.ceil(2 * count), seed: 20261129 });
    expect(taken).toBeGreaterThan(count);
  }

  test("without arrays have the gradients of the tape", { timeout: 7_200_000 }, () => {
    compare([dense, sparse, local], false, COUNT * 0.75);
  });

  test("with arrays have the gradients of the tape by cells", { timeout: 7_200_000 }, () => {
    compare([cells], true, COUNT * 0.25);
  });
});
