// Golden text of what the rules of Radul et al. make of a program with each form of Linear A: every line with what is noted at it for
// those who show and watch it. That the text is right says the second half: values, tangents, cotangents and work, by the rules of the
// language alone.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { erase } from "../../engine/algorithms/yolo/erase.ts";
import { fragmentOf, frontOf, headOf } from "../../engine/algorithms/yolo/front/front.ts";
import { putTogether, takeApart } from "../../engine/algorithms/yolo/front/structure.ts";
import { jvp } from "../../engine/algorithms/yolo/jvp.ts";
import { checkLinear, isLinearB } from "../../engine/algorithms/yolo/linear-a/check.ts";
import { linearText, linesOf } from "../../engine/algorithms/yolo/linear-a/print.ts";
import { type Definition, freeIn, type LinearProgram, R } from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import { linearSizes, sizeOf, workOf } from "../../engine/algorithms/yolo/linear-a/work.ts";
import { literalSize, literalTranspose } from "../../engine/algorithms/yolo/literal.ts";
import { study } from "../../engine/algorithms/yolo/study.ts";
import { coreGlobals } from "../../engine/algorithms/yolo/to-core.ts";
import { transpose, transposedDefinition } from "../../engine/algorithms/yolo/transpose.ts";
import { transposed } from "../../engine/algorithms/yolo/transposed.ts";
import { unzip } from "../../engine/algorithms/yolo/unzip.ts";
import { printProgram, printTerm } from "../../engine/core/notation/print.ts";
import { variable } from "../../engine/core/terms/term.ts";
import { sourceNow } from "../../engine/session/derivatives/straight-run.ts";
import { DROPPING, EVERY_FORM } from "../support/every-form.ts";
import { flat, runLinear, valuesOf } from "../support/linear-a.ts";
import { preparedProgram } from "../support/run.ts";

function golden(name: string, found: string): void {
  const file = new URL(`linear-a/${name}.txt`, import.meta.url);
  if (process.env.DUALSCOPE_WRITE_GOLDEN === "1") writeFileSync(file, found);
  expect(found).toBe(readFileSync(file, "utf8"));
}

/** Definitions line by line, each with what is noted at its binding. */
function noted(program: LinearProgram): string {
  return program
    .map((definition) => {
      const lines = linesOf(definition).map(({ text, reads, binds, isLinear }, line) => {
        const { origin, mirrors, scalar, tangentOf, reaches } = definition.body.bindings[line - 1] ?? {};
        const notes = JSON.stringify({ reads, binds, isLinear, origin, mirrors, scalar, tangentOf, reaches });
        return `${text}\n      ${notes.normalize()}`;
      });
      return `${lines.join("\n")}\n      ${definition.scalars} scalars\n`;
    })
    .join("\n");
}

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

const last = (program: LinearProgram): Definition => program.at(-1)!;
const work = (program: LinearProgram): number => workOf(program).get(last(program).name)!;

describe("a program with each form", () => {
  test.each([
    ["program", EVERY_FORM],
    ["tangents", j],
    ["halves", [...nonlin, ...lin]],
    ["recomputed", [...againNonlin, ...againLin]],
    ["transpose", t],
    ["literal", t.slice(3).map(literalTranspose)],
    ["erased", erased],
    ["erased-tangents", erase(j)],
  ] as const)("%s", (name, program) => {
    golden(name, noted(program));
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
    golden(
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

  test("where something linear is computed only to be dropped, and a tuple is empty", () => {
    checkLinear([DROPPING]);
    const { nonlin: first, lin: second } = unzip([DROPPING]).get("dropping")!;
    const back = transposedDefinition(second);
    const parts = [[DROPPING], [first, second], [first, back], erase([DROPPING]), erase([first, back])];
    for (const program of parts) checkLinear(program);
    golden("dropping", parts.map(noted).join("\n"));
    expect(runLinear([DROPPING], "dropping", [3], [5, []])).toEqual({ nonlinear: [3], linear: [0, 0, []], work: 4 });
    expect(runLinear(erase([DROPPING]), "dropping°L", [3, 5, []])).toEqual({
      nonlinear: [3, 0, 0, []],
      linear: [],
      work: 5,
    });
  });

  test("what is out of place is refused", () => {
    expect(() => jvp([DROPPING])).toThrow("J is of definitions without linear variables");
    expect(() => jvp([{ ...DROPPING, linear: [] }])).toThrow("J of a linear expression, or of a partial");
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

/** Programs inside of Linear A. */
const INSIDE = {
  straight: `-- at: ((0.5, 2.0), 3.0)
op own (a, b) = a * b + a by (b + 1.0, a)
def pair (x : Real) (y : Real) = (x * y, (own (x, y), 2.0))
def unused (x : Real, _ : Real) = x
def main ((x, y) : (Real, Real), z : Real) =
  let (p, q) = pair x z in
  let (w, _) = q in
  let v = unused (sin x ^ 3, w) in
  let x = v * y in
  (let u = -x in u, (p, q), exp 1.0)
`,
  constant: "-- at: 1.0\ndef main (x : Real) = (0.5, 0.5)\n",
  one: "-- at: 2.0\ndef main (x : Real) = let y = x in y\n",
};

/** Programs outside, which are traced, with values of every kind at their borders. */
const OUTSIDE = {
  list: "-- at: [1.0, 2.0]\ndef main xs = (sum xs, map (\\x -> x ^ 2) xs)\n",
  empty: "-- at: ([], #[0.5, 0.25], #[])\ndef main (xs : [Real], a, b : Array Int) = sum xs + sumA a * 3.0\n",
  data: `-- at: Node (Leaf 0.5 2) (Node (Leaf 1.5 3) Nothing3)
data Tree = Leaf Real Int | Node Tree Tree | Nothing3
def main t = case t of { Leaf x n -> x ^ n | Node l r -> main l + main r | Nothing3 -> 1.0 }
`,
  nested:
    "-- at: (3, [(1.0, 2)], #[(0.5, [4])])\ndef main (n : Int, xs : [(Real, Int)], a : Array (Real, [Int])) = (n, case xs of { (x, k) :: _ -> x * x | [] -> 0.0 }, a)\n",
};

describe("the way from a program", () => {
  test.each(Object.entries({ ...INSIDE, ...OUTSIDE }))("%s", (name, text) => {
    const prepared = preparedProgram(text);
    const source = sourceNow(transposed, prepared, undefined);
    const { program, entry, param, result } = frontOf(source);
    checkLinear(program);
    expect(entry).toBe(last(program));
    expect(fragmentOf(source).tag).toBe(name in INSIDE ? "inside" : "traced");
    const { core } = prepared;
    const show = (structure: typeof param): string => {
      const { bindings, reals } = takeApart(structure, "v", "p");
      const together = putTogether(structure, reals.map(variable));
      const taken = { tag: "let", bindings, body: together } as const;
      return `${printTerm(core, bindings.length === 0 ? together : taken, { types: true })}\n${reals.join(" ")}`;
    };
    const head = headOf(source).map((one) => `${one.text}\n`);
    golden(`front-${name}`, `${head.join("")}${noted(program)}\n${show(param)}\n\n${show(result)}\n`);
  });

  test.each([
    ["main x = if x < 1.0 then x else 2.0", "the program branches here", "if x < 1.0 then x else 2.0"],
    ["main x = real (floor x) * x", "this is an Int", "floor x"],
    ["main x = let f = \\y -> y * x in f x", "a function is a value here", "\\y -> y * x"],
    [
      "main (x : Real) = let rec f y = if y < 9.0 then f (y + x) else y in f x",
      "a local definition calls itself here",
      "let rec f y = if y < 9.0 then f (y + x) else y in",
    ],
    ["main x = let (a, b) = x |*| x in a * b", "the program forks here", "x |*| x"],
    ["main (x : Real) = fst (x, x)", "`fst` is polymorphic", "fst"],
    ["f = let k = sin 1.0 in \\y -> y * k\ndef main x = f x", "`f` is a value that is computed once", "f"],
    ["main x = [x * 2.0]", "the result of `main` holds more than Reals and tuples of them", "main"],
    [
      "go x n = x ^ n\ndef main (x : Real) = go x 2",
      "the parameter of `go` holds more than Reals and tuples of them",
      "go",
    ],
    ["main x = let n = 2 in x ^ n", "this is an Int", "2"],
  ])("is not there for def %s: %s, at %s", (body, why, place) => {
    const text = `-- at: 0.5\ndef ${body}\n`;
    const source = sourceNow(transposed, preparedProgram(text), undefined);
    const fragment = fragmentOf(source);
    if (fragment.tag === "inside") throw new Error("it is inside");
    expect([fragment.why, text.slice(fragment.at!.from, fragment.at!.to)]).toEqual([why, place]);
  });

  test("is not there for a definition that calls itself, which would go on for ever", () => {
    const source = sourceNow(transposed, preparedProgram(INSIDE.one), undefined);
    const { core: program } = preparedProgram("-- at: 0.5\ndef go (x : Real) = x * go x\ndef main (x : Real) = go x\n");
    expect(fragmentOf({ ...source, program })).toMatchObject({ tag: "traced", why: "`go` calls itself" });
  });
});

test("what is shown of a program", () => {
  const source = sourceNow(transposed, preparedProgram(INSIDE.straight), undefined);
  const of = (names: Record<string, readonly string[]>) =>
    study(source, names as never).map(({ program, tangents, values, linear, transpose: back, ...rest }) => ({
      ...rest,
      lines: [program, tangents, values, linear, back].map(({ name, lines, work: cost, size }) => [
        name,
        cost,
        size,
        ...lines.map(({ span: _, ...line }) => line),
      ]),
    }));
  golden(
    "study",
    `${JSON.stringify([of({}), of({ main: ["v", "x₁", "dv"], pair: ["nothing"] })], null, 1).normalize()}\n`,
  );
  expect(linearText([]).length).toBe(0);
});
