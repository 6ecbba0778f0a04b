// Cases of texts: whatever is typed is read, checked and formatted without an error of ours, in good time.
import { EXAMPLES } from "../../app/document/examples.ts";
import { PRELUDE_TEXT } from "../../engine/session/program/prelude.ts";
import {
  type CheckedProgram,
  checkSource,
  definitionsOf,
  sourcesOf,
  withinStack,
} from "../../engine/session/program/program.ts";
import { type Diagnostic, DiagnosticList } from "../../engine/source/diagnostic.ts";
import { renderDiagnostic } from "../../engine/source/render.ts";
import type { Span } from "../../engine/source/span.ts";
import { deepBrackets } from "../../engine/syntax/brackets.ts";
import { formatted } from "../../engine/syntax/layout/format.ts";
import { parseExpression } from "../../engine/syntax/parsing/parse.ts";
import { readSweep } from "../../engine/syntax/sweep.ts";
import { showType } from "../../engine/types/type.ts";
import { mutated } from "./mutate.ts";
import { oddProgram } from "./programs/program.ts";
import { type Finding, programFinding } from "./programs.ts";
import { Random } from "./random.ts";
import { shorter } from "./shrink.ts";

const MISTAKES: Readonly<Record<string, string>> = import.meta.glob("../golden/mistakes/*.dual", {
  query: "?raw",
  import: "default",
  eager: true,
});
const TEXTS: readonly string[] = [...EXAMPLES.map(({ text }) => text), ...Object.values(MISTAKES), PRELUDE_TEXT];

/** Counts of texts. */
export class TextCounts {
  texts = 0;
  /** Texts without errors, and such that could be formatted. */
  accepted = 0;
  formatted = 0;
}

/** Processor time that one text may take to be checked, or formatted, in milliseconds. */
const LONGEST = 1000;

/** Reads, checks and formats the text of a seed. */
export function textCase(seed: number, counts: TextCounts): Finding | undefined {
  const random = new Random(seed);
  const some = (): string => (random.chance(0.3) ? oddProgram(random.fork()) : random.pick(TEXTS));
  const text = mutated(some(), random, some);
  counts.texts++;
  const what = textFinding(text, counts);
  if (what === undefined) return undefined;
  const kind = (one: string): string => one.slice(0, 40);
  const isSame = (other: string): boolean => kind(textFinding(other) ?? "") === kind(what);
  return { seed, what, text: JSON.stringify(shorter(text, isSame)) };
}

/** The fault in reading a text, in words. */
export function textFinding(text: string, counts = new TextCounts()): string | undefined {
  try {
    const [checked, forCheck] = timed(() => checkSource(text));
    if (forCheck > LONGEST) return `too slow: checking took ${Math.round(forCheck)} ms`;
    const wrong = wrongDiagnostics(checked, checked.diagnostics) ?? wrongHeader(checked);
    if (wrong !== undefined) return wrong;
    if (!checked.hasErrors) {
      counts.accepted++;
      const run = programFinding(text, counts.texts);
      if (run !== undefined) return `an accepted text runs wrongly at ${run.input}: ${run.what}`;
    }
    const found = new DiagnosticList();
    withinStack(
      () => parseExpression("<at>", text, found),
      () => undefined,
    );
    for (const one of found.items) {
      const outside = spansOf(one).find((span) => !lies(span, text.length));
      if (outside !== undefined) return `a place is outside the expression: ${one.kind} ${JSON.stringify(outside)}`;
    }
    return wrongFormat(checked, counts);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `thrown: ${message}`;
  }
}

function timed<T>(work: () => T): readonly [T, number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

function wrongDiagnostics(checked: CheckedProgram, diagnostics: readonly Diagnostic[]): string | undefined {
  const sources = sourcesOf(checked, "program");
  for (const one of diagnostics) {
    if (one.message.includes("internal:")) return `a diagnostic is an error of ours: ${one.message}`;
    const outside = spansOf(one).find((span) => !lies(span, sources.get(span.source)?.text.length ?? 0));
    if (outside !== undefined) return `a place is outside the text: ${one.kind} ${JSON.stringify(outside)}`;
    const edits = (one.fix?.edits ?? []).toSorted((a, b) => a.span.from - b.span.from);
    if (edits.some((edit, index) => index > 0 && edit.span.from < edits[index - 1]!.span.to))
      return `the edits of a fix overlap: ${one.kind}`;
    renderDiagnostic(one, sources);
  }
  return undefined;
}

function spansOf({ span, notes, fix }: Diagnostic): readonly Span[] {
  return [
    span,
    ...notes.flatMap((note) => (note.span === undefined ? [] : [note.span])),
    ...(fix?.edits ?? []).map((edit) => edit.span),
  ];
}

function lies({ from, to }: Span, length: number): boolean {
  return 0 <= from && from <= to && to <= length;
}

function wrongHeader({ header, text }: CheckedProgram): string | undefined {
  for (const [key, directive] of Object.entries(header))
    if (!lies(directive.span, text.length)) return `a place is outside the text: the header's ${key}`;
  if (header.sweep === undefined) return undefined;
  const ns = readSweep(header.sweep.text, header.sweep.span);
  const isRead = "severity" in ns || ns.every(Number.isSafeInteger);
  return isRead ? undefined : `a sweep is read as ${JSON.stringify(ns).slice(0, 100)}`;
}

/** The fault in a text's format: formatted text stays as it is, and is the same program. */
function wrongFormat(checked: CheckedProgram, counts: TextCounts): string | undefined {
  const { text } = checked;
  const [made, time] = timed(() => formatted(text));
  if (time > LONGEST) return `too slow: formatting took ${Math.round(time)} ms`;
  if (made === undefined) {
    const isSimple = text.length < 5000 && deepBrackets(text, 100) === undefined;
    return isSimple && !checked.hasErrors ? "a text without errors is not formatted" : undefined;
  }
  counts.formatted++;
  const again = formatted(made);
  if (again !== made) return `formatting is not idempotent: ${JSON.stringify(again)}`;
  const [before, after] = [meaningOf(checked), meaningOf(checkSource(made))];
  return before === after
    ? undefined
    : `the formatted text means something else: ${after.slice(0, 300)}, not ${before.slice(0, 300)}`;
}

/**
 * The checker's view of a text: the types of its definitions, its warnings, its header. Of errors only that there are some: `2x` is
 * explained otherwise than `2 x`.
 */
function meaningOf(checked: CheckedProgram): string {
  const directives = Object.entries(checked.header).map(
    ([key, { text }]) => `${key}: ${text.replace(/\s+/g, " ").trim()}`,
  );
  if (checked.hasErrors) return JSON.stringify(["errors", directives]);
  const types = definitionsOf(checked).map(({ entity, type }) => `${entity.name} : ${showType(type)}`);
  return JSON.stringify([checked.diagnostics.map(({ kind }) => kind).sort(), types, directives]);
}
