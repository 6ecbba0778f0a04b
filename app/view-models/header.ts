// What a program's leading comment says, read on the page itself, so that titles and placeholders never lag behind.
import { t } from "@lingui/core/macro";
import { type Header, readHeader } from "../../engine/syntax/header.ts";

const SILENT = { report: () => undefined, hasErrors: false };

let last: { readonly text: string; readonly header: Header } | undefined;

/** The header of a text; the engine reports its mistakes. */
export function headerOf(text: string): Header {
  if (last?.text !== text) last = { text, header: readHeader({ source: "<program>", text }, SILENT) };
  return last.header;
}

export const UNTITLED = t`Untitled program`;

/** The name of a program. */
export function titleOf(text: string): string {
  const title = headerOf(text).title?.text.split("\n")[0]?.trim();
  return title === undefined || title === "" ? UNTITLED : title;
}
