// An entry whose output has a type that nothing decides.
import { expect, test } from "vitest";
import { dual } from "../../support/dual.ts";

test.each([
  ["a function that only calls itself", "def f (x) = f (x + 1)\ndef main (x) = f x\n"],
  ["what always fails", "def main (x : Real) = head []\n"],
])("%s: the base case is asked for, and no annotation is offered", (_, text) => {
  const { status, err } = dual("grad", text, "--at", "1.0");
  expect(status).toBe(1);
  expect(err).toContain("gives no value; is a base case missing?");
  expect(err).not.toContain("annotate");
});
