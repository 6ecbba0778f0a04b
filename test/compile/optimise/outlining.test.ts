// Long code in pieces: it says what the machine says, wherever it is cut.
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Compiled } from "../../../engine/compile/engine.ts";
import * as outlining from "../../../engine/compile/optimise/outlining.ts";
import { compiledDisagreement, UNLIMITED } from "../../support/conformance.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { preparedProgram } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";

/** The length of a piece; undefined where it is the engine's own. */
const piece: { length: number | undefined } = { length: undefined };

const { piecesOf, outlineLong } = outlining;

beforeEach(() => {
  piece.length = undefined;
  const pieces = vi.spyOn(outlining, "piecesOf");
  pieces.mockImplementation((stmts, length) => piecesOf(stmts, length ?? piece.length));
  const outlined = vi.spyOn(outlining, "outlineLong");
  outlined.mockImplementation((fns, length) => outlineLong(fns, length ?? piece.length));
  return () => {
    pieces.mockRestore();
    outlined.mockRestore();
  };
});

/** How many functions there are that pieces became. */
function piecesIn(text: string): number {
  const { assembled } = Compiled.of(preparedProgram(text).core, "active");
  return [...assembled.text.matchAll(/^\/\*\* .*, piece \d+ \*\/$/gm)].length;
}

describe.each([1, 2, 7])("pieces of %d", (length) => {
  test.each(oneIn(8, EXAMPLES, length))("$name", ({ text }) => {
    piece.length = length;
    expect(compiledDisagreement(text)).toBeUndefined();
  });

  test("random programs", () => {
    piece.length = length;
    const property = fc.property(programs(), ({ source }) => {
      expect(compiledDisagreement(source)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(10), seed: 20261122 + length });
  });
});

describe("a loop around a long body", () => {
  /** Rounds over two numbers, in so many steps that each use what came shortly and what came long before. */
  const rounds = (steps: number, step: (a: string, early: string) => string): string => {
    const lines = Array.from({ length: steps }, (_, i) => {
      const early = i < 30 ? "y" : `a${(i * 7) % (i - 20)}`;
      return `let a${i + 1} = ${step(`a${i}`, early)} in`;
    });
    const body = `let a0 = x in ${lines.join(" ")} (a${steps}, a${steps - 1} + y)`;
    return `-- at: (0.5, 0.25)\ndef round (x, y) = ${body}\ndef main (x : Real, y : Real) =\n  let rec go k s = if k == 0 then s else go (k - 1) (round s) in go 3 (x, y)`;
  };

  const bodies: readonly [string, number, (a: string, early: string) => string][] = [
    ["arithmetic", 400, (a, early) => `(${a} * ${early} + 0.25) * 0.5`],
    ["operations with long adjoints", 200, (a, early) => `tanh (sin ${a} / (exp ${early} + 1.5))`],
    ["branches", 300, (a, early) => `(if ${a} < ${early} then ${a} * 0.5 else ${early} + 0.1)`],
    ["data", 250, (a, early) => `sum [${a}, ${early} * 0.5]`],
  ];

  test.each(oneIn(2, bodies))("%s", (_, steps, step) => {
    const text = rounds(steps, step);
    expect(piecesIn(text)).toBeGreaterThan(1);
    expect(compiledDisagreement(text)).toBeUndefined();
    expect(piecesIn(rounds(50, step))).toBe(0);
  });

  test("a run and a sweep need as much memory as the run before", () => {
    const { core, input } = preparedProgram(rounds(400, (a, early) => `(${a} * ${early} + 0.25) * 0.5`));
    const compiled = Compiled.of(core, "active");
    const held = Array.from({ length: 4 }, () => {
      compiled.value(input, UNLIMITED);
      compiled.gradient([1, 1]);
      return compiled.statistics;
    });
    expect(held[3]).toEqual(held[1]);
  });
});

test("most examples with loops or data are cut there", () => {
  piece.length = 2;
  expect(EXAMPLES.filter(({ text }) => piecesIn(text) > 0).length).toBeGreaterThan(EXAMPLES.length / 3);
});
