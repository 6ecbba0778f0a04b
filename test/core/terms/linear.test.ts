// The checker on linear functions: a body is linear in the variables of its λ̲, through let and case, and uses them nowhere else.
import { describe, expect, test } from "vitest";
import { readProgram } from "../../../engine/core/notation/read.ts";
import { checkProgram } from "../../../engine/core/terms/check.ts";

const DEFINED = `
data Pair = Nothing | Both ℝ ℝ
def plus : ℝ × ℝ ⊸ ℝ = asLinear(λ(x : ℝ, y : ℝ). x + y)
def double : ℝ ⊸ ℝ = asLinear(λ(x : ℝ). 2.0 * x)
`;

const check = (body: string) =>
  checkProgram(readProgram(`${DEFINED}def main : ℝ → ℝ ⊸ ℝ = λ(a : ℝ). λ̲(d : ℝ). ${body}\n`, "main"));

describe("what is linear", () => {
  test.each([
    ["the variable, zero, and calls of linear functions", "plus (double d, 0.0)"],
    ["let of what is linear, and of what is not", "let x = double d in let b = a * a in ∂₁(*)(b, a)(x)"],
    ["case on what is not linear", "case a < 0.0 of { True → double d | False → 0.0 }"],
    ["case on what is linear", "case Both(d, double d) of { Nothing → 0.0 | Both(x, y) → plus (x, double y) }"],
    ["case on what is linear, by a variable", "case Both(d, d) of { Nothing → double 0.0 | p → 0.0 }"],
    ["parts of pairs", "let (x, y) = (d, double d) in plus (x, y)"],
    ["a zero that is bound", "let z = double 0.0 in plus (z, d)"],
    ["a call of a λ̲", "(λ̲(x : ℝ). double x) d"],
  ])("%s", (_, body) => {
    expect(() => check(body)).not.toThrow();
  });
});

describe("what is not", () => {
  test.each([
    ["a product of the variable", "let x = d in x * x"],
    ["another variable", "a"],
    ["a number", "1.0"],
    ["the variable in what is not linear", "∂₁(*)(d, a)(d)"],
    ["case on the variable", "case d < 0.0 of { True → d | False → d }"],
    ["case on what is linear, whose zero gives something else", "case Both(d, d) of { Nothing → d | Both(x, y) → x }"],
    ["case on what is linear, with something of outside", "case Both(d, d) of { Nothing → 0.0 | Both(x, y) → d }"],
    ["case on what is linear, and a product", "case Both(d, d) of { Nothing → 0.0 | Both(x, y) → x * y }"],
    ["the variable of another λ̲", "(λ̲(x : ℝ). d) d"],
    ["what was computed of it, in a plain place", "let x = double d in ∂₁(*)(x, a)(d)"],
  ])("%s", (_, body) => {
    expect(() => check(body)).toThrow(/internal: .*linear/);
  });
});
