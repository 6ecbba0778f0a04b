// A program as the user sees it: checked text, header, and the definitions that can be entries.
import { nth } from "../../base/nth.ts";
import { Remembered } from "../../base/remembered.ts";
import { type Diagnostic, DiagnosticList, mistake } from "../../source/diagnostic.ts";
import type { Sources } from "../../source/render.ts";
import { aboveSource, type SourceName, type Span, span } from "../../source/span.ts";
import type { Header } from "../../syntax/header.ts";
import { parseProgram } from "../../syntax/parsing/parse.ts";
import { checkModule, shownScheme } from "../../types/checking/check.ts";
import { obstacleIn } from "../../types/obstacle.ts";
import type { GlobalEntity, Module } from "../../types/scope.ts";
import type { Type } from "../../types/type.ts";
import { checkWithData, dataKey, type Files, NO_FILES } from "./data.ts";
import { PRELUDE_TEXT, preludeModule } from "./prelude.ts";

/** A checked program; with errors it cannot be run, but its types can be looked at. */
export interface CheckedProgram {
  readonly text: string;
  /** The texts whose definitions are built in, beside the prelude: each lies on the ones before it. */
  readonly above: readonly string[];
  /** Where the data of the header are read. */
  readonly files: Files;
  /** The data that it has, and those of the texts above it, as a key: another one where they differ. */
  readonly dataKey: string;
  readonly header: Header;
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  /** How much work checking it was: the same number on every machine. */
  readonly steps: number;
}

/** Parses and checks a program on top of the prelude, and of texts above it. The data of their headers are in `files`. */
export function checkSource(text: string, above: readonly string[] = [], files: Files = NO_FILES): CheckedProgram {
  const { module: parent, faulty } = moduleAbove(above, files);
  const diagnostics = new DiagnosticList();
  const { module, header } = checkText("<program>", text, parent, files, diagnostics);
  reportFaultyUses(module, faulty, diagnostics);
  const items = diagnostics.items.toSorted((a, b) => a.span.from - b.span.from);
  const told = withElements(items, module, header.entry?.text ?? "main");
  const hasErrors = diagnostics.hasErrors || told.some(({ severity }) => severity === "error");
  const { steps } = diagnostics.work;
  const key = dataKey([...above, text], files);
  return { text, above, files, dataKey: key, header, module, diagnostics: told, hasErrors, steps };
}

/**
 * The diagnostics, of which an element that is written `xs[0]` is an error where the entry's input holds a function because of it: it is a
 * warning elsewhere, for `xs` may be a function there.
 */
function withElements(items: readonly Diagnostic[], module: Module, entry: string): readonly Diagnostic[] {
  const entity = module.globals.find(({ name }) => name === entry);
  if (entity === undefined || !items.some(({ kind }) => kind === "element")) return items;
  let type = shownScheme({ scheme: entity.scheme, usedOutside: false });
  let takesFunction = false;
  for (; type.tag === "fun"; type = type.to) takesFunction ||= obstacleIn(module, type.from)?.tag === "function";
  if (!takesFunction) return items;
  const { from } = entity.span;
  const end = Math.min(...module.globals.map(({ span: { from: next } }) => next).filter((next) => next > from));
  return items.map((one) => {
    const isOfEntry = one.kind === "element" && one.span.from > from && one.span.from < end;
    return isOfEntry ? { ...one, severity: "error" } : one;
  });
}

function checkText(
  source: SourceName,
  text: string,
  parent: Module,
  files: Files,
  diagnostics: DiagnosticList,
): { readonly module: Module; readonly header: Header } {
  let header: Header = {};
  const module = withinStack(
    () => {
      const parsed = parseProgram(source, text, diagnostics);
      header = parsed.header;
      return checkWithData(source, text, parsed, parent, files, diagnostics);
    },
    () => {
      diagnostics.report(stackExhausted(source));
      return checkModule({ declarations: [], faulty: new Set() }, parent, new Map(), diagnostics);
    },
  );
  return { module, header };
}

/** The module of texts that lie on each other, and those of them that have mistakes, by their places from 1. */
interface Above {
  readonly module: Module;
  readonly faulty: ReadonlyMap<Module, number>;
}

/** Recent checks, by the texts: the cells of a document share the texts above them. */
const knownAbove = new Remembered<Above>(64);

function moduleAbove(texts: readonly string[], files: Files): Above {
  const text = texts.at(-1);
  if (text === undefined) return { module: preludeModule(), faulty: new Map() };
  const key = JSON.stringify([texts, dataKey(texts, files)]);
  const known = knownAbove.get(key);
  if (known !== undefined) return known;
  const above = moduleAbove(texts.slice(0, -1), files);
  const diagnostics = new DiagnosticList();
  const { module } = checkText(aboveSource(texts.length), text, above.module, files, diagnostics);
  reportFaultyUses(module, above.faulty, diagnostics);
  const faulty = diagnostics.hasErrors ? new Map([...above.faulty, [module, texts.length]]) : above.faulty;
  const found = { module, faulty };
  knownAbove.set(key, found);
  return found;
}

/** Reports uses of definitions in a text with mistakes, which have to be corrected first. */
function reportFaultyUses(module: Module, faulty: ReadonlyMap<Module, number>, diagnostics: DiagnosticList): void {
  if (faulty.size === 0) return;
  const reported = new Set<string>();
  for (const [node, { entity }] of module.table.uses) {
    const place = entity.tag === "global" ? faulty.get(entity.module) : undefined;
    if (place === undefined || reported.has(entity.name)) continue;
    reported.add(entity.name);
    const at = "operatorSpan" in node ? node.operatorSpan : node.span;
    const message = `\`${entity.name}\` is defined in program ${place} above, which has errors: fix them first`;
    diagnostics.report(mistake("mistakes-above", at, message));
  }
}

/** Runs what recurses over a program; `otherwise` where JavaScript's stack does not suffice for how deep it nests. */
export function withinStack<T>(run: () => T, otherwise: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message)) return otherwise();
    throw error;
  }
}

/** The diagnostic of a text that nests deeper than JavaScript's stack allows here. */
export function stackExhausted(source: SourceName = "<program>"): Diagnostic {
  const notes = [{ message: "name its parts with `let` or `def`" }];
  return mistake("nesting", span(source, 0, 1), "this is nested too deeply to be checked here", { notes });
}

/** The texts that a program's diagnostics point into. */
export function sourcesOf(
  program: { readonly text: string; readonly above?: readonly string[] },
  name: string,
  others: Readonly<Partial<Record<SourceName, string>>> = {},
): Sources {
  const sources = new Map<SourceName, { readonly name: string; readonly text: string }>([
    ["<program>", { name, text: program.text }],
    ["<prelude>", { name: "<prelude>", text: PRELUDE_TEXT }],
  ]);
  for (const [index, text] of (program.above ?? []).entries())
    sources.set(aboveSource(index + 1), { name: `program ${index + 1} above`, text });
  for (const [source, text = ""] of Object.entries(others)) sources.set(source as SourceName, { name: source, text });
  return sources;
}

/** The names of all definitions, in source order, with their types as the user sees them. */
export function definitionsOf(
  program: CheckedProgram,
): readonly { readonly entity: GlobalEntity; readonly type: Type }[] {
  return program.module.globals.map((entity) => ({ entity, type: shownScheme(entity) }));
}

/** Which definition's text an offset lies in: the last that begins before it; undefined above the first. */
export function definitionsAround({ module }: CheckedProgram): (offset: number) => GlobalEntity | undefined {
  const sorted = module.globals.toSorted((a, b) => a.span.from - b.span.from);
  return (offset) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nth(sorted, middle).span.from <= offset) low = middle + 1;
      else high = middle;
    }
    return sorted[low - 1];
  };
}

/** The span of a directive, or the beginning of the program. */
export function directiveSpan(program: CheckedProgram, key: keyof Header): Span {
  return program.header[key]?.span ?? span("<program>", 0, 1);
}
