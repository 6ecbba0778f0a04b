// An input of Reals for an entry whose parameters were inferred to be Ints: the mistake is where the program made them Ints.
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Span } from "../../source/span.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { showType, type Type } from "../../types/type.ts";
import type { Entry } from "../program/entry.ts";
import { type CheckedProgram, checkSource } from "../program/program.ts";

/**
 * The places where a program takes a number of its input with an Int, seen from an input of Reals. Undefined where the entry says its types
 * itself, or means Ints.
 */
export function mistakesWithReals(
  checked: CheckedProgram,
  { entity, arity, param }: Entry,
  mistakes: readonly Diagnostic[],
): readonly Diagnostic[] | undefined {
  const params = entity.binding?.params ?? [];
  if (!mistakes.some(({ kind }) => kind === INT_FOR_REAL) || params.length !== arity || arity === 0) return undefined;
  if (entity.span.source !== "<program>" || params.some(isTyped)) return undefined;
  const types = arity === 1 ? [param] : param.tag === "tuple" ? param.items : [];
  const insertions = params.flatMap(({ span }, index) => [
    { at: span.from, text: "(" },
    { at: span.to, text: ` : ${showType(withReals(types[index]!))})` },
  ]);
  let [text, from] = ["", 0];
  for (const { at, text: added } of insertions) {
    text += checked.text.slice(from, at) + added;
    from = at;
  }
  const found = checkSource(text + checked.text.slice(from), checked.above);
  const errors = found.diagnostics.filter(({ severity }) => severity === "error");
  // a Real that cannot become an Int without a loss: who writes `real n` or `take n xs` means an Int
  const isMixed = !errors.some(({ kind, fix }) => kind.endsWith(INT_FOR_REAL_END) && fix === undefined);
  if (errors.length === 0 || !isMixed) return undefined;
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
      { message: `the input of \`${entity.name}\` has Reals`, span: mistakes[0]!.span },
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
