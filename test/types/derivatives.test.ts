// Derivatives as other languages write them, and functions that `grad` and its kin do not take: each fix gives a program that means what was
// written, and where that cannot be told there is advice alone.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../engine/session/program/program.ts";
import type { Diagnostic } from "../../engine/source/diagnostic.ts";
import { dual } from "../support/dual.ts";
import { appliedFix } from "../support/fixes.ts";

/** Definitions that the programs below use. */
const DEFINITIONS = `def cube x = x ^ 3
def area w h = w * h * h
def both (x, y) = x * y * y
def scaled g x = 2.0 * g x
def total (xs : [Real]) = product xs
def totalA (xs : Array Real) = xs ! 0 * xs ! 1
`;

const program = (expression: string) => `-- at: 2.0\n${DEFINITIONS}def main (x : Real) = ${expression}\n`;

function mistakesOf(text: string): readonly Diagnostic[] {
  return checkSource(text).diagnostics.filter(({ severity }) => severity === "error");
}

/** A text after the fixes of its mistakes, one after the other. */
function mended(text: string): string {
  let at = text;
  for (let round = 0; round < 4; round++) {
    const [first] = mistakesOf(at);
    if (first === undefined) break;
    if (first.fix === undefined) throw new Error(`no fix: ${at}\n${first.message}`);
    at = appliedFix(at, first.fix);
  }
  return at;
}

/** A text, the result of its fixes, and its value at 2. */
const MENDED: readonly (readonly [written: string, dual: string, value: string])[] = [
  ["gradient cube x", "grad cube x", "12.0"],
  ["derivative cube x", "grad cube x", "12.0"],
  ["differentiate cube x", "grad cube x", "12.0"],
  ["diff cube x", "grad cube x", "12.0"],
  ["map (diff cube) [x]", "map (grad cube) [x]", "[12.0]"],
  ["D cube x", "grad cube x", "12.0"],
  ["D[cube, x]", "grad cube x", "12.0"],
  ["D[x * cube x, x]", "grad (\\x -> x * cube x) x", "32.0"],
  ["cube' x", "grad cube x", "12.0"],
  ["sum (map cube' [x, 1.0])", "sum (map (grad cube) [x, 1.0])", "15.0"],
  ["grad' cube x", "valueAndGrad cube x", "(8.0, 12.0)"],
  ["diff' cube x", "valueAndGrad cube x", "(8.0, 12.0)"],
  ["value_and_grad cube x", "valueAndGrad cube x", "(8.0, 12.0)"],
  ["jax.grad(cube)(x)", "grad(cube)(x)", "12.0"],
  ["jax.grad(jax.grad(cube))(x)", "grad(grad(cube))(x)", "12.0"],
  ["jax.value_and_grad(cube)(x)", "valueAndGrad(cube)(x)", "(8.0, 12.0)"],
  ["jax.jvp(cube, x, 1.0)", "jvp cube x 1.0", "(8.0, 12.0)"],
  ["jax.hessian(totalA)(#[x, 3.0])", "hessianA(totalA)(#[x, 3.0])", "#[#[0.0, 1.0], #[1.0, 0.0]]"],
  ["torch.func.grad(cube)(x)", "grad(cube)(x)", "12.0"],
  ["torch.autograd.grad(cube(x), x)", "grad (\\x -> cube(x)) x", "12.0"],
  ["Zygote.gradient(cube, x)", "grad cube x", "12.0"],
  ["ForwardDiff.derivative(cube, x)", "grad cube x", "12.0"],
  ["gradient(both, x, 3.0)", "grad both (x, 3.0)", "(9.0, 12.0)"],
  ["grad area x 3.0", "grad (\\(w, h) -> area w h) (x, 3.0)", "(9.0, 12.0)"],
  ["grad area (x, 3.0)", "grad (\\(w, h) -> area w h) (x, 3.0)", "(9.0, 12.0)"],
  ["grad (\\a b -> a * b) x 3.0", "grad (\\(a, b) -> a * b) (x, 3.0)", "(3.0, 2.0)"],
  [
    "let x1 = x in let f x1 y = x1 * y in grad f x1 3.0",
    "let x1 = x in let f x1 y = x1 * y in grad (\\(x, y) -> f x y) (x1, 3.0)",
    "(3.0, 2.0)",
  ],
  ["grad both x 3.0", "grad both (x, 3.0)", "(9.0, 12.0)"],
  ["hvp area (x, 3.0) (1.0, 0.0)", "hvp (\\(w, h) -> area w h) (x, 3.0) (1.0, 0.0)", "(0.0, 6.0)"],
  ["grad scaled (\\y -> y * y) x", "grad (scaled (\\y -> y * y)) x", "8.0"],
  ["grad (x * x) x", "grad (\\x -> x * x) x", "4.0"],
  ["hessian cube x", "grad (grad cube) x", "12.0"],
  ["hessian totalA #[x, 3.0]", "hessianA totalA #[x, 3.0]", "#[#[0.0, 1.0], #[1.0, 0.0]]"],
  ["hessianA total [x, 3.0]", "hessian total [x, 3.0]", "[[0.0, 1.0], [1.0, 0.0]]"],
];

describe("a fix means what was written", () => {
  test.each(MENDED)("%s", (written, after, value) => {
    const text = mended(program(written));
    expect(text).toBe(program(after));
    const { out, err, status } = dual("run", text);
    expect([err, out.trim(), status]).toEqual(["", value, 0]);
  });
});

/** A text, the place of the mistake, and a part of its message. */
const ADVISED: readonly (readonly [written: string, place: string, says: string])[] = [
  ["vjp cube x", "vjp", "is not defined. In Dual: `grad (\\x -> dot c (f x)) y`"],
  ["backward cube x", "backward", "In Dual: `grad f x` is the gradient"],
  ["diff [x] 2", "diff", "differences of neighbours are `zipWith (-) (tail xs) xs`"],
  ["jacrev cube x", "jacrev", "In Dual: `grad f x` where f gives a Real; else `jvp f x v` is a column"],
  ["pushforward cube x", "pushforward", "`jvp f x v` is the value of f at x"],
  ["grad (\\z -> (z, z)) x", "\\z -> (z, z)", "gives a value of type (_, _): weigh its results, or use `jvp`"],
  ["grad (\\z -> map cube [z]) x", "\\z -> map cube [z]", "[Real]: weigh its results, or use `jvp`"],
  ["grad (\\z -> round z) x", "\\z -> round z", "gives an Int: no derivative passes through it"],
  ["grad (\\h -> h x * x) (\\y -> y)", "\\h -> h x * x", "cannot differentiate with respect to a function"],
  ["let f g y = g (g y) * 1.0 in grad f", "f", "cannot differentiate with respect to a function: `f` takes one"],
  ["fst (grad (\\(y, n) -> y) (x, \\z -> z))", "\\z -> z", "cannot differentiate with respect to a function"],
  ["let y = x * x in grad (y * x) x", "y * x", "`y * x` is a Real"],
  ["fst (grad area x)", "area", "differentiates a function of one argument, but `area` takes 2"],
];

describe("advice without a fix", () => {
  test.each(ADVISED)("%s", (written, place, says) => {
    const text = program(written);
    const told = mistakesOf(text);
    expect(told).toHaveLength(1);
    const { span, message, fix } = told[0]!;
    expect(message).toContain(says);
    expect(text.slice(span.from, span.to)).toBe(place);
    expect(fix).toBeUndefined();
  });
});

test.each([
  "grad cube x",
  "grad(cube)(x)",
  "head (map (grad cube) [x])",
  "x |> grad cube",
  "compose (grad cube) (grad cube) x",
  "let slope f = grad f in slope cube x",
  "let diff a b = a - b in diff x 1.0",
  "let grad f y = f y in grad (\\a b -> a * b) x 2.0",
])("nothing is wrong with %s", (expression) => {
  expect(checkSource(program(expression)).diagnostics).toEqual([]);
});
