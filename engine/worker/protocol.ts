// Questions to the engine's worker, and its answers. Plain data only; `questions.ts` has the questions.

import type { StageId } from "../algorithms/algorithm.ts";
import type { RecomputedNames, Subject } from "../algorithms/study.ts";
import type { ShuffleAsk } from "../derive/shuffled.ts";
import type { RecordingEnd } from "../explore/column.ts";
import type { ExerciseAsk } from "../lessons/exercise.ts";
import type { GlimpseAsk } from "../lessons/glimpse.ts";
import type { QueryAsk } from "../lessons/lesson.ts";
import type { Setting } from "../queries/subject.ts";
import type { DataSize } from "../session/program/data.ts";
import type { Ended } from "../session/run/outcome.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Header } from "../syntax/header.ts";
import type { Explained } from "../texts/explain.ts";

/** A definition as the page lists it. `entry` says whether it can be differentiated, and its parameter's type if so. */
export interface Definition {
  readonly name: string;
  readonly type: string;
  readonly entry:
    | {
        readonly tag: "yes";
        readonly param: string;
        readonly result: string;
        /** An input whose size is n, where one follows from the type. */
        readonly scaled: string | undefined;
      }
    | { readonly tag: "no"; readonly reason: string };
}

/** A program as the page sees it after checking. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions: readonly Definition[];
  readonly header: Header;
  /** Whether it, or a text above it, asks for values to be shown. */
  readonly asksToShow: boolean;
  /** Its data that could be read. */
  readonly data: readonly DataSize[];
}

/** A program's text, and the texts whose definitions it may use: each lies on the ones before it. */
export interface ProgramText {
  readonly text: string;
  readonly above: readonly string[];
  /** The data of these texts as a key of the page: another one where they differ. The files themselves are brought before (messages.ts). */
  readonly data?: string | undefined;
}

/** A run: the text, the settings beside it, and the stage. */
export interface RunRequest extends ProgramText {
  readonly entry: string | undefined;
  readonly at: string | undefined;
  readonly cotangent: string | undefined;
  readonly n: number | undefined;
  readonly stage: StageId;
  /** As `session/input/variations.ts` reads them. */
  readonly variations?: string | undefined;
  /** Recomputed by stages that leave the choice, instead of being kept. */
  readonly recomputed?: RecomputedNames | undefined;
  /** Milliseconds that the run may take; as long as it takes if left out. */
  readonly within?: number | undefined;
  /** How many threads the jobs of a compiled run may have. */
  readonly threads?: number | undefined;
}

/** Which transformed program is to be read. */
export interface TransformRequest extends ProgramText {
  readonly entry: string | undefined;
  readonly stage: StageId;
  readonly variations?: string | undefined;
  readonly recomputed?: RecomputedNames | undefined;
  readonly simplified: boolean;
}

/** Which program is to become a module. */
export type ModuleRequest = Pick<TransformRequest, keyof ProgramText | "entry">;

/** The compiled engine's form of a program; `stopped` or out of budget where that took too long. */
export type ExplainAnswer = Explained | Extract<Ended, { readonly tag: "stopped" | "out-of-budget" }>;

/** An exploration; the stages are recorded one by one. */
export type ExploreRequest = Omit<RunRequest, "stage">;

/** The parts of an examination of a gradient; none where the run did not come to its end. */
export interface Examination {
  readonly parts: readonly string[];
  readonly ended: RecordingEnd;
}

/** A run of a curve: its budget, in steps, is part of what is asked; without a stage, what the graph predicts. */
export interface MeasureRequest extends ExploreRequest {
  readonly stage: StageId | undefined;
  readonly steps: number;
}

/** A program that a document asks about; its input is that of each query. */
export type AskedProgram = ProgramText & Pick<RunRequest, "entry">;

/** The queries of a document about one program, which the worker answers in their order. */
export interface QueriesRequest extends AskedProgram {
  readonly asks: readonly QueryAsk[];
}

/** A request of a document's picture: a program, its setting, and the step to look at. */
export interface GlimpseRequest extends AskedProgram {
  readonly setting: Setting;
  readonly look: GlimpseAsk;
}

/** An attempt at an exercise, beside its reference. */
export interface ExerciseRequest extends ProgramText, ExerciseAsk {
  readonly reference: string;
}

/** A gradient that holds about `part` contributions of the tape at once, at most. */
export interface CheckpointRequest extends ExploreRequest {
  readonly part: number;
}

/** Gradients of a stage in several orders of its jobs. */
export interface ShuffleRequest extends RunRequest, ShuffleAsk {}

/** A program with what is computed again instead of being kept, and what is written in an algorithm's own language. */
export interface ChosenRequest extends ExploreRequest {
  readonly recomputed: RecomputedNames;
  readonly written: string;
}

/** The study of a program, or of what is made of it, by the algorithm of an id. */
export interface StudyRequest extends ChosenRequest {
  readonly algorithm: string;
  readonly of?: Subject;
}

/** Two runs that are to be compared. */
export interface CompareRequest {
  readonly a: ExploreRequest;
  readonly b: ExploreRequest;
}
