// The place in the program that is lit at a step: that of an event of the algorithm's own, else of the scalar that the step is at.
import { expect, test } from "vitest";
import { placeNow } from "../../app/exploration/model/scalar.ts";
import { spanIn } from "../../engine/graphs/run-graph.ts";
import { recorded } from "../support/animated.ts";

const CALLS = "-- at: 2.0\ndef main (x : Real) = let k = x * x in let f = \\y -> sin (k * y) in f x + f 1.5\n";

/** The frame of each step of a run, with its place. */
function places(stage: string) {
  const { exploration, explored, infos } = recorded(CALLS, [stage]);
  const rows = [0, explored.graph.size] as const;
  return Array.from({ length: infos[0]!.steps + 1 }, (_, step) => {
    const ask = { stages: [stage], leader: stage, cursors: { [stage]: step }, rows, also: [] };
    const frame = exploration.frames(ask).frames[stage];
    return { frame, place: placeNow(explored.graph, frame), graph: explored.graph };
  });
}

test("by chad the line of a function that runs again is lit", () => {
  const again = places("chad").filter(({ frame }) => frame?.event?.tag === "own" && frame.event.isAgain === true);
  const told = again.flatMap(({ frame, place }) =>
    frame?.event?.tag === "own" && frame.event.span !== undefined ? [[place, frame.event.span] as const] : [],
  );
  expect(told.length).toBeGreaterThan(0);
  for (const [place, span] of told) expect(place).toEqual(span);
});

test("by stages without events of their own it is the scalar's", () => {
  const made = places("tape").filter(({ frame }) => frame?.phase === "forward" && frame.scalar !== undefined);
  expect(made.length).toBeGreaterThan(3);
  for (const { frame, place, graph } of made) expect(place).toEqual(spanIn(graph, frame!.scalar!));
});
