// The editor's words on names: every built-in one has its sentence, and a program's own have their comments.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commentAt, DOCUMENTATION } from "../../../engine/session/program/documentation.ts";
import { completionsAt, hoverAt } from "../../../engine/session/program/editor.ts";
import { nameAt, usesOf } from "../../../engine/session/program/names.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { PRIMITIVE_TYPES } from "../../../engine/types/builtins.ts";

const PRELUDE = readFileSync(new URL("../../../engine/prelude/prelude.dual", import.meta.url), "utf8");

test("every built-in name is documented, and nothing else", () => {
  const prelude = [...PRELUDE.matchAll(/^(?:def|op) (\S+)/gm)].map(([, name]) => name!);
  const primitives = [...PRIMITIVE_TYPES.keys()].filter((name) => !/^fail|^parList$/.test(name));
  expect(Object.keys(DOCUMENTATION).sort()).toEqual([...new Set([...prelude, ...primitives])].sort());
});

describe("a definition's comments", () => {
  test.each([
    ["-- One.\n-- Two.\ndef f x = x", "One. Two."],
    ["-- title: T\n-- at: 1.0\ndef f x = x", undefined],
    ["def f x = x  -- behind it", "behind it"],
    ["-- far\n\ndef f x = x", undefined],
    ["-- title: T\n-- What f does.\ndef f x = x -- no", "What f does."],
  ])("%j", (text, wanted) => expect(commentAt(text, text.indexOf("def f") + 4)).toBe(wanted));

  test("are told where the name is used, also in a program below", () => {
    const above = "-- The square.\ndef square x = x * x\n";
    const text = "-- at: 2.0\ndef main x = square x + relu x";
    const program = checkSource(text, [above]);
    expect(hoverAt(program, text.indexOf("square") + 1)).toMatchObject({
      documentation: "The square.",
      detail: "from a program above",
    });
    expect(hoverAt(program, text.indexOf("relu") + 1)?.documentation).toContain("kink");
    const found = completionsAt(program, text.length);
    expect(found.find(({ label }) => label === "square")?.documentation).toBe("The square.");
    expect(found.find(({ label }) => label === "foldr")?.documentation).toBe(DOCUMENTATION.foldr);
  });
});

test("the uses of a definition in a program below; what shadows it is another", () => {
  const above = "def f x = x * x\ndef main x = f x";
  const text = "def g f = f 1.0\ndef main x = f (f x) + g f";
  const name = nameAt(checkSource(above), 4)!;
  const places = usesOf(checkSource(text, [above]), {
    name: "f",
    definition: { ...name.definition!, source: "<above 1>" },
  });
  expect(places.map(({ from }) => from)).toEqual([29, 32, 41]);
});

test("names in the header are places, too", () => {
  const text =
    "-- entry: start\n-- at: map half [2.0,\n--        half 3.0]\ndef half x = x / 2.0\ndef start xs = sum xs";
  const name = nameAt(checkSource(text), text.indexOf("half x"))!;
  expect(name.occurrences.map(({ from }) => text.slice(from, from + 4))).toEqual(["half", "half", "half"]);
  expect(nameAt(checkSource(text), text.indexOf("start xs"))!.occurrences).toHaveLength(2);
});

describe("a type within a definition", () => {
  test("of a number that nothing else decides reads as in the definition's own type", () => {
    const text = "def main (x, y) = let z = x + y in z * x";
    const program = checkSource(text);
    expect(hoverAt(program, 5)?.text).toBe("main : (Real, Real) -> Real");
    expect(hoverAt(program, text.indexOf("z ="))?.text).toBe("z : Real");
    expect(hoverAt(program, text.indexOf("z * x"))?.text).toBe("z : Real");
    expect(hoverAt(program, text.indexOf("y)"))?.text).toBe("y : Real");
    const locals = completionsAt(program, text.length).filter(({ kind }) => kind === "local");
    expect(locals.map(({ label, type }) => `${label} : ${type}`)).toContain("z : Real");
  });

  test("has its type variables where others use the definition", () => {
    const text = "def square x = x * x\ndef twice f x = f (f x)\ndef main x = twice square x";
    const program = checkSource(text);
    expect(hoverAt(program, text.indexOf("square x"))?.text).toBe("square : a -> a");
    expect(hoverAt(program, text.indexOf("x * x"))?.text).toBe("x : a");
    expect(hoverAt(program, text.indexOf("(f x)") + 1)?.text).toBe("f : a -> a");
    expect(hoverAt(program, text.lastIndexOf("x"))?.text).toBe("x : Real");
  });
});

test("the fields of records are offered with their types and owners, apart from other names", () => {
  const program = checkSource("data Net = Net { w : Real, bias : [Real] }\ndef main (n : Net) = n.w\n");
  expect(completionsAt(program, 60).filter(({ kind }) => kind === "field")).toMatchObject([
    { label: "w", type: "Real, of Net" },
    { label: "bias", type: "[Real], of Net" },
  ]);
});
