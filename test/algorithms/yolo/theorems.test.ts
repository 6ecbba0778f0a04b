// Radul et al. (POPL 2023): what the theorems say, counted on examples and random programs; the type system; checkpointing; sizes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { checkLinear, LinearityError } from "../../../engine/algorithms/yolo/linear-a/check.ts";
import {
  type Binding,
  bindLinear,
  bindNonlinear,
  type Definition,
  dropping,
  R,
  tensor,
} from "../../../engine/algorithms/yolo/linear-a/syntax.ts";
import { linearSizes, sizeOf } from "../../../engine/algorithms/yolo/linear-a/work.ts";
import { literalSize, literalTranspose } from "../../../engine/algorithms/yolo/literal.ts";
import { transposedDefinition } from "../../../engine/algorithms/yolo/transpose.ts";
import { type Recomputed, unzip } from "../../../engine/algorithms/yolo/unzip.ts";
import { TRANSFORMED } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { flat, isLinearB, ownOperations, runLinear, valuesOf } from "../../support/linear-a.ts";
import { define, name, op, real, systemOf, work } from "../../support/linear-texts.ts";
import { gradientOf, largestDifference, preparedProgram, tracedGraph } from "../../support/run.ts";
import { IS_LONG, runs } from "../../support/runs.ts";

const transposed = stageOf("transposed")!;
const tapeStage = stageOf("tape")!;

/** The theorems that a program breaks. */
function wrongWith(text: string): string | undefined {
  const { f, j, nonlin, lin, t } = systemOf(text);
  for (const program of [f, j, [...nonlin, ...lin], [...nonlin, ...t]]) checkLinear(program);
  for (const one of [...nonlin, ...lin, ...t]) if (!isLinearB(one)) return `${one.name} is not in Linear B`;
  if (work(nonlin) + work(lin) !== work(j)) return "Theorem 6.2: W(nonlin) + W(lin) = W(J)";
  const sizes = linearSizes(lin.at(-1)!);
  if (work(t) + sizes.in > work(lin) + sizes.out) return "Theorem 7.1: W(T) + Lin ≤ W(lin) + Lout";
  const back = t.map(transposedDefinition);
  checkLinear([...nonlin, ...back]);
  if (work(back) > work(lin)) return "Corollary 7.2: W(T(T(e))) ≤ W(e)";
  const literal = t.map(literalTranspose);
  checkLinear([...nonlin, ...literal]);
  if (work(literal) !== work(t)) return "the work of the literal transpose";
  if (t.some((one, index) => literalSize(one) !== sizeOf([literal[index]!])))
    return "the size of the literal transpose";
  if (sizeOf(t) > 2 * sizeOf(lin)) return "Theorem 8.1: T is linear in size";
  const { nodes } = tracedGraph(text);
  const x = nodes.filter(({ kind }) => kind === "input").map(({ value }) => value);
  const own = ownOperations(preparedProgram(text));
  const forward = runLinear(nonlin, name(nonlin), x, [], own);
  if (forward.work !== work(nonlin)) return `the work of nonlin was ${forward.work}`;
  const tape = forward.nonlinear.at(-1)!;
  const numbers = (count: number, scale: number) =>
    Array.from({ length: count }, (_, index) => Math.sin(scale + index));
  const dx = valuesOf(
    lin.at(-1)!.linear.map(({ type }) => type),
    numbers(sizes.in, 1),
  );
  const dy = valuesOf(lin.at(-1)!.results.linear, numbers(sizes.out, 2));
  const forwards = runLinear(lin, name(lin), [tape], dx);
  const backwards = runLinear(t, name(t), [tape], dy);
  if (JSON.stringify(runLinear(literal, name(literal), [tape], dy).linear) !== JSON.stringify(backwards.linear))
    return "the literal transpose computes something else";
  const again = runLinear(back, name(back), [tape], dx);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, one, index) => sum + one * b[index]!, 0);
  const size = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, one, index) => sum + Math.abs(one * b[index]!), 1);
  const [left, right] = [dot(flat(forwards.linear), flat(dy)), dot(flat(dx), flat(backwards.linear))];
  const scale = size(flat(forwards.linear), flat(dy)) + size(flat(dx), flat(backwards.linear));
  if (Number.isFinite(left) && Number.isFinite(right) && Math.abs(left - right) > 1e-9 * scale)
    return `Theorem 7.1: ⟨e(ẋ), ÿ⟩ = ${left}, and ⟨ẋ, T(ÿ)⟩ = ${right}`;
  if (
    !flat(again.linear).every(
      (one, index) => Object.is(one, flat(forwards.linear)[index]!) || near(one, flat(forwards.linear)[index]!),
    )
  )
    return "Corollary 7.2: T(T(e)) = e";
  const counted = { forward: work(nonlin), reverse: work(t) };
  return wrongBeside(text, counted);
}

/** The fault in a program's gradient, beside forward mode and `tape`, or in the work that the machine counts. */
function wrongBeside(
  text: string,
  work: { readonly forward: number; readonly reverse: number } | undefined,
): string | undefined {
  const run = gradientOf(text, transposed, {}, { checks: "quick" });
  if (run.checks?.contradiction !== undefined) return "forward mode gives another gradient";
  const taped = gradientOf(text, tapeStage);
  if (!run.value!.scalars.every((one, index) => Object.is(one, taped.value!.scalars[index])))
    return "`tape` gives another value";
  // what nothing reached is multiplied here, and skipped there: NaN is a difference that is allowed
  const [here, there] = [run.gradient!.scalars, taped.gradient!.scalars];
  if ([...here, ...there].every(Number.isFinite) && largestDifference(here, there) > 1e-9)
    return `\`tape\` gives the gradient ${there.join(" ")}, and not ${here.join(" ")}`;
  const counted = { forward: run.cost.forward.work, reverse: run.cost.reverse.work };
  if (work !== undefined && (counted.forward !== work.forward || counted.reverse !== work.reverse))
    return `the machine counts W ${counted.forward}/${counted.reverse}, and the rules say ${work.forward}/${work.reverse}`;
  return undefined;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * (1 + Math.abs(b)) || !Number.isFinite(a) || !Number.isFinite(b);
}

describe("the theorems", () => {
  test.each(TRANSFORMED)("on $name", ({ text }) => {
    expect(wrongWith(text)).toBeUndefined();
  });

  test("on random programs", { timeout: 3_600_000 }, () => {
    const property = fc.property(programs(), ({ source }) => {
      expect(wrongWith(source)).toBeUndefined();
    });
    fc.assert(property, { numRuns: IS_LONG ? 10_000 : runs(40), seed: 2023 });
  });

  test("an operation of one's own is one piece of work, and so is its partial, by the rules and by the counter", () => {
    const text = "-- at: 2.0\nop cube x = x * x * x by 3.0 * x * x\ndef main (x : Real) = cube (cube x)\n";
    const { f, nonlin, t } = systemOf(text);
    expect([work(f), work(nonlin), work(t)]).toEqual([2, 4, 2]);
    const { primal, forward, reverse } = gradientOf(text, transposed).cost;
    expect([primal.work, forward.work, reverse.work]).toEqual([2, 4, 2]);
    // what its definition forks is its own, too
    const forked = text.replace("x * x * x by", "(let (a, b) = (x * x) |*| (x + 0.0) in a * b) by");
    expect(gradientOf(forked, tapeStage).cost.primal.work).toBe(2);
  });

  test("J costs at most four times as much for sin, cos, exp, -, + and *; division by a power costs more", () => {
    for (const body of ["sin x", "cos x", "exp x", "-x", "x + y", "x * y"]) {
      const { f, j } = systemOf(`-- at: (0.5, 0.25)\ndef main (x, y) = ${body} * y\n`);
      expect(work(j), body).toBeLessThanOrEqual(4 * work(f) + 4);
    }
    const { f, j } = systemOf("-- at: (0.5, 0.25)\ndef main (x, y) = x / y\n");
    expect([work(f), work(j)]).toEqual([1, 6]);
  });
});

describe("the type system (Fig. 4)", () => {
  const square = bindNonlinear(real("s"), op("mul", "x", "x"));

  test("g(x; ẏ) = (x²; x² * ẏ) is linear in ẏ, and is unzipped and transposed", () => {
    const scaled = bindLinear(real("ż"), { tag: "scale", factor: "s", linear: "ẏ" });
    const g = define(["x"], ["ẏ"], [square, scaled], { nonlinear: ["s"], linear: ["ż"] });
    checkLinear([g]);
    expect(runLinear([g], "g", [3], [2])).toEqual({ nonlinear: [9], linear: [18], work: 2 });
    const { nonlin, lin } = unzip([g]).get("g")!;
    expect(runLinear([nonlin], nonlin.name, [3])).toEqual({ nonlinear: [9, [9]], linear: [], work: 1 });
    const back = transposedDefinition(lin);
    expect(runLinear([back], back.name, [[9]], [5]).linear).toEqual([45]);
  });

  const use = (linear: string): Binding => bindLinear(real("ż"), { tag: "linear-variable", name: linear });
  const wrong: readonly (readonly [string, Definition, string])[] = [
    [
      "(x * x) / x with x linear",
      define([], ["x"], [square], { nonlinear: ["s"], linear: [] }),
      "x stands where a non-linear value is needed",
    ],
    [
      "a linear variable used twice",
      define([], ["ẋ"], [bindLinear(real("ż"), { tag: "plus", left: "ẋ", right: "ẋ" })], {
        nonlinear: [],
        linear: ["ż"],
      }),
      "ẋ is used twice; dup it first",
    ],
    [
      "a linear variable never used",
      define([], ["ẋ", "ẏ"], [use("ẋ")], { nonlinear: [], linear: ["ż"] }),
      "ẏ is never used",
    ],
    [
      "a linear value on the left of a product",
      define(["x"], ["ẏ"], [bindLinear(real("ż"), { tag: "scale", factor: "ẏ", linear: "x" })], {
        nonlinear: [],
        linear: ["ż"],
      }),
      "ẏ stands where a non-linear value is needed",
    ],
    [
      "a result that is not linear, of something linear",
      define([], ["ẋ"], [], { nonlinear: ["ẋ"], linear: [] }),
      "ẋ stands where a non-linear value is needed",
    ],
    [
      "a tuple of both",
      define(["x"], ["ẏ"], [bindNonlinear({ name: "p", type: tensor([R, R]) }, { tag: "tuple", items: ["x", "ẏ"] })], {
        nonlinear: ["x"],
        linear: ["ẏ"],
      }),
      "ẏ stands where a non-linear value is needed",
    ],
    [
      "a definition that calls itself",
      define(["x"], [], [bindNonlinear(real("y"), { tag: "call", name: "g", nonlinear: ["x"], linear: [] })], {
        nonlinear: ["y"],
        linear: [],
      }),
      "g calls itself",
    ],
    ["a binding that nothing uses", define(["x"], [], [square], { nonlinear: ["x"], linear: [] }), "s is never used"],
  ];
  test.each(wrong)("%s is refused, by its name", (_, definition, message) => {
    expect(() => checkLinear([definition])).toThrow(LinearityError);
    expect(() => checkLinear([definition])).toThrow(message);
  });

  test("what is linear in z, or in x and y, is not in all three: z * (x + y)", () => {
    const sum = bindLinear(real("s"), { tag: "plus", left: "x", right: "y" });
    const product = bindLinear(real("p"), { tag: "scale", factor: "z", linear: "s" });
    const of = (nonlinear: readonly string[], linear: readonly string[]) =>
      define(nonlinear, linear, [sum, product], { nonlinear: [], linear: ["p"] });
    checkLinear([of(["z"], ["x", "y"])]);
    expect(() => checkLinear([of([], ["x", "y", "z"])])).toThrow("z stands where a non-linear value is needed");
  });
});

describe("transposition", () => {
  test.each([1, 3, 7])("of %i dups costs as many sums, which the bound allows exactly; twice, nothing again", (n) => {
    const bindings: Binding[] = [];
    const results = Array.from({ length: n }, (_, index) => `a${index}`);
    results.forEach((one, index) => {
      const [from, rest] = [index === 0 ? "ẋ" : `b${index - 1}`, `b${index}`];
      bindings.push({
        tag: "let",
        nonlinear: [],
        linear: [real(one), real(rest)],
        bound: { tag: "dup", linear: from },
      });
    });
    const dups = define([], ["ẋ"], bindings, { nonlinear: [], linear: [...results, `b${n - 1}`] });
    const back = transposedDefinition(dups);
    const twice = transposedDefinition(back);
    for (const one of [dups, back, twice]) checkLinear([one]);
    expect([dups, back, twice].map((one) => work([one]))).toEqual([0, n, 0]);
    expect(runLinear([back], back.name, [], new Array(n + 1).fill(1)).linear).toEqual([n + 1]);
  });

  test("of tuples takes apart what was packed, and of what is dropped gives zeros", () => {
    const pair = { name: "p", type: tensor([R, R]) };
    const packed: Definition = {
      ...define(
        ["c"],
        ["x", "y", "w"],
        [
          bindLinear(pair, { tag: "linear-tuple", items: ["x", "y"] }),
          { tag: "linear-unpack", items: [real("a"), real("b")], of: "p" },
          bindLinear(real("s"), { tag: "scale", factor: "c", linear: "w" }),
          dropping({ nonlinear: [], linear: ["s"] }),
          bindLinear(real("z"), { tag: "zero", type: R }),
          bindLinear(real("n"), { tag: "negate", linear: "a" }),
          bindLinear(real("m"), { tag: "plus", left: "n", right: "z" }),
        ],
        { nonlinear: [], linear: ["m", "b"] },
      ),
    };
    checkLinear([packed]);
    const back = transposedDefinition(packed);
    checkLinear([back]);
    expect(runLinear([packed], "g", [2], [3, 4, 5]).linear).toEqual([-3, 4]);
    expect(runLinear([back], back.name, [2], [10, 100]).linear).toEqual([-10, 100, 0]);
  });

  test("of a dot product of n pairs is as long as the linear half, and not quadratic", () => {
    const size = (n: number) => {
      const xs = Array.from({ length: n }, (_, index) => `${index + 1}.0`).join(", ");
      const { lin, t } = systemOf(
        `-- at: ([${xs}], [${xs}])\ndef main (xs, ys) = sum (zipWith (\\x y -> x * y) xs ys)\n`,
      );
      return [sizeOf(lin), sizeOf(t), literalSize(t.at(-1)!)];
    };
    const [small, large] = [size(8), size(64)];
    for (const [lin, t] of [small, large]) expect(t!).toBeLessThanOrEqual(1.2 * lin!);
    expect(large[1]! / small[1]!).toBeLessThan(8.5);
    // by the figure word for word, eight times as many pairs take some sixty-four times as much text
    expect(large[2]! / small[2]!).toBeGreaterThan(40);
  });
});

describe("checkpointing: what is computed again instead of being taped", () => {
  const text = "-- at: 0.5\ndef main x = exp (sin x) * x\n";
  const again = (...names: readonly string[]): Recomputed => new Map([["main°J", new Set(names)]]);

  test.each([
    [[], ["x", "dx", "v₁"], "4/5/5"],
    [["dx"], ["x", "v₁"], "3/6/6"],
    [["v", "dx", "v₁"], ["x"], "3/8/8"],
  ] as const)("%j", (names, tape, works) => {
    const system = systemOf(text, again(...names));
    const { nonlin, lin, t } = system;
    for (const program of [
      [...nonlin, ...lin],
      [...nonlin, ...t],
    ])
      checkLinear(program);
    expect(system.tape.map((one) => one.name)).toEqual(tape);
    expect([nonlin, lin, t].map(work).join("/")).toBe(works);
    const forward = runLinear(nonlin, name(nonlin), [0.5]);
    expect(forward.nonlinear[0]).toBeCloseTo(0.807573148, 9);
    expect(runLinear(t, name(t), [forward.nonlinear.at(-1)!], [1]).linear[0]).toBeCloseTo(2.323858409, 9);
  });
});
