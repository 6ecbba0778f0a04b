// The context of a question: the worker's state, and the readings of requests that all answers share.

import type { Team } from "../compile/parallel/team.ts";
import type { RunReport } from "../derive/gradient.ts";
import type { Subject as Examined } from "../doctor/subject.ts";
import { type Budget, DEFAULT_BUDGET } from "../evaluate/tasks/budget.ts";
import type { Exploration } from "../explore/exploration.ts";
import type { Request as InputRequest } from "../session/input/prepare.ts";
import { readVariations } from "../session/input/variations.ts";
import { dataKey, type Files } from "../session/program/data.ts";
import { type CheckedProgram, checkSource } from "../session/program/program.ts";
import type { Progress, Steps } from "../session/run/drive.ts";
import type { ExploreRequest, ProgramText } from "./protocol.ts";

/** A worker's heap is smaller than Node's. */
export const WORKER_BUDGET: Budget = { ...DEFAULT_BUDGET, bytes: 1_200_000_000, depth: 6_000_000 };

/** The worker's state between two questions. */
export interface Memory {
  /** The text that was checked last: what an editor asks is about it. */
  checked: CheckedProgram | undefined;
  /** The exploration; a worker that was started anew has none yet. */
  explored: Exploration | undefined;
  /** The gradient that is examined. */
  examined: Examined | undefined;
  /** Any program that was checked last, for curves and editors ask for the same again and again. */
  program: CheckedProgram | undefined;
  /** Threads that take jobs of compiled programs. */
  team: Team | undefined;
  /** Files that programs may read. */
  files: Files;
}

/** The context of a question. */
export interface Desk {
  readonly memory: Memory;
  /** Drives a computation, letting messages in between its slices; it reports its progress, and can be asked to end soon. */
  inSlices<T>(steps: Steps<T>): Promise<T>;
  /** Drives a computation as long as no later question drives one so, and it is not stopped; undefined otherwise. */
  whileLatest<T>(steps: Generator<void, T, unknown>): Promise<T | undefined>;
  /** Tells the page of progress. */
  progress(progress: Progress): void;
  /** Tells the page what a run that cannot be asked to end has so far, as if it were stopped now. */
  partial(run: RunReport): void;
}

/** A program, checked; the one before is remembered. */
export function checked({ text, above }: ProgramText, { memory }: Desk): CheckedProgram {
  const known = memory.program;
  const isKnown =
    known?.text === text &&
    known.above.length === above.length &&
    above.every((one, i) => one === known.above[i]) &&
    known.dataKey === dataKey([...above, text], memory.files);
  if (known !== undefined && isKnown) return known;
  memory.program = checkSource(text, above, memory.files);
  return memory.program;
}

/** The settings beside a program's text. */
export function inputOf({ entry, at, cotangent, n, variations, recomputed }: ExploreRequest): InputRequest {
  const varied = variations === undefined ? undefined : readVariations(variations);
  return { entry, at, cotangent, n, variations: varied, choices: recomputed && { recomputed } };
}
