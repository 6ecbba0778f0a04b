// Facts about a definition that is linearised, unzipped and transposed: f, f.J, f.nonlin, f.lin and f.lin.T. Plain data: it crosses to the
// page as it is.
import type { StudiedDefinition, StudyAnswer, StudyText } from "../study.ts";

/** The texts of a definition; there is no program where the reader wrote what is linear in it, too. */
export type LinearTexts = {
  readonly program?: StudyText;
  readonly tangents: StudyText;
  readonly values: StudyText;
  readonly linear: StudyText;
  readonly transpose: StudyText;
};

/** A definition with its halves. */
export interface LinearDefinition extends StudiedDefinition {
  readonly texts: LinearTexts;
  /** Whether the reader gave the derivative, instead of its being made of the program. */
  readonly isGiven: boolean;
  /** The transpose, transposed: the linear half again, and whether it is the same text up to the names of variables. */
  readonly again: StudyText & { readonly isSame: boolean };
  /** The transpose by the paper's rule word for word: the nodes of its text, and its lines where they are few. */
  readonly literal: { readonly size: number | undefined; readonly lines: readonly string[] | undefined };
  /** Reals that come into the linear half linearly, and that go out. */
  readonly linearIn: number;
  readonly linearOut: number;
}

/** All definitions with their halves, and what is wrong with what the reader wrote. */
export interface LinearStudy extends StudyAnswer {
  readonly study: readonly LinearDefinition[];
}
