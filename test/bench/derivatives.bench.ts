// Derivatives that programs ask for: gradient descent against the same by hand, its gradient by the learning rate, and a Hessian times a vector
// against a gradient.
import { resolve } from "node:path";
import { test } from "vitest";
import { measured } from "./child.ts";
import { quantile, report, row } from "./report.ts";

const file = (name: string): string => resolve(import.meta.dirname, "programs", `${name}.dual`);

test("derivatives in programs", async () => {
  const descent = await measured({ file: file("descent"), n: undefined, plain: "descent", batch: 50, rounds: 9 });
  const loss = await measured({ file: file("loss"), n: undefined, batch: 50, rounds: 9 });
  const product = await measured({ file: file("hessian-vector"), n: undefined, batch: 50, rounds: 9 });
  const middle = (times: readonly number[]): number => quantile(times, 0.5);
  const times = (what: string, of: readonly number[], by: readonly number[], target: string) => ({
    against: { what, ratio: middle(of) / middle(by) },
    target,
  });
  report("Derivatives that programs ask for", [
    row("1000 steps of descent, by hand", "µs", descent.primal),
    row("the same in Dual", "µs", descent.value, times("by hand", descent.value, descent.primal, "at most 10")),
    row("its gradient", "µs", descent.engine, times("the steps", descent.engine, descent.value, "at most 10")),
    row("a gradient of 100 weights", "µs", loss.engine),
    row("a Hessian times a vector", "µs", product.value, times("a gradient", product.value, loss.engine, "at most 8")),
  ]);
});
