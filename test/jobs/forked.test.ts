// A program without forks, with its maps in parallel.
import { expect, test } from "vitest";
import { forked } from "../../app/jobs/model/forked.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

const MAPPED = "-- at: [1.0, 2.0]\n-- map the list\ndef main (xs : [Real]) = sum (map (\\x -> sin x) xs) -- map\n";

/** The value, the gradient and the forward jobs of a program. */
function run(text: string): readonly unknown[] {
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const { value, gradient } = finish(exploration.open());
  return [value?.text, gradient?.text, finish(exploration.record("parallel")).jobs];
}

test("a map becomes parMap, in the code and not in comments: the same value and gradient, by more jobs", () => {
  const own = forked(MAPPED)!;
  expect([own.from, own.to]).toEqual(["map", "parMap"]);
  expect(own.text).toBe(MAPPED.replace("(map", "(parMap"));
  const [before, after] = [run(MAPPED), run(own.text)];
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(before[2]).toBe(1);
  expect(after[2]).toBeGreaterThan(2);
});

test("a build becomes parBuild; a program that uses neither, or defines the name itself, stays as it is", () => {
  const built = "-- at: 2.0\ndef main (x : Real) = sumA (build 3 (\\i -> x))\n";
  expect(forked(built)!.text).toContain("parBuild 3");
  expect(forked("-- at: 2.0\ndef main (x : Real) = x * x -- map\n")).toBeUndefined();
  expect(forked("-- at: 2.0\ndef map (x : Real) = x\ndef main (x : Real) = map x\n")).toBeUndefined();
  expect(forked("-- at: 2.0\ndef main (x : Real) = let map' = x in map' * x\n")).toBeUndefined();
});
