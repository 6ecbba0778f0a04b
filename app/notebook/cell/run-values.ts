// The run of a program with all its scalars, for the tooltips of its editor and for its result's words on odd numbers: recorded on the
// first request.

import type { Explored } from "../../../engine/explore/exploration.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Question } from "../../client/question.ts";
import type { CellId } from "../../document/document.ts";
import { programOf } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { exploreRequestOf, isSame } from "../../exploration/state/request.ts";
import { isUpToDate, useRunning } from "../../program/state/running.ts";

/** Programs that ran longer than this many milliseconds are left to the views, which can wait. */
const LONGEST_RUN = 1000;
/** Milliseconds after which a recording is given up. */
const LONGEST_RECORDING = 10_000;
/** Milliseconds that a tooltip waits for a recording. */
const PATIENCE = 1500;

/** The question for a cell's run with all its scalars. */
const recording = new Question<ExploreRequest, Explored>((request, { ask }) => ask("explore", request), {
  within: LONGEST_RECORDING,
});

/** A cell's latest run with all its scalars; undefined where it has not run as it is, took long, or cannot be recorded. */
export async function recordedRun(id: CellId, text: string): Promise<Explored | undefined> {
  const cell = programOf(useDocument.getState().document, id);
  const result = useRunning.getState().runs.get(id)?.result;
  if (cell === undefined || cell.foreign || cell.text !== text || result === undefined) return undefined;
  // the first run of a worker waits for the engine, so that it may take long and be short
  if (!isUpToDate(result, cell) || (!result.isFirst && result.took > LONGEST_RUN)) return undefined;
  const subject = exploreRequestOf(cell);
  const { question, current, isBusy } = recording.at(id);
  const isKnown = isSame(question, subject) && (current !== undefined || isBusy);
  // one run is remembered
  for (const [other, asked] of recording.asked.getState()) if (other !== id && !asked.isBusy) recording.forget(other);
  // a request after one that took too long tries again
  await (isKnown ? recording.rest(id) : recording.ask(subject, id));
  const asked = recording.at(id);
  return isSame(asked.question, subject) ? asked.current : undefined;
}

/** The same with a time limit; undefined also where the recording is not there soon. It continues for later requests. */
export async function recordedRunSoon(id: CellId, text: string): Promise<Explored | undefined> {
  let patience: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((give) => {
    patience = setTimeout(() => give(undefined), PATIENCE);
  });
  const explored = await Promise.race([recordedRun(id, text), tooLate]);
  clearTimeout(patience);
  return explored;
}
