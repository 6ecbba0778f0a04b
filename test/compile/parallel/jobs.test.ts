// Programs with jobs on several threads: the same bits as on one thread, for value and gradient, whoever runs which job.
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { startThread } from "../../../engine/compile/parallel/node-threads.ts";
import { Team } from "../../../engine/compile/parallel/team.ts";
import { showValue } from "../../../engine/core/values/show-value.ts";
import { UNLIMITED } from "../../support/conformance.ts";
import { example } from "../../support/examples.ts";
import { preparedProgram } from "../../support/run.ts";

const teams = [2, 3].map((size) => new Team(size, startThread));
afterAll(() => {
  for (const team of teams) team.end();
});

/** Value and gradient of several runs, the first of which hands every fork over that it can. */
async function runs(
  text: string,
  team: Team | undefined,
): Promise<{ readonly bits: string[]; readonly forks: number }> {
  const { core, input, resultShape } = preparedProgram(text);
  const compiled = Compiled.of(core, "active", undefined, undefined, team);
  const bits: string[] = [];
  let forks = 0;
  for (let run = 0; run < 3; run++) {
    compiled.load(input, UNLIMITED);
    const { jobs } = compiled;
    if (team !== undefined && jobs !== undefined) while (jobs.idle < team.size - 1) await pause(1);
    compiled.forward();
    const value = compiled.result();
    forks += jobs?.forks.length ?? 0;
    const gradient = [...compiled.gradient([1])];
    bits.push(
      `${showValue(resultShape, value, UNWATCHED)} ${gradient.map((x) => (Object.is(x, -0) ? "-0" : x)).join(" ")}`,
    );
  }
  return { bits, forks };
}

const PROGRAMS: Readonly<Record<string, string>> = {
  particles: example("12"),
  "a tree": example("21"),
  "captured arrays and a captured Real": `-- at: (1.1, build 40 (\\i -> real i * 0.1))
def main (k, xs) =
  let part i = foldA (\\acc x -> acc * 0.9 + x * k * real i) 0.0 xs in
  sumA (parBuild 12 part) * k`,
  "a function that is captured, and one that comes back": `-- at: (1.3, 0.7)
def loop (n : Int) f x = if n == 0 then x else loop (n - 1) f (f x)
def main (x, y) =
  let g = \\z -> z * x + sin y in
  let (f, h) = par (let u = loop 30 g (x * y) in \\s -> s * u, let v = loop 20 g y in \\t -> loop 5 g (t * v)) in
  f (x * y) + h 0.3`,
  "jobs within jobs": `-- at: (1.01, 5)
def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01 + sin x * 0.01)
def tree (n : Int) x =
  if n == 0 then work 20 x
  else
    let (a, b) = tree (n - 1) (x * 1.1) |*| tree (n - 1) (x + 0.1) in
    a * b / (1.0 + a) + x
def main (x, n : Int) = tree n x`,
  "data with Ints and lists": `-- at: ([1.0, 2.0, 3.0], 4)
data Shape = Circle Real | Box Int [Real]
def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01)
def make xs (n : Int) = if n > 2 then Box n (map (\\x -> work 10 (x * real n)) xs) else Circle (work 5 (sum xs))
def area s = case s of { Circle r -> r * r | Box n xs -> real n * sum xs }
def main (xs, n : Int) = sum (map area (parMap (make xs) (range 1 n)))`,
};

test.each(Object.entries(PROGRAMS))("%s: the same to the bit with 1, 2 and 3 threads", async (_, text) => {
  const alone = await runs(text, undefined);
  for (const team of teams) {
    const together = await runs(text, team);
    expect(together.forks).toBeGreaterThan(0);
    expect(together.bits).toEqual(alone.bits);
  }
});
