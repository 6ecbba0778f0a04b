// Checkpointing measured: one n with parts of its tape, and each n with one contribution at a time.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import type { CheckpointCost } from "../../../engine/measure/checkpointing.ts";
import { Inquiry } from "../../client/inquiry.ts";
import { type Measured, partsOf } from "../model/checkpointing.ts";
import type { Subject } from "../model/curves.ts";
import { reasonOf } from "../model/ended.ts";
import { labClient } from "./lab.ts";

interface CheckpointingState {
  /** A cost for each part of the tape, at the largest n. */
  readonly trade: readonly CheckpointCost[];
  /** The cost of one contribution at a time, over n. */
  readonly over: readonly Measured[];
  /** Runs that are done, and that there are. */
  readonly done: number;
  readonly of: number;
  /** Why it came to an early end. */
  readonly message: string | undefined;
}

const NOTHING: CheckpointingState = { trade: [], over: [], done: 0, of: 1, message: undefined };

/** The store of measurements with checkpointing. */
export const useCheckpointing = create<CheckpointingState>()(() => NOTHING);

const set = useCheckpointing.setState;
const inquiry = new Inquiry();

/** Measures a program: parts of the tape at the largest n, then each n. */
export async function measureCheckpointing(subject: Subject, ns: readonly number[]): Promise<void> {
  const ask = inquiry.begin();
  set(NOTHING);
  const checkpoint = (n: number | undefined, part: number) =>
    ask(labClient.begin("checkpoint", { ...subject.ask, n, part }));
  const last = ns.at(-1);
  // all of it at once gives the tape's length
  const whole = await checkpoint(last, Number.MAX_SAFE_INTEGER);
  if (whole?.answer === undefined) return;
  const parts = partsOf(whole.answer.cost?.operations ?? 0);
  set({ done: 1, of: 1 + parts.length + ns.length });
  const runs = [
    ...parts.map((part) => ({ n: last, part, isTrade: true })),
    ...ns.map((n) => ({ n, part: 1, isTrade: false })),
  ];
  for (const { n, part, isTrade } of runs) {
    const found = await checkpoint(n, part);
    if (found?.answer === undefined) return;
    const { cost, ended } = found.answer;
    if (cost === undefined) return set({ message: endWords(reasonOf(ended)) });
    set(({ trade, over, done }) => ({
      done: done + 1,
      ...(isTrade || n === undefined ? { trade: [...trade, cost] } : { over: [...over, { n, cost }] }),
    }));
  }
  if (whole.answer.cost === undefined) set({ message: endWords(reasonOf(whole.answer.ended)) });
}

function endWords(reason: string | undefined): string {
  return reason === undefined ? t`Stopped. The counts so far are kept.` : t`The run ended early: ${reason}.`;
}

/** Stops; finished counts stay. */
export function stopCheckpointing(): void {
  inquiry.stop();
}

/** Drops the counts. */
export function endCheckpointing(): void {
  inquiry.end();
  set(NOTHING);
}
