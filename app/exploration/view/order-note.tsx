// Of a run whose jobs go in another order: whether its gradient is that of one worker, bit for bit; and the way to the stage that has jobs.
import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { readVariations } from "../../../engine/session/input/variations.ts";
import type { ProgramCell } from "../../document/document.ts";
import { triedWords } from "../model/tried-words.ts";
import { exploreRequestOf, prefer } from "../state/explorer.ts";
import { useExplorer } from "../state/store.ts";
import { endTrying, JOBS_STAGE, tryOrder, useTrying } from "../state/trying.ts";

interface OrderProps {
  readonly cell: ProgramCell;
  /** The reader has asked to see a stage, which is among those that are shown from now on. */
  onShow?(stage: StageId): void;
}

/** Shows how the order of jobs changes the gradient, where the reader has chosen or shuffled it. */
export function OrderNote({ cell, onShow }: OrderProps) {
  const tried = useTrying((state) => state.tried);
  const subject = JSON.stringify(exploreRequestOf(cell));
  const isOrdered = readVariations(cell.ask.variations).schedule !== undefined;
  useEffect(() => {
    const { schedule } = readVariations(JSON.parse(subject).variations ?? "");
    if (schedule === undefined) return undefined;
    void tryOrder(JSON.parse(subject), schedule);
    return endTrying;
  }, [subject]);
  const hasJobs = useExplorer(({ stages }) => stages.includes(JOBS_STAGE));
  const show = (): void => {
    prefer(JOBS_STAGE);
    onShow?.(JOBS_STAGE);
  };
  if (!isOrdered || tried === undefined) return null;
  return (
    <>
      <span className="note" role="status">
        {triedWords(tried)[0]}
      </span>
      {!hasJobs && (
        <button type="button" className="button line small" onClick={show}>
          {t`Show ${JOBS_STAGE}, which has the jobs`}
        </button>
      )}
    </>
  );
}
