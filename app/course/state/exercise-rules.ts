// The rules of an exercise in words: what is not allowed, and limits to keep.
import { plural, t } from "@lingui/core/macro";
import type { Exercise } from "../model/cells.ts";

/** The rules as texts with `code` in them, one each. */
export function rulesOf({ forbid, limits }: Pick<Exercise, "forbid" | "limits">): readonly string[] {
  const words = forbid.map((word) => `\`${word}\``).join(", ");
  return [...(forbid.length > 0 ? [t`Not allowed: ${words}`] : []), ...limits.map(limitText)];
}

/** A limit in words where it bounds the operations of the run, else as the query that has to hold. */
export function limitText(limit: string): string {
  const most = /^operations\(\) <= (\d+)$/.exec(limit)?.[1];
  if (most !== undefined) return plural(Number(most), { one: "at most # operation", other: "at most # operations" });
  const always = /^holds\((.*)\)$/.exec(limit)?.[1];
  const required = `\`${always ?? limit}\``;
  if (always !== undefined) return t`required for each n: ${required}`;
  return t({ message: `required: ${required}`, comment: "a condition that a program of the reader has to meet" });
}
