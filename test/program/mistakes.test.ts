// Mistakes as the page shows them.
import { expect, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { mistakeViews, tally } from "../../app/program/model/mistakes.ts";
import { programMarks } from "../../app/program/model/outcome.ts";
import { type CellCheck, NO_RUN, type Result } from "../../app/program/model/run.ts";
import { statusOf } from "../../app/program/model/status.ts";
import { runCompiled } from "../../engine/derive/compiled-or-machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { prepare, type Request } from "../../engine/session/input/prepare.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

function mistakesOf(text: string, request: Request = {}) {
  const preparation = finish(prepare(checkSource(text), request, DEFAULT_BUDGET));
  return preparation.tag === "mistake" ? mistakeViews(preparation.diagnostics, text) : [];
}

test("an input that is missing is no error of the program", () => {
  expect(mistakesOf("def main x = x * x\n").map(({ severity }) => severity)).toEqual(["missing"]);
  const text = "def main x = x * x\n";
  const subject = programCell("cell-1", text);
  const run = finish(runCompiled(checkSource(text), {}, DEFAULT_BUDGET, { checks: false }));
  const result = { subject, above: [], end: { tag: "answered", answer: run } } as Partial<Result> as Result;
  const check = { text, checked: checkSource(text) } as unknown as CellCheck;
  const known = { check, run: { ...NO_RUN, result }, freshness: "current", slowCheck: false } as const;
  expect(statusOf(subject, known)).toEqual({ mark: "empty", words: "no input yet" });
  expect(programMarks(text, check, result)).toEqual([]);
  expect(mistakesOf("-- at: True\ndef main x = x * 2.0\n").map(({ severity }) => severity)).toEqual(["error"]);
});

test("a program without a function to run is no error: programs below can use it", () => {
  const text = "def f x = x * x\ndef g x = f x\n";
  const [view] = mistakesOf(text);
  expect([view?.severity, view?.fix?.title]).toEqual(["missing", "write `-- entry: g`"]);
  const preparation = finish(prepare(checkSource(text), {}, DEFAULT_BUDGET));
  expect(preparation.tag === "mistake" && tally(preparation.diagnostics)).toBe("definitions only");
  // what was meant to be one, or is asked for, is an error
  expect(mistakesOf("def mian x = x * x\n").map(({ severity }) => severity)).toEqual(["error"]);
  expect(mistakesOf(`-- entry: h\n${text}`).map(({ severity }) => severity)).toEqual(["error"]);
});

test("where an entry is missing, the field of the page is named", () => {
  const [page] = mistakesOf("def f x = x * x\n");
  expect(page!.message).toContain("choose one under “Function”, or add `-- entry: f`");
  const [option] = mistakesOf("def f x = x * x\n", { byOption: true });
  expect(option!.message).toContain("name the entry in the header, `-- entry: f`");
});
