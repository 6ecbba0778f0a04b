// Which program the lab is about: the cell as it is, at an input that grows with n.
import { useMemo } from "react";
import type { ProgramCell } from "../../document/document.ts";
import { useChecking } from "../../state/checking.ts";
import type { Subject } from "../../state/lab.ts";
import { requestOf } from "../../state/running.ts";
import { headerOf, titleOf } from "../../view-models/header.ts";

/** What the lab can draw of a cell. */
export interface LabSubject {
  /** undefined while the program is being checked, or where its input cannot grow. */
  readonly subject: Subject | undefined;
  /** The `sweep` of its header. */
  readonly sweep: string | undefined;
  /** The input that was made up for it, where the program says none. */
  readonly scaled: string | undefined;
  readonly isChecked: boolean;
  readonly hasErrors: boolean;
}

export function useLabSubject(cell: ProgramCell): LabSubject {
  const check = useChecking(({ checks }) => checks[cell.id]);
  return useMemo(() => {
    const { entry, at, cotangent, text } = requestOf(cell);
    const header = headerOf(text);
    const sweep = header.sweep?.text;
    const isChecked = check?.text === text;
    const name = entry ?? header.entry?.text.trim() ?? "main";
    const found = isChecked ? check.checked.definitions.find((one) => one.name === name)?.entry : undefined;
    const scaled = sweep === undefined && found?.tag === "yes" ? found.scaled : undefined;
    const hasErrors = isChecked && check.checked.diagnostics.some(({ severity }) => severity === "error");
    // what was typed as the input belongs to one n, unless it says n itself
    const typed = at !== undefined && /\bn\b/.test(at) ? at : undefined;
    const input = typed ?? scaled;
    const isKnown = isChecked && !hasErrors && found?.tag === "yes" && (sweep !== undefined || input !== undefined);
    const subject = isKnown ? { title: titleOf(text), ask: { text, entry, at: input, cotangent } } : undefined;
    return { subject, sweep, scaled: typed === undefined ? scaled : undefined, isChecked, hasErrors };
  }, [cell, check]);
}
