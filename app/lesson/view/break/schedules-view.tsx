// A stage with parallel jobs, in many orders of them: one gradient to the bit, or several, where sums are in the order of the clock.
import { plural, t } from "@lingui/core/macro";
import { useId } from "react";
import { describedStage } from "../../../../engine/algorithms/catalogue.ts";
import type { RunRequest } from "../../../../engine/worker/protocol.ts";
import { useQuestion } from "../../../client/question.ts";
import { keyed } from "../../../ui/keyed.ts";
import type { Schedules } from "../../model/schedules.ts";
import { schedulesTried } from "../../state/trying.ts";
import { Running } from "../running.tsx";
import { ChangedLines } from "./changed-lines.tsx";

interface SchedulesProps {
  readonly request: RunRequest;
  /** How the stage is varied, in words; empty for the stage as it is. */
  readonly variations: string;
  readonly count: number;
}

/** Runs a stage in `count` orders of its jobs, and shows the gradients that came of them. */
export function SchedulesView({ request, variations, count }: SchedulesProps) {
  const { stage } = request;
  const forks = describedStage(stage)?.forks === true;
  const asked = forks ? { request, variations, count } : undefined;
  const { current: both, failure } = useQuestion(schedulesTried, asked, useId());
  if (!forks) return <p className="notice">{t`The stage ${stage} has no jobs that could run in another order.`}</p>;
  if (both === undefined) return <Running failure={failure} />;
  return (
    <>
      <div className="glimpse-scroll">
        <table className="break-results">
          <thead>
            <tr>
              <td />
              <th scope="col">{t`different gradients`}</th>
              <th scope="col">{t`largest difference`}</th>
            </tr>
          </thead>
          <tbody>
            <Row name={stage} found={both.own} />
            {variations !== "" && <Row name={`${stage} ${variations}`} found={both.varied} />}
          </tbody>
        </table>
      </div>
      <Told found={both.varied ?? both.own} />
      {both.lines.length > 0 && (
        <details className="glimpse-twin">
          <summary>{t`The lines that differ`}</summary>
          <ChangedLines lines={both.lines} />
        </details>
      )}
    </>
  );
}

function Row({ name, found }: { readonly name: string; readonly found: Schedules | undefined }) {
  const { outcomes, largest } = found ?? {};
  const isOther = outcomes !== undefined && outcomes.length > 1;
  return (
    <tr>
      <th scope="row" translate="no">
        {name}
      </th>
      <td translate="no" className={isOther ? "other" : undefined}>
        {outcomes?.length ?? "–"}
      </td>
      <td translate="no">{largest === undefined ? "–" : largest === 0 ? "0" : largest.toExponential(1)}</td>
    </tr>
  );
}

/** The gradients one by one, with all digits where they differ. */
function Told({ found }: { readonly found: Schedules | undefined }) {
  if (found === undefined) return <p className="note">{t`The run did not finish.`}</p>;
  const { tried, outcomes, name } = found;
  const count = outcomes.length;
  if (count < 2 || name === undefined)
    return <p className="note">{t`One gradient in ${tried} schedules, bit for bit.`}</p>;
  return (
    <>
      <p>
        {t`${count} gradients in ${tried} schedules. They differ in their last bits: a sum of rounded numbers depends on its order. At the input ${name} they are:`}
      </p>
      <ul className="break-outcomes">
        {keyed(outcomes).map(({ key, item }) => (
          <li key={key}>
            <code translate="no">{String(item.component)}</code> {timesWords(item.count)}
            {item.isSequential && <>, {t`as with one worker`}</>}
          </li>
        ))}
      </ul>
    </>
  );
}

function timesWords(count: number): string {
  return plural(count, { one: `in ${count} schedule`, other: `in ${count} schedules` });
}
