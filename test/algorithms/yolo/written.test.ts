// Linear A as people write it: what it is read as, what is wrong and where, the fixes, and derivatives that are given by hand.
import { describe, expect, test } from "vitest";
import { derived } from "../../../engine/algorithms/yolo/linear-a/names.ts";
import { linesOf } from "../../../engine/algorithms/yolo/linear-a/print.ts";
import { study } from "../../../engine/algorithms/yolo/study.ts";
import { transposedDefinition } from "../../../engine/algorithms/yolo/transpose.ts";
import { unzip } from "../../../engine/algorithms/yolo/unzip.ts";
import { readLinear } from "../../../engine/algorithms/yolo/written/read.ts";
import { jacobianBothWays } from "../../../engine/derive/both-ways.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { linearText, runLinear } from "../../support/linear-a.ts";
import { checkedProgram } from "../../support/run.ts";

const SQUARE = "def g(x; ẏ) =\n  let (s;) = x * x in\n  let (; ż) = s * ẏ in\n  (s; ż)\n";

function read(text: string) {
  const { definitions, diagnostics } = readLinear(text);
  expect(diagnostics).toEqual([]);
  return definitions;
}

/** Edits a text as its first fix says, until there is none; the messages on the way. */
function mended(text: string): { readonly text: string; readonly messages: readonly string[] } {
  const messages: string[] = [];
  for (let round = 0; round < 8; round++) {
    const [first] = readLinear(text).diagnostics;
    if (first === undefined) break;
    messages.push(first.message);
    if (first.fix === undefined) break;
    const edits = first.fix.edits.toSorted((a, b) => b.span.from - a.span.from);
    for (const { span, text: put } of edits) text = text.slice(0, span.from) + put + text.slice(span.to);
  }
  return { text, messages };
}

describe("what is written", () => {
  test("g(x; ẏ) of the specification: value, work, halves and transpose (Y-E2)", () => {
    const program = read(SQUARE);
    expect(linearText(program)).toBe(
      "def g(x : ℝ; ẏ : ℝ) → (ℝ; ℝ) =\n  let (s : ℝ;) = x * x in\n  let (; ż : ℝ) = s * ẏ in\n  (s; ż)\n".normalize(),
    );
    expect(runLinear(program, "g", [3], [2])).toEqual({ nonlinear: [9], linear: [18], work: 2 });
    const { nonlin, lin } = unzip(program).get("g")!;
    expect(runLinear([nonlin], nonlin.name, [3])).toEqual({ nonlinear: [9, [9]], linear: [], work: 1 });
    const back = transposedDefinition(lin);
    expect(runLinear([back], back.name, [[9]], [5]).linear).toEqual([45]);
  });

  test("what is nested gets names, in the order in which it is computed", () => {
    const program = read("def f(x, y; ẋ) = (sin(x) * y + 2; -(cos(x) * y) * ẋ)\n");
    expect(linearText(program)).toBe(
      `def f(x : ℝ, y : ℝ; ẋ : ℝ) → (ℝ; ℝ) =
  let (v : ℝ;) = sin(x) in
  let (v₁ : ℝ;) = v * y in
  let (c : ℝ;) = 2.0 in
  let (v₂ : ℝ;) = v₁ + c in
  let (v₃ : ℝ;) = cos(x) in
  let (v₄ : ℝ;) = v₃ * y in
  let (v₅ : ℝ;) = -v₄ in
  let (; v̇ : ℝ) = v₅ * ẋ in
  (v₂; v̇)
`.normalize(),
    );
    expect(runLinear(program, "f", [1, 3], [2]).linear[0]).toBeCloseTo(-6 * Math.cos(1), 12);
  });

  test("tuples, dup, drop, zeros, calls and comments", () => {
    const program = read(`-- a pair, scaled
def scaled(c; p : ⊗[ℝ, ℝ]) → (; ⊗[ℝ, ℝ]) =
  let (; ⊗(a, b)) = p in
  (; ⊗(c * a, b))
def h(c, d; q : ⊗[ℝ, ℝ], w) =
  let (;) = drop((d; w)) in   -- both at once
  let (; p, p₁) = dup(q) in
  let (; r) = scaled(c; p) in
  let (; z : ⊗[ℝ, ℝ]) = 0 in
  (; r - p₁ + z)
`);
    expect(runLinear(program, "h", [3, 0], [[5, 7], 1])).toMatchObject({ linear: [[10, 0]] });
  });

  test("what is printed of a program reads back as the same text, with types and without", () => {
    const [g] = read(SQUARE);
    const { nonlin, lin } = unzip([g!]).get("g")!;
    const all = [g!, nonlin, lin, transposedDefinition(lin)];
    // names that U and T give are free where what they are made of is not there
    for (const one of all) expect(linearText(readLinear(linearText([one])).definitions)).toBe(linearText([one]));
  });

  test("a parameter without a type is a Real, or the tuple that it is taken apart as", () => {
    const { nonlin, lin } = unzip(read(SQUARE)).get("g")!;
    for (const one of [nonlin, lin, transposedDefinition(lin)]) {
      const untyped = linesOf(one, false).map(({ text }) => text);
      expect(linearText(readLinear(untyped.join("\n")).definitions)).toBe(linearText([one]));
    }
  });

  test("letters with their dots in one sign and in two are one name", () => {
    expect(read(SQUARE.normalize("NFD"))).toEqual(
      read(SQUARE.normalize("NFC")).map((one) => expect.objectContaining({ name: one.name })),
    );
    expect(linearText(read(SQUARE.normalize("NFD")))).toBe(linearText(read(SQUARE)));
  });
});

/** A text, the marked place, and its message (Y-E3, Y-E5 and others). */
const WRONG: readonly (readonly [string, string, string])[] = [
  ["def f(; x) = (; ((x * x) / x) * x)", "x * x", "the linear variable x stands where a non-linear value is needed"],
  ["def f(; x) = (; x + x)", "x + x", "used twice; dup it first"],
  ["def f(y; x) = (y;)", "x", "the linear variable x is never used"],
  ["def f(x; y) = (; y * x)", "y * x", "linear on its right alone"],
  ["def f(; x) = (x;)", "(x;)", "x stands where a non-linear value is needed"],
  ["def f(x; y) = let (p;) = ⊗(x, y) in (p;)", "let (p;) = ⊗(x, y) in", "y stands where a non-linear value is needed"],
  ["def f(x;) = (f(x;);)", "f", "no recursion"],
  ["def f(x, z;) = let (s;) = x * z in (x;)", "s", "s is never used"],
  ["def f(; x, y, z) = (; z * (x + y))", "z * (x + y)", "z stands where a non-linear value is needed"],
  ["def f(; x) = let (; y) = 2 in (; x + y)", "2", "the only number that is linear is 0"],
  ["def f(; x) = (; sin(x))", "sin(x)", "`sin` is not linear"],
  ["def f(y; x) = (; x / y)", "x / y", "multiply by what is computed beforehand"],
  ["def f(x;) = let y = x in (y;)", "y", "let (y;) ="],
  ["def f(x;) = (x + frob(x);)", "frob", "`frob` is no operation, and not defined above"],
  ["def f(x;) = (q;)", "(q;)", "the variable q is not defined"],
  ["def f(x : Bool;) = (x;)", "Bool", "is no type"],
  ["def f(x;) = let (⊗(a);) = sin(x) in (a;)", "sin(x)", "is no tuple"],
  ["def fᴶ(x; ẋ) = (x; ẋ)", "fᴶ", "there is no such definition"],
  ["def f(x;) = (x;)\ndef f(y;) = (y;)", "f", "`f` is defined already"],
  ["def f(x; y) → (ℝ; ℝ) = (x, x; y)", "(x, x; y)", "the results of f: 2 non-linear values, and 1 are needed"],
  ["def f(x;) = let (x;) = x * x in (x;)", "let (x;) = x * x in", "bound twice"],
  ["def f(x;) = (x", "", "the definition ends too early"],
  ["def f(x;) = (x ^ x;)", "x", "a power is a whole number here"],
];

describe("what is wrong is told at its place", () => {
  test.each(WRONG)("%s", (text, marked, message) => {
    const { diagnostics } = readLinear(text);
    const { span, message: said } = diagnostics.at(-1)!;
    expect(said).toContain(message);
    expect(text.slice(span.from, span.to)).toBe(marked);
    expect(diagnostics).toHaveLength(1);
  });

  test("a definition that is wrong does no harm to the others, and what calls it is told so", () => {
    const { definitions, diagnostics } = readLinear(`def f(; x) = (; x + x)\n${SQUARE}def h(x;) = (f(x;);)\n`);
    expect(definitions.map(({ name }) => name)).toEqual(["g"]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining("used twice"),
      "`f` has an error itself",
    ]);
  });

  test("the fixes mend what they are offered for", () => {
    const once = mended("def f(c; x) =\n  let (; y) = c * x in\n  (; x + y)\n");
    expect(once.messages).toEqual([expect.stringContaining("x is used twice")]);
    expect(once.text).toBe("def f(c; x) =\n  let (; x₁, x₂) = dup(x) in\n  let (; y) = c * x₁ in\n  (; x₂ + y)\n");
    const thrice = mended("def f(; x) = (; x + x + x)");
    expect(readLinear(thrice.text).diagnostics).toEqual([]);
    expect(runLinear(read(thrice.text), "f", [], [2]).linear).toEqual([6]);
    const unused = mended("def f(x, y; ẋ, ẏ) =\n  let (s;) = sin(x) in\n  (x; ẋ)\n");
    expect(unused.messages).toHaveLength(3);
    expect(unused.text).toBe(
      "def f(x, y; ẋ, ẏ) =\n  let (s;) = sin(x) in\n  let (;) = drop((y;)) in\n  let (;) = drop((s;)) in\n  let (;) = drop((; ẏ)) in\n  (x; ẋ)\n",
    );
  });

  test("what is too long or nested too deeply is told, and nothing else is done with it", () => {
    expect(readLinear("-".repeat(20_001)).diagnostics[0]!.message).toContain("at most 20000 characters");
    const deep = `def f(x;) = (${"(".repeat(5000)}x${")".repeat(5000)};)`;
    expect(readLinear(deep).diagnostics.map(({ kind }) => kind)).toEqual(["too-deep"]);
    expect(readLinear("").diagnostics).toEqual([]);
  });
});

describe("a derivative that is given by hand (R-Y18)", () => {
  const f = read("def sq(x;) = (x * x;)\ndef main(x;) = (sq(sq(x;););)\n");
  const given = (text: string) => readLinear(text, f);

  test("takes the place of the one that J makes, and is unzipped and transposed", () => {
    const text = "def sq(x;) = (x * x;)\ndef main(x;) = (sq(x;);)\ndef sq.J(x; ẋ) = (x * x; 5 * ẋ)\n";
    const answer = study(undefined, { written: text });
    expect(answer.diagnostics).toEqual([]);
    const [square, main] = answer.study;
    expect([square!.name, square!.isGiven, main!.name, main!.isGiven]).toEqual(["sq", true, "main", false]);
    expect(square!.texts.transpose.lines.map((line) => line.text.normalize("NFD"))).toContainEqual(
      expect.stringMatching(/= c \* /),
    );
    expect(square!.tape.map(({ name }) => name)).toEqual(["c"]);
  });

  test("must have the type of a derivative, and be linear", () => {
    expect(given("def sqᴶ(x; ẋ) = (x * x; 2 * x * ẋ)").diagnostics).toEqual([]);
    expect(given("def sq.J(x, y; ẋ) = (x * y; ẋ)").diagnostics[0]!.message).toBe(
      "`sqᴶ` is the derivative of `sq` and must be (ℝ; ℝ) → (ℝ; ℝ)",
    );
    expect(given("def sq.J(x; ẋ) = let (; a, b) = dup(ẋ) in (x * x; a * b)").diagnostics[0]!.message).toContain(
      "stands where a non-linear value is needed",
    );
    expect(given("def sqᴶ.lin(t; ẋ) = (; t * ẋ)").diagnostics[0]!.message).toContain("is what is made of `sq`");
    expect(given("def sq(x;) = (x;)").diagnostics[0]!.message).toBe("`sq` is defined already");
  });

  test("is what runs: another derivative is another Jacobian, and is compared with the one that J makes", () => {
    const text = "-- at: 3.0\ndef sq (a : Real) = a * a\ndef main x = sq (sq x)\n";
    const jacobian = (written: string) => {
      const found = finish(jacobianBothWays(checkedProgram(text), { choices: { written } }, DEFAULT_BUDGET));
      if (found.tag !== "done") throw new Error(found.tag);
      return found.jacobian;
    };
    const by = ({ byColumns, byRows, plain }: ReturnType<typeof jacobian>) => [byColumns, byRows, plain];
    expect(by(jacobian(""))).toEqual([[[108]], [[108]], undefined]);
    // the right one, in another form
    expect(by(jacobian("def sq.J(a; ȧ) = (a * a; 2 * a * ȧ)"))).toEqual([[[108]], [[108]], undefined]);
    // half of it, twice; and a value that is another one
    expect(by(jacobian("def sqᴶ(a; ȧ) = (a * a; a * ȧ)"))).toEqual([
      [[27]],
      [[27]],
      { isSameValue: true, byRows: [[108]] },
    ]);
    expect(jacobian("def sqᴶ(a; ȧ) = (a + 1; ȧ)").plain).toEqual({ isSameValue: false, byRows: [[108]] });
    // what is wrong is not taken
    expect(by(jacobian("def sqᴶ(a; ȧ) = (a * a; ȧ * ȧ)"))).toEqual([[[108]], [[108]], undefined]);
  });

  test("can call what the program defines, and what J makes of that", () => {
    const { definitions, diagnostics } = given("def twice(x; ẋ) =\n  let (y; ẏ) = sq.J(x; ẋ) in\n  (y; 2 * ẏ)\n");
    expect(diagnostics).toEqual([]);
    expect(
      definitions[0]!.body.bindings.some(
        (one) => one.tag === "let" && one.bound.tag === "call" && one.bound.name === derived.jvp("sq"),
      ),
    ).toBe(true);
    const answer = study(undefined, {
      written: "def sq(x;) = (x * x;)\ndef twice(x; ẋ) =\n  let (y; ẏ) = sq.J(x; ẋ) in\n  (y; 2 * ẏ)\n",
    });
    expect(answer.study.map(({ name }) => name)).toEqual(["sq", "twice"]);
    expect(answer.study[1]!.texts.program).toBeUndefined();
  });
});
