// Documents and links keep a step of the leading stage: the film of a large run stands there, as that of a small one.
import { describe, expect, test } from "vitest";
import { stepAtTime, timeOfStep } from "../../app/film/far/steps.ts";
import { callsAt, type FarScore, farScore, madeAt } from "../../engine/score/far.ts";
import { recorded } from "../support/scored.ts";

const STAGES = ["naive", "staged", "tape", "delta-array"];
const TEXT = "-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 80)\n";

function scoreOf(): FarScore {
  const { explored, exploration } = recorded(TEXT, STAGES, {}, 20_000);
  return farScore(explored.graph, exploration.performances(STAGES));
}

describe("a step of the recording of a large run", () => {
  const score = scoreOf();

  test.each(STAGES)("has a time, and that time has the step of the same moment: %s", (stage) => {
    const column = score.columns.find(({ performance }) => performance.stage === stage)!;
    const { steps } = column.performance;
    expect(score.graph.size).toBeGreaterThan(300);
    let before = -1;
    for (let part = 0; part <= 40; part++) {
      const step = Math.round((steps * part) / 40);
      const t = timeOfStep(score, column, step);
      expect(t).toBeGreaterThanOrEqual(before);
      before = t;
      const again = stepAtTime(score, column, t);
      expect(again).toBeLessThanOrEqual(step);
      // what it leads to is shown at the same time
      expect(timeOfStep(score, column, again)).toBe(t);
    }
    expect(timeOfStep(score, column, 0)).toBeLessThan(score.forwardEnd);
    expect(timeOfStep(score, column, steps)).toBe(score.end);
    expect(stepAtTime(score, column, score.end)).toBe(steps);
    expect(stepAtTime(score, column, 0)).toBe(0);
  });

  test("shows as many scalars and calls as there were", () => {
    const staged = score.columns[1]!;
    const { calls, created } = staged.performance;
    expect(callsAt(score, timeOfStep(score, staged, calls.step[30]!))).toBe(31);
    expect(madeAt(score, timeOfStep(score, staged, created[100]!))).toBe(101);
  });
});
