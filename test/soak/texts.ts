// The user's texts: programs that are right, broken or endless, prose with mathematics, and inputs.
import { readdirSync, readFileSync } from "node:fs";

const EXAMPLES = new URL("../../examples/", import.meta.url);

const EXAMPLE_TEXTS: readonly string[] = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith(".dual"))
  .sort()
  .map((name) => readFileSync(new URL(name, EXAMPLES), "utf8"));

const SHORT: readonly string[] = [
  "-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z",
  "-- at: 2.0\n-- title: A square\ndef square x = x * x\ndef main x = square (square x)",
  "-- at: [1.0, 2.0, 3.0]\ndef main xs = sum (map (\\x -> sin x * x) xs)",
  "-- at: (40, 1.001)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin (x * 0.5) + 0.1)",
  "-- at: (n, 0.5)\n-- sweep: n = 1 .. 6\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)",
  "-- at: 3.0\ndef main x = par (x * x, x + x)",
  "-- at: 3\ndef main (n : Int) = n + 1",
  "-- at: 0.0\ndef main x = log x + 1.0 / x",
  "-- at: #[1.0, 2.0]\ndef main a = sumA (mapA (\\x -> x * x) a)",
  "-- at: 1.0\nop f x = x * x by 3.0 * x\ndef main x = f x",
];

export const PROGRAMS: readonly string[] = [...SHORT, ...SHORT, ...EXAMPLE_TEXTS];

/** Short enough to be typed key by key. */
export const TYPED: readonly string[] = SHORT;

export const BROKEN: readonly string[] = [
  "-- at: 2.0\ndef main x = sinn x",
  "-- at: 2.0\ndef main x = let y = x",
  "-- at: (1.0\ndef main (x, y) = x *",
  "def main x = case x of { }",
  "-- at: True\ndef main (x : Real) = x",
  "def (((((",
  "-- at: 1.0\ndef main x = x x",
  "{- a comment that does not end",
  "-- at: 1.0\ndef main x = head []",
  "",
];

export const ENDLESS: readonly string[] = [
  "-- at: 1.0\ndef main x = main (x + 1.0)",
  "-- at: 1.0\ndef loop (n : Int) x = if n < 0 then x else loop (n + 1 - 1) (sin x)\ndef main x = loop 1 x",
];

export const PROSE: readonly string[] = [
  "## Two *squares*\n\nand $x^2$, and\n\n$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$",
  "A list:\n\n- one, $\\alpha$\n- two, `code`\n\n> quoted",
  "| a | b |\n| - | - |\n| $1$ | 2 |\n\n<b>no markup</b> and [a link](https://example.org)",
  "$\\unknown{x}$ and $\\frac{1}{",
  "",
];

export const INPUTS: readonly string[] = [
  "2.0",
  "(1.0, 2.0)",
  "(3.0, -4.0)",
  "[1.0, 2.0]",
  "#[1.0]",
  "(n, 1.0)",
  "nan",
  "inf",
  "((",
  "x",
  "",
];

export const TITLES: readonly string[] = ["My lecture", "Chapter 3", "ein Übungsblatt", "", "a & b <c>"];

export const STAGES: readonly string[] = [
  "naive",
  "staged",
  "cayley",
  "sparse",
  "mutable",
  "one-array",
  "defunctionalised",
  "tape",
  "parallel",
];
