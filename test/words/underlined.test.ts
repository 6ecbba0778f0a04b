// ℝ̲ and λ̲ in prose: the combining underline, which many fonts misplace, is drawn.
import { expect, test } from "vitest";
import { markdownHtml } from "../../app/prose/html.ts";
import { underlinedParts } from "../../app/words/underlined.ts";

const html = (text: string): string =>
  markdownHtml({ text, output: "mathml", pictures: [], words: { notes: "notes", elsewhere: "elsewhere" } });

test("underlined letters stand between the others", () => {
  expect(underlinedParts("λ̲z. (ℝ̲ ⊸ c)")).toEqual(["", "λ", "z. (", "ℝ", " ⊸ c)"]);
  expect(underlinedParts("λz. z")).toEqual(["λz. z"]);
});

test("prose draws them, in text, in code, in blocks of code and in notes for the speaker", () => {
  const all = html("A `λ̲z. <z>`, and ℝ̲:\n\n```\nσ̲ & c\n```\n\n    λ̲x\n\n```notes\n`λ̲y`\n```\n");
  expect(all).not.toContain("\u0332");
  for (const part of ["<code><u>λ</u>z. &lt;z&gt;</code>", "<u>ℝ</u>:", "<u>σ</u> &amp; c", "<u>λ</u>x", "<u>λ</u>y"])
    expect(all).toContain(part);
});
