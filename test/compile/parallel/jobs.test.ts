// Programs with jobs on several threads: the same bits as on one thread, for value and gradient, whoever runs which job.
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UNWATCHED } from "../../../engine/base/watch.ts";
import { startThread } from "../../../engine/commands/threads.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { IS_BUSY, MESSAGE, STATE, wordOf } from "../../../engine/compile/parallel/control.js";
import { Team } from "../../../engine/compile/parallel/team.ts";
import { showValue } from "../../../engine/core/values/show-value.ts";
import { UNLIMITED } from "../../support/conformance.ts";
import { example } from "../../support/examples.ts";
import { preparedProgram } from "../../support/run.ts";
import { allIdle, threadedRuns as runs } from "../../support/threads.ts";

const teams = [2, 3].map((size) => new Team(size, startThread, true));
afterAll(() => {
  for (const team of teams) team.end();
});
afterEach(() => void vi.restoreAllMocks());

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
  "a definition whose value takes jobs, needed amid a record of the tape": `-- at: (1.1, build 9 (\\i -> real i * 0.3))
def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01 + 0.1)
def table = parBuild 6 (\\i -> work (10 * i) 0.5)
def main (x, xs : Array Real) =
  let s = foldA (\\acc z -> if acc * z > 0.2 then sin (acc * z) else x * acc + z) 0.1 xs in
  let t = s * (table ! 2) in
  let (a, b) = par (work 9 t, work 7 s) in a * b + t`,
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
  "long lists, which lie in a row or not": `-- at: (0.37, 150)
def row v r = sum (zipWith (\\a b -> a * b) v r)
def matrix (n : Int) x = map (\\i -> map (\\j -> x * real (i * 7 + j) + 0.1) (range 0 n)) (range 0 n)
def vector (n : Int) x = map (\\j -> sin (x + real j)) (range 0 n)
def part (n : Int) x = let v = vector n x in sum (map (row v) (matrix n x))
def main (x, n : Int) =
  let (a, b) = par (part n x, part (n - 7) (x * 1.1)) in
  sum (parMap (\\k -> part 37 (x * k)) (vector 5 a)) + a * 0.001 - b * 0.003`,
  "a list whose cells come in several chunks, walked by a loop within a loop": `-- at: (0.37, 500)
def vector (n : Int) x = map (\\j -> sin (x + real j)) (range 0 n)
def part (n : Int) x = let v = vector n x in sum (map (\\i -> sum (map (\\a -> a * x * real i) v)) (range 0 21))
def main (x, n : Int) = let (a, b) = par (part n x, part (n - 7) (x * 1.1)) in a * 0.001 - b * 0.003`,
};

test.each(Object.entries(PROGRAMS))("%s: the same to the bit with 1, 2 and 3 threads", async (_, text) => {
  const alone = await runs(text, undefined);
  for (const team of teams) {
    const together = await runs(text, team);
    expect(together.forks).toBeGreaterThan(0);
    expect(together.bits).toEqual(alone.bits);
  }
});

/** How a run ends: its value, or what it throws. */
async function ending(text: string, team: Team | undefined, limits = UNLIMITED): Promise<string> {
  const { core, input, resultShape } = preparedProgram(text);
  const compiled = Compiled.of(core, "active", undefined, undefined, team);
  compiled.load(input, limits);
  if (team !== undefined) await allIdle(compiled.jobs!, team);
  try {
    compiled.forward();
    const value = compiled.result();
    return `${showValue(resultShape, value, UNWATCHED)} ${[...compiled.gradient([1])].join(" ")}`;
  } catch (error) {
    return `${(error as Error).constructor.name} ${(error as Error).message} ${JSON.stringify((error as { at?: unknown }).at)}`;
  }
}

const FAILING = (at: string) => `-- at: ${at}
def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01)
def job (k : Int) x (i : Int) = if i == k then real (div i (i - k)) * x else work (50 * i) x
def main (x, k : Int, l : Int) =
  let (a, b) = par (sumA (parBuild 9 (job k x)), sumA (parBuild 9 (job l (x + 1.0)))) in a + b`;

test.each(["(1.0, 20, 20)", "(1.0, 3, 20)", "(1.0, 20, 8)", "(1.0, 7, 2)", "(1.0, 0, 0)"])(
  "a mistake in a job is that of the sequential run: %s",
  async (at) => {
    const text = FAILING(at);
    const alone = await ending(text, undefined);
    for (const team of teams) expect(await ending(text, team)).toBe(alone);
  },
);

const LONG = `-- at: (1.0, 5000000)
def work (n : Int) x = if n == 0 then x else let (a, b) = (x * 0.999, x + 0.1) in if a > b then a else work (n - 1) b
def main (x, n : Int) = let (a, b) = par (work n x, work n (x * 2.0)) in a + b`;

test("a stop and the end of the memory end the run on all threads, and later runs are unharmed", async () => {
  const [team] = teams as [Team];
  const ends = performance.now() + 20;
  const tick = () => {
    if (performance.now() > ends) throw new RangeError("stopped here");
    return undefined;
  };
  expect(await ending(LONG, team, { ...UNLIMITED, tick })).toMatch(/stopped here/);
  expect(await ending(LONG, team, { ...UNLIMITED, bytes: 20_000_000 })).toMatch(/OutOfBudget.*memory/);
  expect(await ending(LONG, team)).toBe(await ending(LONG, undefined));
});

test("a stop at any moment ends the run, and the next is as if nothing had been", async () => {
  const [team] = teams as [Team];
  const text = LONG.replace("5000000", "300000");
  const alone = await ending(text, undefined);
  for (const after of [0, 0.3, 1, 2, 4, 7, 11, 16]) {
    const stops = performance.now() + after;
    const tick = () => {
      if (performance.now() > stops) throw new RangeError("stopped here");
      return undefined;
    };
    const stopped = await ending(text, team, { ...UNLIMITED, tick });
    if (stopped !== alone) expect(stopped).toMatch(/stopped here/);
    expect(await ending(text, team)).toBe(alone);
  }
});

/** A program on one thread beside, which its caller may end; `lost` is called where the team has lost it. */
async function onThread(text: string, isEager: boolean, lost: () => void) {
  const threads: ReturnType<typeof startThread>[] = [];
  const start = () => {
    const thread = startThread();
    threads.push(thread);
    return thread;
  };
  const team = new Team(2, start, isEager, lost);
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active", undefined, undefined, team);
  const end = () => threads[0]!.end();
  compiled.load(input, UNLIMITED);
  await allIdle(compiled.jobs!, team);
  const alone = Compiled.of(core, "active");
  return { team, input, compiled, end, expected: () => [alone.value(input, UNLIMITED), ...alone.gradient([1])] };
}

test("a thread that dies amid its jobs is noticed, and the run begins again without it", async () => {
  const lost = vi.fn();
  const { team, input, compiled, end, expected } = await onThread(LONG, true, lost);
  // time that is spent waiting for the dead thread goes by ten times as fast
  const now = performance.now.bind(performance);
  let died: number | undefined;
  vi.spyOn(performance, "now").mockImplementation(() => (died === undefined ? now() : died + 10 * (now() - died)));
  const { idle, control } = compiled.jobs!;
  expect(idle).toBe(1);
  const tick = () => {
    const isAtWork = control[wordOf(1, STATE)] === IS_BUSY && control[wordOf(1, MESSAGE)] === 0;
    if (!isAtWork || died !== undefined) return;
    died = now();
    void end();
  };
  compiled.load(input, { ...UNLIMITED, tick });
  compiled.forward();
  expect([compiled.result(), ...compiled.gradient([1])]).toEqual(expected());
  expect(lost).toHaveBeenCalledTimes(1);
  team.end();
});

test("a thread that has died before takes no part: its message is withdrawn, and none is sent again", async () => {
  const lost = vi.fn();
  const { team, compiled, end, expected } = await onThread(PROGRAMS.particles!, false, lost);
  await end();
  for (let run = 0; run < 3; run++) {
    compiled.forward();
    expect([compiled.result(), ...compiled.gradient([1])]).toEqual(expected());
    expect(compiled.jobs!.idle).toBe(0);
  }
  expect(lost).not.toHaveBeenCalled();
  team.end();
});

describe("threads that do not come", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** A team whose threads never start, programs on it that miss them, and how often they were taken for lost. */
  function missing(count: number) {
    const lost = vi.fn();
    const team = new Team(2, () => ({ post: () => undefined, end: () => undefined }), false, lost);
    const { core, input } = preparedProgram(PROGRAMS.particles!);
    const programs = Array.from({ length: count }, () => {
      const compiled = Compiled.of(core, "active", undefined, undefined, team);
      const meet = vi.spyOn(compiled.jobs!.queue, "meet").mockReturnValue(false);
      return { load: () => compiled.load(input, UNLIMITED), meet };
    });
    return { programs, lost };
  }

  test("for long are taken for lost, once", () => {
    const { programs, lost } = missing(1);
    const told = [0, 3000, 2000, 3000, 3000].map((later) => {
      vi.advanceTimersByTime(later);
      programs[0]!.load();
      return lost.mock.calls.length;
    });
    expect(told).toEqual([0, 0, 1, 1, 1]);
  });

  test("to the next program are not missing where they have come to one", () => {
    const { programs, lost } = missing(2);
    programs[0]!.load();
    programs[0]!.meet.mockReturnValue(true);
    vi.advanceTimersByTime(60_000);
    programs[1]!.load();
    expect(lost).not.toHaveBeenCalled();
  });
});

test("the cells of one run do not make room for more in the next", async () => {
  const text = `-- at: build 300 (\\i -> real i * 0.01)
def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01)
def main (xs : Array Real) = sumA (parBuild 300 (\\i -> work 9 (xs ! i)))`;
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active", undefined, undefined, teams[0]);
  compiled.load(input, UNLIMITED);
  await allIdle(compiled.jobs!, teams[0]!);
  const held = Array.from({ length: 30 }, () => {
    compiled.forward();
    compiled.gradient([1]);
    return compiled.statistics.held;
  });
  expect(held.at(-1)).toBe(held[0]);
});
