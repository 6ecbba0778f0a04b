// The store of runs: at most one a cell. As many run at a time as there are workers; the others wait for one.
import { create } from "zustand";
import type { RunReport } from "../../../engine/derive/gradient.ts";
import { mayFork } from "../../../engine/syntax/keywords.ts";
import type { RunRequest } from "../../../engine/worker/protocol.ts";
import { withEntry, withoutEntry } from "../../base/entries.ts";
import { type Asked, type EngineClient, lease } from "../../client/client.ts";
import { dataKeyAt } from "../../document/data-files.ts";
import {
  type CellId,
  type Document,
  foreignPrograms,
  type ProgramCell,
  programOf,
  programsOf,
  sameRun,
  textsAbove,
} from "../../document/document.ts";
import { settle, trust } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import {
  type CellRun,
  type Freshness,
  freshnessOf,
  NO_RUN,
  type Result,
  stageOfCell,
  type UnderWay,
} from "../model/run.ts";
import { threadsChosen } from "./threads.ts";

interface RunningState {
  readonly runs: ReadonlyMap<CellId, CellRun>;
}

/** The runs by cell: the present one, the latest result, and the one before. */
export const useRunning = create<RunningState>()(() => ({ runs: new Map() }));

/** The worker of a cell, its run, and the number of the latest Run; not for views. */
interface Engine {
  readonly client: EngineClient;
  latest: Asked<RunReport> | undefined;
  turn: number;
  /** The Run that was stopped, by its number: also one that waits for the end of the one before does not begin then. */
  halted: number;
}

const engines = new Map<CellId, Engine>();

/** Whether a result is that of the cell as it is now. */
export function isUpToDate(result: Result, cell: ProgramCell): boolean {
  return freshnessOf(result, cell, useDocument.getState().document) === "current";
}

/** The freshness of a result, followed as the document changes. */
export function useFreshness(result: Result | undefined, cell: ProgramCell): Freshness {
  return useDocument(({ document }) => (result === undefined ? "current" : freshnessOf(result, cell, document)));
}

/** A run that follows typing ends after this many milliseconds, and says why within the others; else it is stopped. */
const LIVE_WITHIN = 2000;
const LIVE_PATIENCE = 8000;

/**
 * Runs a cell as it is now: because its reader pressed Run, or by itself after typing. A run that is not over is stopped first, and its
 * result forgotten.
 */
export async function startRun(id: CellId, why: "asked" | "live" = "asked"): Promise<void> {
  const isLive = why === "live";
  if (!isLive) trust(id);
  const engine = engineOf(id);
  const turn = ++engine.turn;
  while (engine.latest !== undefined) {
    engine.latest.stop();
    await engine.latest.end;
  }
  const subject = programOf(useDocument.getState().document, id);
  if (subject === undefined || turn !== engine.turn || turn === engine.halted) return;
  update(id, (run) => ({ ...run, running: { subject, progress: undefined, waiting: true, stopping: false, isLive } }));
  const request = { ...requestOf(subject), ...(isLive && { within: LIVE_WITHIN }) };
  const change = (known: Partial<UnderWay>): void =>
    update(id, (run) => ({ ...run, running: run.running && { ...run.running, ...known } }));
  let began = performance.now();
  let isFirst = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const running = engine.client.begin("run", request, {
    onProgress: (progress) => change({ progress }),
    onStart: (isFirstOfWorker) => {
      began = performance.now();
      isFirst = isFirstOfWorker;
      if (isLive) patience = setTimeout(() => running.stop(), LIVE_PATIENCE);
      change({ waiting: false });
    },
  });
  engine.latest = running;
  const end = await running.end;
  const took = performance.now() - began;
  clearTimeout(patience);
  engine.latest = undefined;
  // a later run decides, unless it was stopped before it began
  if (turn !== engine.turn && engine.halted !== engine.turn) return;
  update(id, ({ result, earlier }) => {
    const kept = result !== undefined && hasValue(result) ? result : earlier;
    const before = result === undefined ? [] : durations(result).slice(0, RUNS_REMEMBERED);
    const { above, data } = request;
    const next: Result = { subject, above, data, end, took, time: Date.now(), isFirst, isLive, before };
    // a half-typed field leaves the last result as it is
    if (isLive && !hasBegun(next)) return { running: undefined, result, earlier, notBegun: next };
    return { running: undefined, result: next, earlier: hasValue(next) ? undefined : kept, notBegun: undefined };
  });
  if (end.tag === "answered" && (end.answer.ended.tag === "done" || end.answer.ended.tag === "mistake"))
    settle(subject);
  // a program above may have changed meanwhile, or the data
  const { document } = useDocument.getState();
  const now = programOf(document, id);
  if (now === undefined || now.held) return;
  const { above, data } = request;
  const freshness = freshnessOf({ subject, above, data }, now, document);
  if (freshness === "changed-above" || freshness === "changed-data") void startRun(id);
}

/** Runs before the latest whose durations are known. */
const RUNS_REMEMBERED = 2;

/** Durations of a run and earlier ones, the latest first. */
function durations({ took, isFirst, before }: Result): readonly number[] {
  return isFirst ? before : [took, ...before];
}

/** Whether a run got as far as its input. */
function hasBegun({ end }: Result): boolean {
  return end.tag !== "answered" || end.answer.ended.tag !== "mistake" || end.answer.at !== undefined;
}

function hasValue({ end }: Result): boolean {
  return end.tag === "answered" && end.answer.value !== undefined;
}

/** Ends a cell's run at once, with partial results. */
export function stopRun(id: CellId): void {
  const engine = engines.get(id);
  if (engine?.latest === undefined) return;
  update(id, (run) => ({ ...run, running: run.running && { ...run.running, stopping: true } }));
  engine.halted = engine.turn;
  engine.latest.stop();
}

/** The request of a cell's run, in a document: in the open one if left out. */
export function requestOf(cell: ProgramCell, document = useDocument.getState().document): RunRequest {
  const { entry, at, cotangent, n, variations } = cell.ask;
  const given = (text: string): string | undefined => (text.trim() === "" ? undefined : text);
  const above = textsAbove(document, cell.id);
  const threads = [cell.text, ...above].some(mayFork) ? threadsChosen() : 1;
  return {
    text: cell.text,
    above,
    data: dataKeyAt(document, cell.id, cell.text),
    ...(threads > 1 && { threads }),
    entry: given(entry),
    at: given(at),
    cotangent: given(cotangent),
    n: /^-?\d+$/.test(n.trim()) ? Number(n) : undefined,
    stage: stageOfCell(cell),
    variations: given(variations),
    recomputed: cell.views.study?.recomputed,
  };
}

function engineOf(id: CellId): Engine {
  let engine = engines.get(id);
  if (engine === undefined) {
    engine = { client: lease(), latest: undefined, turn: 0, halted: -1 };
    engines.set(id, engine);
  }
  return engine;
}

function update(id: CellId, change: (run: CellRun) => CellRun): void {
  useRunning.setState(({ runs }) => ({ runs: withEntry(runs, id, change(runs.get(id) ?? NO_RUN)) }));
}

/** Milliseconds without a change above before cells run again. */
const QUIET = 500;

/** Runs cells again when programs above them have changed: those that have run, and are not held still. */
export function startFollowing(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    for (const cell of programsOf(useDocument.getState().document)) {
      const { running, result } = useRunning.getState().runs.get(cell.id) ?? NO_RUN;
      if (cell.held || running !== undefined || result === undefined) continue;
      if (!sameRun(result.subject, cell) || isUpToDate(result, cell)) continue;
      void startRun(cell.id);
    }
  };
  const unsubscribe = useDocument.subscribe(({ document, turn }, before) => {
    if (turn !== before.turn) return beginAnew();
    if (document.cells === before.document.cells) return;
    forgetGone(document);
    clearTimeout(timer);
    timer = setTimeout(follow, QUIET);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Ends the workers of deleted cells; those that return by Undo, and ran before, run again. */
function forgetGone(document: Document): void {
  for (const id of [...engines.keys()].filter((one) => programOf(document, one) === undefined)) dispose(id);
  for (const { id, settled, held, foreign } of programsOf(document))
    if (settled && !held && !foreign && !engines.has(id)) void startRun(id);
}

function dispose(id: CellId): void {
  const engine = engines.get(id);
  if (engine === undefined) return;
  engine.turn++;
  engine.latest?.stop();
  engine.client.end();
  engines.delete(id);
  useRunning.setState(({ runs }) => ({ runs: withoutEntry(runs, id) }));
}

/** Another document is open: drop the runs of the former. */
function beginAnew(): void {
  for (const id of [...engines.keys()]) dispose(id);
  useRunning.setState({ runs: new Map() });
  runSettled();
}

/** Runs every program but those from elsewhere: a first visit shows a result at once. */
export function runAll(): void {
  for (const { id, foreign } of programsOf(useDocument.getState().document)) if (!foreign) void startRun(id);
}

/** Runs all programs that came by a link or a file, as their reader asked; whether there are any. */
export function runForeign(): boolean {
  const foreign = foreignPrograms(useDocument.getState().document);
  for (const { id } of foreign) void startRun(id);
  return foreign.length > 0;
}

/** Runs again the unchanged cells that ended by themselves before. */
export function runSettled(): void {
  for (const { id, settled, foreign } of programsOf(useDocument.getState().document))
    if (settled && !foreign) void startRun(id);
}
