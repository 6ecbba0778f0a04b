// The Jacobian of the program of the view, by the linear half and by its transpose: asked for while it is open.
import { create } from "zustand";
import type { BothWaysRun } from "../../../../../engine/derive/both-ways.ts";
import type { ChosenRequest } from "../../../../../engine/worker/protocol.ts";
import { Latest } from "../../../../base/latest.ts";
import { EngineClient } from "../../../../client/client.ts";

interface JacobianState {
  readonly answer: BothWaysRun | undefined;
  readonly isBusy: boolean;
}

const NOTHING: JacobianState = { answer: undefined, isBusy: false };

/** The store of the Jacobian of the program. */
export const useJacobian = create<JacobianState>()(() => NOTHING);

const set = useJacobian.setState;
const client = new EngineClient({ onFailure: () => set({ isBusy: false }) });
const latest = new Latest();

/** Requests the Jacobian of a program; a newer question ends an older one. */
export async function askJacobian(ask: ChosenRequest): Promise<void> {
  const isLatest = latest.begin();
  if (client.isBusy) client.restart();
  set({ isBusy: true });
  const answer = await client.begin("bothWays", ask).answer;
  if (isLatest() && answer !== undefined) set({ answer, isBusy: false });
}

/** Ends and drops all. */
export function forgetJacobian(): void {
  latest.end();
  client.end();
  set(NOTHING, true);
}
