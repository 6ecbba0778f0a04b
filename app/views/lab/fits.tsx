// The growth of each curve beside what the papers claim for its stage.
import { useMemo } from "react";
import type { Quantity } from "../../../engine/analysis/quantities.ts";
import { Icon } from "../../components/icon.tsx";
import { MarkIcon } from "../../components/plot.tsx";
import { fitRows, type LabCurve } from "../../view-models/lab.ts";
import { lookOf } from "../../view-models/stage-look.ts";
import { Formula } from "./formula.tsx";

export function Fits({
  curves,
  quantity,
  isAlone,
}: {
  readonly curves: readonly LabCurve[];
  readonly quantity: Quantity;
  readonly isAlone: boolean;
}) {
  const rows = useMemo(() => fitRows(curves, quantity), [curves, quantity]);
  return (
    <section className="lab-fits" aria-label={`Growth: ${quantity.title}`}>
      <h2>{isAlone ? "Measured against claimed" : quantity.title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">stage</th>
            <th scope="col">best fit, upper half</th>
            <th scope="col">off by</th>
            <th scope="col">claimed, at most</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, stage, isSecond, growth, isFit, or, off, claim, agrees }) => (
            <tr key={id}>
              <th scope="row">
                <MarkIcon {...lookOf(stage)} isHollow={isSecond} /> {label}
              </th>
              <td className="formula">
                {isFit ? <Formula text={growth} /> : <span className="quiet">{growth}</span>}
                {or !== undefined && (
                  <span className="or">
                    or <Formula text={or} />
                  </span>
                )}
              </td>
              <td className="off">{off}</td>
              <td className="formula claim">
                {claim}{" "}
                {agrees !== undefined && (
                  <span className={agrees ? "agrees" : "differs"}>
                    <Icon name={agrees ? "tick" : "cross"} />
                    <span className="visually-hidden">{agrees ? "agrees" : "does not agree"}</span>
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
