// The picture of the jobs as a file: as it stands, in the colours of the page.
import { t } from "@lingui/core/macro";
import { coloursInNumbers } from "../../picture/saved/file-colours.ts";
import { pictureSvg } from "../../picture/saved/files.ts";
import { download } from "../../ui/download.ts";
import { jobsAt } from "../drawn/picture.ts";
import { jobsPaper } from "../model/paper.ts";
import { timeNow, useJobs } from "../state.ts";

/** The size of saved files. */
const SIZE = { width: 1280, height: 720, projected: 0 };

/** Downloads the current picture as an SVG file of 1280 × 720 pixels; does nothing while there is no run. */
export async function saveJobs(entry: string): Promise<void> {
  const state = useJobs.getState();
  const { run, timing, chosen } = state;
  if (run === undefined || timing === undefined) return;
  const paint = coloursInNumbers();
  const { FACES } = await import("../../fonts/faces.ts");
  const shapes = jobsAt(run, jobsPaper(run, SIZE), timing, timeNow(state), chosen);
  const sheet = { ...SIZE, ground: paint("paper"), fonts: FACES, title: t`The jobs of ${entry}`, paint };
  download(new Blob([pictureSvg(shapes, sheet)], { type: "image/svg+xml" }), `${entry}-jobs.svg`);
}
