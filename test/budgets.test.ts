// Work on a program takes steps in proportion to its length, and checks the clock on its way: so a budget ends it soon.
import { Tree } from "@lezer/common";
import { describe, expect, test, vi } from "vitest";
import { ALGORITHMS, STAGES } from "../engine/algorithms/index.ts";
import { Late, Watch, watched } from "../engine/base/watch.ts";
import { main } from "../engine/cli.ts";
import type { Terminal } from "../engine/commands/call.ts";
import { compileProgram } from "../engine/compile/compile.ts";
import { printProgram } from "../engine/core/notation/print.ts";
import { checkProgram } from "../engine/core/terms/check.ts";
import { simplified } from "../engine/core/terms/simplify.ts";
import { transformed } from "../engine/derive/gradient.ts";
import { sourceNow } from "../engine/derive/straight-run.ts";
import { compile } from "../engine/evaluate/compile.ts";
import { loweredProgram, type Prepared } from "../engine/session/input/prepare.ts";
import { checkSource } from "../engine/session/program/program.ts";
import { explainProgram } from "../engine/texts/explain.ts";
import { exportProgram } from "../engine/texts/export.ts";
import { preparedProgram } from "./support/run.ts";
import { oneIn } from "./support/runs.ts";

/** One sum, in which a variable is used for each operand. */
const chain = (operands: number): string =>
  `-- at: 1.0\ndef main x = ${Array.from({ length: operands }, (_, i) => (i % 2 === 0 ? "sin x" : `x * ${i}.0`)).join(" + ")}\n`;

/** A list of pairs, as data are pasted into a program. */
const literal = (pairs: number): string =>
  `-- at: 1.0\ndef points : [(Real, Real)] = [${Array.from({ length: pairs }, (_, i) => `(${i}.0, ${i}.5)`).join(", ")}]\ndef main (a : Real) = sum (map (\\(x, y) -> a * x + y) points)\n`;

const study = ALGORITHMS.find((one) => one.study !== undefined)!;

/** All that is made of a program before it runs, and to be read. */
const WORK: readonly (readonly [string, (prepared: Prepared) => unknown])[] = [
  ["checking", ({ checked }) => checkSource(`${checked.text} `)],
  ["lowering", ({ checked, entry }) => loweredProgram(checked, entry, undefined)],
  ["checking the core", ({ core }) => checkProgram(core)],
  ["code of the machine", ({ core, shapes }) => compile(core, shapes)],
  // those of whole arrays unroll, and refuse what is long
  ...STAGES.filter(({ ofArrays }) => ofArrays !== true).map(
    (stage) => [`the program of ${stage.id}`, (prepared: Prepared) => transformed(stage, prepared, undefined)] as const,
  ),
  [
    "a printed program",
    (prepared) => printProgram(simplified(transformed(STAGES[2]!, prepared, undefined)), { types: false }),
  ],
  ...study.stages.map(
    (stage) =>
      [
        `the text of ${stage.id}`,
        (prepared: Prepared) => stage.notation!(sourceNow(stage, prepared, undefined)),
      ] as const,
  ),
  ["a study", (prepared) => study.study!(sourceNow(study.stages[0]!, prepared, undefined), {})],
  ["compiling", ({ core }) => compileProgram(core, "active")],
  ["a module", ({ checked }) => exportProgram(checked, undefined, "p.dual")],
  ["the passes of the compiler", ({ checked }) => explainProgram(checked, undefined)],
];

/** Counts the steps, and ends nothing. */
class Counting extends Watch {
  steps = 0;

  constructor() {
    super(() => undefined);
  }

  override step(parts = 1): void {
    this.steps += parts;
  }
}

function stepsOf(work: (prepared: Prepared) => unknown, text: string): number {
  const counting = new Counting();
  const prepared = preparedProgram(text);
  watched(counting, () => work(prepared));
  return counting.steps;
}

const SIZE = 400;

describe("steps grow with the length of the program", () => {
  // one of the two by turns; both in the long tests
  const shaped = WORK.map(([name, work], turn) => [name, work, oneIn(2, [chain, literal], turn >> 1)] as const);

  // of every other kind of work, which are those that are not looked at below
  test.each(oneIn(2, shaped))("%s", (_, work, shapes) => {
    for (const shape of shapes) {
      const [small, large] = [SIZE, 2 * SIZE].map((size) => stepsOf(work, shape(size))) as [number, number];
      expect(large).toBeLessThanOrEqual(2.3 * small + 1000);
      // a step for each operand at least, or the clock would not be looked at
      expect(large - small).toBeGreaterThanOrEqual(SIZE);
    }
  });
});

test("compiling a chain of `let`s copies what is left of it at none of them", () => {
  const text = (lets: number): string =>
    `-- at: 2.0\ndef main a =\n${Array.from({ length: lets }, (_, i) => `  let x${i + 1} = x${i} * 1.01 in\n`).join("")}  x${lets}\n`.replace(
      "x0",
      "a",
    );
  const copied = (lets: number): number => {
    const { core } = preparedProgram(text(lets));
    let items = 0;
    const slice = vi.spyOn(Array.prototype, "slice").mockImplementation(function (this: unknown[], ...args) {
      const part = original.apply(this, args);
      items += part.length;
      return part;
    });
    compileProgram(core, "active");
    slice.mockRestore();
    return items;
  };
  const original = Array.prototype.slice;
  expect(copied(2 * SIZE)).toBeLessThan(2.3 * copied(SIZE) + 1000);
});

describe("the watch is asked, and ends", () => {
  test.each(oneIn(2, WORK, 1))("%s", (_, work) => {
    const prepared = preparedProgram(chain(6000));
    let looks = 0;
    // a clock that strikes at the second look
    const watch = new Watch(() => {
      if (++looks >= 2) throw new Late();
    });
    // lowering takes some steps an operand, and comes to two looks only with its fellows
    const twice = (): void => {
      work(prepared);
      work(prepared);
    };
    expect(() => watched(watch, twice)).toThrow(Late);
  });

  test("while a text is parsed, before there is a tree to walk over", () => {
    const walks = vi.spyOn(Tree.prototype, "iterate");
    const watch = new Watch(() => {
      throw new Late();
    });
    expect(() => watched(watch, () => checkSource(chain(6000)))).toThrow(Late);
    expect(walks).not.toHaveBeenCalled();
    walks.mockRestore();
  });

  test("a watch within another asks both", () => {
    const asked: string[] = [];
    const outer = new Watch(() => void asked.push("outer"));
    const inner = new Watch(() => void asked.push("inner"));
    watched(outer, () => watched(inner, () => checkSource(chain(4000))));
    expect(new Set(asked)).toEqual(new Set(["outer", "inner"]));
  });
});

/** Runs the command line on a program, with a clock that goes on by a second at each look. */
function dual(args: readonly string[], program: string) {
  let [out, err] = ["", ""];
  const terminal: Terminal = {
    read: () => program,
    write: () => undefined,
    out: (text) => (out += text),
    err: (text) => (err += text),
  };
  const real = performance.now;
  let now = 0;
  performance.now = () => (now += 1000);
  try {
    return { status: main([...args, "-"], terminal), out, err, looks: now / 1000 };
  } finally {
    performance.now = real;
  }
}

describe("a command ends with status 3 where its time is used up", () => {
  const text = chain(6000);
  const commands = [
    ["grad"],
    ["grad", "--stage", "tape"],
    ["grad", "--stage", "transposed"],
    ["stages", "--stage", "transposed"],
    ["stages", "--stage", "tape", "--simplified"],
    ["study"],
    ["export"],
    ["export", "--explain"],
    ["cost", "--algorithm", "yolo"],
  ];

  test.each(oneIn(2, commands))("%s %s %s", (...args) => {
    // after the check of the program, and in the long tests in it, too
    for (const seconds of oneIn(2, ["60", "4"])) {
      const { status, err } = dual([...args, "--seconds", seconds], text);
      expect(err).toMatch(/--seconds gives more time|^$/);
      expect(status).toBe(3);
    }
  });
});
