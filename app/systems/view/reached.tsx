// When a system knows the final cotangent of each scalar: a row for each scalar, from left to right its deliveries, a flag where its sum is
// final.

import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { goesBack, isOfArrays, visitOf } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { grouped } from "../../words/numbers.ts";
import { calledIn } from "../model/called.ts";
import type { SystemColumn } from "../model/column.ts";
import { type Deliveries, deliveriesOf, isCompared } from "../model/reached.ts";
import { choose, point } from "../state/systems.ts";

interface ReachedProps {
  readonly column: SystemColumn | undefined;
  readonly explored: Explored;
  readonly scalars: readonly number[];
  readonly lit: readonly number[];
  /** The most deliveries of all columns: time has one scale. */
  readonly most: number;
}

/** Deliveries that are drawn one by one. */
const MOST_DOTS = 20;

/** Shows when each scalar gets its contributions; says why where nothing is delivered by scalar. */
export function ReachedCell({ column, explored, scalars, lit, most }: ReachedProps) {
  const replayOrder = column?.replayOrder;
  const deliveries = useMemo(() => replayOrder && deliveriesOf(replayOrder), [replayOrder]);
  if (column === undefined || deliveries === undefined) return <p className="quiet">{t`recording …`}</p>;
  const { stage } = column.info;
  if (!goesBack(stage)) return <p className="note">{t`Nothing is sent back: tangents go forward with the values.`}</p>;
  if (isOfArrays(stage))
    return <p className="note">{t`Nothing is delivered number by number: cotangents are of whole arrays.`}</p>;
  if (deliveries.to.length === 0)
    return <p className="note">{t`Nothing is delivered scalar by scalar: each carries its whole gradient.`}</p>;
  const total = deliveries.to.length;
  const left = [...deliveries.of.keys()].filter((scalar) => isCompared(explored.graph, scalar)).length - scalars.length;
  return (
    <>
      <ol className="systems-reached">
        {scalars.map((scalar) => (
          <Row
            key={scalar}
            scalar={scalar}
            name={calledIn(explored.graph, scalar, explored.text)}
            deliveries={deliveries}
            most={most}
            isLit={lit.includes(scalar)}
          />
        ))}
      </ol>
      {left > 0 && (
        <p className="quiet">{plural(left, { one: "# more is not shown", other: "# more are not shown" })}</p>
      )}
      <p className="note">{visitOf(stage) === "line" ? onceWords(total) : deliveredWords(total)}</p>
    </>
  );
}

/** Of stages that send no contributions: a line computes the sum, and the next one that reads it has it. */
function onceWords(total: number): string {
  const count = grouped(total);
  return plural(total, {
    one: `${count} cotangent. It comes once, as a whole, where a line reads it.`,
    other: `${count} cotangents. Each comes once, as a whole, where a line reads it.`,
  });
}

function deliveredWords(total: number): string {
  const count = grouped(total);
  return plural(total, { one: `${count} delivery in all`, other: `${count} deliveries in all` });
}

interface RowProps {
  readonly scalar: number;
  readonly name: string;
  readonly deliveries: Deliveries;
  readonly most: number;
  readonly isLit: boolean;
}

function Row({ scalar, name, deliveries, most, isLit }: RowProps) {
  const places = deliveries.of.get(scalar) ?? [];
  const last = places.at(-1);
  const left = (place: number): string => `${(100 * (place - 1)) / Math.max(1, most - 1)}%`;
  return (
    <li>
      <button
        type="button"
        className="scalar"
        data-lit={isLit || undefined}
        onPointerEnter={() => point({ tag: "scalar", scalar })}
        onPointerLeave={() => point(undefined)}
        onClick={() => choose({ tag: "scalar", scalar })}
      >
        <span className="name" translate="no">
          {name}
        </span>
        <span className="visually-hidden">{last === undefined ? t`nothing reaches it` : spoken(places.length)}</span>
        <span className="track">
          {last !== undefined && (
            <>
              <span className="wait" style={{ width: left(last) }} />
              {places.length <= MOST_DOTS ? (
                places.slice(0, -1).map((place) => <i key={place} style={{ left: left(place) }} />)
              ) : (
                <span className="many" style={{ left: left(nth(places, 0)), width: left(last - nth(places, 0) + 1) }} />
              )}
              <span className="flag" style={{ left: left(last) }}>
                {grouped(last)}
              </span>
            </>
          )}
        </span>
      </button>
    </li>
  );
}

/** Words between the name of a scalar and the place at which it is final. */
function spoken(count: number): string {
  return plural(count, { one: "# delivery, final at", other: "# deliveries, final at" });
}
