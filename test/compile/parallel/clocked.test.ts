// Runs on the clock: what each thread did when. The times nest as the tasks do, no thread is at two places at once, and the bits are those of a
// run that nobody times.
import { afterAll, describe, expect, test } from "vitest";
import { startThread } from "../../../engine/commands/threads.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import type { ClockedPiece, ClockedRun } from "../../../engine/compile/parallel/clocked.ts";
import { Team } from "../../../engine/compile/parallel/team.ts";
import { UNLIMITED } from "../../support/conformance.ts";
import { example } from "../../support/examples.ts";
import { UNEVEN } from "../../support/jobs.ts";
import { preparedProgram } from "../../support/run.ts";
import { allIdle } from "../../support/threads.ts";

const teams = [2, 3].map((size) => new Team(size, startThread));
afterAll(() => {
  for (const team of teams) team.end();
});

const NESTED = `-- at: (1.01, 5)
def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01 + sin x * 0.01)
def tree (n : Int) x =
  if n == 0 then work 20 x
  else
    let (a, b) = tree (n - 1) (x * 1.1) |*| tree (n - 1) (x + 0.1) in
    a * b / (1.0 + a) + x
def main (x, n : Int) = tree n x`;

const PROGRAMS: Readonly<Record<string, string>> = {
  uneven: UNEVEN,
  "jobs within jobs": NESTED,
  particles: example("12"),
  "grains of several jobs": `-- at: (1.1, build 40 (\\i -> real i * 0.1))
def main (k, xs) = sumA (parBuild 700 (\\i -> foldA (\\acc x -> acc * 0.9 + x * k * real i) 0.0 xs)) * k`,
};

async function timed(text: string, team: Team, isEager: boolean) {
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active", undefined, undefined, team, { isEager });
  compiled.load(input, UNLIMITED);
  await allIdle(compiled.jobs!, team);
  const runs: ClockedRun[] = [];
  const bits: unknown[] = [];
  for (let run = 0; run < 3; run++) {
    compiled.forward();
    bits.push([compiled.result(), ...compiled.gradient([1])]);
    runs.push(compiled.clocked()!);
  }
  team.rest();
  return { runs, bits };
}

function untimed(text: string): unknown {
  const { core, input } = preparedProgram(text);
  const compiled = Compiled.of(core, "active");
  return [compiled.value(input, UNLIMITED), ...compiled.gradient([1])];
}

/** By task, its pieces in order. */
function byTask(pieces: readonly ClockedPiece[]): Map<number, ClockedPiece[]> {
  const found = new Map<number, ClockedPiece[]>();
  for (const piece of pieces) found.set(piece.task, [...(found.get(piece.task) ?? []), piece]);
  for (const list of found.values()) list.sort((a, b) => a.piece - b.piece);
  return found;
}

/** Threads tell times as milliseconds since 1970, which are so far from each other as numbers. */
const GRAIN = 2 ** -12;

describe.each(Object.entries(PROGRAMS))("%s", (_, text) => {
  test.each([true, false])("times nest as tasks do, and lanes do not overlap; every fork: %s", async (isEager) => {
    const alone = untimed(text);
    for (const team of teams) {
      const { runs, bits } = await timed(text, team, isEager);
      for (const one of bits) expect(one).toEqual(alone);
      for (const run of runs) {
        const sides = { forward: byTask(run.forward), reverse: byTask(run.reverse) };
        const handed = run.forks.map((forks) => forks.filter(({ tasks }) => tasks.length > 0));
        handed.forEach((forks, task) => {
          for (const side of [sides.forward, sides.reverse]) {
            const pieces = side.get(task)!;
            expect(pieces.map(({ piece }) => piece)).toEqual(Array.from({ length: forks.length + 1 }, (_, i) => i));
            expect(new Set(pieces.map(({ thread }) => thread)).size).toBe(1);
          }
          expect(sides.reverse.get(task)![0]!.thread).toBe(sides.forward.get(task)![0]!.thread);
          forks.forEach(({ tasks, count, size }, index) => {
            expect(Math.ceil(count / size)).toBe(tasks.length);
            const [before, after] = sides.forward.get(task)!.slice(index, index + 2);
            const [first, then] = sides.reverse.get(task)!.slice(index, index + 2);
            for (const part of tasks) {
              const [own, back] = [sides.forward.get(part)!, sides.reverse.get(part)!];
              expect(own[0]!.start).toBeGreaterThanOrEqual(before!.end);
              expect(own.at(-1)!.end).toBeLessThanOrEqual(after!.start);
              // the reverse pass comes to a fork where it was joined
              expect(back.at(-1)!.start).toBeGreaterThanOrEqual(then!.end);
              expect(back[0]!.end).toBeLessThanOrEqual(first!.start);
            }
          });
        });
        for (const side of [run.forward, [...run.reverse, ...run.sums]])
          for (let thread = 0; thread < team.size; thread++) {
            const lane = side.filter((one) => one.thread === thread).sort((a, b) => a.start - b.start || a.end - b.end);
            let end = 0;
            for (const piece of lane) {
              expect(piece.start).toBeGreaterThanOrEqual(end - GRAIN);
              expect(piece.end).toBeGreaterThanOrEqual(piece.start);
              end = piece.end;
            }
          }
      }
      if (isEager) expect(runs.some(({ forks }) => forks.flat().some(({ tasks }) => tasks.length > 0))).toBe(true);
    }
  });
});

test("jobs that take long are run by several threads, each of which is seen", async () => {
  const text = `-- at: (1.0, 3000000)
def work (n : Int) x = if n == 0 then x else let (a, b) = (x * 0.999, x + 0.1) in if a > b then a else work (n - 1) b
def main (x, n : Int) = let (a, b) = par (work n x, work n (x * 2.0)) in a + b`;
  const [team] = teams as [Team];
  const { runs } = await timed(text, team, true);
  for (const side of ["forward", "reverse"] as const)
    expect(runs.some((run) => run[side].some(({ thread }) => thread === 1))).toBe(true);
  // who waits for a job of another does nothing meanwhile: the times of the lanes are within the run
  for (const { forward } of runs) {
    const whole = forward.find(({ task, piece }) => task === 0 && piece === 1)!.end;
    for (const { end } of forward) expect(end).toBeLessThanOrEqual(whole);
  }
});

test("who does not ask for times pays nothing: there is no memory for them, and nothing is noted", () => {
  const { core, input } = preparedProgram(NESTED);
  const compiled = Compiled.of(core, "active", undefined, undefined, teams[0]);
  compiled.value(input, UNLIMITED);
  expect([compiled.jobs!.times, compiled.clocked()]).toEqual([undefined, undefined]);
  teams[0]!.rest();
});
