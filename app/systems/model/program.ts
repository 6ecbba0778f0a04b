// The first part of a transformed program in a column, and its lit parts.
import { present } from "../../../engine/base/nth.ts";
import type { Linked } from "../../../engine/explore/linked.ts";
import { type Span, spanKey } from "../../../engine/source/span.ts";
import type { PrintedLine, PrintedPart } from "../../../engine/texts/transformed-text.ts";
import type { StudyWords } from "../../algorithms/algorithm.ts";
import { contains } from "../../exploration/model/places.ts";

/** The lines from the user's definitions, and those around every program: its wrapper, and its part of the prelude. */
export interface ProgramParts {
  readonly own: readonly PrintedLine[];
  readonly around: readonly PrintedLine[];
}

/** Takes a program apart into its definitions, between which empty lines stand. */
export function programParts(lines: readonly PrintedLine[]): ProgramParts {
  const own: PrintedLine[] = [];
  const around: PrintedLine[] = [];
  let block: PrintedLine[] = [];
  const close = (): void => {
    const isOwn = block.some(({ parts }) => parts.some(({ span }) => span?.source === "<program>"));
    const into = isOwn ? own : around;
    if (into.length > 0 && block.length > 0) into.push(EMPTY);
    into.push(...block);
    block = [];
  };
  for (const line of lines)
    if (line.change === "gone") continue;
    else if (line.text.trim() === "") close();
    else block.push(line);
  close();
  return own.length === 0 ? { own: around, around: [] } : { own, around };
}

const EMPTY: PrintedLine = { text: "", parts: [], change: "same" };

/** A stretch of a line. */
export interface Piece {
  readonly text: string;
  /** Where in the program it comes from: an offset. */
  readonly from: number | undefined;
  readonly isLit: boolean;
}

/**
 * Whether a program's parts have places of their own, or its lines have: a straight program in the user's names, or a run by numbers.
 * There `standsFor` says what its variables stand for.
 */
export type ProgramKind =
  | { readonly tag: "tree" }
  | { readonly tag: "straight" | "run"; readonly standsFor: StudyWords["standsFor"] };

/**
 * Lines in pieces that are lit or not: parts from a place that is lit, and in a rule the variables that it binds to them, as x₁ and d₁ of
 * `let ⟨x₁, d₁⟩ = x`. Lines of a straight program have one place each: there the variable is lit, its tangent and its cotangent, and in a
 * run those of the scalars.
 */
export function litLines(
  lines: readonly PrintedLine[],
  linked: Linked,
  kind: ProgramKind,
): readonly (readonly Piece[])[] {
  const bound = new BoundToLit();
  return lines.map(({ parts, reverseFrom }) =>
    parts.flatMap((part): readonly Piece[] => {
      const { text, span } = part;
      const from = span?.source === "<program>" ? span.from : undefined;
      // leading blanks are not part of the text
      const blank = present(/^\s*/.exec(text))[0];
      const rest = text.slice(blank.length);
      const isWhole = span?.source === "<program>" && linked.spans.some((one) => contains(one, span));
      const isVariable = (name: string): boolean => {
        // a line of two lanes has one place, too
        if (kind.tag === "tree")
          return (
            bound.has(span, name) || (reverseFrom !== undefined && linked.isAlone && unmarked(name) === linked.name)
          );
        const { name: variable, scalar } = kind.standsFor(name);
        if (kind.tag === "run") return scalar !== undefined && linked.scalars.includes(scalar);
        return linked.isAlone && variable === linked.name;
      };
      if (kind.tag === "tree" && rest !== "") bound.read({ ...part, text: rest }, isWhole);
      return [
        ...(blank === "" ? [] : [{ text: blank, from: undefined, isLit: false }]),
        ...rest
          .split(/([\p{L}_][\p{L}\p{M}\p{N}₀-₉'_]*)/u)
          .filter((piece) => piece !== "")
          .map((piece) => ({ text: piece, from, isLit: isWhole || isVariable(piece) })),
      ].reduce<Piece[]>(joined, []);
    }),
  );
}

/** A variable's name without the dot of its sensitivity and the bar of its backpropagator. */
function unmarked(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\u0304\u0305\u0307]/g, "")
    .normalize("NFC");
}

/** Neighbours that are marked alike are one piece. */
function joined(pieces: Piece[], next: Piece): Piece[] {
  const last = pieces.at(-1);
  const isAlike = last !== undefined && last.isLit === next.isLit && last.from === next.from;
  return isAlike ? [...pieces.slice(0, -1), { ...last, text: last.text + next.text }] : [...pieces, next];
}

/** The variables that rules bind to lit parts, by the place of the rule; parts are read in their order. */
class BoundToLit {
  readonly #names = new Map<string, Set<string>>();
  /** Names for the next part of another place. */
  #open: { readonly place: string; readonly names: readonly string[] } | undefined;

  read({ text, span }: PrintedPart, isLit: boolean): void {
    if (span === undefined) return;
    const place = spanKey(span);
    if (this.#open !== undefined && this.#open.place !== place) {
      const names = this.#names.get(this.#open.place) ?? new Set();
      // a later binding of the same name takes it away
      for (const name of this.#open.names)
        if (isLit) names.add(name);
        else names.delete(name);
      this.#names.set(this.#open.place, names);
      this.#open = undefined;
    }
    const binder = /^let .*⟨(.*?)⟩.* =\s*$/su.exec(text)?.[1];
    if (binder !== undefined) this.#open = { place, names: binder.split(/,\s*/) };
  }

  has(span: Span | undefined, name: string): boolean {
    return span !== undefined && (this.#names.get(spanKey(span))?.has(name) ?? false);
  }
}
