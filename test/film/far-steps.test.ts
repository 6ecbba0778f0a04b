// Documents and links keep a step of the leading stage: the film of a large run stands there, as that of a small one.
import { describe, expect, test } from "vitest";
import { clockOf } from "../../app/playback/clock.ts";
import { type FarFilm, stepAtTime, timeOfStep } from "../../app/playback/model/far.ts";
import { partsOf, timelineAt } from "../../app/playback/model/time-line.ts";
import { callsAt, farAnimation, madeAt } from "../../engine/animation/far.ts";
import { recorded } from "../support/animated.ts";

const STAGES = ["naive", "staged", "tape", "delta-array"];
const TEXT = "-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 80)\n";

function filmOf(): FarFilm {
  const { explored, exploration } = recorded(TEXT, STAGES, {}, 20_000);
  return { tag: "far", explored, animation: farAnimation(explored.graph, exploration.replayOrders(STAGES)) };
}

describe("a step of the recording of a large run", () => {
  const { animation } = filmOf();

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

describe("the film of a large run", () => {
  const film = filmOf();
  const { animation } = film;
  const { graph, forwardEnd, togetherEnd, together, end } = animation;
  const clock = clockOf(film, { pace: "call", away: new Set(), stage: "staged" });

  test("steps from scalar to scalar and from call to call, and back the same way", () => {
    const times = [0];
    while (times.at(-1)! < end) times.push(clock.after(times.at(-1)!)!);
    // each scalar and each call once; then the calls that one stage makes alone
    const [made, called] = [times.map((t) => madeAt(animation, t)), times.map((t) => callsAt(animation, t))];
    expect(made.slice(0, graph.size + 1)).toEqual(Array.from({ length: graph.size + 1 }, (_, count) => count));
    expect(new Set(called).size).toBe(together + 1);
    expect(times).toContain(forwardEnd);
    expect(times).toContain(togetherEnd);
    const back = [end];
    while (back.at(-1)! > 0) back.push(clock.before(back.at(-1)!)!);
    // from a call back is the one before it, whatever was between
    for (const t of back) expect(t).toBeGreaterThanOrEqual(0);
    expect(new Set(back.map((t) => callsAt(animation, t))).size).toBe(together + 1);
  });

  test("its clock leads to steps of the stage that is followed, and to none of another", () => {
    const { steps } = animation.columns[1]!.replayOrder;
    expect(clock.followed).toBe("staged");
    expect(clock.stepAt(end)).toBe(steps);
    expect(clock.timeOf(steps)).toBe(end);
    const other = clockOf(film, { pace: "call", away: new Set(), stage: "unknown" });
    expect([other.followed, other.stepAt(end), other.timeOf(1)]).toEqual([undefined, undefined, undefined]);
  });

  test("has its parts on the timeline, one after the other", () => {
    const parts = partsOf(film, end);
    expect(parts.map(({ key }) => key)).toEqual(["forward", "reverse", "alone"]);
    for (const [at, { from }] of parts.entries()) expect(from).toBe(at === 0 ? 0 : parts[at - 1]!.to);
    const shapes = timelineAt(film, togetherEnd, end, 600, 48);
    const right = (name: string): number =>
      shapes.flatMap((one) => (one.tag === "rect" && one.key === name ? [one.x + one.w] : []))[0]!;
    const past = shapes.find(({ key }) => key === "past");
    if (past?.tag !== "path") throw new Error("no line");
    expect(past.path.at(-1)).toEqual(["H", right("partreverse")]);
  });
});
