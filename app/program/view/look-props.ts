// Properties of all views of a program.
import type { Scene } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";

/** The program that a view is about, and the scene that it is opened at. */
export interface LookProps {
  readonly cell: ProgramCell;
  readonly scene?: Scene;
}
