// Texts and programs in LaTeX.
import { expect, test } from "vitest";
import { programLatex } from "../../app/explorer/model.ts";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import { latex, latexListing } from "../../engine/base/latex.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { transformedText } from "../../engine/texts/transformed-text.ts";
import { dual } from "../support/dual.ts";
import { example } from "../support/examples.ts";

test.each([
  ["a_1 & 50 %", "a\\_1\\ \\&\\ 50\\ \\%"],
  ["{~^\\}", "\\{\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\}"],
  ["ẋ ȳ ÿ", '\\.{x}\\ \\={y}\\ \\"{y}'],
  [
    "λ̲z. ℝ̲ ⊸ 𝟎",
    "\\ensuremath{\\underline{\\lambda}}z.\\ \\ensuremath{\\underline{\\mathbb{R}}}\\ \\ensuremath{\\multimap}\\ \\ensuremath{\\mathbf{0}}",
  ],
  ["x₁₂ sₛ", "x\\ensuremath{_{12}}\\ s\\ensuremath{_{\\mathrm{s}}}"],
  ["fᴶ x² mᵀ", "f\\ensuremath{^{\\mathrm{J}}}\\ x\\ensuremath{^{2}}\\ m\\ensuremath{^{\\mathrm{T}}}"],
  ["Gödel, 零", 'G\\"{o}del,\\ 零'],
])("%s", (text, expected) => {
  expect(latex(text)).toBe(expected);
});

test("lines keep their spaces, and a bracket begins no argument of the break before it", () => {
  expect(latexListing("f =\n  [x]\n\n[y]\n")).toBe(
    "\\begin{flushleft}\\ttfamily\n\\mbox{}f\\ =\\\\\n\\mbox{}\\ \\ [x]\\\\\n\\mbox{}\\\\\n\\mbox{}[y]\n\\end{flushleft}\n",
  );
});

test.each(CATALOGUE.map(({ id }) => id))(
  "the program after %s: balanced braces, and no character that LaTeX does not have",
  (id) => {
    const { out, status } = dual(
      "stages",
      example("02-running-example"),
      "--stage",
      id,
      "--simplified",
      "--format",
      "latex",
    );
    expect(status).toBe(0);
    const body = out
      .split("\n")
      .filter((line) => !line.startsWith("%"))
      .join("\n");
    expect(body).toMatch(/^\s*\\begin\{flushleft\}\\ttfamily\n\\mbox\{\}[\s\S]*\\end\{flushleft\}\s*$/);
    expect(body).not.toMatch(/[^\n -~]/);
    // without commands and escaped characters nothing special is left but braces, and indices that are in mathematics
    const left = body.replace(/\\(?:[a-z]+|[^a-z])/gi, "").replace(/\{[_^]\{/g, "{{");
    expect(left).not.toMatch(/[#$%&_~^\\]/);
    let depth = 0;
    let least = 0;
    for (const sign of left) {
      if (sign === "{") depth++;
      if (sign === "}") depth--;
      least = Math.min(least, depth);
    }
    expect([least, depth]).toEqual([0, 0]);
  },
);

test("the page copies a program without the lines of the stage before", () => {
  const found = transformedText(checkSource("def main x = x * x\n"), {}, stageOf("tape")!, true)!;
  expect(found.program.some(({ change }) => change === "gone")).toBe(true);
  const lines = [...found.program, ...found.added].filter(({ change }) => change !== "gone");
  const { length } = programLatex(found).match(/\\mbox\{\}/g)!;
  expect(length).toBe(
    lines
      .map(({ text }) => text)
      .join("\n")
      .trimEnd()
      .split("\n").length,
  );
});

test("LaTeX is no JSON", () => {
  expect(dual("stages", example("02-running-example"), "--format", "latex", "--json").status).toBe(2);
});
