// Each rung's counts, as a table: rungs across, gauges down.
import { t } from "@lingui/core/macro";
import { memo } from "react";
import type { StageDescription } from "../../../engine/algorithms/algorithm.ts";
import { changedIn } from "../../../engine/algorithms/editions.ts";
import type { LadderGauge } from "../../algorithms/rung.ts";
import { Terms } from "../../help/term.tsx";
import type { GaugeBar, Rung } from "../model/gauges.ts";
import { glideTo } from "../state.ts";

interface RungTableProps {
  readonly stages: readonly StageDescription[];
  readonly gauges: readonly LadderGauge[];
  readonly rungs: readonly (Rung | undefined)[];
  readonly chosen: number;
}

/** Shows each rung's counts as a table; the column of the chosen rung is marked. */
export const RungTable = memo(function RungTable({ stages, gauges, rungs, chosen }: RungTableProps) {
  return (
    <section className="ladder-scroll" aria-label={t`Rungs`}>
      <table className="ladder-table">
        <caption className="visually-hidden">{t`What each stage counts`}</caption>
        <thead>
          <tr>
            <td />
            {stages.map(({ id, citation }, place) => (
              <th key={id} scope="col" className={place === chosen ? "chosen" : undefined}>
                <button
                  type="button"
                  lang="en"
                  aria-pressed={place === chosen}
                  onClick={() => glideTo(place)}
                  title={changedIn(id)}
                >
                  <b translate="no">{id}</b>
                  <span>{citation.split(";")[0]}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {gauges.map(({ key, title, words }, row) => (
            <tr key={key}>
              <th scope="row">
                <b>
                  <Terms text={title} />
                </b>
                <span>
                  <Terms text={words} />
                </span>
              </th>
              {stages.map(({ id }, place) => {
                const bar = rungs[place]?.bars[row];
                return (
                  <td key={id} className={place === chosen ? "chosen" : undefined}>
                    {bar === undefined ? <span className="quiet">…</span> : <Bar bar={bar} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

function Bar({ bar: { colour, text, height, before, isSame, isPredicted, value } }: { readonly bar: GaugeBar }) {
  if (value === 0 && before === 0)
    return (
      <span className="gauge-out">
        <span className="visually-hidden">0</span>
      </span>
    );
  const classes = ["gauge-bar", isSame ? "same" : "", isPredicted ? "predicted" : ""];
  return (
    <span className="gauge-cell">
      <span className="gauge-text">{text}</span>
      <span className="gauge-room" aria-hidden="true">
        {before > height && <span className="gauge-before" style={{ height: `${before * 100}%` }} />}
        <span
          className={classes.filter((one) => one !== "").join(" ")}
          style={{ height: `${height * 100}%`, ["--gauge" as string]: `var(--${colour})` }}
        />
      </span>
    </span>
  );
}
