// The first screen of a column: the idea of the system, its gradient, and the counts in which the columns differ.
import { t } from "@lingui/core/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { ideaOf } from "../../algorithms/index.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import { ExactCount } from "../../ui/counts/exact-count.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { BriefCount } from "../model/brief.ts";
import type { SystemColumn } from "../model/column.ts";

interface BriefProps {
  readonly stage: StageId;
  readonly column: SystemColumn | undefined;
  /** The gradient of the run, to which the column's is compared. */
  readonly gradient: string | undefined;
  readonly counts: readonly BriefCount[];
}

/** Shows the idea of a system, its gradient and some counts of its run. */
export function Brief({ stage, column, gradient, counts }: BriefProps) {
  // in the digits that are shown: systems add in orders of their own, and round accordingly
  const isSame =
    gradient !== undefined && column !== undefined && briefValue(column.info.gradient) === briefValue(gradient);
  return (
    <>
      <p className="systems-idea">{ideaOf(stage)}</p>
      {column?.info.gradient && (
        <dl className="systems-brief">
          <dt>{t`gradient`}</dt>
          <dd className="cotangent" title={column.info.gradient}>
            <span translate="no">{briefValue(column.info.gradient)}</span>{" "}
            {isSame && (
              <span className="agrees" title={t`equals the gradient of the run`}>
                <Icon name="tick" />
              </span>
            )}
          </dd>
          {counts.map(({ title, count }) => (
            <Count key={title} title={title} count={count} />
          ))}
        </dl>
      )}
    </>
  );
}

function Count({ title, count }: BriefCount) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <ExactCount value={count} />
      </dd>
    </>
  );
}
