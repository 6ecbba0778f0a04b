// An input of Reals where the program made Ints of its parameters: the mistake is told where that happened.
import { expect, test } from "vitest";
import { dual } from "../../support/dual.ts";

test.each([
  ["2.0", "def main x = sumA (build 3 (\\i -> x * i))", "2:39", "write real i", 6],
  ["(2.0, 3.0)", "def main x y = x * sumA (build 3 (\\k -> k + y))", "2:41", "write real k", 24],
  ["(2.0, 3.0)", "def main (x, y) = y * sumA (build 3 (\\k -> k * x))", "2:44", "write real k", 18],
])("at %s: %s", (at, text, place, fix, value) => {
  const { err, status } = dual("grad", `-- at: ${at}\n${text}\n`);
  expect(status).toBe(1);
  expect(err.match(/ error: /g)).toHaveLength(1);
  expect(err).toContain(`p:${place}: error: `);
  expect(err).toContain(`fix: ${fix}\n`);
  const name = fix.at(-1)!;
  const { out } = dual("run", `-- at: ${at}\n${text.replace(new RegExp(`(?<=-> .*)\\b${name}\\b`), `real ${name}`)}\n`);
  expect(Number(out)).toBe(value);
});

test("an Int in a list", () => {
  const { err } = dual("grad", "-- at: (2.0, 3.0)\ndef main (x, y) = y * sum (map (\\k -> k * x) (range 0 3))\n");
  expect(err).toContain(
    "p:2:47: error: `map` takes a value of type [Real] as argument 2, but `range 0 3` is of type [Int]",
  );
});

test.each([
  ["2.0", "def main n = real n * 2.0"],
  ["2.0", "def main (x : Int) = sumA (build 3 (\\i -> x * i))"],
  ["2.5", "def main n = if n == 0 then 1.0 else real n"],
])("an Int that is meant is one: at %s, %s", (at, text) =>
  expect(dual("run", `-- at: ${at}\n${text}\n`).err).toContain("p:1:8: error: the input of `main` has the type Int"),
);
