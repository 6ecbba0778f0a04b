// Which program the lab is about: the cell as it is, at an input that grows with n.
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { ProgramCell } from "../../document/document.ts";
import { headerOf, programName } from "../../document/header.ts";
import { useDocument } from "../../document/state/document.ts";
import { sweepNumbers } from "../../program/model/sweep.ts";
import { useChecking } from "../../program/state/checking.ts";
import { requestOf } from "../../program/state/running.ts";
import type { Subject } from "../model/curves.ts";
import { type Growth, growthOf } from "../model/growth.ts";
import { type FamilyMember, familyOf } from "../model/lab-gallery.ts";

/** How the lab opens one run in the explorer: with the input that it made up, at its n. */
export function oneRun(input: string, n: number): string {
  return `let n = ${n < 0 ? `(${n})` : n} in ${input}`;
}

const ONE_RUN = /^let n = \(?-?\d+\)? in /;

/** A cell as the lab draws it. */
export interface LabSubject {
  /** undefined while the program is being checked, or where its input cannot grow. */
  readonly subject: Subject | undefined;
  /** The `sweep` of its header. */
  readonly sweep: string | undefined;
  /** The input that was made up for it, where the program says none. */
  readonly scaled: string | undefined;
  /** Where the program is one of a family, of which each n has its own. */
  readonly member: FamilyMember | undefined;
  readonly isChecked: boolean;
  readonly hasErrors: boolean;
  /** Why there is nothing to draw, where it is not the input. */
  readonly reason: string | undefined;
  /** How the input can be made to grow, if it does not. */
  readonly growth: Growth | undefined;
  /** Words on the sweep or the input. */
  readonly warning: string | undefined;
}

/** The subject of the lab for a cell: the program at an input that grows with n, or the reason why there is none. */
export function useLabSubject(cell: ProgramCell): LabSubject {
  const check = useChecking(({ checks }) => checks.get(cell.id));
  return useMemo(() => {
    const { entry, at, cotangent, text, above, data, recomputed } = requestOf(cell);
    const header = headerOf(text);
    const sweep = header.sweep?.text;
    const isChecked = check?.text === text;
    const name = entry ?? header.entry?.text.trim() ?? "main";
    const found = isChecked ? check.checked.definitions.find((one) => one.name === name)?.entry : undefined;
    const scaled = sweep === undefined && found?.tag === "yes" ? found.scaled : undefined;
    const hasErrors = isChecked && check.checked.diagnostics.some(({ severity }) => severity === "error");
    // a typed input belongs to one n, unless it says n itself
    const open = at?.replace(ONE_RUN, "");
    const isOwn = open !== undefined && /\bn\b/.test(open) && open !== scaled;
    const typed = isOwn ? open : undefined;
    const input = typed ?? scaled;
    const member = at === undefined && cotangent === undefined ? familyOf(text) : undefined;
    const grows = sweep !== undefined || input !== undefined || member !== undefined;
    const isKnown = isChecked && !hasErrors && found?.tag === "yes" && grows;
    const subject = isKnown
      ? {
          title: member?.family.title ?? programName(useDocument.getState().document, cell),
          // one text stands for the whole family
          ask: {
            text: member?.family.textOf(member.family.shown) ?? text,
            above,
            data,
            entry,
            at: input,
            cotangent,
            recomputed,
          },
          textOf: member?.family.textOf,
        }
      : undefined;
    const said = input ?? header.at?.text ?? "";
    const read = sweep === undefined ? [] : sweepNumbers(sweep);
    const warning =
      typeof read === "string"
        ? t`The sweep in the header cannot be read. Other values of n are used: ${read}`
        : subject !== undefined && member === undefined && !/\bn\b/.test(said)
          ? t`The input does not mention n, so it does not grow.`
          : undefined;
    const reason = !isChecked || found?.tag === "yes" ? undefined : (found?.reason ?? t`\`${name}\` is not defined`);
    const growth =
      found?.tag === "yes" && !isKnown ? growthOf(found.param, check?.checked.definitions ?? []) : undefined;
    const shown = typed === undefined ? scaled : undefined;
    return { subject, sweep, scaled: shown, member, isChecked, hasErrors, reason, growth, warning };
  }, [cell, check]);
}
