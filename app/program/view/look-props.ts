// What every view of a program is given.
import type { ProgramCell } from "../../document/document.ts";

/** The program that a view is about. */
export interface LookProps {
  readonly cell: ProgramCell;
}
