// Functions with a pullback of their own: at the top and local, of structures, within derivatives, linear or not.
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { dual } from "../support/dual.ts";

const NORM = `op norm xs = sqrt (sum (map (\\x -> x * x) xs)) pullback \\c ->
  let n = sqrt (sum (map (\\x -> x * x) xs)) in
  map (\\x -> c * x / n) xs`;
const SOLVE = `def solveBy (a : Array2 Real) (b : Array Real) : Array Real =
  let d = at2 a 0 0 * at2 a 1 1 - at2 a 0 1 * at2 a 1 0 in
  #[(b ! 0 * at2 a 1 1 - b ! 1 * at2 a 0 1) / d, (at2 a 0 0 * b ! 1 - at2 a 1 0 * b ! 0) / d]
op solve (a, b) = solveBy a b pullback \\c ->
  let v = solveBy (transpose a) c in
  let x = solveBy a b in
  (map2 (\\e -> -e) (outer v x), v)`;
/** x = cos (a x), by the theorem of the implicit function: dx/da = -x sin (a x) / (1 + a sin (a x)). */
const FIXED = `op fixed a = until (\\x -> abs (cos (a * x) - x) < 1e-14) (\\x -> 0.5 * (x + cos (a * x))) 0.5 pullback \\c ->
  let x = until (\\x -> abs (cos (a * x) - x) < 1e-14) (\\x -> 0.5 * (x + cos (a * x))) 0.5 in
  -(c * x * sin (a * x)) / (1.0 + a * sin (a * x))`;

/** A definition, an input, an entry, its value, and its gradient. */
const CASES: readonly (readonly [string, string, string, string])[] = [
  [NORM, "[3.0, 4.0]", "def main xs = norm xs * 2.0", "value    10.0\ngradient [1.2, 1.6]\n"],
  [
    "op power (x, n : Int) = x ^ n pullback \\c -> (c * real n * x ^ (n - 1), n)",
    "(2.0, 3)",
    "def main p = power p",
    "value    8.0\ngradient (12.0, 3)\n",
  ],
  [
    "",
    "(2.0, 5.0)",
    "def main (x, k) = let op scale z = z * k pullback \\c -> c * k in let op cube y = y * y * y by 3.0 * y * y in scale x + cube x",
    "value    18.0\ngradient (17.0, 0.0)\n",
  ],
  [
    "op clip x = x pullback \\c -> clamp (-1.0) 1.0 c",
    "3.0",
    "def main x = clip x * 5.0 + grad (\\z -> clip z * 10.0) 2.0 * x",
    "value    18.0\ngradient 2.0\n",
  ],
  [
    "op stop xs : [Real] = xs pullback \\c -> map (\\x -> 0.0) xs",
    "[1.0, 2.0]",
    "def main xs = sum (stop xs) * sum xs",
    "value    9.0\ngradient [3.0, 3.0]\n",
  ],
  [
    "data P = P { re : Real, im : Real }\nop swap (P { re, im }) = P { re = im, im = re } pullback \\c -> P { re = c.im, im = c.re }",
    "P { re = 1.0, im = 2.0 }",
    "def main p = let q = swap p in q.re * 10.0 + q.im",
    "value    21.0\ngradient P { re = 1.0, im = 10.0 }\n",
  ],
  // derivatives of derivatives
  [
    "op cube x = x * x * x pullback \\c -> c * 3.0 * x * x",
    "3.0",
    "def main x = grad (\\z -> grad cube z) x + snd (jvp cube x 1.0)",
    "value    45.0\ngradient 24.0\n",
  ],
  // x⁵ y² by way of two results, of which tangents are taken
  [
    "op f (x, y) = (x * x * y, x) pullback \\(a, b) -> (a * 2.0 * x * y + b, a * x * x)\ndef g (x, y) = let (a, b) = f (x, y) in a * a * b",
    "(2.0, 3.0)",
    "def main (x, y) = snd (jvp g (x, y) (1.0, 0.0)) + grad (\\z -> snd (jvp g (z, y) (0.0, 1.0))) x",
    "value    1200.0\ngradient (2400.0, 640.0)\n",
  ],
];

describe("a gradient is by the pullback", () => {
  test.each(CASES)("%s at %s: %s", (definition, at, entry, expected) => {
    const { out, status } = dual("grad", `-- at: ${at}\n${definition}\n${entry}\n`);
    expect(out).toBe(expected);
    expect(status).toBe(0);
  });

  test.each([
    [NORM, "[3.0, 4.0]", "def main xs = exp (norm xs / 5.0)"],
    [
      SOLVE,
      "(Array2 2 2 #[4.0, 1.0, 2.0, 3.0], #[1.0, 2.0])",
      "def main (a, b) = let x = solve (a, b) in x ! 0 * x ! 1",
    ],
    [FIXED, "0.7", "def main a = fixed a * a"],
  ])("forward mode and differences agree with a linear one: %s", (definition, at, entry) => {
    const { err, status } = dual("grad", `-- at: ${at}\n${definition}\n${entry}\n`, "--check");
    expect([err, status]).toEqual(["", 0]);
  });
});

test("a row of a Jacobian is a reverse sweep by the pullbacks, be they linear or not, and no contradiction", () => {
  const clip = "-- at: 2.0\nop clip x = x pullback \\c -> clamp (-1.0) 1.0 c\n";
  for (const entry of ["def main x = 3.0 * clip x", "def main x = 10.0 * clip x * grad clip x"])
    expect(dual("jacobian", `${clip}${entry}\n`)).toEqual({
      out: "by rows: 1 reverse sweep; by columns 1 forward sweep\n        x\nmain  1.0\n",
      err: "",
      status: 0,
    });
});

test("a derivative of a derivative by a pullback is not exported, and the reason is told", () => {
  const { err, status } = dual(
    "export",
    "-- at: 3.0\nop sq x = x * x pullback \\c -> c * 2.0 * x\ndef main x = grad sq x\n",
  );
  expect([status, err]).toEqual([
    1,
    expect.stringContaining(
      "`main` takes a derivative of a function with a pullback of its own, which is not compiled, so it cannot be exported",
    ),
  ]);
});

test("a wrong pullback is found by differences, and one that is not linear is no fault of forward mode", () => {
  const wrong = "-- at: 2.0\nop cube x = x * x * x pullback \\c -> c * x\ndef main x = cube x\n";
  expect(dual("grad", wrong, "--check")).toMatchObject({
    err: expect.stringContaining("the derivative by `x` is 2.0, and finite differences give 12.0"),
    status: 5,
  });
  const clipped = "-- at: 2.0\nop clip x = x pullback \\c -> clamp (-1.0) 1.0 c\ndef main x = clip x * 3.0\n";
  const { err } = dual("grad", clipped);
  expect(err).not.toContain("do not trust");
  // the compiled engine takes it
  expect(err).not.toContain("step by step");
});

test("a pullback whose cotangent has another form is told, at its place", () => {
  for (const entry of ["def main xs = f xs * 2.0", "def main xs = sum (grad f xs) + sum xs"]) {
    const { err, status } = dual("grad", `-- at: [1.0, 2.0]\nop f xs = sum xs pullback \\c -> [c]\n${entry}\n`);
    expect(err).toContain("p:2:1: error: the cotangent that the pullback gives differs from the argument");
    expect(status).toBe(1);
  }
});

test("a check that the budget ends within a pullback is said not to be made", () => {
  const text = `-- at: build 1000 (\\i -> real i * 0.001)
op norm xs = sqrt (sumA (mapA (\\x -> x * x) xs)) pullback \\c ->
  let n = sqrt (sumA (mapA (\\x -> x * x) xs)) in mapA (\\x -> c * x / n) xs
def main xs = sum (map (\\k -> norm (mapA (\\x -> x + real k) xs)) (range 0 100))
`;
  const { err, status } = dual("grad", text);
  expect([err, status]).toEqual([expect.stringContaining("not checked by forward mode"), 0]);
});

test("no stage takes it, each with the reason", () => {
  const text = `-- at: [3.0, 4.0]\n${NORM}\ndef main xs = norm xs\n`;
  for (const { id } of STAGES) {
    const { err, status } = dual("grad", text, "--stage", id);
    expect([id, err, status]).toEqual([
      id,
      expect.stringContaining(`\`${id}\` does not take this program: a pullback`),
      1,
    ]);
  }
  expect(dual("run", text)).toMatchObject({ out: "5.0\n", err: "", status: 0 });
});

test.each([
  ["op f x = x pullback \\c -> (c, c)", "the pullback takes the cotangent of the result to that of the parameter"],
  ["op f g = 1.0 pullback \\c -> (\\x -> x)", "no cotangent passes through a function"],
])("%s is told: %s", (text, message) => {
  const { err, status } = dual("check", `${text}\ndef main (x : Real) = x\n`);
  expect(err).toContain(message);
  expect(status).toBe(1);
});

test("`op`, `by` and `pullback` are names where no rule can begin", () => {
  const text = `-- at: 3.0
def apply op by = op by
def pullback x = x * x
op twice x = 2.0 * x by 2.0
def main op = let by = apply pullback op in by + twice op
`;
  expect(dual("grad", text)).toEqual({ out: "value    15.0\ngradient 8.0\n", err: "", status: 0 });
  expect(dual("format", dual("format", text).out).out).toBe(dual("format", text).out);
});

test("the graph calls the operation by its name, also where that is built in, or local", () => {
  const text = `-- at: 2.0
op sin x = x * x pullback \\c -> c * 2.0 * x
def main x = let op cube y = y * y * y by 3.0 * y * y in sin x + cube x
`;
  const { nodes } = JSON.parse(dual("graph", text).out) as { nodes: readonly { readonly op: string | null }[] };
  expect(nodes.map(({ op }) => op)).toEqual([null, "sin#2", "cube", "+"]);
  expect(dual("doctor", text).out).not.toContain("rule");
});
