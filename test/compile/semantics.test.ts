// Corners of the meaning of programs: what is not reached, mistakes, definitions without parameters, functions as data.
import { describe, expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { programFinding } from "../fuzz/programs.ts";
import { compiledDisagreement, UNLIMITED } from "../support/conformance.ts";
import { preparedProgram } from "../support/run.ts";

function gradient(text: string): string {
  const run = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
  if (run.ended.tag === "mistake") return run.ended.diagnostics.map(({ message }) => message).join("; ");
  return run.gradient?.text ?? run.ended.tag;
}

describe("what no path reaches contributes nothing, and nothing is skipped because it is 0", () => {
  test.each([
    ["let y = sqrt x in x * 3.0", "0.0", "3.0"],
    ["let (a, b) = (sqrt x, x) in b", "0.0", "1.0"],
    ["let ys = [sqrt x, 2.0 * x] in case ys of { a :: b :: _ -> b | _ -> 0.0 }", "0.0", "2.0"],
    ["(build 3 (\\i -> sqrt x * real i)) ! 0 * 0.0 + x", "0.0", "nan"],
    ["0.0 * sqrt x", "0.0", "nan"],
    ["if x > 1.0 then sqrt (x - 1.0) else x", "1.0", "1.0"],
    ["foldl (\\acc y -> if y > 0.5 then sqrt (x * 0.0) else acc + x) 0.0 [0.1, 0.2]", "2.0", "2.0"],
  ])("%s at %s", (body, at, wanted) => {
    const text = `-- at: ${at}\ndef main (x : Real) = ${body}`;
    expect(gradient(text)).toBe(wanted);
    expect(compiledDisagreement(text)).toBeUndefined();
  });
});

describe("mistakes have their place and the calls that led there", () => {
  test.each([
    ["def main x = head (filter (\\y -> y > x) [x])", "`head []`: the list is empty"],
    [
      "def main (x : Real) = (build 2 (\\i -> x)) ! 2",
      "element 2 of an array of size 2; elements count from 0, so the last one is 1",
    ],
    ["def main (x : Real) = x * real (div 1 (floor (x - x)))", "`div` by zero"],
    ["def f y = case y of { 1.0 -> 2.0 }\ndef main x = f x", "no branch of this `case` matches the value"],
    ["def a = b + 1.0\ndef b = a * 2.0\ndef main x = x + a", "the definition `a` needs its own value"],
    ["def main (x : Real) = sumA (zipWithA (*) #[x] #[x, x])", "`zipWithA` of arrays of different sizes, 1 and 2"],
    ["op bad x = x by real (div 1 0)\ndef main x = bad x", "`div` by zero"],
    // of a type that is left open, and never looked at
    ["def main (x : Real) = let y = build 3 (\\i -> head []) in x", "`head []`: the list is empty"],
    [
      "def main (x : Real) = let y = map (\\0 -> Nothing) [1] in x",
      "the parameter's pattern does not match the argument",
    ],
    [
      "def f y = map (\\_ -> 0) []\ndef main (x : Real) = let [3, y] = f 1 in x",
      "this pattern does not match the value",
    ],
  ])("%s", (program, message) => {
    const run = finish(runCompiled(checkSource(`-- at: 0.5\n${program}`), {}, DEFAULT_BUDGET, { checks: false }));
    expect(run.ended.tag).toBe("mistake");
    if (run.ended.tag !== "mistake") return;
    expect(run.ended.diagnostics[0]!.message).toContain(message);
    expect(run.ended.diagnostics[0]!.span.source).toBe("<program>");
  });
});

test.each([
  [
    "functions in lists",
    "-- at: 1.5\ndef main x = foldl (\\acc f -> f acc) x (map (\\k y -> y * x + real k) (range 0 5))",
  ],
  [
    "functions in data",
    "-- at: 2.0\ndata Step = Step (Real -> Real) | Stop\ndef run s x = case s of { Step f -> f x | Stop -> x }\ndef main x = run (Step (\\y -> y * x)) 3.0 + run Stop x",
  ],
  [
    "definitions that are functions",
    "-- at: 2.0\ndef table = let xs = build 5 (\\i -> real i * 0.5) in \\i -> xs ! i\ndef steps = [\\x -> x * x, sin]\ndef main x = table 3 * x + foldl (\\a f -> f a) x steps",
  ],
  [
    "polymorphism at two types",
    "-- at: (2.0, 3)\ndef twice f x = f (f x)\ndef main (x : Real, n : Int) = twice (\\y -> y * x) x + real (twice (\\k -> k + n) 1)",
  ],
  [
    "mutual tail calls with nested loops",
    "-- at: 0.5\ndef outer (i : Int) acc x = if i == 5 then acc else inner 0 i acc x\ndef inner (j : Int) i acc x = if j == 4 then outer (i + 1) acc x else inner (j + 1) i (acc + x * real (i * j)) x\ndef main x = outer 0 0.0 x",
  ],
  [
    "data that contains itself in a tuple",
    "-- at: 2.0\ndata T = B (T, Real) | C\ndef f t = case t of { B (u, y) -> f u * y | C -> 1.0 }\ndef main v = f (B (C, v))",
  ],
  [
    "data that contains itself in an array",
    "-- at: T 1.0 #[T 3.0 #[], T 2.0 #[T 0.5 #[]]]\ndata T = T Real (Array T)\ndef total (T x ts) = x * x + sumA (mapA total ts)\ndef main t = total t",
  ],
  [
    "data that contains itself in an array, in a tuple, beside others",
    "-- at: Node #[(Leaf 2.0, 3), (Node #[(Leaf 5.0, 1)], 2)]\ndata T = Leaf Real | Node (Array (T, Int))\ndef f t = case t of { Leaf x -> x | Node ts -> sumA (mapA (\\(u, k) -> real k * f u * f u) ts) }\ndef main t = f t",
  ],
  [
    "constructors whose fields are nothing, in the input",
    "-- at: ((2.0, Yes ()), [Sole Nought, Yes (), No, Both () Nought], #[Both () Nought])\ndata U = Nought\ndata Opt a = No | Yes a | Sole U | Both () U\ndef f o = case o of { No -> 1.0 | Yes () -> 2.0 | Sole Nought -> 3.0 | Both () Nought -> 4.0 }\ndef main ((x, o) : (Real, Opt ()), os : [Opt ()], us : Array (Opt ())) = (f o * x, o, map (\\p -> (p, f p * x)) os, us)",
  ],
  [
    "constructors of which one has no components, and is no end of a list",
    "-- at: (2.0, C ())\ndata D = C () | E [Real] | F\ndef main (k : Real, y : D) = (k * k, y, E [k])",
  ],
  [
    "a quotient whose partial is finite where its cotangent times the quotient is not",
    "-- at: (1e308, 1e108)\n-- cotangent: 1e200\ndef main (x, y) = x / y",
  ],
  [
    "wide tuples",
    `-- at: 2.0\ndef main x = let t = (${Array.from({ length: 40 }, (_, i) => `x * ${i}.5`).join(", ")}) in case t of { (${Array.from({ length: 40 }, (_, i) => `a${i}`).join(", ")}) -> a3 * a39 }`,
  ],
  [
    "scans and arrays of arrays",
    "-- at: #[0.1, 0.2, 0.3]\ndef main xs = let s = scanA (\\a b -> a * 2.0 + b) 1.0 xs in let m = build 3 (\\i -> mapA (\\y -> y * real i) s) in sumA (mapA (\\row -> sumA row * (row ! 1)) m)",
  ],
  [
    "a sum beside a product of lists",
    "-- at: [1.0, 2.0, 3.0]\ndef main xs = let ys = map (\\x -> x * x) xs in sum ys * product ys + maximum (append xs (reverse ys))",
  ],
  [
    "parallel parts",
    "-- at: 0.7\ndef main x = let (a, b) = par (sin x, cos x) in a * b + sum (parMap (\\y -> y * x) [1.0, 2.0]) + sumA (parBuild 3 (\\i -> real i * x))",
  ],
])("%s", (_, text) => {
  expect(compiledDisagreement(text)).toBeUndefined();
});

test("definitions without parameters stay right from run to run, whether a run needs them, fails in them or not", () => {
  const text = `-- at: 3
def table = build 4 (\\i -> real i * 0.5)
def other = map (\\x -> x + 1.0) [real (div 12 4), 2.0]
def bad = head (filter (\\x -> x > 9.0) other)
def main (n : Int) = if n == 0 then 1.0 else if n == 1 then table ! 1 else if n == 2 then sum other else if n == 3 then bad else table ! 3 * sum other`;
  const { core } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  const wanted = new Map([
    [0, 1],
    [1, 0.5],
    [2, 7],
    [4, 10.5],
  ]);
  for (const n of [0, 1, 3, 2, 4, 1, 3, 3, 2, 0, 4, 4]) {
    if (n === 3) expect(() => compiled.value(n, UNLIMITED)).toThrow("empty");
    else expect(compiled.value(n, UNLIMITED)).toBe(wanted.get(n));
  }
  // and where the same input runs again and again
  const again = Compiled.of(core, "active");
  again.load(4, UNLIMITED);
  for (let run = 0; run < 3; run++) {
    again.forward();
    expect(again.result()).toBe(10.5);
  }
});

/** Programs that a review found wrong, or that are like such. */
test.each([
  [
    "an active call in a loop, then a branch that goes on with it",
    "-- at: (0.7, 1.3)\ndef t (n : Int) (x : Real) : Real = if n <= 0 then x * 0.9 else t (n - 1) x * t (n - 2) 1.1\ndef main (x, y) = let rec c k u = (let w = t 3 u in if k > 3 then w else c (k + 1) (w + x)) in c 0 y",
  ],
  [
    "the same with closures",
    "-- at: (0.7, 1.3)\ndef main (x, y) = let rec c k u f = if k > 3 then f u else if u > 2.0 then (let w = f u in if w > 1.0 then c (k + 1) (w * 0.5) f else w) else c (k + 1) (u * x + y) (\\z -> f (z * 0.9) + x) in c 0 y (\\z -> z * x)",
  ],
  [
    "Ints that begin small",
    "-- at: (#[1.0,2.0], 0.5)\ndef f (k : Int) (x : Real) : [Int] = if k > 1000000000000000 then [] else let r = f (k * 100000) x in k :: r\ndef main (xs : Array Real, x : Real) = (f (size xs) x, x)",
  ],
  [
    "Ints that begin small and are powers",
    "-- at: (#[1.0,2.0], 1.0000000001)\ndef main (xs : Array Real, x : Real) = let rec go i k a = if i == 0 then a else go (i - 1) (k * 100000) (a * (x ^ k)) in go 3 (size xs) 1.0",
  ],
  [
    "a range of large Ints",
    "-- at: 0.5\ndef main x = foldr (\\i a -> a + x * real i) 0.0 (map (\\i -> i * 3) (range 5000000000 5000000004))",
  ],
  [
    "wide tuples that are chosen",
    `-- at: (WIDE)\ndef main (w : (REALS)) = case w of { (NAMES) -> if a0 > a1 then w else (a35 * a0, REST) }`,
  ],
  [
    "wide tuples in recursion and lists",
    `-- at: (WIDE)\ndef tr (n : Int) w = if n == 0 then w else let v = tr (n - 1) w in case v of { (NAMES) -> (a35 * a0, REST) }\ndef main (w : (REALS)) = map (\\v -> tr 3 v) [w, w]`,
  ],
  ["polymorphic values in a chain", `-- at: 1.0\ndef main (x : Real) = let a0 = (sin x, []) in ${"CHAIN"} fst a30`],
])("%s", (_, program) => {
  const names = Array.from({ length: 36 }, (_one, i) => `a${i}`);
  const text = program
    .replace("WIDE", names.map((_one, i) => `${i}.5`).join(", "))
    .replace("REALS", names.map(() => "Real").join(", "))
    .replace("NAMES", names.join(", "))
    .replace("REST", names.slice(0, 35).join(", "))
    .replace(
      "CHAIN",
      Array.from({ length: 30 }, (_one, i) => `let a${i + 1} = (fst a${i} + fst a${i}, snd a${i}) in`).join(" "),
    );
  expect(compiledDisagreement(text)).toBeUndefined();
});

test.each(["let e = head [] in x * 2.0", "let go = (let z = div 1 0 in \\y -> y) in x", "x * k"])(
  "what fails does so though nobody asks for it: %s",
  (body) => {
    const text = `-- at: 1.0\nop bad x = x * 2.0 by head []\ndef k = bad 3.0\ndef main (x : Real) = ${body}`;
    const run = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
    expect(run.ended.tag).toBe("mistake");
  },
);

test("continuations with two calls compile", () => {
  const text = `-- at: (0.7, 1.5)
def fib (n : Int) (x : Real) k : Real = if n < 2 then k x else fib (n - 1) (x * 1.1) (\\a -> fib (n - 2) (x + a) (\\b -> k (a * b)))
def main (x, y) = fib 8 x (\\z -> z * y)`;
  expect(compiledDisagreement(text)).toBeUndefined();
});

test.each([
  ["real (div 1 (floor (x - x)))", "division-by-zero", "`div` by zero"],
  ["real (floor (x / 0.0))", "not-an-int", "`floor` of inf is not an Int"],
  ["(build 2 (\\i -> x)) ! 5", "index", "element 5 of an array of size 2"],
  ["real (9007199254740991 * floor (x + x))", "int-overflow", "above 2^53"],
])("without the machine a mistake says what it is too: %s", (body, kind, message) => {
  const { core, input } = preparedProgram(`-- at: 1.5\ndef main (x : Real) = ${body}`);
  const run = (): unknown => Compiled.of(core, "active").value(input, UNLIMITED);
  expect(run).toThrow(expect.objectContaining({ kind, message: expect.stringContaining(message) }));
});

test.each([
  // a pattern of a parameter is looked at before the next argument is evaluated
  ["def f 0 x = x\ndef main (x : Real) = f 1 (x * real (head []))", "the parameter's pattern does not match"],
  ["def f (Just y) x = x * y\ndef main (x : Real) = f (Just 2.0) x", "2.0"],
  [
    "def f 0 x = x\ndef main (x : Real) = let g = f 1 in let y = real (head []) in g (x * y)",
    "the parameter's pattern does not match",
  ],
  [
    "def main (x : Real) = let rec go k 2.0 y = if k <= 0.0 then x else go k k y in go 1.0 1.0 x",
    "the parameter's pattern does not match",
  ],
  // foldr applies its function to an element before it folds the rest
  [
    "def main (x : Real) = foldr (\\Nothing -> case x < 0.0 of { True -> \\y -> y }) x [Nothing, Just 0.0]",
    "no branch of this `case` matches the value",
  ],
  ["def main (x : Real) = foldr (\\a -> let b = a * x in \\y -> b + y) x [1.0, 2.0]", "4.0"],
  // all elements are tested before anything is done with what is kept
  [
    'def main (x : Real) = sum (map (\\y -> if y > x then error "used" else y) (filter (\\y -> if y > 4.0 then error "tested" else True) [3.0, 5.0]))',
    "tested",
  ],
])("what is done between two arguments has its place: %s", (program, wanted) => {
  const text = `-- at: 2.0\n${program}`;
  expect(gradient(text)).toContain(wanted);
  // the same mistake at the same place by all engines
  expect(programFinding(text, 1)).toBeUndefined();
});

test("which way a round of a loop went is known even where that way only has a record to take back", () => {
  const text = `-- at: ((0.81, 0.61), 1.55)
def gain = (0.31, 0.7)
def main (pair, x) =
  let xs = [] in
  let ys = zip xs xs in
  let s = fst pair + 0.5 * snd pair in
  let rec loop j point =
        case j of { 0 -> point | _ -> ping j (if case ys of { [] -> False } then gain else point) }
      and ping n both = case n of { 0 -> both | _ -> loop n both } in
  let q = loop 0 (s, 1.0) in
  [(s, x), (s, 1)]`;
  expect(gradient(text)).toBe("((2.0, 1.0), 1.0)");
  expect(compiledDisagreement(text)).toBeUndefined();
});

describe("what is long and used at several places is called, not inlined", () => {
  const doubled = (n: number): string =>
    [
      "-- at: 1.0",
      "def f0 x = sin x * x",
      ...Array.from({ length: n }, (_, i) => `def f${i + 1} x = f${i} (x * 0.5) + f${i} (x * 0.9)`),
      `def main (x : Real) = f${n} x`,
    ].join("\n");
  const sizeOf = (n: number): number => Compiled.of(preparedProgram(doubled(n)).core, "active").assembled.text.length;

  test("the code does not double with the definitions", () => {
    expect(sizeOf(28)).toBeLessThan(4 * sizeOf(14));
    expect(compiledDisagreement(doubled(9))).toBeUndefined();
  });

  test("also with functions among the arguments", () => {
    const text = `-- at: 0.5
${doubled(8)
  .replace("-- at: 1.0\n", "")
  .replace(/\ndef main.*/, "")}
def apply g h x = h (f8 (g x)) + f8 (h x)
def main x = apply (\\y -> y * x) sin x + apply cos (\\y -> y + x) x`;
    expect(compiledDisagreement(text)).toBeUndefined();
  });
});
