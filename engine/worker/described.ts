// A checked program as plain data for the page.

import { asksToShow } from "../derive/trace.ts";
import { scaledInput } from "../session/input/scaled-input.ts";
import { dataSizes } from "../session/program/data.ts";
import { findEntry } from "../session/program/entry.ts";
import { type CheckedProgram, definitionsOf } from "../session/program/program.ts";
import { span } from "../source/span.ts";
import { showType } from "../types/type.ts";
import type { Checked, Definition } from "./protocol.ts";

/** A checked program as the page sees it. */
export function described(program: CheckedProgram): Checked {
  return {
    diagnostics: program.diagnostics,
    definitions: definitionsOf(program).map(({ entity, type }) => ({
      name: entity.name,
      type: showType(type),
      entry: entryOf(program, entity.name),
    })),
    header: program.header,
    asksToShow: asksToShow(program),
    data: dataSizes(program.header, program.files),
  };
}

function entryOf(program: CheckedProgram, name: string): Definition["entry"] {
  const entry = findEntry(program, name, span("<program>", 0, 1));
  if ("severity" in entry) return { tag: "no", reason: entry.message };
  const scaled = scaledInput(entry.param);
  return { tag: "yes", param: showType(entry.param), result: showType(entry.result), scaled };
}
