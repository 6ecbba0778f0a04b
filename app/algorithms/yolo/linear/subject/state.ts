// The subject of the study as a program of Dual: asked for while it is open.
import { create } from "zustand";
import type { Subject } from "../../../../../engine/algorithms/study.ts";
import type { InDual } from "../../../../../engine/texts/study.ts";
import type { ChosenRequest } from "../../../../../engine/worker/protocol.ts";
import { Latest } from "../../../../base/latest.ts";
import { EngineClient } from "../../../../client/client.ts";
import { ALGORITHM } from "../state.ts";

interface DualState {
  readonly answer: InDual | undefined;
  readonly isBusy: boolean;
  /** Our own bug, with its message. */
  readonly failure: string | undefined;
}

const NOTHING: DualState = { answer: undefined, isBusy: false, failure: undefined };

/** The store of the program of Dual. */
export const useInDual = create<DualState>()(() => NOTHING);

const set = useInDual.setState;
const client = new EngineClient({ onFailure: (failure) => set({ failure, isBusy: false }) });
const latest = new Latest();

/** Asks for what is studied as a program of Dual; a newer question ends an older one. */
export async function askInDual(ask: ChosenRequest, of: Subject): Promise<void> {
  const isLatest = latest.begin();
  if (client.isBusy) client.restart();
  set({ isBusy: true, failure: undefined });
  const answer = await client.begin("inDual", { ...ask, algorithm: ALGORITHM, of }).answer;
  if (isLatest() && answer !== undefined) set({ answer, isBusy: false });
}

/** Ends and drops all. */
export function forgetInDual(): void {
  latest.end();
  client.end();
  set(NOTHING, true);
}
