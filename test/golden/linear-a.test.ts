// Golden text of what the rules of Radul et al. make of a program with each form of Linear A: every line with what is noted at it for
// those who show and watch it. That the text is right says the second half: values, tangents, cotangents and work, by the rules of the
// language alone.
import { describe, expect, test } from "vitest";
import { coreGlobals } from "../../engine/algorithms/yolo/core/to-core.ts";
import { erase } from "../../engine/algorithms/yolo/erase.ts";
import { jvp } from "../../engine/algorithms/yolo/jvp.ts";
import { checkLinear, LinearityError } from "../../engine/algorithms/yolo/linear-a/check.ts";
import { linesOf, shownName } from "../../engine/algorithms/yolo/linear-a/print.ts";
import {
  type Definition,
  freeIn,
  type LinearProgram,
  R,
  tensor,
} from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import { linearSizes, sizeOf, workOf } from "../../engine/algorithms/yolo/linear-a/work.ts";
import { literalSize, literalTranspose } from "../../engine/algorithms/yolo/literal.ts";
import { transpose, transposedDefinition } from "../../engine/algorithms/yolo/transpose.ts";
import { halvesOf, unzip } from "../../engine/algorithms/yolo/unzip.ts";
import { Watch, watched } from "../../engine/base/watch.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { DROPPING, EVERY_FORM } from "../support/every-form.ts";
import { goldenOf } from "../support/golden.ts";
import { flat, isLinearB, linearText, runLinear, valuesOf } from "../support/linear-a.ts";
import { noted } from "../support/noted.ts";
import { preparedProgram } from "../support/run.ts";

const golden = goldenOf("linear-a");

const j = jvp(EVERY_FORM);
const halves = [...unzip(j).values()];
const nonlin = halves.map((one) => one.nonlin);
const lin = halves.map((one) => one.lin);
const t = transpose([...nonlin, ...lin]);
const again = [
  ...unzip(
    j,
    new Map([
      ["main°J", new Set(["e", "dd", "de", "f"])],
      ["inner°J", new Set(["s"])],
    ]),
  ).values(),
];
const againNonlin = again.map((one) => one.nonlin);
const againLin = again.map((one) => one.lin);
const erased = erase([...nonlin, ...t.slice(3)]);

/** The parts of some work, as it tells its watch of them. */
function stepsOf(run: () => unknown): number {
  let steps = 0;
  const watch = new Watch(() => undefined);
  watch.step = (parts = 1) => {
    steps += parts;
  };
  watched(watch, run);
  return steps;
}

const last = (program: LinearProgram): Definition => program.at(-1)!;
const work = (program: LinearProgram): number => workOf(program).get(last(program).name)!;

describe("a program with each form", () => {
  test.each([
    ["program", EVERY_FORM],
    ["tangents", j],
    ["halves", [...nonlin, ...lin]],
    ["transpose", t.slice(3)],
    ["erased", erased.slice(3)],
  ] as const)("%s", (name, program) => {
    golden.text(`${name}.txt`, noted(program));
  });

  test("keeps its first halves when the others are transposed", () => {
    expect(noted(t.slice(0, 3))).toBe(noted(nonlin));
  });

  test.each([
    ["erased-halves", erased.slice(0, 3)],
    ["recomputed", [...againNonlin, ...againLin]],
    ["literal", t.slice(3).map(literalTranspose)],
    ["erased-tangents", erase(j)],
  ] as const)("%s", (name, program) => {
    golden.digest(name, noted(program));
  });

  test("is well typed in all its forms, and its halves are in Linear B", () => {
    for (const program of [EVERY_FORM, j, [...nonlin, ...lin], t, [...againNonlin, ...againLin], erased, erase(j)])
      checkLinear(program);
    for (const one of [...nonlin, ...lin, ...t]) expect(isLinearB(one)).toBe(true);
    expect(isLinearB(last(j))).toBe(false);
  });

  test("as a program of the core", () => {
    const { core } = preparedProgram("-- at: 1.0\ndef main (x : Real) = x");
    const programs = [EVERY_FORM, j, t, [...nonlin, ...t.slice(3).map(literalTranspose)]];
    golden.digest(
      "core",
      programs.map((program) => printProgram({ ...core, globals: coreGlobals(program) }, { types: true })).join("\n\n"),
    );
  });

  const at = [0.25, [0.75, [-0.5]]] as const;
  const dx = [0.5, [-1, [2]]] as const;
  const dy = [3, [0.25, -2], 1] as const;

  test("has the value and the tangents of finite differences, by J and by the halves", () => {
    const h = 1e-6;
    const shifted = (by: number) =>
      flat(
        runLinear(
          EVERY_FORM,
          "main",
          valuesOf(
            last(EVERY_FORM).nonlinear.map(({ type }) => type),
            flat(at).map((x, index) => x + by * flat(dx)[index]!),
          ),
        ).nonlinear,
      );
    const { nonlinear, linear } = runLinear(j, "main°J", at, dx);
    expect(flat(nonlinear)).toEqual(shifted(0));
    const [up, down] = [shifted(h), shifted(-h)];
    flat(linear).forEach((one, index) => {
      expect(one).toBeCloseTo((up[index]! - down[index]!) / (2 * h), 6);
    });
    for (const [first, second] of [
      [nonlin, lin],
      [againNonlin, againLin],
    ] as const) {
      const values = runLinear(first, last(first).name, at);
      expect(flat(values.nonlinear.slice(0, -1))).toEqual(shifted(0));
      expect(flat(runLinear(second, last(second).name, [values.nonlinear.at(-1)!], dx).linear)).toEqual(flat(linear));
    }
  });

  test("has the cotangents that the tangents ask for (Theorem 7.1), also literally and erased", () => {
    const forwards = flat(runLinear(j, "main°J", at, dx).linear);
    const tape = runLinear(nonlin, last(nonlin).name, at).nonlinear.at(-1)!;
    const backwards = runLinear(t, last(t).name, [tape], dy).linear;
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, index) => sum + one * b[index]!, 0);
    expect(dot(flat(backwards), flat(dx))).toBeCloseTo(dot(flat(dy), forwards), 9);
    const literal = t.slice(3).map(literalTranspose);
    expect(runLinear(literal, last(literal).name, [tape], dy).linear).toEqual(backwards);
    const back = t.slice(3).map(transposedDefinition);
    expect(flat(runLinear(back, last(back).name, [tape], dx).linear)).toEqual(forwards);
    expect(runLinear(erased, last(erased).name, [tape, ...dy]).nonlinear).toEqual(backwards);
  });

  test("has the work that the theorems say, and that a run takes", () => {
    expect(work([...nonlin]) + work([...lin])).toBe(work(j));
    const { in: into, out } = linearSizes(last(lin));
    expect([into, out]).toEqual([3, 4]);
    expect(work(t) + into).toBeLessThanOrEqual(work(lin) + out);
    expect(work(erased)).toBe(work(t));
    expect(work(erase(j))).toBe(work(j));
    expect(runLinear(EVERY_FORM, "main", at).work).toBe(work(EVERY_FORM));
    expect(runLinear(j, "main°J", at, dx).work).toBe(work(j));
    expect(t.slice(3).map(literalSize)).toEqual(t.slice(3).map((one) => sizeOf([literalTranspose(one)])));
    expect(
      [EVERY_FORM, j, nonlin, lin, t, again.map((one) => one.lin)].map((program) => [work(program), sizeOf(program)]),
    ).toEqual([
      [19, 131],
      [60, 401],
      [30, 211],
      [30, 265],
      [31, 475],
      [32, 272],
    ]);
  });

  test("where a call is made again, what it calls is there without scalars of the program, and computes the same", () => {
    const whole = halvesOf(unzip(j));
    expect(whole.map(({ role }) => role)).toEqual(["values", "linear", "values", "linear", "values", "linear"]);
    const made = halvesOf(unzip(j, new Map([["main°J", new Set(["r"])]])));
    const [definitions, before] = [made, whole].map((halves) => halves.map(({ definition }) => definition));
    checkLinear(definitions!);
    const roles = made.map(({ role, definition }) => `${role} ${shownName(definition.name)}`);
    golden.digest("made-again", `${roles.join("\n")}\n\n${noted(definitions!)}`);
    const [found, expected] = [definitions!, before!].map((program) => {
      const [values, linear] = [program.at(-2)!, program.at(-1)!];
      const tape = runLinear(program, values.name, at).nonlinear.at(-1)!;
      return flat(runLinear(program, linear.name, [tape], dx).linear);
    });
    expect(found).toEqual(expected);
  });

  test("every transformation tells the watch of each binding", () => {
    const halved = [...nonlin, ...lin];
    const works: readonly (readonly [string, () => unknown])[] = [
      ["jvp", () => jvp(EVERY_FORM)],
      ["unzip", () => unzip(j)],
      ["transpose", () => transpose(halved)],
      ["erase", () => erase(j)],
      ["check", () => checkLinear(j)],
      ["work", () => workOf(j)],
      ["size", () => sizeOf(j)],
    ];
    golden.text("steps.txt", works.map(([name, run]) => `${name} ${stepsOf(run)}\n`).join(""));
  });

  test("where something linear is computed only to be dropped, and a tuple is empty", () => {
    checkLinear([DROPPING]);
    const { nonlin: first, lin: second } = unzip([DROPPING]).get("dropping")!;
    const back = transposedDefinition(second);
    const parts = [[DROPPING], [first, second], [first, back], erase([DROPPING]), erase([first, back])];
    for (const program of parts) checkLinear(program);
    golden.text("dropping.txt", parts.map(noted).join("\n"));
    expect(runLinear([DROPPING], "dropping", [3], [5, []])).toEqual({ nonlinear: [3], linear: [0, 0, []], work: 4 });
    expect(runLinear(erase([DROPPING]), "dropping°L", [3, 5, []])).toEqual({
      nonlinear: [3, 0, 0, []],
      linear: [],
      work: 5,
    });
  });

  const inner = EVERY_FORM[0]!;
  const main = last(EVERY_FORM);
  const withResults = (nonlinear: Definition["results"]["nonlinear"]): Definition => ({
    ...main,
    results: { nonlinear, linear: [] },
  });
  const withCall = (nonlinear: readonly string[]): Definition => ({
    ...main,
    body: {
      ...main.body,
      bindings: main.body.bindings.map((one) =>
        one.tag === "let" && one.bound.tag === "call" && one.bound.name === "inner"
          ? { ...one, bound: { ...one.bound, nonlinear } }
          : one,
      ),
    },
  });
  test.each([
    ["fewer results", withResults([R]), "the results of main: 3 non-linear values, and 1 are needed", undefined],
    ["another result", withResults([R, R, R]), "the results of main has type ⊗[ℝ, ℝ], and ℝ is needed", undefined],
    [
      "a shorter tuple",
      withResults([R, tensor([R]), R]),
      "the results of main has type ⊗[ℝ, ℝ], and ⊗[ℝ] is needed",
      undefined,
    ],
    ["a longer tuple", withResults([R, tensor([R, R, R]), R]), "has type ⊗[ℝ, ℝ], and ⊗[ℝ, ℝ, ℝ] is needed", undefined],
    [
      "a deeper tuple",
      withResults([R, tensor([R, tensor([R])]), R]),
      "has type ⊗[ℝ, ℝ], and ⊗[ℝ, ⊗[ℝ]] is needed",
      undefined,
    ],
    ["other arguments", withCall(["e", "e"]), "the arguments of inner has type ℝ, and ⊗[ℝ, ℝ] is needed", undefined],
    ["fewer arguments", withCall(["e"]), "the arguments of inner: 1 non-linear values, and 2 are needed", undefined],
    [
      "linear results",
      { ...DROPPING, results: { nonlinear: [R], linear: [] } },
      "the results of dropping: 3 linear values, and 0 are needed",
      undefined,
    ],
    [
      "a name twice",
      { ...inner, nonlinear: [...inner.nonlinear, ...inner.nonlinear] },
      "the variable x is bound twice",
      "x",
    ],
    [
      "a linear name twice",
      { ...DROPPING, linear: [...DROPPING.linear, ...DROPPING.linear] },
      "the variable ẏ is bound twice",
      "ẏ",
    ],
    [
      "a linear name that is not there",
      { ...DROPPING, body: { ...DROPPING.body, result: { nonlinear: [], linear: ["q̇"] } } },
      "the variable q̇ is not defined",
      "q̇",
    ],
    ["a definition that is not there", withCall([]), "inner is not defined before it is called", "inner"],
  ] as const)("%s is refused, by its name", (what, definition, message, name) => {
    const program = what === "a definition that is not there" ? [definition] : [...EVERY_FORM.slice(0, 2), definition];
    const refused = (): unknown => {
      try {
        return checkLinear(what === "a name twice" ? [definition] : program);
      } catch (error) {
        return error;
      }
    };
    const error = refused();
    expect(error).toBeInstanceOf(LinearityError);
    expect((error as LinearityError).message).toContain(message);
    expect((error as LinearityError).variable).toBe(name);
  });

  test("is not in Linear B where its results are of one kind, and what it computes is not", () => {
    expect(isLinearB({ ...last(j), results: { nonlinear: [], linear: last(j).results.linear } })).toBe(false);
    expect(isLinearB({ ...last(nonlin), results: last(j).results })).toBe(false);
  });

  test("what is out of place is refused", () => {
    expect(() => jvp([DROPPING])).toThrow("J is of definitions without linear variables");
    expect(() => jvp([{ ...DROPPING, linear: [] }])).toThrow("J of a linear expression");
    const unpacked = {
      ...DROPPING,
      linear: [],
      body: { ...DROPPING.body, bindings: [{ tag: "linear-unpack", items: [], of: "ė" } as const] },
    };
    expect(() => jvp([unpacked])).toThrow("J of a linear variable");
    const literal = {
      tag: "let",
      nonlinear: [],
      linear: [{ name: "ä", type: R }],
      bound: { tag: "literal", value: 1 },
    } as const;
    expect(() =>
      transposedDefinition({
        ...DROPPING,
        linear: [],
        body: { bindings: [literal], result: { nonlinear: [], linear: ["ä"] } },
      }),
    ).toThrow("an expression of Linear A that is not linear");
  });

  test("what a block reads and does not bind", () => {
    expect(freeIn(last(EVERY_FORM).body)).toEqual({ nonlinear: ["q", "a", "a", "a"], linear: [] });
  });
});

test("a program as text has its definitions apart", () => {
  const lines = (definition: Definition) => linesOf(definition).map(({ text }) => `${text}\n`);
  expect(linearText([])).toBe("");
  expect(linearText(EVERY_FORM)).toBe(EVERY_FORM.map((one) => lines(one).join("")).join("\n"));
  expect(shownName("sum#Real°J°lin°T")).toBe("sumRealᴶ.linᵀ");
});
