// The machine: any depth, pauses, budgets, exact counters, evaluation order.

import { afterEach, describe, expect, test, vi } from "vitest";
import { naive } from "../../engine/algorithms/dual-numbers/naive.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import type { Counter } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { realsOf, Shapes } from "../../engine/core/values/shape.ts";
import { ArrayValue, listValue, type Value } from "../../engine/core/values/values.ts";
import { runGradient, transformed } from "../../engine/derive/gradient.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { countReachable } from "../../engine/evaluate/values/reachable.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { checkedProgram, gradientOf, preparedProgram } from "../support/run.ts";

/** A machine about to run a program's entry at its input. */
function started(text: string, budget = DEFAULT_BUDGET): Machine {
  const prepared = preparedProgram(text);
  const machine = new Machine(compile(prepared.core, prepared.shapes), { budget });
  machine.start(machine.entry, prepared.input);
  return machine;
}

const COUNT_DOWN = "def count n = if n == 0 then 0 else 1 + count (n - 1)";

describe("depth", () => {
  test("recursion a million calls deep", () => {
    const outcome = started(`-- at: 1000000\n${COUNT_DOWN}\ndef main (n : Int) = count n`).run(
      Number.POSITIVE_INFINITY,
    );
    expect(outcome).toEqual({ tag: "done", value: 1_000_000 });
  });

  test("a gradient through a chain of 200 000 backpropagators", () => {
    const text =
      "-- at: 1.0\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (x + 0.0)\ndef main x = go 200000 x";
    expect(gradientOf(text, naive).gradient!.scalars).toEqual([1]);
  });

  test("tail calls take no room", () => {
    const text =
      "-- at: 300000\ndef loop (n : Int) acc = if n == 0 then acc else loop (n - 1) (acc + 1)\ndef main (n : Int) = loop n 0";
    const machine = started(text, { ...DEFAULT_BUDGET, depth: 100 });
    expect(machine.run(Number.POSITIVE_INFINITY)).toEqual({ tag: "done", value: 300_000 });
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("budgets and pauses", () => {
  const endless = "-- at: 1.0\ndef spin x : Real = spin (x + 1.0)\ndef main x = spin x";

  test("where instructions are long, a run for some milliseconds has few of them, and ends where it would", () => {
    const text = "-- at: 400000\ndef loop (n : Int) = if n == 0 then 7 else loop (n - 1)\ndef main (n : Int) = loop n";
    const machine = started(text);
    let each = 0;
    vi.spyOn(performance, "now").mockImplementation(() => machine.counters.steps * each);
    const stepsOf = (milliseconds: number): number => {
      const before = machine.counters.steps;
      expect(machine.run(Number.POSITIVE_INFINITY, milliseconds)).toEqual({ tag: "paused" });
      return machine.counters.steps - before;
    };
    // a step of a microsecond, then of one millisecond, as where each goes through a whole gradient; then short ones again
    each = 0.001;
    expect(stepsOf(30)).toBeGreaterThan(20_000);
    each = 1;
    stepsOf(30);
    for (let run = 0; run < 5; run++) expect(stepsOf(30)).toBeLessThan(100);
    each = 0.001;
    for (let run = 0; run < 3; run++) stepsOf(30);
    expect(stepsOf(30)).toBeGreaterThan(20_000);
    expect(machine.run(Number.POSITIVE_INFINITY)).toEqual({ tag: "done", value: 7 });
  });

  test("a pause keeps everything: the result is the same in slices", () => {
    const text = `-- at: 30\ndef fib (n : Int) = if n < 2 then n else fib (n - 1) + fib (n - 2)\ndef main (n : Int) = fib (n - 10)`;
    const whole = started(text);
    expect(whole.run(Number.POSITIVE_INFINITY)).toEqual({ tag: "done", value: 6765 });
    const sliced = started(text);
    let outcome = sliced.run(20_000);
    let pauses = 0;
    while (outcome.tag === "paused") {
      pauses++;
      outcome = sliced.run(20_000);
    }
    expect(pauses).toBeGreaterThan(3);
    expect(outcome).toEqual({ tag: "done", value: 6765 });
    expect(sliced.counters).toEqual(whole.counters);
  });

  test("a budget of steps ends it and says where it was", () => {
    const outcome = started(endless, { ...DEFAULT_BUDGET, steps: 100_000 }).run(Number.POSITIVE_INFINITY);
    expect(outcome.tag).toBe("out-of-budget");
    if (outcome.tag !== "out-of-budget") return;
    expect(outcome.what).toBe("steps");
    expect(outcome.trail[0]!.name).toBe("spin");
  });

  test("endless recursion ends at the budget of depth, endless data at that of memory", () => {
    const deep = started(`-- at: 1\ndef down (n : Int) = 1 + down (n + 1)\ndef main (n : Int) = down n`, {
      ...DEFAULT_BUDGET,
      depth: 50_000,
    });
    expect(deep.run(Number.POSITIVE_INFINITY)).toMatchObject({ tag: "out-of-budget", what: "depth" });
    const large = started(`-- at: 1.0\ndef grow xs = grow (1.0 :: xs)\ndef main x = sum (grow [x])`, {
      ...DEFAULT_BUDGET,
      bytes: process.memoryUsage().heapUsed + 100_000_000,
    });
    expect(large.run(Number.POSITIVE_INFINITY)).toMatchObject({ tag: "out-of-budget", what: "memory" });
  });

  test("a stopped run keeps what it had", () => {
    const text = "-- at: 1.0\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (x + x)\ndef main x = go 40 x";
    const steps = runGradient(checkedProgram(text), {}, naive, DEFAULT_BUDGET, { checks: true });
    let next = steps.next(true);
    for (let slices = 0; !next.done && slices < 20; slices++) next = steps.next(true);
    expect(next.done).toBe(false);
    next = steps.next(false);
    expect(next.done).toBe(true);
    if (!next.done) return;
    expect(next.value.ended).toEqual({ tag: "stopped", phase: "reverse" });
    expect(next.value.value!.scalars).toEqual([2 ** 40]);
    expect(next.value.cost.reverse.backpropagatorCalls).toBeGreaterThan(1000);
  });
});

describe("what a machine holds", () => {
  const share: Value[] = [1, 2];
  test("is counted by distinct objects, closures and maps included", () => {
    expect(countReachable([share, [share, share]], 1000)).toBe(2);
    expect(countReachable([listValue([share, share, [3]], UNWATCHED)], 1000)).toBe(3 + 1 + 2);
    expect(countReachable([new ArrayValue([share]), 5, undefined], 1000)).toBe(2);
    expect(
      countReachable(
        [
          listValue(
            Array.from({ length: 5000 }, () => 1),
            UNWATCHED,
          ),
        ],
        100,
      ),
    ).toBe(100);
  });
});

describe("counters", () => {
  /** The counts of the reverse pass that are asked for. */
  function reverse(text: string, ...counters: readonly Counter[]): readonly number[] {
    const { cost } = gradientOf(text, naive);
    return counters.map((counter) => cost.reverse[counter]);
  }

  test("steps are term constructors: the running example has seven", () => {
    // let, its bound x + y (op, x, y), the body x * z (op, x, z)
    expect(gradientOf("-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z", naive).cost.primal.steps).toBe(
      7,
    );
  });

  test("f1 .. f4 of §3.4: nine calls, five of f1", () => {
    const text = `-- at: (7.0, 2.0)
op p (a, b) = 2.0*a + 3.0*b by (2.0, 3.0)
op q (a, b) = 4.0*a + 5.0*b by (4.0, 5.0)
op r (a, b) = a + 2.0*b by (1.0, 2.0)
def main (w : Real, x) = let s = p (x, x) in let t = q (s, x) in let u = r (s, t) in u`;
    expect(reverse(text, "backpropagatorCalls", "mostCallsOfOne")).toEqual([9, 5]);
  });

  test.each([1, 2, 5, 10, 16])("the doubling chain of %i makes 2^(n+1) - 1 calls", (n) => {
    const text = `-- at: 1.0\ndef go (n : Int) x = if n == 0 then x else go (n - 1) (x + x)\ndef main x = go ${n} x`;
    expect(reverse(text, "backpropagatorCalls", "mostCallsOfOne")).toEqual([2 ** (n + 1) - 1, 2 ** n]);
  });

  test("zeros, sums and one-hots are counted by the scalars they touch", () => {
    const text = "-- at: (1.0, 2.0, 3.0, 4.0)\ndef main (a, b, c : Real, d : Real) = a * b + 1.0";
    // calls: the sum, the product, a, b, the literal; sums on c: two; zeros: the literal's
    expect(reverse(text, "backpropagatorCalls", "plusScalars", "zeroScalars", "oneHotScalars")).toEqual([
      5,
      2 * 4,
      4,
      2 * 4,
    ]);
  });

  test("a right-nested input costs the same one-hot scalars as a flat one", () => {
    const flat = reverse("-- at: (1.0, 2.0, 3.0)\ndef main (a, b, c) = a * b * c", "oneHotScalars");
    const nested = reverse("-- at: (1.0, (2.0, 3.0))\ndef main (a, (b, c)) = a * b * c", "oneHotScalars");
    expect(flat).toEqual([9]);
    expect(nested).toEqual(flat);
  });

  test("only functions paired with a scalar are backpropagators", () => {
    const { cost } = gradientOf("-- at: (1.0, 2.0)\ndef main (x, y) = let f = \\z -> z * x in f (f y)", naive);
    expect(cost.forward.backpropagatorsCreated).toBe(2 + 2);
    expect(cost.primal.backpropagatorsCreated).toBe(0);
  });
});

describe("order and scalars", () => {
  test("scalars are numbered in order of creation, inputs first", () => {
    const prepared = preparedProgram("-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z");
    const program = transformed(naive, prepared);
    const events: Event[] = [];
    const machine = new Machine(compile(program, new Shapes(program.data)), {
      observer: (event) => events.push(event),
    });
    machine.start(machine.entry, prepared.input);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    const made = events.flatMap((event) => (event.tag === "scalar" ? [[event.number, event.value]] : []));
    expect(made).toEqual([
      [0, 12],
      [1, 13],
      [2, 25],
      [3, 300],
    ]);
    if (outcome.tag !== "done") throw new Error(outcome.tag);
    const [, back] = outcome.value as readonly [number, never];
    machine.start(back, 1);
    const gradient = machine.run(Number.POSITIVE_INFINITY);
    if (gradient.tag !== "done") throw new Error(gradient.tag);
    expect(realsOf(prepared.paramShape, gradient.value, UNWATCHED)).toEqual([37, 12]);
    const calls = events.flatMap((event) =>
      event.tag === "call" ? [[event.number, event.cotangent, event.call]] : [],
    );
    expect(calls).toEqual([
      [3, 1, 1],
      [0, 25, 1],
      [2, 12, 1],
      [0, 12, 2],
      [1, 12, 1],
    ]);
  });

  test("a definition without parameters is evaluated at most once, and only if it is needed", () => {
    const once = gradientOf("-- at: 1.0\ndef big = sum (replicate 100 1.0)\ndef main x = x + big + big + big", naive)
      .cost.primal.steps;
    const twice = gradientOf(
      "-- at: 1.0\ndef big u = sum (replicate 100 1.0)\ndef main x = x + big () + big () + big ()",
      naive,
    ).cost.primal.steps;
    expect(once).toBeLessThan(twice / 2);
    expect(
      gradientOf("-- at: 1.0\ndef wrong = head []\ndef main x = if x > 0.0 then x else wrong", naive).value!.scalars,
    ).toEqual([1]);
  });

  test("a run ends when its time is used up", () => {
    const run = finish(
      runGradient(
        checkedProgram("-- at: 1.0\ndef spin (x : Real) : Real = spin x\ndef main x = spin x + 1.0"),
        {},
        naive,
        { ...DEFAULT_BUDGET, deadline: performance.now() + 50 },
        { checks: false },
      ),
    );
    expect(run.ended).toMatchObject({ tag: "stopped", phase: "primal", diagnostic: { kind: "endless" } });
  });
});
