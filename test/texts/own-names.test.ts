// A program's own definitions with a name that the language has, too: they are called so wherever the program is printed.
import { expect, test } from "vitest";
import { dual } from "../support/dual.ts";

const OWN = `-- at: [1.0, 2.0]
op hypot (x, y) = sqrt (x * x + y * y) by (x / 2.0, y / 2.0)
def softmax xs = let es = map exp xs in map (\\e -> e / sum es) es
def main xs = hypot (sum (zipWith (*) (softmax xs) [1.0, 3.0]), 2.0)
`;

test("have their own name in every stage", () => {
  const { out } = dual("stages", OWN, "--stage", "naive");
  expect(out).toContain("softmax");
  expect(out).toContain("op hypot =");
  expect(out).not.toMatch(/#\d/);
});

test("have their own name where they are linearised, and a number beside the built-in one", () => {
  for (const stage of ["linearised", "unzipped", "transposed"]) {
    const { out } = dual("stages", OWN, "--stage", stage);
    expect(out).toContain("∂₁hypot(");
    expect(out).not.toMatch(/#\d/);
    const both = "-- at: 2.0\nop exp x = 1.0 + x by 1.0\ndef main x = exp x * softplus x * head (softmax [x, 1.0])\n";
    expect(dual("stages", both, "--stage", stage).out).toContain("∂₁exp#2(");
  }
});

test("have a number where the built-in one is there, too, and where a variable is called so", () => {
  const own = "-- at: 2.0\nop exp x = 1.0 + x by 1.0\ndef main x = exp x * head (softmax [x, 1.0])\n";
  const { out } = dual("stages", own, "--stage", "naive");
  expect(out).toMatch(/exp#2\(/);
  expect(out).toMatch(/exp\(/);
  const hidden = `-- at: 2.0
def log2 x = x * x
def other log2 = log2 + 1.0
def main x = log2 (other x)
`;
  expect(dual("stages", hidden, "--stage", "naive").out).toContain("log2#2");
  expect(dual("stages", hidden.replace("other log2 = log2", "other y = y"), "--stage", "naive").out).not.toMatch(/#\d/);
});

test("have their own name in the data flow, and in the findings of the doctor", () => {
  const { out, err } = dual("doctor", OWN.replace("x / 2.0", "x"));
  expect(out + err).toContain("hypot");
  expect(out + err).not.toMatch(/hypot#\d/);
});
