// Links to a ladder: their leading stage says which one it is.
import { expect, test } from "vitest";
import { NO_SCENE } from "../../app/document/address.ts";
import { chooseLadderOf, sceneOfLadder, useClimb } from "../../app/ladder/state.ts";

test("the scene of a ladder is led by one of its stages, and a stage leads to its ladder", () => {
  const scene = { ...NO_SCENE, stages: ["naive", "staged"], lead: "staged", step: 7, pick: 2 };
  expect(sceneOfLadder(scene)).toEqual(scene);
  chooseLadderOf("chad-cells");
  expect(sceneOfLadder(scene)).toEqual({ ...NO_SCENE, lead: "chad", pick: 2 });
  // of no ladder
  chooseLadderOf("lazy-zeros");
  expect(useClimb.getState().algorithm).toBe("chad");
  chooseLadderOf("tape");
  expect(sceneOfLadder(scene)).toEqual(scene);
});
