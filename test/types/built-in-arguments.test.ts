// Arguments that a built-in function does not take, where what is meant can be written: one mistake, and a program that means it after the fix.
import { expect, test } from "vitest";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { prepare } from "../../engine/session/input/prepare.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { dual } from "../support/dual.ts";
import { appliedFix } from "../support/fixes.ts";

test.each([
  ["[2.0, 5.0, 3.0]", "def main (xs : [Real]) = max xs + 1.0", "maximum xs", 6],
  ["[2.0, 5.0, 3.0]", "def main (xs : [Real]) = min xs + 1.0", "minimum xs", 3],
  ["[2.0, 5.0, 3.0]", "def main xs = max (map (\\x -> 2.0 * x) xs) + 1.0", "maximum (map (\\x -> 2.0 * x) xs)", 11],
  ["#[2.0, 5.0, 3.0]", "def main (a : Array Real) = max a + 1.0", "maximumA a", 6],
  ["#[2.0, 5.0, 3.0]", "def main (a : Array Real) = min a + 1.0", "minimumA a", 3],
  ["[2.0, 5.0, 3.0]", "def main xs = max xs", "maximum xs", 5],
  ["#[2.0, 5.0, 3.0]", "def main a = min a", "minimumA a", 2],
  ["[2.0, 3.0]", "def main xs = max xs", "maximum xs", 3],
  ["2.0", "def main (x : Real) = real x * 2.0", "x", 4],
  ["2.0", "def main (x : Real) = 1.0 + real (x * 2.0)", "(x * 2.0)", 5],
  ["2.0", "def main (x : Real) = sqrt (real 2.25) * x", "2.25", 3],
])("at %s: %s means `%s`", (at, program, written, value) => {
  const text = `-- at: ${at}\n${program}\n`;
  const { err, status } = dual("run", text);
  expect(status).toBe(1);
  expect(err.match(/ error: /g)).toHaveLength(1);
  expect(err).toContain(`fix: write \`${written}\``);
  const found = finish(prepare(checkSource(text), {}, DEFAULT_BUDGET));
  const { fix } = (found.tag === "mistake" ? found.diagnostics : []).find((one) => one.severity === "error")!;
  const fixed = appliedFix(text, fix!);
  expect(dual("run", fixed)).toEqual({ out: `${value.toFixed(1)}\n`, err: "", status: 0 });
});

test("`max`, `min` and `real` of one's own take what they take", () => {
  const own = "-- at: 2.0\ndef max xs = sum xs\ndef real (x : Real) = x\ndef main x = max [real x, 1.0]\n";
  expect(dual("run", own)).toEqual({ out: "3.0\n", err: "", status: 0 });
});

test("of an op whose parameters are refused, nothing else is told where it is used", () => {
  const { err } = dual(
    "run",
    "-- at: 2.0\nop norm (xs : [Real]) = sum xs by 1.0\ndef main x = norm [x] + norm [x, 1.0]\n",
  );
  expect(err.match(/ error: /g)).toHaveLength(1);
  expect(err).toMatch(/the parameters of an op are Reals/);
});
