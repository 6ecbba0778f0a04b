// The prelude is checked definition by definition, as programs use it: what a program does not use costs it nothing.
import { expect, test } from "vitest";
import { BETWEEN_LOOKS, Late, Watch, watched } from "../../engine/base/watch.ts";
import { newPrelude, PRELUDE_TEXT } from "../../engine/session/program/prelude.ts";
import { DiagnosticList } from "../../engine/source/diagnostic.ts";
import { parseProgram } from "../../engine/syntax/parsing/parse.ts";
import { primitiveModule, withPreludeOnly } from "../../engine/types/builtins.ts";
import { checkModule, shownScheme } from "../../engine/types/checking/check.ts";
import { showOpen } from "../../engine/types/open.ts";
import type { GlobalEntity, Module } from "../../engine/types/scope.ts";

function checkedOn(parent: Module, source: "<program>" | "<prelude>", text: string): Module {
  const diagnostics = new DiagnosticList();
  const module = checkModule(parseProgram(source, text, diagnostics), parent, new Map([[source, text]]), diagnostics);
  expect(diagnostics.items).toEqual([]);
  return module;
}

/** The definitions of a module that have been checked. */
function checkedIn({ globals, table }: Module): readonly string[] {
  const places = [...table.exprs.keys()].map(({ span }) => span.from);
  return globals
    .filter(({ span }, index) => {
      const end = globals[index + 1]?.span.from ?? Number.POSITIVE_INFINITY;
      return places.some((place) => place > span.from && place < end);
    })
    .map(({ name }) => name);
}

test.each([
  ["def main (x : Real, y : Real) = x * y", []],
  ["def main xs = sum (map sin xs)", ["map", "foldl", "sum"]],
  ["def map f x = f x\ndef main (x : Real) = map sin x", []],
  ["def main (x : Real) = summ x", []],
  ["def main xs = xs ++ softmax xs", ["stopGradient", "isInf", "map", "foldl", "append", "sum", "softmax"]],
])("%s: of the prelude, %j are checked", (text, names) => {
  const prelude = newPrelude();
  const diagnostics = new DiagnosticList();
  checkModule(parseProgram("<program>", text, diagnostics), prelude, new Map([["<program>", text]]), diagnostics);
  expect([...checkedIn(prelude)].sort()).toEqual([...names].sort());
});

test("a definition that is checked alone is the same as in the prelude that is checked as a whole", () => {
  const whole = checkedOn(withPreludeOnly(primitiveModule()), "<prelude>", PRELUDE_TEXT);
  const lists = (module: Module) => [module.dataTypes, [...module.types.keys()], [...module.constructors.keys()]];
  expect(lists(newPrelude())).toEqual(lists(whole));
  const plain = ({ name, key, kind, span, binding, op, scheme, group }: GlobalEntity) => ({
    name,
    key,
    kind,
    span,
    binding,
    op,
    type: shownScheme({ scheme }),
    group: group.map((one) => one.name),
  });
  const alone = whole.globals.map(({ name }) => newPrelude().globals.find((one) => one.name === name)!);
  for (const one of alone) expect(one.scheme, one.name).toBeDefined();
  expect(alone.map(plain)).toEqual(whole.globals.map(plain));
});

test("all definitions, checked one after the other, know as much of their text as the prelude that is checked as a whole", () => {
  const whole = checkedOn(withPreludeOnly(primitiveModule()), "<prelude>", PRELUDE_TEXT);
  const prelude = newPrelude();
  for (const { scheme } of prelude.globals.toReversed()) expect(scheme).toBeDefined();
  const shown = ({ table }: Module) => {
    const types = [...table.exprs, ...table.patterns].map(
      ([{ span, tag }, type]) =>
        `${String(span.from).padStart(6)}-${span.to} ${tag} ${showOpen(type).replace(/%\d+/g, "")}`,
    );
    const { uses, constructors, locals, records, fields } = table;
    return [types.sort(), [uses, constructors, locals, records, fields, table.types].map(({ size }) => size)];
  };
  expect(shown(prelude)).toEqual(shown(whole));
});

test("a check that ended before its time is done again", () => {
  const sum = newPrelude().globals.find(({ name }) => name === "sum")!;
  const isLate = (parts: number): boolean => {
    const watch = new Watch(() => {
      throw new Late();
    });
    watch.step(BETWEEN_LOOKS - parts);
    try {
      watched(watch, () => sum.scheme);
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(Late);
      return true;
    }
  };
  let parts = 0;
  while (isLate(parts)) parts += 3;
  expect(parts).toBeGreaterThan(30);
  expect(shownScheme({ scheme: sum.scheme })).toEqual(
    shownScheme({ scheme: newPrelude().globals.find(({ name }) => name === "sum")!.scheme }),
  );
});

test("primitives of the prelude's own are out of sight of programs", () => {
  const diagnostics = new DiagnosticList();
  checkModule(parseProgram("<program>", "def main xs = parList xs", diagnostics), newPrelude(), new Map(), diagnostics);
  expect(diagnostics.items.map(({ kind }) => kind)).toEqual(["unknown-name"]);
});
