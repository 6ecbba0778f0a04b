// Every `case` of up to three branches over small types, redundant and incomplete ones included: the compiled engine takes the branch
// that the machine takes, or fails where it fails.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { runCompiled } from "../../../engine/derive/compiled-or-machine.ts";
import { type RunReport, runGradient } from "../../../engine/derive/gradient.ts";
import { DEFAULT_BUDGET } from "../../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../../engine/session/program/program.ts";
import { finish } from "../../../engine/session/run/drive.ts";
import { oneIn } from "../../support/runs.ts";

/** A type with values that tell all patterns apart, and patterns of it. */
interface Subject {
  readonly type: string;
  readonly values: readonly string[];
  readonly patterns: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  { type: "Bool", values: ["True", "False"], patterns: ["True", "False", "_"] },
  {
    type: "(Bool, Bool)",
    values: ["(True, True)", "(True, False)", "(False, True)", "(False, False)"],
    patterns: ["(True, _)", "(_, True)", "(False, False)", "(False, _)"],
  },
  {
    type: "Maybe Bool",
    values: ["Nothing", "Just True", "Just False"],
    patterns: ["Nothing", "Just True", "Just False", "Just _"],
  },
  {
    type: "Three",
    values: ["A", "B True", "B False", "C"],
    patterns: ["A", "B True", "B _", "C"],
  },
];

/** All sequences of one to `most` of the items. */
function sequences(items: readonly string[], most: number): readonly (readonly string[])[] {
  if (most === 0) return [];
  const shorter = sequences(items, most - 1);
  const longest = most === 1 ? [[]] : shorter.filter(({ length }) => length === most - 1);
  return [...shorter, ...longest.flatMap((some) => items.map((item) => [...some, item]))];
}

/** A run's outcome: value and gradient, or the first mistake with its place. */
function outcome(run: RunReport): string {
  if (run.ended.tag !== "mistake") return `${run.value?.text} ${run.gradient?.text}`;
  const [first] = run.ended.diagnostics;
  return `${first?.kind} at ${first?.span.from}`;
}

describe("branches that are taken", () => {
  test.each(SUBJECTS)("of a case on $type", ({ type, values, patterns }) => {
    const tape = stageOf("tape")!;
    // every ninth of them; all in the long tests
    for (const chosen of oneIn(9, sequences(patterns, 3))) {
      const branches = chosen.map((pattern, index) => `${pattern} -> ${index + 2}.0 * x`).join(" | ");
      const checked = checkSource(
        `data Three = A | B Bool | C\ndef main (x : Real, s : ${type}) = case s of { ${branches} }`,
      );
      for (const value of values) {
        const request = { at: `(5.0, ${value})` };
        const compiled = finish(runCompiled(checked, request, DEFAULT_BUDGET, { checks: false }));
        const staged = finish(runGradient(checked, request, tape, DEFAULT_BUDGET, { checks: false }));
        expect(outcome(compiled), `${checked.text} at ${value}`).toBe(outcome(staged));
      }
    }
  });
});
