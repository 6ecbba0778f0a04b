// Names of a program's inputs: the variables that take them apart, wherever that is known.
import { describe, expect, test } from "vitest";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { kindIn, nameIn } from "../../engine/graphs/run-graph.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

function inputs(text: string): readonly (string | undefined)[] {
  const { graph } = finish(new Exploration(checkSource(text), {}, DEFAULT_BUDGET).open());
  return Array.from({ length: graph.size }, (_, number) => number)
    .filter((number) => kindIn(graph, number) === "input")
    .map((number) => nameIn(graph, number));
}

describe("inputs are called", () => {
  test.each([
    ["as their parameters", "(1.0, 2.0)", "def main (x, y) = x * y", ["x", "y"]],
    ["as a let takes them apart", "(1.0, 2.0)", "def main params = let (w, b) = params in w * b", ["w", "b"]],
    [
      "as several lets do, one within the other",
      "((1.0, 2.0), 3.0)",
      "def main all = let k = 2.0 in let (params, x) = all in let (w, b) = params in k * w * x + b",
      ["w", "b", "x"],
    ],
    [
      "as lets in a definition of several parameters do",
      "((1.0, 2.0), 3.0)",
      "def main (params : (Real, Real)) (x : Real) = let (w, b) = params in w * x + b",
      ["w", "b", "x"],
    ],
    [
      "by their places where a pattern says nothing",
      "(1.0, 2.0)",
      "def main (params : (Real, Real)) = let (w, _) = params in w",
      ["w", "params.2"],
    ],
    [
      "by their places where a variable is another by then",
      "(1.0, 2.0)",
      "def main (params : (Real, Real)) = let params = (3.0, 4.0) in let (w, b) = params in w * b",
      ["params.1", "params.2"],
    ],
    [
      "by their places in a list",
      "[1.0, 2.0]",
      "def main (xs : [Real]) = case xs of { [] -> 0.0 | x :: r -> x * x }",
      ["xs[0]", "xs[1]"],
    ],
    [
      "by their places in data, from the variable on",
      "Pair 1.0 (2.0, 3.0)",
      "data P = Pair Real (Real, Real)\ndef main (p : P) = let Pair a q = p in a * (case q of { (u, v) -> u * v })",
      ["a", "q.1", "q.2"],
    ],
  ])("%s", (_, at, text, wanted) => {
    expect(inputs(`-- at: ${at}\n${text}\n`)).toEqual(wanted);
  });
});

test("operations are called by the variable that their result is bound to, through functions that are called once", () => {
  const named = (text: string): readonly string[] => {
    const { graph } = finish(new Exploration(checkSource(`-- at: (2.0, 3.0)\n${text}\n`), {}, DEFAULT_BUDGET).open());
    return Array.from({ length: graph.size }, (_, number) => nameIn(graph, number)).flatMap((name) => name ?? []);
  };
  const inputs = ["x", "y"];
  expect(named("def sq a = a * a\ndef main (x, y) = let p = sq x in p + y")).toEqual([...inputs, "p"]);
  expect(named("def sq a = a * a\ndef main (x, y) = let p = sq x in let q = sq y in p + q")).toEqual(inputs);
  expect(named("def main (x, y) = let p = (let t = x * y in t + x) in p * p")).toEqual([...inputs, "t", "p"]);
  expect(named("def main (x, y) = let p = if x > 1.0 then x * y else x + y in p * p")).toEqual([...inputs, "p"]);
  expect(named("def main (x, y) = let (a, b) = (x * y, x + y) in a / b")).toEqual([...inputs, "a", "b"]);
  expect(named("def f n x = if n == 0 then x else x * f (n - 1) x\ndef main (x, y) = let p = f 3 x in p + y")).toEqual(
    inputs,
  );
  expect(named("def main (x, y) = let s = sum [x, y] in s * x")).toEqual(inputs);
});
