// Steps of the picture on a slide: of a film, a ladder, a schedule. The rooms of views are loaded with them, so that they are there.
import type { Step } from "../model.ts";

/** Views whose pictures go on by steps. */
const WITH_STEPS = ["explorer", "graph", "ladder", "jobs"] as const;

/** Whether what a step of the slides shows has steps of its own. */
export function hasPictureSteps(step: Step | undefined): boolean {
  return step?.tag === "scene" && WITH_STEPS.some((view) => view === step.view);
}

/** A step of the picture on or back, as its own keys do it. */
export async function stepPicture(step: Step | undefined, by: 1 | -1): Promise<void> {
  if (step?.tag !== "scene") return;
  if (step.view === "ladder") (await import("../../ladder/state.ts")).stepRung(by);
  else if (step.view === "jobs") (await import("../../jobs/state.ts")).stepJobs(by);
  else if (step.view === "explorer" || step.view === "graph") {
    const [film, timeline] = await Promise.all([
      import("../../film/state.ts"),
      import("../../exploration/state/transport.ts"),
    ]);
    if (step.view === "explorer" && document.querySelector(".film-range") !== null) film.stepFilm(by);
    else await timeline.move({ tag: "change" }, by);
  }
}
