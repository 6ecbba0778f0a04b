// Programs whose jobs run on several threads.
import { setTimeout as pause } from "node:timers/promises";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import type { Team } from "../../engine/compile/parallel/team.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import { showValue } from "../../engine/core/values/show-value.ts";
import { UNLIMITED } from "./conformance.ts";
import { preparedProgram } from "./run.ts";

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
    if (team !== undefined && jobs !== undefined) while (jobs.idle < team.size - 1) await pause(1);
    compiled.forward();
    const value = compiled.result();
    forks += jobs?.forks.length ?? 0;
    const gradient = [...compiled.gradient(realsOf(resultShape, value, UNWATCHED).map(() => 1))];
    bits.push(
      `${showValue(resultShape, value, UNWATCHED)} ${gradient.map((x) => (Object.is(x, -0) ? "-0" : x)).join(" ")}`,
    );
  }
  return { bits, forks };
}
