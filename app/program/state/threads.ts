// How many threads the jobs of compiled programs may have: the reader's choice, kept for all documents.
import { lastOf } from "../../../engine/base/nth.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

/** Whether workers of this page can share memory that grows. Some builds of WebKit isolate the page and have no shared memory. */
export const CAN_SHARE: boolean =
  globalThis.crossOriginIsolated === true &&
  typeof SharedArrayBuffer === "function" &&
  "grow" in SharedArrayBuffer.prototype;

/** Threads at most, and the choice's name where it is kept. */
const MOST = 16;
const CHOICE = "dualscope threads";

/** The numbers of threads that can be chosen. */
export const THREADS: readonly number[] = Array.from(
  { length: Math.min(MOST, Math.max(2, globalThis.navigator?.hardwareConcurrency ?? 2)) },
  (_, index) => index + 1,
);

/** How many threads the jobs of a program may have: as many as there are cores, unless the reader chose. */
export function threadsChosen(): number {
  if (!CAN_SHARE) return 1;
  const kept = Number(keptChoice(CHOICE));
  return THREADS.includes(kept) ? kept : lastOf(THREADS);
}

/** Chooses how many there are from the next run on. */
export function chooseThreads(count: number): void {
  keepChoice(CHOICE, String(count));
}
