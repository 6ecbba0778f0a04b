// Of the prelude, a command and a question of the page parse what the program uses: that is most of the time of a start.
import { beforeEach, expect, test, vi } from "vitest";
import { deskOf } from "../worker/desk.ts";

/** The first words of what is parsed of the prelude. */
const parsed = vi.hoisted((): string[] => []);

vi.mock("../../engine/syntax/parsing/parse.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("../../engine/syntax/parsing/parse.ts")>();
  return {
    ...original,
    parseDeclaration: (...args: Parameters<typeof original.parseDeclaration>) => {
      const [{ text }, { from, to }] = args;
      parsed.push(text.slice(from, to).split(" ").slice(0, 2).join(" "));
      return original.parseDeclaration(...args);
    },
  };
});

beforeEach(() => {
  vi.resetModules();
  parsed.length = 0;
});

/** Data types are always there, for values of them may be in an input. */
const TYPES = ["data Maybe", "data Either", "data Array2"];

const PRODUCT = "-- at: (3.0, 4.0)\ndef main (x : Real, y : Real) = x * y";
const SUM = "-- at: [1.0, 2.0]\ndef main xs = sum (map sin xs)";

test.each([
  ["grad", PRODUCT, []],
  ["grad", SUM, ["def sum", "def map", "def foldl"]],
  ["check", PRODUCT, []],
  ["doctor", PRODUCT, ["op stopGradient"]],
  ["graph", PRODUCT, []],
])("%s of %j parses %j", async (command, text, used) => {
  const { main } = await import("../../engine/cli.ts");
  let out = "";
  const terminal = {
    read: () => text,
    write: () => undefined,
    out: (more: string) => void (out += more),
    err: () => undefined,
  };
  expect([main([command, "p"], terminal), out]).toEqual([0, expect.stringMatching(/\S/)]);
  expect([...parsed].sort()).toEqual([...TYPES, ...used].sort());
});

test("the questions of the page, too", async () => {
  const { answer } = await import("../../engine/worker/questions.ts");
  const desk = deskOf();
  const ask = { text: SUM, above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined };
  expect(await answer("check", ask, desk)).toMatchObject({ diagnostics: [] });
  expect(await answer("run", { ...ask, stage: "compiled" }, desk)).toMatchObject({ ended: { tag: "done" } });
  expect(await answer("explore", ask, desk)).toMatchObject({ ended: { tag: "done" } });
  expect([...parsed].sort()).toEqual([...TYPES, "def sum", "def map", "def foldl"].sort());
});
