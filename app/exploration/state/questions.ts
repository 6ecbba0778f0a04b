// Questions about the run that is explored, which one view or another asks of its worker.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { DifferencesFound } from "../../../engine/explore/differences.ts";
import type { PathsFound } from "../../../engine/graphs/paths.ts";
import type { Smallest } from "../../../engine/lessons/smallest-input.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { exploration } from "./explorer.ts";
import { useExplorer } from "./store.ts";

/** Paths from a scalar to the result, or to one occurrence in it: the largest, and how many there are. */
export function askPaths(scalar: number, most: number, output?: number): Promise<PathsFound | undefined> {
  return exploration.about("paths", { scalar, most, output });
}

/** The partials of an operation beside finite differences. */
export function askDifferences(scalar: number): Promise<DifferencesFound | undefined> {
  return exploration.about("differences", { scalar });
}

/** The events of a stage as text, a line each; undefined while another program is opened. */
export async function askTrace(stage: StageId): Promise<string | undefined> {
  const { isOpening, columns } = useExplorer.getState();
  if (isOpening || columns[stage]?.info === undefined) return undefined;
  return exploration.about("trace", { stage });
}

/** The data flow of the whole run as DOT or JSON; undefined while another program is opened. */
export async function askGraphText(format: "dot" | "json"): Promise<string | undefined> {
  return useExplorer.getState().isOpening ? undefined : exploration.about("graphText", format);
}

/** The smallest input at which a stage that is broken on purpose goes wrong; undefined where the search was stopped. */
export function askSmallest(subject: ExploreRequest, stage: StageId): Promise<Smallest | undefined> {
  return exploration.about("smallest", { ...subject, stage });
}
