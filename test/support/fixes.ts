// Fixes applied to texts, as the editor does it.
import type { Fix } from "../../engine/source/diagnostic.ts";

/** A program's text with the edits of a fix. */
export function appliedFix(text: string, fix: Fix): string {
  let result = "";
  let at = 0;
  for (const { span, text: put } of fix.edits.toSorted((a, b) => a.span.from - b.span.from)) {
    result += text.slice(at, span.from) + put;
    at = span.to;
  }
  return result + text.slice(at);
}
