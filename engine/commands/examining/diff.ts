// The command `diff`: two programs, or one at two inputs, and where their gradients part.
import { showReal } from "../../core/values/show-value.ts";
import { type Difference, type DifferentPlace, diffOf } from "../../doctor/diff.ts";
import { checkSource, sourcesOf } from "../../session/program/program.ts";
import { finish } from "../../session/run/drive.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  printDiagnostics,
  readText,
  reportEnd,
  requestOf,
  UsageError,
} from "../call.ts";
import { printJson } from "../printing.ts";

/** In single precision, numbers that differ by less than this part of the larger one are equal: a third of the digits are lost. */
const SINGLE = 1e-5;

/** Entries that are printed. */
const MOST_ENTRIES = 20;

/** Runs `diff`: prints where two runs first differ, in value and in cotangent, and the entries that differ. Gives the exit status, 0 also where they differ. */
export function diff(call: Call): number {
  const at2 = call.options.get("--at2");
  const isSingle = call.flags.has("--float32");
  if (call.second === undefined && at2 === undefined && !isSingle)
    throw new UsageError("`diff` needs a second file, --at2 (another input) or --float32 (single precision)");
  const first = checkedProgram(call);
  if (first.checked.hasErrors) return 1;
  const file = call.second ?? call.file;
  const text = call.second === undefined ? call.text : readText(call.second, call.terminal);
  const checked = checkSource(text);
  const sources = sourcesOf(checked, file, { "<at>": at2 ?? call.options.get("--at") ?? "" });
  if (call.second !== undefined) printDiagnostics(call, checked.diagnostics, sources);
  if (checked.hasErrors) return 1;
  const { variations: _, ...request } = requestOf(call);
  const budget = budgetOf(call);
  const a = { checked: first.checked, request };
  const other = {
    ...request,
    ...(at2 !== undefined && { at: at2 }),
    ...(isSingle && { variations: { float32: true } }),
  };
  const end = finish(diffOf(a, { checked, request: other }, budget, isSingle ? SINGLE : 0));
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
  const lines = [
    ...differenceLines("value", value, names),
    ...differenceLines("cotangent", cotangent, names),
    ...entries.slice(0, MOST_ENTRIES).map(({ entry, a, b }) => `entry ${entry}: ${showReal(a)}, ${showReal(b)}`),
    ...(entries.length > MOST_ENTRIES ? [`and ${entries.length - MOST_ENTRIES} entries more`] : []),
    `${common} scalars belong together, of ${of.a} and ${of.b}`,
  ];
  call.terminal.out(`${lines.join("\n")}\n`);
  return 0;
}

function differenceLines(
  what: "value" | "cotangent",
  found: Difference | undefined,
  names: Readonly<Record<"a" | "b", string>>,
): readonly string[] {
  if (found === undefined) return [`no ${what} differs`];
  const side = (name: "a" | "b", place: DifferentPlace): string => {
    const round = place.round === undefined ? "" : `, round ${place.round}`;
    const at = place.values.length === 0 ? "" : ` at ${place.values.map(showReal).join(", ")}`;
    return `  ${names[name]}:${place.line}:${place.column}: \`${place.text}\`${at} in ${place.call}${round}: ${showReal(found[name])}`;
  };
  return [`the first ${what} that differs:`, side("a", found.at.a), side("b", found.at.b)];
}

function json(found: Difference | undefined): object | null {
  if (found === undefined) return null;
  const place = ({ span: _, ...rest }: DifferentPlace): object => rest;
  return { a: found.a, b: found.b, at: { a: place(found.at.a), b: place(found.at.b) } };
}
