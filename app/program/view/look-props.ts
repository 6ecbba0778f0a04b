// Properties of all views of a program.
import type { ProgramCell } from "../../document/document.ts";

/** The program that a view is about. */
export interface LookProps {
  readonly cell: ProgramCell;
}
