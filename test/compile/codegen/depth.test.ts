// Recursion that is no loop works a million calls deep, whatever its form; each day a quarter of that.

import { describe, expect, test } from "vitest";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { OutOfBudget } from "../../../engine/compile/runtime/endings.ts";
import { realsOf } from "../../../engine/core/values/shape.ts";
import { UNLIMITED } from "../../support/conformance.ts";
import { preparedProgram } from "../../support/run.ts";
import { IS_LONG } from "../../support/runs.ts";

function run(
  text: string,
  limits = UNLIMITED,
): { readonly value: readonly number[]; readonly gradient: readonly number[] } {
  const { core, input, resultShape } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  const value = realsOf(resultShape, compiled.value(input, limits), UNWATCHED);
  return { value, gradient: [...compiled.gradient(value.map(() => 1))] };
}

const DEEP = IS_LONG ? 1_000_000 : 250_000;

describe("a million calls deep", () => {
  test("one call on each way, as two loops", () => {
    const text = `-- at: (${DEEP}, 1.5)\ndef main (n : Int, x) = if n == 0 then 0.0 else x + main (n - 1, x)`;
    expect(run(text)).toEqual({ value: [1.5 * DEEP], gradient: [DEEP] });
  });

  test("two calls on a way, one of them deep", () => {
    const text = `-- at: (${DEEP}, 1.5)
data Tree = Leaf Real | Node Tree Tree
def grow (n : Int) x t = if n == 0 then t else grow (n - 1) x (Node t (Leaf x))
def total t = case t of { Leaf x -> x | Node l r -> total l + total r }
def main (n : Int, x) = total (grow n x (Leaf x))`;
    expect(run(text)).toEqual({ value: [1.5 * (DEEP + 1)], gradient: [DEEP + 1] });
  });

  test("functions that call each other and wait", () => {
    const text = `-- at: (${DEEP}, 1.0)
def f (n : Int) x = if n == 0 then x else 0.5 * g (n - 1) x + (if n == 9 then f 3 x else 0.0)
def g (n : Int) x = if n == 0 then x else 0.5 + f (n - 1) x + (if n == 8 then g 3 x else 0.0)
def main (n : Int, x) = f n x`;
    const { value } = run(text);
    expect(value[0]).toBeCloseTo(0.5, 12);
  });

  test("closures that call closures", () => {
    const text = `-- at: (${DEEP}, 1.5)
def go (n : Int) k = if n == 0 then k 0.0 else go (n - 1) (\\r -> k (r + 1.0))
def main (n : Int, x) = go n (\\r -> r * x)`;
    expect(run(text)).toEqual({ value: [1.5 * DEEP], gradient: [DEEP] });
  });

  test("a budget of depth ends it with what it is", () => {
    const text = `-- at: (${DEEP}, 1.5)
data Tree = Leaf Real | Node Tree Tree
def grow (n : Int) x t = if n == 0 then t else grow (n - 1) x (Node t (Leaf x))
def total t = case t of { Leaf x -> x | Node l r -> total l + total r }
def main (n : Int, x) = total (grow n x (Leaf x))`;
    expect(() => run(text, { ...UNLIMITED, depth: 0.3 * DEEP })).toThrow(OutOfBudget);
  });
});
