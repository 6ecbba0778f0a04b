// The row under the code: possible entries, and the meaning of empty fields.
import { t } from "@lingui/core/macro";
import { COMPILED } from "../../../engine/algorithms/algorithm.ts";
import { CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import { readVariations, variationsText } from "../../../engine/session/input/variations.ts";
import type { Checked, Definition } from "../../../engine/worker/protocol.ts";
import type { ProgramCell } from "../../document/document.ts";
import { headerOf } from "../../document/header.ts";
import { plainMessage } from "../../words/rich-text.ts";
import { stageOfCell } from "./run.ts";

/** A choice of a list; equal choices have the same list, so that it is drawn once. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** More than the label says. */
  readonly title: string | undefined;
  readonly disabled: boolean;
}

/** The row under the code, and the meaning of its empty fields. */
export interface InputRow {
  /** The entry that a run would use. */
  readonly entry: string;
  /** The entry that the header says, or `main`. */
  readonly entryByDefault: string;
  readonly entries: readonly Option[];
  /** The entry's signature, where it can be differentiated. */
  readonly signature: { readonly name: string; readonly param: string; readonly result: string } | undefined;
  readonly atPlaceholder: string;
  readonly cotangentPlaceholder: string;
  readonly stage: string;
  /** The stage, or the compiled engine in one of two precisions. */
  readonly method: string;
  readonly methods: readonly Option[];
}

/** More definitions than this are not listed; the header's `entry` can name any of them. */
const MOST_ENTRIES = 400;

/** The sweep's first value and its text, where the header has a sweep. */
export function sweepOf(cell: ProgramCell): { readonly first: string; readonly text: string } | undefined {
  const text = headerOf(cell.text).sweep?.text;
  return text === undefined ? undefined : { first: /-?\d+/.exec(text)?.[0] ?? "", text };
}

/** Makes the input row; `checked` is the latest answer about this cell, perhaps of a moment ago. */
export function inputRow(cell: ProgramCell, checked: Checked | undefined): InputRow {
  const header = headerOf(cell.text);
  const entryByDefault = header.entry?.text.trim() || "main";
  const entry = cell.ask.entry || entryByDefault;
  const chosen = checked === undefined ? undefined : byName(checked).get(entry);
  const signature =
    chosen?.entry.tag === "yes"
      ? { name: chosen.name, param: arrows(chosen.entry.param), result: arrows(chosen.entry.result) }
      : undefined;
  return {
    entry,
    entryByDefault,
    // what is written and cannot be read is not missing
    entries:
      chosen === undefined && cell.text.includes(`def ${entry}`)
        ? [option(entry, entry, false), ...entryOptions(checked, entry).slice(1)]
        : entryOptions(checked, entry),
    signature,
    atPlaceholder: oneLine(header.at?.text) ?? (signature === undefined ? "" : anyOf(signature.param)),
    cotangentPlaceholder: oneLine(header.cotangent?.text) ?? t`1.0 at every Real`,
    stage: stageOfCell(cell),
    method: isSingle(cell) ? SINGLE : stageOfCell(cell),
    methods: METHODS,
  };
}

function anyOf(type: string): string {
  return t`a value of type ${type}`;
}

/** The method of single precision, as a choice. */
const SINGLE = "float32";

/** Whether a cell's gradient is computed in single precision; stages have none. */
export function isSingle(cell: ProgramCell): boolean {
  return stageOfCell(cell) === COMPILED && readVariations(cell.ask.variations).float32 === true;
}

/** The settings of a cell by which a method computes its gradient. */
export function settingsFor(cell: ProgramCell, method: string): Pick<ProgramCell["ask"], "stage" | "variations"> {
  const { float32: _, ...variations } = readVariations(cell.ask.variations);
  return {
    stage: CATALOGUE.find(({ id }) => id === method)?.id ?? "",
    variations: variationsText(method === SINGLE ? { ...variations, float32: true } : variations),
  };
}

const METHODS: readonly Option[] = [
  { id: COMPILED, title: t`an optimising compiler of the same derivative: fast, without counts` },
  { id: SINGLE, title: t`every operation is rounded to single precision: step by step, and nothing is compared` },
  ...CATALOGUE,
].map(({ id, title }) => ({ value: id, label: id, title, disabled: false }));

const lists = new WeakMap<Checked, Map<string, readonly Option[]>>();

/** The definitions in source order; the chosen one is always there. */
function entryOptions(checked: Checked | undefined, entry: string): readonly Option[] {
  if (checked === undefined) return [option(entry, entry, false)];
  let known = lists.get(checked);
  if (known === undefined) lists.set(checked, (known = new Map()));
  let list = known.get(entry);
  if (list === undefined) known.set(entry, (list = entriesOf(checked, entry)));
  return list;
}

function entriesOf(checked: Checked, entry: string): readonly Option[] {
  const known = byName(checked);
  const options = [...known.values()].slice(0, MOST_ENTRIES).map(optionOf);
  if (options.some(({ value }) => value === entry)) return options;
  const chosen = known.get(entry);
  if (chosen !== undefined) return [optionOf(chosen), ...options];
  // a field is narrow
  return [{ ...option(entry, t`no ${entry}`, true), title: t`${entry} is not defined` }, ...options];
}

const names = new WeakMap<Checked, ReadonlyMap<string, Definition>>();

/** The definitions by name; of several with one name the first. */
function byName(checked: Checked): ReadonlyMap<string, Definition> {
  let known = names.get(checked);
  if (known === undefined) {
    const found = new Map<string, Definition>();
    for (const definition of checked.definitions)
      if (!found.has(definition.name)) found.set(definition.name, definition);
    names.set(checked, (known = found));
  }
  return known;
}

function optionOf({ name, entry }: Definition): Option {
  if (entry.tag === "yes") return option(name, name, false);
  return option(name, `${name}: ${plainMessage(entry.reason)}`, true);
}

function option(value: string, label: string, disabled: boolean): Option {
  return { value, label, title: label === value ? undefined : label, disabled };
}

/** A type with the arrow of the papers. */
export function arrows(type: string): string {
  return type.replaceAll("->", "→");
}

function oneLine(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text.replace(/\s+/g, " ").trim();
}
