// The growth of each curve beside what the papers claim for its stage.
import "../locale.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Quantity } from "../../../engine/analysis/quantities.ts";
import { lookOf } from "../../algorithms/index.ts";
import { Terms } from "../../help/term.tsx";
import { MarkIcon } from "../../plot/plot.tsx";
import { Icon } from "../../ui/icon.tsx";
import { fitRows, type LabCurve } from "../model/lab.ts";
import { Formula } from "./formula.tsx";

/** Shows the growth of each curve beside what is claimed for its stage. */
export function Fits({
  curves,
  quantity,
  isAlone,
}: {
  readonly curves: readonly LabCurve[];
  readonly quantity: Quantity;
  readonly isAlone: boolean;
}) {
  const { title } = quantity;
  const rows = useMemo(() => fitRows(curves, quantity), [curves, quantity]);
  return (
    <section className="lab-fits" aria-label={t`Growth: ${title}`}>
      {isAlone ? <h2>{t`Measured vs. the paper’s bound`}</h2> : <h2 lang="en">{title}</h2>}
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Terms text={t`stage`} />
            </th>
            <th scope="col">{t`best fit, upper half`}</th>
            <th scope="col">{t`Error`}</th>
            <th scope="col">{t`claimed, at most`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, stage, isSecond, growth, isFit, or, off, claim, agrees }) => (
            <tr key={id}>
              <th scope="row" translate="no">
                <MarkIcon {...lookOf(stage)} isHollow={isSecond} /> {label}
              </th>
              <td className="formula">
                {isFit ? <Formula text={growth} /> : <span className="quiet">{growth}</span>}
                {or !== undefined && (
                  <span className="or">
                    <Trans>
                      or <Formula text={or} />
                    </Trans>
                  </span>
                )}
              </td>
              <td className="off">{off}</td>
              <td className="formula claim">
                <span translate="no">{claim}</span>{" "}
                {agrees !== undefined && (
                  <span className={agrees ? "agrees" : "differs"}>
                    <Icon name={agrees ? "tick" : "cross"} />
                    <span className="visually-hidden">{agrees ? t`agrees` : t`does not agree`}</span>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
