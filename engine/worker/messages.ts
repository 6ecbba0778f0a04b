// The messages between the page and the engine's worker. Plain data only.
import type { RunReport } from "../derive/gradient.ts";
import type { Progress } from "../session/run/drive.ts";
import type { Answer, Ask, Kind } from "./questions.ts";

/** Unique to each question; what is said about it carries the same one. */
export type RequestId = number & { readonly brand: "RequestId" };

/** A question of a kind. */
export interface Question<K extends Kind> {
  readonly tag: "ask";
  readonly id: RequestId;
  readonly kind: K;
  readonly ask: Ask<K>;
}

/** A message to the engine's worker: questions with their IDs, which replies have too. */
export type Request =
  | { readonly [K in Kind]: Question<K> }[Kind]
  /** Threads that take jobs from now on, by the ways to them; none where others have them. */
  | { readonly tag: "crew"; readonly ports: readonly MessagePort[] }
  /** The files that programs may read from now on, by their names, in place of the ones before. */
  | { readonly tag: "files"; readonly files: ReadonlyMap<string, string> }
  /** Requests early termination with partial results. */
  | { readonly tag: "stop"; readonly id: RequestId };

/** A message of the engine's worker. A question has any number of replies before its `answer` or `failed`. */
export type Reply =
  | { readonly tag: "answer"; readonly id: RequestId; readonly answer: Answer<Kind> }
  | { readonly tag: "progress"; readonly id: RequestId; readonly progress: Progress }
  /** Partial results of a run that cannot be asked to end, as if stopped now. */
  | { readonly tag: "partial"; readonly id: RequestId; readonly run: RunReport }
  /** A thread that takes jobs has died: its run goes on without, and others are to be started for the next. */
  | { readonly tag: "lost-threads" }
  /** Our own bug, with its message. */
  | { readonly tag: "failed"; readonly id: RequestId; readonly message: string };
