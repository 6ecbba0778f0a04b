// Texts that nest too deeply are plain text to the editor; it finds that out part by part, however long the text is.
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { dualProgram } from "../../../app/editor/dual/language.ts";
import { Brackets, deepBrackets } from "../../../engine/syntax/brackets.ts";

/** Lines of a program that take some parts. */
const LONG = "def f x = (x + [1.0]) * x -- ((((\n".repeat(8000);

function isPlain(text: string): boolean {
  const tree = dualProgram.language.parser.parse(text);
  expect(tree.length).toBe(text.length);
  return tree.topNode.firstChild === null;
}

describe("a text is plain to the editor", () => {
  test("where its brackets nest too deeply, wherever that is", () => {
    const deep = `def main x = ${"(".repeat(600)}x${")".repeat(600)}\n`;
    expect(isPlain(deep)).toBe(true);
    expect(isPlain(deep + LONG)).toBe(true);
    expect(isPlain(LONG + deep)).toBe(true);
    expect(isPlain(LONG + deep + LONG)).toBe(true);
  });

  test("and otherwise not", () => {
    expect(isPlain(LONG)).toBe(false);
    expect(isPlain(`def main x = ${"(".repeat(400)}x${")".repeat(400)}\n`)).toBe(false);
    expect(isPlain(`-- ${"(".repeat(600)}\n{- ${"[".repeat(600)} -}\ndef main x = x`)).toBe(false);
    expect(isPlain("")).toBe(true);
  });

  test("as it is typed, and until it is taken back", () => {
    const made = EditorState.create({ doc: LONG, extensions: dualProgram });
    const first = (state: EditorState) => {
      const tree = ensureSyntaxTree(state, state.doc.length, 60_000);
      expect(tree?.length).toBe(state.doc.length);
      return tree?.topNode.firstChild?.name;
    };
    expect(first(made)).toBe("Definition");
    const deep = made.update({ changes: { from: LONG.length, insert: "(".repeat(600) } }).state;
    expect(first(deep)).toBeUndefined();
    const back = deep.update({ changes: { from: LONG.length, to: LONG.length + 600 } }).state;
    expect(first(back)).toBe("Definition");
  });
});

test("of a long text the beginning is parsed, so that no key waits for megabytes", () => {
  const text = LONG.repeat(4);
  const parsed = (state: EditorState): number => {
    const tree = ensureSyntaxTree(state, state.doc.length, 60_000)!;
    expect(tree.length).toBe(state.doc.length);
    return tree.topNode.lastChild!.to;
  };
  const made = EditorState.create({ doc: text, extensions: dualProgram });
  expect(parsed(made)).toBeCloseTo(300_000, -2);
  const typed = made.update({ changes: { from: 0, insert: "-- a\n" } }).state;
  expect(parsed(typed)).toBeCloseTo(300_000, -2);
  expect(parsed(typed.update({ changes: { from: 100_000, to: typed.doc.length } }).state)).toBeLessThanOrEqual(100_000);
  // brackets are looked at where the text is parsed
  expect(isPlain(text + "(".repeat(600))).toBe(false);
});

test("brackets are counted the same in parts of any length", () => {
  const signs = ["(", ")", "[", "]", "{", "}", "-", "--", "{-", "-}", "\n", "x", " "];
  // the same texts at each run
  let seed = 1;
  const chance = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  let found = 0;
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: 1 + chance(24) }, () => signs[chance(signs.length)]).join("");
    const whole = deepBrackets(text, 2);
    if (whole !== undefined) found++;
    const parts = new Brackets(2);
    for (let at = 0; at < text.length; ) {
      const to = at + 1 + chance(4);
      parts.read(text.slice(at, to));
      at = to;
    }
    parts.end();
    expect([text, parts.deepAt]).toEqual([text, whole]);
  }
  expect(found).toBeGreaterThan(500);
});

test("brackets count where they are code", () => {
  const deepest = (text: string): number | undefined => deepBrackets(text, 1);
  expect(deepest("x ((")).toBe(2);
  expect(deepest("(){}[]")).toBeUndefined();
  expect(deepest("-- ((\n[(")).toBe(6);
  expect(deepest("{- (( -- -} ((")).toBe(12);
  expect(deepest("{- {- -} (( -}")).toBeUndefined();
  expect(deepest("({")).toBe(0);
  // a `-}` that closes no comment is no bracket
  expect(deepest("(-}(")).toBe(0);
});
