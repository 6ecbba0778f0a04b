// Prose on slides: in the order of the document, each passage once, in pieces that can be read from the last row.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LESSONS } from "../../app/course/model/lessons.ts";
import { type Cell, lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import { type Slide, slidesOf } from "../../app/present/model.ts";
import { lettersOf, MOST_LETTERS, type Passage, parted, withTail } from "../../app/present/passages.ts";
import { runs } from "../support/runs.ts";

const prose = (text: string): Passage => ({ tag: "prose", cell: proseCell("cell-1", "").id, text });
const textsOf = (groups: readonly (readonly Passage[])[]) => groups.map((one) => one.map(({ text }) => text).join("|"));

/** The paragraphs and the cells of a slide as its steps go through them; those above a program once, whatever is drawn beside it. */
function gone({ steps }: Slide): readonly string[] {
  const all: string[] = [];
  let program = "";
  for (const step of steps) {
    if (step.tag === "scene" && step.way === undefined) continue;
    if ("prose" in step && !(step.tag === "program" && step.cell === program))
      all.push(...step.prose.flatMap(({ text }) => words(text)));
    program = step.tag === "program" ? step.cell : "";
    if (step.tag === "lesson") all.push(step.cell);
    else if (step.tag === "scene") all.push(step.way!);
  }
  return all;
}

/** The same of its parts. */
function meant({ parts }: Slide): readonly string[] {
  return parts.flatMap((part) => {
    if (part.tag === "lesson") return [part.cell];
    return part.tag === "program" ? [] : words(part.text);
  });
}

const words = (text: string): readonly string[] => text.split(/\n\s*\n/).map((one) => one.trim());

describe.each(LESSONS.map(({ title, document }) => [title, document] as const))("%s", (_, document) => {
  const slides = slidesOf(document);

  test("has its prose and its questions in their order, each once", () => {
    for (const slide of slides) expect(gone(slide)).toEqual(meant(slide));
  });

  test("has no more prose on a step than can be read from the last row", () => {
    for (const { steps } of slides)
      for (const step of steps)
        if ("prose" in step)
          expect(lettersOf(step.prose)).toBeLessThanOrEqual(
            step.tag === "program" ? MOST_LETTERS.beside : MOST_LETTERS.alone,
          );
  });
});

test("no prose of any document stands before a question that it follows, and none is left out", () => {
  const paragraph = fc.nat(900).map((length) => "many words ".repeat(Math.ceil((length + 1) / 11)).trim());
  const cell = fc.oneof(
    fc.array(paragraph, { minLength: 1, maxLength: 4 }).map(
      (texts) =>
        (id: string): Cell =>
          proseCell(id, texts.join("\n\n")),
    ),
    fc.constant((id: string): Cell => programCell(id, "def main x = x")),
    fc.constant((id: string): Cell => lessonCell("predict", id, `{"id":"${id}","is":"value()"}\nWhat is it?`)),
  );
  const property = fc.property(fc.array(cell, { maxLength: 9 }), (makers) => {
    const cells = makers.map((make, index) => make(`cell-${index + 1}`));
    const numbered = cells.map((one, index) => (one.tag === "prose" ? { ...one, text: `${index} ${one.text}` } : one));
    for (const slide of slidesOf({ title: "", cells: numbered })) expect(gone(slide)).toEqual(meant(slide));
  });
  fc.assert(property, { numRuns: runs(100), seed: 20_261_129 });
});

describe("passages", () => {
  test("are parted between paragraphs, and a list, a formula or code stays with the line that announces it", () => {
    expect(textsOf(parted([prose("one\n\ntwo\n\nthree")], 9))).toEqual(["one\n\ntwo", "three"]);
    expect(textsOf(parted([prose("one:\n\n- two\n\n- three\n\nfour")], 4))).toEqual([
      "one:\n\n- two\n\n- three",
      "four",
    ]);
    expect(textsOf(parted([prose("a\n\n$$x\n\ny$$\n\nb")], 1))).toEqual(["a", "$$x\n\ny$$", "b"]);
    expect(textsOf(parted([prose("a:\n```\nx\n\ny\n```\nb")], 1))).toEqual(["a:\n\n```\nx\n\ny\n```", "b"]);
    expect(textsOf(parted([prose("x".repeat(20))], 9))).toEqual(["x".repeat(20)]);
  });

  test("keep their last paragraphs beside a program as far as there is room", () => {
    expect(withTail([prose("one\n\ntwo"), prose("three")], 9).map((one) => one.map(({ text }) => text))).toEqual([
      ["one"],
      ["two\n\nthree"],
    ]);
    expect(withTail([prose("one\n\ntwo")], 20)).toEqual([[], [prose("one\n\ntwo")]]);
  });

  test("have the letters that are seen: of a link its words", () => {
    expect(lettersOf([prose(`[all](#/explorer/1?${"x".repeat(90)})`)])).toBe(4);
    expect(lettersOf([prose("$$x$$")])).toBeGreaterThan(100);
  });
});
