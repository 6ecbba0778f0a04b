// Names of folded parts of a run: by the functions of the program that were called, not by whatever stands where a round ends.
import { expect, test } from "vitest";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";

/** The titles of the folded parts of a run, with their details. */
function folded(text: string, above: readonly string[] = []): readonly string[] {
  const exploration = new Exploration(checkSource(text, above), {}, DEFAULT_BUDGET);
  finish(exploration.open());
  const steps = exploration.picture({ open: [], hideConstants: false, around: undefined, all: false });
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value.nodes.filter(({ tag }) => tag !== "scalar").map(({ title, detail }) => `${title} ${detail}`);
}

const ROUND = "r * x * (1.0 - x)";
const LOOP = "if n == 0 then x else main (n - 1, r, ";

test.each([
  {
    name: "whose rounds they are, not what each of these calls",
    text: `def step r x = ${ROUND}\ndef main (n : Int, r, x) = ${LOOP}step r x)\n`,
    title: "main",
  },
  { name: "a recursive entry", text: `def main (n : Int, r, x) = ${LOOP}${ROUND})\n`, title: "main" },
  {
    name: "a function within a definition",
    text: `def main (n : Int, r, x) = let rec go k x = if k == 0 then x else go (k - 1) (${ROUND}) in go n x\n`,
    title: "go",
  },
  {
    name: "the loop, where a round calls functions that call others",
    text: `def twice x = x + x\ndef less r x = r * x\ndef step r x = less r (twice x)\ndef main (n : Int, r, x) = ${LOOP}step r x)\n`,
    title: "main",
  },
  {
    name: "what is built in and was called, where there is no definition",
    text: `def main (n : Int, r, x) = foldl (\\x k -> ${ROUND}) x (range 0 n)\n`,
    title: "foldl (built in)",
  },
])("after $name", ({ text, title }) => {
  expect(folded(`-- at: (200, 0.5, 0.3)\n${text}`)).toEqual([`${title} ×200`]);
});

test("after the loop, where a round calls a definition of a text above", () => {
  const text = `-- at: (200, 0.5, 0.3)\ndef main (n : Int, r, x) = ${LOOP}step r x)\n`;
  expect(folded(text, [`def step r x = ${ROUND}\n`])).toEqual(["main ×200"]);
});

test("in the examples", () => {
  const found = ["particles ×16", "simulate ×8", "map (built in) ×4", "sum (built in) 5 scalars"];
  expect(folded(example("12"))).toEqual(found);
});
