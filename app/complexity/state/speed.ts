// Work and span of a program at one n.

import { create } from "zustand";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import type { Speed } from "../../../engine/measure/lab.ts";
import { Inquiry } from "../../client/inquiry.ts";
import type { Subject } from "../model/curves.ts";
import { labClient } from "./lab.ts";

/** The stage whose jobs are scheduled. */
export const SPEED_STAGE = USUAL.jobs ?? USUAL.run;

interface SpeedState {
  readonly speed: Speed | undefined;
  /** Steps so far of the present run. */
  readonly steps: number | undefined;
}

const NOTHING: SpeedState = { speed: undefined, steps: undefined };

/** The store of the work and the span at one n. */
export const useSpeed = create<SpeedState>()(() => NOTHING);

const set = useSpeed.setState;
const inquiry = new Inquiry();

/** Counts the work and the span of both passes. */
export async function measureSpeed(subject: Subject, n: number | undefined): Promise<void> {
  const ask = inquiry.begin();
  set({ speed: undefined, steps: 0 });
  const question = labClient.begin("speed", { ...subject.ask, n, stage: SPEED_STAGE }, ({ steps }) => {
    if (useSpeed.getState().steps !== undefined) set({ steps });
  });
  const found = await ask(question);
  if (found !== undefined) set({ speed: found.answer, steps: undefined });
}

/** Stops the run; there is nothing to show of it then. */
export function stopSpeed(): void {
  inquiry.stop();
}

/** Drops the counts. */
export function endSpeed(): void {
  inquiry.end();
  set(NOTHING);
}
