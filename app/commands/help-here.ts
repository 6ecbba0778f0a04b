// Help where one is: on the name at the caret of an editor, where the reference has it.
import { programOf } from "../document/document.ts";
import { useDocument } from "../document/state/document.ts";
import { cursorIn } from "../editor/registry.ts";
import { closeHelp, lookFor, openHelp, useHelp } from "../help/state.ts";

/** Opens the help, or closes it where the focus is in it. */
export function helpHere(): void {
  if (document.activeElement?.closest(".help") != null) return closeHelp();
  const name = nameAtCaret();
  openHelp(name === undefined ? {} : { query: "" });
  if (name !== undefined) void lookForName(name);
}

/** Looks for a name that the reference has, unless something else was typed meanwhile. */
async function lookForName(name: string): Promise<void> {
  const { loadReference } = await import("../help/reference.ts");
  const reference = await loadReference();
  const { isOpen, query } = useHelp.getState();
  if (isOpen && query === "" && reference?.entries.some(({ names }) => names.includes(name))) lookFor(name);
}

const NAME = /[\p{L}_][\p{L}\p{N}_']*|[-+*/^!<>=|&:⋆≤≥≠]+/gu;

/** The name or operator at the caret of the program that is edited. */
function nameAtCaret(): string | undefined {
  const editor = document.activeElement?.closest(".cm-editor");
  const id = editor?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
  const { cells } = useDocument.getState().document;
  const cell = cells.find((one) => one.id === id);
  if (cell?.tag !== "program") return undefined;
  const at = cursorIn(cell.id);
  const text = programOf(useDocument.getState().document, cell.id)?.text ?? "";
  if (at === undefined) return undefined;
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(start).split("\n", 1)[0] ?? "";
  const found = [...line.matchAll(NAME)].find(
    ({ 0: name, index }) => start + index <= at && at <= start + index + name.length,
  );
  return found?.[0];
}
