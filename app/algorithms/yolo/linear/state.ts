// The study of the program of the view: asked for while that is looked at, and again for each choice of what is computed again.
import { create } from "zustand";
import type { RecomputedNames, Subject } from "../../../../engine/algorithms/study.ts";
import type { LinearStudy } from "../../../../engine/algorithms/yolo/definition.ts";
import type { Progress } from "../../../../engine/session/run/drive.ts";
import type { Studied } from "../../../../engine/texts/study.ts";
import type { ExploreRequest } from "../../../../engine/worker/protocol.ts";
import { Latest } from "../../../base/latest.ts";
import { Rounds } from "../../../base/rounds.ts";
import { EngineClient } from "../../../client/client.ts";
import { withToggled } from "./model.ts";

/** A study of the algorithm of this view, or why there is none. */
export type LinearAnswer =
  | Exclude<Studied, { readonly tag: "studied" }>
  | (Omit<Extract<Studied, { readonly tag: "studied" }>, keyof LinearStudy> & LinearStudy);

interface LinearState {
  /** The latest question. */
  readonly asked: ExploreRequest | undefined;
  /** The question of the shown answer. */
  readonly ask: ExploreRequest | undefined;
  readonly answer: LinearAnswer | undefined;
  /** By definition, what is computed again instead of being taped. */
  readonly recomputed: RecomputedNames;
  /** Definitions that the reader wrote in Linear A. */
  readonly written: string;
  /** The subject of the study: the program, or a program made of it. */
  readonly of: Subject;
  readonly isBusy: boolean;
  /** How far the run is that is transformed, or that it is over and its texts are made. */
  readonly progress: Progress | undefined;
  /** Whether the reader stopped it before there was an answer. */
  readonly isStopped: boolean;
  /** Our own bug, with its message. */
  readonly failure: string | undefined;
}

const NOTHING: LinearState = {
  asked: undefined,
  ask: undefined,
  answer: undefined,
  recomputed: {},
  written: "",
  of: "program",
  isBusy: false,
  progress: undefined,
  isStopped: false,
  failure: undefined,
};

/** The store of the study of the program. */
export const useLinear = create<LinearState>()(() => NOTHING);

/** The algorithm whose texts are shown here. */
export const ALGORITHM = "yolo";
const set = useLinear.setState;
const client = new EngineClient({ onFailure: (failure) => set({ failure, isBusy: false }) });
const latest = new Latest();
const writing = new Rounds();

/** Asks for the study of a program, as it is chosen what is computed again; a newer question ends an older one. */
export async function askStudy(ask: ExploreRequest): Promise<void> {
  const isLatest = latest.begin();
  if (client.isBusy) client.restart();
  set({ asked: ask, isBusy: true, progress: undefined, isStopped: false, failure: undefined });
  const { recomputed, written, of } = useLinear.getState();
  const question = { ...ask, algorithm: ALGORITHM, recomputed, written, of };
  const answer = await client.begin("study", question, (progress) => {
    if (isLatest()) set({ progress });
  }).answer;
  // the one study that is asked for here
  if (isLatest() && answer !== undefined) set({ ask, answer: answer as LinearAnswer, isBusy: false });
}

/** Has the next study stand as it was chosen before. */
export function setUp(recomputed: RecomputedNames, written: string, of: Subject): void {
  set({ recomputed, written, of });
}

/** Studies the program, or what is made of it. */
export function studyThe(of: Subject): void {
  const { asked } = useLinear.getState();
  set({ of });
  if (asked !== undefined) void askStudy(asked);
}

/** Takes what the reader writes in Linear A and studies it; what is written meanwhile follows at once. */
export function write(written: string): void {
  set({ written });
  void writing.run(async () => {
    const { asked } = useLinear.getState();
    if (asked !== undefined) await askStudy(asked);
  });
}

/** Computes a variable of a definition again where it is needed, or tapes it. */
export function toggleRecomputed(definition: string, name: string): void {
  const { asked, recomputed } = useLinear.getState();
  if (asked === undefined) return;
  set({ recomputed: withToggled(recomputed, definition, name) });
  void askStudy(asked);
}

/** Stops what is asked for; what was shown stays. */
export function stopStudy(): void {
  latest.end();
  client.restart();
  set({ isBusy: false, isStopped: true });
}

/** Ends and drops all. */
export function forgetStudy(): void {
  latest.end();
  client.end();
  set(NOTHING, true);
}
