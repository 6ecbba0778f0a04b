// Parts of the language that people expect, each as a program with its value and gradient: by the compiled engine with its checks, and by
// all stages that take the program.
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { formatted } from "../../engine/syntax/layout/format.ts";
import { dual } from "../support/dual.ts";
import { oneIn } from "../support/runs.ts";

/** A program, its input, its value, and its gradient. */
type Case = readonly [name: string, at: string, text: string, value: string, gradient: string];

const CASES: readonly Case[] = [
  [
    "equality of data",
    "([1.0, 2.0], #[1.0, 3.0])",
    `data T = Leaf | Node T Real T
def same x y = x == y
def tree = Node Leaf 1.0 Leaf
def main (xs, a) =
  let all = [same xs [1.0, 2.0], a /= #[1.0, 2.0], Just 1 /= Nothing, (1, True) == (1, True), [] == [()],
    tree == Node Leaf 1.0 Leaf, tree /= Leaf, Left 1 /= Right 1.0, (==) xs xs, nan /= nan, [nan] /= [nan], not ([1] == [1, 2])] in
  real (length (filter id all)) * sum xs + a ! 0`,
    "34.0",
    "([11.0, 11.0], #[1.0, 0.0])",
  ],
  [
    "records",
    "(Net { w = 2.0, b = 1.0 }, 3.0)",
    `data Net = Net { w : Real, b : Real }
data Shape a = Circle { r : a, name : Int } | Box { side : a, name : Int }
def area s = case s of { Circle { r } -> r * r * 3.0 | Box { side = q } -> q * q }
def main (n : Net, x) =
  let m = n { b = n.b + x } in
  let shapes = [Circle { name = 1, r = m.w }, Box { side = x, name = 2 }] in
  let c = head shapes in
  (m { w = n.w * 2.0 }, m.w * x + m.b + sum (map area shapes) + real c.name * c.r)`,
    "(Net { w = 4.0, b = 4.0 }, 33.0)",
    "(Net { w = 18.0, b = 2.0 }, 10.0)",
  ],
  [
    "texts",
    "([1.0, 2.0], 3.0)",
    `def pick i xs = case xs of { [] -> error "no element" | x :: rest -> if i == 0 then x else pick (i - 1) rest }
def main (xs, a) = let y = trace "y" (pick 1 xs * a) in y * y`,
    "36.0",
    "([0.0, 36.0], 24.0)",
  ],
  [
    "tables",
    "(Array2 2 3 #[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], #[1.0, -1.0, 2.0])",
    `def main (a, v) =
  let b = matMul a (transpose a) in
  let c = map2 sqrt (zipWith2 (*) b b) in
  sumA (matVec a v) * at2 c 0 1 + sumA (sumRows a) - sumA (sumCols a) + dot (row a 1) (gather v #[2, 0, 0]) + sumA (col a 0) * sumA (flat (outer v v))`,
    "551.0",
    "(Array2 2 3 #[100.0, 48.0, 160.0, 54.0, 1.0, 113.0], #[191.0, 244.0, 312.0])",
  ],
  [
    "sorting",
    "[3.0, 1.0, 2.0]",
    `def main xs =
  let ys = sort xs in
  foldl (\\acc y -> acc * 10.0 + y) 0.0 ys + head (sortOn (\\x -> -x) xs) + real (argmax xs * 100 + argmin xs * 10)`,
    "136.0",
    "[2.0, 100.0, 10.0]",
  ],
  [
    "scatter, gather and updates",
    "#[3.0, 1.0, 2.0]",
    `def main a =
  let s = scatterAdd 4 #[3, 0, 3] a in
  let u = updates (update a 0 (a ! 2)) #[1, 1] #[a ! 0, a ! 1 * 5.0] in
  s ! 3 * s ! 0 + productA u + sumA (gather a #[1, 1]) + s ! 1`,
    "27.0",
    "#[1.0, 27.0, 21.0]",
  ],
];

const program = ([, at, text]: Case): string => `-- at: ${at}\n${text}\n`;

describe.each(CASES.map((one, turn) => [one[0], one, turn] as const))("%s", (_, one, turn) => {
  const [, , , value, gradient] = one;

  test("the compiled engine, and its checks", () => {
    const { out, status } = dual("grad", program(one), "--check");
    expect(out).toBe(`value    ${value}\ngradient ${gradient}\n`);
    expect(status).toBe(0);
    expect(dual("run", program(one)).out).toBe(`${value}\n`);
  });

  test("every stage, where the program is in its fragment", () => {
    // each of these, and a fifth of the others, by turns; all of them in the long tests
    const all = ["naive", "parallel", "chad-cells", "transposed"];
    const others = STAGES.filter(({ id }) => !all.includes(id));
    const asked = STAGES.filter((stage) => all.includes(stage.id) || oneIn(5, others, turn).includes(stage));
    const taken = asked.filter(({ id }) => {
      const { out, err, status } = dual("grad", program(one), "--stage", id);
      if (status !== 0) expect([id, err]).toEqual([id, expect.stringMatching(/note: `[a-z-]+` takes it/)]);
      else expect([id, out]).toEqual([id, `value    ${value}\ngradient ${gradient}\n`]);
      return status === 0;
    });
    expect(taken.map(({ id }) => id)).toEqual(expect.arrayContaining(all));
  });

  test("the program in its usual layout is the same program", () => {
    const { out } = dual("format", program(one));
    expect(dual("format", out).out).toBe(out);
    expect(dual("run", out).out).toBe(`${value}\n`);
  });
});

test.each([
  ['def main (x : Real) : Real = error "no root of \\"f\\""', 'no root of "f"'],
  ["def main x = head [] + x", "`head []`: the list is empty"],
  ["def main x = at2 (fromRows [[x]]) 0 1", "`at2`: the table has no such column; columns count from 0"],
  ["def main x = sum (toList (scatterAdd 2 #[0, 2] #[x, x]))", "an index is not below the size"],
  ["def main x = sumA (update #[x] 1 x)", "`update` of an element that the array does not have"],
  [
    "def main x = sumA (flat (matMul (fromRows [[x, x]]) (fromRows [[x]])))",
    "`matMul`: the first table must have as many columns",
  ],
  // fields are evaluated as they are written
  ['data P = P { a : Real, b : Real }\ndef main x = (P { b = error "one", a = error "two" }).a + x', "one"],
  ['data P = P { a : Real, b : Real }\ndef main x = (P x x) { b = error "one", a = error "two" }', "one"],
  ["data T = A { f : Real } | B { g : Real }\ndef main x = (B { g = x }).f", "this value has no field `f`"],
])("%s ends with its text, by every engine", (text, message) => {
  for (const more of [[], ["--stage", "tape"]]) {
    const { err, status } = dual("grad", `-- at: 1.0\n${text}\n`, ...more);
    expect(err).toContain(`error: ${message}`);
    expect(status).toBe(1);
  }
});

test("`trace` shows values and cotangents, in the order of the run, up to where it fails", () => {
  const text = `-- at: [1.0, 2.0]
def dbg x = trace "dbg" x
def main xs =
  let _ = dbg (Just 1) in
  let s = trace "sum" (sum xs) in
  if s > 5.0 then error "too large" else s * dbg s
`;
  const lines = (err: string): readonly string[] => err.split("\n");
  expect(lines(dual("grad", text).err)).toEqual([
    "p:2:13: dbg: Just 1",
    "p:5:11: sum: 3.0, cotangent 6.0",
    "p:2:13: dbg: 3.0, cotangent 6.0",
    "",
  ]);
  expect(lines(dual("run", text).err).slice(0, 2)).toEqual(["p:2:13: dbg: Just 1", "p:5:11: sum: 3.0"]);
  const failed = dual("grad", text, "--at", "[3.0, 4.0]");
  expect(lines(failed.err).slice(0, 3)).toEqual([
    "p:2:13: dbg: Just 1",
    "p:5:11: sum: 7.0",
    expect.stringMatching(/error: too large/),
  ]);
  expect(dual("grad", text.replace("dbg s", "sum (map dbg (replicate 2000 s))")).err).toMatch(
    /`trace` showed 1002 more values/,
  );
});

test.each([
  ["2.0", "(x, x)", "(2.0, 2.0)"],
  ["[1.0, 2.0]", "reverse x", "[2.0, 1.0]"],
  ["(1, True)", "x", "(1.0, True)"],
  ["([1.0], [2.0])", "if fst x == snd x then [] else snd x", "[2.0]"],
])("the input %s decides the type of %s", (at, body, value) => {
  expect(dual("run", `-- at: ${at}\ndef main x = ${body}\n`)).toEqual({ out: `${value}\n`, err: "", status: 0 });
  expect(dual("run", `-- at: 0.0\ndef main x = ${body}\n`, "--at", at).out).toBe(`${value}\n`);
});

test.each([
  [
    "def f n = n.w\ndata A = A { w : Real }\ndata B = B { w : Int }",
    "`A` and `B` have a field `w`: say which one `n` is, `(n : A)`",
  ],
  ["data A = A { w : Real }\ndef f (x : Real) = x.w", "`w` belongs to `A`, but `x` is a Real"],
  ["data A = A { w : Real, b : Real }\ndef f = A { w = 1.0 }", "`A` needs a value for `b`, too"],
  ["data A = A { weight : Real }\ndef f a = a.wieght", "no data type has a field `wieght`; did you mean `weight`?"],
  ["data A = A { w : Real }\ndef f a = a { w = 1.0, w = 2.0 }", "the field `w` is given twice"],
  ["data A = A { w : Real, w : Int }", "the field `w` is defined twice"],
  ["data A = A { w : Real } | B { w : Int }", "the field `w` has one type in all constructors, and in `A` it is Real"],
  ["def f = Just { w = 1.0 }", "the fields of `Just` have no names"],
  ["def f (xs : [Real]) = xs.length", "`xs.length` is `length xs`"],
  ["def f x = np.sin x", "`np.sin` is `sin`"],
  ['def f = "abc"', "Dual has no values that are texts"],
  ["def f x = error x", "`error` takes a text in quotes first"],
  ["def f = (\\x -> x) == id", "functions cannot be compared"],
])("%s is told: %s", (text, message) => {
  const { err, status } = dual("check", `${text}\ndef main (x : Real) = x\n`);
  expect(err).toContain(message);
  expect(status).toBe(1);
});

test("elements of a table are named by row and column, fields of a record by name", () => {
  const text =
    "-- at: N { t = Array2 1 2 #[1.0, 2.0], x = 3.0 }\ndata N = N { t : Array2 Real, x : Real }\ndef main n = n.x * at2 n.t 0 1\n";
  expect(dual("jacobian", text).out).toMatch(/^ +n\.t\[0, 0\] +n\.t\[0, 1\] +n\.x$/m);
});

test.each([
  ["-- at: Array2 2 2 #[1.0, 2.0, 3.0]\ndef main a = sumA (flat a)\n", "<program>:1:8"],
  ["-- at: 1.0\n-- cotangent: Array2 1 2 #[1.0]\ndef main x = build2 1 2 (\\i j -> x)\n", "<program>:2:15"],
  ["-- at: (2.0, 3)\ndef main (x, n : Int) = at2 (Array2 2 n #[x, x]) 0 0\n", "<program>:2:30"],
  ["-- at: 2.0\ndef oneRow = Array2 1\ndef main x = sumA (flat (oneRow 2 #[x]))\n", "<program>:3:26"],
])("a table whose sizes do not fit its elements is an error at its place: %s", (text, place) => {
  for (const command of text.includes("cotangent") ? ["grad"] : ["run", "grad"]) {
    const { err, status } = dual(command, text);
    expect(err.replace(/^[^:]*(?=:)/, "<program>")).toContain(
      `${place}: error: rows times columns is not the size of the array`,
    );
    expect(status).toBe(1);
  }
});

test("a table whose sizes and elements are written out is looked at where it is checked", () => {
  const [right, open] = ["2 n", "2 2"].map(
    (sizes) => `-- at: (3.0, 2)\ndef main (x, n : Int) = sumA (flat (Array2 ${sizes} #[x, x, x, x]))\n`,
  );
  expect(dual("stages", right!, "--stage", "naive").out).toContain("reshape");
  expect(dual("stages", open!, "--stage", "naive").out).not.toContain("reshape");
  expect(dual("grad", open!).out).toBe(dual("grad", right!).out);
});

test("a name alone in a record is the field and the variable of its name, as in patterns", () => {
  const text = `-- at: (State { h = 2.0, cell = 3.0 }, 5.0)
data State = State { h : Real, cell : Real }
def step (State { h, cell }) x = let cell = cell + x * h in let h = h * cell in State { h, cell }
def reset s cell = s { cell }
def main (s, x) = let t = reset (step s x) s.h in t.h * t.cell
`;
  const long = text
    .replace("State { h, cell }\n", "State { h = h, cell = cell }\n")
    .replace("s { cell }", "s { cell = cell }");
  expect(dual("grad", text).out).toBe(dual("grad", long).out);
  expect(dual("grad", text).out).toContain("value    52.0\n");
  expect(formatted(text)).toBe(text);
  expect(formatted(text.replace("in State { h, cell }", "in State {h,cell}").replace("s { cell }", "s {cell  }"))).toBe(
    text,
  );
  for (const [wrong, message] of [
    ["s { hh }", "no data type has a field `hh`: there are `h`, `cell`"],
    ["State { h, cell, x }", "`State` has no field `x`"],
    ["State { h }", "`State` needs a value for `cell`, too"],
  ] as const)
    expect(dual("check", text.replace("s { cell }", `let h = 1.0 in let x = 1.0 in ${wrong}`)).err).toContain(message);
});
