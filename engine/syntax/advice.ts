// Advice on mistakes: the habit that led to one, and its fix. What gives it comes later than the rest of the checker (`mistakes/advised.ts`), so that a
// first answer needs less; until then a mistake of syntax has a plain message.
import type { SyntaxNode } from "@lezer/common";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import type { Extent } from "./regions.ts";
import type { Text } from "./tree.ts";
import type { Trials } from "./trials.ts";

/** Advice on a mistake. */
export interface Advice {
  readonly diagnostic: Diagnostic;
  /** The part of the text that a habit explains: further mistakes in it follow from the habit. */
  readonly part: Span | undefined;
  /** The names that the region would define if it were written as Dual does. */
  readonly defines: readonly string[];
}

/** The functions that give advice. */
export interface Advisers {
  /** Explains the first error node of a declaration, or of the text outside of any. */
  readonly explainSyntax: (
    text: Text,
    node: SyntaxNode,
    declaration: SyntaxNode | undefined,
    region: Extent,
    trials: Trials,
  ) => Advice;
  /**
   * The habit that led to the mistake at an offset of a region of a text, with its fix; undefined where none explains it. With `word`
   * the region can be read, and an unknown name at the offset is the mistake.
   */
  readonly advise: (
    text: Text,
    region: Extent,
    offset: number,
    trials: Trials,
    how?: { readonly isExpression?: boolean; readonly word?: boolean },
  ) => Advice | undefined;
}

let loaded: Advisers | undefined;

/** The functions that give advice; undefined where they have not been loaded. */
export function advisers(): Advisers | undefined {
  return loaded;
}

/** Brings the functions that give advice. */
export function bringAdvice(some: Advisers): void {
  loaded = some;
}
