// The cost of a run: three bars with exact numbers, and behind a disclosure everything that was counted.
import { t } from "@lingui/core/macro";
import type { Cost } from "../../../engine/derive/gradient.ts";
import { Terms } from "../../help/term.tsx";
import { countedSteps } from "../../words/counts.ts";
import { grouped } from "../../words/numbers.ts";
import { anythingCounted, bars, counterRows, PHASE_WORDS, PHASES } from "./model/cost.ts";

/** Shows a run's cost; nothing where nothing was counted, as by the compiled engine. */
export function CostView({ cost }: { readonly cost: Cost }) {
  if (!anythingCounted(cost)) return null;
  return (
    <div className="cost">
      <dl className="bars">
        {bars(cost).map(({ phase, label, steps, share }) => (
          <div key={phase}>
            <dt>
              <Terms text={label} />
            </dt>
            <dd>
              <span className="bar-track" aria-hidden="true">
                <span className="bar-fill" style={{ inlineSize: share === 0 ? 0 : `max(2px, ${share * 100}%)` }} />
              </span>
              <b>{phase === "primal" ? countedSteps(steps) : grouped(steps)}</b>
            </dd>
          </div>
        ))}
      </dl>
      <details className="counters">
        <summary>{t`All counters`}</summary>
        <div className="counters-scroll">
          <table>
            <thead>
              <tr>
                <td />
                {PHASES.map((phase) => (
                  <th key={phase} scope="col">
                    <Terms text={PHASE_WORDS[phase]} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counterRows(cost).map(({ counter, words, counts }) => (
                <tr key={counter}>
                  <th scope="row" lang="en">
                    <Terms text={words} />
                  </th>
                  {PHASES.map((phase) => (
                    <td key={phase} className={counts[phase] === 0 ? "zero" : undefined}>
                      {grouped(counts[phase])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
