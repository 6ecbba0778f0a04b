// Messages where the entry's type is not decided: how to annotate it, and Dual's names for types of other languages.
import { expect, test } from "vitest";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";

function mistakesOf(text: string, entry?: string): readonly Diagnostic[] {
  const { ended } = finish(runCompiled(checkSource(text), { entry }, DEFAULT_BUDGET, { checks: false }));
  if (ended.tag !== "mistake") throw new Error(`no mistake: ${ended.tag}`);
  return ended.diagnostics;
}

function said(text: string): string {
  return mistakesOf(text)
    .map(({ message }) => message)
    .join("\n");
}

test.each([
  ["x: float", "float", "Real"],
  ["x : double", "double", "Real"],
  ["(x, n) : (number, int)", "number", "Real"],
  ["b : bool", "bool", "Bool"],
])("of %s: %s stands for any type, and Dual writes %s", (param, foreign, own) => {
  const message = said(`def main (${param}) = ${param.startsWith("(") ? "x" : param[0]}\n`);
  expect(message).toContain(`\`${foreign}\` stands for any type here, and Dual writes \`${own}\``);
});

test("a type variable that is no type elsewhere is to be annotated", () => {
  expect(said("def main (x : a) = x\n")).toContain("annotate it, for instance `(x : Real)`");
  // a longer name is another one
  expect(said("def main (x : floats) = x\n")).toContain("annotate it");
});

test.each([
  ["def f x = x", "-- entry: f\ndef f x = x"],
  // the last that can be differentiated
  ["def g x = x * x\ndef f x = g x\ndef c = 3.0", "-- entry: f\ndef g x = x * x\ndef f x = g x\ndef c = 3.0"],
  ["-- entry: lose\ndef loss x = x\ndef f x = x", "-- entry: loss\ndef loss x = x\ndef f x = x"],
])("an entry that is not defined has a fix that names one: %j", (text, fixed) => {
  const fix = mistakesOf(text)[0]!.fix!;
  const [edit] = fix.edits;
  expect(text.slice(0, edit!.span.from) + edit!.text + text.slice(edit!.span.to)).toBe(fixed);
});

function fixed(text: string): string {
  const edits = mistakesOf(text)[0]!.fix!.edits.toReversed();
  return edits.reduce(
    (done, { span, text: written }) => done.slice(0, span.from) + written + done.slice(span.to),
    text,
  );
}

test.each([
  ["def main x = x", "def main (x : Real) = x"],
  ["def main xs = head xs", "def main (xs : [Real]) = head xs"],
  ["def main (x, n) = x * 1.0", "def main ((x, n) : (Real, Real)) = x * 1.0"],
  ["def main x y = 2.0", "def main (x : Real) (y : Real) = 2.0"],
  ["def main (x : float) = x", "def main (x : Real) = x"],
  ["def main (number : float) = number", "def main (number : Real) = number"],
  ["def main (x : float, n : int) = x", "def main (x : Real, n : Int) = x"],
])("a type that nothing decides has a fix that annotates it: %s", (text, wanted) => {
  expect(fixed(text)).toBe(wanted);
  expect(mistakesOf(wanted).map(({ kind }) => kind)).toEqual(["missing-input"]);
});

test("an entry that was asked for beside the program is not written into it", () =>
  expect(mistakesOf("def f x = x", "g").map(({ kind, fix }) => [kind, fix])).toEqual([["unknown-entry", undefined]]));

test("an element that is written `xs[0]` is the one mistake of an entry, and a warning elsewhere", () => {
  const told = (text: string) =>
    checkSource(text).diagnostics.map(({ severity, kind, fix }) => [severity, kind, fix?.title]);
  expect(told("-- at: [1.0, 2.0]\ndef main xs = xs[0] * 2.0\n")).toEqual([["error", "element", "write `head xs`"]]);
  expect(told("-- entry: f\n-- at: [1.0]\ndef f xs = xs[0] * 2.0\n")).toEqual([["error", "element", "write `xs ! 0`"]]);
  const above = "def ap f = f[0] + 1.0\n";
  expect(told(`-- at: 2.0\n${above}def main x = x * ap (\\xs -> 2.0)\n`).map(([severity]) => severity)).toEqual([
    "warning",
  ]);
});

test.each(["9007199254740993", "3.5"])("a number that is no Int is not made another one: %s", (at) => {
  const [one] = mistakesOf(`-- at: ${at}\ndef main (n : Int) = n\n`);
  expect([one?.span.source, one?.fix]).toEqual(["<program>", undefined]);
});

test.each([
  ["x = 2.0", "2.0"],
  ["x = 2.0, y = 3.0", "(2.0, 3.0)"],
])("an input with names has a fix that leaves them out: %s", (at, written) => {
  const [one, ...others] = mistakesOf(`-- at: ${at}\ndef main (x, y) = x * y\n`);
  expect([one?.kind, one?.fix?.edits.map(({ text }) => text), others]).toEqual(["named-input", [written], []]);
});
