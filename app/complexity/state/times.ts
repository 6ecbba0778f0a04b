// The compiled engine on the clock: n by n, in a worker in which nothing else runs meanwhile.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { EngineClient } from "../../client/client.ts";
import { Inquiry } from "../../client/inquiry.ts";
import type { Subject } from "../model/curves.ts";
import { reasonOf } from "../model/ended.ts";
import { type TimedRow, timedRow } from "../model/timed.ts";

/** Measurements, and their progress. */
interface Times {
  readonly rows: readonly TimedRow[];
  /** The n that is measured now. */
  readonly n: number | undefined;
  /** Why it came to an early end. */
  readonly message: string | undefined;
}

const NOTHING: Times = { rows: [], n: undefined, message: undefined };

/** The store of the times that were measured. */
export const useTimes = create<Times>()(() => NOTHING);

const set = useTimes.setState;
const client = new EngineClient();
const inquiry = new Inquiry();

/** Measures a program at each n, anew. */
export async function measureTimes(subject: Subject, ns: readonly number[]): Promise<void> {
  const ask = inquiry.begin();
  set(NOTHING);
  for (const n of ns) {
    set({ n });
    const found = await ask(client.begin("time", { ...subject.ask, n }));
    if (found === undefined) return;
    const timing = found.answer;
    const row = timing && timedRow(n, timing);
    if (row !== undefined) set(({ rows }) => ({ rows: [...rows, row] }));
    if (timing?.ended.tag === "done") continue;
    const reason = reasonOf(timing?.ended);
    const message =
      reason === undefined ? t`Stopped. The measurements so far are kept.` : t`It stops at n = ${n}: ${reason}.`;
    return set({ n: undefined, message });
  }
  set({ n: undefined });
}

/** Stops; measured times stay. */
export function stopTimes(): void {
  inquiry.stop();
}

/** Drops the measurements: none of an old program may run on beside a new one. */
export function endTimes(): void {
  inquiry.end();
  client.restart();
  set(NOTHING);
}
