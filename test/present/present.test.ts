// The slides of a document: what begins one, what its steps are, and where scenes lead.
import { describe, expect, test } from "vitest";
import { addressOf, NO_SCENE, programNamed, routeOf } from "../../app/document/address.ts";
import { type Document, lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import { programName, withoutHeader } from "../../app/document/header.ts";
import { blocksOf, withoutNotes } from "../../app/document/prose-blocks.ts";
import type { EmbeddedPanel } from "../../app/document/views.ts";
import {
  columnsOf,
  placeIn,
  type Slide,
  sceneOfLink,
  slideOf,
  slidesOf,
  stepped,
  turned,
} from "../../app/present/model.ts";
import { clockOf } from "../../app/present/notes/clock.ts";

/** A document of programs, which begin with `def` or `--`, and of prose. */
function documentOf(...texts: readonly string[]): Document {
  const cells = texts.map((text, index) => {
    const id = `cell-${index + 1}`;
    return /^(?:def|--)/.test(text) ? programCell(id, text) : proseCell(id, text);
  });
  return { title: "", cells };
}

function withInside(document: Document, at: number, inside: readonly EmbeddedPanel[]): Document {
  const cells = document.cells.map((cell, index) =>
    index === at && cell.tag === "program" ? { ...cell, views: { inside } } : cell,
  );
  return { ...document, cells };
}

/** A slide in a line: its heading, what it is made of, and its steps. */
function lineOf({ heading, parts, steps }: Slide): string {
  const made = parts.map((part) => (part.tag === "prose" ? part.text : `${part.tag} ${part.cell}`));
  const done = steps.map((step) => {
    if (step.tag === "prose") return "prose";
    if (step.tag === "lesson") return `lesson ${step.cell} beside ${step.program ?? "nothing"}`;
    return step.tag === "scene" ? `${step.view} of ${step.cell}` : `${step.cell} ${step.drawn ?? ""}`.trim();
  });
  return `${heading?.text ?? "-"}: ${made.join(" | ")} (${done.join(", ")})`;
}

const lines = (document: Document): readonly string[] => slidesOf(document).map(lineOf);

describe("slides", () => {
  test("begin with each heading of the first three ranks, and hold what follows", () => {
    expect(lines(documentOf("# A\n\none\n\n## B\ntwo\n### C", "def main x = x", "#### D\nthree"))).toEqual([
      "A: one (prose)",
      "B: two (prose)",
      "C: program cell-2 | #### D\nthree (cell-2)",
    ]);
  });

  test("begin with a program that has a title, unless a heading waits for one", () => {
    const titled = "-- title: T\ndef main x = x";
    expect(lines(documentOf("# A\nfirst", titled, titled, "after", "def main y = y"))).toEqual([
      "A: first | program cell-2 (cell-2)",
      "T: program cell-3 | after | program cell-5 (cell-3, cell-5)",
    ]);
  });

  test("are there without any heading", () => {
    expect(lines(documentOf("def main x = x", "more"))).toEqual(["-: program cell-1 | more (cell-1)"]);
    expect(lines(documentOf("only prose"))).toEqual(["-: only prose (prose)"]);
    expect(lines(documentOf())).toEqual([]);
  });

  test("show what is open below a program step by step, and columns last", () => {
    const document = withInside(documentOf("# A", "def main x = x"), 1, ["columns", "play", "graph", "curves"]);
    expect(lines(document)).toEqual(["A: program cell-2 (cell-2 graph, cell-2 curves, cell-2 columns)"]);
    expect(lines(withInside(document, 1, ["columns"]))).toEqual(["A: program cell-2 (cell-2, cell-2 columns)"]);
    const long = `def main x =\n${"  let a = x in\n".repeat(28)}  x`;
    expect(lines(withInside(documentOf("# A", long), 1, ["graph"]))).toEqual([
      "A: program cell-2 (cell-2, cell-2 graph)",
    ]);
  });

  test("have the scenes that their prose links to as steps, of the program beside which they stand", () => {
    const scenes = "[Merge](#/explorer?step=12) and [all](#/graph/2) not `[code](#/jobs)` nor [there](#/)";
    const document = documentOf("def main x = x", `# A\n${scenes}`, "def main y = y", "[later](#/jobs?pick=1)");
    expect(lines(document)).toEqual([
      "-: program cell-1 (cell-1)",
      `A: ${scenes} | program cell-3 | [later](#/jobs?pick=1) (cell-3, explorer of cell-3, graph of cell-3, jobs of cell-3)`,
    ]);
    const found = sceneOfLink(document, "cell-2" as never, "#/explorer?step=12");
    expect(found).toMatchObject({ cell: "cell-3", words: "Merge", scene: { step: 12 } });
    expect(sceneOfLink(document, "cell-2" as never, "#/explorer?step=13")).toBeUndefined();
  });

  test("show a film as it ends, unless its address names a step", () => {
    const document = documentOf("def main x = x", "[all](#/explorer/1) [a part](#/explorer/1?from=4&step=12)");
    const scenes = slidesOf(document)[0]!.steps.flatMap((step) => (step.tag === "scene" ? [step.scene] : []));
    expect(scenes).toMatchObject([
      { step: "end", from: undefined },
      { step: 12, from: 4 },
    ]);
  });

  test("take no heading and no scene from code", () => {
    const [slide] = slidesOf(
      documentOf("# A\n```\n# no heading\n[no](#/jobs)\n```\n~~~~notes\nsay\n~~~\n~~~~", "def main x = x"),
    );
    expect(slide).toMatchObject({ heading: { text: "A" }, notes: "say\n~~~" });
    expect(slide?.steps).toHaveLength(1);
  });

  test("have the notes that stand below their heading", () => {
    const [first, second] = slidesOf(documentOf("# A\n```notes\none\n```\ntext\n```notes\ntwo\n```\n# B ##"));
    expect(first).toMatchObject({ notes: "one\n\ntwo", parts: [{ text: "text" }] });
    expect(second).toMatchObject({ heading: { text: "B", rank: 1 }, notes: "" });
  });
});

describe("going through slides", () => {
  const slides = slidesOf(withInside(documentOf("# A", "def main x = x", "# B"), 1, ["graph", "columns"]));

  test("goes by steps, and by slides", () => {
    expect(stepped(slides, { slide: 0, step: 0 }, 1)).toEqual({ slide: 0, step: 1 });
    expect(stepped(slides, { slide: 0, step: 1 }, 1)).toEqual({ slide: 1, step: 0 });
    expect(stepped(slides, { slide: 1, step: 0 }, 1)).toEqual({ slide: 1, step: 0 });
    expect(stepped(slides, { slide: 1, step: 0 }, -1)).toEqual({ slide: 0, step: 1 });
    expect(stepped(slides, { slide: 0, step: 0 }, -1)).toEqual({ slide: 0, step: 0 });
    expect(turned(slides, { slide: 0, step: 0 }, 1)).toEqual({ slide: 1, step: 0 });
    expect(turned(slides, { slide: 0, step: 1 }, -1)).toEqual({ slide: 0, step: 1 });
  });

  test("stays within what there is", () => {
    expect(placeIn(slides, { slide: 7, step: 7 })).toEqual({ slide: 1, step: 0 });
    expect(placeIn([], { slide: 7, step: 7 })).toEqual({ slide: 0, step: 0 });
    expect(slideOf(slides, "cell-3" as never)).toBe(1);
    expect(slideOf(slides, undefined)).toBe(0);
  });

  test("takes a time", () => {
    expect([0, 65, 3605].map(clockOf)).toEqual(["00:00", "01:05", "1:00:05"]);
  });
});

describe("prose", () => {
  test("is the sum of its blocks, and can be had without notes", () => {
    const text = "a\n# b\n```notes\nc\n```\n\n``` x ` y\n```js\nd";
    expect(
      blocksOf(text)
        .map(({ raw }) => raw)
        .join("\n"),
    ).toBe(text);
    expect(withoutNotes(text)).toBe("a\n# b\n\n``` x ` y\n```js\nd");
    expect(withoutNotes("```notes\nnever ends")).toBe("");
  });
});

describe("hostile prose", () => {
  test.each([
    ["brackets", "[".repeat(200_000)],
    ["spaces in a heading", `# a${" ".repeat(200_000)}b`],
    ["signs that close a heading", `# ${"#".repeat(200_000)}b`],
    ["fences that never end", Array.from({ length: 600 }, (_, index) => "`".repeat(603 - index)).join("\n")],
    ["links", "[a](#/".repeat(40_000)],
  ])("is read in a moment: %s", (_, text) => {
    const began = performance.now();
    expect(slidesOf(documentOf(text, "def main x = x")).length).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe("a scene", () => {
  test("is an address, there and back", () => {
    const scene = { step: 12, from: 4, pick: 5, lead: "staged", stages: ["naive", "staged"] } as const;
    const address = addressOf("explorer", "cell-2", scene);
    expect(address).toBe("#/explorer/cell-2?stages=naive,staged&lead=staged&from=4&step=12&pick=5");
    expect(routeOf(address)).toEqual({ view: "explorer", cell: "cell-2", scene });
    expect(routeOf("#/graph?step=end")).toEqual({
      view: "graph",
      cell: undefined,
      scene: { ...NO_SCENE, step: "end" },
    });
    expect(routeOf("#/graph/%E0?step=-1&pick=x")).toEqual({ view: "graph", cell: "%E0", scene: NO_SCENE });
    expect(routeOf("#/present/2")).toEqual({ view: "document", cell: "2", scene: NO_SCENE });
  });

  test("names a program by its name or its number", () => {
    const document = documentOf("text", "def main x = x", "-- title: T\ndef main x = x");
    expect(["cell-3", "1", "2", "0", "3", undefined].map((name) => programNamed(document, name)?.id)).toEqual([
      "cell-3",
      "cell-2",
      "cell-3",
      undefined,
      undefined,
      undefined,
    ]);
    expect(document.cells.map((cell) => (cell.tag === "program" ? programName(document, cell) : ""))).toEqual([
      "",
      "Program 1",
      "T",
    ]);
  });
});

describe("a program on a slide", () => {
  test("has no header, and keeps its other comments", () => {
    const text =
      "-- title: T\n-- about: one\n--   two\n-- a remark\n-- at: 1.0\n\n-- more\ndef main x =\n  -- at: 2\n  x\n";
    expect(withoutHeader(text)).toBe("-- a remark\n\n-- more\ndef main x =\n  -- at: 2\n  x");
    expect(withoutHeader("-- at: 1.0")).toBe("");
  });
});

test("a program that is too long for one column of a slide has two; one that is too long for two is scrolled", () => {
  const program = (lines: number): string => `-- at: 2.0\ndef main x =\n${"  let a = x in\n".repeat(lines - 2)}  x\n`;
  expect([20, 21, 44, 45].map((lines) => columnsOf(program(lines)).length)).toEqual([1, 2, 2, 1]);
});

test("two columns of a program are all of it, and a definition begins the second", () => {
  const definition = (name: string, lines: number): string =>
    `def ${name} x =\n${"  let a = x in\n".repeat(lines - 2)}  x`;
  const text = [definition("f", 9), "", definition("g", 7), "", definition("main", 8)].join("\n");
  const [left = "", right = ""] = columnsOf(text);
  expect(right.startsWith("def g x =")).toBe(true);
  expect(`${left}\n\n${right}`).toBe(text);
  // without one near the middle, it is parted there
  const [first = "", second = ""] = columnsOf(definition("main", 30));
  expect(`${first}\n${second}`).toBe(definition("main", 30));
  expect(first.split("\n")).toHaveLength(15);
});

test("a section of nothing but a question begins with the question, one with words with the words", () => {
  const ask = (id: string) => lessonCell("predict", id, '{"id":"q","is":"value()"}\nWhat is it?');
  const document: Document = {
    title: "",
    cells: [
      programCell("cell-1", "def main x = x * x"),
      proseCell("cell-2", "## A question"),
      ask("cell-3"),
      proseCell("cell-4", "## Words first\n\nThink."),
      ask("cell-5"),
    ],
  };
  const tags = slidesOf(document).map(({ steps }) => steps.map(({ tag }) => tag));
  expect(tags.slice(1)).toEqual([["lesson"], ["prose", "lesson"]]);
});

test("a section of nothing but a link to a film begins with the film", () => {
  const document: Document = {
    title: "",
    cells: [
      programCell("cell-1", "def main x = x * x"),
      proseCell("cell-2", "## The film\n\n[See the run](#/explorer/cell-1)"),
      proseCell("cell-3", "## Words first\n\nNow [see the run](#/explorer/cell-1)."),
    ],
  };
  const tags = slidesOf(document).map(({ steps }) => steps.map(({ tag }) => tag));
  expect(tags.slice(1)).toEqual([["scene"], ["prose", "scene"]]);
});
