// Places in the text: what is written there is whole, with every bracket that it opens.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerProgram } from "../../../engine/core/lowering/lower.ts";
import { childrenOf } from "../../../engine/core/terms/map-term.ts";
import type { Term } from "../../../engine/core/terms/term.ts";
import { entryName, findEntry } from "../../../engine/session/program/entry.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { span } from "../../../engine/source/span.ts";
import { outerSpan } from "../../../engine/syntax/ast.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { runs } from "../../support/runs.ts";

/** Whether each bracket of a text has its partner in it; comments aside. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const sign of text.replace(/--[^\n]*|\{-[\s\S]*?-\}/g, "").match(/[()[\]{}]/g) ?? []) {
    if ("([{".includes(sign)) open.push(sign);
    else if (open.pop() !== { ")": "(", "]": "[", "}": "{" }[sign]) return false;
  }
  return open.length === 0;
}

/** The texts of all places of a program: of its syntax tree, and of the core that it is lowered to. */
function placesOf(text: string): readonly string[] {
  const checked = checkSource(text);
  expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { exprs, patterns, types } = checked.module.table;
  const spans = [
    ...[...exprs.keys()].flatMap((expr) => [expr.span, outerSpan(expr)]),
    ...[...patterns.keys(), ...types.keys()].map(({ span }) => span),
  ];
  const visit = (term: Term): void => {
    if (term.span?.source === "<program>") spans.push(term.span);
    for (const child of childrenOf(term)) visit(child);
  };
  const entry = findEntry(checked, entryName(checked), span("<program>", 0, 0));
  if (!("entity" in entry)) throw new Error(entry.message);
  const core = lowerProgram(checked.module, entry);
  for (const { term } of core.globals) visit(term);
  for (const { value, partials } of core.ops) for (const term of [value, ...partials]) visit(term);
  return spans.map(({ from, to }) => text.slice(from, to));
}

describe("the text of a place has all of its brackets", () => {
  test.each(EXAMPLES.map(({ name, text }) => [name, text] as const))("%s", (_, text) => {
    const places = placesOf(text);
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter((place) => !isBalanced(place))).toEqual([]);
  });

  /** Expressions on Reals with parentheses wherever one may write them. */
  const { expression } = fc.letrec<{ expression: string; operand: string; atom: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom("x", "y", "1.5"),
      tie("expression").map((inside) => `(${inside})`),
      tie("expression").map((inside) => `(-(${inside}))`),
    ),
    operand: fc.oneof(
      tie("atom"),
      tie("atom").map((arg) => `sin ${arg}`),
      fc.tuple(tie("atom"), tie("atom")).map(([a, b]) => `f ${a} ${b}`),
      fc.tuple(tie("atom"), tie("atom")).map(([a, b]) => `(\\z -> z * ${a}) ${b}`),
      tie("atom").map((base) => `${base} ^ (1 + 1)`),
    ),
    expression: fc.oneof(
      { maxDepth: 4 },
      fc
        .tuple(
          tie("operand"),
          fc.array(fc.tuple(fc.constantFrom("+", "-", "*", "/"), tie("operand")), { maxLength: 3 }),
        )
        .map(([first, rest]) => [first, ...rest.map(([operator, operand]) => `${operator} ${operand}`)].join(" ")),
      fc.tuple(tie("expression"), tie("atom")).map(([bound, body]) => `let z = ${bound} in ${body}`),
      fc.tuple(tie("atom"), tie("atom")).map(([a, b]) => `if (${a} < (${b})) then (${a}) else (${b})`),
      fc.tuple(tie("atom"), tie("atom")).map(([a, b]) => `sum ((${a}) :: (${b}) :: ([]))`),
      tie("atom").map((a) => `case (${a}) of { z -> (z) }`),
    ),
  }));

  test("in any expression", () => {
    fc.assert(
      fc.property(expression as fc.Arbitrary<string>, (body) => {
        const text = `def f (g : (Real)) : (Real -> (Real)) = \\(h : (Real)) -> (g + (h))\ndef main (x : Real, y : Real) : Real = ${body}\n`;
        const places = placesOf(text);
        expect(places.filter((place) => !isBalanced(place))).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });
});
