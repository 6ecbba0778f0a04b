// How long a film is: the more calls there are, the less time each of them has.
import { expect, test } from "vitest";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

test("without merging, a small program with thousands of calls is still a film of minutes", () => {
  const variations = { options: { unmerged: true } };
  const { animation, explored } = animated(example("04"), ["cayley"], { variations });
  const [column] = animation.columns;
  expect(explored.graph.size).toBeLessThan(30);
  expect(column!.replayOrder.calls.number.length).toBeGreaterThan(2000);
  expect(animation.togetherEnd - animation.forwardEnd).toBeLessThan(240_000);
  // the times of calls still follow one another
  const starts = animation.beats.map(({ from }) => from);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});
