// What a program's leading comment says, read on the page itself, so that titles and placeholders never lag behind.
import { t } from "@lingui/core/macro";
import { Work } from "../../engine/base/work.ts";
import type { Diagnostics } from "../../engine/source/diagnostic.ts";
import { type Header, readHeader } from "../../engine/syntax/header.ts";

const SILENT: Diagnostics = {
  report: () => undefined,
  reportInstead: () => undefined,
  hasErrors: false,
  isFull: true,
  work: new Work(),
};

/** Headers of texts that were read lately: every part of the page asks for those of all programs again and again. */
const known = new Map<string, Header>();
const MOST_KNOWN = 2500;

/** The header of a text; the engine reports its mistakes. */
export function headerOf(text: string): Header {
  let header = known.get(text);
  if (header === undefined) {
    header = readHeader({ source: "<program>", text }, SILENT);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, header);
  }
  return header;
}

/** The name of a program among others: its title, or its place from 1. */
export function nameOf(text: string, place: number): string {
  const title = titleOf(text);
  return title === UNTITLED ? t`Program ${place}` : title;
}

export const UNTITLED = t`Untitled program`;

/** The name of a program. */
export function titleOf(text: string): string {
  const title = headerOf(text).title?.text.split("\n")[0]?.trim();
  return title === undefined || title === "" ? UNTITLED : title;
}
