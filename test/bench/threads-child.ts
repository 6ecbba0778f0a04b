// Gradients on one thread and on several, in a process of its own: forward and reverse pass, a batch of each in turn.
import { performance } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { startThread } from "../../engine/commands/threads.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { Team } from "../../engine/compile/parallel/team.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { preparedProgram } from "../support/run.ts";

/** A measurement: a program, on so many threads beside one. */
export interface ThreadsTask {
  readonly text: string;
  readonly workers: readonly number[];
  readonly rounds: number;
}

/** Microseconds of the passes, one entry a round. */
export interface PassTimes {
  readonly workers: number;
  readonly forward: number[];
  readonly reverse: number[];
}

export interface ThreadsTold {
  /** For one thread, and for each number that was asked for. */
  readonly times: readonly PassTimes[];
  /** How many forks were handed over in the last run. */
  readonly forks: number;
}

/** Milliseconds that a batch of runs takes at least. */
const BATCH = 10;
/** Microseconds of a pass that is short, and how many of these are timed at once. */
const SHORT = 2;
const MANY = 64;
/** Batches before those that count: each thread compiles the code by itself, and that of jobs is fast after some ten thousand runs. */
const WARM = 40;

async function measure({ text, workers, rounds }: ThreadsTask): Promise<ThreadsTold> {
  const { core, input, resultShape } = preparedProgram(text);
  const contestants = [1, ...workers].map((size) => {
    const team = size === 1 ? undefined : new Team(size, startThread);
    const compiled = Compiled.of(core, "active", undefined, undefined, team);
    return { compiled, size, times: { workers: size, forward: [] as number[], reverse: [] as number[] } };
  });
  let expected: string | undefined;
  let repeats = 1;
  for (let round = -WARM; round < rounds; round++)
    for (const { compiled, size, times } of contestants) {
      if (round === -WARM || size > 1) {
        compiled.load(input, UNLIMITED);
        while (compiled.jobs !== undefined && compiled.jobs.idle < size - 1) await turn();
      }
      const [forward, reverse] = [[] as number[], [] as number[]];
      const since = performance.now();
      for (let run = -2; run < 8 || performance.now() - since < BATCH; run++) {
        // the clock goes in steps of some ten nanoseconds: short passes are timed many at a time
        const times = run < 0 ? 1 : repeats;
        const began = performance.now();
        for (let time = 0; time < times; time++) compiled.forward();
        const turned = performance.now();
        const cotangents = realsOf(resultShape, compiled.result(), UNWATCHED).map(() => 1);
        const again = performance.now();
        let gradient = compiled.gradient(cotangents);
        for (let time = 1; time < times; time++) gradient = compiled.gradient(cotangents);
        const ended = performance.now();
        if (run === -2 && round === 0) {
          const bits = [...gradient].map((x) => (Object.is(x, -0) ? "-0" : String(x))).join();
          expected ??= bits;
          if (bits !== expected) throw new Error(`${size} threads give another gradient`);
        }
        if (run < 0) continue;
        forward.push((1000 * (turned - began)) / times);
        reverse.push((1000 * (ended - again)) / times);
      }
      if (round === -1 && size === 1 && middle(forward) < SHORT) repeats = MANY;
      if (round < 0) continue;
      times.forward.push(middle(forward));
      times.reverse.push(middle(reverse));
    }
  const { jobs } = contestants.at(-1)!.compiled;
  return { times: contestants.map(({ times }) => times), forks: jobs?.sharedForks ?? 0 };
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

void measure(JSON.parse(process.argv[2]!) as ThreadsTask).then((told) => {
  process.send!(told);
  process.exit();
});
