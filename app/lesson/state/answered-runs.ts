// The program of a question runs by itself once no question about it is open, as one that is typed does.
import { useEffect } from "react";
import { useHidden } from "../../course/state/hidden.ts";
import type { ProgramCell } from "../../document/document.ts";
import { NO_RUN } from "../../program/model/run.ts";
import { useLive } from "../../program/state/live.ts";
import { startRun, useRunning } from "../../program/state/running.ts";

/** Runs a program that has not run, where all questions about it are answered and results follow typing. */
export function useRunOnceAnswered({ id, held, foreign }: ProgramCell): void {
  const isAsked = useHidden(id).length > 0;
  const isLive = useLive((state) => state.isOn);
  const isDue = isLive && !isAsked && !held && !foreign;
  useEffect(() => {
    const { running, result } = useRunning.getState().runs.get(id) ?? NO_RUN;
    if (isDue && running === undefined && result === undefined) void startRun(id, "live");
  }, [isDue, id]);
}
