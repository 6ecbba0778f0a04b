// Links between a program and its run, and uses of scalars by the stages: from real recordings.
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { linearUses, type UseKind } from "../../engine/explore/linear-use.ts";
import { linkedWith } from "../../engine/explore/linked.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

function explored(text: string, at?: string): Exploration {
  const exploration = new Exploration(checkSource(text), { at }, DEFAULT_BUDGET);
  finish(exploration.open());
  return exploration;
}

/** The pieces of the text that belong to what stands at a mark `▸`, and its scalars. */
function linkedAt(marked: string) {
  const offset = marked.indexOf("▸");
  const text = marked.replace("▸", "");
  const linked = linkedWith(explored(text), { tag: "offset", offset });
  return linked && { ...linked, spans: linked.spans.map(({ from, to }) => `${from}:${text.slice(from, to)}`) };
}

describe("what is pointed at", () => {
  test("is a variable with all its uses and its scalar", () => {
    const head = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) =\n";
    const inputs = linkedAt(`${head}  let s = sin ▸x in x * y + s`);
    expect(inputs).toMatchObject({ name: "x", isAlone: true, scalars: [0] });
    expect(inputs!.spans.map((one) => one.replace(/.*:/, ""))).toEqual(["x", "x", "x"]);
    const bound = linkedAt(`${head}  let s = sin x in x * y + ▸s`);
    expect(bound).toMatchObject({ name: "s", isAlone: true, scalars: [2] });
    expect(bound!.spans).toHaveLength(2);
  });

  test("is the innermost operation elsewhere, with its name if it has one", () => {
    const head = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) =\n";
    expect(linkedAt(`${head}  let s = sin x in x ▸* y + s`)).toMatchObject({ name: undefined, scalars: [3] });
    const named = linkedAt(`${head}  let s = ▸sin x in x * y + s`);
    expect(named).toMatchObject({ name: "s", scalars: [2] });
    expect(named!.spans.map((one) => one.replace(/.*:/, ""))).toEqual(["sin x", "s", "s"]);
  });

  test("keeps variables of one name apart", () => {
    const text =
      "-- at: 2.0\ndef main (x : Real) =\n  let s = sin x in\n  let t = (let s = x * x in s * x) in\n  s + t";
    const outer = linkedAt(text.replace("let s = sin", "let ▸s = sin"));
    const inner = linkedAt(text.replace("let s = x", "let ▸s = x"));
    expect(outer).toMatchObject({ name: "s", isAlone: false, scalars: [1] });
    expect(inner).toMatchObject({ name: "s", isAlone: false, scalars: [2] });
    expect(outer!.spans).toHaveLength(2);
    expect(inner!.spans).toHaveLength(2);
  });

  test("of the input is the entry's own variable, whatever others are called", () => {
    const text =
      "-- at: 3.0\ndef square (x : Real) = x * x\ndef main (x : Real) = square x + x\ndef more (x : Real) = x";
    expect(linkedAt(text.replace("main (x", "main (▸x"))).toMatchObject({ name: "x", scalars: [0] });
    expect(linkedAt(text.replace("square (x", "square (▸x"))).toMatchObject({ name: "x", scalars: [] });
    const input = linkedWith(explored(text), { tag: "scalar", scalar: 0 })!;
    expect(input.spans.map(({ from }) => text.slice(0, from).split("\n").length)).toEqual([3, 3, 3]);
  });

  test("is a function without a scalar of its own", () => {
    const linked = linkedAt("-- at: 5.0\ndef main (a : Real) = let ▸h = \\v -> a * v in h a + h (3.0 * a)");
    expect(linked).toMatchObject({ name: "h", scalars: [] });
    expect(linked!.spans).toHaveLength(3);
  });

  test("of a list are all of its numbers", () => {
    expect(linkedAt("-- at: [1.0, 2.0, 3.0]\ndef main (xs : [Real]) = sum ▸xs")).toMatchObject({ scalars: [0, 1, 2] });
  });

  test("of a scalar leads to its place and its name", () => {
    const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let s = sin x in x * y + s";
    const exploration = explored(text);
    const shown = (scalar: number) =>
      linkedWith(exploration, { tag: "scalar", scalar })!.spans.map(({ from, to }) => text.slice(from, to));
    expect(shown(0)).toEqual(["x", "x", "x"]);
    expect(shown(2)).toEqual(["sin x", "s", "s"]);
    expect(shown(3)).toEqual(["x * y"]);
    expect(linkedWith(exploration, { tag: "scalar", scalar: 99 })).toBeUndefined();
  });
});

describe("linear use", () => {
  const stages = STAGES.map(({ id }) => id);
  const rows = finish(linearUses(explored("-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * y + sin x"), stages));
  const of = (use: UseKind) => rows.find((row) => row.use === use)!;

  test("are looked at in the program that is explored where it has them, in a small one else", () => {
    expect(rows.map(({ use, text }) => [use, text === undefined])).toEqual([
      ["fan-out", true],
      ["drop", false],
      ["dead-code", false],
      ["projection", false],
      ["capture", false],
      ["branch", false],
    ]);
    const own = finish(
      linearUses(explored("-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let d = exp y in x * x"), ["tape"]),
    );
    expect(own.filter(({ text }) => text === undefined).map(({ use, label }) => [use, label])).toEqual([
      ["fan-out", "x"],
      ["dead-code", "d"],
    ]);
  });

  test("fan-out: two calls without factoring, one merge with it, a sum in the transposed program", () => {
    const { uses, counts } = of("fan-out");
    expect(uses).toBe(2);
    expect(counts.naive).toMatchObject({ calls: 2, merges: 0 });
    expect(counts.deltas).toMatchObject({ calls: 2, merges: 0 });
    for (const stage of ["staged", "cayley", "sparse", "mutable", "one-array", "defunctionalised", "tape", "parallel"])
      expect([stage, counts[stage]]).toMatchObject([stage, { sent: 2, calls: 1, merges: 1 }]);
    for (const stage of ["delta-lets", "delta-array"]) expect(counts[stage]).toMatchObject({ sent: 2, merges: 1 });
    expect(counts.transposed).toMatchObject({ sent: 1, calls: 1, merges: 0 });
    expect(counts.vectors).toMatchObject({ sent: 0, vectorSums: 2 });
  });

  test("what is not used is skipped, and zero in the transposed program, where an infinite partial makes it NaN", () => {
    for (const use of ["drop", "dead-code", "projection"] as const)
      for (const { id, entry, unreached, ofArrays } of STAGES) {
        if (entry !== "reverse" || ofArrays === true) continue;
        const { sent, zeroCalls, gradient } = of(use).counts[id]!;
        const isZero = unreached === "zero cotangents";
        expect([use, id, sent, zeroCalls]).toEqual([use, id, isZero ? 1 : 0, isZero ? 1 : 0]);
        expect([use, id, gradient.includes("nan")]).toEqual([use, id, isZero && use === "dead-code"]);
      }
  });

  test("a captured variable gets as much as one that is passed; branches and functions are traced by Linear A", () => {
    const { uses, counts } = of("capture");
    expect(uses).toBe(4);
    expect(counts.naive).toMatchObject({ calls: 4, gradient: "40.0" });
    expect(counts.tape).toMatchObject({ sent: 4, merges: 3, gradient: "40.0" });
    expect(counts.transposed).toMatchObject({ fragment: { tag: "traced" }, gradient: "40.0" });
    expect(of("branch").counts.transposed).toMatchObject({ fragment: { tag: "traced" }, gradient: "4.0" });
    expect(of("branch").counts.tape).toMatchObject({ fragment: { tag: "inside" }, sent: 1 });
  });
});

test("the program of a traced column is the run at the input that is asked, not at that of the header", () => {
  const text = "-- at: 2.0\ndef main (x : Real) = if x < 0.0 then sin x else x * x";
  const printed = (at: string | undefined) =>
    explored(text, at)
      .program("transposed", true)!
      .program.map((line) => line.text)
      .join("\n");
  expect(printed(undefined)).not.toContain("sin(");
  expect(printed("0.0 - 1.0")).toContain("sin(");
});
