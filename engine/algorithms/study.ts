// An algorithm's study of a program, beside its stages: the texts of one transformation after the other, line by line, with where each line
// comes from, and the cost of each text. Plain data: it crosses to the page as it is.
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";

/** A line of a text. */
export interface StudyLine {
  readonly text: string;
  readonly span: Span | undefined;
  /** Its kind of code: values, something linear, or nothing, as a head and a return. */
  readonly kind: "value" | "linear" | "frame";
  /** The variables that it binds and reads, as they are printed. */
  readonly binds: readonly string[];
  readonly reads: readonly string[];
  /** The line of the program, by its place among the program's, that it comes from. */
  readonly origin: number | undefined;
  /** The line of the text that this one is the transpose of, by its place there. */
  readonly mirrors: number | undefined;
}

/** A text, and the work of a call by the paper's cost model. */
export interface StudyText {
  readonly name: string;
  readonly lines: readonly StudyLine[];
  readonly work: number;
  /** The nodes of the text. */
  readonly size: number;
}

/** A variable that is kept for the way back. */
export interface TapeVariable {
  readonly name: string;
  /** The Reals that it is. */
  readonly scalars: number;
}

/** A binding that can be computed again where it is needed, instead of being taped. */
export interface Choice {
  readonly name: string;
  readonly isRecomputed: boolean;
}

/** A definition, as it is and as each transformation makes it. An algorithm may know more of it, for a view of its own. */
export interface StudiedDefinition {
  readonly name: string;
  /** Its origin: the program's, or the reader's in the language of the algorithm. */
  readonly writtenIn: "program" | "own text";
  /** Whether its texts are counted and not printed: they have no lines then, and nothing of them can be chosen. */
  readonly isCounted: boolean;
  /** By their ids, the texts that there are, in the order in which they are made. */
  readonly texts: Readonly<Record<string, StudyText>>;
  readonly tape: readonly TapeVariable[];
  readonly choices: readonly Choice[];
  /** Facts about the texts, a sentence each, as it is printed. */
  readonly notes: readonly string[];
  /** The same as data, for tools. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** All definitions of a program, after those that the reader wrote; the last one is its entry. */
export type Study = readonly StudiedDefinition[];

/** By definition, the variables that are computed again; those of {@link ANY_DEFINITION} are so in each definition that has them. */
export type RecomputedNames = Readonly<Record<string, readonly string[]>>;

/** The key of names that are meant in all definitions; no definition is called so. */
export const ANY_DEFINITION = "*";

/** Characters of a text in the language of an algorithm. */
export const LONGEST_WRITTEN = 20_000;

/**
 * The subject of a study: the program, or one made of it with linearity erased. `linearised`: values and tangents. `gradient`: the
 * gradient at a cotangent. `second`: the gradient of the gradient, in a direction where there are several inputs.
 */
export type Subject = "program" | "linearised" | "gradient" | "second";

/** All subjects, each made of the ones before it. */
export const SUBJECTS: readonly Subject[] = ["program", "linearised", "gradient", "second"];

/** A study, or a program of Dual, that cannot be made: the message says why, `at` is the place in the program where one is known. */
export class NoStudy extends Error {
  readonly at: Span | undefined;

  constructor(message: string, at?: Span) {
    super(message);
    this.at = at;
  }
}

/** Declarations of a program that one which is made of it needs, too: the text, and the names that it binds. */
export interface Declarations {
  readonly text: string;
  readonly names: readonly string[];
}

/** The reader's choices: of a study, and of the stages that leave the choice. */
export interface StudyChoices {
  /** The program itself, if left out. */
  readonly of?: Subject | undefined;
  readonly recomputed?: RecomputedNames | undefined;
  /** Definitions in the language of the algorithm itself. */
  readonly written?: string | undefined;
}

/** A study, and what is wrong with what the reader wrote. */
export interface StudyAnswer {
  readonly study: Study;
  readonly diagnostics: readonly Diagnostic[];
}
