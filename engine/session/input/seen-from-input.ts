// An input that is right for what the author meant, where the program's types were inferred to be others: the mistake is where the program made
// them so.
import { nth } from "../../base/nth.ts";
import type { Diagnostic, Note } from "../../source/diagnostic.ts";
import type { Span } from "../../source/span.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { EXTREME } from "../../types/inference/collections.ts";
import { REAL_OF_REAL } from "../../types/inference/infer-apply.ts";
import { showType, type Type } from "../../types/type.ts";
import type { Entry } from "../program/entry.ts";
import { type CheckedProgram, checkSource } from "../program/program.ts";

/**
 * The mistakes of a program that its parameters' types were inferred without, seen from the input: a number of it taken with an Int where the
 * input has Reals, or `max` of one argument, a function of two numbers, where the input is a list. Undefined where the entry says its types
 * itself, or means what was inferred.
 */
export function mistakesFromInput(
  checked: CheckedProgram,
  entry: Entry,
  input: string,
  mistakes: readonly Diagnostic[],
): readonly Diagnostic[] | undefined {
  const { entity, arity, param } = entry;
  const params = entity.binding?.params ?? [];
  if (entity.span.source !== "<program>" || params.length === 0 || params.some(isTyped)) return undefined;
  const place = nth(mistakes, 0).span;
  const withTypes = (types: readonly string[], says: string) =>
    mistakesWithTypes(checked, params, types, { message: `the input of \`${entity.name}\` ${says}`, span: place });
  if (params.length === arity && mistakes.some(({ kind }) => kind === INT_FOR_REAL)) {
    const types = arity === 1 ? [param] : param.tag === "tuple" ? param.items : [];
    const errors = withTypes(
      types.map((type) => showType(withReals(type))),
      "has Reals",
    );
    return errors.some(isOfAnInt) ? undefined : some(errors);
  }
  const collection = /^\s*(#?)\[/.exec(input)?.[1];
  if (params.length > 1 || arity === 1 || collection === undefined) return undefined;
  const [type, says] = collection === "#" ? ["Array Real", "is an array"] : ["[Real]", "is a list"];
  return some(withTypes([type], says).filter(({ kind }) => kind === EXTREME));
}

/** Whether a Real cannot become an Int without a loss: in `real n` and `take n xs` an Int is meant. */
function isOfAnInt({ kind, fix }: Diagnostic): boolean {
  return kind === REAL_OF_REAL || (kind.endsWith(INT_FOR_REAL_END) && fix === undefined);
}

function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** The errors of a program whose parameters have types written to them, at their places in the program as it is; `because` is a note of each. */
function mistakesWithTypes(
  checked: CheckedProgram,
  params: readonly Pattern[],
  types: readonly string[],
  because: Note,
): readonly Diagnostic[] {
  const insertions = params.flatMap(({ span }, index) => [
    { at: span.from, text: "(" },
    { at: span.to, text: ` : ${nth(types, index)})` },
  ]);
  let [text, from] = ["", 0];
  for (const { at, text: added } of insertions) {
    text += checked.text.slice(from, at) + added;
    from = at;
  }
  const found = checkSource(text + checked.text.slice(from), checked.above, checked.files);
  const errors = found.diagnostics.filter(({ severity }) => severity === "error");
  const back = (span: Span): Span => {
    if (span.source !== "<program>") return span;
    return { ...span, from: before(span.from, insertions), to: before(span.to, insertions) };
  };
  return errors.map((one) => ({
    ...one,
    span: back(one.span),
    notes: [
      ...one.notes
        .map((note) => (note.span === undefined ? note : { ...note, span: back(note.span) }))
        .filter(({ span }) => span === undefined || !params.some((given) => overlaps(given.span, span))),
      because,
    ],
    ...(one.fix && { fix: { ...one.fix, edits: one.fix.edits.map((edit) => ({ ...edit, span: back(edit.span) })) } }),
  }));
}

/** The kind of the mistake of an input that has a Real where an Int is expected. */
const INT_FOR_REAL = "input-int-real";
/** How the kinds of mistakes end where an Int and a Real meet; they have a fix where nothing is lost. */
const INT_FOR_REAL_END = "-int-real";

function isTyped(pattern: Pattern): boolean {
  return pattern.tag === "annotated" || ("items" in pattern && pattern.items.some(isTyped));
}

/** A type with Reals for its Ints. */
function withReals(type: Type): Type {
  if (type.tag === "tuple") return { ...type, items: type.items.map(withReals) };
  return type.tag === "con" && type.name === "Int" ? { ...type, name: "Real" } : type;
}

function overlaps(one: Span, other: Span): boolean {
  return one.source === other.source && one.from < other.to && other.from < one.to;
}

/** Where an offset lay before texts were put in. */
function before(offset: number, insertions: readonly { readonly at: number; readonly text: string }[]): number {
  let moved = 0;
  for (const { at, text } of insertions) {
    if (at + moved + text.length > offset) return Math.min(offset - moved, at);
    moved += text.length;
  }
  return offset - moved;
}
