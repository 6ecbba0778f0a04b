// The graph that the page saves: what the command line prints of the same run.
import { expect, test } from "vitest";
import { answer } from "../../engine/worker/questions.ts";
import { dual } from "../support/dual.ts";
import { deskOf } from "./desk.ts";

const TEXT = `-- at: (0.5, [1.0, 2.0])
def main (x : Real, ys : [Real]) = let s = sum ys in if s > 1.0 then s / (x * x) else log x
`;

async function saved(text: string, format: "dot" | "json"): Promise<string | undefined> {
  const desk = deskOf();
  await answer(
    "explore",
    { text, above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined },
    desk,
  );
  return answer("graphText", format, desk);
}

test.each(["dot", "json"] as const)("%s", async (format) => {
  const { out } = dual("graph", TEXT, "--format", format);
  expect(out).toContain(format === "dot" ? "digraph" : '"line": 2');
  expect(await saved(TEXT, format)).toBe(out);
});

test("a run that has no end has no file", async () => {
  expect(await saved('-- at: 1.0\ndef main (x : Real) = error "no" + x\n', "dot")).toBeUndefined();
});
