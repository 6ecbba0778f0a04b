// The command `diff`: two programs, or one at two inputs, and where their gradients part.
import { type Difference, type DifferentPlace, diffOf } from "../../doctor/diff.ts";
import { diffLines, sideText } from "../../doctor/diff-lines.ts";
import { sourcesOf } from "../../session/program/program.ts";
import { finish } from "../../session/run/drive.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  checkedWithin,
  filesOf,
  printDiagnostics,
  readText,
  reportEnd,
  requestOf,
  UsageError,
} from "../call.ts";
import { printJson } from "../printing.ts";

/** Runs `diff`: prints where two runs first differ, in value and in cotangent, and the entries that differ. Gives the exit status, 0 also where they differ. */
export function diff(call: Call): number {
  const at2 = call.options.get("--at2");
  const isSingle = call.flags.has("--float32");
  if (call.second === undefined && at2 === undefined && !isSingle)
    throw new UsageError("`diff` needs a second file, --at2 (another input) or --float32 (single precision)");
  const budget = budgetOf(call);
  const first = checkedProgram(call);
  if (first.checked.hasErrors) return 1;
  const file = call.second ?? call.file;
  const checked =
    call.second === undefined
      ? first.checked
      : checkedWithin(readText(call.second, call.terminal), filesOf(file, call.terminal), budget);
  const sources = sourcesOf(checked, file, { "<at>": at2 ?? call.options.get("--at") ?? "" });
  if (call.second !== undefined) printDiagnostics(call, checked.diagnostics, sources);
  if (checked.hasErrors) return 1;
  const { variations: _, ...request } = requestOf(call);
  const a = { checked: first.checked, request };
  const other = {
    ...request,
    ...(at2 !== undefined && { at: at2 }),
    ...(isSingle && { variations: { float32: true } }),
  };
  const end = finish(diffOf(a, { checked, request: other }, budget));
  if (end.tag === "ended") {
    if (end.ended.tag === "too-many-events") {
      call.terminal.err(`${end.side === "a" ? call.file : file}: too many scalars to be compared\n`);
      return 3;
    }
    return reportEnd(call, end.ended, end.side === "a" ? first.sources : sources);
  }
  const { value, cotangent, entries, common, of } = end.differences;
  if (call.json) {
    printJson(call, { value: json(value), cotangent: json(cotangent), entries, common, of }, budget);
    return 0;
  }
  const names = { a: call.file, b: file };
  const side = (found: Difference, name: "a" | "b"): string => {
    const { line, column } = found.at[name];
    return `  ${names[name]}:${line}:${column}: ${sideText(found, name)}`;
  };
  const lines = diffLines(end.differences).flatMap(({ text, difference }) =>
    difference === undefined ? [text] : [text, side(difference, "a"), side(difference, "b")],
  );
  call.terminal.out(`${lines.join("\n")}\n`);
  return 0;
}

function json(found: Difference | undefined): object | null {
  if (found === undefined) return null;
  const place = ({ span: _, ...rest }: DifferentPlace): object => rest;
  return { a: found.a, b: found.b, at: { a: place(found.at.a), b: place(found.at.b) } };
}
