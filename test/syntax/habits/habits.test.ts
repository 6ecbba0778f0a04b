// Habits of other languages: every offered fix can be applied, and leaves a text with fewer mistakes of syntax.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSource } from "../../../engine/session/program/program.ts";
import { DiagnosticList } from "../../../engine/source/diagnostic.ts";
import { parseProgram } from "../../../engine/syntax/parsing/parse.ts";
import { appliedFix } from "../../support/fixes.ts";
import { HABITS } from "../../support/habits.ts";
import { IS_LONG, runs } from "../../support/runs.ts";

const TEXTS = HABITS.map(({ text }) => text);

/** Pieces of other languages that are put between the words of a text. */
const PIECES: readonly string[] = [
  ..."match with | -> => function fun fn lambda \\ : ; . , ( ) [ ] { } return where elif if then else let in and or = == := <- **".split(
    " ",
  ),
  ..."// # /* */ (* *) 1. 2x x² − × $ ` @ ? !! ! % :: def data type of for x y begin end do import \n \n\n".split(" "),
  "\n  ",
  " ",
];

/** How many mistakes the syntax of a text alone has. */
function mistakesIn(text: string): number {
  const diagnostics = new DiagnosticList();
  parseProgram("<program>", text, diagnostics);
  return diagnostics.items.filter(({ severity }) => severity === "error").length;
}

function expectFixesToHold(text: string): void {
  const before = mistakesIn(text);
  const parsed = new DiagnosticList();
  parseProgram("<program>", text, parsed);
  for (const { fix, kind, message } of [...parsed.items, ...checkSource(text).diagnostics]) {
    if (fix === undefined) continue;
    let at = 0;
    for (const { span } of fix.edits.toSorted((a, b) => a.span.from - b.span.from)) {
      expect(span.from).toBeGreaterThanOrEqual(at);
      expect(span.to).toBeLessThanOrEqual(text.length);
      at = span.to;
    }
    const fixed = appliedFix(text, fix);
    expect(fixed, `${kind}: ${message}`).not.toBe(text);
    expect(() => checkSource(fixed)).not.toThrow();
    // a text that can be read is never made one that cannot
    if (before === 0) expect(mistakesIn(fixed), `${kind} in ${JSON.stringify(text)}: ${JSON.stringify(fixed)}`).toBe(0);
  }
}

describe("every fix", () => {
  test.each(TEXTS)("of %j", (text) => expectFixesToHold(text));

  test("of texts with pieces of other languages", () => {
    const words = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), words, (text, changes) => {
        const parts = text.split(/(?<=\s)/);
        for (const [at, piece] of changes) parts.splice(at % (parts.length + 1), 0, `${piece} `);
        expectFixesToHold(parts.join(""));
      }),
      { numRuns: runs(400), seed: 61 },
    );
  });

  test("of what has been typed so far", () => {
    // by every fourth letter, by turns; by all in the long tests
    for (const [turn, text] of TEXTS.entries())
      for (let end = IS_LONG ? 0 : turn % 4; end <= text.length; end += IS_LONG ? 1 : 4) mistakesIn(text.slice(0, end));
  });

  test("of one habit, applied as often as one is offered, ends", () => {
    for (const text of TEXTS) {
      let now = text;
      for (let count = 0; ; count++) {
        const fix = checkSource(now).diagnostics.find((one) => one.fix !== undefined)?.fix;
        if (fix === undefined) break;
        now = appliedFix(now, fix);
        expect(count, text).toBeLessThan(8);
      }
    }
  });
});

describe("what is Dual's own gets no advice", () => {
  test.each([
    "def main x = let match = x in let fun = match in fun + 1.0\n",
    "def where x = x\ndef main x = where x\n",
    "def main f = f[1.0]\n".replace("f[1.0]", "f [1.0]"),
    "def lambda (x : float) : float = x\n",
    "def main x = sum[x, 1.0]\n",
    "def main x = if x ≥ 0.0 && not (x ≠ 1.0) then x else -x\n",
    "def main x = 1e5 * .5 * x\n",
  ])("%j", (text) => expect(checkSource(text).diagnostics).toEqual([]));

  test("a word that is defined above is no habit", () =>
    expect(checkSource("def main x = return x\n", ["def return x = x\n"]).diagnostics).toEqual([]));

  test("a mistake elsewhere is still told", () => {
    const kinds = checkSource("def f x = x ** 2\ndef g x = x + True\ndef h x = x !! 0\n").diagnostics.map(
      ({ kind }) => kind,
    );
    expect(kinds).toHaveLength(3);
  });
});
