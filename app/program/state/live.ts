// Results that follow typing: a program whose last run was quick runs again by itself as soon as its new text checks. The first
// run of a worker says nothing of that, nor does one slow run among quick ones: so the next one is tried. So is a program that is
// typed where none has run, or where another one stood, and the one that a new cell begins with.
import { create } from "zustand";
import { difference } from "../../base/difference.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";
import {
  type CellId,
  type Document,
  NEW_PROGRAM,
  type ProgramCell,
  programOf,
  programsOf,
  sameRun,
} from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { NO_RUN, type Result } from "../model/run.ts";
import { useChecking } from "./checking.ts";
import { startRun, useRunning } from "./running.ts";

/** A program follows typing if its last run took less than this many milliseconds. */
const QUICK = 100;

const KEY = "dualscope.live";

/** Whether quick programs run by themselves while they are typed. */
export const useLive = create<{ readonly isOn: boolean }>()(() => ({ isOn: keptChoice(KEY) !== "off" }));

/** Turns results that follow typing on or off; the browser keeps the choice. */
export function toggleLive(): void {
  const isOn = !useLive.getState().isOn;
  useLive.setState({ isOn });
  keepChoice(KEY, isOn ? "on" : "off");
}

/** Whether a program follows typing after a run: it was quick, or one of the last before it was. */
export function isFollowed({ took, isFirst, before }: Result): boolean {
  return isFirst || took < QUICK || before.some((one) => one < QUICK);
}

/** Whether a text is another program than one that ran: they share less than half of the longer one. */
function isAnother(ran: string, now: string): boolean {
  const { from, to } = difference(ran, now);
  return ran.length - (to - from) < Math.max(ran.length, now.length) / 2;
}

/** The last automatic run in each cell: a program without a result is not tried again as it is. */
const tried = new Map<CellId, ProgramCell>();

/** Cells whose text has changed since the document was opened. */
const typed = new Set<CellId>();

/** Whether a program is to run now without being asked to. */
function isDue(cell: ProgramCell): boolean {
  const { running, result } = useRunning.getState().runs.get(cell.id) ?? NO_RUN;
  if (cell.held || cell.foreign || running !== undefined || isSame(tried.get(cell.id), cell)) return false;
  const check = useChecking.getState().checks.get(cell.id);
  if (check?.text !== cell.text || check.checked.diagnostics.some(({ severity }) => severity === "error")) return false;
  // a new cell is untouched, and its first text ends at once
  const isKnown = cell.text === NEW_PROGRAM || typed.has(cell.id);
  return result === undefined ? isKnown : !isSame(result.subject, cell) && mayFollow(result, cell);
}

/** Whether a changed program runs after a run of it: one that ended by itself, or of another program. */
function mayFollow(result: Result, cell: ProgramCell): boolean {
  if (isAnother(result.subject.text, cell.text)) return true;
  const { end } = result;
  return isFollowed(result) && end.tag === "answered" && /^(?:done|mistake)$/.test(end.answer.ended.tag);
}

function isSame(one: ProgramCell | undefined, other: ProgramCell): boolean {
  return one !== undefined && sameRun(one, other);
}

/** Whether the text of a cell is another one than it was in a document; a cell that was not there has not been typed in. */
function isTyped(before: Document, id: CellId, text: string): boolean {
  const was = programOf(before, id);
  return was !== undefined && was.text !== text;
}

/** Looks after every change of a text, a check or a run; returns the function that ends this. */
export function startLive(): () => void {
  const look = (): void => {
    if (!useLive.getState().isOn) return;
    for (const cell of programsOf(useDocument.getState().document)) {
      if (!isDue(cell)) continue;
      tried.set(cell.id, cell);
      void startRun(cell.id, "live");
    }
  };
  const ends = [
    useDocument.subscribe(({ document, turn }, before) => {
      if (turn !== before.turn) {
        tried.clear();
        typed.clear();
      } else for (const { id, text } of programsOf(document)) if (isTyped(before.document, id, text)) typed.add(id);
      if (document.cells !== before.document.cells) look();
    }),
    useChecking.subscribe(look),
    useRunning.subscribe(look),
    useLive.subscribe(look),
  ];
  return () => {
    for (const end of ends) end();
  };
}
