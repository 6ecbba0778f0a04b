// A name that is not defined, in a `main` whose input has names: the fix makes it one more of them.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../engine/session/program/program.ts";
import { appliedFix } from "../support/fixes.ts";

describe("the fix of a name that is not defined in `main`", () => {
  test.each([
    ["def main (x) = x * y\n", "def main (x, y) = x * y\n"],
    ["def main x = x * y\n", "def main (x, y) = x * y\n"],
    ["-- at: 2.0\ndef main x = x * y\n", "-- at: (2.0, 1.0)\ndef main (x, y) = x * y\n"],
    [
      "-- at: (2.0, 3.0)\ndef main (x, z) =\n  x * z + y\n",
      "-- at: (2.0, 3.0, 1.0)\ndef main (x, z, y) =\n  x * z + y\n",
    ],
  ])("%j becomes %j", (text, expected) => {
    const mistake = checkSource(text).diagnostics.find(({ kind }) => kind === "unknown-name")!;
    expect(mistake.fix?.title).toMatch(/^make `y` an input: `main \(.*y\)`$/);
    expect(appliedFix(text, mistake.fix!)).toBe(expected);
    expect(checkSource(expected).hasErrors).toBe(false);
  });

  test.each([
    // what is similar is meant
    "def main (height) = height * heigth\n",
    // somebody gives `main` its input
    "def main (x) = x * y\ndef twice a = main a + main a\n",
    // what a `let` or a branch binds is out of scope, not missing
    "def main (x) = (let y = 2.0 in x) + y\n",
    "def main m = case m of { Just y -> y | Nothing -> y }\n",
    "def main (x) = (\\y -> x * y) x + y\n",
    // an input with types, or with a shape of its own, is written by hand
    "def main (x : Real) = x * y\n",
    "-- at: pair 3\ndef main (x, z) = x * z * y\n",
    // a function is no number of the input
    "def main (x) = x * y 2.0\n",
  ])("%j has none", (text) => {
    const mistake = checkSource(text).diagnostics.find(({ kind }) => kind === "unknown-name")!;
    expect(mistake.fix?.title ?? "").not.toContain("an input");
  });
});
