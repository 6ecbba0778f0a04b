// Golden text of `export --explain`: the program after each pass, the JavaScript, and the bytes of tape, for straight code, a loop over
// an array, and a recursion on data. What is around every program (the run time) is left out. `npm run test:golden` writes the files.
import { expect, test } from "vitest";
import { dual } from "../support/dual.ts";
import { goldenOf } from "../support/golden.ts";

const golden = goldenOf("explain");

const PROGRAMS = {
  straight: `def main (x, y) =
  let a = x * y in
  let b = if a > 100.0 then sin a else x + a in
  b * a
`,
  loop: `def main (xs : Array Real, k) =
  foldA (\\s x -> s * k + exp x) 1.0 xs
`,
  recursion: `data Tree = Leaf Real | Node Tree Tree

def total t = case t of {
    Leaf x -> sin x
  | Node l r -> total l * total r
  }

def main t = 2.0 * total t
`,
};

test.each(Object.entries(PROGRAMS))("%s", (name, text) => {
  const { out, err, status } = dual("export", text, "--explain");
  expect([err, status]).toEqual(["", 0]);
  const told = out.replace(/(== \d+\. Run time ==\n[^\n]*\n)[\s\S]*?\n(?=== )/, "$1\n");
  const whole = `${text}\n${told}`;
  if (name === "loop") golden.text("loop.txt", whole);
  else golden.digest(name, whole);
});
