// Programs written anew after public bug reports of AD systems, and realistic ones: the value and the gradient of their headers, found by hand
// or with 50 digits; and what is said where the language's answer is another than that of mathematics, or where there is none.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runCompiled } from "../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../engine/evaluate/tasks/budget.ts";
import { finish } from "../engine/session/run/drive.ts";
import { dual } from "./support/dual.ts";
import { expected } from "./support/header.ts";
import { checkedProgram, largestDifference, preparedProgram } from "./support/run.ts";

const folder = new URL("./cases/", import.meta.url);
const CASES = readdirSync(folder)
  .filter((name) => name.endsWith(".dual"))
  .map((file) => ({ name: file.replace(".dual", ""), text: readFileSync(new URL(file, folder), "utf8") }));

/** Where the language gives the derivative of the branch taken, of what `by` says, or by the chain rule: its gradient, and what the checks say of it. */
const OTHERWISE: Readonly<Record<string, { readonly gradient: readonly number[]; readonly warning: string }>> = {
  "branch-at-point": {
    gradient: [0],
    warning:
      "7:26: the derivative by `x` is 0.0, and finite differences give 2.0: `x == 1.0` is decided at this very point",
  },
  "op-wrong-partial": {
    gradient: [6],
    warning:
      "8:14: the derivative by `x` is 6.0, and finite differences give 12.0: the partial of `cube` is wrong: at 2.0 it is 6.0, and differences give 12.0",
  },
  "softplus-zero": {
    gradient: [1],
    warning:
      "7:27: the derivative by `x` is 1.0, and finite differences give 0.5: `max x 0.0` is at a kink, where the derivative taken is 1.0",
  },
  "tanh-huge": {
    gradient: [0, 0, 0, Number.NaN],
    warning: "7:76: the derivative by `d` is nan: `exp d` is inf at 800.0",
  },
  "prod-early-exit": {
    gradient: [0, 0, 0, 6, 0, 0],
    warning:
      "7:79: the derivative by `xs[3]` is 6.0, and finite differences give 120.0: `q == 0.0` is decided at this very point",
  },
};

const withGradient = CASES.filter(({ text }) => text.includes("\n-- gradient:"));

test("the cases are there", () => {
  expect(withGradient.length).toBeGreaterThanOrEqual(35);
  expect(Object.keys(OTHERWISE).every((name) => withGradient.some((one) => one.name === name))).toBe(true);
});

describe.each(withGradient)("$name", ({ name, text }) => {
  test("has the value and gradient of its header", () => {
    expect(checkedProgram(text).hasErrors).toBe(false);
    const prepared = preparedProgram(text);
    const run = finish(runCompiled(checkedProgram(text), {}, DEFAULT_BUDGET, { checks: false }));
    const { gradient = expected(prepared, "gradient") } = OTHERWISE[name] ?? {};
    expect(largestDifference(run.value!.scalars, expected(prepared, "value"))).toBeLessThan(1e-9);
    expect(largestDifference(run.gradient!.scalars, gradient)).toBeLessThan(1e-9);
  });
});

test.each(Object.entries(OTHERWISE))("%s is warned of, and fails a check", (name, { warning }) => {
  const { text } = CASES.find((one) => one.name === name)!;
  const [told, checked] = [dual("grad", text), dual("grad", text, "--check")];
  for (const { err } of [told, checked]) expect(err).toContain(`p:${warning}\n`);
  expect(told.status).toBe(0);
  expect(checked.status).toBe(5);
});

test.each([
  [
    "ctc-nan",
    ":9:17: the derivative by `p` is nan, and another one is nan or infinite: `a - m` is nan at -inf, -inf\n",
    5,
  ],
  ["int-input", ": the input has no Real to differentiate by: ", 0],
])("%s says what is odd", (name, message, status) => {
  const { err, ...told } = dual("grad", CASES.find((one) => one.name === name)!.text, "--check");
  expect(err).toContain(message);
  expect(told.status).toBe(status);
});
