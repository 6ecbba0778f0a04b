// Forks in the compiled engine give what the stages give, whatever their parts are: recursive, short, failing, or with functions that grow.
import { expect, test } from "vitest";
import { compiledDisagreement } from "../../support/conformance.ts";

const WORK = "def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01 + 0.1)\n";

const PROGRAMS: Readonly<Record<string, string>> = {
  "one part that calls its own fork, and a short one": `-- at: (1.5, 4)
def f (n : Int) x = if n == 0 then x else let (a, b) = par (f (n - 1) (x * 1.1), x * 2.0) in a + b
def main (x, n : Int) = f n x`,
  "a short part first": `-- at: (1.5, 4)
def f (n : Int) x = if n == 0 then x else let (a, b) = x * 2.0 |*| f (n - 1) (x * 1.1) in a * b
def main (x, n : Int) = f n x`,
  "two definitions that fork each other": `-- at: (1.5, 5)
def f (n : Int) x = if n == 0 then x else let (a, b) = par (g (n - 1) (x * 1.1), sin x) in a + b
def g (n : Int) x = if n == 0 then x * x else let (a, b) = par (f (n - 1) (x + 0.1), f (n - 1) x) in a - b
def main (x, n : Int) = f n x`,
  "functions that grow from fork to fork": `-- at: (1.5, 3)
def f (n : Int) g x =
  if n == 0 then g x
  else let (a, b) = par (f (n - 1) (\\y -> g y * x) (x * 0.9), f (n - 1) g (x + 0.1)) in a + b
def main (x, n : Int) = f n (\\y -> y * 1.1) x`,
  "a map within its own jobs": `-- at: (1.5, 3)
def f (n : Int) x = if n == 0 then x else sum (parMap (f (n - 1)) [x, x * 0.5])
def main (x, n : Int) = f n x`,
  "arrays, lists and functions as parts": `-- at: (1.5, #[0.1, 0.2])
${WORK}def main (x, xs : Array Real) =
  let (ys, (zs, h)) = par (mapA (\\y -> work 3 (y * x)) xs, let u = work 4 x in ([u, x], \\t -> t * u)) in
  sumA ys + sum zs + h (xs ! 1)`,
  "three parts, one of them long": `-- at: 1.5
${WORK}def main (x : Real) = let (a, b, c) = par (x, work 5 x, Just x) in a * b + (case c of { Just d -> d | Nothing -> 0.0 })`,
  "a fork in a custom op": `-- at: 1.5
${WORK}op twice x = (let (a, b) = par (work 3 x, work 3 x) in a + b) by 2.0 * 1.01 * 1.01 * 1.01
def main (x : Real) = twice x * x`,
};

test.each(Object.entries(PROGRAMS))("%s", (_, text) => {
  expect(compiledDisagreement(text)).toBeUndefined();
});
