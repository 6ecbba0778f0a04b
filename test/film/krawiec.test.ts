// Films of stages that are no dual numbers with backpropagators: what they keep, count and find is drawn as theirs.
import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { type Film, filmOf, filmWithout, NO_MARKS } from "../../app/playback/model/film.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { animated } from "../support/animated.ts";
import { EXAMPLES, example } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const SIZE = { width: 2400, height: 1200, projected: 0 };
const LINEAR = "-- at: (3.0, 5.0)\ndef main (x, y) = 0.2 * x + 0.1 * y";

interface Drawn {
  readonly film: Film;
  shapes(t: number): readonly Shape[];
  /** Texts by their keys. */
  texts(t: number): ReadonlyMap<string, string>;
}

function drawn(text: string, stages: readonly string[], cut: ReadonlySet<number> = new Set()): Drawn {
  const { explored, animation } = animated(text, stages);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf(SIZE, film.graph.size, wanted, order);
  const shapes = (t: number) => pictureAt(film, paper, t, { ...NO_MARKS, cut });
  const texts = (t: number) =>
    new Map(
      shapes(t).flatMap((shape) =>
        shape.tag === "text" ? [[shape.key, shape.parts.map((part) => part.text).join("")] as const] : [],
      ),
    );
  return { film: filmWithout(film, cut), shapes, texts };
}

describe.each(["delta-lets", "delta-array", "staged", "tape"])("%s", (stage) => {
  test.each(oneIn(3, ["01", "05", "06", "08", "09", "20"]))(
    "has its gradient in its cells at the end of example %s",
    (name) => {
      const { film, texts } = drawn(example(name), [stage]);
      const told = texts(film.animation.end);
      const shown = film.inputs.filter((input) => told.has(`cellt${stage}${input}`));
      expect(shown.length).toBeGreaterThan(0);
      for (const input of shown)
        expect(told.get(`cellt${stage}${input}`)).toBe(shortReal(film.graph.cotangents[input]!));
      // and nothing of it before the result has sent anything
      for (const input of shown) expect(texts(film.animation.forwardEnd).get(`cellt${stage}${input}`)).toBe("0");
    },
  );
});

test("a gradient that is left in the cells of inputs is that without the edges that are cut", () => {
  const edge = 3;
  const { film, shapes } = drawn(example("05"), ["delta-array"], new Set([edge]));
  const found = film.inputs.map((input) => film.graph.cotangents[input]!);
  const told = shapes(film.animation.end).filter(({ key }) => key.startsWith("celltdelta-array"));
  const changed = told.map(({ data }) => data?.result ?? 0);
  expect(changed).toEqual(found);
  expect(found.at(-1)).not.toBe(film.whole!.graph.cotangents[film.inputs.at(-1)!]);
});

describe("terms", () => {
  test("stand in the rows of what is bound, behind their IDs where these are other numbers", () => {
    const { film, texts } = drawn(LINEAR, ["delta-array"]);
    const rows = [...texts(film.animation.forwardEnd)].filter(([key]) => key.startsWith("entrytdelta-array"));
    // #2 and #4 are the constants, and x and y have IDs but no bindings
    expect(rows).toEqual([
      ["entrytdelta-array3", "2 ↦ Add (Scale 3 Zero) (Scale 0.2 (Var 0))"],
      ["entrytdelta-array5", "3 ↦ Add (Scale 5 Zero) (Scale 0.1 (Var 1))"],
      ["entrytdelta-array6", "4 ↦ Add (Var 2) (Var 3)"],
    ]);
  });

  test("go on in a second line where there is no room for one", () => {
    const { explored, animation } = animated(LINEAR, ["delta-array", "staged", "tape"]);
    const film = filmOf(explored, animation);
    const { wanted, order } = columnsOf(film);
    const paper = paperOf({ width: 1100, height: 900, projected: 0 }, film.graph.size, wanted, order);
    const lines = pictureAt(film, paper, animation.end).flatMap((shape) =>
      shape.tag === "text" && shape.key.startsWith("entrytdelta-array3")
        ? [shape.parts.map(({ text }) => text).join("")]
        : [],
    );
    expect(lines).toEqual(["2 ↦ Add (Scale 3 Zero)", "(Scale 0.2 (Var 0))"]);
  });

  test("lose what a cut edge stands for", () => {
    const { film, shapes } = drawn(LINEAR, ["delta-array"], new Set([1]));
    const row = shapes(film.animation.forwardEnd).find(({ key }) => key === "entrytdelta-array3");
    const struck = row?.tag === "text" ? row.parts.filter(({ isStruck }) => isStruck) : [];
    expect(struck.map(({ text }) => text).join("")).toBe("Scale 0.2 (Var 0)");
  });

  test("are said", () => {
    const { film } = drawn(LINEAR, ["deltas"]);
    const said = narrationOf(film).map(({ text }) => text);
    expect(said).toContain(
      "`#3 = 0.2 · x = 0.6`. Beside it, what it will send back, as a term: `Add (Scale 3 Zero) (Scale 0.2 d#0)`.",
    );
  });
});

describe("counts are those of the stage", () => {
  test.each(["deltas", "transposed"])("%s has no one-hots", (stage) => {
    const { film, shapes, texts } = drawn(example("05"), [stage]);
    for (let part = 0; part <= 20; part++) {
      const t = (film.animation.end * part) / 20;
      expect([...texts(t).values()].filter((one) => /one-hot/.test(one))).toEqual([]);
      expect(shapes(t).filter(({ data }) => data?.strip !== undefined)).toEqual([]);
    }
    expect(texts(film.animation.end).get(`hots${stage}`)).toBe("gradient: 0, 55");
  });

  test("naive has them", () => {
    const { film, texts } = drawn(example("05"), ["naive"]);
    expect(texts(film.animation.end).get("hotsnaive")).toBe("5 one-hots, added up: 0, 55");
  });

  test.each([
    ["naive", /\d+ calls$/],
    ["deltas", /\d+ evaluations$/],
    ["delta-lets", /^\d+ bindings ✓$/],
    ["chad", /^\d+ cotangents$/],
  ])("the head of %s says what is counted", (stage, counted) => {
    const { film, texts } = drawn(example("05"), [stage]);
    expect(texts(film.animation.end).get(`count${stage}`)).toMatch(counted);
  });

  test("transposed passes on cotangents, and calls nothing", () => {
    const { film, texts } = drawn(example("05"), ["transposed"]);
    expect(texts(film.animation.end).get("counttransposed")).toBe("5 cotangents");
    const said = narrationOf(film).map(({ text }) => text);
    expect(said.filter((one) => /\bcalls?\b/.test(one))).toEqual([]);
    expect(said.at(-1)).toBe("Done: 5 cotangents were passed on, each once.");
  });
});

describe("vectors", () => {
  test("has the whole gradient of every scalar in its row, and that of the result above", () => {
    const { film, shapes, texts } = drawn(example("05"), ["vectors"]);
    const at = film.animation.end;
    const cells = shapes(at).flatMap(({ key, data }) => (data?.gradient === undefined ? [] : [[key, data.gradient]]));
    expect(cells).toEqual([
      ["vectorvectors0 0", 1],
      ["vectorvectors0 1", 0],
      ["vectorvectors1 0", 0],
      ["vectorvectors1 1", 1],
      ["vectorvectors2 0", 0],
      ["vectorvectors2 1", 5],
      ["vectorvectors3 0", 0],
      ["vectorvectors3 1", 25],
      ["vectorvectors4 0", 0],
      ["vectorvectors4 1", 55],
      ["resultvectors 0", 0],
      ["resultvectors 1", 55],
    ]);
    expect(texts(at).get("vectorvectors4 1t")).toBe("55");
    expect(texts(film.animation.forwardEnd - 1).get("byvectors0")).toBe("w");
  });

  test.each(
    oneIn(3, EXAMPLES)
      .filter(({ name }) => /^(0[1-9]|1[0-57])/.test(name))
      .map(({ name, text }) => [name, text]),
  )("ends with the gradient of %s", (_, text) => {
    const { film, shapes } = drawn(text!, ["vectors"]);
    const found = new Map(shapes(film.animation.end).map(({ key, data }) => [key, data?.gradient]));
    for (const [place, input] of film.inputs.entries())
      expect(found.get(`resultvectors ${place}`)).toBeCloseTo(film.graph.cotangents[input]!, 9);
  });
});
