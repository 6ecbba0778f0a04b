// The contract of an algorithm: a list of stages, each a program transformation with what tools need to know of it.
import type { Content, OwnEvent } from "../core/events/events.ts";
import type { NativeOperation } from "../core/events/native.ts";
import type { Trace } from "../core/events/trace.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import type { Value } from "../core/values/values.ts";
import type { Span } from "../source/span.ts";
import type { Type } from "../types/type.ts";
import type { Declarations, StudyAnswer, StudyChoices, Subject } from "./study.ts";

/** A stage's name in options, documents and data: one of the list's (`index.ts`). */
export type StageId = string;

/** The compiled engine's name beside the stages. It is none, but a compiler of the same derivative; it counts nothing. */
export const COMPILED: StageId = "compiled";

/** The name, where a stage would stand, of a gradient over the data-flow graph. */
export const TRACE: StageId = "trace";

/** A source program with its entry f : σ → τ, σ and τ without functions. */
export interface SourceProgram {
  readonly program: CoreProgram;
  readonly param: Type;
  readonly result: Type;
  /** Its input, for stages that make a program for the shape of that; without one, they cannot tell everything of what they take. */
  readonly input?: Value | undefined;
  /** Its run at an input, for stages that a program is `traced` for. */
  readonly trace?: Trace | undefined;
  /** The Reals of the cotangent that its gradient is taken at; 1 for each, if left out. */
  readonly cotangent?: readonly number[] | undefined;
  /** The reader's choice, for stages that leave one. */
  readonly choices?: StudyChoices | undefined;
}

/** A source program with its run. */
export interface TracedSource extends SourceProgram {
  readonly trace: Trace;
}

/** Scalars of a run that may stand for its program; one with more than can be printed is run and counted alone. */
export const MOST_TRACED = 100_000;
/** Scalars of a run whose program is printed at most. A longer run is still counted, but its text is left out. */
export const MOST_PRINTED = 5000;

/** Whether a program is one that a stage transforms as it is, or its run at an input stands for it, or neither: where that begins, and why. */
export type Fragment =
  | {
      readonly tag: "inside";
      /** Parts of the program within the rules, but not the paper's proof. */
      readonly beyond?: string;
      /** Whether what is made holds for inputs of the shape of this one alone, and needs it. */
      readonly isForShape?: true;
    }
  | { readonly tag: "traced"; readonly at: Span | undefined; readonly why: string }
  | {
      readonly tag: "outside";
      readonly at: Span | undefined;
      readonly why: string;
      /** A stage that takes the program, or its run. */
      readonly instead: StageId | undefined;
      readonly takesRun?: true;
    };

/** The stage that takes the run of a program with derivatives in it. */
export const BY_RUN = { instead: "transposed", takesRun: true } as const;

/** How a stage takes a program that it does not refuse. */
export type Taken = Exclude<Fragment, { readonly tag: "outside" }>;

/** A form of what scalars hold in memory for the way back, drawn as boxes. */
export interface SharingForm {
  /** Its name in words of the page and in names of files. */
  readonly id: string;
  /** Boxes are lists of contributions; else the variables that functions captured. */
  readonly isList?: true;
  /** Boxes are terms, without IDs. */
  readonly isTerm?: true;
  /** Each visit is a box of its own, by an evaluation that ignores sharing. */
  readonly isUnfolded?: true;
}

/**
 * The subject of a stage's counters, where that is not the derivative of the program: of one that is traced, the trace alone. It
 * has no calls, no data and no branches, so it may cost less than the program, and no claim is judged on it.
 */
export type CountedBeside = "trace";

/** The answer for a program that lies in the language of the stage as it is; stages without a `fragment` take every program. */
export const INSIDE: Fragment = { tag: "inside" };

/** Something that can be varied in a transformation: the id of one of the catalogue's options. */
export type StageOption = string;

/**
 * The options of a transformation that are on. What a stage does not offer (`varied`), it ignores. Code that reads
 * options declares a type with those that it reads.
 */
export type StageOptions = Readonly<Record<StageOption, boolean>>;

/** An option, as people ask for it. */
export interface OptionDescription {
  readonly id: StageOption;
  /** In documents, and after `--` on the command line. */
  readonly word: string;
  /** Its effect, in a line. */
  readonly summary: string;
  /** Whether it breaks the stage on purpose: its gradients are wrong where the broken part mattered. */
  readonly isFault?: true;
  /** Whether jobs add what they contribute to others in the order in which they run: then the gradient may depend on the schedule. */
  readonly followsSchedule?: true;
}

/** Counts in the data-flow graph of a run, whatever stage it is run by. */
export interface GraphCounts {
  /** All scalars, reached or not. */
  readonly scalars: number;
  /** The paths from the occurrences of scalars in the result to all scalars, and of them those to constants and to inputs. */
  readonly paths: bigint;
  readonly constantPaths: bigint;
  readonly inputPaths: bigint;
  /** The occurrences of scalars in the result; of them, those of inputs. */
  readonly outputs: number;
  readonly inputOutputs: number;
  /** The scalars from which the result can be reached. */
  readonly reached: number;
  /** Of them, the operations and the constants. */
  readonly reachedOperations: number;
  readonly reachedConstants: number;
  /** Of them, those that another reached scalar was computed from. */
  readonly used: number;
  /** Of the reached, the inputs that occur in the result or are used. */
  readonly usedOrInputOutput: number;
}

/** The size of a run, in which bounds are stated. */
export interface RunSize {
  /** T: the cost of the primal and the size of its result, as a tree. */
  readonly work: number;
  /** I: the size of the input, as a tree. */
  readonly input: number;
  /** The most fields that the tuples, constructors and arrays on the way to one part of the input have together. */
  readonly widths: number;
  /** The paths of the data-flow graph ({@link GraphCounts}). */
  readonly paths: bigint;
}

/** The statement of a paper about the cost of a gradient, T the cost of the primal and I the size of the input. */
export interface Statement {
  /** In its own words where they stand in quotation marks. */
  readonly says: string;
  /** The paper, and the section that says it. */
  readonly from: string;
}

/** A bound of ours on the cost of a gradient, up to a constant factor. */
export interface Bound {
  /** As a formula in T and I. */
  readonly formula: string;
  of(size: RunSize): number | bigint;
}

/** Where all bounds come from: nobody states them but we, and a test shows them. */
export const BOUNDS_FROM = "ours: shown by test/algorithms/bounds.test.ts";

/** T + I: a constant factor of the primal and its input. */
export const LINEAR: Bound = { formula: "T + I", of: ({ work, input }) => work + input };

/** For which programs the constant factor of {@link LINEAR} is one number, and which. */
export const LINEAR_FACTOR = {
  factor: 220,
  condition: "for programs whose own partials cost at most 8 times their operation, without options",
} as const;

/** A scalar's contribution to an operand: the partial derivative, and the operand by its number or by its ID. */
export interface Contributed {
  readonly partial: number;
  readonly to: number | { readonly id: number };
}

/** A line of a printed program, and the place in the user's text that it comes from. */
export interface NotationLine {
  readonly text: string;
  /** Where its part of the reverse pass begins in the text, which stands beside that of the forward pass. */
  readonly reverseFrom?: number | undefined;
  readonly span: Span | undefined;
}

/**
 * A stage's way with what nothing reaches: it skips it; or it multiplies the zero tangents of what does not depend on an input, or the
 * zero cotangents of what the result does not depend on, by partials all the same.
 */
export type Unreached = "skipped" | "zero tangents" | "zero cotangents";

/**
 * A kind of visits of a reverse pass to scalars: a scalar's backpropagator is called, its term or its binding is evaluated, a line of the
 * transposed program passes its cotangent on, or its cotangent is passed on where backpropagators are those of terms, and inputs have none.
 */
export type Visit = "call" | "term" | "binding" | "line" | "cotangent";

/**
 * The state of a stage: in the row of a scalar, the first of these that the recording has of it; and the lines between rows. `calls`: its
 * backpropagator's; `contributions`: what it sends on, as data; `waits`: what waits for it; `cell`: the cell that is there for it; `word`: the
 * page's word for the stage.
 */
export interface StateView {
  readonly rows: readonly ("calls" | "contributions" | "waits" | "cell" | "word")[];
  /** From a call to those that it makes, from an entry of a map to the one above it, from a scalar to those it contributes to. */
  readonly between?: "calls" | "entries" | "contributions";
  /** Lists of the algorithm's own beside the rows, by their ids (`Stage.lists`); and the one that is a row of boxes, each with a name, its key. */
  readonly lists?: readonly string[];
  readonly boxes?: string;
}

/** Views that stages share: a word; calls as a tree; entries of a map; cells of arrays; contributions as a graph. */
export const VIEWS = {
  word: { rows: ["word"] },
  calls: { rows: ["calls"], between: "calls" },
  map: { rows: ["contributions", "waits"], between: "entries" },
  cells: { rows: ["contributions", "waits", "cell"] },
  contributions: { rows: ["contributions"], between: "contributions" },
} as const satisfies Record<string, StateView>;

/** By stage, the differences between editions, and where the stage leaves them; nothing for a stage that follows its paper. */
export type Editions = Readonly<Record<StageId, string>>;

/** By stage, the statement of its paper about the cost of a gradient. */
export type Stated = Readonly<Record<StageId, Statement>>;

/** A stage as tools know it, without its transformation. */
export interface StageDescription {
  readonly id: StageId;
  readonly title: string;
  /** Where the papers define it. */
  readonly citation: string;
  /** The stage that it is based on. */
  readonly basedOn: StageId | undefined;
  /** Our bound, for runs by the transformations as they are, without options ({@link BOUNDS_FROM}). Left out where we claim none. */
  readonly bound?: Bound;
  /** How its cost grows, in words, where there is no bound. */
  readonly growth?: string;
  /** The state that its recording shows, row by row. */
  readonly view: StateView;
  /** The kind of its visits to scalars; left out where it visits none. */
  readonly visits?: Visit;
  /**
   * `reverse`: the entry is σ → τ × (τ̲ ⊸ σ̲), one call of the linear function gives a gradient.
   * `forward`: the entry is σ × σ̲ → τ × τ̲, one call for each direction.
   * `vectorised`: the entry is σ × [σ̲] → τ × [τ̲], one call for all directions.
   * `linear`: the entry is σ → τ × (σ̲ ⊸ τ̲), one call of the linear function for each direction.
   */
  readonly entry: "reverse" | "forward" | "vectorised" | "linear";
  /** The treatment of what nothing reaches: with zeros multiplied, an infinite partial there gives NaN ({@link Unreached}). */
  readonly unreached: Unreached;
  /** By quantity (`analysis/quantities.ts`, its ID): why what its counters have of that says nothing of its runs. */
  readonly uncounted?: Readonly<Record<string, string>>;
  /** Whether its dual parts are of whole arrays: then its scalars have no numbers, and no rows. */
  readonly ofArrays?: true;
  /** Whether the scalars that are computed for derivatives within the program have no numbers (`Trace.derived`). */
  readonly leavesOutDerived?: true;
  /** Variations of its transformation. */
  readonly varied: readonly StageOption[];
  /** Whether the reader can have variables computed again, which it would keep for the way back otherwise (`StudyChoices.recomputed`). */
  readonly recomputes?: true;
  /** Whether what is parallel in a program is so in its derivative: then the order of jobs can be varied. */
  readonly forks: boolean;
  /**
   * A scalar's contributions, read from a run's record of it: its tape entry or its saved part, else its backpropagator. Left out where the
   * run has nothing to read it from.
   */
  readonly contributions?: ((kept: Content) => readonly Contributed[] | undefined) | undefined;
  /** How many calls of backpropagators a run makes, from the counts of its data-flow graph alone. Left out where these do not tell. */
  predictedCalls?(counts: GraphCounts, options?: StageOptions): bigint;
}

/** An entry of a list of an algorithm's own, as it is shown. */
export interface ListItem {
  /** The same for the same thing at every step. */
  readonly key: string;
  readonly text: string;
  /** Its place in the user's text. */
  readonly span?: Span | undefined;
}

/** A list of an algorithm's own: a fold over its events. S has persistent parts, for checkpoints keep it. */
export interface OwnList<S> {
  readonly start: S;
  after(state: S, event: OwnEvent): S;
  /** The last entries, as many as are asked for, and how many there are. */
  items(state: S, most: number): { readonly items: readonly ListItem[]; readonly count: number };
}

/**
 * One stage. Its `transform` is total on source programs, and its output is well-typed (`core/check`):
 * Γ ⊢ t : τ gives D[Γ] ⊢ D[t] : D[τ], and the entry has the type that `entry` says.
 */
export interface Stage extends StageDescription {
  /** Its program in a notation of its own, line by line; that of the core, if left out. */
  notation?(source: SourceProgram, options?: StageOptions): readonly NotationLine[];
  /** Which programs it transforms as they are; all, if left out. Of the others the source has a trace. */
  fragment?(source: SourceProgram): Fragment;
  /** The program that its rules take, where that is another than the source; it has the source's value (`front/`). */
  front?(source: SourceProgram, options?: StageOptions): CoreProgram;
  transform(source: SourceProgram, options?: StageOptions): CoreProgram;
  /** Its lists, by the ids of `view.lists`. */
  readonly lists?: Readonly<Record<string, OwnList<unknown>>>;
}

/** A counter that an algorithm brings, for what it alone counts. */
export interface OwnCounter {
  /** Its name in JSON and queries. */
  readonly id: string;
  /** Its meaning, for people. */
  readonly words: string;
  /** The quantity that curves of it are drawn under: the word that chooses it, and its title. */
  readonly quantity: { readonly id: string; readonly title: string };
}

/** Words on a study. */
export interface StudyDescription {
  /** Its result for a program, in words that go on “, with work and tape”. */
  readonly makes: string;
  /** The algorithm's own language, in which the reader can write, too. */
  readonly language: string;
}

/** An algorithm as tools know it, without its transformations. */
export interface AlgorithmDescription {
  readonly id: string;
  readonly title: string;
  readonly citation: string;
  /** The stages in the order in which one leads to the next. */
  readonly stages: readonly StageDescription[];
  /** The options that are its own. */
  readonly options: readonly OptionDescription[];
  /** Words on the texts that its transformations make of a program (`Algorithm.study`), where it shows them. */
  readonly studied?: StudyDescription;
  /** The counters that are its own; none, if left out. Its programs say what they count (`Meaning.calls`), or its native operations do. */
  readonly counters?: readonly OwnCounter[];
  /** The stages that tools begin with where none is asked for. */
  readonly usual: {
    /** Side by side, and the one of them that leads. */
    readonly columns: readonly StageId[];
    readonly leading: StageId;
    /** As curves of counted costs. */
    readonly curves: readonly StageId[];
    /** To run by where a stage is needed and none is named. */
    readonly run: StageId;
    /** To see what waits when resolving begins. */
    readonly staging: StageId;
    /** To see the jobs of both passes; undefined where no stage keeps the parallelism of a program. */
    readonly jobs: StageId | undefined;
    /** To see what scalars hold in memory for the way back, in the forms that it has. */
    readonly sharing: readonly { readonly stage: StageId; readonly form: SharingForm }[];
  };
}

/** A family of stages over the same core. */
export interface Algorithm extends Omit<AlgorithmDescription, "stages"> {
  readonly stages: readonly Stage[];
  /** The native operations that its programs have beside those of the core; none, if left out. */
  readonly natives?: readonly NativeOperation[];
  /** The texts that its transformations make of a program, one beside the other; without a program, of what the reader wrote alone. */
  study?(source: SourceProgram | undefined, choices: StudyChoices): StudyAnswer;
  /** The subject of a study as a program of Dual, which computes it at the input of a trace. Throws `NoStudy` where there is none. */
  inDual?(source: TracedSource, of: Subject, declarations: Declarations): string;
}
