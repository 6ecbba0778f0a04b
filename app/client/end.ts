// How a question to a worker ended.
import type { Progress } from "../../engine/session/run/drive.ts";

/** By its answer, which has partial results where it was stopped; or without one. */
export type End<T> =
  | { readonly tag: "answered"; readonly answer: T }
  /** Its worker had to be terminated: only the last progress is known. */
  | { readonly tag: "terminated"; readonly progress: Progress | undefined }
  /** It was stopped while it waited for a worker. */
  | { readonly tag: "withdrawn" }
  /** By our own bug, or because the worker crashed. */
  | { readonly tag: "failed"; readonly message: string };
