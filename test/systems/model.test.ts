// The view Systems: deliveries and when a cotangent is final, what is kept, which parts of a printed program are lit.
import { describe, expect, test } from "vitest";
import { studyWordsOf } from "../../app/algorithms/index.ts";
import { cutAt, widestOfTwo } from "../../app/program/model/lanes.ts";
import { blanksLeftOut, differingCounts, excerptOf } from "../../app/systems/model/brief.ts";
import { calledIn } from "../../app/systems/model/called.ts";
import { firstChoice, nextChoice, operationOf } from "../../app/systems/model/first-choice.ts";
import { keptOf } from "../../app/systems/model/kept.ts";
import { offerFor } from "../../app/systems/model/offer.ts";
import { litLines, programParts } from "../../app/systems/model/program.ts";
import { comparedScalars, deliveriesOf } from "../../app/systems/model/reached.ts";
import { wordsOfUse } from "../../app/systems/model/uses.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { linearUses } from "../../engine/explore/linear-use.ts";
import { type Linked, linkedWith } from "../../engine/explore/linked.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

function recorded(text: string, ...stages: readonly string[]): Exploration {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  finish(exploration.open());
  for (const stage of stages) finish(exploration.record(stage));
  return exploration;
}

const DOUBLINGS = "-- at: 1.5\ndef main (x : Real) =\n  let a = x + x in let b = a + a in b + b";

/** By scalar, the place of the delivery that makes it final. */
function finals(exploration: Exploration, stage: string): readonly number[] {
  const { of } = deliveriesOf(exploration.replayOrders([stage])[0]!);
  return Array.from({ length: exploration.graph.size }, (_, scalar) => of.get(scalar)?.at(-1) ?? 0);
}

test("what is used most often is looked at first; the last scalar where none is used twice; nothing where none is reached", () => {
  const first = (text: string): number | undefined => firstChoice(recorded(text).graph);
  expect(first("-- at: (2.0, 3.0)\ndef main (x, y) = let z = x + y in z * z * z + x")).toBe(2);
  expect(first("-- at: (2.0, 3.0)\ndef main (x, y) = sin (x * y)")).toBe(3);
  expect(first("-- at: 2.0\ndef main (x : Real) = 1.0")).toBeUndefined();
});

test("from number to number one comes to all that are compared, and round", () => {
  // x, 2, their product, which nothing uses, and the result
  const { graph } = recorded("-- at: 3.0\ndef main (x : Real) = let z = x * 2.0 in sin x");
  const from = (scalar: number | undefined, by: 1 | -1) => nextChoice(graph, scalar, by);
  const result = graph.size - 1;
  expect([from(undefined, 1), from(0, 1), from(result, 1)]).toEqual([0, result, 0]);
  expect([from(undefined, -1), from(0, -1), from(result, -1)]).toEqual([result, result, 0]);
  expect(nextChoice(recorded("-- at: 2.0\ndef main (x : Real) = 1.0").graph, undefined, 1)).toBeUndefined();
});

test("the operation that is shown of a choice is itself, or the last that uses it; without one, the last", () => {
  // x, y, x + y, sin of it, the product
  const { graph } = recorded("-- at: (2.0, 3.0)\ndef main (x, y) = let z = x + y in z * sin z");
  expect([0, 1, 2, 3, 4, undefined].map((scalar) => operationOf(graph, scalar))).toEqual([2, 2, 2, 3, 4, 4]);
  expect(operationOf(recorded("-- at: 2.0\ndef main (x : Real) = x").graph, 0)).toBeUndefined();
});

describe("when a cotangent is final", () => {
  test("in three doublings: after 15 calls, after 7 contributions, or with the fourth line", () => {
    const stages = ["naive", "staged", "tape", "deltas", "delta-lets", "transposed"];
    const exploration = recorded(DOUBLINGS, ...stages);
    // x, a, b and the result; as in the papers' count 2ⁿ⁺¹ − 1 of calls without factoring
    expect(finals(exploration, "naive")).toEqual([15, 13, 9, 1]);
    expect(finals(exploration, "deltas")).toEqual([15, 13, 9, 1]);
    for (const stage of ["staged", "tape", "delta-lets"])
      expect([stage, finals(exploration, stage)]).toEqual([stage, [7, 5, 3, 1]]);
    expect(finals(exploration, "transposed")).toEqual([4, 3, 2, 1]);
  });

  test("every delivery of a stage in which contributions wait goes along an edge or comes from the result", () => {
    const exploration = recorded("-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * y + sin x", "tape", "cayley");
    const { graph } = exploration;
    for (const stage of ["tape", "cayley"])
      expect(deliveriesOf(exploration.replayOrders([stage])[0]!).to).toHaveLength(
        graph.operands.length + graph.outputs.length,
      );
  });

  test("rows: all scalars that are reached; of many the lit ones, results and inputs, at most nine", () => {
    const small = recorded(DOUBLINGS).graph;
    expect(comparedScalars(small, [])).toEqual([3, 2, 1, 0]);
    const many = `-- at: 1.1\ndef main (x : Real) = ${"x * ".repeat(30)}x`;
    const { graph } = recorded(many);
    const shown = comparedScalars(graph, [17]);
    expect(shown).toHaveLength(9);
    expect(shown).toContain(17);
    expect(shown).toContain(0);
    expect(shown[0]).toBe(graph.size - 1);
  });
});

describe("what is kept", () => {
  const kept = (text: string, stage: string) => {
    const exploration = recorded(text, stage);
    const info = finish(exploration.record(stage));
    const forward = info.phases.find(({ name }) => name === "forward")!.to;
    const ask = { stages: [stage], leader: stage, cursors: { [stage]: forward }, rows: [0, 400], also: [] } as const;
    const column = {
      info,
      program: undefined,
      replayOrder: undefined,
      kept: exploration.frames(ask).frames[stage],
      study: undefined,
    };
    return keptOf(column, exploration.graph, []);
  };
  const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let s = sin x in x * y + s";

  test("is a function, a list of pairs or a term, as the stage has it", () => {
    expect(kept(text, "naive").rows.map((row) => row.text)).toEqual([
      "λ̲z. dx (−0.4161·z)",
      "λ̲z. dx (3·z) + dy (2·z)",
      "λ̲z. d#3 z + ds z",
    ]);
    expect(kept(text, "tape").rows.map((row) => row.text)).toEqual([
      "[(−0.4161, #0)]",
      "[(3, #0), (2, #1)]",
      "[(1, #3), (1, #2)]",
    ]);
    expect(kept(text, "delta-lets").rows.map((row) => row.text)).toEqual([
      "Scale −0.4161 (Var 0)",
      "Add (Scale 3 (Var 0)) (Scale 2 (Var 1))",
      "Add (Var 3) (Var 2)",
    ]);
  });

  test("of a long run is counted to its end, and a term without sharing is cut", () => {
    const many = `-- at: 1.1\ndef main (x : Real) = ${"x * ".repeat(600)}x`;
    const { rows, more } = kept(many, "tape");
    expect([rows.length, more]).toEqual([9, 591]);
    const shared = `-- at: 1.5\ndef main (x : Real) =\n${"  let x = x + x in\n".repeat(12)}  x`;
    for (const row of kept(shared, "deltas").rows) expect(row.text.length).toBeLessThan(200);
  });
});

test("a NaN that no zero has made is not told as one", () => {
  const exploration = recorded("-- at: (1.0, 0.0)\ndef main (x : Real, y : Real) = x / y + sqrt y");
  const rows = finish(linearUses(exploration, ["tape", "transposed"]));
  const fanOut = rows.find(({ use }) => use === "fan-out")!;
  expect(fanOut.counts.tape!.gradient).toContain("nan");
  expect(wordsOfUse(fanOut, "tape")).toMatchObject({ head: "1 merge", isOdd: false });
  // one use of two is dead: that is no fan-out, and nothing is merged
  const half = recorded("-- at: 2.0\ndef main (x : Real) = let d = x * 2.0 in sin x");
  const halfRows = finish(linearUses(half, ["naive", "tape"]));
  expect(halfRows.find(({ use }) => use === "fan-out")!.text).toBeDefined();
  expect(wordsOfUse(halfRows.find(({ use }) => use === "dead-code")!, "naive")!.head).toBe("skipped");
  const dead = rows.find(({ use }) => use === "dead-code")!;
  expect(wordsOfUse(dead, "transposed")).toMatchObject({ head: "0 × ∞ = NaN", isOdd: true });
});

test("a scalar is called by its name, else as the program writes it", () => {
  const text = "-- at: [1.0, 2.0]\ndef main (xs : [Real]) = let s = sum xs in s * s + 1.0";
  const { graph } = recorded(text);
  const called = Array.from({ length: graph.size }, (_, scalar) => calledIn(graph, scalar, text));
  expect(called).toContain("xs[1]");
  expect(called).toContain("s * s");
  expect(called.at(-1)).toBe("s * s + 1.0");
});

test("scalars that one place computes are told apart by their numbers, those of one name by an index", () => {
  const text =
    "-- at: ([1.0, 2.0], 3.0)\ndef main (xs, k) =\n  let ys = map (\\x -> let sq = x * x in k * sq * 2.0) xs in\n  sum ys";
  const { graph } = recorded(text);
  const called = Array.from({ length: graph.size }, (_, scalar) => calledIn(graph, scalar, text));
  expect(called).toEqual(expect.arrayContaining(["sq₁", "sq₂"]));
  const products = called.filter((name) => name.startsWith("k * sq (#"));
  expect(products).toHaveLength(2);
  expect(new Set(called).size).toBe(called.length);
});

test("a line of two lanes says where the reverse pass begins, and is cut there", () => {
  const { program } = recorded("-- at: (2.0, 3.0)\ndef main (x, y) = x * y + x", "lazy-zeros").program(
    "lazy-zeros",
    true,
  )!;
  const both = program.filter(({ reverseFrom }) => reverseFrom !== undefined);
  expect(both.length).toBeGreaterThan(2);
  for (const { text, parts, reverseFrom } of both) {
    const [forward, reverse] = cutAt(parts, reverseFrom).map((some) => some.map((part) => part.text).join(""));
    expect(`${forward}${reverse}`).toBe(text);
    expect(forward).toMatch(/ {3}$/);
    expect(reverse).toMatch(/^\S.*⊕=|^↘/u);
  }
  expect(widestOfTwo(program)).toBe(Math.max(...both.map(({ text }) => [...text.replace(/\p{M}/gu, "")].length)));
  expect(widestOfTwo(recorded(DOUBLINGS, "tape").program("tape", true)!.program)).toBeUndefined();
});

describe("the program of a column", () => {
  test("has the user's definitions first, and what goes around every program apart", () => {
    const { program } = recorded(DOUBLINGS, "tape").program("tape", true)!;
    const { own, around } = programParts(program);
    expect(own.map((line) => line.text).join("\n")).toMatch(/^def main =/);
    expect(around.some((line) => line.text.startsWith("def Wrap"))).toBe(true);
    expect(own.some((line) => line.text.startsWith("def Wrap"))).toBe(false);
  });

  const { standsFor } = studyWordsOf("transposed")!;
  const linked: Linked = { name: "x", isAlone: true, spans: [], scalars: [4] };
  const lit = (text: string, tag: "straight" | "run", of: Linked = linked): readonly string[] =>
    litLines([{ text, parts: [{ text, span: undefined }], change: "same" }], of, { tag, standsFor })
      .flat()
      .filter(({ isLit }) => isLit)
      .map((piece) => piece.text);

  test("lights a variable with its tangent and cotangent, and with their copies", () => {
    expect(lit("let (; ẍ : ℝ) = ẍ₁ + ẍ₂'₁ in", "straight")).toEqual(["ẍ", "ẍ₁", "ẍ₂'₁"]);
    expect(lit("let (; ẋ₁ : ℝ) = dx * max(ẏ) in", "straight")).toEqual(["ẋ₁"]);
    expect(lit("let (; ẋ₁ : ℝ) = dx * ẏ in", "straight", { ...linked, isAlone: false })).toEqual([]);
  });

  test("lights the variables of a traced run by the number of their scalar", () => {
    expect(lit("let (; v̈₄'₁ : ℝ, v̈₄'₂ : ℝ) = dup(v̈₄) in let v₁₄ = v₄₁ in", "run")).toEqual(["v̈₄'₁", "v̈₄'₂", "v̈₄"]);
  });

  test("lights a variable in both lanes of a line, with its sensitivity and its backpropagator", () => {
    const exploration = recorded(
      "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let z = x + y in x * z",
      "lazy-zeros",
    );
    const { own } = programParts(exploration.program("lazy-zeros", true)!.program);
    const shown = (scalar: number): readonly (readonly string[])[] =>
      litLines(own, linkedWith(exploration, { tag: "scalar", scalar })!, { tag: "tree" }).map((pieces) =>
        pieces.filter(({ isLit }) => isLit).map(({ text }) => text.trim()),
      );
    // main, its parameters, z = x + y, x * z
    expect(shown(0).slice(1, 4)).toEqual([
      ["x", "ẋ"],
      ["x", "ẋ"],
      ["x", "ẋ"],
    ]);
    expect(shown(1)[1]).toEqual(["y", "ẏ"]);
    expect(shown(1)[3]).toEqual([]);
  });

  test("lights in a rule what it binds to the variable, there and nowhere else", () => {
    const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * y + sin x";
    const exploration = recorded(text, "tape", "delta-lets", "naive");
    const shown = (stage: string, choice: number) =>
      litLines(
        programParts(exploration.program(stage, true)!.program).own,
        linkedWith(exploration, { tag: "scalar", scalar: choice })!,
        { tag: "tree" },
      )
        .map((pieces) =>
          pieces
            .map((piece) => (piece.isLit ? `[${piece.text}]` : piece.text))
            .join("")
            .trim(),
        )
        .filter((line) => line.includes("["));
    // y: the second operand of the product, and no other rule's
    expect(shown("tape", 1)).toContain("let ⟨x₂, d₂⟩ = [y] in");
    expect(shown("tape", 1).filter((line) => line.includes("[d₂]"))).toHaveLength(1);
    expect(shown("tape", 1).some((line) => line.includes("(x₁, [d₂])"))).toBe(true);
    expect(shown("delta-lets", 1).some((line) => line.includes("Scale(x₁, [d₂])"))).toBe(true);
    // x: both of its rules
    expect(shown("tape", 0).some((line) => line.includes("(x₂, [d₁])"))).toBe(true);
    expect(shown("tape", 0).some((line) => line.includes("(cos [x₂], [d₂])"))).toBe(true);
    expect(shown("naive", 0).some((line) => line.includes("[d₁] (x₂·z)"))).toBe(true);
    // the product: its whole rule, and what the sum binds it to
    expect(shown("tape", 2).some((line) => line.includes("(1.0, [d₁])"))).toBe(true);
  });

  test("as an excerpt has the lines of what is chosen, or the first ones where nothing is lit", () => {
    const exploration = recorded("-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * y + sin x", "tape");
    const { own } = programParts(exploration.program("tape", true)!.program);
    const excerpt = (of: Linked): readonly number[] => excerptOf(litLines(own, of, { tag: "tree" }));
    const texts = excerpt(linkedWith(exploration, { tag: "scalar", scalar: 1 })!).map((line) => own[line]!.text.trim());
    expect(texts).toContain("let ⟨x₂, d₂⟩ = y in");
    expect(texts).not.toContain("def main =");
    expect(excerpt({ name: undefined, isAlone: false, spans: [], scalars: [] })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const long = Array.from({ length: 40 }, () => [{ text: "x", from: undefined, isLit: true }]);
    expect(excerptOf(long)).toHaveLength(8);
  });
});

test("lines leave out the blanks that their block shares, and those that a column has no room for", () => {
  const lines = ["def f =", "    a", "", "      b", "        c", `${" ".repeat(40)}d`].map((text) => ({ text }));
  expect(blanksLeftOut(lines, [0, 1, 2, 3])).toEqual([0, 0, 0, 0]);
  expect(blanksLeftOut(lines, [1, 3, 4])).toEqual([4, 6, 6]);
  expect(blanksLeftOut(lines, [1, 2, 3])).toEqual([4, 0, 4]);
  expect(blanksLeftOut(lines, [0, 4, 5])).toEqual([0, 8, 24]);
  expect(blanksLeftOut(lines, [])).toEqual([]);
});

test("of the counts of several columns those are shown in which one differs; of a run that has not ended none", () => {
  const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = x * y + sin x";
  const exploration = recorded(text);
  const column = (stage: string) => ({
    info: finish(exploration.record(stage)),
    program: undefined,
    replayOrder: undefined,
    kept: undefined,
    study: undefined,
  });
  const [tape, transposed] = [column("tape"), column("transposed")];
  const [first = [], second = []] = differingCounts([tape, transposed]);
  const titles = first.map(({ title }) => title);
  expect(titles).toContain("steps back");
  // each reached scalar passes its cotangent on once in both
  expect(titles).not.toContain("cotangents sent on");
  expect(second.map(({ title }) => title)).toEqual(titles);
  const { forward } = tape.info.cost;
  expect(first.find(({ title }) => title === "steps forward")!.count).toBe(costOf(forward));
  expect(differingCounts([tape])[0]!.map(({ title }) => title)).toContain("cotangents sent on");
  const unended = { ...tape, info: { ...tape.info, ended: { tag: "too-many-events" } as const } };
  expect(differingCounts([unended, transposed])[0]).toEqual([]);
});

describe("the stage to show where one refuses a program", () => {
  const stages = ["staged", "lazy-zeros", "chad-cells"];

  test("is one of the same system in its stead", () => {
    expect(offerFor({ stages, places: [0, 1], place: 1, inside: ["nested"] })).toEqual({ place: 1, stage: "nested" });
  });

  test("is else one of another system, also of one whose column is away", () => {
    expect(offerFor({ stages, places: [0, 2], place: 0, inside: ["nested"] })).toEqual({ place: 1, stage: "nested" });
  });

  test("is none where a column that is shown takes the program, or none does", () => {
    const taken = ["staged", "nested", "chad-cells"];
    expect(offerFor({ stages: taken, places: [0, 1], place: 0, inside: ["nested"] })).toBeUndefined();
    expect(offerFor({ stages, places: [0, 1], place: 0, inside: [] })).toBeUndefined();
  });
});
