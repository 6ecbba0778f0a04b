// The compiled engine's output for the program of the view, and its run's tape, requested while they are shown.
import { create } from "zustand";
import type { TapeOfRun } from "../../engine/texts/explain.ts";
import type { ExplainAnswer, ExploreRequest } from "../../engine/worker/protocol.ts";
import { Latest } from "../base/latest.ts";
import { EngineClient } from "../client/client.ts";

interface CompiledState {
  /** The question of the shown answer. */
  readonly ask: ExploreRequest | undefined;
  readonly answer: ExplainAnswer | undefined;
  /** `counting` during the run; `none` where it did not finish. */
  readonly tape: TapeOfRun | "counting" | "none";
  readonly isBusy: boolean;
  /** Our own bug, with its message. */
  readonly failure: string | undefined;
}

const NOTHING: CompiledState = { ask: undefined, answer: undefined, tape: "none", isBusy: false, failure: undefined };

/** The store of the compiler's output. */
export const useCompiled = create<CompiledState>()(() => NOTHING);

const set = useCompiled.setState;
const client = new EngineClient({ onFailure: (failure) => set({ failure, isBusy: false, tape: "none" }) });
const latest = new Latest();

/** Requests the engine's output for a program, and then the tape of its run; a newer question ends an older one. */
export async function askCompiled(ask: ExploreRequest): Promise<void> {
  const isLatest = latest.begin();
  // compiled code does not let messages in
  if (client.isBusy) client.restart();
  set({ isBusy: true, failure: undefined });
  const { text, above, entry } = ask;
  const answer = await client.ask("explain", { text, above, entry });
  if (!isLatest() || answer === undefined) return;
  const isCounted = answer.tag === "explained" && answer.leftToMachine === undefined && answer.fixedTape === undefined;
  set({ ask, answer, isBusy: false, tape: isCounted ? "counting" : "none" });
  if (!isCounted) return;
  const tape = await client.begin("tape", ask).answer;
  if (isLatest()) set({ tape: tape ?? "none" });
}

/** Ends and drops all. */
export function forgetCompiled(): void {
  latest.end();
  client.end();
  set(NOTHING, true);
}
