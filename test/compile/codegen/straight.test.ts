// Programs of straight code: which they are, what they hold, and that they say what the machine says.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Compiled } from "../../../engine/compile/engine.ts";
import { compiledDisagreement, UNLIMITED } from "../../support/conformance.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { preparedProgram } from "../../support/run.ts";
import { runs } from "../../support/runs.ts";

function compiledOf(text: string): Compiled {
  return Compiled.of(preparedProgram(text).core, "active");
}

/** Whether a program leaves nothing on the tape: it has none. */
function isStraight(text: string): boolean {
  return !/\bIin\b/.test(compiledOf(text).assembled.text);
}

describe("which programs are straight code", () => {
  test.each([
    "-- at: 2.0\ndef main x = x * x",
    "-- at: (1.0, (2.0, 3), True)\ndef main (x, (y, n), b) = if b then (x * y, n + 1) else (real n, n)",
    "-- at: (P 1.0 2.0, 0.5)\ndata P = P Real Real\ndef norm (P a b) = sqrt (a * a + b * b)\ndef main (p, k) = P (norm p * k) k",
    "-- at: 2.0\nop f x = x * x by 2.0 * x\ndef main x = if f x > 3.0 then f (f x) else 0.0",
    "-- at: 0.5\ndef twice g x = g (g x)\ndef main x = twice (\\y -> let z = sin y in z * z) x",
    "-- at: ()\ndef main () = ()",
    // definitions that come to constants are constants
    "-- at: 2.0\ndata P = P Real Int\ndef two = 2.0\ndef g = P (sin two * 9.81) 3\ndef main x = case g of { P a n -> a * x ^ n }",
    "-- at: 2.0\ndef scale = let k = exp 1.0 in \\x -> k * x\ndef main x = scale (scale x)",
  ])("%s", (text) => {
    expect(isStraight(text)).toBe(true);
    expect(compiledDisagreement(text)).toBeUndefined();
  });

  test.each([
    "-- at: [2.0]\ndef main xs = sum xs",
    "-- at: #[2.0]\ndef main (xs : Array Real) = xs ! 0",
    "-- at: (2.0, 3)\ndef main (x : Real, n : Int) = let rec go k y = if k == 0 then y else go (k - 1) (y * x) in go n 1.0",
    "-- at: A 2.0\ndata T = A Real | B\ndef main t = case t of { A x -> x | B -> 0.0 }",
    "-- at: 2.0\ndef main (x : Real) = [x]",
  ])("not %s", (text) => {
    expect(isStraight(text)).toBe(false);
  });

  test("a good part of the examples", () => {
    expect(EXAMPLES.filter(({ text }) => isStraight(text)).length).toBeGreaterThanOrEqual(8);
  });
});

test("what is held is what the reverse pass needs, and stays the same from run to run", () => {
  const compiled = compiledOf("-- at: (2.0, 3.0)\ndef main (x, y) = let p = x * y in let q = exp p in q * x + 1.0");
  for (let run = 0; run < 3; run++) {
    compiled.value([2, 3], UNLIMITED);
    for (let sweep = 0; sweep < 3; sweep++) compiled.gradient([1]);
    // the input and the output; of what is computed, exp p alone
    expect(compiled.statistics).toMatchObject({ cells: 3, words: 0, numbers: 1, indices: 0, held: 4 * 16 * 8 });
  }
});

test("a sweep with care leaves nothing behind for the next one", () => {
  const compiled = compiledOf("-- at: (0.0, 1.0)\ndef main (x, y) = if x > 0.0 then (sqrt x, y) else (sqrt x * y, x)");
  compiled.value([0, 1], UNLIMITED);
  expect([...compiled.gradient([0, 1])]).toEqual([Number.NaN, 0]);
  expect([...compiled.gradient([1, 0])]).toEqual([Number.POSITIVE_INFINITY, 0]);
  compiled.value([4, 1], UNLIMITED);
  expect([...compiled.gradient([1, 0])]).toEqual([0.25, 0]);
  expect([...compiled.gradient([0, 1])]).toEqual([0, 1]);
  expect([...compiled.gradient([-0, 0])]).toEqual([0, 0]);
});

describe("long code is in pieces, for longer functions are not optimised", () => {
  /** A chain that uses what came long before it, in tuples that branches give. */
  const chain = (length: number): string => {
    const steps = Array.from({ length }, (_, i) => {
      const [a, b] = [`a${i}`, `b${i}`];
      const early = i < 40 ? "x" : `a${(i * 7) % (i - 20)}`;
      return `let (a${i + 1}, b${i + 1}) = (if p${i % 3} then (${a} * 0.5 + ${early}, ${b}) else (${b} * y, sin ${a})) in`;
    });
    const tests = "let p0 = x > y in let p1 = not p0 && b in let p2 = n > 2 in";
    return `def main (x, y, n : Int, b : Bool) = ${tests} let (a0, b0) = (x, y) in ${steps.join(" ")} (a${length} + b3, n, x, p1, a${length})`;
  };

  test.each(["(0.5, 0.25, 3, True)", "(0.25, 0.5, 1, True)", "(0.0, 0.0, 3, False)"])("at %s", (at) => {
    const text = `-- at: ${at}\n${chain(120)}`;
    const { assembled } = compiledOf(text);
    const passes = [...assembled.text.matchAll(/function (forward|reverse|reverseNanSafe)(\d+)\(/g)];
    expect(passes.length).toBeGreaterThanOrEqual(6);
    const longest = assembled.text.split("\nfunction ").map((one) => one.split("\n").length);
    expect(Math.max(...longest)).toBeLessThan(5000);
    expect(compiledDisagreement(text)).toBeUndefined();
  });
});

/** Expressions by type, over what is in scope; numbers of variables are taken modulo how many there are. */
interface Scope {
  readonly reals: readonly string[];
  readonly ints: readonly string[];
  readonly bools: readonly string[];
}
type Make = (scope: Scope, choices: () => number) => string;

const pick = <T>(items: readonly T[], choices: () => number): T => items[choices() % items.length]!;

function realOf(depth: number): Make {
  return (scope, choices) => {
    if (depth === 0) return pick([...scope.reals, ...scope.reals, "0.0", "1.5", "(-2.0)", "1.0e200"], choices);
    const real = realOf(depth - 1);
    const sub = (): string => real(scope, choices);
    switch (choices() % 12) {
      case 0:
      case 1:
      case 2:
        return `(${sub()} ${pick(["+", "-", "*", "/"], choices)} ${sub()})`;
      case 3:
      case 4: {
        const op = pick(["sqrt", "log", "exp", "sin", "tanh", "abs", "relu", "sigmoid", "neg", "atan"], choices);
        return `${op} (${sub()})`;
      }
      case 5:
        return `${pick(["min", "max", "pow", "atan2"], choices)} (${sub()}) (${sub()})`;
      case 6:
        return `(${sub()}) ^ ${pick(["0", "1", "2", "3"], choices)}`;
      case 7: {
        const name = `r${scope.reals.length}`;
        return `(let ${name} = ${sub()} in ${real({ ...scope, reals: [...scope.reals, name, name] }, choices)})`;
      }
      case 8:
        return `(if ${boolOf(depth - 1)(scope, choices)} then ${sub()} else ${sub()})`;
      case 9: {
        const [a, b] = [`r${scope.reals.length}`, `r${scope.reals.length + 1}`];
        const inner = { ...scope, reals: [...scope.reals, a, b] };
        const test = boolOf(depth - 1)(scope, choices);
        return `(let (${a}, ${b}) = (if ${test} then (${sub()}, ${sub()}) else (${sub()}, ${sub()})) in ${real(inner, choices)})`;
      }
      case 10:
        return `own (${sub()}, ${sub()})`;
      default:
        return `real (${intOf(depth - 1)(scope, choices)})`;
    }
  };
}

function intOf(depth: number): Make {
  return (scope, choices) => {
    if (depth === 0 || choices() % 3 === 0) return pick([...scope.ints, "0", "3"], choices);
    const int = intOf(depth - 1);
    const [a, b] = [int(scope, choices), int(scope, choices)];
    return pick([`(${a} + ${b})`, `(${a} - ${b})`, `(${a} * ${b})`, `(if ${a} < ${b} then ${a} else ${b})`], choices);
  };
}

function boolOf(depth: number): Make {
  return (scope, choices) => {
    if (depth === 0) return pick([...scope.bools, "True"], choices);
    const [a, b] = [realOf(0)(scope, choices), realOf(depth - 1)(scope, choices)];
    const bool = boolOf(depth - 1);
    switch (choices() % 4) {
      case 0:
        return `(${bool(scope, choices)} && ${bool(scope, choices)})`;
      case 1:
        return `not (${bool(scope, choices)})`;
      case 2:
        return `(${intOf(depth - 1)(scope, choices)} == ${intOf(0)(scope, choices)})`;
      default:
        return `(${a} ${pick(["<", "<=", ">", "=="], choices)} ${b})`;
    }
  };
}

const INPUTS = ["0.0", "1.0", "(-1.5)", "0.25", "1.0e200", "3.0"];

/** A program of straight code from a sequence of choices. */
function programOf(numbers: readonly number[]): string {
  let at = 0;
  const choices = (): number => numbers[at++ % numbers.length]! + Math.floor(at / numbers.length);
  const scope = { reals: ["x", "y", "z"], ints: ["n"], bools: ["b"] };
  const [one, two] = [realOf(4)(scope, choices), realOf(3)(scope, choices)];
  const inputs = [pick(INPUTS, choices), pick(INPUTS, choices), pick(INPUTS, choices)];
  return [
    `-- at: (${inputs.join(", ")}, ${choices() % 5}, ${choices() % 2 === 0 ? "True" : "False"})`,
    `-- cotangent: (${pick(["1.0", "0.0", "(-2.0)"], choices)}, ${pick(["0.0", "1.0"], choices)}, ${pick(["0.0", "0.5"], choices)})`,
    "op own (a, b) = a * b + a by (b + 1.0, a)",
    "def main (x : Real, y : Real, z : Real, n : Int, b : Bool) =",
    `  (${one}, ${two}, ${pick(["x", "y", "2.0"], choices)})`,
  ].join("\n");
}

test("random straight code, with zeros and infinities, says what the machine says", () => {
  const numbers = fc.array(fc.nat({ max: 997 }), { minLength: 12, maxLength: 60 });
  const property = fc.property(numbers, (chosen) => {
    const text = programOf(chosen);
    expect(isStraight(text), text).toBe(true);
    expect(compiledDisagreement(text), text).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(120), seed: 20261122 });
});
