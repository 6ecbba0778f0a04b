// Films of stages that pass on at once what comes to a scalar that waits: each of these calls is sent along an edge by another call.
import { expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const STAGES = ["cayley", "sparse", "mutable", "one-array", "defunctionalised"];
const PROGRAMS = ["02", "03", "05", "13", "15", "18", "20", "25"];

test("the narration says what is called at once, and what waits", () => {
  const variations = { options: { unmerged: true } };
  const { explored, animation } = animated(example("05"), ["cayley"], { variations });
  const said = narrationOf(filmOf(explored, animation, variations)).map(({ text }) => text);
  expect(said).toContain(
    "`dt` has the highest ID in the map, so it runs, with `2`. It asks for `dx` with `10`, which waits in the map. It calls `ds` with `8` immediately.",
  );
  expect(said).toContain("`ds` is called with `8`. It calls `dx` with `24` and `dx` with `16` immediately.");
});

test.each(oneIn(4, PROGRAMS))("%s: what is passed on goes along an edge, and nothing is left over", (name) => {
  const variations = { options: { unmerged: true } };
  const { animation } = animated(example(name), STAGES, { variations });
  let passedOn = 0;
  const wrong: string[] = [];
  for (const column of animation.columns) {
    if (column.tag !== "waiting") throw new Error("contributions wait in these stages");
    const { calls, contributions, stage } = column.replayOrder;
    expect(column.faults, stage).toEqual([]);
    for (const [place, call] of contributions.made.entries()) {
      if (call < 0) continue;
      passedOn++;
      const [sender, edge] = [calls.parent[call]!, contributions.edge[place]!];
      const { starts, operands, partials } = animation.graph;
      const user = calls.number[sender]!;
      const { waiting, lift } = column.calls[call]!;
      const isRight =
        sender < call &&
        sender >= 0 &&
        edge >= starts[user]! &&
        edge < starts[user + 1]! &&
        operands[edge] === calls.number[call] &&
        Object.is(partials[edge]! * calls.cotangent[sender]!, calls.cotangent[call]) &&
        // it is called with what has come, and what waits goes on waiting
        waiting.length === 1 &&
        waiting[0] === place &&
        column.pieces[place]!.takenAt === lift.from;
      if (!isRight) wrong.push(`${stage} ${call}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(passedOn).toBeGreaterThan(0);
});
