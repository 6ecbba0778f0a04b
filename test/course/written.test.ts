// The form of a cell of a lesson: what it writes is what it read, and the questions that it asks by name are queries and back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSource, SECTIONS } from "../../app/course/model/source.ts";
import { TEMPLATES } from "../../app/course/model/templates.ts";
import {
  type Question,
  queryOf,
  questionOf,
  withFirst,
  withValue,
  writtenSource,
} from "../../app/course/model/written.ts";
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
