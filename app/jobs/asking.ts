// The jobs of the run that is explored, from the engine.
import type { JobPicture } from "../../engine/explore/job-picture.ts";
import { exploration, record } from "../exploration/state/explorer.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { JOBS_STAGE } from "../exploration/state/trying.ts";

/** The jobs of both passes; undefined where there are none yet. */
export async function askJobs(): Promise<JobPicture | undefined> {
  const info = await record(JOBS_STAGE);
  // while another program is opened, the worker has let go of this recording
  if (info === undefined || useExplorer.getState().isOpening) return undefined;
  return exploration.about("jobs", { stage: JOBS_STAGE });
}
