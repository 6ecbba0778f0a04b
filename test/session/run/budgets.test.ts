// Time and memory of a budget hold wherever they run out: no walk over a value goes on unasked, whatever it makes of it.
import { afterEach, describe, expect, test, vi } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { jsonText } from "../../../engine/base/json.ts";
import { BETWEEN_LOOKS, Late, OutOfMemory, UNWATCHED, Watch } from "../../../engine/base/watch.ts";
import { main } from "../../../engine/cli.ts";
import {
  formDifference,
  mapReals,
  realsOf,
  type Shape,
  treeExtent,
  ValueTooLarge,
  zipReals,
} from "../../../engine/core/values/shape.ts";
import { showStart, showValue } from "../../../engine/core/values/show-value.ts";
import { ArrayValue, listItems, listValue, type Value } from "../../../engine/core/values/values.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { runGradient } from "../../../engine/derive/gradient.ts";
import { scalarNames } from "../../../engine/derive/scalar-names.ts";
import { DEFAULT_BUDGET, look, memoryInUse } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { shown } from "../../../engine/session/run/shown.ts";
import { preparedProgram } from "../../support/run.ts";
import { IS_LONG, oneIn, runs } from "../../support/runs.ts";

afterEach(() => vi.restoreAllMocks());

const REAL: Shape = { tag: "real" };
const ARRAY: Shape = { tag: "array", item: REAL };
const PAIRS: Shape = { tag: "array", item: { tag: "tuple", parts: [REAL, REAL] } };
const { paramShape: LIST } = preparedProgram("-- at: [1.0]\ndef main (xs : [Real]) = sum xs");

/** Reals of a value, many times what lies between two looks. */
const MANY = 4 * BETWEEN_LOOKS;
const numbers = Array.from({ length: MANY }, (_, index) => index + 0.5);
const array = new ArrayValue(numbers);
const list = listValue(numbers, UNWATCHED);
const pairs = new ArrayValue(numbers.slice(0, MANY / 2).map((x): Value => [x, -x]));
const VALUES = [
  ["an array", ARRAY, array],
  ["a list", LIST, list],
  ["an array of pairs", PAIRS, pairs],
] as const;

/** Walks over values. */
const WALKS: Readonly<Record<string, (shape: Shape, value: Value, watch: Watch) => unknown>> = {
  mapReals: (shape, value, watch) => mapReals(shape, value, watch, (x) => x),
  zipReals: (shape, value, watch) => zipReals(shape, value, value, watch, (x, y) => x + y),
  realsOf,
  treeExtent,
  formDifference: (shape, value, watch) => formDifference(shape, value, value, watch),
  showValue,
  shown: (shape, value, watch) => shown(shape, value, { characters: 10, scalars: 10 }, watch),
};

describe.each(VALUES)("over %s", (_, shape, value) => {
  test.each(Object.entries(WALKS))("%s asks in time, and ends where it may not go on", (_name, walk) => {
    let looks = 0;
    walk(shape, value, new Watch(() => void looks++));
    expect(looks).toBeGreaterThanOrEqual(MANY / BETWEEN_LOOKS - 1);
    const until = (last: number) => () => {
      if (--last === 0) throw new Late();
    };
    for (const last of [1, looks]) expect(() => walk(shape, value, new Watch(until(last)))).toThrow(Late);
  });
});

test("what replaces Reals has seen no more of them than lie between two looks", () => {
  for (const [, shape, value] of VALUES) {
    let seen = 0;
    let most = 0;
    const watch = new Watch(() => {
      most = Math.max(most, seen);
      seen = 0;
    });
    mapReals(shape, value, watch, (x) => {
      seen++;
      return x;
    });
    expect(Math.max(most, seen)).toBeLessThanOrEqual(BETWEEN_LOOKS + 1);
  }
});

test("lists that become arrays, and JSON, ask too", () => {
  const late = (): Watch =>
    new Watch(() => {
      throw new Late();
    });
  expect(() => listItems(list, late())).toThrow(Late);
  expect(() => listValue(numbers, late())).toThrow(Late);
  expect(() => jsonText(numbers, 2, late())).toThrow(Late);
});

test("rows of numbers are lists in JSON, in pieces of their own", () => {
  const rows = [[1, 0.1, -0], [], [Number.NaN, 1e300, Number.NEGATIVE_INFINITY]];
  const of = (row: (numbers: readonly number[]) => unknown) => ({ rows: rows.map(row), one: { row: row([2]) }, n: 2n });
  for (const indent of [undefined, 2])
    expect(
      jsonText(
        of((row) => Float64Array.from(row)),
        indent,
        UNWATCHED,
      ),
    ).toBe(
      jsonText(
        of((row) => row),
        indent,
        UNWATCHED,
      ),
    );
});

test("a budget's time and memory are told apart", () => {
  expect(() => look({ ...DEFAULT_BUDGET, deadline: performance.now() - 1 })).toThrow(Late);
  expect(() => look({ ...DEFAULT_BUDGET, bytes: memoryInUse()! / 2 })).toThrow(OutOfMemory);
  expect(() => look(DEFAULT_BUDGET)).not.toThrow();
});

describe("shown in part", () => {
  const whole = showValue(ARRAY, array, UNWATCHED);

  test("there is the first of the text and of the Reals, and what is known of all of them", () => {
    const odd = new ArrayValue([...numbers, Number.NaN, -1e9, Number.NEGATIVE_INFINITY]);
    const { text, isWhole, scalars, reals, size } = shown(ARRAY, odd, { characters: 100, scalars: 7 }, UNWATCHED);
    expect(text).toBe(whole.slice(0, 100));
    expect(isWhole).toBe(false);
    expect(scalars).toEqual(numbers.slice(0, 7));
    expect(reals).toEqual({ count: MANY + 3, hasNan: true, hasInfinity: true, areOnes: false, largest: 1e9 });
    expect(size).toBe(MANY + 4);
  });

  test("what fits is whole, to the character", () => {
    for (const most of [whole.length, whole.length - 1]) {
      const start = showStart(ARRAY, array, most, UNWATCHED);
      expect(start).toEqual({ text: whole.slice(0, most), isWhole: most === whole.length });
    }
  });

  test("a value with more parts than can be looked at has a beginning, and no end", () => {
    let [shape, value]: [Shape, Value] = [REAL, 1];
    for (let level = 0; level < 40; level++) [shape, value] = [{ tag: "tuple", parts: [shape, shape] }, [value, value]];
    expect(showStart(shape, value, 1000, UNWATCHED).text).toMatch(/^\({40}1\.0, 1\.0\), \(1\.0/);
    // that takes seconds
    if (IS_LONG) expect(() => showValue(shape, value, UNWATCHED)).toThrow(ValueTooLarge);
  });
});

test("inputs of any size get the names of their parts", () => {
  const prepared = preparedProgram(`-- at: build ${MANY} (\\i -> 1.0)\ndef main (xs : Array Real) = xs ! 0`);
  const { inputs } = scalarNames(prepared, UNWATCHED);
  expect([inputs.length, inputs[0], inputs.at(-1)]).toEqual([MANY, "xs[0]", `xs[${MANY - 1}]`]);
});

/** A clock that stands still until it has been looked at so often; then all time is over. Gives how often it was looked at after that. */
function clock(looks: number): { readonly late: () => number } {
  let left = looks;
  vi.spyOn(performance, "now").mockImplementation(() => (left-- > 0 ? 0 : 1e9));
  return { late: () => Math.max(0, -left) };
}

const SQUARES = `-- at: build 6000 (\\i -> real i)
def main (xs : Array Real) = mapA (\\x -> x * x) xs
`;

/** About `count` looks out of so many, the first and the last ones among them. */
function someOf(looks: number, count = runs(12)): readonly number[] {
  const step = Math.max(1, Math.floor(looks / count));
  return Array.from({ length: looks }, (_, index) => index + 1).filter((k) => k % step === 0 || k > looks - 4 || k < 3);
}

/** How often the clock is looked at where it stands still; by runs after the first, which compile nothing. */
function looksOf(run: () => unknown): number {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  run();
  now.mockClear();
  run();
  return now.mock.calls.length;
}

describe("wherever the time runs out", () => {
  const budget = { ...DEFAULT_BUDGET, deadline: 1000 };
  const engines = {
    compiled: (checks: boolean) => finish(runCompiled(checkSource(SQUARES), {}, budget, { checks })),
    tape: (checks: boolean) => finish(runGradient(checkSource(SQUARES), {}, stageOf("tape")!, budget, { checks })),
  };

  test.each(Object.entries(engines))("%s: the run ends there, with what it has", (engine, run) => {
    const phases = new Set<string>();
    const all = looksOf(() => run(false));
    for (const looks of someOf(all - 1, runs(engine === "tape" ? 40 : 260))) {
      const { late } = clock(looks);
      const { ended, gradient } = run(false);
      if (ended.tag !== "stopped") throw new Error(`${ended.tag} after ${looks} of ${all}`);
      phases.add(ended.phase);
      expect(late()).toBeLessThanOrEqual(2);
      expect(gradient).toBeUndefined();
    }
    expect([...phases]).toEqual(expect.arrayContaining(["input", "forward", "gradient"]));
  });

  test("checks that run out of time are left out", () => {
    clock(looksOf(() => engines.compiled(false)) + 5);
    const { ended, checks } = engines.compiled(true);
    expect(ended.tag).toBe("done");
    expect(checks).toMatchObject({ forwardMode: null, finiteDifferences: null, ranOut: true });
  });

  test("the command line prints what it has, says what it did, and gives 3", () => {
    const call = (...args: readonly string[]) => {
      let [out, err] = ["", ""];
      const status = main([...args, "p.dual"], {
        read: () => SQUARES,
        write: () => undefined,
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
      });
      return { status, out, err };
    };
    // `grad` does what `run` does, and more; both in the long tests
    for (const command of oneIn(2, ["grad", "run"])) {
      const whole = call(command).out;
      const said = new Set<string>();
      for (const looks of someOf(looksOf(() => call(command)) - 1, runs(120))) {
        clock(looks);
        const { status, out, err } = call(command);
        if (status === 0) {
          // the check is left out, and said to be, or what else is told of the result
          expect(out).toBe(whole);
          if (err.includes("not checked by ")) said.add("not checked");
          continue;
        }
        expect(status).toBe(3);
        said.add(/stopped after 20 s, (.*); --seconds gives more time\n$/.exec(err)![1]!);
        expect(whole.startsWith(out)).toBe(true);
      }
      expect(said).toContain("evaluating the input");
      expect(said).toContain("not checked");
      expect(said).toContain("printing the value, which is known");
    }
  });
});
