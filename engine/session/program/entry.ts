// The definition that is differentiated: which one it is, what it is differentiated by, and why another cannot be.
import { nth } from "../../base/nth.ts";
import { type Diagnostic, type Fix, mistake } from "../../source/diagnostic.ts";
import { nearest } from "../../source/nearest.ts";
import { type Span, span } from "../../source/span.ts";
import { shownScheme } from "../../types/checking/check.ts";
import { patternNames } from "../../types/dependencies.ts";
import { obstacleIn } from "../../types/obstacle.ts";
import type { GlobalEntity } from "../../types/scope.ts";
import { freeVariables, REAL, showType, substitute, type Type, withoutAliases } from "../../types/type.ts";
import { typesAt } from "./open-entry.ts";
import type { CheckedProgram } from "./program.ts";

/** A definition that can be differentiated, with its parameter (several count as their tuple) and result. */
export interface Entry {
  readonly entity: GlobalEntity;
  /** The number of parameters t1 .. tn of t1 -> .. -> tn -> r. */
  readonly arity: number;
  readonly param: Type;
  readonly result: Type;
  /** The types that the definition's variables stand for, where the input decides them. */
  readonly types: ReadonlyMap<string, Type>;
}

/** The name of the entry: as it is asked, as the header says, or `main`. */
export function entryName({ header }: CheckedProgram, asked?: string): string {
  return asked ?? header.entry?.text ?? "main";
}

/**
 * The entry of a name, or why it is none; `byOption` where it is asked for on the command line, not in the fields of the page. `input`
 * decides the types that the definition leaves open.
 */
export function findEntry(
  program: CheckedProgram,
  name: string,
  at: Span,
  byOption = true,
  input: string | undefined = program.header.at?.text,
): Entry | Diagnostic {
  const entity = program.module.globals.find((global) => global.name === name);
  if (entity === undefined) {
    const names = program.module.globals.map((global) => global.name);
    if (names.length === 0)
      return mistake("no-definitions", at, "the program has no definitions: write `def main x = ..`");
    const near = nearest(name, names);
    const instead = near ?? lastEntry(program) ?? nth(names, 0);
    const fix = entryFix(program, name, instead);
    const how = byOption ? "name the entry in the header," : "choose one under “Function”, or add";
    if (!byOption && near === undefined && name === "main" && program.header.entry === undefined) {
      const without = "there is no `main`, so nothing runs here; programs below can use these definitions";
      return mistake("missing-entry", at, `${without}; to run one, ${how} \`-- entry: ${instead}\``, { fix });
    }
    const entryHint = `; ${how} \`-- entry: ${instead}\``;
    const hint =
      near === undefined
        ? `the definitions are ${names
            .slice(0, 8)
            .map((one) => `\`${one}\``)
            .join(", ")}`
        : `did you mean \`${near}\`?`;
    const message = `the entry \`${name}\` is not defined; ${hint}${entryHint}`;
    return mistake("unknown-entry", at, message, { fix });
  }
  const params: Type[] = [];
  const types = input === undefined ? NONE : typesAt(program, entity, input);
  let result = entryType(entity, types);
  while (result.tag === "fun") {
    params.push(result.from);
    result = result.to;
  }
  if (params.length === 0) {
    const message = `\`${name}\` is ${isValue(result)}, not a function: there is nothing to differentiate it by`;
    return mistake("entry-not-a-function", entity.span, message);
  }
  const param: Type = params.length === 1 ? nth(params, 0) : { tag: "tuple", items: params };
  return reasonAgainst(program, entity, param, result) ?? { entity, arity: params.length, param, result, types };
}

const NONE: ReadonlyMap<string, Type> = new Map();

/** The type of a definition where it is the entry: numbers that nothing decides are Reals. */
function entryType(entity: GlobalEntity, types: ReadonlyMap<string, Type>): Type {
  const { scheme } = entity;
  if (scheme === undefined || types.size === 0) return shownScheme({ scheme, usedOutside: false });
  const variables = scheme.variables.filter(({ name }) => !types.has(name));
  return shownScheme({ scheme: { variables, type: substitute(scheme.type, types) }, usedOutside: false });
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

/** Limits where the input or the output holds a function. */
const CANNOT = {
  input: "cannot differentiate with respect to a function",
  output: "cannot differentiate a function",
} as const;

/** Names of types in other languages: here these are type variables. */
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
function reasonAgainst(
  program: CheckedProgram,
  entity: GlobalEntity,
  param: Type,
  result: Type,
): Diagnostic | undefined {
  for (const [type, where] of [
    [param, "input"],
    [result, "output"],
  ] as const) {
    const found = obstacleIn(program.module, type);
    if (found === undefined) continue;
    const { name, span: at } = entity;
    if (found.tag === "variable") {
      const shown = showType(type);
      const foreign = [...ELSEWHERE.keys()].find((one) => new RegExp(`\\b${one}\\b`).test(shown));
      const edits = where === "input" ? annotations(program.text, entity) : [];
      const written = edits.map(({ text }) => text).join(" ");
      const example = foreign === undefined && edits.length > 0 ? written : "(x : Real)";
      const advice =
        foreign === undefined
          ? `annotate it, for instance \`${example}\``
          : `\`${foreign}\` stands for any type here, and Dual writes \`${ELSEWHERE.get(foreign)}\``;
      // a result of any type is that of a function which never gives one
      const message =
        where === "output" && type.tag === "var" && foreign === undefined
          ? `nothing decides the type of what \`${name}\` gives: a function that only calls itself, or always fails, gives no value; is a base case missing?`
          : `the ${where} of \`${name}\` has the undetermined type ${shown}; ${advice}`;
      const fix = edits.length === 0 ? undefined : { title: `write \`${written}\``, edits };
      return mistake("undetermined-entry", at, message, { fix });
    }
    const inside = found.data === undefined ? "" : ` (inside the data type \`${found.data}\`)`;
    const message = `the ${where} of \`${name}\` contains a function, ${showType(withoutAliases(found.type))}${inside}: ${CANNOT[where]}`;
    return mistake("function-in-entry", at, message);
  }
  return undefined;
}

/** Edits that make a definition's parameters Reals where nothing decides their types: annotations, or Dual's names for types. */
function annotations(text: string, entity: GlobalEntity): Fix["edits"] {
  const edits: { readonly span: Span; readonly text: string }[] = [];
  let type = shownScheme({ scheme: entity.scheme, usedOutside: false });
  for (const pattern of entity.binding?.params ?? []) {
    if (type.tag !== "fun") break;
    const { from } = type;
    type = type.to;
    const open = [...freeVariables(from).keys()];
    if (open.length === 0) continue;
    const written = text.slice(pattern.span.from, pattern.span.to);
    const bound = new Set(patternNames(pattern));
    const own = written.replace(/[\p{L}_][\p{L}\p{N}_']*/gu, (word) =>
      bound.has(word) ? word : (ELSEWHERE.get(word) ?? word),
    );
    const isPlain = pattern.tag === "variable" || pattern.tag === "tuple";
    const real = showType(substitute(from, new Map(open.map((name) => [name, REAL]))));
    if (own !== written) edits.push({ span: pattern.span, text: own });
    else if (isPlain) edits.push({ span: pattern.span, text: `(${written} : ${real})` });
  }
  return edits;
}
