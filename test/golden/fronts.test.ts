// Golden text of the ways from a program to Linear A: programs that are inside of it, runs of those that are not, with the reason and its
// place, and how values are taken apart and put together at the borders; and of all that is shown of a program.
import { describe, expect, test } from "vitest";
import { fragmentOf, frontOf, headOf } from "../../engine/algorithms/yolo/front/front.ts";
import { putTogether, takeApart } from "../../engine/algorithms/yolo/front/structure.ts";
import { checkLinear } from "../../engine/algorithms/yolo/linear-a/check.ts";
import { study } from "../../engine/algorithms/yolo/study.ts";
import { transposed } from "../../engine/algorithms/yolo/transposed.ts";
import { printTerm } from "../../engine/core/notation/print.ts";
import { variable } from "../../engine/core/terms/term.ts";
import { sourceNow } from "../../engine/derive/straight-run.ts";
import { goldenOf } from "../support/golden.ts";
import { noted } from "../support/noted.ts";
import { preparedProgram } from "../support/run.ts";

const golden = goldenOf("fronts");

/** JSON with a line for each object and each list that has no others but in a line. */
function inLines(data: unknown): string {
  const spread = JSON.stringify(data, null, 1);
  const inner = /[[{](?:[^[\]{}"]|"(?:[^"\\]|\\.)*")*[\]}]/g;
  const leaf = (found: string): string => found.replace(/\n\s*/g, " ");
  const leaves = spread.replace(inner, leaf);
  // a line of a program, with the lists in it
  return leaves.replace(/\{\s*"text"(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\}/g, leaf);
}

/** Programs inside of Linear A. */
const INSIDE = {
  straight: `-- at: ((0.5, 2.0), 3.0)
op own (a, b) = a * b + a by (b + 1.0, a)
def pair (x : Real) (y : Real) = (x * y, (own (x, y), 2.0))
def unused (x : Real, _ : Real) = x
def main ((x, y) : (Real, Real), z : Real) =
  let (p, q) = pair x z in
  let (w, _) = q in
  let v = unused (sin x ^ 3, w) in
  let x = v * y in
  (let u = -x in u, (p, q), exp 1.0)
`,
  constant: "-- at: 1.0\ndef main (x : Real) = (0.5, 0.5)\n",
  one: "-- at: 2.0\ndef main (x : Real) = let y = x in y\n",
};

/** Programs outside, which are traced, with values of every kind at their borders. */
const OUTSIDE = {
  list: "-- at: [1.0, 2.0]\ndef main xs = (sum xs, map (\\x -> x ^ 2) xs)\n",
  empty: "-- at: ([], #[0.5, 0.25], #[])\ndef main (xs : [Real], a, b : Array Int) = sum xs + sumA a * 3.0\n",
  data: `-- at: Node (Leaf 0.5 2) (Node (Leaf 1.5 3) Nothing3)
data Tree = Leaf Real Int | Node Tree Tree | Nothing3
def main t = case t of { Leaf x n -> x ^ n | Node l r -> main l + main r | Nothing3 -> 1.0 }
`,
  nested:
    "-- at: (3, [(1.0, 2)], #[(0.5, [4])])\ndef main (n : Int, xs : [(Real, Int)], a : Array (Real, [Int])) = (n, case xs of { (x, k) :: _ -> x * x | [] -> 0.0 }, a)\n",
};

describe("the way from a program", () => {
  test.each(Object.entries({ ...INSIDE, ...OUTSIDE }))("%s", (name, text) => {
    const prepared = preparedProgram(text);
    const source = sourceNow(transposed, prepared, undefined);
    const { program, entry, param, result } = frontOf(source);
    checkLinear(program);
    expect(entry).toBe(program.at(-1));
    expect(fragmentOf(source).tag).toBe(name in INSIDE ? "inside" : "traced");
    const { core } = prepared;
    const show = (structure: typeof param): string => {
      const { bindings, reals } = takeApart(structure, "v", "p");
      const together = putTogether(structure, reals.map(variable));
      const taken = { tag: "let", bindings, body: together } as const;
      return `${printTerm(core, bindings.length === 0 ? together : taken, { types: true })}\n${reals.join(" ")}`;
    };
    const head = headOf(source).map((one) => `${one.text}\n`);
    golden.text(`${name}.txt`, `${head.join("")}${noted(program)}\n${show(param)}\n\n${show(result)}\n`);
  });

  test.each([
    ["main x = «if x < 1.0 then x else 2.0»", "the program branches here"],
    ["main x = real («floor x») * x", "this is an Int"],
    ["main x = let f = «\\y -> y * x» in f x", "a function is a value here"],
    [
      "main (x : Real) = «let rec f y = if y < 9.0 then f (y + x) else y in» f x",
      "a local definition calls itself here",
    ],
    ["main x = let (a, b) = «x |*| x» in a * b", "the program forks here"],
    ["f = let k = sin 1.0 in \\y -> y * k\ndef main x = «f» x", "`f` is a value that is computed once"],
    ["k = sin 1.0\ndef main x = x * «k»", "`k` is a value that is computed once"],
    ["«main» x = [x * 2.0]", "the result of `main` holds more than Reals and tuples of them"],
    [
      "go x n = x ^ n\ndef main (x : Real) = «go» x 2",
      "the parameter of `go` holds more than Reals and tuples of them",
    ],
    [
      "h (x : Real) y = x * y\ndef g (x : Real) = h x\ndef main (x : Real) = «g» x x",
      "the result of `g` is a function",
    ],
    ["main x = let n = «2» in x ^ n", "this is an Int"],
    ["main x = let t = «x < 2.0» in x * 2.0", "this is a comparison"],
  ])("is not there for def %s: %s", (marked, why) => {
    const text = `-- at: 0.5\ndef ${marked.replace(/[«»]/g, "")}\n`;
    const from = "-- at: 0.5\ndef ".length + marked.indexOf("«");
    const to = "-- at: 0.5\ndef ".length + marked.indexOf("»") - 1;
    const source = sourceNow(transposed, preparedProgram(text), undefined);
    expect(fragmentOf(source)).toMatchObject({ tag: "traced", why, at: { from, to } });
  });

  test("is not there for a definition that calls itself, which would go on for ever", () => {
    const source = sourceNow(transposed, preparedProgram(INSIDE.one), undefined);
    const { core: program } = preparedProgram("-- at: 0.5\ndef go (x : Real) = x * go x\ndef main (x : Real) = go x\n");
    expect(fragmentOf({ ...source, program })).toMatchObject({ tag: "traced", why: "`go` calls itself" });
  });
});

test("what is shown of a program", () => {
  const source = sourceNow(transposed, preparedProgram(INSIDE.straight), undefined);
  const of = (names: Record<string, readonly string[]>) => study(source, { recomputed: names }).study;
  type Shown = ReturnType<typeof of>[number];
  const shown = ({ texts }: Shown) =>
    Object.values(texts).map(({ name, lines, work: cost, size }) => [
      name,
      cost,
      size,
      ...lines.map(({ span: _, ...line }) => line),
    ]);
  // what is noted is printed by a command, which has a test
  const beside = ({ texts: _texts, notes: _notes, facts: _facts, ...rest }: Shown) => rest;
  const first = of({});
  const known = new Set(first.flatMap((one) => shown(one).map((text) => JSON.stringify(text))));
  // with other choices: what another program of it has already is left out
  const chosen = of({ main: ["v", "x₁", "dv"], pair: ["nothing"] }).map((one) => {
    const { tape, choices, linearIn, linearOut } = beside(one);
    return { tape, choices, linearIn, linearOut, lines: shown(one).filter((text) => !known.has(JSON.stringify(text))) };
  });
  const studies = [first.map((one) => ({ ...beside(one), lines: shown(one) })), chosen];
  golden.digest("study", `${inLines(studies).normalize()}\n`);
});

test("the literal transpose is shown of at most 60 bindings", () => {
  const of = (count: number) => {
    const sines = Array.from({ length: count }, () => "sin (").join("");
    const text = `-- at: 0.5\ndef main x = ${sines}x${")".repeat(count)}\n`;
    return study(sourceNow(transposed, preparedProgram(text), undefined), {}).study[0]!.literal.lines?.length;
  };
  // a line for the head, one for the end, one that takes the tape apart, and between two products a copy
  expect([of(58), of(59), of(60)]).toEqual([118, 120, undefined]);
});

test("of a program that asks for a derivative that is the reason, at its place", () => {
  const text = "-- at: [1.0]\ndef slope xs = grad (\\ys -> sum ys) xs\ndef main (xs : [Real]) = sum (slope xs)\n";
  const fragment = fragmentOf(sourceNow(transposed, preparedProgram(text), undefined));
  expect(fragment).toMatchObject({
    tag: "traced",
    why: "the program asks for a derivative itself, by `grad`, and Linear A has none",
  });
  expect(fragment.tag === "traced" && fragment.at && text.slice(fragment.at.from, fragment.at.to)).toMatch(/^grad/);
});
