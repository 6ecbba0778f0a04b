// Numbers along the edges of the graph from step to step.
import { describe, expect, test } from "vitest";
import { wayThrough } from "../../app/drawing/model/edges.ts";
import { travellersBetween } from "../../app/graph/model/travelling.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";

/** All that travels in a run by a stage, step by step: `label edge`, backwards in the reverse pass. */
function journeys(text: string, stage: string): readonly string[] {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const { graph } = finish(exploration.open());
  const { steps } = finish(exploration.record(stage));
  const pictured = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true });
  let next = pictured.next();
  while (!next.done) next = pictured.next();
  const picture = next.value;
  const ends = new Map(picture.edges.map(({ id, from, to }) => [id, [from, to] as const]));
  const found: string[] = [];
  for (let step = 1; step <= steps; step++) {
    const seen = exploration.frames({
      stages: [stage],
      leader: stage,
      cursors: { [stage]: step },
      rows: [0, graph.size],
      also: [],
      together: true,
    });
    for (const { edge, isBack, label } of travellersBetween(graph, picture, step - 1, seen.frames[stage]!)) {
      const [from, to] = ends.get(edge)!;
      found.push(isBack ? `${to} ${label} ${from}` : `${from} ${label} ${to}`);
    }
  }
  return found;
}

describe("along the edges of the graph", () => {
  test.each(["naive", "staged", "cayley", "mutable", "tape"])(
    "by %s, values go to what takes them, and every contribution goes back once",
    (stage) => {
      // x * (x + y) at (12, 13)
      const expected = ["0 12 2", "1 13 2", "0 12 3", "2 25 3"];
      const found = journeys(example("02"), stage);
      expect(found.slice(0, 4)).toEqual(expected);
      expect([...found.slice(4)].sort()).toEqual(["2 +12 0", "2 +12 1", "3 +12 2", "3 +25 0"]);
    },
  );

  test("both edges of x * x have their own", () => {
    const found = journeys("-- at: 3.0\ndef main x = x * x\n", "staged");
    expect(found).toEqual(["0 3 1", "0 3 1", "1 +3 0", "1 +3 0"]);
  });

  test("a way goes through the middles between the points of its edge", () => {
    const straight = wayThrough([
      [0, 0],
      [9, 0],
    ]);
    expect(straight).toEqual([
      [0, 0],
      [3, 0],
      [6, 0],
      [9, 0],
    ]);
    const bent = wayThrough([
      [0, 0],
      [2, 4],
      [6, 8],
      [10, 0],
    ]);
    expect([bent[0], bent[3], bent[6]]).toEqual([
      [0, 0],
      [4, 6],
      [10, 0],
    ]);
  });
});
