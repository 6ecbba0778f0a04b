// What every view of a program is given.
import type { ProgramCell } from "../../document/document.ts";

export interface LookProps {
  readonly cell: ProgramCell;
}
