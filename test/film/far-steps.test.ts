// Documents and links keep a step of the leading stage: the film of a large run stands there, as that of a small one.
import { describe, expect, test } from "vitest";
import { stepAtTime, timeOfStep } from "../../app/film/far/steps.ts";
import { callsAt, type FarAnimation, farAnimation, madeAt } from "../../engine/animation/far.ts";
import { recorded } from "../support/animated.ts";

const STAGES = ["naive", "staged", "tape", "delta-array"];
const TEXT = "-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 80)\n";

function animationOf(): FarAnimation {
  const { explored, exploration } = recorded(TEXT, STAGES, {}, 20_000);
  return farAnimation(explored.graph, exploration.replayOrders(STAGES));
}

describe("a step of the recording of a large run", () => {
  const animation = animationOf();

  test.each(STAGES)("has a time, and that time has the step of the same moment: %s", (stage) => {
    const column = animation.columns.find(({ replayOrder }) => replayOrder.stage === stage)!;
    const { steps } = column.replayOrder;
    expect(animation.graph.size).toBeGreaterThan(300);
    let before = -1;
    for (let part = 0; part <= 40; part++) {
      const step = Math.round((steps * part) / 40);
      const t = timeOfStep(animation, column, step);
      expect(t).toBeGreaterThanOrEqual(before);
      before = t;
      const again = stepAtTime(animation, column, t);
      expect(again).toBeLessThanOrEqual(step);
      // what it leads to is shown at the same time
      expect(timeOfStep(animation, column, again)).toBe(t);
    }
    expect(timeOfStep(animation, column, 0)).toBeLessThan(animation.forwardEnd);
    expect(timeOfStep(animation, column, steps)).toBe(animation.end);
    expect(stepAtTime(animation, column, animation.end)).toBe(steps);
    expect(stepAtTime(animation, column, 0)).toBe(0);
  });

  test("shows as many scalars and calls as there were", () => {
    const staged = animation.columns[1]!;
    const { calls, created } = staged.replayOrder;
    expect(callsAt(animation, timeOfStep(animation, staged, calls.step[30]!))).toBe(31);
    expect(madeAt(animation, timeOfStep(animation, staged, created[100]!))).toBe(101);
  });
});
