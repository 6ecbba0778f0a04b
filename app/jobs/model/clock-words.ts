// Sentences on measured times: the run, its hand-overs, their cost here; or why there are none.
import { plural, t } from "@lingui/core/macro";
import type { Clocked } from "../../../engine/session/derivatives/clocked.ts";
import type { NoTimes } from "../clocking.ts";
import type { Chosen, JobsRun } from "./run.ts";
import { jobsOf, type Timing } from "./timing.ts";

/** The measurement, in sentences. */
export function clockedWords({ run, time, runs, alone, handoff, hasFreeCores, step }: Clocked): readonly string[] {
  const { threads } = run;
  const all = run.forks.flat();
  const handed = all.filter(({ tasks }) => tasks.length > 0).length;
  const stayed = all.length - handed;
  const whole = time.toFixed(3);
  const [one, gain] = [alone.toFixed(3), (alone / time).toFixed(2)];
  const hop = inMicroseconds(handoff);
  const smallest = inMicroseconds(step);
  const handoffWords = (): string => {
    if (handoff === 0) return t`The other threads were not ready in time, or were busy.`;
    if (!hasFreeCores)
      return t`A hand-off took ${hop} µs: the cores were busy, and the times say more about that than about the program.`;
    return handoff < step
      ? t`A hand-off, there and back, takes less than the clock can tell.`
      : t`A hand-off takes ${hop} µs, there and back.`;
  };
  const ran = plural(runs, {
    one: `One run of the compiled engine on ${threads} threads: ${whole} ms by the clock.`,
    other: `The fastest of ${runs} runs of the compiled engine on ${threads} threads: ${whole} ms by the clock.`,
  });
  const clockWords =
    time < FEW_STEPS * step
      ? t`The clock ticks every ${smallest} µs, which is too coarse for so short a run. A larger input shows more.`
      : t`The clock ticks every ${smallest} µs.`;
  const isComparable = Math.min(alone, time) >= FEW_STEPS_EACH * step;
  const handedWords = plural(handed, {
    one: `${handed} fork was handed over.`,
    other: `${handed} forks were handed over.`,
  });
  const stayedWords = plural(stayed, {
    one: `${stayed} stayed: no thread was idle, or it is too short to be worth it.`,
    other: `${stayed} stayed: no thread was idle, or they are too short to be worth it.`,
  });
  return [
    isComparable ? `${ran} ${t`One thread takes ${one} ms, without forks: a speed-up of ×${gain}.`}` : ran,
    stayed === 0 ? handedWords : `${handedWords} ${stayedWords}`,
    `${handoffWords()} ${clockWords}`,
    t`A box is what one thread did without a break: a job, and the jobs whose forks stayed on that thread, divided by their counted costs. A box with + adds contributions from other threads.`,
  ];
}

/** A run of fewer steps of the clock is too short for it. */
const FEW_STEPS = 50;
/** Two times of fewer steps are not compared. */
const FEW_STEPS_EACH = 4;

/** Why nothing was measured. */
export function noTimesWords(none: NoTimes): string {
  switch (none.tag) {
    case "alone":
      return t`Nothing can be measured here: the workers of this page cannot share memory, so its jobs run one after the other. Sharing needs a page that is isolated from others: by headers from the server, or from the second visit on.`;
    case "no-forks":
      return t`There is nothing to measure: the compiled engine hands over only jobs with loops or calls, and no fork of this program has two of them.`;
    case "not-compiled":
      return t`There is nothing to measure: the program runs step by step, because it is too large to compile or because the browser does not allow generated code.`;
    case "too-many":
      return t`The run is too long to record. Measure a smaller input.`;
    case "lost":
      return t`The measurement was stopped.`;
    case "ended": {
      const { ended } = none;
      const why =
        ended.tag === "mistake"
          ? (ended.diagnostics[0]?.message ?? "")
          : ended.tag === "out-of-budget"
            ? ended.diagnostic.message
            : t`it took more than ten seconds`;
      return t`Nothing was measured: ${why}.`;
    }
  }
}

/** When the chosen job ran, where that was measured; nothing of several. */
export function ranWords({ passes }: JobsRun, timing: Timing, { forward, reverse }: Chosen): string {
  if (timing.unit !== "measured" || forward.size !== 1) return "";
  const [own, back] = [forward, reverse].map(([id]) => id);
  const there = own !== undefined && passes.forward.jobs.has(own) ? timing.forward.byJob.get(own) : undefined;
  if (there === undefined) return "";
  const others = jobsOf(there).length - 1;
  const worker = there.worker + 1;
  const took = tookWords(there.end - there.start);
  const ran =
    others === 0
      ? t`Worker ${worker} ran it in ${took}.`
      : plural(others, {
          one: `Worker ${worker} ran it and ${others} other in one stretch, in ${took}.`,
          other: `Worker ${worker} ran it and ${others} others in one stretch, in ${took}.`,
        });
  const mirror = back === undefined ? undefined : timing.reverse.byJob.get(back);
  if (mirror === undefined) return ran;
  const again = mirror.worker + 1;
  const reverseTook = tookWords(mirror.end - mirror.start);
  return `${ran} ${t`In the reverse pass worker ${again} took ${reverseTook}.`}`;
}

function tookWords(milliseconds: number): string {
  if (milliseconds === 0) return t`less time than the clock can tell`;
  const microseconds = inMicroseconds(milliseconds);
  return t`${microseconds} µs`;
}

function inMicroseconds(milliseconds: number): string {
  const micro = milliseconds * 1000;
  return micro >= 100 ? String(Math.round(micro)) : micro.toPrecision(2);
}
