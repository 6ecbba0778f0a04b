// Names: where they are defined and where they stand, shadowing taken into account.
import { describe, expect, test } from "vitest";
import { nameAt, usesOf } from "../../../engine/session/program/names.ts";
import { checkSource } from "../../../engine/session/program/program.ts";

/** The name at the bar in a text, and every place where it stands, each in bars. */
function marked(text: string, above: readonly string[] = []) {
  const offset = text.indexOf("|");
  const plain = text.replace("|", "");
  const uses = nameAt(checkSource(plain, above), offset);
  let shown = plain;
  for (const { from, to } of [...(uses?.occurrences ?? [])].reverse())
    shown = `${shown.slice(0, from)}<${shown.slice(from, to)}>${shown.slice(to)}`;
  return { name: uses?.name, definition: uses?.definition, shown };
}

test("a definition is found from its uses, and they from it", () => {
  const expected = "def <f> x = x\ndef main y = <f> (<f> y)";
  expect(marked("def f x = x\ndef main y = |f (f y)").shown).toBe(expected);
  expect(marked("def |f x = x\ndef main y = f (f y)").shown).toBe(expected);
});

test("a variable that shadows another is another", () => {
  expect(marked("def main x = let x = |x + 1.0 in x * x").shown).toBe("def main <x> = let x = <x> + 1.0 in x * x");
  expect(marked("def main x = let x = x + 1.0 in |x * x").shown).toBe("def main x = let <x> = x + 1.0 in <x> * <x>");
});

test("local functions, patterns and constructors", () => {
  expect(marked("def main x = let rec go k = if k == 0 then x else |go (k - 1) in go 3").shown).toBe(
    "def main x = let rec <go> k = if k == 0 then x else <go> (k - 1) in <go> 3",
  );
  const text =
    "data T = Leaf Real | Two T T\ndef main t = case t of { Leaf x -> x | Two a _ -> main a }\ndef made = Two (Leaf 1.0) (Leaf 2.0)";
  const at = text.indexOf("Leaf x");
  const uses = nameAt(checkSource(text), at);
  expect(uses?.occurrences.map(({ from, to }) => text.slice(from, to))).toEqual(["Leaf", "Leaf", "Leaf", "Leaf"]);
});

test("what is defined above is found there; primitives are nowhere", () => {
  const found = marked("def main x = |twice x", ["def twice x = x + x"]);
  expect(found.definition).toEqual({ source: "<above 1>", from: 4, to: 9 });
  expect(marked("def main x = |sin x").definition).toBeUndefined();
  expect(marked("def main x = x + |1.0").name).toBeUndefined();
});

test("types, in declarations and where they are written; a constructor of the same name is another", () => {
  const expected =
    "data <P> a = P a (List a)\ndata List a = Cons (<P> a)\ntype Pair = (<P> Real, Real)\ndef main (x : <P> Real) = case x of { P a _ -> a }";
  const text = expected.replaceAll(/<(\w+)>/g, "$1");
  for (const at of [text.indexOf("P a ="), text.indexOf("P Real, Real"), text.indexOf("P Real) =")])
    expect(marked(`${text.slice(0, at)}|${text.slice(at)}`).shown).toBe(expected);
  expect(marked(text.replace("type Pair", "type |Pair")).shown).toContain("type <Pair> =");
  const constructor = marked(text.replace("= P a", "= |P a")).shown;
  expect(constructor).toContain("data P a = <P> a");
  expect(constructor).toContain("{ <P> a _");
});

test("the uses of a type in a program below; one that shadows it is another", () => {
  const above = "data Vec = Vec Real Real\ntype Line = (Vec, Vec)";
  const name = nameAt(checkSource(above), 5)!;
  expect(name.isShared).toBe(false);
  const meaning = { name: "Vec", definition: { ...name.definition!, source: "<above 1>" as const } };
  const text = "def main ((Vec x y, _) : Line, v : Vec) = x * y";
  expect(usesOf(checkSource(text, [above]), meaning).map(({ from }) => from)).toEqual([text.indexOf("Vec)")]);
  const shadowing = "data Vec = Other Real\ndef main (v : Vec) = 1.0";
  expect(usesOf(checkSource(shadowing, [above]), meaning)).toEqual([]);
});

test("names of the language's own, in any program", () => {
  const text = "-- at: 1.0\ndef main (x : Real) = sin (sin x) + sum [x] + (let cos = x in cos)";
  const uses = (name: string) => {
    const { definition } = nameAt(checkSource(`def main x = ${name} x`), 13)!;
    return usesOf(checkSource(text), { name, definition }).map(({ from }) => from);
  };
  expect(uses("sin")).toEqual([text.indexOf("sin"), text.indexOf("sin x")]);
  expect(uses("sum")).toEqual([text.indexOf("sum")]);
  expect(uses("cos")).toEqual([]);
  expect(usesOf(checkSource(text), { name: "Real", definition: undefined })).toHaveLength(1);
});

describe("a field of a record", () => {
  const text = `-- at: (P { x = 1.0, y = 2.0 }, 3.0)
data P = P { x : Real, y : Real }
def main (P { x, y }, z) = let p = P { x, y = z } in let x = p.x in (p { x }).x * y
`;

  test("is found from its declaration and from every use, and its variable apart", () => {
    const field = `-- at: (P { <x> = 1.0, y = 2.0 }, 3.0)
data P = P { <x> : Real, y : Real }
def main (P { <x>, y }, z) = let p = P { <x>, y = z } in let x = p.<x> in (p { <x> }).<x> * y
`;
    for (const at of ["x : Real", "x in (p", "x * y", "x = 1.0"])
      expect(marked(text.replace(at, `|${at}`)).shown).toBe(field);
    // of a name that stands for both, the variable
    expect(marked(text.replace("{ x, y }", "{ |x, y }")).shown).toContain(
      "main (P { <x>, y }, z) = let p = P { <x>, y",
    );
    expect(marked(text.replace("let x", "let |x")).shown).toContain("let <x> = p.x in (p { <x> }).x");
  });

  test("says where it stands for its variable, too", () => {
    const puns = (at: string) => nameAt(checkSource(text), text.indexOf(at))?.occurrences.map(({ pun }) => pun ?? "");
    expect(puns("x : Real")).toEqual(["", "", "field", "field", "", "field", ""]);
    expect(puns("x, y }")).toEqual(["variable", "variable"]);
  });

  test("is found in a program below, and is not that of another type", () => {
    const below = "data Q = Q { x : Real }\ndef main (q : Q, p : P) = q.x * p.x * (Q { x = 1.0 }).x\n";
    const definition = {
      source: "<above 1>",
      from: text.indexOf("x : Real"),
      to: text.indexOf("x : Real") + 1,
    } as const;
    expect(usesOf(checkSource(below, [text]), { name: "x", definition }).map(({ from }) => from)).toEqual([
      below.indexOf("x * (Q"),
    ]);
    expect(marked(below.replace("q.x", "q.|x"), [text]).shown).toBe(
      "data Q = Q { <x> : Real }\ndef main (q : Q, p : P) = q.<x> * p.x * (Q { <x> = 1.0 }).<x>\n",
    );
  });
});
