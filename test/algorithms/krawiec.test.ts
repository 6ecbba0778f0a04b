// Krawiec et al. (POPL 2022): the paper's numbers, its examples, and what it claims of Delta terms.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fragment } from "../../engine/algorithms/algorithm.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { algorithm as krawiec } from "../../engine/algorithms/krawiec/index.ts";
import type { Content } from "../../engine/core/events/events.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fragmentFor } from "../../engine/derive/straight-run.ts";
import { runTangent } from "../../engine/derive/tangent.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { boundIn } from "../support/delta-listing.ts";
import { TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, largestDifference, preparedProgram, tracedGradient, tracedGraph } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";

type Outside = Extract<Fragment, { readonly tag: "outside" }>;

const stage = (id: string) => stageOf(id)!;
const LETS = ["delta-lets", "delta-array"] as const;

const visits = (id: string, text: string): number => {
  const { forward, reverse } = gradientOf(text, stage(id)).cost;
  return (forward.nodesVisited ?? 0) + (reverse.nodesVisited ?? 0);
};
const bindings = (id: string, text: string): number => gradientOf(text, stage(id)).cost.forward.tapeEntries;

/** x₁ = x + x, x₂ = x₁ + x₁, .., xₙ + xₙ: n lets. */
function chain(n: number): string {
  const names = Array.from({ length: n + 1 }, (_, index) => (index === 0 ? "x" : `x${index}`));
  const lets = names.slice(1).map((name, index) => `let ${name} = ${names[index]} + ${names[index]} in`);
  return `-- at: 1.5\ndef main x = ${lets.join(" ")} ${names[n]} + ${names[n]}`;
}

function sumOfSquares(a: number): string {
  const names = Array.from({ length: a }, (_, index) => `x${index + 1}`);
  return `-- at: (${names.map((_, index) => `${index + 1}.5`).join(", ")})\ndef main (${names.join(", ")}) = ${names.map((x) => `${x} * ${x}`).join(" + ")}`;
}

describe("the doubling chain (§7)", () => {
  test.each([1, 2, 5, 10, 15])("of %i lets: 2ⁿ⁺² − 1 visits without Lets, 3(n + 1) + 1 with them", (n) => {
    expect(visits("deltas", chain(n))).toBe(2 ** (n + 2) - 1);
    for (const id of LETS) {
      expect(visits(id, chain(n))).toBe(3 * (n + 1) + 1);
      expect(bindings(id, chain(n))).toBe(n + 1);
    }
    for (const { id } of krawiec.stages)
      expect(gradientOf(chain(n), stage(id)).gradient!.scalars).toEqual([2 ** (n + 1)]);
  });
});

describe("the sum of squares", () => {
  test.each([4, 16, 64])("of %i inputs: 4a² − 2a products on vectors, 6a − 1 visits, 8a − 2 with Lets", (a) => {
    const text = sumOfSquares(a);
    expect(gradientOf(text, stage("vectors")).cost.forward.scaledScalars).toBe(4 * a * a - 2 * a);
    expect(visits("deltas", text)).toBe(6 * a - 1);
    for (const id of LETS) {
      expect(visits(id, text)).toBe(8 * a - 2);
      expect(bindings(id, text)).toBe(2 * a - 1);
    }
  });
});

/** Program, value, gradient, and how many bindings. */
const CASES: readonly (readonly [string, string, readonly number[], readonly number[], number])[] = [
  [
    "x y + sin x",
    "-- at: (2.0, 3.0)\ndef main (x, y) = x * y + sin x",
    [6.909297426825682],
    [2.5838531634528574, 2],
    3,
  ],
  [
    "a function twice",
    "-- at: (1.5, 0.5)\ndef twice f x = f (f x)\ndef main (x, y) = twice (\\z -> z * z * y) x",
    [0.6328125],
    [1.6875, 3.796875],
    4,
  ],
  ["a branch, taken", "-- at: -2.0\ndef main x = if x < 0.0 then x * x else 3.0 * x", [4], [-4], 1],
  ["a branch, not taken", "-- at: 2.0\ndef main x = if x < 0.0 then x * x else 3.0 * x", [6], [3], 1],
  ["dead code", "-- at: (1.0, 4.0)\ndef main (x, y) = let z = exp x in y * y", [16], [0, 8], 2],
  ["a constant", "-- at: 1.0\ndef main (x : Real) = 7.0", [7], [0], 0],
  ["the identity", "-- at: 1.0\ndef main (x : Real) = x", [1], [1], 0],
  ["a constant that is computed", "-- at: 5.0\ndef main x = let c = 2.0 * 3.0 in c * x", [30], [6], 2],
  [
    "a captured variable",
    "-- at: (2.0, 3.0)\ndef main (x, y) = let f = \\z -> x * z in f y + f (y * y)",
    [24],
    [12, 14],
    4,
  ],
  [
    "two results",
    "-- at: (3.0, 5.0)\n-- cotangent: (10.0, 1.0)\ndef main (x : Real, y : Real) = (x * y, x + y)",
    [15, 8],
    [51, 31],
    2,
  ],
  [
    "a sum as input",
    "-- at: Both 3.0 4.0\ndata In = Both Real Real | One Real\ndef main v = case v of { Both x y -> x * y | One r -> r * r * r }",
    [12],
    [4, 3],
    1,
  ],
  [
    "the same, the other case",
    "-- at: One 2.0\ndata In = Both Real Real | One Real\ndef main v = case v of { Both x y -> x * y | One r -> r * r * r }",
    [8],
    [12],
    2,
  ],
  [
    "a tree (K-T16)",
    "-- at: Fork (Fork (Leaf 2.0) (Leaf 3.0)) (Fork (Leaf 4.0) (Leaf 5.0))\ndata Tree = Leaf Real | Fork Tree Tree\ndef main t = case t of { Leaf x -> x | Fork l r -> main l * main r }",
    [120],
    [60, 40, 30, 24],
    3,
  ],
  [
    "polar coordinates, an operation for each result (K-T15)",
    "-- at: (2.0, 0.5235987755982988)\nop across (r, t) = r * cos t by (cos t, -(r * sin t))\nop along (r, t) = r * sin t by (sin t, r * cos t)\ndef main p = let (x, y) = (across p, along p) in x * x + y",
    [4],
    [3.5, -1.7320508075688772],
    4,
  ],
  [
    "Rosenbrock",
    "-- at: (-1.2, 1.0)\ndef main (x, y) = (1.0 - x) * (1.0 - x) + 100.0 * ((y - x * x) * (y - x * x))",
    [24.2],
    [-215.6, -88],
    10,
  ],
  ["a product of four", "-- at: (1.0, 2.0, 3.0, 4.0)\ndef main (a, b, c, d) = a * b * c * d", [24], [24, 12, 8, 6], 3],
  ["x / √(x² + y²)", "-- at: (3.0, 4.0)\ndef main (x, y) = x / sqrt (x * x + y * y)", [0.6], [0.128, -0.096], 5],
  [
    "arrays",
    "-- at: fromList [1.0, 2.0, 3.0]\ndef main (v : Array Real) = sumA (build 3 (\\i -> v ! i * (v ! (2 - i))))",
    [10],
    [6, 4, 2],
    6,
  ],
  [
    "recursion",
    "-- at: (2.0, 5)\ndef main (x : Real, n : Int) = let rec pow y k = if k == 0 then 1.0 else y * pow y (k - 1) in pow x n",
    [32],
    [80],
    5,
  ],
];

describe.each(CASES)("%s", (_, text, value, gradient, bound) => {
  test.each(krawiec.stages)("$id", ({ id }) => {
    const run = gradientOf(text, stage(id));
    expect(largestDifference(run.value!.scalars, value)).toBeLessThan(1e-12);
    expect(largestDifference(run.gradient!.scalars, gradient)).toBeLessThan(1e-12);
    if (id.startsWith("delta-")) expect(run.cost.forward.tapeEntries).toBe(bound);
  });

  test.skipIf(value.length > 1).each(krawiec.stages)("$id at another cotangent, 2.5 (R-K1)", ({ id }) => {
    const run = gradientOf(text, stage(id), { cotangent: "2.5" }, { checks: true });
    const wanted = gradient.map((one) => 2.5 * one);
    expect(largestDifference(run.gradient!.scalars, wanted)).toBeLessThan(1e-12);
    const { forwardMode, finiteDifferences } = run.checks!;
    expect(forwardMode!).toBeLessThan(1e-9);
    expect(finiteDifferences!).toBeLessThan(1e-4);
  });
});

/** The IDs that a term refers to. */
function references(term: Content): readonly number[] {
  if (typeof term !== "object" || !("con" in term)) return [];
  return term.con === "Var" ? [term.fields[0] as number] : term.fields.flatMap(references);
}

describe("with Lets", () => {
  const agree = (text: string): void => {
    const listings = LETS.map((id) => {
      const { run, events } = tracedGradient(text, stage(id));
      const terms = boundIn(events);
      const operations = tracedGraph(text).nodes.filter(({ kind }) => kind === "operation");
      // one binding for each operation; each visited at most once, so at most five visits of a binary one, and the outputs'
      expect(terms.length).toBe(operations.length);
      const most = operations.reduce((sum, { operands, ints }) => {
        const count = operands.length + ints.length;
        return sum + (count === 0 ? 1 : 3 * count - 1);
      }, 0);
      expect(run.cost.reverse.nodesVisited).toBeLessThanOrEqual(most + run.value!.scalars.length);
      // a binding refers to earlier ones only, and the dual part of a scalar is a reference or Zero
      for (const [own, term] of terms) for (const other of references(term)) expect(other).toBeLessThan(own);
      for (const event of events)
        if (event.tag === "scalar") {
          const back = event.back as Extract<Content, { con: string }>;
          expect(back.con === "Zero" ? back.fields : back.con).toEqual(back.con === "Zero" ? [] : "Var");
        }
      // no binding is called twice; what nothing reaches is skipped
      expect(run.cost.reverse.mostCallsOfOne).toBeLessThanOrEqual(1);
      return terms.map(([, term]) => term);
    });
    expect(listings[0]).toEqual(listings[1]);
  };

  test("a binding is evaluated once, after its body, on all examples", () => {
    for (const { text } of oneIn(3, TRANSFORMED)) agree(text);
  });

  test("and on random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: runs(30), seed: 81 },
    );
  });

  test("a dead binding is skipped", () => {
    const dead = CASES.find(([name]) => name === "dead code")![1];
    for (const id of LETS) {
      const { run } = tracedGradient(dead, stage(id));
      expect(run.cost.forward.tapeEntries - run.cost.reverse.backpropagatorCalls).toBe(1);
    }
  });

  test("constants can be bound, too", () => {
    const text = "-- at: 3.0\ndef main x = 2.0 * x + 1.0";
    for (const id of LETS) {
      const made = (boundLiterals: boolean) => {
        const { run, events } = tracedGradient(text, stage(id), { variations: { options: { boundLiterals } } });
        expect(run.gradient!.scalars).toEqual([2]);
        return boundIn(events).map(([, term]) => (term as Extract<Content, { con: string }>).con);
      };
      expect(made(false)).toEqual(["Add", "Add"]);
      expect(made(true)).toEqual(["Zero", "Add", "Zero", "Add"]);
    }
  });
});

/** Fig. 12 of the paper, typed from it: the x component of a vector rotated by a quaternion. */
const ROTATE = `-- at: ((1.1, 2.2, 3.3, 4.4), (5.5, 6.6, 7.7))
def dot ((a, b, c), (d, e, f)) = a * d + b * e + c * f
def plus ((a, b, c), (d, e, f)) : (Real, Real, Real) = (a + d, b + e, c + f)
def times k (a, b, c) : (Real, Real, Real) = (k * a, k * b, k * c)
def cross ((a, b, c), (d, e, f)) : (Real, Real, Real) = (b * f - c * e, c * d - a * f, a * e - b * d)
def main ((qx, qy, qz, s), v) =
  let u = (qx, qy, qz) in
  let (x, y, z) = plus (plus (times (2.0 * dot (u, v)) u, times (s * s - dot (u, u)) v), times (2.0 * s) (cross (u, v))) in
  x`;
const FIGURE_12 = `
x1 =Add(Scale 5.5 qy)(Scale 2.2 vx)   x2 =Add(Scale 6.6 qx)(Scale 1.1 vy)   x3 =Add x2 (Scale -1 x1)
x4 =Add(Scale 7.7 qx)(Scale 1.1 vz)   x5 =Add(Scale 5.5 qz)(Scale 3.3 vx)   x6 =Add x5 (Scale -1 x4)
x7 =Add(Scale 6.6 qz)(Scale 3.3 vy)   x8 =Add(Scale 7.7 qy)(Scale 2.2 vz)   x9 =Add x8 (Scale -1 x7)
x10=Zero   x11=Add(Scale 4.4 x10)(Scale 2 qw)
x12=Add(Scale -4.84 x11)(Scale 8.8 x3)  x13=Add(Scale 9.68 x11)(Scale 8.8 x6)  x14=Add(Scale -4.84 x11)(Scale 8.8 x9)
x15=Add(Scale 3.3 qz)(Scale 3.3 qz)   x16=Add(Scale 2.2 qy)(Scale 2.2 qy)   x17=Add(Scale 1.1 qx)(Scale 1.1 qx)
x18=Add x17 x16    x19=Add x18 x15    x20=Add(Scale 4.4 qw)(Scale 4.4 qw)   x21=Add x20 (Scale -1 x19)
x22=Add(Scale 7.7 x21)(Scale 2.42 vz) x23=Add(Scale 6.6 x21)(Scale 2.42 vy) x24=Add(Scale 5.5 x21)(Scale 2.42 vx)
x25=Add(Scale 7.7 qz)(Scale 3.3 vz)   x26=Add(Scale 6.6 qy)(Scale 2.2 vy)   x27=Add(Scale 5.5 qx)(Scale 1.1 vx)
x28=Add x27 x26    x29=Add x28 x25    x30=Zero    x31=Add(Scale 45.98 x30)(Scale 2 x29)
x32=Add(Scale 3.3 x31)(Scale 91.96 qz) x33=Add(Scale 2.2 x31)(Scale 91.96 qy) x34=Add(Scale 1.1 x31)(Scale 91.96 qx)
x35=Add x32 x22    x36=Add x33 x23    x37=Add x34 x24
x38=Add x35 x12    x39=Add x36 x13    x40=Add x37 x14`;

describe("Fig. 12", () => {
  const INPUTS = ["qx", "qy", "qz", "qw", "vx", "vy", "vz"];
  const shown = (term: Content, isPart = false): string => {
    if (typeof term !== "object" || !("con" in term)) return String(term);
    if (term.con === "Var") {
      const id = term.fields[0] as number;
      return INPUTS[id] ?? `x${id - INPUTS.length + 1}`;
    }
    if (term.con === "Scale") {
      const factor = Number((term.fields[0] as number).toFixed(10));
      return `(Scale ${factor} ${shown(term.fields[1]!)})`;
    }
    const text = [term.con, ...term.fields.map((field) => shown(field, true))].join(" ");
    return isPart ? `(${text})` : text;
  };
  const plain = (text: string): string => text.replace(/[\s()]+/g, " ").trim();

  test.each(LETS)("by %s, from right to left and with constants bound: the paper's 40 bindings", (id) => {
    const variations = { rightToLeft: true, options: { boundLiterals: true } };
    const { run, events } = tracedGradient(ROTATE, stage(id), { variations });
    expect(run.value!.scalars[0]).toBeCloseTo(71.874, 9);
    expect(largestDifference(run.gradient!.scalars, [91.96, 58.08, -77.44, 38.72, 4.84, -24.2, 26.62])).toBeLessThan(
      1e-12,
    );
    const wanted = [...FIGURE_12.matchAll(/x(\d+) *=(.*?)(?=\s+x\d+ *=|$)/gs)].map(
      ([, own, term]) => `x${own} ${plain(term!)}`,
    );
    const found = boundIn(events).map(([own, term]) => `x${own - INPUTS.length + 1} ${plain(shown(term))}`);
    expect(wanted.length).toBe(40);
    expect(found).toEqual(wanted);
    // those that the x component does not need
    const called = new Set(events.flatMap((event) => (event.tag === "call" ? [event.number as number] : [])));
    const skipped = found.filter((_, index) => !called.has(index + INPUTS.length));
    expect(skipped.map((line) => line.split(" ")[0])).toEqual(
      [1, 2, 3, 4, 5, 6, 12, 13, 22, 23, 32, 33, 35, 36, 38, 39].map((own) => `x${own}`),
    );
    expect(run.cost.reverse.nodesVisited).toBe(99);
  });

  test("from left to right there are other IDs and the same gradient; without constants, 38 bindings and 97 visits", () => {
    const { run, events } = tracedGradient(ROTATE, stage("delta-lets"));
    expect(largestDifference(run.gradient!.scalars, [91.96, 58.08, -77.44, 38.72, 4.84, -24.2, 26.62])).toBeLessThan(
      1e-12,
    );
    expect(boundIn(events).length).toBe(38);
    expect(run.cost.reverse.nodesVisited).toBe(97);
    expect(visits("deltas", ROTATE)).toBe(75);
  });
});

test("the order of evaluation changes numbers of scalars only, in all stages alike", () => {
  const names = (text: string, id: string): readonly string[] =>
    tracedGradient(text, stage(id), { variations: { rightToLeft: true } }).events.flatMap((event) =>
      event.tag === "scalar" ? [`${event.number} ${event.kind} ${event.op} ${event.value}`] : [],
    );
  const check = (text: string): void => {
    const wanted = gradientOf(text, stage("tape")).gradient!.scalars;
    const numbers = names(text, "tape").toSorted();
    for (const id of ["staged", "parallel", ...krawiec.stages.map((one) => one.id)]) {
      const found = gradientOf(text, stage(id), { variations: { rightToLeft: true } }).gradient!.scalars;
      if ([...wanted, ...found].every(Number.isFinite))
        expect(largestDifference(found, wanted), text).toBeLessThan(1e-9);
      expect(names(text, id).toSorted(), text).toEqual(numbers);
    }
  };
  for (const { text } of TRANSFORMED.filter(({ name }) => /^(02|06|07|13|21|24)/.test(name))) check(text);
  fc.assert(
    fc.property(programs(), ({ source }) => check(source)),
    { numRuns: runs(4), seed: 83 },
  );
});

test("Lemma 1: dt · (F ds) = (R dt) · ds, on random programs and directions (R-K10)", () => {
  const property = fc.property(
    programs(),
    fc.constantFrom(...krawiec.stages),
    fc.infiniteStream(fc.double({ min: -2, max: 2, noNaN: true })),
    ({ source }, { id }, numbers) => {
      const { gradient, cotangent } = gradientOf(source, stage(id));
      if (![...gradient!.scalars].every(Number.isFinite)) return;
      // the gradient has the form of the input: so has the direction
      const direction = gradient!.text.replace(
        /-?\d+\.\d+(?:e[+-]?\d+)?/g,
        () => `(${numbers.next().value.toFixed(3)})`,
      );
      const { tangent, direction: ds } = finish(runTangent(checkSource(source), { direction }, DEFAULT_BUDGET));
      if (tangent === undefined || !tangent.scalars.every(Number.isFinite)) return;
      const left = tangent.scalars.map((one, index) => one * cotangent!.scalars[index]!);
      const right = gradient!.scalars.map((one, index) => one * ds!.scalars[index]!);
      const size = Math.max(1, ...[...left, ...right].map(Math.abs));
      const sum = (parts: readonly number[]): number => parts.reduce((total, one) => total + one, 0);
      expect(Math.abs(sum([...left]) - sum([...right])) / size).toBeLessThan(1e-9);
    },
  );
  fc.assert(property, { numRuns: runs(40), seed: 82 });
});

test("an Int of the input is in the gradient as it was (K-T14)", () => {
  const pow =
    "-- at: (2.0, 5)\ndef pow y k = if k == 0 then 1.0 else y * pow y (k - 1)\ndef main (x : Real, n : Int) = pow x n";
  for (const { id } of krawiec.stages) expect(gradientOf(pow, stage(id)).gradient!.text).toBe("(80.0, 5)");
});

test.each(krawiec.stages.map(({ id }) => id))(
  "%s refuses a derivative within a program: the transformation is of a whole program (R-K21)",
  (id) => {
    const text = "-- at: 3.0\ndef main x = grad (\\y -> y * y * x) 2.0 + x\n";
    const { tag, at, why, instead } = fragmentFor(stage(id), preparedProgram(text)) as Outside;
    expect([tag, text.slice(at!.from, at!.to), instead]).toEqual([
      "outside",
      "grad (\\y -> y * y * x) 2.0",
      "transposed",
    ]);
    expect(why).toContain("`pure`, do and Delta terms are in the output language only (§10.4)");
  },
);

test.each([
  ["-- at: (\\y -> y, 1.0)\ndef main (f : Real -> Real, x : Real) = f x\n", "input"],
  ["-- at: 1.0\ndef main (x : Real) = (x, \\(y : Real) -> y * x)\n", "output"],
])("a function in the input or the result is refused (R-K21): %#", (text, where) => {
  expect(() => preparedProgram(text)).toThrow(`the ${where} of \`main\` contains a function`);
});

describe("recursion and recursive data are taken, and said to be beyond the paper's proof (R-K18)", () => {
  test.each([
    ["-- at: 1.0\ndef main (x : Real) = x * x\n", undefined],
    [
      "-- at: 1.0\ndef go x n = if n == 0 then x else go (x * x) (n - 1)\ndef main (x : Real) = go x 2\n",
      "`go` calls itself",
    ],
    ["-- at: 1.0\ndef main (x : Real) = let rec f y = if y > 9.0 then y else f (y + y) in f x\n", "`f` calls itself"],
    ["-- at: [1.0]\ndef main (xs : [Real]) = sum xs\n", "`sum` (built in) recurses"],
    ["-- at: #[1.0, 2.0]\ndef main (xs : Array Real) = sumA xs\n", "`sumA` (built in) recurses"],
    [
      "-- at: Leaf 1.0\ndata Tree = Leaf Real | Fork Both\ndata Both = Both Tree Tree\ndef main (t : Tree) = case t of { Leaf x -> x | Fork b -> 0.0 }\n",
      "`Tree` contains itself",
    ],
    [
      "-- at: Pair 1.0 2.0\ndata Pair = Pair Real Real\ndef main (p : Pair) = case p of { Pair x y -> x * y }\n",
      undefined,
    ],
  ])("%s", (text, what) => {
    for (const one of krawiec.stages) {
      const said = what === undefined ? undefined : `${what}: beyond the paper's proof (§10.3)`;
      expect(fragmentFor(stage(one.id), preparedProgram(text))).toEqual({
        tag: "inside",
        ...(said === undefined ? {} : { beyond: said }),
      });
      expect(gradientOf(text, stage(one.id)).ended.tag).toBe("done");
    }
  });
});

test("the type of what a scalar is paired with depends on the input by `vectors` alone (R-K17)", () => {
  const inputs = ["-- at: 1.0\ndef main (x : Real) = x * x\n", "-- at: (1.0, 2.0)\ndef main (x, y) = x * y\n"];
  for (const { id } of krawiec.stages) {
    const [one, other] = inputs.map((text) => transformed(stage(id), preparedProgram(text)).dual);
    if (id === "vectors") expect(one).not.toEqual(other);
    else expect(one).toEqual(other);
  }
});

describe("a library function (R-K17)", () => {
  const LIBRARY = "def norm (x, y) = sqrt (x * x + y * y)\n";
  const USES = [
    `-- at: (3.0, 4.0)\n${LIBRARY}def main (x, y) = norm (x, y) * x\n`,
    `-- at: #[3.0, 4.0, 0.5]\n${LIBRARY}def main (xs : Array Real) = norm (xs ! 0, xs ! 1) + norm (xs ! 2, xs ! 2)\n`,
  ];
  test.each(krawiec.stages.map(({ id }) => id))(
    "by %s is transformed in one way, whatever the input of main is",
    (id) => {
      const made = USES.map((text) => {
        const printed = printProgram(transformed(stage(id), preparedProgram(text)), { types: false });
        const at = printed.indexOf("def norm");
        expect(at, printed).toBeGreaterThan(0);
        return printed.slice(at, printed.indexOf("\n\n", at));
      });
      expect(made[1]).toBe(made[0]);
      for (const text of USES) expect(gradientOf(text, stage(id)).ended.tag).toBe("done");
    },
  );
});
