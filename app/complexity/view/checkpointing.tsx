// Checkpointing: the reverse pass with a part of the tape at a time, memory against recomputation.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { CheckpointCost } from "../../../engine/measure/checkpointing.ts";
import { useQuestion } from "../../client/question.ts";
import { Terms } from "../../help/term.tsx";
import { Icon } from "../../ui/icon.tsx";
import { grouped } from "../../words/numbers.ts";
import {
  checkpointRow,
  doneWords,
  growthWords,
  heldIn,
  memorySeries,
  timesIn,
  tradeSeries,
} from "../model/checkpointing.ts";
import type { Subject } from "../model/curves.ts";
import { givenUpWords } from "../model/ended.ts";
import { useLab } from "../state/lab.ts";
import { checkpointings, NO_CHECKPOINTINGS } from "../state/measurements.ts";
import { Formula } from "./formula.tsx";
import { PlotFigure } from "./plot-figure.tsx";

/** Shows memory against recomputation of a program; measures it while it is mounted. */
export function Checkpointing({ subject }: { readonly subject: Subject }) {
  const ns = useLab((state) => state.ns);
  const asked = useQuestion(checkpointings, { subject, ns });
  const { current: found = NO_CHECKPOINTINGS, isBusy } = asked;
  const { trade, over } = found;
  const n = ns.at(-1);
  const curves = useMemo(() => ({ trade: tradeSeries(trade), memory: memorySeries(over) }), [trade, over]);
  const spoken = useMemo(
    () => ({
      trade: trade.map((cost) => ({ x: heldIn(cost), words: tradeWords(cost) })),
      over: over.map(({ n: x, cost }) => ({ x, words: tradeWords(cost) })),
    }),
    [trade, over],
  );
  const size = grouped(n ?? 0);
  const tradeTitle = t`Memory vs. recomputation, n = ${size}`;
  const overTitle = t`Held at once over n, one contribution at a time`;
  return (
    <div className="lab-speed">
      <p className="lab-prose">
        <Terms
          text={t`The reverse pass reads the tape from its end. Checkpointing records only a part of it at a time, and runs the program again from snapshots of the machine to get the earlier parts: less memory for more steps. The run is cut at the operation next to its middle step, and each half again. Repeated down to one contribution, this holds at most ⌈log₂ T⌉ + 1 snapshots at once and takes O(T log T) steps, where T is the run time (thesis §2.2.9). A snapshot has a copy of the calls that are waiting at that point: for a loop it does not grow, for a recursion it grows with the depth. What is held are contributions, values in snapshots, and cotangents that wait; the data that values in snapshots lead to are shared, and not counted.`}
        />
      </p>
      <div className="lab-progress">
        <progress value={found.done} max={found.of} aria-label={t`Runs done`} />
        <span className="note" aria-live="polite">
          {found.message ?? givenUpWords(asked) ?? doneWords(found.done, found.of)}
        </span>
        {isBusy && (
          <button type="button" className="button line small" onClick={() => checkpointings.stop()}>
            <Icon name="stop" /> {t`Stop`}
          </button>
        )}
      </div>
      {trade.length > 0 && (
        <PlotFigure
          title={tradeTitle}
          series={curves.trade}
          y="linear"
          label={alongWords(tradeTitle)}
          xWords={t`contributions, values in snapshots and cotangents held`}
          spoken={spoken.trade}
        >
          {() => <Rows head={t`part of the tape`} rows={trade.map((cost) => checkpointRow(cost.part, cost))} />}
        </PlotFigure>
      )}
      {over.length > 0 && (
        <PlotFigure
          title={overTitle}
          series={curves.memory}
          y="log"
          label={alongWords(overTitle)}
          xWords="n"
          spoken={spoken.over}
        >
          {() => (
            <>
              {growthWords(over).map((words) => (
                <p key={words} className="note">
                  <Formula text={words} isLong />
                </p>
              ))}
              <Rows head="n" rows={over.map(({ n: x, cost }) => checkpointRow(x, cost))} />
            </>
          )}
        </PlotFigure>
      )}
    </div>
  );
}

function alongWords(title: string): string {
  return t`${title}. Left and right move along the points`;
}

function tradeWords(cost: CheckpointCost): string {
  const [held, times] = [grouped(heldIn(cost)), timesIn(cost).toFixed(2)];
  return t`${held} held at once, ${times} times the steps`;
}

function Rows({ head, rows }: { readonly head: string; readonly rows: readonly ReturnType<typeof checkpointRow>[] }) {
  return (
    <div className="lab-scroll">
      <table className="lab-work">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t`tape, N`}</th>
            <th scope="col">{t`contributions held`}</th>
            <th scope="col">{t`snapshots`}</th>
            <th scope="col">{t`values in snapshots`}</th>
            <th scope="col">{t`cotangents waiting`}</th>
            <th scope="col">{t`steps in all`}</th>
            <th scope="col">
              <Trans>× primal</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.head}</th>
              <td>{row.operations}</td>
              <td>{row.entries}</td>
              <td>{row.snapshots}</td>
              <td>{row.slots}</td>
              <td>{row.waiting}</td>
              <td>{row.steps}</td>
              <td>{row.times}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
