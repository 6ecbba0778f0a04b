// Rows of the table of habits: what a pattern matches, and how a fix is written around its captures.
import { describe, expect, test } from "vitest";
import type { Edit, Habit } from "../../../engine/syntax/habits/habit.ts";
import { row } from "../../../engine/syntax/habits/pattern.ts";
import { Tokens } from "../../../engine/syntax/habits/tokens.ts";

/** The first place of a habit in a text whose end is the mistake: the text with its edits; undefined where there is none. */
function rewritten(habit: Habit, text: string): string | undefined {
  const tokens = new Tokens(text);
  const [found] = habit(tokens, tokens.list.length);
  if (found === undefined) return undefined;
  const backwards = (a: Edit, b: Edit): number => b.from - a.from;
  return (found.edits ?? [])
    .toSorted(backwards)
    .reduce((now, { from, to, text: put }) => now.slice(0, from) + put + now.slice(to), text);
}

describe("a row", () => {
  test.each([
    ["ROW @% ROW", "mod ($1) ($2)", "f a b % (c + 1)", "mod (f a b) (c + 1)"],
    ["< [ ANY @.. ANY ] >", "(range ($1) $+2)", "sum [a..9]", "sum (range a 10)"],
    ["< [ ANY @.. ANY ] >", "(range ($1) $+2)", "sum ([a .. f n])", "sum (range a (f n + 1))"],
    ["TOP < @let > WORD", "def", "let x = 1", "def x = 1"],
  ])("%s is written as %s: %s", (pattern, fix, text, expected) => {
    expect(rewritten(row("kind", pattern, "message", fix), text)).toBe(expected);
  });

  test.each([
    ["ROW @% ROW", "% 2"],
    ["TOP @let", "f x =\n  let y = 1"],
    ["WORD ~ @++", "x ++"],
    ["@of? case", "of"],
  ])("%s does not match %s", (pattern, text) => {
    expect(rewritten(row("kind", pattern, "message"), text)).toBeUndefined();
  });

  test("with a title changes only what is around the captures", () => {
    const lambda = row("kind", "@fun ANY ->", "message", "\\$1 ->", { title: "write", each: [1, { ",": " " }] });
    expect(rewritten(lambda, "fun x,y {- kept -} -> x")).toBe("\\x y {- kept -} -> x");
    const braces = row("kind", "< @{ ANY } >", "message", "= $1", { title: "write", each: [1, { ";$": "" }] });
    expect(rewritten(braces, "f(x) { x; }")).toBe("f(x) = x");
    const cases = row("kind", "case ANY < @of BRANCHES >", "message", "of { $2 }", {
      title: "write",
      lines: [2, "| "],
    });
    expect(rewritten(cases, "case x of\n  1 -> a\n  2 -> b")).toBe("case x of {\n  1 -> a\n  | 2 -> b }");
  });

  test("that mentions a capture which its pattern does not have is refused when the table is made", () => {
    expect(() => row("kind", "@a WORD", "message", "$2")).toThrow("no capture 2");
  });
});
