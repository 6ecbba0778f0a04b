// Why a run that was measured came to no end of its own.
import { t } from "@lingui/core/macro";
import type { Ended } from "../../../engine/session/run/outcome.ts";

/** The first thing that went wrong; undefined where the run was done, or was stopped. */
export function reasonOf(ended: Ended | undefined): string | undefined {
  switch (ended?.tag) {
    case "mistake":
      return ended.diagnostics[0]?.message;
    case "out-of-budget":
      return ended.diagnostic.message;
    default:
      return undefined;
  }
}

/** The failure of a measurement, as a sentence. */
export function crashedWords(failure: string): string {
  return t`The engine crashed: ${failure}.`;
}

/** Why measurements have no end: they failed, or the reader stopped them; undefined otherwise. */
export function givenUpWords(asked: {
  readonly failure: string | undefined;
  readonly isStopped: boolean;
}): string | undefined {
  if (asked.failure !== undefined) return crashedWords(asked.failure);
  return asked.isStopped ? t`Stopped. The results so far are kept.` : undefined;
}
