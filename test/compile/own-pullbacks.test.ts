// Functions with pullbacks of their own in compiled code: the same numbers as the machine finds, one call of the pullback, in modules too.
import { describe, expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { compiledDisagreement, UNLIMITED } from "../support/conformance.ts";
import { importModule, moduleOf } from "../support/plain.ts";
import { preparedProgram } from "../support/run.ts";

const TREE = `data Tree = Leaf Real Int | Node Tree Tree
def total t = case t of { Leaf x n -> x * real n | Node l r -> total l * total r }
def scaled k t = case t of { Leaf x n -> Leaf (k * x) n | Node l r -> Node (scaled k l) (scaled (k + 1.0) r) }
op f t = total t pullback \\c -> scaled c t`;

/** Rules whose points, results and captured values are of all forms; some are no derivatives. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "of a Real": "-- at: 3.0\nop f x = x * x pullback \\c -> c * 2.0 * x\ndef main x = f (f x) + f 2.0 * x",
  "of a pair with an Int":
    "-- at: (2.0, 3)\nop f (x, n : Int) = x ^ n pullback \\c -> (c * real n, n)\ndef main p = f p",
  "of lists of lists":
    "-- at: [[1.0, 2.0], [], [3.0]]\nop f xss = map sum xss pullback \\c -> zipWith (\\xs k -> map (\\x -> x * k) xs) xss c\ndef main xss = let ys = f xss in sum (zipWith (*) ys [1.0, 2.0, 3.0])",
  "of an array of pairs":
    "-- at: #[(1.0, 2.0), (3.0, 4.0)]\nop f ps = mapA (\\(x, y) -> (y, x)) ps pullback \\c -> mapA (\\(x, y) -> (y * 2.0, x)) c\ndef main ps = let qs = f ps in fst (qs ! 0) * snd (qs ! 1)",
  "of a table":
    "-- at: Array2 2 2 #[1.0, 2.0, 3.0, 4.0]\nop f a = transpose a pullback \\c -> map2 (\\x -> 3.0 * x) (transpose c)\ndef main a = at2 (f a) 0 1 * at2 (f a) 1 1",
  "of a tree": `-- at: Node (Leaf 2.0 1) (Node (Leaf 3.0 2) (Leaf 0.5 4))\n${TREE}\ndef main t = f t * f t`,
  "to a tree":
    "-- at: [1.0, 2.0, 3.0]\ndata Tree = Leaf Real | Node Tree Tree\ndef total t = case t of { Leaf x -> sin x | Node l r -> total l * total r }\ndef leaves t = case t of { Leaf x -> [x] | Node l r -> append (leaves l) (leaves r) }\nop f xs = case xs of { [x, y, z] -> Node (Leaf x) (Node (Leaf y) (Leaf z)) | _ -> Leaf 0.0 } pullback \\c -> leaves c\ndef main xs = total (f xs)",
  "of captured values, which get no derivative":
    "-- at: (2.0, #[5.0, 7.0])\ndef main (x, ks) = let op f z = z * ks ! 0 pullback \\c -> c * ks ! 1 in f x * sumA ks + sumA (mapA f ks)",
  "of what is given back as it is":
    "-- at: [1.0, 2.0]\nop stop (xs : [Real]) = xs pullback \\c -> map (\\x -> 0.0) xs\ndef main xs = sum (stop xs) * sum xs",
  "of a result without Reals": "-- at: 2.5\nop f x = floor x pullback \\c -> 0.0\ndef main x = x * real (f x)",
  "of a point without Reals": "-- at: (2.5, 3)\nop f (n : Int) = real n pullback \\c -> n\ndef main (x, n) = x * f n",
  "in a loop":
    "-- at: 0.3\nop f x = sin x pullback \\c -> c * cos x\ndef main x = sum (map (\\k -> foldl (\\a _ -> f (a + x)) x (range 0 k)) (range 0 9))",
  "within another":
    "-- at: 2.0\nop g x = x * x pullback \\c -> c * x\nop f x = g x + x pullback \\c -> c + grad g x\ndef main x = f x * g x",
  "in jobs":
    "-- at: [1.0, 2.0, 3.0]\nop f x = x * x pullback \\c -> c * 7.0\ndef main xs = sum (parMap (\\x -> f x * x) xs)",
  "that nothing reaches":
    "-- at: (2.0, 0.0)\nop f x = 1.0 / x pullback \\c -> c / x\ndef main (x, y) = if x > 1.0 then x else f y",
  "of a number that is multiplied by 0":
    "-- at: 0.0\nop f x = x + 1.0 pullback \\c -> c * log x\ndef main x = f x * 0.0 + x",
};

describe("a program with a rule", () => {
  test.each(Object.entries(PROGRAMS))("%s has the same numbers as by the machine", (_, text) => {
    expect(compiledDisagreement(text)).toBeUndefined();
  });
});

test("a pullback that is not linear gets the whole cotangent, once", () => {
  const { core, input } = preparedProgram(
    "-- at: 3.0\nop clip x = x pullback \\c -> clamp (-1.0) 1.0 c\ndef main x = let y = clip x in y * 5.0 + y * 4.0",
  );
  const compiled = Compiled.of(core, "active");
  compiled.value(input, UNLIMITED);
  expect([...compiled.gradient([1])]).toEqual([1]);
});

test("a module has it", async () => {
  const { gradient } = await importModule(
    moduleOf("-- at: [3.0, 4.0]\nop f xs = sum xs pullback \\c -> map (\\x -> x * c) xs\ndef main xs = f xs * 2.0"),
  );
  for (let call = 0; call < 2; call++) expect(gradient([3, 4])).toEqual({ value: 14, gradient: [6, 8] });
});
