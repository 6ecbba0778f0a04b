// Which program of a document a cell is about, and in which setting it asks about it.

import type { Setting } from "../../../engine/queries/subject.ts";
import { type CellId, type Document, type ProgramCell, programsOf } from "../../document/document.ts";
import type { CellSetting } from "./cells.ts";

/** The program of a name; without a name, the nearest above a cell, or the first below it. */
export function programAbout(document: Document, cell: CellId, name: string): ProgramCell | undefined {
  const programs = programsOf(document);
  if (name !== "") return programs.find((one) => one.name === name);
  const place = document.cells.findIndex(({ id }) => id === cell);
  const above = document.cells.slice(0, place + 1).findLast((one) => one.tag === "program");
  return above?.tag === "program" ? above : programs[0];
}

/** The setting of a cell's queries: its own, and that of the program's fields where it says no other. */
export function settingAsked({ ask }: ProgramCell, own: CellSetting): Setting {
  const given = (text: string): string | undefined => (text.trim() === "" ? undefined : text);
  return {
    at: own.at ?? given(ask.at),
    cotangent: own.cotangent ?? given(ask.cotangent),
    n: own.n ?? (/^-?\d+$/.test(ask.n.trim()) ? Number(ask.n) : undefined),
    variations: own.variations,
  };
}
