// The example input of an entry without one: a value of its type, which runs.
import { expect, test } from "vitest";
import { main } from "../../../engine/cli.ts";

function run(text: string): { readonly status: number; readonly err: string } {
  let err = "";
  const status = main(["run", "p.dual"], {
    read: () => text,
    write: () => undefined,
    out: () => undefined,
    err: (part) => {
      err += part;
    },
  });
  return { status, err };
}

test.each([
  ["def main (x : Real) = x", "0.5"],
  ["def main (xs : [Real], x : Real) = x", "([0.5, 0.5], 0.5)"],
  ["def main (a : Array (Array Real)) = a ! 0 ! 0", "#[#[0.5, 0.5], #[0.5, 0.5]]"],
  ["def main (n : Int) (b : Bool) () = 1.0", "(1, True, ())"],
  ["def main (m : Maybe (Maybe Real)) = 1.0", "Just (Just 0.5)"],
  ["data Tree = Node Tree Tree | Leaf Real\ndef main (t : Tree) = 1.0", "Leaf 0.5"],
  ["data Rose = Rose Real [Rose]\ndef main (t : Rose) = 1.0", "Rose 0.5 []"],
  ["data Colour = Red | Green\ndef main (c : Colour) = 1.0", "Red"],
])("%s", (text, example) => {
  const { status, err } = run(`${text}\n`);
  expect(status).toBe(1);
  expect(err).toContain(`fix: fill in ${example}\n`);
  expect(run(`-- at: ${example}\n${text}\n`)).toEqual({ status: 0, err: "" });
});

test.each([
  ["2.0", "def main (x, y) = y * x", "(2.0, 0.5)"],
  ["[1.0, 2.0]", "def main xs = xs ! 0 * 2.0", "#[1.0, 2.0]"],
  ["[1.0, 2.0]", "def main xs = length xs * sum xs", "[1, 2]"],
  ["[1.0, 2.0]", "def main (x : Array (Real, Int)) = fst (x ! 0)", "#[(1.0, 2)]"],
  ["(1.0, -2.5e-3)", "def main (x : [Real]) = sum x", "[1.0, -2.5e-3]"],
  ["1.0 2.0", "def main x y = x * y", "(1.0, 2.0)"],
  ["(1.5, True)", "def main (n : Int, m : Maybe Real) = 1.0", "(1, Just 0.5)"],
])("the input %s of another type: %s", (at, text, example) => {
  const { status, err } = run(`-- at: ${at}\n${text}\n`);
  expect(status).toBe(1);
  expect(err).toContain(`fix: fill in ${example}\n`);
  expect(run(`-- at: ${example}\n${text}\n`)).toEqual({ status: 0, err: "" });
});

test.each([
  ["[[1.0, 2.0], [3.0, 4.0]]", "def main (m : Array (Array Real)) = m ! 0 ! 0", "#[#[1.0, 2.0], #[3.0, 4.0]]"],
  ["#[#[1.0, 2.0], #[3.0, 4.0]]", "def main (m : [[Real]]) = sum (head m)", "[[1.0, 2.0], [3.0, 4.0]]"],
  ["[[1.0, 2.0], [3.0, -4.0], []]", "def main (m : Array [Real]) = sum (m ! 0)", "#[[1.0, 2.0], [3.0, -4.0], []]"],
  ["[[1.0, 2.0], [3.0, 4.0]]", "def main (m : [(Real, Int)]) = fst (head m)", "[(1.0, 2), (3.0, 4)]"],
  ["([1.0, exp 1.0], 2.0)", "def main (a : Array Real, x : Real) = a ! 0 * x", "(#[1.0, exp 1.0], 2.0)"],
])("the brackets of %s: %s", (at, text, fitted) => {
  expect(run(`-- at: ${at}\n${text}\n`).err).toContain(`fix: fill in ${fitted}\n`);
  expect(run(`-- at: ${fitted}\n${text}\n`)).toEqual({ status: 0, err: "" });
});

test.each([
  ["[[1.0, 2.0], [3.0]]", "def main (m : Array (Real, Real)) = 1.0"],
  ["[[1.0, 2.0], [3.0, 4.0]]", "def main (m : Array Real) = m ! 0"],
])("numbers of %s stay where they are: %s", (at, text) =>
  expect(run(`-- at: ${at}\n${text}\n`).err).not.toContain("fill in"),
);

test.each(["9007199254740993", "90000000000000000", "9".repeat(400)])(
  "an Int that is not exact is a mistake of the input: %s",
  (at) => {
    const { status, err } = run(`-- at: ${at}\ndef main (n : Int) = n + 1\n`);
    expect(status).toBe(1);
    expect(err).toContain("p.dual:1:8: error: this Int is beyond 2^53");
    expect(err).not.toContain(`fill in ${at}`);
    expect(run("-- at: 9007199254740992.0\ndef main (x : Real) = x\n").status).toBe(0);
  },
);

test("an input with another mistake is not replaced", () =>
  expect(run("-- at: x\ndef main (x : Real) = x\n").err).not.toContain("fill in"));

test("a type without an end has no example", () =>
  expect(run("data Loop = Loop Loop\ndef main (l : Loop) = 1.0\n").err).not.toContain("fix:"));

test("an input below the first definition is moved to the top", () => {
  const { err } = run("def two = 2.0\n\n-- at: 1.0\ndef main x = two * x\n");
  expect(err).toContain("warning: `at` is read at the top of the program only");
  expect(err.match(/fix: move this line to the top of the program/g)).toHaveLength(2);
  expect(run("def main x = x\n-- gradient: of a square\n").err).not.toContain("warning");
});
