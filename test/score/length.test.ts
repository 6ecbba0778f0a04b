// How long a film is: the more calls there are, the less time each of them has.
import { expect, test } from "vitest";
import { example } from "../support/examples.ts";
import { scored } from "../support/scored.ts";

test("without merging, a small program with thousands of calls is still a film of minutes", () => {
  const variations = { options: { unmerged: true } };
  const { score, explored } = scored(example("04"), ["cayley"], { variations });
  const [column] = score.columns;
  expect(explored.graph.size).toBeLessThan(30);
  expect(column!.performance.calls.number.length).toBeGreaterThan(2000);
  expect(score.togetherEnd - score.forwardEnd).toBeLessThan(240_000);
  // the times of calls still follow one another
  const starts = score.beats.map(({ from }) => from);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});
