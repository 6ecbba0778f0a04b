// The answers that no text and no table of a document may give while questions are open.
import { givesAway } from "../../../engine/lessons/giving-away.ts";
import type { CellId, Document, ProgramCell } from "../../document/document.ts";
import { settingAsked } from "./asked-program.ts";
import type { CellSetting } from "./cells.ts";
import { type Deeds, openAbout, openAbove, type Question } from "./open-questions.ts";

/** The open questions about a program whose answers a query about it would tell. */
export function toldBy(
  document: Document,
  program: ProgramCell,
  query: string,
  setting: CellSetting,
  deeds: Deeds,
): readonly Question[] {
  const asked = { query, setting: settingAsked(program, setting) };
  return openAbout(document, program.id, deeds).filter(
    ({ predict }) =>
      predict.is !== "" && givesAway(asked, { query: predict.is, setting: settingAsked(program, predict.setting) }),
  );
}

/**
 * The open questions because of which a cell may not show answers to queries about a program: those above it, for they are asked before the
 * run is seen, and those whose answers it would reveal.
 */
export function keptFrom(
  document: Document,
  cell: CellId,
  program: ProgramCell,
  queries: readonly string[],
  setting: CellSetting,
  deeds: Deeds,
): readonly string[] {
  const told = queries.flatMap((query) => toldBy(document, program, query, setting, deeds));
  const open = [...openAbove(document, cell, program.id, deeds), ...told];
  return [...new Set(open.map(({ predict }) => predict.id))];
}
