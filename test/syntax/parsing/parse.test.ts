// The parser on what is long, deep or no program at all; and precedence.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { naive } from "../../../engine/algorithms/dual-numbers/naive.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { DiagnosticList } from "../../../engine/source/diagnostic.ts";
import type { Expr } from "../../../engine/syntax/ast.ts";
import { parseExpression, parseProgram } from "../../../engine/syntax/parsing/parse.ts";
import { shownScheme } from "../../../engine/types/checking/check.ts";
import { showType } from "../../../engine/types/type.ts";
import { gradientOf } from "../../support/run.ts";
import { IS_LONG, runs } from "../../support/runs.ts";

function parsed(text: string) {
  const diagnostics = new DiagnosticList();
  const program = parseProgram("<program>", text, diagnostics);
  return { program, messages: diagnostics.items.map(({ message }) => message) };
}

/** An expression with every operation in parentheses. */
function bracketed(expr: Expr): string {
  switch (expr.tag) {
    case "variable":
    case "constructor":
      return expr.name;
    case "integer":
    case "real":
      return String(expr.value);
    case "left":
      return expr.rest.reduce(
        (left, { operator, operand }) => `(${left} ${operator} ${bracketed(operand)})`,
        bracketed(expr.first),
      );
    case "right":
      return expr.init.reduceRight(
        (right, { operator, operand }) => `(${bracketed(operand)} ${operator} ${right})`,
        bracketed(expr.last),
      );
    case "negate":
      return `(- ${bracketed(expr.operand)})`;
    case "apply":
      return `(${[expr.fn, ...expr.args].map(bracketed).join(" ")})`;
    case "lambda":
      return `(\\ ${bracketed(expr.body)})`;
    case "let":
      return `(let ${bracketed(expr.body)})`;
    case "if":
      return `(if ${[expr.condition, expr.consequent, expr.alternative].map(bracketed).join(" ")})`;
    default:
      return expr.tag;
  }
}

function shape(text: string): string {
  const diagnostics = new DiagnosticList();
  const expr = parseExpression("<at>", text, diagnostics);
  return expr === undefined || diagnostics.hasErrors
    ? diagnostics.items.map(({ message }) => message).join("; ")
    : bracketed(expr);
}

describe("precedence", () => {
  test.each([
    ["a + b * c", "(a + (b * c))"],
    ["a - b - c", "((a - b) - c)"],
    ["-x^2", "(- (x ^ 2))"],
    ["2 * -x", "(2 * (- x))"],
    ["-x * y", "((- x) * y)"],
    ["f -x", "(f - x)"],
    ["f x + g y", "((f x) + (g y))"],
    ["x ^ y ^ z", "(x ^ (y ^ z))"],
    ["a ! i ! j", "((a ! i) ! j)"],
    ["x ^ a ! i", "(x ^ (a ! i))"],
    ["a :: b ++ c :: d", "(a :: (b ++ (c :: d)))"],
    ["a && b || c && d", "((a && b) || (c && d))"],
    ["a == b && c < d", "((a == b) && (c < d))"],
    ["a |> f |> g", "((a |> f) |> g)"],
    ["a + b |*| c", "((a + b) |*| c)"],
    ["a |> f |*| c", "((a |> f) |*| c)"],
    ["1 + \\x -> x + 2", "(1 + (\\ (x + 2)))"],
    ["1 * if a then b else c + 2", "(1 * (if a b (c + 2)))"],
    ["a + let x = 1 in x * 2", "(a + (let (x * 2)))"],
    ["a ≤ b", "(a <= b)"],
    ["a ≠ b", "(a /= b)"],
    ["x ⋆ y", "(x |*| y)"],
    ["λx → x", "(\\ x)"],
    ["λx→x", "(\\ x)"],
    ["- - x", "(- (- x))"],
    ["a--b", "a"],
    ["x{- a {- nested -} comment -}+y", "(x + y)"],
    [".5 + 2e-3", "(0.5 + 0.002)"],
  ])("%s", (text, wanted) => expect(shape(text)).toBe(wanted));

  test("what does not associate is a mistake", () => {
    expect(shape("a < b < c")).toContain("do not chain");
    expect(shape("a |*| b |*| c")).toContain("par");
    expect(shape("x ^ -1")).toContain("parentheses");
  });
});

function typeOfMain(text: string): string {
  return showType(shownScheme(checkSource(text).module.globals[0]!));
}

test.each(["def main (x {- c -} : Int) = x", "def main x = (x -- c\n: Int)", "def main x {- c -} : Int = x"])(
  "an annotation counts behind a comment: %j",
  (text) => expect(typeOfMain(text)).toBe("Int -> Int"),
);

describe("long and deep programs", () => {
  const many = IS_LONG ? 10_000 : 4000;

  test(`${many} lets`, () => {
    const lets = Array.from({ length: many }, (_, index) => `let x${index + 1} = x${index} + 1.0 in`).join("\n");
    const { value } = gradientOf(`-- at: 0.0\ndef main x0 = ${lets} x${many}`, naive);
    expect(value!.scalars).toEqual([many]);
  });

  test(`${many} terms of +`, () => {
    const sum = Array.from({ length: many }, () => "x").join(" + ");
    const { gradient } = gradientOf(`-- at: 2.0\ndef main x = ${sum}`, naive);
    expect(gradient!.scalars).toEqual([many]);
  });

  test(`${many} terms of ::`, () => {
    const list = Array.from({ length: many }, () => "x").join(" :: ");
    const { value } = gradientOf(`-- at: 2.0\ndef main (x : Real) = length (${list} :: []) |> real`, naive);
    expect(value!.scalars).toEqual([many]);
  });

  test(`${many} terms of && and of ++`, () => {
    const and = Array.from({ length: many }, () => "x > 0.0").join(" && ");
    const append = Array.from({ length: many }, () => "[x]").join(" ++ ");
    expect(checkSource(`def main x = if ${and} then x else 0.0`).diagnostics).toEqual([]);
    expect(
      gradientOf(`-- at: 2.0\ndef main x = if ${and} then sum (${append}) else 0.0`, naive).value!.scalars,
    ).toEqual([2 * many]);
  });

  test("300 deep is fine, 100 000 deep is a diagnostic", () => {
    const nested = (depth: number) => `def main x = ${"(".repeat(depth)}x + 1.0${")".repeat(depth)}`;
    expect(checkSource(nested(300)).diagnostics).toEqual([]);
    expect(parsed(nested(100_000)).messages.join()).toContain("nested too deeply");
    expect(parsed("(".repeat(100_000)).messages.length).toBeGreaterThan(0);
    expect(parsed(`def f = ${"[".repeat(100_000)}`).messages.length).toBeGreaterThan(0);
  });

  test("a program without mistakes is read to its end, however slow the machine is", () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 10_000));
    const definitions = Array.from({ length: 5000 }, (_, index) => `def f${index} x = x * 2.0 + ${index}.0`).join("\n");
    expect(parsed(definitions).messages).toEqual([]);
    expect(parsed(`def main = )\n${definitions}`).messages.length).toBeGreaterThan(0);
    vi.restoreAllMocks();
  });

  test("a long text", () => {
    const definitions = Array.from(
      { length: IS_LONG ? 22_000 : 8000 },
      (_, index) => `def f${index} x = x * 2.0 + ${index}.0 -- a comment`,
    ).join("\n");
    const { declarations } = parsed(definitions).program;
    expect(declarations.length).toBe(IS_LONG ? 22_000 : 8000);
    expect(parsed("x ".repeat(500_000)).messages.length).toBe(1);
    expect(parsed("-- ".repeat(400_000)).messages).toEqual([]);
  });
});

describe("anything at all", () => {
  test("an empty file is a program without definitions", () => {
    expect(parsed("").messages).toEqual([]);
    expect(parsed("\n  -- nothing\n{- here -}\n").messages).toEqual([]);
  });

  test("names of JavaScript's own objects are names", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];
    for (const name of names) {
      const text = `-- at: 2.0\ndef ${name} x = x * x\ndef main x = let ${name}' = ${name} x in ${name}' + 1.0`;
      expect(gradientOf(text, naive).gradient!.scalars).toEqual([4]);
    }
    expect(
      checkSource("-- __proto__: 1\n-- constructor: 2\ndef main x = x + 1.0").diagnostics.map(
        ({ severity }) => severity,
      ),
    ).toEqual(["warning", "warning"]);
    expect(
      checkSource("data T = Constructor | ToString\ndef main x = hasOwnProperty").diagnostics[0]!.message,
    ).toContain("hasOwnProperty");
  });

  test("never throws, and points into the text", () => {
    const pieces = fc.constantFrom(
      "def",
      "let",
      "in",
      "if",
      "then",
      "else",
      "case",
      "of",
      "{",
      "}",
      "(",
      ")",
      "[",
      "]",
      "#[",
      "|",
      "->",
      "=",
      "==",
      "+",
      "-",
      "^",
      "x",
      "f",
      "T",
      "1",
      "2.5",
      "\\",
      "λ",
      ",",
      ":",
      "::",
      "{-",
      "-}",
      "--",
      "\n",
      "op",
      "by",
      "data",
      "type",
      "rec",
      "and",
      "par",
      "|*|",
      "\u0000",
      "é",
      "𝔸",
      "\ud800",
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((words) => words.join(" ")),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    const property = fc.property(texts, (text) => {
      for (const { span, message } of checkSource(text).diagnostics) {
        expect(span.from).toBeGreaterThanOrEqual(0);
        expect(span.to).toBeGreaterThanOrEqual(span.from);
        expect(message).not.toMatch(/undefined is|internal/);
      }
    });
    fc.assert(property, { numRuns: runs(3000), seed: 3 });
  });
});
