// The run of a program with all its scalars, for the tooltips of its editor and for its result's words on odd numbers: recorded on the
// first request.

import { create } from "zustand";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { EngineClient } from "../../client/client.ts";
import type { CellId } from "../../document/document.ts";
import { programOf } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { exploreRequestOf, isSame, knownLook } from "../../exploration/state/explorer.ts";
import { open } from "../../navigation/route.ts";
import { isUpToDate, useRunning } from "../../program/state/running.ts";

/** Programs that ran longer than this many milliseconds are left to the views, which can wait. */
const LONGEST_RUN = 1000;
/** Milliseconds after which a recording is given up. */
const LONGEST_RECORDING = 10_000;
/** Milliseconds that a tooltip waits for a recording. */
const PATIENCE = 1500;

type Subject = ReturnType<typeof exploreRequestOf>;

/** The recorded run, and its subject; not for views. */
const useRecorded = create<{
  readonly known: { readonly subject: Subject; readonly explored: Promise<Explored | undefined> } | undefined;
}>()(() => ({ known: undefined }));

const client = new EngineClient({ keeps: "state", onLost: () => useRecorded.setState({ known: undefined }) });

/** A cell's latest run with all its scalars; undefined where it has not run as it is, took long, or cannot be recorded. */
export async function recordedRun(id: CellId, text: string): Promise<Explored | undefined> {
  const cell = programOf(useDocument.getState().document, id);
  const result = useRunning.getState().runs.get(id)?.result;
  if (cell === undefined || cell.foreign || cell.text !== text || result === undefined) return undefined;
  // the first run of a worker waits for the engine, so that it may take long and be short
  if (!isUpToDate(result, cell) || (!result.isFirst && result.took > LONGEST_RUN)) return undefined;
  const subject = exploreRequestOf(cell);
  const { known } = useRecorded.getState();
  if (known !== undefined && isSame(known.subject, subject)) return known.explored;
  const explored = recorded(subject);
  useRecorded.setState({ known: { subject, explored } });
  // a request after one that took too long tries again
  if ((await explored) === undefined)
    useRecorded.setState((now) => (now.known?.explored === explored ? { known: undefined } : now));
  return explored;
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

async function recorded(subject: Subject): Promise<Explored | undefined> {
  const asked = client.begin("explore", subject);
  const limit = setTimeout(() => asked.stop(), LONGEST_RECORDING);
  const explored = await asked.answer;
  clearTimeout(limit);
  return explored;
}

/** Opens the graph with a scalar chosen, where its cotangent is explained. */
export function explainScalar(id: CellId, scalar: number): void {
  const cell = programOf(useDocument.getState().document, id);
  if (cell === undefined) return;
  setViews(id, { explorer: { ...knownLook(cell.views.explorer), step: undefined, pinned: scalar } });
  open("graph", id);
}
