// Which program of a document a cell is about.
import { type CellId, type Document, type ProgramCell, programsOf } from "../../document/document.ts";

/** The program of a name; without a name, the nearest above a cell, or the first below it. */
export function programAbout(document: Document, cell: CellId, name: string): ProgramCell | undefined {
  const programs = programsOf(document);
  if (name !== "") return programs.find((one) => one.name === name);
  const place = document.cells.findIndex(({ id }) => id === cell);
  const above = document.cells.slice(0, place + 1).findLast((one) => one.tag === "program");
  return above?.tag === "program" ? above : programs[0];
}
