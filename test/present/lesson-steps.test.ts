// The slides of a lesson: what stands beside a question, where cells lead, and the names of steps for the speaker.
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Document, lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import { isMoving, isPlayedByStep, slidesOf } from "../../app/present/model.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("addEventListener", () => undefined);
});

const document: Document = {
  title: "",
  cells: [
    proseCell("cell-1", "# Paths\n\nHow many are there?"),
    programCell("cell-2", "-- title: A product\ndef main x = x * x"),
    lessonCell("view", "cell-3", '{"view":"graph"}\nThe graph.'),
    lessonCell("predict", "cell-4", '{"id":"q1","is":"paths()"}\nHow many paths?'),
    lessonCell(
      "view",
      "cell-5",
      '{"view":"complexity","stages":["naive"],"counter":"calls","until":"q1"}\nThe curves.',
    ),
    lessonCell("predict", "cell-6", '{"id":"q2","is":"value()"}\nWhich value?'),
    lessonCell("view", "cell-7", '{"view":"explorer","stages":["naive","staged"]}\nThe film.'),
    lessonCell("break", "cell-8", '{"by":"tape"}\nBreak the tape.'),
    proseCell(
      "cell-9",
      "## Links\n\nThere is [a film](#/explorer), [a part](#/explorer?from=2&step=6), [still](#/graph?step=3)",
    ),
  ],
};
const slides = slidesOf(document);
const [first, second] = slides;

test("a question has the picture that it asks about beside it, else its program; a way into a view is that view", () => {
  expect(first!.steps).toMatchObject([
    { tag: "program", cell: "cell-2" },
    { tag: "lesson", cell: "cell-3", picture: undefined, program: undefined },
    { tag: "lesson", cell: "cell-4", picture: "cell-3" },
    { tag: "scene", view: "complexity", cell: "cell-2", way: "cell-5", scene: { stages: ["naive"], counter: "calls" } },
    { tag: "lesson", cell: "cell-6", picture: undefined, program: "cell-2" },
    { tag: "scene", view: "explorer", cell: "cell-2", way: "cell-7", scene: { step: "end", lead: "naive" } },
    { tag: "lesson", cell: "cell-8", picture: undefined, program: "cell-2" },
  ]);
});

test("the step's key plays the picture of an address without a step, or from one", () => {
  expect(first!.steps.map(isPlayedByStep)).toEqual([false, false, false, false, false, true, false]);
  expect(second!.steps.map(isPlayedByStep)).toEqual([false, true, true, false]);
  expect(second!.steps.map(isMoving)).toEqual([false, true, true, true]);
});

describe("for the speaker", () => {
  let words: typeof import("../../app/present/notes/words.ts");
  beforeAll(async () => {
    words = await import("../../app/present/notes/words.ts");
  });

  test("each step has a name of its own, and a picture is played before what comes next", () => {
    expect(slides.flatMap(({ steps }) => steps.map((step) => words.stepWords(document, step)))).toEqual([
      "A product",
      "View: The graph.",
      "Question: How many paths?",
      "View: The curves.",
      "Question: Which value?",
      "View: The film.",
      "Break it: Break the tape.",
      "There is a film, a part, still",
      "a film",
      "a part",
      "still",
    ]);
    const next = (slide: number, step: number, isPlayed = false) =>
      words.nextWords(document, slides, { slide, step }, isPlayed);
    expect(next(0, 0)).toBe("View: The graph.");
    expect(next(0, 5)).toBe("play: Explorer");
    expect(next(0, 5, true)).toBe("Break it: Break the tape.");
    expect(next(0, 6)).toBe("Links");
    expect(next(1, 3)).toBeUndefined();
  });
});
