// Texts of any size: checking takes steps in proportion to the length, and what is too much has a diagnostic with a place.
import { describe, expect, test } from "vitest";
import { checkSource, sourcesOf } from "../engine/session/program/program.ts";
import { renderDiagnostic } from "../engine/source/render.ts";
import { formatted } from "../engine/syntax/layout/format.ts";
import { IS_LONG, oneIn } from "./support/runs.ts";
import { SHAPES } from "./support/shapes.ts";

/** How long the shorter text is: steps are counted, so that a tenth of a megabyte shows no other growth, and is for the long tests. */
const SMALL = IS_LONG ? 50_000 : 10_000;
/** How many times as many steps a text of twice the length may take. */
const GROWTH = 2.3;

function check(text: string): { readonly steps: number; readonly messages: readonly string[] } {
  const checked = checkSource(text);
  const sources = sourcesOf(checked, "text.dual");
  return { steps: checked.steps, messages: checked.diagnostics.map((one) => renderDiagnostic(one, sources)) };
}

describe("checking takes linear time", () => {
  // every eighth shape; all in the long tests
  test.each(oneIn(8, SHAPES).map((shape) => [shape.name, shape] as const))("%s", (_, shape) => {
    const [small, large] = [SMALL, 2 * SMALL].map((size) => check(shape.text(size)));
    // a step for each letter is in proportion, too: where what is too much is told, the text behind that takes other steps
    expect(large!.steps).toBeLessThanOrEqual(Math.max(GROWTH * small!.steps + 1000, 2 * SMALL));
    for (const message of [...small!.messages, ...large!.messages]) expect(message).not.toContain("to be checked here");
  });
});

describe("what is too much is told with its place", () => {
  const doubling = (levels: number): string =>
    `type T0 = Real\n${Array.from({ length: levels }, (_, i) => `type T${i + 1} = (T${i}, T${i})\n`).join("")}`;

  test("aliases that double", () => {
    expect(check(`${doubling(14)}def main (x : T14) = 1.0\n`).messages).toEqual([]);
    const [message, ...others] = check(`${doubling(40)}def main (x : T40) = 1.0\n`).messages;
    expect(message).toMatch(/^text\.dual:16:6: error: the type `T15` has more than 50000 parts/);
    expect(others.length).toBeLessThan(3);
  });

  test("thirty thousand minus signs", () => {
    const text = `def main x = ${"- ".repeat(30_000)}x\n`;
    expect(check(text).messages.join()).toMatch(/^text\.dual:1:14: error: this is nested too deeply/);
    expect(formatted(text)).toBeUndefined();
    expect(check(`def main x = ${"- ".repeat(900)}x\n`).messages).toEqual([]);
    // signs of different operands do not add up
    expect(check(`def main x = ${"- x + ".repeat(5000)}x\n`).messages).toEqual([]);
  });

  test("a tuple pattern of thirty thousand names is fine", () => {
    const names = Array.from({ length: 30_000 }, (_, i) => `a${i}`).join(", ");
    expect(check(`def main (${names}) = a7 + a29999\n`).messages).toEqual([]);
  });

  test("more parameters, arguments, fields and arrows in a row than anyone means", () => {
    const row = (count: number, part = " x"): string => part.repeat(count);
    for (const text of [
      `def main${row(1001, " _")} = 1.0\n`,
      `def main f x = f${row(1001)}\n`,
      `data T = C${row(1001, " Real")}\n`,
      `def main (f : Real${row(1001, " -> Real")}) = 1.0\n`,
      `def main x = case x of { [x${row(1001, ", _")}] -> 1.0 | _ -> 2.0 }\n`,
    ])
      expect(check(text).messages.join()).toMatch(/^text\.dual:1:\d+: error: there is too much in a row here/);
    expect(check(`def main${row(900, " _")} = 1.0\n`).messages).toEqual([]);
  });

  test("types that double by `let`", () => {
    const lets = Array.from({ length: 40 }, (_, i) => `let a${i + 1} = (a${i}, a${i}) in\n`).join("");
    expect(check(`def main (a0 : Real) =\n${lets}a40\n`).messages.join()).toMatch(
      /^text\.dual:1:5: error: the types in `main` grow beyond 50000 parts or nest more than 1000 deep/,
    );
  });

  test("the first thousand of many mistakes", () => {
    const { messages } = check(Array.from({ length: 5000 }, (_, i) => `def f${i} x = x + True\n`).join(""));
    expect(messages).toHaveLength(1001);
    expect(messages.at(-1)).toContain("these are the first 1000 errors and warnings");
  });
});

describe("patterns are looked at to the end", () => {
  const branches = (count: number, make: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => make(i)).join(" | ");

  test("ten thousand constructors but one", () => {
    const data = `data T = ${branches(10_000, (i) => `C${i} Real`)}\n`;
    const cases = (count: number): string =>
      `${data}def main t = case t of { ${branches(count, (i) => `C${i} x -> x`)} }\n`;
    expect(check(cases(10_000)).messages).toEqual([]);
    expect(check(cases(9999)).messages.join()).toContain("this `case` has no branch for `C9999 _`");
  });

  test("thirty thousand Ints, and one of them twice", () => {
    const text = `def main n = case n of { ${branches(30_000, (i) => `${i} -> 1.0`)} | 17 -> 2.0 }\n`;
    expect(check(text).messages.map((message) => message.split("\n")[0]!.replace(/^.*?: /, ""))).toEqual([
      "warning: this `case` has no branch for `30000`",
      "warning: this pattern can never match: the branches before it cover `17`",
    ]);
  });
});
