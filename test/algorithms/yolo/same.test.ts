// When two definitions of Linear A are one text up to names: what is said of a linear half that was transposed twice.
import { expect, test } from "vitest";
import { sameUpToNames } from "../../../engine/algorithms/yolo/linear-a/same.ts";
import {
  type Binding,
  bindLinear,
  type Definition,
  R,
  tensor,
  type Variable,
} from "../../../engine/algorithms/yolo/linear-a/syntax.ts";

const real = (name: string): Variable => ({ name, type: R });

function linear(params: readonly string[], bindings: readonly Binding[], results: readonly string[]): Definition {
  return {
    name: "g",
    nonlinear: [real("c"), real("d")],
    linear: params.map(real),
    results: { nonlinear: [], linear: results.map(() => R) },
    body: { bindings, result: { nonlinear: [], linear: results } },
    scalars: 0,
  };
}

const scaled = (to: string, factor: string, of: string): Binding =>
  bindLinear(real(to), { tag: "scale", factor, linear: of });
const sum = (to: string, left: string, right: string): Binding => bindLinear(real(to), { tag: "plus", left, right });

const ONE = linear(["x", "y"], [scaled("a", "c", "x"), scaled("b", "d", "y"), sum("s", "a", "b")], ["s"]);

test("other names are the same text", () => {
  const other = linear(["p", "q"], [scaled("u", "c", "p"), scaled("v", "d", "q"), sum("w", "u", "v")], ["w"]);
  expect(sameUpToNames(ONE, other)).toBe(true);
});

test.each([
  ["another factor", linear(["x", "y"], [scaled("a", "d", "x"), scaled("b", "d", "y"), sum("s", "a", "b")], ["s"])],
  ["summands swapped", linear(["x", "y"], [scaled("a", "c", "x"), scaled("b", "d", "y"), sum("s", "b", "a")], ["s"])],
  ["parameters swapped", linear(["y", "x"], [scaled("a", "c", "x"), scaled("b", "d", "y"), sum("s", "a", "b")], ["s"])],
  [
    "another order of lines",
    linear(["x", "y"], [scaled("b", "d", "y"), scaled("a", "c", "x"), sum("s", "a", "b")], ["s"]),
  ],
  [
    "another operation",
    linear(
      ["x", "y"],
      [scaled("a", "c", "x"), bindLinear(real("b"), { tag: "negate", linear: "y" }), sum("s", "a", "b")],
      ["s"],
    ),
  ],
])("%s is another text", (_, other) => {
  expect(sameUpToNames(ONE, other)).toBe(false);
});

test("a zero of another type is another text, and a call of what was transposed twice is a call of that", () => {
  const zero = (type: Variable["type"]): Definition => ({
    ...linear([], [bindLinear({ name: "z", type }, { tag: "zero", type })], []),
    results: { nonlinear: [], linear: [type] },
  });
  expect(sameUpToNames(zero(R), zero(R))).toBe(true);
  expect(sameUpToNames(zero(R), zero(tensor([R])))).toBe(false);
  const calling = (name: string): Definition =>
    linear(["x"], [bindLinear(real("y"), { tag: "call", name, nonlinear: ["c"], linear: ["x"] })], ["y"]);
  expect(sameUpToNames(calling("f°lin"), calling("f°lin°T°T"))).toBe(true);
  expect(sameUpToNames(calling("f°lin"), calling("f°lin°T"))).toBe(false);
});
