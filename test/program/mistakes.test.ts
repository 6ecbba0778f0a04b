// Mistakes as the page shows them.
import { expect, test } from "vitest";
import { mistakeViews } from "../../app/program/model/mistakes.ts";
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
  expect(mistakesOf("-- at: True\ndef main x = x * 2.0\n").map(({ severity }) => severity)).toEqual(["error"]);
});

test("where an entry is missing, the field of the page is named", () => {
  const [page] = mistakesOf("def f x = x * x\n");
  expect(page!.message).toContain("choose one under “Function”, or add `-- entry: f`");
  const [option] = mistakesOf("def f x = x * x\n", { byOption: true });
  expect(option!.message).toContain("name the entry in the header, `-- entry: f`");
});
