// Names that stand alone for a field of a record and for its variable, `State { h }`: where one of them is renamed, both are written.
import type { NameSpan } from "../../../engine/session/program/names.ts";

/** The text around a name at its place, where it becomes another name there. */
export function aroundName(name: string, { pun }: NameSpan): { readonly before: string; readonly behind: string } {
  return { before: pun === "variable" ? `${name} = ` : "", behind: pun === "field" ? ` = ${name}` : "" };
}
