// Fixes, applied as often as one is offered: what comes out has no mistake, and the value that its author meant.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSource } from "../../engine/session/program/program.ts";
import { dual } from "../support/dual.ts";
import { appliedFix } from "../support/fixes.ts";
import { HABITS } from "../support/habits.ts";

const POINT = "data P = P { x : Real, y : Real }\n";
const TIMES = "def f (a : Real) (b : Real) = a * b\n";
const TABLE = "Array2 2 2 #[1.0, 2.0, 3.0, 4.0]";

/** An input, a program with mistakes, and the value that is meant. */
type Mended = readonly [at: string, text: string, value: string];

const one = (expression: string, value: string, before = ""): Mended => [
  "3.0",
  `${before}def main (x : Real) = ${expression}\n`,
  value,
];
const list = (expression: string, value: string): Mended => [
  "[1.0, -2.0, 4.0]",
  `def main (xs : [Real]) = ${expression}\n`,
  value,
];
const array = (expression: string, value: string): Mended => [
  "#[1.0, -2.0, 4.0]",
  `def main (a : Array Real) = ${expression}\n`,
  value,
];
const table = (expression: string, value: string): Mended => [
  TABLE,
  `def main (a : Array2 Real) = ${expression}\n`,
  value,
];
const point = (expression: string, value: string): Mended => [
  "P { x = 2.0, y = 3.0 }",
  `${POINT}def main p = ${expression}\n`,
  value,
];

const MENDED: readonly Mended[] = [
  // methods and fields
  list("xs.map(\\x -> x * x).sum()", "21.0"),
  list("xs.filter(x => x > 0.0).map(x => x * x).sum()", "17.0"),
  list("xs.map(sin).length", "3"),
  list("xs.reverse().take(2)", "[4.0, -2.0]"),
  list("xs.tail.head * 2.0", "-4.0"),
  list("xs.max() - xs.min", "6.0"),
  array("a.sum() + a.dot(a)", "24.0"),
  array("a.map(abs).sum() * a[0]", "7.0"),
  array("abs(a[1]).exp().log()", "2.0"),
  table("a.T", "Array2 2 2 #[1.0, 3.0, 2.0, 4.0]"),
  table("matMul a.T a", "Array2 2 2 #[10.0, 14.0, 14.0, 20.0]"),
  table("a.matmul(a)", "Array2 2 2 #[7.0, 10.0, 15.0, 22.0]"),
  table("a[0].sum()", "3.0"),
  ["(2.0, 3.0)", "def main p = p.fst - p.snd\n", "-1.0"],
  point("p.x() * p.y()", "6.0"),
  point("P(x = p.y, y = 1.0)", "P { x = 3.0, y = 1.0 }"),
  point("P { x: p.y, y: 1.0 }", "P { x = 3.0, y = 1.0 }"),
  point("P { x = p.y; y = 1.0 }", "P { x = 3.0, y = 1.0 }"),
  point("{ p with x = p.y }", "P { x = 3.0, y = 3.0 }"),
  point("{ p | x = p.y *. 2.0 }", "P { x = 6.0, y = 3.0 }"),
  point("p.x *. p.y -. p.x ** 2", "2.0"),
  [
    "R { width = 2.0, height = 3.0 }",
    "data R = R { width : Real, height : Real }\ndef main r = r.widht * r.hieght\n",
    "6.0",
  ],
  // two records with a field of one name: the one that has the other fields, too
  ...["def f r = r.w * r.b", "def f r = r { w = r.b }.w * 2.0"].map(
    (definition): Mended => [
      "A { w = 2.0, b = 3.0 }",
      `data B = B { w : Int }\ndata A = A { w : Real, b : Real }\n${definition}\ndef main a = f a\n`,
      "6.0",
    ],
  ),
  ["P { x = 2.0, y = 3.0 }", "data P = P { x :: Real, y :: Real }\ndef main p = p.x * p.y\n", "6.0"],
  ["2.0", "type point = { x : float; y : float }\ndef main t = (Point t 3.0).y\n", "3.0"],
  one("(sin.cos.neg) x", `${Math.sin(Math.cos(-3))}`),
  one("(g.h) x * (P 1.0 2.0).x", "8.0", `${POINT}def g x = x + 2.0\ndef h x = 2.0 * x\n`),
  one("sum (map (g . h) [x])", "8.0", `${POINT}def g x = x + 2.0\ndef h x = 2.0 * x\n`),
  // elements
  array("a[0] * a[2] - a[-1]", "0.0"),
  array("sin a[0] + f a[1] a[2]", `${Math.sin(1) - 8}`).map((part, at) =>
    at === 1 ? TIMES + part : part,
  ) as unknown as Mended,
  array("a.(1) + 2.0", "0.0"),
  list("xs[1] + xs ! 0 + xs !! 2", "3.0"),
  ["[[1.0, 2.0], [3.0, 4.0]]", "def main (m : [[Real]]) = m[1][0] - m ! 0 ! 1\n", "1.0"],
  ["#[#[1.0, 2.0], #[3.0, 4.0]]", "def main (m : Array (Array Real)) = m[1][0] - m ! 0 ! 1\n", "1.0"],
  table("a[0][1] * a[1, 0]", "6.0"),
  table("a ! 0 ! 1 - a ! (1, 0)", "-1.0"),
  table("a ! 0 ! 1 ^ 2 + sin a[0, 0]", `${4 + Math.sin(1)}`),
  table("sumA (a ! 1) + a[-1][1 - 1]", "10.0"),
  [TABLE, "def main a = a[0, 1] + a[1][1]\n", "6.0"],
  // tables, arrays and lists
  one("matVec [[x, 2.0], [3.0, 4.0]] #[1.0, 1.0]", "#[5.0, 7.0]"),
  one("matVec #[#[x, 2.0], #[3.0, 4.0]] [1.0, 1.0]", "#[5.0, 7.0]"),
  array("sum a + maximum a + head (map abs a)", "8.0"),
  list("sumA xs + maximumA xs", "7.0"),
  table("sumA (map exp a)", `${[1, 2, 3, 4].reduce((s, x) => s + Math.exp(x), 0)}`),
  list("max xs", "4.0"),
  // negative arguments, wherever they stand
  one("f 2.0 -x", "-6.0", TIMES),
  one("sum [f x -1.0, f -x -1.0] + fst (f 1.0 -x, f -x 1.0)", "-3.0", TIMES),
  one("let q = P { x = f x -2.0, y = f -x 2.0 } in q.x + q.y", "-12.0", POINT + TIMES),
  one("let q = P x 2.0 in (q { x = f q.x -q.y }).x", "-6.0", POINT + TIMES),
  one("f (P x 1.0).x -2.0", "-6.0", POINT + TIMES),
  one("(P -x 2.0).x", "-3.0", POINT),
  one("clamp -1.0 1.0 x", "1.0"),
  one("x |> clamp -1.0 1.0", "1.0"),
  one("clamp x (-1.0) 1.0", "1.0"),
  one("clamp (x / 2.0) 0.0 inf", "1.5"),
  one("if x > 0.0 then f x -1.0 else f -x 1.0", "-3.0", TIMES),
  one("case Just (f -x 2.0) of { Just y -> hypot -y -8.0 | Nothing -> 0.0 }", "10.0", TIMES),
  array("sumA (update a 0 -1.0)", "1.0"),
  // powers
  one("x ** 2 + x ** 0.5 ** 2.0", `${9 + 3 ** 0.25}`),
  one("x ^ 2.0 - x ^ x", "-18.0"),
  one("2.0 ^ -1", "0.5"),
  // texts
  one('if x > 0.0 then x else failwith "negative"', "3.0"),
  one("trace x * 2.0", "6.0"),
  // modules
  one("np.where(x > 0.0, x, 2.0 * x)", "3.0"),
  one("math.pow(x, 2.0) + np.maximum(x, 5.0) + Math.hypot(x, 4.0)", "19.0"),
  list("np.max(xs) - np.sum(xs)", "1.0"),
  array("np.dot(a, a)", "21.0"),
  // what other languages write
  list("sum xs[1:] + 10.0 * sum xs[:2] + 100.0 * sum xs[1:2] + 1000.0 * sum xs[:-1] + sum xs[-2:]", "-1206.0"),
  list("sum [x * x | x <- xs, x > 0.0] - sum [x * x for x in xs if x < 0.0]", "13.0"),
  list("sum (map (* 2.0) (map (2.0 -) xs)) + sum (map (/ 2.0) (map (+ 1.0) xs))", "9.0"),
  list("sum (xs .- xs .- xs)", "-3.0"),
  list("xs |> List.map (fun x -> x *. 2.) |> List.fold_left (-.) 0.", "-6.0"),
  list("match xs with [] -> 0.0 | x :: rest -> x *. 2.", "2.0"),
  list("\n  let s = 0.0 in\n  for x in xs:\n    s += x * x", "21.0"),
  one("sum [x * real i | i <- [1 .. 3]]", "18.0"),
  one("x > 2.0 ? x * x : -x", "9.0"),
  one("x * x if x > 4.0 else -x", "-3.0"),
  one("y * z where\n  z = y + 1.0\n  y = x * x", "90.0"),
  one("\n  y = x * x\n  z = y + 1.0\n  y * z", "90.0"),
  one("\n  while x < 100.0:\n    x *= 2.0", "192.0"),
  one("do { y <- x * x; let z = y + 1.0; return (y * z) }", "90.0"),
  one("|x - 5.0| * 2.0 - |x| + 2x^2", "19.0"),
  one("sqrt $ abs $ x - 12.0", "3.0"),
  one("(sin . cos . neg) x", `${Math.sin(Math.cos(-3))}`),
  one("let g = lambda y: y * y in g x - x * 1,5", "4.5"),
  one("real (7 `mod` 4 + 7 // 2) * x", "18.0"),
  one("if !(x > 5.0) && x != 2.0 and True then -x ** 2 else 0.0", "-9.0"),
  one(
    "area (square x)",
    "9.0",
    "data Shape = Circle Real | Square Real\ndef area s = case s of { circle r -> r | square a -> a * a }\n",
  ),
  one("h x", "9.0", "def h x | x > 10.0 = 1.0\n    | x > 2.0 = x * x\n    | otherwise = 0.0\n"),
  // names
  one("stop_gradient x + detach x", "6.0"),
  one("logaddexp x x - log 2.0", "3.0"),
];

/** A text after its first fixes, one after the other. */
function mended(text: string): { readonly text: string; readonly kinds: readonly string[] } {
  const kinds: string[] = [];
  let now = text;
  for (let count = 0; count < 12; count++) {
    const found = checkSource(now).diagnostics.find(({ fix }) => fix !== undefined);
    if (found?.fix === undefined) break;
    kinds.push(found.kind);
    now = appliedFix(now, found.fix);
  }
  return { text: now, kinds };
}

describe("what the fixes of a program leave", () => {
  test.each(MENDED)("at %s: %s", (at, text, value) => {
    const whole = mended(`-- at: ${at}\n${text}`);
    expect(whole.kinds.length).toBeGreaterThan(0);
    expect(checkSource(whole.text).diagnostics.map(({ message }) => message)).toEqual([]);
    const { out, err } = dual("run", whole.text);
    expect(err.replace(/^.* x: 3\.0\n/, "")).toBe("");
    if (/^-?[\d.]+$/.test(value)) expect(Number(out)).toBeCloseTo(Number(value), 12);
    else expect(out.trim()).toBe(value);
  });
});

test.each([
  ["[[1.0, 2.0], [3.0, 4.0]]", "Array2 Real", "fromRows [[1.0, 2.0], [3.0, 4.0]]"],
  ["#[#[1.0, 2.0], #[3, 4]]", "Array2 Real", "fromRows [[1.0, 2.0], [3, 4]]"],
  ["[[1.0, 2.0], [3.0, 4.0]]", "Array (Array Real)", "#[#[1.0, 2.0], #[3.0, 4.0]]"],
  ["#[#[1.0], #[3.0]]", "[[Real]]", "[[1.0], [3.0]]"],
])("the input %s of type %s is %s", (at, type, written) => {
  const text = `-- at: ${at}\ndef main (m : ${type}) = m\n`;
  const { err } = dual("run", text);
  expect(err).toContain(`fill in ${written}`);
  expect(dual("run", text.replace(at, written)).status).toBe(0);
});

describe("no fix where what is meant is not known, or Dual's name means something else", () => {
  test.each([
    ["torch.clamp(x, 0.0, 1.0)", "in Dual, `clamp lo hi x`"],
    ["np.sign(x)", "in Dual, `if x > 0.0"],
    ["g(x, rate=2.0)", "arguments have no names"],
    ["dot (fromRows [[x]]) #[x] ! 0", "`matVec m a` is a table times an array"],
    ["sumA (trace (fromRows [[x]]))", "the trace of a table is"],
    ["sign x * x", "for -1, 0 or 1 write"],
    ["let y = z = x in 2.0", "by `let z = .. in`"],
  ])("%s", (expression, says) => {
    const { diagnostics } = checkSource(
      `def g (x : Real) (rate : Real) = x * rate\ndef main (x : Real) = ${expression}\n`,
    );
    const found = diagnostics.find(({ message }) => message.includes(says));
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain(says);
    expect(found?.fix).toBeUndefined();
  });
});

test("fixes of each kind that the golden texts of mistakes and habits have leave no more mistakes than there were", () => {
  const folder = new URL("../golden/mistakes/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".dual"));
  const texts = [
    ...files.map((name) => readFileSync(new URL(name, folder), "utf8")),
    ...HABITS.map(({ text }) => text),
  ];
  const all = texts.map((text) => ({ text, left: mended(text), before: errorsOf(text) }));
  const worse = all.filter(({ left, before }) => errorsOf(left.text) > before);
  // `els`, a slip of a keyword, has no fix of its own
  expect(worse.filter(({ text }) => !text.includes(" els ")).map(({ text }) => text)).toEqual([]);
  expect(new Set(all.flatMap(({ left }) => left.kinds)).size).toBeGreaterThan(60);
});

function errorsOf(text: string): number {
  return checkSource(text).diagnostics.filter(({ severity }) => severity === "error").length;
}
