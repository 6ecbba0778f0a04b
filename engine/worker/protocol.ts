// What the page and the engine's worker say to each other. Plain data only.
import type { StageId } from "../algorithms/algorithm.ts";
import type { Comparison } from "../graphs/compare.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import type { Reference } from "../reference/entry.ts";
import type { Checkpointed } from "../session/costs/checkpointing.ts";
import type { Measured, Speed } from "../session/costs/lab.ts";
import type { Timing } from "../session/costs/timing.ts";
import type { RunReport } from "../session/derivatives/gradient.ts";
import type { ColumnInfo, Explored } from "../session/exploration/exploration.ts";
import type { Look, Seen } from "../session/exploration/looks.ts";
import type { Picture, PictureAsk } from "../session/exploration/picture.ts";
import type { Completion, Hover } from "../session/program/editor.ts";
import type { Meaning, NameUses } from "../session/program/names.ts";
import type { Progress } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import type { Explained, TapeOfRun } from "../session/texts/explain.ts";
import type { Exported } from "../session/texts/export.ts";
import type { TransformedText } from "../session/texts/transformed-text.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import type { Header } from "../syntax/header.ts";

/** Unique to each request; the replies to it carry the same one. */
export type RequestId = number & { readonly brand: "RequestId" };

/** A definition as the page lists it. `entry` says whether it can be differentiated, and its parameter's type if so. */
export interface Definition {
  readonly name: string;
  readonly type: string;
  readonly entry:
    | {
        readonly tag: "yes";
        readonly param: string;
        readonly result: string;
        /** An input whose size is n, where one can be told from the type. */
        readonly scaled: string | undefined;
      }
    | { readonly tag: "no"; readonly reason: string };
}

/** A program as the page sees it after checking. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions: readonly Definition[];
  readonly header: Header;
}

/** A program's text, and the texts whose definitions it may use: each lies on the ones before it. */
export interface ProgramText {
  readonly text: string;
  readonly above: readonly string[];
}

/** What to run: the text, what the user asks beside it, and by which stage. */
export interface RunRequest extends ProgramText {
  readonly entry: string | undefined;
  readonly at: string | undefined;
  readonly cotangent: string | undefined;
  readonly n: number | undefined;
  readonly stage: StageId;
  /** As `session/input/variations.ts` reads them. */
  readonly variations?: string | undefined;
}

/** Which transformed program is to be read. */
export interface TransformRequest extends ProgramText {
  readonly entry: string | undefined;
  readonly stage: StageId;
  readonly variations?: string | undefined;
  readonly simplified: boolean;
}

/** Which program is to become a module. */
export type ModuleRequest = Pick<TransformRequest, "text" | "above" | "entry">;

/** What the compiled engine makes of a program; `stopped` or out of budget where that took too long. */
export type ExplainAnswer = Explained | Extract<Ended, { readonly tag: "stopped" | "out-of-budget" }>;

/** What to explore; the stages are recorded one by one. */
export type ExploreRequest = Omit<RunRequest, "stage">;

/** A run of a curve: its budget, in steps, is part of what is asked; without a stage, what the graph predicts. */
export interface MeasureRequest extends ExploreRequest {
  readonly stage: StageId | undefined;
  readonly steps: number;
}

/** A gradient that holds about `part` contributions of the tape at once, at most. */
export interface CheckpointRequest extends ExploreRequest {
  readonly part: number;
}

/** Another run beside the one that is explored. */
export interface Compared {
  readonly comparison: Comparison;
  readonly graph: RunGraph;
  readonly at: string;
  readonly value: string;
}

export type Request =
  | { readonly tag: "check"; readonly id: RequestId; readonly program: ProgramText }
  /** About the text that was checked last. */
  | { readonly tag: "hover"; readonly id: RequestId; readonly offset: number }
  | { readonly tag: "complete"; readonly id: RequestId; readonly offset: number }
  | { readonly tag: "name"; readonly id: RequestId; readonly offset: number }
  /** Where a definition of a text above it is used. */
  | { readonly tag: "uses"; readonly id: RequestId; readonly program: ProgramText; readonly meaning: Meaning }
  /** A program in its usual layout. */
  | { readonly tag: "format"; readonly id: RequestId; readonly text: string }
  /** How a definition of a text reads after the transformation of a stage. */
  | { readonly tag: "transform"; readonly id: RequestId; readonly ask: TransformRequest }
  /** The reference of the language. */
  | { readonly tag: "reference"; readonly id: RequestId }
  | { readonly tag: "module"; readonly id: RequestId; readonly ask: ModuleRequest }
  /** What the compiled engine makes of a program. */
  | { readonly tag: "explain"; readonly id: RequestId; readonly ask: ModuleRequest }
  /** What a compiled run leaves on the tape. */
  | { readonly tag: "tape"; readonly id: RequestId; readonly ask: ExploreRequest }
  | { readonly tag: "run"; readonly id: RequestId; readonly run: RunRequest }
  /** Opens a program to be explored, in place of the one before. */
  | { readonly tag: "explore"; readonly id: RequestId; readonly explore: ExploreRequest }
  /** Records what is explored by a stage; a stage that is recorded already is answered at once. */
  | { readonly tag: "record"; readonly id: RequestId; readonly stage: StageId }
  | { readonly tag: "look"; readonly id: RequestId; readonly look: Look }
  /** The graph laid out; a later question of this kind ends an earlier one. */
  | { readonly tag: "picture"; readonly id: RequestId; readonly picture: PictureAsk }
  | { readonly tag: "compare"; readonly id: RequestId; readonly explore: ExploreRequest }
  | { readonly tag: "measure"; readonly id: RequestId; readonly ask: MeasureRequest }
  | { readonly tag: "time"; readonly id: RequestId; readonly ask: ExploreRequest }
  | { readonly tag: "speed"; readonly id: RequestId; readonly ask: RunRequest }
  | { readonly tag: "checkpoint"; readonly id: RequestId; readonly ask: CheckpointRequest }
  /** Asks a run to end soon with what it has. */
  | { readonly tag: "stop"; readonly id: RequestId };

export type Reply =
  | { readonly tag: "checked"; readonly id: RequestId; readonly checked: Checked }
  | { readonly tag: "hovered"; readonly id: RequestId; readonly hover: Hover | undefined }
  | { readonly tag: "completed"; readonly id: RequestId; readonly completions: readonly Completion[] }
  | { readonly tag: "named"; readonly id: RequestId; readonly uses: NameUses | undefined }
  | { readonly tag: "used"; readonly id: RequestId; readonly places: readonly Span[] }
  | { readonly tag: "formatted"; readonly id: RequestId; readonly text: string | undefined }
  | { readonly tag: "transformed"; readonly id: RequestId; readonly answer: TransformedText | undefined }
  | { readonly tag: "referred"; readonly id: RequestId; readonly reference: Reference }
  /** undefined where the text has mistakes. */
  | { readonly tag: "exported"; readonly id: RequestId; readonly exported: Exported }
  | { readonly tag: "explained"; readonly id: RequestId; readonly answer: ExplainAnswer }
  /** undefined where the run did not come to an end soon. */
  | { readonly tag: "taped"; readonly id: RequestId; readonly tape: TapeOfRun | undefined }
  | { readonly tag: "explored"; readonly id: RequestId; readonly explored: Explored }
  | { readonly tag: "recorded"; readonly id: RequestId; readonly column: ColumnInfo }
  | { readonly tag: "seen"; readonly id: RequestId; readonly seen: Seen | undefined }
  /** undefined where a later question came. */
  | { readonly tag: "pictured"; readonly id: RequestId; readonly picture: Picture | undefined }
  /** undefined where the other run did not come to an end. */
  | { readonly tag: "compared"; readonly id: RequestId; readonly compared: Compared | undefined }
  | { readonly tag: "measured"; readonly id: RequestId; readonly measured: Measured }
  | { readonly tag: "timed"; readonly id: RequestId; readonly timing: Timing }
  | { readonly tag: "sped"; readonly id: RequestId; readonly speed: Speed }
  | { readonly tag: "checkpointed"; readonly id: RequestId; readonly checkpointed: Checkpointed }
  | { readonly tag: "progress"; readonly id: RequestId; readonly progress: Progress }
  /** What a run that cannot be asked to end has so far, as if it were stopped now. */
  | { readonly tag: "partial"; readonly id: RequestId; readonly run: RunReport }
  | { readonly tag: "ran"; readonly id: RequestId; readonly run: RunReport }
  /** Our own bug, with its message. */
  | { readonly tag: "failed"; readonly id: RequestId; readonly message: string };
