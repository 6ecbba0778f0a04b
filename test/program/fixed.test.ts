// A program after a fix, where no editor shows it.
import { expect, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { fixed } from "../../app/program/model/fixed.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { span } from "../../engine/source/span.ts";
import { checkedOnce } from "../support/run.ts";

/** The end of a program's run. */
function endOf(text: string, at?: string) {
  return finish(new Exploration(checkedOnce(text), at === undefined ? {} : { at }, DEFAULT_BUDGET).open()).ended;
}

test("a program without an input gets one, and runs", () => {
  const cell = programCell("a", "def main x y = x * y");
  const ended = endOf(cell.text);
  const [found] = ended.tag === "mistake" ? ended.diagnostics : [];
  const next = fixed(cell, found!.fix!)!;
  expect(next.text).toBe(`-- at: (0.5, 0.5)\n${cell.text}`);
  expect(next.ask).toEqual(cell.ask);
  expect(endOf(next.text).tag).toBe("done");
});

test("edits of several places and of the input's field are all made; those of another text are not", () => {
  const cell = { ...programCell("a", "one two"), ask: { ...programCell("a", "").ask, at: "(1, 2)" } };
  const edits = [
    { span: span("<program>", 0, 3), text: "three" },
    { span: span("<program>", 4, 7), text: "" },
    { span: span("<at>", 1, 2), text: "5.0" },
  ];
  expect(fixed(cell, { title: "", edits })).toMatchObject({ text: "three ", ask: { at: "(5.0, 2)" } });
  expect(fixed(cell, { title: "", edits: [{ span: span("<direction>", 0, 0), text: "1" }] })).toBeUndefined();
});
