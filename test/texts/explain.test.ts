// Words on the compiled engine: it is the text that runs, each line that computes is linked to the user's text, and the bytes of tape of
// each segment are those that a run leaves.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PassListener } from "../../engine/compile/codegen/pass-notes.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { printIr } from "../../engine/compile/ir/print.ts";
import { asksForDerivatives } from "../../engine/core/terms/derivatives.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { type Explanation, explainProgram, tapeOfRun } from "../../engine/texts/explain.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { entangled } from "../support/entangled.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { preparedProgram } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";

const BENCHED = new URL("../bench/programs/", import.meta.url);

const SUBJECTS = [
  ...EXAMPLES.map(({ name, text }) => ({ name, text })),
  ...readdirSync(BENCHED)
    .filter((name) => name.endsWith(".dual"))
    .map((name) => ({ name: `bench ${name}`, text: readFileSync(new URL(name, BENCHED), "utf8") })),
];

const NOBODY: PassListener = { isCounting: false, passed: () => undefined };
const COUNTING: PassListener = { isCounting: true, passed: () => undefined };

/** The text of a compiled program without counters, and without what stands for them where nothing is counted. */
function withoutCounters(text: string): string {
  return text
    .replace(/^let \[longest, isWithinPass\][\s\S]*?^const longestTape = \(\).*\n/m, "")
    .replace("function beginCounting() {}\nfunction noteLength() {}\nconst longestTape = undefined;\n", "")
    .replace(/^const (?:C|atLongest) = .*\n/gm, "")
    .replace(/^ *(?:C\[\d+\]\+\+|noteLength\(true\)|const counted = .*|C\.set\(counted\));\n/gm, "");
}

function explained(text: string): Explanation {
  const found = explainProgram(checkSource(text), undefined);
  if (found.tag !== "explained") throw new Error(found.diagnostics.map(({ message }) => message).join("\n"));
  return found;
}

/** A line of JavaScript that computes a value or a cotangent, or puts one somewhere. */
const COMPUTES = /(?:^|[\s;{])(?:[vdec]\d+|z|[VATGZD]\[[^\]]*\]) \+?= /;

/** Lines that do so and lead nowhere in the user's text. */
function unlinked({ passes }: Explanation, length: number): readonly string[] {
  const lines = passes.filter(({ id }) => id === "forward" || id === "reverse").flatMap((pass) => pass.lines);
  const isPlace = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    from >= 0 && from < to && to <= length;
  return (
    lines
      // the sum of all contributions of a sweep belongs to no place
      .filter(({ text }) => COMPUTES.test(text) && !/^\s*(?:let |Z\[0\] \+= z;)/.test(text))
      .filter(({ spans }) => spans.length === 0 || !spans.every(isPlace))
      .map(({ text }) => text)
  );
}

/** The bytes of the tape of a run where it is longest: by what is told of its segments, and by what the engine reports. */
function bytesOfRun(core: CoreProgram, input: Parameters<Compiled["value"]>[0]): readonly [number, number] {
  const compiled = Compiled.of(core, "active", undefined, COUNTING);
  compiled.value(input, UNLIMITED);
  const { longestTape, assembled, statistics } = compiled;
  const { segments, fixedTape } = assembled.explained!;
  const reported = 8 * statistics.numbers + 4 * statistics.indices;
  if (fixedTape !== undefined) return [fixedTape, reported];
  const { counts, bytes, isWithinPass } = longestTape!;
  if (isWithinPass) expect(bytes).toBeGreaterThan(reported);
  else expect(bytes).toBe(reported);
  const parts = segments.flatMap((segment) => [segment, ...segment.parts]);
  const told = parts.reduce(
    (sum, { bytes, counter }) => sum + bytes * (counter === undefined ? 0 : counts[counter]!),
    0,
  );
  return [told, bytes];
}

// every sixth; all in the long tests
describe.each(oneIn(6, SUBJECTS))("$name", ({ text }) => {
  test("what is explained is what runs", () => {
    const { core } = preparedProgram(text);
    const plain = Compiled.of(core, "active").assembled;
    const seen = Compiled.of(core, "active", undefined, NOBODY).assembled;
    expect(plain.explained).toBeUndefined();
    expect(seen.text).toBe(plain.text);
    const lines = seen.explained!.sections.flatMap((section) => section.lines);
    expect(lines.map((line) => line.text).join("\n")).toBe(plain.text);
    const counting = Compiled.of(core, "active", undefined, COUNTING).assembled;
    expect(withoutCounters(counting.text)).toBe(withoutCounters(plain.text));
  });

  test("every line that computes is linked to the program", () => {
    expect(unlinked(explained(text), text.length)).toEqual([]);
  });

  test("the bytes told are the bytes on the tape", () => {
    const { core, input } = preparedProgram(text);
    const [told, found] = bytesOfRun(core, input);
    // derivatives of the program's own leave words on the tape that are no segment's
    const words = (found - told) / 4;
    if (asksForDerivatives(core)) expect([words > 0, Number.isInteger(words)]).toEqual([true, true]);
    else expect(words).toBe(0);
  });
});

test("random programs: what is told is linked, and its bytes are those of the tape", () => {
  let bytes = 0;
  const property = fc.property(programs(), ({ source }) => {
    expect(unlinked(explained(source), source.length)).toEqual([]);
    const { core, input } = preparedProgram(source);
    const [told, found] = bytesOfRun(core, input);
    expect(told).toBe(found);
    bytes += found;
  });
  fc.assert(property, { numRuns: runs(50), seed: 20261122 });
  expect(bytes).toBeGreaterThan(runs(2500));
});

describe("links", () => {
  const text = `op cube x = x * x * x by 3.0 * x * x
data Shape = Dot | Circle Real Real
def area s = case s of { Dot -> 0.0 | Circle r k -> k * (r * r) }
def walk n x = if n == 0 then x else walk (n - 1) (cos x)
def main (xs : Array Real, n : Int, y) =
  let u = sumA (mapA exp xs) in
  let w = walk n (log u) in
  cube (sqrt w) + area (if y > 0.0 then Circle y w else Dot)`;

  /** The parts of the text that lines with a pattern are linked to. */
  function partsAt(pattern: RegExp, ids: readonly string[]): readonly string[] {
    const lines = explained(text)
      .passes.filter(({ id }) => ids.includes(id))
      .flatMap((pass) => pass.lines)
      .filter((line) => pattern.test(line.text));
    expect(lines.length).toBeGreaterThan(0);
    return [...new Set(lines.flatMap(({ spans }) => spans.map(({ from, to }) => text.slice(from, to))))];
  }

  test("an operation leads to the term that it computes, in each pass and in both directions", () => {
    const all = ["specialised", "tidied", "jammed", "activity", "cells", "segments"];
    expect(partsAt(/= cos v/, all)).toEqual(["cos x"]);
    expect(partsAt(/= log v/, all)).toEqual(["log u"]);
    expect(partsAt(/Math\.cos\(/, ["forward"])).toEqual(["cos x"]);
    expect(partsAt(/Math\.log\(/, ["forward"])).toEqual(["log u"]);
    expect(partsAt(/Math\.sin\(/, ["reverse"])).toEqual(["cos x"]);
    expect(partsAt(/Math\.sqrt\(/, ["forward"])).toEqual(["sqrt w"]);
  });

  test("what the prelude does leads to its call, and what a definition does to its body", () => {
    expect(partsAt(/Math\.exp\(/, ["forward"])).toEqual(["exp"]);
    expect(partsAt(/real = for v/, ["specialised"])).toEqual(["sumA (mapA exp xs)"]);
    expect(partsAt(/= v\d+ > 0\.0/, ["specialised"])).toEqual(["y > 0.0"]);
    expect(partsAt(/real = op v/, ["specialised"])).toEqual(["cube (sqrt w)"]);
    expect(partsAt(/^function f0 main/, ["specialised"])).toEqual(["main"]);
  });

  test("what is held on the tape leads to where it comes from", () => {
    const { segments } = explained(text);
    const held = segments.flatMap((segment) => [segment, ...segment.parts].flatMap(({ holds }) => holds));
    expect(held.filter(({ what, spans }) => what !== "number of the segment" && spans.length === 0)).toEqual([]);
    expect(segments.every(({ bytes, holds }) => bytes === holds.reduce((sum, one) => sum + one.bytes, 0))).toBe(true);
  });
});

describe("what is told", () => {
  test("straight code has its tape at fixed places", () => {
    const { fixedTape, segments, passes } = explained("def main (x, y) = sin x * y");
    expect([fixedTape, segments]).toEqual([8, []]);
    const forward = passes.find(({ id }) => id === "forward")!.lines.map(({ text }) => text);
    expect(forward.filter((line) => /\bT\[\d+\] = /.test(line)).length).toBe(1);
    // what is said of the passes names no store that the code does not have
    const said = passes.map(({ sentence }) => sentence).join(" ");
    expect(said).not.toMatch(/no tape|\bI are\b|values of cells|one record/);
    expect(explained("def main (x, y) = x * y").fixedTape).toBe(0);
    expect(passes.map(({ id }) => id)).toEqual([
      "core",
      "specialised",
      "tidied",
      "activity",
      "places",
      "forward",
      "reverse",
      "runtime",
    ]);
  });

  test("a pass that changes nothing but numbers of variables says so", () => {
    const jammed = explained(
      "def main (rows : Array (Array Real), v : Array Real) = sumA (mapA (\\r -> sumA (zipWithA (\\a b -> a * b) r v)) rows)",
    );
    expect(jammed.passes.find(({ id }) => id === "jammed")!.isSame).toBe(false);
    const straight = explained("def main x = sin x");
    expect(straight.passes.find(({ id }) => id === "tidied")!.isSame).toBe(true);
  });

  test("a program that is left to the machine says why", () => {
    const { passes, segments, leftToMachine } = explained(entangled(9));
    expect(leftToMachine).toMatch(/^The program is left to the machine: /);
    expect([passes.map(({ id }) => id), segments]).toEqual([["core"], []]);
  });

  test.each([1, 2, 40])("of %i gradients that a program asks for, one at a time is on the tape", (times) => {
    const grads = Array.from({ length: times }, (_, index) => `f ${index}.0`).join(" + ");
    const text = `-- at: 2.0
def g x y = if y > 100.0 then y else g x (y * y + x)
def f (c : Real) = grad (g 3.0) (c + 2.0)
def main x = x * (${grads})`;
    const { segments } = explained(text);
    const tape = finish(tapeOfRun(checkSource(text), {}, DEFAULT_BUDGET))!;
    const told = segments.reduce((sum, segment, index) => {
      const { record, parts } = tape.executed[index]!;
      return sum + record * segment.bytes + segment.parts.reduce((all, { bytes }, at) => all + bytes * parts[at]!, 0);
    }, 0);
    const within = segments.flatMap(({ function: name }, index) =>
      name.endsWith("grad") ? [tape.executed[index]!.record] : [],
    );
    // the latest pass is on it with what it left, and those before with a word each
    expect([tape.isWithinPass, ...within.filter((count) => count > 0)]).toEqual([true, 1]);
    expect(tape.bytes - told).toBe(4 * (times + 1));
  });

  test("the tape of a derivative that is differentiated is longest on the way back, beyond its end", () => {
    const text = EXAMPLES.find(({ name }) => name.startsWith("27"))!.text;
    const { segments } = explained(text);
    const tape = finish(tapeOfRun(checkSource(text), {}, DEFAULT_BUDGET))!;
    const tangents = segments.findIndex((segment) => segment.function === "tangent of grad");
    expect(tape.isWithinPass).toBe(true);
    expect(tape.executed[tangents]!.record).toBe(1);
    // five steps of the descent lie on it, and no gradient of the steps before
    expect(tape.executed.map(({ record }) => record)).toEqual([1, 5, 1, 0, 1]);
  });

  test("long passes are cut, and say by how much", () => {
    const text = `def main x = ${"sin (".repeat(200)}x${")".repeat(200)}`;
    const found = explainProgram(checkSource(text), undefined, 50);
    if (found.tag !== "explained") throw new Error(found.tag);
    const pass = found.passes.find(({ id }) => id === "activity")!;
    expect([pass.lines.length, pass.left]).toEqual([50, 152]);
  });

  test("the counts of a run", () => {
    const text = "-- at: (5, 0.3)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, 3.5 * x * (1.0 - x))";
    const tape = finish(tapeOfRun(checkSource(text), {}, DEFAULT_BUDGET))!;
    const { segments } = explained(text);
    expect(tape.executed.map(({ record }) => record)).toEqual([1]);
    // five rounds that go on, and the one that ends it
    expect(tape.executed[0]!.parts).toEqual([6]);
    const bytes = segments.reduce(
      (sum, segment, index) =>
        sum +
        segment.bytes * tape.executed[index]!.record +
        segment.parts.reduce((all, part, at) => all + part.bytes * tape.executed[index]!.parts[at]!, 0),
      0,
    );
    expect(bytes).toBe(tape.bytes);
    expect(finish(tapeOfRun(checkSource("-- at: 2.0\ndef main x = x * x"), {}, DEFAULT_BUDGET))?.bytes).toBe(0);
    expect(
      finish(tapeOfRun(checkSource("-- at: 0\ndef main (n : Int) = 1 `div` n"), {}, DEFAULT_BUDGET)),
    ).toBeUndefined();
  });
});

test("a printed program without notes has kinds only", () => {
  let printed: readonly string[] = [];
  const { core } = preparedProgram("-- at: [1.0]\ndef main xs = foldl (\\a x -> a * x) 1.0 xs");
  Compiled.of(core, "active", undefined, {
    isCounting: false,
    passed: (pass, fns) => {
      if (pass === "specialised") printed = printIr(fns).map((line) => line.text);
    },
  });
  expect(printed[0]).toMatch(/^function f0 main \(v0 : address\) → real$/);
  expect(printed.some((line) => /loop A \(/.test(line))).toBe(true);
  expect(printed.some((line) => /next A /.test(line))).toBe(true);
});
