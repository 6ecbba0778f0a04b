// Linearity erasure, and J taken twice (Radul et al., §4.3 and Lemma 4.4).
import { describe, expect, test } from "vitest";
import { erase } from "../../../engine/algorithms/yolo/erase.ts";
import { jvp } from "../../../engine/algorithms/yolo/jvp.ts";
import { checkLinear } from "../../../engine/algorithms/yolo/linear-a/check.ts";
import { bindLinear, type Definition, R, tensor } from "../../../engine/algorithms/yolo/linear-a/syntax.ts";
import { transposedDefinition } from "../../../engine/algorithms/yolo/transpose.ts";
import { unzip } from "../../../engine/algorithms/yolo/unzip.ts";
import { OPS } from "../../../engine/scalars/ops.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { runLinear } from "../../support/linear-a.ts";
import { define, name, systemOf, work } from "../../support/linear-texts.ts";

describe("linearity erasure", () => {
  test("keeps values and work, on the examples, and gives forward mode and the reverse pass at 1 (Lemma 4.4)", () => {
    for (const { text, name: file } of EXAMPLES.filter((one) => !/^op /m.test(one.text))) {
      const { j, nonlin, lin, t } = systemOf(text);
      for (const program of [j, [...nonlin, ...lin], [...nonlin, ...t]]) {
        const erased = erase(program);
        checkLinear(erased);
        expect(work(erased), file).toBe(work(program));
      }
    }
  });

  const SINE = "-- at: 1.0\ndef main u =\n  let v = sin u in\n  let w = -v in\n  w\n";

  test("lets J be taken twice: f, f', f' and f'' of -sin at 1 (Y-A11)", () => {
    const { j, nonlin, t } = systemOf(SINE);
    const erased = erase(j);
    expect(work(erased)).toBe(5);
    expect(runLinear(erased, name(erased), [1, 1]).nonlinear).toEqual([-Math.sin(1), -Math.cos(1)]);
    const twice = jvp(erased);
    checkLinear(twice);
    const run = runLinear(twice, name(twice), [1, 1], [1, 0]);
    expect(run.work).toBe(15);
    const close = (found: readonly unknown[], wanted: readonly number[]) =>
      found.forEach((one, index) => {
        expect(one).toBeCloseTo(wanted[index]!, 9);
      });
    close(run.nonlinear, [-0.841470985, -0.540302306]);
    close(run.linear, [-0.540302306, 0.841470985]);
    const reverse = erase(t);
    expect(work(reverse)).toBe(2);
    const tape = runLinear(nonlin, name(nonlin), [1]).nonlinear.at(-1)!;
    close(runLinear(reverse, name(reverse), [tape, 1]).nonlinear, [-0.540302306]);
    // reverse over forward: the gradient of f'
    const halves = [...unzip(twice).values()];
    const back = transposedDefinition(halves.at(-1)!.lin);
    const tapes = runLinear(
      halves.map((one) => one.nonlin),
      halves.at(-1)!.nonlin.name,
      [1, 1],
    );
    close(runLinear([back], back.name, [tapes.nonlinear.at(-1)!], [0, 1]).linear.slice(0, 1), [0.841470985]);
  });

  test.each([
    ["sqrt x", 2, -0.25 * 2 ** -1.5],
    ["1.0 / x", 2, 2 / 8],
    ["tan x", 0.5, (2 * Math.tan(0.5)) / Math.cos(0.5) ** 2],
    ["atan x", 0.5, -1 / 1.25 ** 2],
    ["asin x", 0.5, 0.5 / 0.75 ** 1.5],
    ["tanh x", 0.5, -2 * Math.tanh(0.5) * (1 - Math.tanh(0.5) ** 2)],
    ["x ^ 4", 2, 48],
    ["expm1 x", 0.5, Math.exp(0.5)],
    ["atan2 x 1.0", 0.5, -1 / 1.25 ** 2],
  ])("lets J be taken twice of %s", (body, at, second) => {
    const { j } = systemOf(`-- at: ${at.toFixed(1)}\ndef main (x : Real) = ${body}\n`);
    const twice = jvp(erase(j));
    checkLinear(twice);
    const run = runLinear(twice, name(twice), [at, 1], [1, 0]);
    expect(run.linear[1] as number).toBeCloseTo(second, 9);
  });

  test("takes J twice of every operation of the table: a branch for single points is not taken, a flat partial has the tangent 0", () => {
    for (const [id, { symbol, infix, args, derivatives, partials }] of Object.entries(OPS)) {
      if (derivatives.every((one) => one === undefined)) continue;
      const at = args.map((type, index) => (type === "Int" ? 3 : [id === "acosh" ? 1.6 : 0.6, 0.7][index]!));
      const names = args.map((type, index) => (type === "Int" ? "3" : ["x", "y"][index]!));
      const call = infix ? names.join(` ${symbol} `) : `${symbol === "neg" ? "-" : symbol} ${names.join(" ")}`;
      const input = names
        .filter((_, index) => args[index] === "Real")
        .map((one) => `${one} : Real`)
        .join(", ");
      const { j } = systemOf(
        `-- at: (${at.filter((_, i) => args[i] === "Real").join(", ")})\ndef main (${input}) = ${call}\n`,
      );
      const twice = jvp(erase(j));
      checkLinear(twice);
      const reals = at.filter((_, index) => args[index] === "Real");
      // the tangent of the tangent along 1 for each input, the direction standing still
      const run = runLinear(
        twice,
        name(twice),
        [...reals, ...reals.map(() => 1)],
        [...reals.map(() => 1), ...reals.map(() => 0)],
      );
      const slope = (by: number): number =>
        partials.reduce(
          (sum, one) => sum + (one?.(...at.map((value, index) => (args[index] === "Int" ? value : value + by))) ?? 0),
          0,
        );
      const wanted = (slope(1e-5) - slope(-1e-5)) / 2e-5;
      expect(Math.abs((run.linear[1] as number) - wanted), id).toBeLessThan(1e-6 * (1 + Math.abs(wanted)));
    }
  });

  test("says so where an operation of the program's own is linearised again: its partials are plain numbers", () => {
    const { j } = systemOf("-- at: 2.0\nop cube x = x * x * x by 3.0 * x * x\ndef main (x : Real) = cube x\n");
    expect(() => jvp(erase(j))).toThrow("the partials of `cube`, behind its `by`, are plain numbers");
  });

  test("has a definition for each type of tuple, at the same work", () => {
    const pair = tensor([R, tensor([R])]);
    const g: Definition = {
      ...define(["c"], [], [], { nonlinear: [], linear: [] }),
      linear: [{ name: "x", type: pair }],
      results: { nonlinear: [], linear: [pair] },
      body: {
        bindings: [
          {
            tag: "let",
            nonlinear: [],
            linear: [
              { name: "a", type: pair },
              { name: "b", type: pair },
            ],
            bound: { tag: "dup", linear: "x" },
          },
          bindLinear({ name: "s", type: pair }, { tag: "scale", factor: "c", linear: "a" }),
          bindLinear({ name: "n", type: pair }, { tag: "negate", linear: "b" }),
          bindLinear({ name: "z", type: pair }, { tag: "zero", type: pair }),
          bindLinear({ name: "p", type: pair }, { tag: "plus", left: "s", right: "n" }),
          bindLinear({ name: "r", type: pair }, { tag: "plus", left: "p", right: "z" }),
        ],
        result: { nonlinear: [], linear: ["r"] },
      },
    };
    checkLinear([g]);
    const erased = erase([g]);
    checkLinear(erased);
    expect(work(erased)).toBe(work([g]));
    expect(runLinear(erased, name(erased), [3, [5, [7]]]).nonlinear).toEqual([[10, [14]]]);
    expect(runLinear([g], "g", [3], [[5, [7]]]).linear).toEqual([[10, [14]]]);
  });
});
