// The scalars of a run in an order of the reader's: the result of resolving them so, in a map and in cells.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { nth } from "../../../../engine/base/nth.ts";
import type { Glimpse } from "../../../../engine/lessons/glimpse.ts";
import { gradientText } from "../../model/gradient-text.ts";
import { byCells, byMap, highestFirst, type Resolved } from "../../model/orders.ts";
import { Ordering } from "../ordering.tsx";

/** Shows the scalars in an order that the reader changes, and the gradient that resolving in this order gives. */
export function OrdersView({ glimpse }: { readonly glimpse: Glimpse }) {
  const [order, setOrder] = useState(() => highestFirst(glimpse));
  const right = byMap(glimpse, highestFirst(glimpse));
  const isWhole = order.every((number) => number < glimpse.nodes.length);
  const [map, cells] = isWhole ? [byMap(glimpse, order), byCells(glimpse, order)] : [right, right];
  return (
    <div className="orders">
      <Ordering
        names={order.map((number) => glimpse.nodes[number]?.name ?? "")}
        onMove={(from, to) => setOrder(order.toSpliced(from, 1).toSpliced(to, 0, nth(order, from)))}
      />
      <table>
        <caption>{t`Resolved in this order, the first one first:`}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t`gradient`}</th>
            <th scope="col">{t`calls`}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={t`calls wait in a map`} found={map} right={right} />
          <Row name={t`each cell is visited once`} found={cells} right={right} />
        </tbody>
      </table>
      <p className="visually-hidden" role="status">
        {spoken(map, cells)}
      </p>
    </div>
  );
}

function spoken(map: Resolved, cells: Resolved): string {
  const [inMap, inCells] = [text(map), text(cells)];
  const { calls } = map;
  return t`In a map the gradient is ${inMap}, in ${calls} calls; in cells it is ${inCells}.`;
}

interface RowProps {
  readonly name: string;
  readonly found: Resolved;
  readonly right: Resolved;
}

function Row({ name, found, right }: RowProps) {
  const isRight = text(found) === text(right);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td translate="no" className={isRight ? undefined : "other"}>
        {text(found)}
      </td>
      <td translate="no">{found.calls}</td>
    </tr>
  );
}

function text({ gradient }: Resolved): string {
  return gradientText(gradient);
}
