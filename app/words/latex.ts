// Texts in LaTeX.
import { present } from "../../engine/base/nth.ts";

const LATEX: Readonly<Record<string, string>> = {
  "#": "\\#",
  $: "\\$",
  "%": "\\%",
  "&": "\\&",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "\\": "\\textbackslash{}",
  λ: "\\ensuremath{\\lambda}",
  "·": "\\ensuremath{\\cdot}",
  "−": "\\ensuremath{-}",
  "∞": "\\ensuremath{\\infty}",
  "✓": "\\ensuremath{\\checkmark}",
  "↑": "\\ensuremath{\\uparrow}",
  "↓": "\\ensuremath{\\downarrow}",
  "×": "\\ensuremath{\\times}",
  "∘": "\\ensuremath{\\circ}",
  "…": "\\ldots{}",
  "→": "\\ensuremath{\\to}",
  "✕": "\\ensuremath{\\times}",
  "\u202f": "\\,",
  " ": "\\ ",
};

/** A text as LaTeX has it: its special characters and signs of mathematics as commands, and every space kept. */
export function latex(text: string): string {
  const plain = text.replace(/[#$%&_{}~^\\λ·−∞✓↑↓×∘…→✕\u202f ]/g, (letter) => present(LATEX[letter]));
  return plain.replace(
    /[₀-₉]+/g,
    (index) => `\\ensuremath{_{${[...index].map((digit) => "₀₁₂₃₄₅₆₇₈₉".indexOf(digit)).join("")}}}`,
  );
}
