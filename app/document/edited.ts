// A program that is edited: state of its run, and not of the program, changes with its run.
import type { Ask, ProgramCell } from "./document.ts";
import { headerOf, OVERRIDDEN, plain } from "./header.ts";

/**
 * A program with another text: an n of another sweep, and the views' state in the run of the text before, are dropped with that text. The
 * last edit wins: a line of the header with a new value empties the field that overrides it.
 */
export function withText(cell: ProgramCell, text: string): ProgramCell {
  if (cell.text === text) return cell;
  const [before, after] = [headerOf(cell.text), headerOf(text)];
  let ask = before.sweep?.text === after.sweep?.text ? cell.ask : { ...cell.ask, n: "" };
  for (const key of OVERRIDDEN) {
    const says = plain(after[key]?.text);
    if (says !== "" && says !== plain(before[key]?.text)) ask = { ...ask, [key]: "" };
  }
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
