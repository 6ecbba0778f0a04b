// The language, sentence by sentence: small programs and what they print.
import { describe, expect, test } from "vitest";
import { main } from "../engine/cli.ts";
import { dual as run } from "./support/dual.ts";
import { IS_LONG } from "./support/runs.ts";

/** The command line's output for a program, or its first diagnostic. */
function dual(command: string, text: string, ...args: readonly string[]): string {
  const { out, err } = run(command, text, ...args);
  return out === "" ? err.split("\n")[0]! : out.trimEnd();
}

/** The value of an expression of Dual, at x = 1.5, y = -2.0. */
function value(expression: string, declarations = ""): string {
  return dual("run", `-- at: (1.5, -2.0)\n${declarations}\ndef main (x : Real, y : Real) = ${expression}`);
}

// leftover number types in the type of the entry are Real
describe("values", () => {
  test.each([
    ["-x^2", "-2.25"],
    ["2 ^ 3", "8.0"],
    ["if x > y && not (x == y) then 1 else 2", "1.0"],
    ["let f z = z + 1 in (f 1, f 2.5)", "(2.0, 3.5)"],
    ["let nil = [] in (1 :: nil, True :: nil)", "([1.0], [True])"],
    ["(\\(a, b) -> a - b) (x, y)", "3.5"],
    ["case [1, 2, 3] of { [a, b] -> 0 | a :: _ :: c -> a + length c | _ -> 9 }", "2"],
    ["case (y, Just 3) of { (-2.0, Just n) -> n | _ -> 0 }", "3.0"],
    [
      "let rec even n = if n == 0 then True else odd (n - 1) and odd n = if n == 0 then False else even (n - 1) in even 10",
      "True",
    ],
    ["[1, 2] ++ 3 :: [4] ++ []", "[1.0, 2.0, 3.0, 4.0]"],
    ["x |> (\\a -> a * 2) |> sqrt", "1.7320508075688772"],
    ["(x |*| y, par (1, True, ()))", "((1.5, -2.0), (1.0, True, ()))"],
    ["(foldr (-) 0 [1, 2, 3], foldl (-) 0 [1, 2, 3])", "(2.0, -6.0)"],
    ["(zip [1, 2, 3] [x, y], zipWith (*) [x] [y, y])", "([(1.0, 1.5), (2.0, -2.0)], [-3.0])"],
    ["(take 2 [1, 2, 3], drop 5 [1], take (-1) [1], replicate (-3) x, range 3 3)", "([1.0, 2.0], [], [], [], [])"],
    [
      "(reverse [1, 2], concat [[1], [], [2]], filter (\\n -> n > 1) [1, 2], all (\\b -> b) [], any (\\b -> b) [])",
      "([2.0, 1.0], [1.0, 2.0], [2.0], True, False)",
    ],
    ["(sum [], product [], sum [x, y], maximum [1, 3, 2], length [x])", "(0.0, 1.0, -0.5, 3.0, 1)"],
    ["build 3 (\\i -> i * i)", "#[0, 1, 4]"],
    [
      "(scanA (+) 0 #[1, 2, 3], foldA (-) 0 #[1, 2], sumA #[x, y], size #[], mapA abs #[y])",
      "(#[0.0, 1.0, 3.0, 6.0], -3.0, -0.5, 0, #[2.0])",
    ],
    ["(#[1, 2, 3] ! 1, toList #[1, 2], fromList [x], zipWithA (,,) #[] #[])", undefined],
    ["(parMap (\\a -> a + 1) [1, 2], parBuild 2 (\\i -> x))", "([2.0, 3.0], #[1.5, 1.5])"],
    [
      "(div 7 (-2), mod 7 (-2), floor (-1.5), round 2.5, round 3.5, sign 0.0, sign y)",
      "(-4, -1, -2, 2, 4, True, False)",
    ],
    ["(min 1 2, max x y, abs (-3), abs y, neg 2, neg x)", "(1.0, 1.5, 3.0, 2.0, -2.0, -1.5)"],
    ["(x / 0.0, y / 0.0, nan, inf, 0.0 * y)", "(inf, -inf, nan, inf, -0.0)"],
    ["(Left 1, Right True : Either Int Bool)", undefined],
    ["[Left 1, Right x]", "[Left 1.0, Right 1.5]"],
    ["compose (\\a -> a + 1) (\\a -> a * 2) x", "4.0"],
    ["12345678901234567890 * 1.0", "12345678901234567000.0"],
    ["(2 : Real, real 2, 2.5e-3, .5)", "(2.0, 2.0, 0.0025, 0.5)"],
    ["(\\f -> f) sqrt 4.0", "2.0"],
  ])("%s", (expression, wanted) => {
    if (wanted === undefined) expect(value(expression)).toMatch(/error: /);
    else expect(value(expression)).toBe(wanted);
  });
});

test("an Int is the number that is written, in expressions and patterns, or there is a message", () => {
  expect(value("case 9007199254740992 of { 9007199254740992 -> x | _ -> y }")).toBe("1.5");
  for (const beyond of ["9007199254740993", "-9007199254740993"])
    for (const expression of [`if round x == ${beyond} then x else y`, `case round x of { ${beyond} -> x | _ -> y }`])
      expect(value(expression)).toMatch(/:3:\d+: error: this Int is beyond 2\^53/);
  expect(value("x * 9007199254740993")).toBe("13510798882111488.0");
});

test("calls are told by the names that the program has", () => {
  const { err } = run("run", "-- at: #[1.0, 2.0]\ndef main a = a ! 2\n");
  expect(err.match(/note: .*/g)).toEqual(["note: in `main` (line 2)"]);
});

describe("declarations", () => {
  test.each([
    ["a file may redefine what is built in", "f [x]", "def map f xs = 7\ndef f xs = map sqrt xs", "7.0"],
    ["the prelude keeps its own", "concat [[x], [y]]", "def append a b = a\ndef foldr a b c = c", "[1.5, -2.0]"],
    [
      "a data type called List is another type than [..]",
      "(Cons x Nil, [x], toL (x :: []))",
      "data List a = Nil | Cons a (List a)\ndef toL xs = case xs of { [] -> Nil | y :: r -> Cons y (toL r) }",
      "(Cons 1.5 Nil, [1.5], Cons 1.5 Nil)",
    ],
    ["a data type called Bool too", "if x > y then T else F", "data Bool = T | F", "T"],
    ["a tuple function may give a function", "fst (p 1) 2.0", "def p u = (neg, u)", "-2.0"],
    ["and be applied to a variable", "f (neg, 1.0)", "def f p = fst p 2.0", "-2.0"],
    [
      "aliases have parameters",
      "norm (x, y)",
      "type Pair a = (a, a)\ndef norm (p : Pair Real) : Real = fst p * snd p",
      "-3.0",
    ],
    ["a number-polymorphic definition at both types", "(twice 2, twice x)", "def twice n = n + n", "(4.0, 3.0)"],
    [
      "ops are functions",
      "(map cube [x], hyp (3.0, 4.0))",
      "op cube (a : Real) : Real = a * a * a by 3.0 * a * a\nop hyp (a, b) = sqrt (a*a + b*b) by (a / sqrt (a*a + b*b), b / sqrt (a*a + b*b))",
      "([3.375], 5.0)",
    ],
    [
      "mutual data types",
      "size t",
      "data Tree = Node Real Forest\ndata Forest = Empty | More Tree Forest\ndef t = Node 1.0 (More (Node 2.0 Empty) Empty)\ndef size t = case t of { Node a f -> 1 + sizes f }\ndef sizes f = case f of { Empty -> 0 | More t g -> size t + sizes g }",
      "2.0",
    ],
    ["both spellings", "f (λa→a≤1.0) ⋆ (x≠y)", "def f g = g 1.0", "(True, True)"],
  ])("%s", (_, expression, declarations, wanted) => expect(value(expression, declarations)).toBe(wanted));

  test("an op can be the entry", () => {
    expect(dual("grad", "-- at: (2.0, 3.0)\nop main (x, y) = x * y by (y, x)")).toBe(
      "value    6.0\ngradient (3.0, 2.0)",
    );
  });

  test("several parameters count as their tuple, however the entry is written", () => {
    expect(dual("grad", "-- at: (2.0, 3.0)\ndef main x y = x * y")).toBe("value    6.0\ngradient (3.0, 2.0)");
    expect(dual("grad", "-- at: 2.0\ndef main = compose sqrt (\\x -> x * x)")).toBe("value    2.0\ngradient 1.0");
    expect(dual("grad", "-- at: (2.0, 3.0)\ntype F = Real -> Real -> Real\ndef main : F = \\x -> \\y -> x * y")).toBe(
      "value    6.0\ngradient (3.0, 2.0)",
    );
  });
});

describe("the header", () => {
  test("continuation lines, a missing blank, a comment before", () => {
    expect(dual("run", "{- first -}\n-- at: (1.0,\n--      2.0)\ndef main (x, y) = x + y")).toBe("3.0");
    expect(dual("run", "\uFEFF-- at:1.0\ndef main x = x + 1")).toBe("2.0");
    expect(dual("run", "-- prose, and see https://example.org\n-- at: 1.0\ndef main x = x + 1")).toBe("2.0");
  });

  test("a default cotangent is 1 at every Real, a given one has the result's form", () => {
    const text = "-- at: 3.0\ndef main x = (x * x, 2, [x, x])";
    expect(dual("grad", text)).toBe("value    (9.0, 2.0, [3.0, 3.0])\ngradient 8.0");
    expect(dual("grad", text, "--cotangent", "(1.0, 0.0, [0.5, 0.0])")).toBe(
      "value    (9.0, 2.0, [3.0, 3.0])\ngradient 6.5",
    );
    expect(dual("grad", text, "--cotangent", "(1.0, 0.0, [0.5])")).toContain("a list of 2 against a list of 1");
  });
});

describe("what is deep or large ends in a message", () => {
  const nested = (open: string, close: string, depth: number) =>
    `-- at: 1.0\ndef main (x : Real) = ${open.repeat(depth)}x${close.repeat(depth)}`;

  test.each([
    ["case", "case x of { _ -> ", "}"],
    ["if", "if x > 0.0 then ", " else x"],
    ["tuples", "(x, ", ")"],
    ["let", "let y = ", " in y"],
  ])("%s", (_, open, close) => {
    for (const depth of [50, 600, 3000])
      expect(dual("check", nested(open, close, depth))).not.toMatch(/internal|is a keyword|cannot stand/);
  });

  // that is some seconds' work; a busy machine may take longer than the usual budget
  test.runIf(IS_LONG)("a value with exponentially many parts", () => {
    const text =
      "-- at: 1.0\ndata T = L Real | N T T\ndef f n t = if n == 0 then t else f (n - 1) (N t t)\ndef main (x : Real) = f 40 (L x)";
    for (const command of ["run", "grad"])
      expect(dual(command, text, "--seconds", "200"), command).toContain("million parts");
  });

  test("a type with exponentially many parts", () => {
    const text = `def main x =\n  let f0 y = (y, y) in\n${Array.from({ length: 26 }, (_, i) => `  let f${i + 1} y = f${i} (f${i} y) in\n`).join("")}  f26 x`;
    expect(dual("check", text)).toContain("grow beyond");
  });

  test("thousands of syntax errors", () => {
    for (const piece of ["1,", ")", "= ", "-> ", "$%@ ", "def "])
      expect(dual("check", `def main x = ${piece.repeat(4000)}`)).toMatch(/error: /);
  });
});

test("what a program holds cannot move the terminal's cursor, colour what follows, or turn its direction", () => {
  const said: string[] = [];
  main(["check", "p"], {
    read: () => "def main x = \u001b[31m\u0007 + \u202e x \u009b2J",
    write: () => undefined,
    out: (more) => void said.push(more),
    err: (more) => void said.push(more),
  });
  const odd = [...said.join("")]
    .map((sign) => sign.codePointAt(0)!)
    .filter((code) => code !== 0x0a && (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x202e));
  expect(odd).toEqual([]);
  expect(said.join("")).toContain("def main x = \u241b[31m\u2407 + \ufffd x \ufffd2J");
});
