// The form of a cell of a lesson: what it writes is what it read, and the questions that it asks by name are queries and back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { haveOneForm } from "../../app/course/model/entries.ts";
import { readSource, SECTIONS } from "../../app/course/model/source.ts";
import { TEMPLATES } from "../../app/course/model/templates.ts";
import { asking, usualWords } from "../../app/course/model/usual-words.ts";
import {
  type Question,
  queryOf,
  questionOf,
  withFirst,
  withValue,
  writtenSource,
} from "../../app/course/model/written.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { sameAnswer } from "../../engine/queries/answer.ts";
import { answerQuery } from "../../engine/queries/evaluate.ts";
import { Subject } from "../../engine/queries/subject.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { runs } from "../support/runs.ts";

const line = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replaceAll(/[\n\r]/g, " ").trim());
const text = fc
  .array(line, { maxLength: 3 })
  .map((lines) => lines.filter((one) => one !== "" && !one.startsWith("---")).join("\n"));
const section = fc.record({ kind: fc.constantFrom(...SECTIONS), argument: line, text });
const parts = fc.record({
  options: fc.dictionary(fc.constantFrom("id", "is", "of", "by"), fc.string({ minLength: 1 })),
  text,
  sections: fc.array(section, { maxLength: 4 }),
});

describe("the source that a form writes", () => {
  test("is read as it was written", () => {
    fc.assert(
      fc.property(parts, (one) => {
        const read = readSource(writtenSource(one));
        expect(read).toEqual({ ...one, isBroken: false });
      }),
      { numRuns: runs(400), seed: 20261129 },
    );
  });

  test("of a template is the template", () => {
    for (const source of Object.values(TEMPLATES)) expect(writtenSource(readSource(source))).toBe(source);
  });

  test("has no option and no section that is empty", () => {
    expect(withValue({ id: "q", is: "value()" }, "is", "")).toEqual({ id: "q" });
    expect(withValue({}, "forbid", [])).toEqual({});
    expect(withFirst([{ kind: "because", argument: "", text: "So." }], "because", "")).toEqual([]);
    expect(withFirst([], "because", "So.")).toEqual([{ kind: "because", argument: "", text: "So." }]);
  });
});

test("a question that is asked by name is a query, and back", () => {
  const questions: readonly Question[] = [
    { asks: "value" },
    { asks: "gradient" },
    { asks: "cotangent", of: "x" },
    { asks: "calls", of: "y", by: "naive" },
    { asks: "calls", of: "y", by: "one-array" },
    { asks: "query", query: "2 * value()" },
  ];
  for (const question of questions) expect(questionOf(queryOf(question))).toEqual(question);
  expect(queryOf(questions[4]!)).toBe('calls(y, by: "one-array")');
});

describe("the words of a question whose answer is another one now", () => {
  const QUESTIONS: readonly Question[] = [
    { asks: "value" },
    { asks: "gradient" },
    { asks: "cotangent", of: "s" },
    { asks: "calls", of: "s", by: "naive" },
    { asks: "query", query: "paths(s)" },
  ];

  test("follow where their author has not touched them", () => {
    let parts: Parameters<typeof asking>[0] = readSource(TEMPLATES.predict);
    let before: Question = { asks: "value" };
    for (const next of [...QUESTIONS, ...QUESTIONS.toReversed()]) {
      parts = asking(parts, before, next);
      const { text, sections } = usualWords(next);
      expect(parts).toMatchObject({ options: { id: "q1", is: queryOf(next) }, text, sections });
      before = next;
    }
    expect(new Set(QUESTIONS.map((one) => JSON.stringify(usualWords(one)))).size).toBe(QUESTIONS.length);
  });

  test("stay where their author wrote others", () => {
    const own = readSource('{"is":"value()"}\nMine?\n--- wrong: 2 * value()\nNo.\n--- because\nSo.');
    const { text, sections } = asking(own, { asks: "value" }, { asks: "gradient" });
    expect([text, sections]).toEqual([own.text, own.sections]);
  });

  test("have a wrong answer of the form of the right one, that is wrong", () => {
    const program = "-- at: (2.0, 3.0)\ndef main (x, y) = let s = x * y in s * x";
    const subject = new Subject(checkSource(program), undefined, DEFAULT_BUDGET);
    for (const question of QUESTIONS) {
      const [right, wrong] = [queryOf(question), usualWords(question).sections[0]!.argument].map((query) => {
        const found = finish(answerQuery(subject, query));
        if (found.tag === "mistake") throw new Error(`${query}: ${found.message}`);
        return found.answer;
      });
      expect([question, haveOneForm(right!, wrong!), sameAnswer(right!, wrong!)]).toEqual([question, true, false]);
    }
  });
});
