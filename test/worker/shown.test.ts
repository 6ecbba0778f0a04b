// The values that a program asks to be shown, as the page asks for them.
import { expect, test } from "vitest";
import { answer } from "../../engine/worker/questions.ts";
import { deskOf } from "./desk.ts";

const NOTHING = { above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined };

const shownBy = (text: string) => answer("shown", { ...NOTHING, text }, deskOf());

test("values have cotangents where the run came to its end, and are there without where it failed", async () => {
  const program = (at: string) => `-- at: ${at}
def square x = if x > 2.5 then error "too large" else trace "x" (x * x)
def main xs = sum (map square xs)
`;
  expect(await shownBy(program("[1.0, 2.0]"))).toMatchObject({
    values: [
      { text: "x", value: "1.0", cotangent: "1.0", span: { source: "<program>" } },
      { text: "x", value: "4.0", cotangent: "1.0" },
    ],
    more: 0,
    isCut: false,
  });
  expect(await shownBy(program("[2.0, 3.0]"))).toMatchObject({ values: [{ value: "4.0", cotangent: undefined }] });
});

test("a check says whether a program asks for values, by its own text or by one above", async () => {
  const asks = async (text: string, above: readonly string[] = []) =>
    (await answer("check", { text, above }, deskOf())).asksToShow;
  const traced = 'def show x = trace "x" x\n';
  expect(await asks("def main x = x * x\n")).toBe(false);
  expect(await asks("def trace t x = x\ndef main x = trace 1 x\n")).toBe(false);
  expect(await asks(`${traced}def main x = show x * x\n`)).toBe(true);
  expect(await asks("def main x = show x * x\n", [traced])).toBe(true);
});
