// A result that its own check contradicts: it is noticed whatever is wrong, it is told in the page and on the command line, and right
// results are never accused.

import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, test } from "vitest";
import { ContradictionNote, MultipliedZeroNote } from "../../../app/program/view/contradiction-note.tsx";
import type { Unreached } from "../../../engine/algorithms/algorithm.ts";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { main } from "../../../engine/cli.ts";
import type { Terminal } from "../../../engine/commands/call.ts";
import { mapReals } from "../../../engine/core/values/shape.ts";
import { DataValue } from "../../../engine/core/values/values.ts";
import { checkGradient } from "../../../engine/derive/checks.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { withMultipliedZeros } from "../../../engine/derive/multiplied-zeros.ts";
import { compile } from "../../../engine/evaluate/compile.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { OPS } from "../../../engine/scalars/ops.ts";
import { differ } from "../../../engine/session/run/contradiction.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { TRANSFORMED } from "../../support/examples.ts";
import { gradientOf, preparedProgram } from "../../support/run.ts";
import { oneIn } from "../../support/runs.ts";

/** Runs the command line on a program, and gives what it said. */
function dual(args: readonly string[], program: string) {
  let [out, err] = ["", ""];
  const terminal: Terminal = {
    read: () => program,
    write: () => undefined,
    out: (text) => (out += text),
    err: (text) => (err += text),
  };
  return { status: main([...args, "-"], terminal), out: () => out, err: () => err };
}

const PROGRAM = "-- at: (2.0, 3.0)\ndef main (x, y) = x * y * y + sin x\n";

/** The checks of a wrong answer to a program: its value and gradient as they should be, changed. */
function checksOf(text: string, wrong: { value?: (x: number) => number; gradient?: (x: number) => number }) {
  const prepared = preparedProgram(text);
  const { paramShape, resultShape, input } = prepared;
  const run = finish(runCompiled(prepared.checked, {}, DEFAULT_BUDGET, { checks: false }));
  const { value = (x: number) => x, gradient = (x: number) => x } = wrong;
  const subject = {
    prepared,
    primal: compile(prepared.core, prepared.shapes),
    value: value(run.value!.scalars[0]!),
    cotangent: 1,
    gradient: mapReals(paramShape, input, UNWATCHED, (_, index) => gradient(run.gradient!.scalars[index]!)),
  };
  expect(resultShape.tag).toBe("real");
  return (["quick", true] as const).map(
    (checking) => finish(checkGradient(subject, DEFAULT_BUDGET, checking)).contradiction?.tag,
  );
}

/** Derivatives within the program, contributions to which the compiled engine adds up in another order. */
const ORDERS = [
  "-- at: 0.7\ndef main x = grad (\\y -> iterate 2 (\\z -> sin (z * y) + z * z) y) x\n",
  "-- at: (0.7, 1.3)\ndef f (a, b) = a / b + b / a\ndef main (x, y) = let (g, h) = hvp f (x, y) (x, 1.0) in g + h\n",
];

describe("what a check contradicts", () => {
  test("is no value that differs by rounding where the program asks for derivatives, but one that differs by more", () => {
    for (const text of ORDERS) {
      for (const command of [["run"], ["grad", "--check"]]) {
        const { status, err } = dual(command, text);
        expect([status, err()]).toEqual([0, ""]);
      }
      expect(checksOf(text, { value: (x) => x * (1 + 4 * Number.EPSILON) })).toEqual([undefined, undefined]);
      expect(checksOf(text, { value: (x) => x * (1 + 1e-5) })).toEqual(["value", "value"]);
      expect(checksOf(text, { value: () => Number.NaN })).toEqual(["value", "value"]);
    }
  });

  test("is a value that is off by one bit", () => {
    expect(checksOf(PROGRAM, { value: (x) => x * (1 + Number.EPSILON) })).toEqual(["value", "value"]);
  });

  test("is a gradient that is off by more than a millionth of the sweep", () => {
    expect(checksOf(PROGRAM, { gradient: (x) => x * (1 + 1e-5) })).toEqual(["gradient", "gradient"]);
    expect(checksOf(PROGRAM, { gradient: () => Number.NaN })).toEqual(["gradient", "gradient"]);
    expect(checksOf(PROGRAM, { gradient: (x) => x * (1 + 1e-9) })).toEqual([undefined, undefined]);
    expect(checksOf(PROGRAM, {})).toEqual([undefined, undefined]);
  });

  test("is a value where the program ends in a mistake", () => {
    const text = "-- at: 2.0\ndef main x = if x > 0.0 then x else head []";
    const prepared = preparedProgram(text);
    const subject = { prepared, primal: compile(prepared.core, prepared.shapes), value: 1, cotangent: 1, gradient: 1 };
    const failing = { ...subject, prepared: { ...prepared, input: -1 } };
    expect(finish(checkGradient(failing, DEFAULT_BUDGET, "quick")).contradiction?.tag).toBe("mistake");
  });

  test("is a value of another form", () => {
    const text = "-- at: 2.0\ndef main x = if x > 0.0 then Just x else Nothing";
    const prepared = preparedProgram(text);
    const nothing = new DataValue("Nothing", []);
    const subject = { prepared, primal: compile(prepared.core, prepared.shapes), value: nothing, cotangent: nothing };
    expect(finish(checkGradient({ ...subject, gradient: 0 }, DEFAULT_BUDGET, "quick")).contradiction?.tag).toBe(
      "value",
    );
  });

  test("is nothing that rounding explains, however large the numbers that cancel", () => {
    expect(differ(1, 1.1, 1e6)).toBe(false);
    expect(differ(1, 1.1, 1)).toBe(true);
    expect(differ(0, Number.NaN, Number.POSITIVE_INFINITY)).toBe(false);
    expect(differ(0, Number.NaN, 1)).toBe(true);
    expect(differ(Number.NaN, Number.NaN, 1)).toBe(false);
  });

  test.each(oneIn(3, TRANSFORMED).map(({ name, text }) => [name, text]))("accuses no stage of %s", (_, text) => {
    const { status, err } = dual(["grad"], text);
    expect(status).toBe(0);
    expect(err()).not.toContain("do not trust");
    expect(err()).not.toContain("finite differences give");
  });
});

describe("a wrong partial of the stages", () => {
  // forward mode by evaluation reads the same table: it is wrong only while the stage runs
  const sin = OPS.sin as { partials: readonly ((...args: readonly number[]) => number)[] };
  const right = sin.partials;
  afterEach(() => {
    sin.partials = right;
  });

  test.each([
    [["grad", "--json"], 1],
    [["grad"], 1],
    [["grad", "--stage", "naive"], 1],
    // its first run is for the graph
    [["cost", "--stage", "tape"], 2],
    [["graph", "--view", "dataflow"], 1],
    [["jvp", "--direction", "(1.0, 1.0)"], 1],
    [["jacobian"], 1],
    [["jacobian", "--by", "columns"], 1],
  ])("%s says so, and ends with status 4", (args, wrong) => {
    let calls = 0;
    sin.partials = [(x) => (++calls === wrong ? 7 : Math.cos(x!))];
    const { status, err } = dual(args, PROGRAM);
    expect(err()).toMatch(/do not trust .*: (?:a derivative|the derivative by `x`) is .* here, and .* by forward mode/);
    expect(err()).toContain("This is a bug in Dualscope, not in your program.");
    expect(status).toBe(4);
  });
});

describe("0 · ∞ of the papers", () => {
  const BESIDE = "-- at: (0.0, 1.0)\ndef main (x, y) = sqrt x + y\n";
  const DROPPED = "-- at: 0.0\ndef main (x : Real) = let y = sqrt x in x\n";
  const cases = [
    ["vectors", BESIDE, "y"],
    ["linearised", BESIDE, "y"],
    ["unzipped", BESIDE, "y"],
    ["transposed", DROPPED, "x"],
  ] as const;

  test.each(cases)("is told of %s as what the stage does", (stage, program, name) => {
    const { status, out, err } = dual(["grad", "--stage", stage], program);
    expect(out()).toContain("nan");
    expect(err()).toContain(
      `the derivative by \`${name}\` is NaN here, and 1 by the graph of the run: this stage multiplies`,
    );
    expect(err()).toContain("(0 · ∞ = NaN); `tape` skips them");
    expect(err()).not.toContain("bug");
    expect(status).toBe(0);
    const json = dual(["grad", "--stage", stage, "--json"], program);
    const { checks } = JSON.parse(json.out());
    expect([json.status, json.err()]).toEqual([0, err()]);
    expect(checks.contradiction).toBeUndefined();
    expect(checks.multipliedZero).toMatchObject({ of: name, there: 1 });
  });

  test.each(["tape", "deltas", "forward"])("is no matter of %s", (stage) => {
    for (const program of [BESIDE, DROPPED])
      expect(dual(["grad", "--stage", stage], program).err()).not.toContain("0 · ∞");
  });

  test("is not said where the chain rule itself gives NaN", () => {
    const program = "-- at: 0.0\ndef main (x : Real) = sqrt (x * x)\n";
    for (const [stage] of cases) expect(dual(["grad", "--stage", stage], program).err()).not.toContain("0 · ∞");
  });

  test("explains nothing else: another NaN, or another entry that is wrong, is still a contradiction", () => {
    const explained = (program: string, gradient: readonly number[], unreached: Unreached) => {
      const prepared = preparedProgram(program);
      const { paramShape, input } = prepared;
      const subject = {
        prepared,
        primal: compile(prepared.core, prepared.shapes),
        value: gradientOf(program, stageOf("tape")!).value!.scalars[0]!,
        cotangent: 1,
        gradient: mapReals(paramShape, input, UNWATCHED, (_, index) => gradient[index]!),
      };
      const checks = finish(checkGradient(subject, DEFAULT_BUDGET, true));
      const { contradiction, multipliedZero } = finish(withMultipliedZeros(checks, subject, unreached, DEFAULT_BUDGET));
      return [contradiction?.tag, multipliedZero?.of];
    };
    const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
    expect(explained(BESIDE, [inf, nan], "zero tangents")).toEqual([undefined, "y"]);
    // not by the zeros that this stage multiplies
    expect(explained(BESIDE, [inf, nan], "zero cotangents")).toEqual(["gradient", undefined]);
    expect(explained(DROPPED, [nan], "zero tangents")).toEqual(["gradient", undefined]);
    expect(explained(BESIDE, [inf, nan], "skipped")).toEqual(["gradient", undefined]);
    const three = "-- at: (0.0, 1.0, 2.0)\ndef main (x, y, z) = (let a = sqrt x in y) * z\n";
    expect(explained(three, [nan, 2, 1], "zero cotangents")).toEqual([undefined, "x"]);
    expect(explained(three, [nan, 2.5, 1], "zero cotangents")).toEqual(["gradient", undefined]);
    expect(explained(three, [nan, nan, 1], "zero cotangents")).toEqual(["gradient", undefined]);
  });

  test("is told in the page as that", () => {
    const found = { tag: "gradient", by: "the graph of the run", here: Number.NaN, there: 1, of: "y" } as const;
    const markup = renderToStaticMarkup(<MultipliedZeroNote found={found} />);
    expect(markup).toContain("The derivative with respect to y is NaN here; the graph of the run gives 1");
    expect(markup).not.toMatch(/bug|report/);
  });
});

test("the page says so at once, and to everyone", () => {
  const markup = renderToStaticMarkup(
    <ContradictionNote found={{ tag: "gradient", by: "forward mode", here: 1, there: 2 }} variations="" />,
  );
  expect(markup).toContain('role="alert"');
  expect(markup).toContain("Do not trust this result.");
  expect(markup).toContain("Here a derivative is 1; forward mode gives 2.");
});

test.each([
  // forward mode underflows, the way back underflows, and the way back overflows
  ["1.0", "iterate 1100 (\\v -> v * 0.5) x * 1e300"],
  ["1.0", "iterate 1100 (\\v -> v * 0.5) (x * 1e300)"],
  ["1e-200", "x * x * x * 1e300 * 1e200"],
])("at %s, %s: over- and underflow may be the reason, and not a bug", (at, text) => {
  const { status, err } = dual(["grad"], `-- at: ${at}\ndef main x = ${text}\n`);
  expect(err()).toContain("Either a product on the way is too large or too small to be represented, or this is a bug");
  expect(err()).not.toContain("not in your program");
  expect(status).toBe(4);
  const found = { tag: "gradient", by: "forward mode", here: 0, there: 1e-30 } as const;
  const markup = renderToStaticMarkup(<ContradictionNote found={found} variations="" />);
  expect(markup).toContain("too large or too small to be represented");
  expect(markup).not.toContain("not in your program");
});

test("what is broken on purpose is called so", () => {
  const found = { tag: "gradient", by: "forward mode", here: 1, there: 2 } as const;
  const markup = renderToStaticMarkup(<ContradictionNote found={found} variations="overwrite" />);
  expect(markup).toContain("Broken on purpose.");
  expect(markup).not.toContain("bug in Dualscope");
  const { status, err } = dual(["grad", "--stage", "tape", "--overwrite"], PROGRAM);
  expect(err()).toContain("The stage is broken on purpose, by --overwrite.");
  expect(status).toBe(4);
});
