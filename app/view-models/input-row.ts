// The row under the code: which definitions can be entered, and what an empty field stands for.
import { STAGES } from "../../engine/algorithms/index.ts";
import type { Checked, Definition } from "../../engine/worker/protocol.ts";
import type { ProgramCell } from "../document/document.ts";
import { stageOfCell } from "../state/running.ts";
import { headerOf } from "./header.ts";
import { plainMessage } from "./rich-text.ts";

export interface EntryOption {
  readonly name: string;
  readonly label: string;
  readonly disabled: boolean;
}

export interface StageOption {
  readonly id: string;
  readonly title: string;
}

export interface InputRow {
  /** The entry that a run would use. */
  readonly entry: string;
  /** The entry that the header says, or `main`. */
  readonly entryByDefault: string;
  readonly entries: readonly EntryOption[];
  /** The entry's signature, where it can be differentiated. */
  readonly signature: { readonly name: string; readonly param: string; readonly result: string } | undefined;
  readonly atPlaceholder: string;
  readonly cotangentPlaceholder: string;
  /** The sweep's first value and its text, where the header has a sweep. */
  readonly sweep: { readonly first: string; readonly text: string } | undefined;
  readonly stage: string;
  readonly stages: readonly StageOption[];
}

/** What the input row shows; `checked` is the latest answer about this cell, perhaps of a moment ago. */
export function inputRow(cell: ProgramCell, checked: Checked | undefined): InputRow {
  const header = headerOf(cell.text);
  const entryByDefault = header.entry?.text.trim() || "main";
  const entry = cell.ask.entry || entryByDefault;
  const definitions = distinct(checked?.definitions ?? []);
  const chosen = definitions.find((one) => one.name === entry);
  const entries = definitions.map(optionOf);
  if (chosen === undefined) {
    const label = checked === undefined ? entry : `${entry}: there is no such definition`;
    entries.unshift({ name: entry, label, disabled: checked !== undefined });
  }
  const signature =
    chosen?.entry.tag === "yes"
      ? { name: chosen.name, param: arrows(chosen.entry.param), result: arrows(chosen.entry.result) }
      : undefined;
  const sweep = header.sweep?.text;
  return {
    entry,
    entryByDefault,
    entries,
    signature,
    atPlaceholder: oneLine(header.at?.text) ?? (signature === undefined ? "" : `a value of type ${signature.param}`),
    cotangentPlaceholder: oneLine(header.cotangent?.text) ?? "1.0 at every Real",
    sweep: sweep === undefined ? undefined : { first: /-?\d+/.exec(sweep)?.[0] ?? "", text: sweep },
    stage: stageOfCell(cell),
    stages: STAGES.map(({ id, title }) => ({ id, title })),
  };
}

function optionOf({ name, entry }: Definition): EntryOption {
  if (entry.tag === "yes") return { name, label: name, disabled: false };
  return { name, label: `${name}: ${plainMessage(entry.reason)}`, disabled: true };
}

/** A name that is defined twice is listed once. */
function distinct(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.filter((one, index) => definitions.findIndex((other) => other.name === one.name) === index);
}

/** A type with the arrow of the papers. */
export function arrows(type: string): string {
  return type.replaceAll("->", "→");
}

function oneLine(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text.replace(/\s+/g, " ").trim();
}
