// The drawing of Linearise: which lines belong together, the strokes between them, and the moves of lines over the cut.
import { expect, test } from "vitest";
import {
  lineAt,
  linesOf,
  litWith,
  mirrorsOf,
  PANES,
  type PaneId,
  sourceOf,
  strokesOf,
  tapeSize,
  withToggled,
} from "../../../../app/algorithms/yolo/linear/model.ts";
import type { LinearStudy } from "../../../../engine/algorithms/yolo/definition.ts";
import { DEFAULT_BUDGET } from "../../../../engine/evaluate/tasks/budget.ts";
import { finish } from "../../../../engine/session/run/drive.ts";
import { studiedAlgorithm, studyOf } from "../../../../engine/texts/study.ts";
import { EXAMPLES } from "../../../support/examples.ts";
import { checkedProgram } from "../../../support/run.ts";
import { oneIn } from "../../../support/runs.ts";

function studied(text: string, recomputed: Readonly<Record<string, readonly string[]>> = {}) {
  const found = finish(studyOf(studiedAlgorithm(), checkedProgram(text), {}, { recomputed }, DEFAULT_BUDGET));
  if (found.tag !== "studied") throw new Error(JSON.stringify(found));
  return found as Omit<typeof found, "study"> & LinearStudy;
}

const SINE = "-- at: 1.0\ndef main u =\n  let v = sin u in\n  let w = -v in\n  w\n";

test("a line lights up with all that was made of its line of the program, and with its mirror", () => {
  const main = studied(SINE).study.at(-1)!;
  const texts = (keys: Iterable<string>) =>
    [...keys].map((key) => {
      const [pane, line] = key.split(" ");
      return lineAt(main, { pane: pane as PaneId, line: Number(line) })!.text.trim();
    });
  expect(texts(litWith(main, { pane: "program", line: 1 })).sort()).toEqual(
    [
      "let (v;) = sin(u) in",
      "let (v;) = sin(u) in",
      "let (du;) = cos(u) in",
      "let (; v̇) = du * u̇ in",
      "let (v;) = sin(u) in",
      "let (du;) = cos(u) in",
      "let (; v̇) = du * u̇ in",
      "let (; ü) = du * v̈ in",
    ]
      .map((text) => text.normalize())
      .sort(),
  );
  const scaled = main.texts.linear.lines.findIndex(({ text }) => text.includes("*"));
  expect(
    mirrorsOf(main, { pane: "linear", line: scaled }).map((at) => main.texts.transpose.lines[at]!.text.trim()),
  ).toEqual(["let (; ü) = du * v̈ in".normalize()]);
});

test("one stroke leads from line to line, however many variables of the tape cross with it", () => {
  // both parameters are read by the call that is made again
  const text = "-- at: (1.0, 2.0)\ndef f (a, b) = sin a * b\ndef main (x, y) = sin (f (x, y))\n";
  for (const recomputed of [{}, { main: ["w"] }]) {
    const main = studied(text, recomputed).study.at(-1)!;
    const strokes = strokesOf(main).map(
      ({ from, to, kind }) => `${from.pane} ${from.line} ${to.pane} ${to.line} ${kind}`,
    );
    expect(new Set(strokes).size).toBe(strokes.length);
    expect(strokes.filter((stroke) => stroke.endsWith("tape")).length).toBeGreaterThan(0);
  }
  const again = studied(text, { main: ["w"] }).study.at(-1)!;
  expect(again.tape.map(({ name }) => name)).toEqual(expect.arrayContaining(["x", "y"]));
});

test("every line between the first and the last comes from somewhere, on all examples", () => {
  for (const { text } of oneIn(3, EXAMPLES)) {
    const { study, fragment } = studied(text);
    const shown = study.at(-1)!;
    expect(fragment.tag === "inside" || fragment.why !== "").toBe(true);
    for (const pane of PANES.slice(1))
      for (const [line, { kind, text: written, binds }] of linesOf(shown, pane).entries()) {
        // the tape is packed and taken out by nothing of the program; what is dropped binds nothing
        const isOfTape = written.includes("⊗(");
        if (kind === "frame" || isOfTape || binds.length === 0) continue;
        expect(sourceOf(shown, { pane, line }), `${pane} ${written}`).toBeDefined();
      }
  }
});

test("what crosses the cut is the tape, and less of it where a line is computed again", () => {
  const text = "-- at: 0.5\ndef main x = exp (sin x) * x\n";
  const [before] = studied(text).study;
  expect(before!.tape.map(({ name }) => name)).toEqual(["x", "dx", "v₁"]);
  const crossing = (one: typeof before) =>
    new Set(strokesOf(one!).flatMap(({ kind, from }) => (kind === "tape" ? [from.line] : [])));
  expect(crossing(before).size).toBe(3);
  expect(before!.choices).toEqual(["dx", "v₁"].map((name) => ({ name, isRecomputed: false })));
  const [after] = studied(text, { main: ["dx"] }).study;
  expect([tapeSize(before!), tapeSize(after!)]).toEqual([3, 2]);
  expect(crossing(after).size).toBe(2);
  expect(after!.choices.find(({ name }) => name === "dx")!.isRecomputed).toBe(true);
  expect([after!.texts.values.work, after!.texts.linear.work, after!.texts.transpose.work]).toEqual([3, 6, 6]);
});

test("a program outside of Linear A is a run, with the place and the reason", () => {
  const { fragment } = studied("-- at: 2.0\ndef main x = if x > 1.0 then x * x else x\n");
  expect(fragment).toMatchObject({ tag: "traced", why: "the program branches here" });
  expect(studied("-- at: [1.0]\ndef main xs = sum xs\n").fragment).toMatchObject({
    tag: "traced",
    why: "the input of `main` holds more than Reals and tuples of them",
  });
  const { study } = studied("-- at: 2.0\ndef sq (a : Real) = a * a\ndef main x = sq (sq x)\n");
  expect(study.map(({ name }) => name)).toEqual(["sq", "main"]);
});

test("names are added and taken away, whatever a definition is called", () => {
  const once = withToggled({}, "constructor", "dx");
  expect(once).toEqual({ constructor: ["dx"] });
  const twice = withToggled(withToggled(once, "main", "s"), "constructor", "e");
  expect(twice).toEqual({ constructor: ["dx", "e"], main: ["s"] });
  expect(withToggled(withToggled(twice, "main", "s"), "constructor", "dx")).toEqual({ constructor: ["e"] });
  expect(withToggled(once, "constructor", "dx")).toEqual({});
});

test("names that the program does not have say nothing, and all that it has do no harm", () => {
  for (const { text } of oneIn(3, EXAMPLES, 1)) {
    const plain = studied(text).study;
    const unknown = { ...Object.fromEntries(plain.map(({ name }) => [name, ["no such name"]])), toString: ["x"] };
    expect(studied(text, unknown).study).toEqual(plain);
    const all = plain.map((one) => [
      one.name,
      PANES.flatMap((pane) => linesOf(one, pane).flatMap(({ binds }) => binds)),
    ]);
    for (const [index, one] of studied(text, Object.fromEntries(all)).study.entries()) {
      expect(tapeSize(one)).toBeLessThanOrEqual(tapeSize(plain[index]!));
      expect(one.choices.filter(({ isRecomputed }) => !isRecomputed)).toEqual([]);
    }
  }
});

test("a name whose accents are letters of their own is computed again, too", () => {
  const text = "-- at: 0.5\ndef main x =\n  let e\u0301 = exp (sin x) in\n  e\u0301 * x\n";
  const [before, after] = [studied(text), studied(text, { main: ["\u00e9"] })].map(({ study }) => study.at(-1)!);
  expect(before!.choices.map(({ name }) => name)).toContain("\u00e9");
  expect(after!.choices.find(({ name }) => name === "\u00e9")).toEqual({ name: "\u00e9", isRecomputed: true });
});
