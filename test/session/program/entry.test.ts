// What is said where the entry's type is not decided: how to annotate it, and what Dual calls the types of other languages.
import { expect, test } from "vitest";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { runCompiled } from "../../../engine/session/derivatives/compiled.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";

function said(text: string): string {
  const { ended } = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
  if (ended.tag !== "mistake") throw new Error(`no mistake: ${ended.tag}`);
  return ended.diagnostics.map(({ message }) => message).join("\n");
}

test.each([
  ["x: float", "float", "Real"],
  ["x : double", "double", "Real"],
  ["(x, n) : (number, int)", "number", "Real"],
  ["b : bool", "bool", "Bool"],
])("of %s: %s stands for any type, and Dual writes %s", (param, foreign, own) => {
  const message = said(`-- at: 2.0\ndef main (${param}) = ${param.startsWith("(") ? "x" : param[0]}\n`);
  expect(message).toContain(`\`${foreign}\` stands for any type here, and Dual writes \`${own}\``);
});

test("a type variable that is no type elsewhere is to be annotated", () => {
  expect(said("-- at: 2.0\ndef main (x : a) = x\n")).toContain("annotate it, for instance `(x : Real)`");
  // a longer name is another one
  expect(said("-- at: 2.0\ndef main (x : floats) = x\n")).toContain("annotate it");
});
