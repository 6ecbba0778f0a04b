// A graph of thousands of scalars at a step of its run: what was not asked for is not drawn as not reached.
import { expect, test } from "vitest";
import { drawingOf } from "../../app/graph/model/graph-drawing.ts";
import { nowOfFrame } from "../../app/graph/model/now.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

/** More scalars than rows are asked for. */
const LONG = "-- at: (400, 0.75)\ndef main (n : Int, x) = if n == 0 then x * 2.0 else main (n - 1, sin (x + 0.5))\n";

const LOOK = { labels: "numbers", lit: undefined, wrong: [] } as const;

test.each(["tape", "staged"])("by %s, all that is drawn is as far as the run is", (stage) => {
  const exploration = new Exploration(checkSource(LONG), {}, DEFAULT_BUDGET);
  const explored = finish(exploration.open());
  const { steps, phases } = finish(exploration.record(stage));
  const pictured = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true });
  let next = pictured.next();
  while (!next.done) next = pictured.next();
  const picture = next.value;
  const followed = picture.nodes.map(({ from }) => from);
  expect(followed.length).toBeGreaterThan(1000);
  const drawnAt = (step: number, known: readonly number[]) => {
    const ask = { stages: [stage], leader: stage, cursors: { [stage]: step }, rows: [0, 0], also: [0] } as const;
    const { frames } = exploration.frames({ ...ask, followed: known });
    return drawingOf(explored, picture, { ...LOOK, now: nowOfFrame(frames[stage]!) });
  };
  const over = drawnAt(steps, followed);
  expect(over.edges.filter(({ marks }) => marks.includes("waiting"))).toEqual([]);
  const { reached } = explored.graph;
  for (const { id, flag } of over.nodes) expect(flag === undefined, id).toBe(reached[Number(id)] === 0);
  // in the middle of the reverse pass, edges of later operations are done, and those of earlier ones wait
  const middle = drawnAt(Math.floor((phases[0]!.to + steps) / 2), followed);
  const marked = (mark: "waiting" | "done") =>
    middle.edges.filter(({ marks }) => marks.includes(mark)).map(({ to }) => Number(to));
  expect(marked("waiting").length).toBeGreaterThan(200);
  expect(marked("done").length).toBeGreaterThan(200);
  expect(Math.max(...marked("waiting"))).toBeLessThanOrEqual(Math.min(...marked("done")) + 2);
  // of what was not asked for, nothing is said
  const unknown = drawnAt(steps, []);
  expect(unknown.edges.filter(({ marks }) => marks.includes("waiting") || marks.includes("done"))).toEqual([]);
});
