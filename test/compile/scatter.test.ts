// `scatterAdd` as a loop of its own: the same sums and gradients as by its definition in Dual, an addition an element, and its failures.
import { expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { compiledDisagreement, UNLIMITED } from "../support/conformance.ts";
import { dual } from "../support/dual.ts";
import { preparedProgram } from "../support/run.ts";

test.each([
  ["#[3.0, 1.0, 2.0, -4.0]", "a = sumA (mapA (\\s -> s * s) (scatterAdd 3 #[2, 0, 2, 0] a))"],
  ["#[3.0, 1.0, 2.0, -4.0]", "a = scatterAdd 5 (mapA (\\x -> if x > 1.5 then 4 else 1) a) (mapA (\\x -> x * x * x) a)"],
  ["#[3.0, 1.0]", "a = (scatterAdd 2 #[1, 1] #[(2 : Int), 3] ! 1, scatterAdd 2 #[0, 0] a)"],
  ["#[nan, 1.0, inf, 0.0]", "a = scatterAdd 2 #[1, 0, 1, 0] (mapA (\\x -> x * x) a) ! 0"],
  ["(fromList [] : Array Real)", "a = (scatterAdd 0 #[] a, scatterAdd 2 #[] a, sumA a)"],
  [
    "#[1.0, 2.0, 3.0]",
    "a = sumA (build 4 (\\k -> let s = scatterAdd 2 (mapA (\\x -> mod (floor x + k) 2) a) a in s ! 0 * s ! 0 * s ! 1))",
  ],
])("at %s: main %s", (at, main) => {
  expect(compiledDisagreement(`-- at: ${at}\ndef main ${main}`)).toBeUndefined();
});

test("derivatives of derivatives pass through it", () => {
  const text = `-- at: #[1.0, 2.0, 3.0]
def f a = let s = scatterAdd 2 #[0, 1, 0] (mapA (\\x -> x * x) a) in s ! 0 * s ! 1
def main a = sumA (grad f a)`;
  // f = (a² + c²) b²
  const { out, status } = dual("grad", text, "--check");
  expect(out).toBe("value    72.0\ngradient #[16.0, 52.0, 32.0]\n");
  expect(status).toBe(0);
});

test("an element costs a number of the tape, and no cell beside its own", () => {
  const text = `-- at: build n real
-- sweep: n = 1000
def main a = sumA (mapA (\\s -> s * s) (scatterAdd 10 (build (size a) (\\i -> mod (i * 7) 10)) a))`;
  const [small, large] = [1000, 3000].map((n) => {
    const { core, input } = preparedProgram(text, { n });
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    return compiled.statistics;
  }) as [Compiled["statistics"], Compiled["statistics"]];
  expect(large.numbers - small.numbers).toBe(2000);
  expect(large.cells - small.cells).toBe(2000);
  expect(large.indices).toBe(small.indices);
});

test.each([
  ["scatterAdd 2 #[0, -1] a", "an index is negative"],
  ["scatterAdd 2 #[0, 2] a", "an index is not below the size"],
  ["scatterAdd 2 #[0] a", "2"],
  ["scatterAdd (-1) #[] (fromList [])", "-1"],
  ["scatterAdd (-1) #[2] a", "-1"],
])("%s fails alike by every engine", (call, message) => {
  const text = `-- at: #[1.0, 2.0]\ndef main (a : Array Real) : Array Real = ${call}`;
  const compiled = dual("grad", text);
  const stage = dual("grad", text, "--stage", "tape");
  expect([compiled.status, stage.status]).toEqual([1, 1]);
  expect(compiled.err).toContain(message);
  expect(compiled.err).toBe(stage.err);
});
