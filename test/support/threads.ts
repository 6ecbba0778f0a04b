// Programs whose jobs run on several threads.
import { vi } from "vitest";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import type { Jobs } from "../../engine/compile/parallel/jobs.js";
import type { Team } from "../../engine/compile/parallel/team.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import { showValue } from "../../engine/core/values/show-value.ts";
import { UNLIMITED } from "./conformance.ts";
import { preparedProgram } from "./run.ts";

/** Milliseconds that threads may take to start on a busy machine. */
const PATIENCE = 60_000;

/** Waits until all threads of a team but the one that asks could take a job. */
export async function allIdle(jobs: Pick<Jobs, "idle">, team: Team): Promise<void> {
  await vi.waitUntil(() => jobs.idle >= team.size - 1, { timeout: PATIENCE, interval: 1 });
}

/** Value and gradient of several runs, the first of which hands every fork over that it can. */
export async function threadedRuns(
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
    if (team !== undefined && jobs !== undefined) await allIdle(jobs, team);
    compiled.forward();
    const value = compiled.result();
    forks += jobs?.sharedForks ?? 0;
    const gradient = [...compiled.gradient(realsOf(resultShape, value, UNWATCHED).map(() => 1))];
    bits.push(
      `${showValue(resultShape, value, UNWATCHED)} ${gradient.map((x) => (Object.is(x, -0) ? "-0" : x)).join(" ")}`,
    );
  }
  return { bits, forks };
}
