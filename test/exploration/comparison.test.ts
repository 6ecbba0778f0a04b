// The run beside a run: what is changed in it, and what it has of the first.
import { expect, test } from "vitest";
import { changed } from "../../app/exploration/comparison/comparison.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { prepare } from "../../engine/session/input/prepare.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import type { ExploreRequest } from "../../engine/worker/protocol.ts";

const RUN: ExploreRequest = {
  text: "-- at: (n, 0.5)\n-- sweep: n = 2 .. 8\ndef main (n : Int, x : Real) = x * real n\n",
  above: [],
  entry: undefined,
  at: undefined,
  cotangent: undefined,
  n: undefined,
};
const SAME = { at: "", text: "", isRounded: false };

test("another version without a header runs at the input of the first, one with a header at its own", () => {
  const bare = "def main (n : Int, x : Real) = x * x";
  const other = changed(RUN, { ...SAME, text: bare });
  expect(other).toMatchObject({ text: bare, at: "(n, 0.5)", n: 2 });
  const { at, n } = other;
  expect(finish(prepare(checkSource(bare), { at, n }, DEFAULT_BUDGET)).tag).toBe("prepared");
  expect(changed(RUN, { ...SAME, text: bare, at: "(n, 0.7)" })).toMatchObject({ at: "(n, 0.7)", n: 2 });
  expect(changed({ ...RUN, at: "(n, 0.9)", n: 5 }, { ...SAME, text: bare })).toMatchObject({ at: "(n, 0.9)", n: 5 });
  const whole = changed(RUN, { ...SAME, text: `-- at: (4, 0.25)\n-- sweep: n = 1 .. 2\n${bare}` });
  expect([whole.at, whole.n]).toEqual([undefined, undefined]);
  expect(changed(RUN, SAME)).toEqual(RUN);
});
