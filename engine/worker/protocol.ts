// What the page and the engine's worker say to each other. Plain data only.
import type { StageId } from "../algorithms/algorithm.ts";
import type { Progress } from "../session/drive.ts";
import type { Completion, Hover } from "../session/editor.ts";
import type { RunReport } from "../session/gradient.ts";
import type { TransformedText } from "../session/transformed-text.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Header } from "../syntax/header.ts";

/** Unique to each request; the replies to it carry the same one. */
export type RequestId = number & { readonly brand: "RequestId" };

/** A definition as the page lists it. `entry` says whether it can be differentiated, and its parameter's type if so. */
export interface Definition {
  readonly name: string;
  readonly type: string;
  readonly entry:
    | { readonly tag: "yes"; readonly param: string; readonly result: string }
    | { readonly tag: "no"; readonly reason: string };
}

/** A program as the page sees it after checking. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions: readonly Definition[];
  readonly header: Header;
}

/** What to run: the text, what the user asks beside it, and by which stage. */
export interface RunRequest {
  readonly text: string;
  readonly entry: string | undefined;
  readonly at: string | undefined;
  readonly cotangent: string | undefined;
  readonly n: number | undefined;
  readonly stage: StageId;
}

/** Which transformed program is to be read. */
export interface TransformRequest {
  readonly text: string;
  readonly entry: string | undefined;
  readonly stage: StageId;
  readonly simplified: boolean;
}

export type Request =
  | { readonly tag: "check"; readonly id: RequestId; readonly text: string }
  /** About the text that was checked last. */
  | { readonly tag: "hover"; readonly id: RequestId; readonly offset: number }
  | { readonly tag: "complete"; readonly id: RequestId; readonly offset: number }
  /** How a definition of a text reads after the transformation of a stage. */
  | { readonly tag: "transform"; readonly id: RequestId; readonly ask: TransformRequest }
  | { readonly tag: "run"; readonly id: RequestId; readonly run: RunRequest }
  /** Asks a run to end soon with what it has. */
  | { readonly tag: "stop"; readonly id: RequestId };

export type Reply =
  | { readonly tag: "checked"; readonly id: RequestId; readonly checked: Checked }
  | { readonly tag: "hovered"; readonly id: RequestId; readonly hover: Hover | undefined }
  | { readonly tag: "completed"; readonly id: RequestId; readonly completions: readonly Completion[] }
  | { readonly tag: "transformed"; readonly id: RequestId; readonly answer: TransformedText | undefined }
  | { readonly tag: "progress"; readonly id: RequestId; readonly progress: Progress }
  | { readonly tag: "ran"; readonly id: RequestId; readonly run: RunReport }
  /** Our own bug, with its message. */
  | { readonly tag: "failed"; readonly id: RequestId; readonly message: string };
