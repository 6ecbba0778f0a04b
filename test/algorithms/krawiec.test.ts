// Krawiec et al. (POPL 2022): the paper's numbers, its examples, and what it claims of Delta terms.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { krawiec } from "../../engine/algorithms/krawiec/index.ts";
import type { Content, Event } from "../../engine/core/events.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, largestDifference, tracedGradient, tracedGraph } from "../support/run.ts";

const share = Number(process.env.DUALSCOPE_RANDOM_SHARE ?? "1");
const stage = (id: string) => stageOf(id)!;
const LETS = ["delta-lets", "delta-array"] as const;

const visits = (id: string, text: string): number => {
  const { forward, reverse } = gradientOf(text, stage(id)).cost;
  return forward.nodesVisited + reverse.nodesVisited;
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
    "-- at: (2.0, 5)\ndef main (x, n) = let rec pow y k = if k == 0 then 1.0 else y * pow y (k - 1) in pow x n",
    [32],
    [80, 5],
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
});

/** What a run binds to IDs, in the order of binding. */
function bound(events: readonly Event[]): readonly (readonly [number, Content])[] {
  return events.flatMap((event) =>
    event.tag === "save"
      ? [[event.id, event.content] as const]
      : event.tag === "write" && event.entry
        ? [[event.index, event.content] as const]
        : [],
  );
}

/** The IDs that a term refers to. */
function references(term: Content): readonly number[] {
  if (typeof term !== "object" || !("con" in term)) return [];
  return term.con === "Var" ? [term.fields[0] as number] : term.fields.flatMap(references);
}

describe("with Lets", () => {
  const agree = (text: string): void => {
    const listings = LETS.map((id) => {
      const { run, events } = tracedGradient(text, stage(id));
      const terms = bound(events);
      const operations = tracedGraph(text).nodes.filter(({ kind }) => kind === "operation");
      // one binding for each operation; each visited at most once, so at most five visits of a binary one, and the outputs'
      expect(terms.length).toBe(operations.length);
      const most = operations.reduce((sum, { operands, ints }) => sum + 3 * (operands.length + ints.length), 0);
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
    for (const { text } of EXAMPLES) agree(text);
  });

  test("and on random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: Math.ceil(80 * share), seed: 81 },
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
        const { run, events } = tracedGradient(text, stage(id), { variations: { boundLiterals } });
        expect(run.gradient!.scalars).toEqual([2]);
        return bound(events).map(([, term]) => (term as Extract<Content, { con: string }>).con);
      };
      expect(made(false)).toEqual(["Add", "Add"]);
      expect(made(true)).toEqual(["Zero", "Add", "Zero", "Add"]);
    }
  });
});

test("Lemma 1: dt · (F ds) = (R dt) · ds, on random programs", () => {
  const forward = stage("forward");
  const property = fc.property(programs(), fc.constantFrom(...krawiec.stages), ({ source }, { id }) => {
    const [one, other] = [
      gradientOf(source, forward).gradient!.scalars,
      gradientOf(source, stage(id)).gradient!.scalars,
    ];
    if (one.every(Number.isFinite) && other.every(Number.isFinite))
      expect(largestDifference(one, other)).toBeLessThan(1e-9);
  });
  fc.assert(property, { numRuns: Math.ceil(100 * share), seed: 82 });
});
