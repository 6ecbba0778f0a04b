// What can be asked of an exploration at any time, each with its answer; all of it plain data.
import type { StageId } from "../../algorithms/algorithm.ts";
import { unreachable } from "../../base/unreachable.ts";
import type { PathsFound } from "../../graphs/paths.ts";
import type { JacobianSeen } from "../../graphs/sweeps.ts";
import type { Landscape } from "../../timeline/landscape.ts";
import type { TransformedText } from "../texts/transformed-text.ts";
import type { DifferencesFound, PartialsChecked } from "./differences.ts";
import type { Exploration, FramesAnswer, FramesAsk, MoveAsk } from "./exploration.ts";
import type { JobPicture } from "./job-picture.ts";
import type { SharingSeen } from "./sharing.ts";

/** The questions by their kind, and what answers them. */
export interface Looks {
  /** The columns at their steps. */
  readonly frames: { readonly ask: FramesAsk; readonly answer: FramesAnswer };
  /** Where a jump leads. */
  readonly move: {
    readonly ask: MoveAsk;
    readonly answer: { readonly step: number | undefined; readonly breakpoint: number | undefined };
  };
  /** A run from afar, and what of it touches a scalar. */
  readonly landscape: {
    readonly ask: { readonly stage: StageId; readonly buckets: number; readonly scalar: number | undefined };
    readonly answer: { readonly landscape: Landscape; readonly touching: Uint8Array | undefined };
  };
  /** The transformed program. */
  readonly program: {
    readonly ask: { readonly stage: StageId; readonly simplified: boolean };
    readonly answer: TransformedText | undefined;
  };
  /** The paths from a scalar to the result, or to one occurrence in it alone. */
  readonly paths: {
    readonly ask: { readonly scalar: number; readonly most: number; readonly output?: number | undefined };
    readonly answer: PathsFound;
  };
  /** The first rows and columns of the Jacobian, and what each mode takes for all of it. */
  readonly jacobian: { readonly ask: { readonly most: number }; readonly answer: JacobianSeen };
  /** An operation's partials beside finite differences. */
  readonly differences: { readonly ask: { readonly scalar: number }; readonly answer: DifferencesFound };
  /** Partials that finite differences do not agree with, in all of the run. */
  readonly wrong: { readonly ask: object; readonly answer: PartialsChecked };
  /** The fork/join graphs of a recording. */
  readonly jobs: { readonly ask: { readonly stage: StageId }; readonly answer: JobPicture };
  /** What the backpropagators of the run hold, as closures and as data. */
  readonly sharing: { readonly ask: object; readonly answer: SharingSeen };
  /** The events of a recording as JSON Lines. */
  readonly trace: { readonly ask: { readonly stage: StageId }; readonly answer: string };
}

export type LookKind = keyof Looks;

/** A question. */
export type Look = { readonly [K in LookKind]: { readonly kind: K } & Looks[K]["ask"] }[LookKind];

/** Any answer. */
export type Seen = Looks[LookKind]["answer"];

export function look(exploration: Exploration, ask: Look): Seen {
  switch (ask.kind) {
    case "frames":
      return exploration.frames(ask);
    case "move":
      return exploration.move(ask);
    case "landscape":
      return exploration.landscape(ask.stage, ask.buckets, ask.scalar);
    case "program":
      return exploration.program(ask.stage, ask.simplified);
    case "paths":
      return exploration.paths(ask.scalar, ask.most, ask.output);
    case "jacobian":
      return exploration.jacobian(ask.most);
    case "differences":
      return exploration.differences(ask.scalar);
    case "wrong":
      return exploration.wrong();
    case "jobs":
      return exploration.jobs(ask.stage);
    case "sharing":
      return exploration.sharing();
    case "trace":
      return [...exploration.lines(ask.stage)].join("");
    default:
      return unreachable(ask);
  }
}
