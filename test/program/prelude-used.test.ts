// Of the prelude, a command and a question of the page parse what the program uses: that is most of the time of a start.
import { beforeEach, expect, test, vi } from "vitest";
import { main } from "../../engine/cli.ts";
import * as prelude from "../../engine/session/program/prelude.ts";
import * as parsing from "../../engine/syntax/parsing/parse.ts";
import { answer } from "../../engine/worker/questions.ts";
import { deskOf } from "../worker/desk.ts";

const { parseDeclaration } = parsing;

/** The first words of what is parsed of the prelude. */
const parsed: string[] = [];

/** As in a process that has used nothing of the prelude. */
beforeEach(() => {
  const fresh = prelude.newPrelude();
  parsed.length = 0;
  const uses = vi.spyOn(prelude, "preludeModule").mockReturnValue(fresh);
  const parses = vi.spyOn(parsing, "parseDeclaration").mockImplementation((...args) => {
    const [{ text }, { from, to }] = args;
    parsed.push(text.slice(from, to).split(" ").slice(0, 2).join(" "));
    return parseDeclaration(...args);
  });
  return () => {
    uses.mockRestore();
    parses.mockRestore();
  };
});

const PRODUCT = "-- at: (3.0, 4.0)\ndef main (x : Real, y : Real) = x * y";
const SUM = "-- at: [1.0, 2.0]\ndef main xs = sum (map sin xs)";

test.each([
  ["grad", PRODUCT, []],
  ["grad", SUM, ["def sum", "def map", "def foldl"]],
  ["check", PRODUCT, []],
  ["doctor", PRODUCT, ["op stopGradient"]],
  ["graph", PRODUCT, []],
])("%s of %j parses %j", (command, text, used) => {
  let out = "";
  const terminal = {
    read: () => text,
    write: () => undefined,
    out: (more: string) => void (out += more),
    err: () => undefined,
  };
  expect([main([command, "p"], terminal), out]).toEqual([0, expect.stringMatching(/\S/)]);
  expect([...parsed].sort()).toEqual([...used].sort());
});

test("the questions of the page, too", async () => {
  const desk = deskOf();
  const ask = { text: SUM, above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined };
  expect(await answer("check", ask, desk)).toMatchObject({ diagnostics: [] });
  expect(await answer("run", { ...ask, stage: "compiled" }, desk)).toMatchObject({ ended: { tag: "done" } });
  expect(await answer("explore", ask, desk)).toMatchObject({ ended: { tag: "done" } });
  expect([...parsed].sort()).toEqual(["def sum", "def map", "def foldl"].sort());
});
