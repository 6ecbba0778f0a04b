// A program as the user sees it: checked text, header, and the definitions that can be entries.
import { type Diagnostic, DiagnosticList, type Fix, mistake } from "../../source/diagnostic.ts";
import { nearest } from "../../source/nearest.ts";
import type { Sources } from "../../source/render.ts";
import { aboveSource, type SourceName, type Span, span } from "../../source/span.ts";
import type { Header } from "../../syntax/header.ts";
import { parseProgram } from "../../syntax/parsing/parse.ts";
import { checkModule, shownScheme } from "../../types/checking/check.ts";
import { dataTypeOf, type GlobalEntity, type Module } from "../../types/scope.ts";
import { fieldsAt, showType, type Type, withoutAliases } from "../../types/type.ts";
import { PRELUDE_TEXT, preludeModule } from "./prelude.ts";

/** A checked program; with errors it cannot be run, but its types can be looked at. */
export interface CheckedProgram {
  readonly text: string;
  /** The texts whose definitions are built in, beside the prelude: each lies on the ones before it. */
  readonly above: readonly string[];
  readonly header: Header;
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  /** How much work checking it was: the same number on every machine. */
  readonly steps: number;
}

/** Parses and checks a program on top of the prelude, and of texts above it. */
export function checkSource(text: string, above: readonly string[] = []): CheckedProgram {
  const { module: parent, faulty } = moduleAbove(above);
  const diagnostics = new DiagnosticList();
  const { module, header } = checkText("<program>", text, parent, diagnostics);
  reportFaultyUses(module, faulty, diagnostics);
  const items = diagnostics.items.toSorted((a, b) => a.span.from - b.span.from);
  const { hasErrors, work } = diagnostics;
  return { text, above, header, module, diagnostics: items, hasErrors, steps: work.steps };
}

function checkText(
  source: SourceName,
  text: string,
  parent: Module,
  diagnostics: DiagnosticList,
): { readonly module: Module; readonly header: Header } {
  let header: Header = {};
  const module = withinStack(
    () => {
      const parsed = parseProgram(source, text, diagnostics);
      header = parsed.header;
      return checkModule(parsed, parent, new Map([[source, text]]), diagnostics);
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

/** What was checked lately, by the texts: the cells of a document share what is above them. */
const knownAbove = new Map<string, Above>();
const MOST_KNOWN = 64;

function moduleAbove(texts: readonly string[]): Above {
  const text = texts.at(-1);
  if (text === undefined) return { module: preludeModule(), faulty: new Map() };
  const key = JSON.stringify(texts);
  const known = knownAbove.get(key);
  if (known !== undefined) return known;
  const above = moduleAbove(texts.slice(0, -1));
  const diagnostics = new DiagnosticList();
  const { module } = checkText(aboveSource(texts.length), text, above.module, diagnostics);
  reportFaultyUses(module, above.faulty, diagnostics);
  const faulty = diagnostics.hasErrors ? new Map([...above.faulty, [module, texts.length]]) : above.faulty;
  if (knownAbove.size >= MOST_KNOWN) knownAbove.clear();
  const found = { module, faulty };
  knownAbove.set(key, found);
  return found;
}

/** What is defined in a text with mistakes cannot be used below it until they are corrected. */
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

/** A definition that can be differentiated, with its parameter (several count as their tuple) and result. */
export interface Entry {
  readonly entity: GlobalEntity;
  /** The number of parameters t1 .. tn of t1 -> .. -> tn -> r. */
  readonly arity: number;
  readonly param: Type;
  readonly result: Type;
}

/** The names of all definitions, in source order, with their types as the user sees them. */
export function definitionsOf(
  program: CheckedProgram,
): readonly { readonly entity: GlobalEntity; readonly type: Type }[] {
  return program.module.globals.map((entity) => ({ entity, type: shownScheme(entity) }));
}

/** The name of the entry: as it is asked, as the header says, or `main`. */
export function entryName({ header }: CheckedProgram, asked?: string): string {
  return asked ?? header.entry?.text ?? "main";
}

/** The entry of a name, or why it is none. */
export function findEntry(program: CheckedProgram, name: string, at: Span): Entry | Diagnostic {
  const entity = program.module.globals.find((global) => global.name === name);
  if (entity === undefined) {
    const names = program.module.globals.map((global) => global.name);
    if (names.length === 0)
      return mistake("no-definitions", at, "the program has no definitions: write `def main x = ..`");
    const near = nearest(name, names);
    const instead = near ?? lastEntry(program) ?? names[0]!;
    const entryHint = `; name the entry in the header, \`-- entry: ${instead}\``;
    const hint =
      near === undefined
        ? `the definitions are ${names
            .slice(0, 8)
            .map((one) => `\`${one}\``)
            .join(", ")}`
        : `did you mean \`${near}\`?`;
    const message = `the entry \`${name}\` is not defined; ${hint}${entryHint}`;
    return mistake("unknown-entry", at, message, { fix: entryFix(program, name, instead) });
  }
  const params: Type[] = [];
  let result = shownScheme({ scheme: entity.scheme, usedOutside: false });
  while (result.tag === "fun") {
    params.push(result.from);
    result = result.to;
  }
  if (params.length === 0) {
    const message = `\`${name}\` is ${isValue(result)}, not a function: there is nothing to differentiate it by`;
    return mistake("entry-not-a-function", entity.span, message);
  }
  const param: Type = params.length === 1 ? params[0]! : { tag: "tuple", items: params };
  return reasonAgainst(program.module, entity, param, result) ?? { entity, arity: params.length, param, result };
}

/** The last definition that can be an entry: what is below uses what is above. */
function lastEntry(program: CheckedProgram): string | undefined {
  const here = span("<program>", 0, 0);
  return program.module.globals.findLast((global) => !("severity" in findEntry(program, global.name, here)))?.name;
}

/** Names another entry in the header; undefined where the name that is not defined does not come from the header. */
function entryFix({ header }: CheckedProgram, name: string, instead: string): Fix | undefined {
  const written = header.entry;
  if ((written?.text ?? "main") !== name) return undefined;
  const edit =
    written === undefined
      ? { span: span("<program>", 0, 0), text: `-- entry: ${instead}\n` }
      : { span: written.span, text: instead };
  return { title: `write \`-- entry: ${instead}\``, edits: [edit] };
}

function isValue(type: Type): string {
  return `a value of type ${showType(type)}`;
}

/** What cannot be done where the input or the output holds a function. */
const CANNOT = {
  input: "cannot differentiate with respect to a function",
  output: "cannot differentiate a function",
} as const;

/** What other languages call types: here these names are type variables. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["float", "Real"],
  ["double", "Real"],
  ["number", "Real"],
  ["real", "Real"],
  ["int", "Int"],
  ["integer", "Int"],
  ["bool", "Bool"],
  ["boolean", "Bool"],
]);

/** Functions in the input or output ("not defined!", Fig. 3.7), and types that nothing decides. */
function reasonAgainst(module: Module, entity: GlobalEntity, param: Type, result: Type): Diagnostic | undefined {
  for (const [type, where] of [
    [param, "input"],
    [result, "output"],
  ] as const) {
    const found = findIn(module, type);
    if (found === undefined) continue;
    const { name, span: at } = entity;
    if (found.tag === "variable") {
      const shown = showType(type);
      const foreign = [...ELSEWHERE.keys()].find((one) => new RegExp(`\\b${one}\\b`).test(shown));
      const advice =
        foreign === undefined
          ? "annotate it, for instance `(x : Real)`"
          : `\`${foreign}\` stands for any type here, and Dual writes \`${ELSEWHERE.get(foreign)}\``;
      const message = `the ${where} of \`${name}\` has the undetermined type ${shown}; ${advice}`;
      return mistake("undetermined-entry", at, message);
    }
    const inside = found.data === undefined ? "" : ` (inside the data type \`${found.data}\`)`;
    const message = `the ${where} of \`${name}\` holds a function, ${showType(withoutAliases(found.type))}${inside}: ${CANNOT[where]}`;
    return mistake("function-in-entry", at, message);
  }
  return undefined;
}

type Obstacle =
  | { readonly tag: "variable" }
  | { readonly tag: "function"; readonly type: Type; readonly data: string | undefined };

function findIn(
  module: Module,
  type: Type,
  data: string | undefined = undefined,
  seen: Set<string> = new Set(),
): Obstacle | undefined {
  const first = (types: readonly Type[], inside = data) => {
    for (const one of types) {
      const found = findIn(module, one, inside, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  switch (type.tag) {
    case "var":
      return { tag: "variable" };
    case "fun":
    case "lin":
      return { tag: "function", type, data };
    case "tuple":
      return first(type.items);
    case "con": {
      const found = first(type.args);
      const definition = dataTypeOf(module, type.name);
      if (found !== undefined || definition === undefined || seen.has(showType(type))) return found;
      seen.add(showType(type));
      return first(
        definition.constructors.flatMap((constructor) => fieldsAt(definition, constructor, type.args)),
        definition.name,
      );
    }
  }
}

/** The span of a directive, or the beginning of the program. */
export function directiveSpan(program: CheckedProgram, key: keyof Header): Span {
  return program.header[key]?.span ?? span("<program>", 0, 1);
}
