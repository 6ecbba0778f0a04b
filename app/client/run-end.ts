// How a run ended for the page.

import type { RunReport } from "../../engine/derive/gradient.ts";
import type { Progress } from "../../engine/session/run/drive.ts";

/** By the engine, or by termination. */
export type RunEnd =
  | { readonly tag: "ran"; readonly run: RunReport }
  /** The worker had to be terminated: only the last progress is known. */
  | { readonly tag: "terminated"; readonly progress: Progress | undefined }
  /** It was stopped while it waited for a worker. */
  | { readonly tag: "withdrawn" }
  | { readonly tag: "failed"; readonly message: string };
