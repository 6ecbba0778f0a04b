// Parallelism: whatever the order in which independent jobs run, the result is the same to the bit.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { workAndSpan } from "../../engine/analysis/work-span.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { randomSchedule, type Schedule } from "../../engine/evaluate/tasks/tasks.ts";
import type { Variations } from "../../engine/session/input/variations.ts";
import { PARALLEL_OVERHEAD } from "../support/bound.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { EXTREMES } from "../support/extremes.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, largestDifference, preparedProgram, tracedGradient } from "../support/run.ts";
import { IS_LONG, oneIn, runs } from "../support/runs.ts";

const parallel = stageOf("parallel")!;
const defunctionalised = stageOf("defunctionalised")!;
const oldestFirst: Schedule = () => 0;

/** Jobs side by side that add to one scalar of the job before them, in sums whose rounding shows their order. */
const SHARING = `-- at: (0.1, [0.3, 0.7, 1.1, 1.3, 1.7, 1.9, 2.3])
def main (x : Real, ys : [Real]) =
  let z = x * 1.0 in
  sum (parMap (\\y -> let (a, b) = (sin (z * y)) |*| (exp (z + y) / 3.0) in a * b + z / y) ys)`;

/** A definition without parameters that several jobs need at once, and that forks itself. */
const SHARED_VALUE = `-- at: 0.7
def table = let (a, b) = exp 0.3 |*| sin 0.9 in [a, b, a * b]
def other = map (\\x -> x * head table) table
def main (x : Real) = sum (parMap (\\k -> x * k + sum other) table) + sum (parMap (\\k -> k / x) other)`;

/** Shared parts of the result: direct calls of one scalar's contributions from several places of the output. */
const SEVERAL_OUTPUTS = `-- at: (0.3, 0.9)
def main (x, y) = let (a, b) = (x * y / 7.0) |*| (x + y / 3.0) in [a, b, a * b, a / b, x, b, y * a]`;

const TEXTS = [
  ...[SHARING, SHARED_VALUE, SEVERAL_OUTPUTS].map((text, index) => ({ name: `program ${index}`, text })),
  ...TRANSFORMED,
];

describe("schedules", () => {
  // of four tests each has another eighth of the programs; all of them in the long tests
  test.each(oneIn(8, TEXTS))("$name: the same gradient in every order", ({ text }) => {
    const wanted = gradientOf(text, parallel);
    for (const schedule of [
      oldestFirst,
      ...Array.from({ length: IS_LONG ? 6 : 1 }, (_, seed) => randomSchedule(seed + 1)),
    ]) {
      const found = gradientOf(text, parallel, {}, { schedule });
      expect(found.value!.scalars).toEqual(wanted.value!.scalars);
      expect(found.gradient!.scalars).toEqual(wanted.gradient!.scalars);
      expect(found.cost.reverse.backpropagatorCalls).toBe(wanted.cost.reverse.backpropagatorCalls);
    }
  });

  test("the same gradient in every order, on random programs", () => {
    const property = fc.property(programs(), fc.nat(), ({ source }, seed) => {
      const wanted = gradientOf(source, parallel).gradient!.scalars;
      const found = gradientOf(source, parallel, {}, { schedule: randomSchedule(seed) });
      expect(found.gradient!.scalars).toEqual(wanted);
    });
    fc.assert(property, { numRuns: runs(12), seed: 41 });
  });

  test("the thesis' atomic form agrees to rounding, and depends on the order", () => {
    const wanted = gradientOf(SHARING, parallel).gradient!.scalars;
    const found = Array.from({ length: 12 }, (_, seed) => {
      const variations = { schedule: seed + 1, options: { atomic: true } };
      return gradientOf(SHARING, parallel, { variations }).gradient!.scalars;
    });
    for (const one of found) expect(largestDifference(one, wanted)).toBeLessThan(1e-14);
    expect(new Set(found.map((one) => one.join())).size).toBeGreaterThan(1);
  });

  test("a cycle of definitions without parameters is told in any order", () => {
    const text =
      "-- at: 1.0\ndef a = b + 1.0\ndef b = a + 1.0\ndef main (x : Real) = let (p, q) = a |*| b in p + q + x";
    for (const schedule of [undefined, oldestFirst, randomSchedule(3)])
      expect(() => gradientOf(text, parallel, {}, { schedule })).toThrow(/value/);
  });
});

describe("cost", () => {
  /** Whether parallel costs more than defunctionalised and the jobs allow. */
  const excess = (text: string): number => {
    const cost = (stage: typeof parallel): number => {
      const { forward, reverse } = gradientOf(text, stage).cost;
      return costOf(forward) + costOf(reverse);
    };
    const { factor, perJob } = PARALLEL_OVERHEAD;
    const jobs = gradientOf(text, parallel).jobs.forward.length;
    return cost(parallel) - (factor * cost(defunctionalised) + perJob * jobs);
  };

  test("is that of defunctionalised up to a constant, and one for each job", () => {
    for (const { name, text } of oneIn(8, TEXTS, 2)) expect(excess(text), name).toBeLessThanOrEqual(0);
    for (const [name, text] of Object.entries(EXTREMES)) expect(excess(text), name).toBeLessThanOrEqual(0);
    const property = fc.property(programs(), ({ source }) => {
      expect(excess(source)).toBeLessThanOrEqual(0);
    });
    fc.assert(property, { numRuns: runs(8), seed: 42 });
  });

  test("a run makes as many calls as defunctionalised, and as many backpropagators", () => {
    for (const { name, text } of oneIn(8, TEXTS, 4)) {
      const [a, b] = [parallel, defunctionalised].map((stage) => gradientOf(text, stage).cost);
      expect(a!.reverse.backpropagatorCalls, name).toBe(b!.reverse.backpropagatorCalls);
      expect(a!.forward.backpropagatorsCreated, name).toBe(b!.forward.backpropagatorsCreated);
      expect(a!.reverse.peakStagedCalls, name).toBe(b!.reverse.peakStagedCalls);
    }
  });

  test("every pass costs what its jobs cost, and one job is its own span", () => {
    for (const { name, text } of oneIn(8, TEXTS, 6)) {
      const { cost, jobs } = gradientOf(text, parallel);
      for (const phase of ["primal", "forward", "reverse"] as const) {
        const { work, span } = workAndSpan(jobs[phase]);
        expect(work, `${name}, ${phase}`).toBe(costOf(cost[phase]));
        if (jobs[phase].length === 1) expect(span).toBe(work);
        else expect(span).toBeLessThan(work);
      }
    }
  });

  /** One scalar and a tree of forks below it; and a tree as the input. */
  const TREES = {
    "one scalar": `-- at: (0.7, n)
-- sweep: n = 1 .. 12
def main (x, n : Int) = if n == 0 then sin x else let (a, b) = main (x * 0.5, n - 1) |*| main (x * 1.5, n - 1) in a * b`,
    "a tree as input": example("21"),
  };

  test.each(Object.entries(TREES))(
    "%s: work grows as 2ⁿ and span as n, in the primal and in both passes",
    (_, text) => {
      const at = (n: number) => gradientOf(text, parallel, { n }).jobs;
      const runs = [4, 7, 10].map(at);
      for (const phase of ["primal", "forward", "reverse"] as const) {
        const [a, b, c] = runs.map((jobs) => workAndSpan(jobs[phase]));
        expect(c!.work / b!.work, phase).toBeGreaterThan(7);
        // as many more for the next three levels as for the three before
        expect(c!.span - b!.span, phase).toBeLessThanOrEqual(1.05 * (b!.span - a!.span));
      }
    },
  );

  test("one scalar: at depth 12, or 10, the reverse pass has at least a third of the primal's parallelism", () => {
    const { jobs } = gradientOf(TREES["one scalar"], parallel, { n: IS_LONG ? 12 : 10 });
    const of = (phase: keyof typeof jobs): number => {
      const { work, span } = workAndSpan(jobs[phase]);
      return work / span;
    };
    expect(of("reverse")).toBeGreaterThan(of("primal") / 3);
    expect(of("forward")).toBeGreaterThan(of("primal") / 3);
  });

  describe("where all jobs share a scalar", () => {
    const text = `-- at: (0.7, 0.5, n)
-- sweep: n = 1 .. 12
def go (x : Real, c : Real, n : Int) = if n == 0 then sin x else let (a, b) = go (x * c, c, n - 1) |*| go (x * 1.5, c, n - 1) in a * b
def main (x : Real, c : Real, n : Int) = go (x, c, n)`;
    const passesAt = (n: number, options: { readonly schedule?: Schedule; readonly isAtomic?: boolean } = {}) => {
      const { isAtomic = false, schedule } = options;
      const { jobs } = gradientOf(
        text,
        parallel,
        { n, variations: { options: { atomic: isAtomic } } },
        schedule === undefined ? {} : { schedule },
      );
      return { primal: workAndSpan(jobs.primal), reverse: workAndSpan(jobs.reverse) };
    };
    /** How many nodes of the tree multiply by it. */
    const contributions = (n: number): number => 2 ** n - 1;
    const depths = IS_LONG ? [6, 9, 12] : [6, 8, 10];

    test("the span of the reverse pass grows with the contributions to it, which are taken in one after the other", () => {
      const [a, b, c] = depths.map((n) => passesAt(n));
      expect(c!.primal.span - b!.primal.span).toBe(b!.primal.span - a!.primal.span);
      // some fifty units a contribution, however many there are
      const [least, middle, most] = depths.map(contributions);
      for (const [from, to, more] of [[a!, b!, middle! - least!] as const, [b!, c!, most! - middle!] as const]) {
        const each = (to.reverse.span - from.reverse.span) / more;
        expect(each).toBeGreaterThan(50);
        expect(each).toBeLessThan(65);
      }
    });

    test("what is atomic counts no contention: its span grows with the depth only", () => {
      const [a, b, c] = (IS_LONG ? depths : [4, 7, 10]).map((n) => passesAt(n, { isAtomic: true }).reverse.span);
      expect(c! - b!).toBeLessThanOrEqual(1.05 * (b! - a!));
    });

    test("in another order of jobs, sorting adds k log k steps to work and span for k contributions", () => {
      const added = (IS_LONG ? [8, 11] : [7, 9]).map((n) => {
        const [inOrder, shuffled] = [passesAt(n), passesAt(n, { schedule: randomSchedule(1) })];
        return {
          n,
          work: shuffled.reverse.work - inOrder.reverse.work,
          span: shuffled.reverse.span - inOrder.reverse.span,
        };
      });
      for (const { n, work, span } of added)
        for (const more of [work, span]) {
          const each = more / (contributions(n) * Math.log2(contributions(n)));
          expect(each).toBeGreaterThan(10);
          expect(each).toBeLessThan(30);
        }
    });
  });

  test("a parallel list: the span grows with its length by what walks it, not by its elements' work", () => {
    const text = `-- at: range 1 n
-- sweep: n = 1 .. 40
def steps (k : Int) x = if k == 0 then x else steps (k - 1) (x * 1.01 + 0.1)
def main (xs : [Int]) = sum (parMap (\\x -> steps 30 (real x)) xs)`;
    const spans = [10, 20, 40].map((n) => workAndSpan(gradientOf(text, parallel, { n }).jobs.reverse));
    const perElement = (spans[2]!.span - spans[1]!.span) / 20;
    const workOfOne = (spans[2]!.work - spans[1]!.work) / 20;
    expect(perElement).toBeLessThan(workOfOne / 5);
  });

  test("a program without forks is one job", () => {
    const { jobs } = gradientOf(example("02"), parallel);
    for (const phase of ["primal", "forward", "reverse"] as const) expect(jobs[phase]).toHaveLength(1);
  });
});

describe("jobs have one name", () => {
  /** B2 of the audit: a definition without parameters that is used before a fork. */
  const VALUE = `-- at: 0.7
def c = 2.0 * 3.0
def main (x : Real) = let y = c * x in let (a, b) = (sin (y*c)) |*| (cos y) in a * b`;

  test("in events, in compound IDs and in the graph; a definition without parameters is a node", () => {
    const { run, events } = tracedGradient(VALUE, parallel);
    const made = new Map<number, number>();
    let job = 0;
    for (const event of events) {
      if (event.tag === "phase" && event.phase === "reverse") break;
      if (event.tag === "job") job = event.job;
      if (event.tag !== "scalar") continue;
      expect(event.id?.[0], `scalar ${event.number}`).toBe(job);
      made.set(event.number, job);
    }
    // the first job, that of c, both parts of the fork, and the job after it
    expect(new Set(made.values()).size).toBe(5);
    const { forward } = run.jobs;
    const own = forward.find(({ definition }) => definition === "c")!;
    expect(own.after).toEqual([]);
    // whoever uses it comes after it
    expect(forward[0]!.after).toEqual([own.id]);
    expect(forward.map(({ id }) => id)).toEqual([...forward.keys()]);
    expect(workAndSpan(forward).work).toBe(costOf(run.cost.forward));
  });

  test.each(oneIn(8, TEXTS, 1))("$name: whatever the order in which they run", ({ text }) => {
    const named = (schedule: number | undefined) => {
      const { run, events } = tracedGradient(text, parallel, { variations: { schedule } });
      const scalars = events.flatMap((event) =>
        event.tag === "scalar" ? [`${event.number} ${event.id!.join(".")} ${event.value} ${event.op}`] : [],
      );
      const forks = events.flatMap((event) => (event.tag === "fork" ? [`${event.job} ${event.into.join()}`] : []));
      const jobs = [...run.jobs.forward, ...run.jobs.reverse].map(({ id, after }) => `${id} ${after.join()}`);
      return { scalars: scalars.sort(), forks: forks.sort(), jobs: jobs.map((one) => one.split(" ")[0]).sort() };
    };
    const wanted = named(undefined);
    for (const seed of oneIn(3, [1, 2, 3])) expect(named(seed)).toEqual(wanted);
  });

  test("the thesis' form is printed with an atomic modify", () => {
    const printed = (variations: Variations): string =>
      printProgram(transformed(parallel, preparedProgram(SHARING), variations), { types: false });
    expect(printed({ options: { atomic: true } })).toContain("modify(");
    expect(printed({})).not.toContain("modify(");
  });
});

describe("contention, as the page of decisions tells it", () => {
  const page = readFileSync(new URL("../../engine/algorithms/decisions.md", import.meta.url), "utf8");
  const entry = page.slice(page.indexOf("- **The span of `parallel`**"));
  const text = /```\n([\s\S]*?)```/.exec(entry)![1]!.replace(/^ {2}/gm, "");

  test.runIf(IS_LONG)("the spans of its program are those that it says", () => {
    const { jobs } = gradientOf(text, parallel);
    const said = /primal has a span of ([\d ]+) and the reverse pass one of ([\d ]+)\. With `--atomic` it has (\d+)/
      .exec(entry)!
      .slice(1)
      .map((number) => Number(number.replaceAll(" ", "")));
    const atomic = gradientOf(text, parallel, { variations: { options: { atomic: true } } });
    expect([jobs.primal, jobs.reverse, atomic.jobs.reverse].map((one) => workAndSpan(one).span)).toEqual(said);
  });
});
