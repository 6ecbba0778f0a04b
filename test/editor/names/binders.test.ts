// The kind of a place, and the names bound around it, in texts that parse and in those that do not.
import { describe, expect, test } from "vitest";
import { placeAt } from "../../../app/editor/names/binders.ts";

/** The kind of place at the mark `‸`. */
function at(text: string) {
  const offset = text.indexOf("‸");
  return placeAt(text.replace("‸", ""), offset);
}

describe("the place", () => {
  test.each([
    ["def ‸", "pattern"],
    ["def f ‸", "pattern"],
    ["def f (x, ‸", "pattern"],
    ["def f (x : ‸", "type"],
    ["def f (x : Real, ‸", "pattern"],
    ["def f x : ‸", "type"],
    ["def f x : (Real, Real) = ‸", "expression"],
    ["def f x = ‸", "expression"],
    ["def f x =\n  let ‸", "pattern"],
    ["def f x =\n  let y ‸", "pattern"],
    ["def f x =\n  let y : ‸", "type"],
    ["def f x =\n  let y = ‸", "expression"],
    ["def f x =\n  let y = 1.0 in\n  ‸", "expression"],
    ["def f x = let rec ‸", "pattern"],
    ["def f x = \\‸", "pattern"],
    ["def f x = map (\\y -> ‸", "expression"],
    ["def f x = map (\\(a : Real, ‸", "pattern"],
    ["def f x = (x : ‸", "type"],
    ["def f x = (x : Real, ‸", "expression"],
    ["def f x = case x of { ‸", "pattern"],
    ["def f x = case x of { Just y -> ‸", "expression"],
    ["def f x = case x of { Just y -> y | ‸", "pattern"],
    ["def f x = case x of { Just y -> y } + ‸", "expression"],
    ["data T = ‸", "type"],
    ["op f x = ‸", "expression"],
    ["def f x = ((( ‸", "expression"],
    ["def f x = 1.0 1.0 = ‸", "expression"],
    ["‸", "expression"],
  ])("%s", (text, place) => {
    expect(at(text).place).toBe(place);
  });
});

describe("the names around it", () => {
  test.each([
    ["def f x y = ‸", ["y", "x"]],
    ["def f x = let s = sin x in let t = s * ‸", ["t", "s", "x"]],
    ["def f x = (let s = x in s) + ‸", ["x"]],
    ["def f x = map (\\y -> y) x + ‸", ["x"]],
    ["def f x = case x of { Just y -> y | Nothing -> ‸", ["y", "x"]],
    ["def f x = case x of { Just y -> y } + ‸", ["x"]],
    ["def f (x : Real) = (\\(a, b) -> ‸", ["b", "a", "x"]],
    ["def g a = a\ndef f x = ‸", ["x"]],
    ["def f x = -- let no = 1\n {- let none = 2 -} ‸", ["x"]],
    ["def f x = let rec go n = ‸", ["n", "go", "x"]],
    ["def f _ = ‸", []],
  ])("%s", (text, locals) => {
    expect(at(text).locals).toEqual(locals);
  });
});
