// A program that is edited: what belongs to its run, and not to the program, goes with what it belongs to.
import type { Ask, ProgramCell } from "./document.ts";
import { headerOf } from "./header.ts";

/** A program with another text: an n of another sweep, and where views stood in the run of the text before, go with that text. */
export function withText(cell: ProgramCell, text: string): ProgramCell {
  if (cell.text === text) return cell;
  const hasSameSweep = headerOf(cell.text).sweep?.text === headerOf(text).sweep?.text;
  const ask = hasSameSweep ? cell.ask : { ...cell.ask, n: "" };
  return fromTheEnd({ ...cell, text, ask, settled: false });
}

/** A program whose views stand at the end of its run, with nothing chosen in it: it is about to be another run. */
function fromTheEnd(cell: ProgramCell): ProgramCell {
  const { explorer } = cell.views;
  if (explorer === undefined || (explorer.step === undefined && explorer.pinned === undefined)) return cell;
  return { ...cell, views: { ...cell.views, explorer: { ...explorer, step: undefined, pinned: undefined } } };
}

/** A program of which something else is asked: another n or entry is another run. At another input its scalars are the same ones. */
export function withAsk(cell: ProgramCell, asked: Partial<Ask>): ProgramCell {
  const ask = { ...cell.ask, ...asked };
  const isSameRun = ask.n === cell.ask.n && ask.entry === cell.ask.entry;
  return isSameRun ? { ...cell, ask } : fromTheEnd({ ...cell, ask });
}
