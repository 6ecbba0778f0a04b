// Of a run whose jobs go in another order: whether its gradient is that of one worker, bit for bit; and the way to the stage that has jobs.
import { t } from "@lingui/core/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { readVariations } from "../../../engine/session/input/variations.ts";
import { useQuestion } from "../../client/question.ts";
import type { ProgramCell } from "../../document/document.ts";
import { triedWords } from "../model/tried-words.ts";
import { prefer } from "../state/explorer.ts";
import { exploreRequestOf } from "../state/request.ts";
import { useExplorer } from "../state/store.ts";
import { JOBS_STAGE, orderTried } from "../state/trying.ts";

interface OrderProps {
  readonly cell: ProgramCell;
  /** The reader has asked to see a stage, which is among those that are shown from now on. */
  onShow?(stage: StageId): void;
}

/** Shows how the order of jobs changes the gradient, where the reader has chosen or shuffled it. */
export function OrderNote({ cell, onShow }: OrderProps) {
  const subject = exploreRequestOf(cell);
  const { schedule: order } = readVariations(subject.variations ?? "");
  const { current: tried } = useQuestion(orderTried, order === undefined ? undefined : { subject, order });
  const hasJobs = useExplorer(({ stages }) => stages.includes(JOBS_STAGE));
  const show = (): void => {
    prefer(JOBS_STAGE);
    onShow?.(JOBS_STAGE);
  };
  if (order === undefined || tried === undefined) return null;
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
