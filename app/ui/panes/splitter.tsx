// The line between two panes: dragged, or moved by the arrow keys (the window splitter of the ARIA practices). It changes a width and
// nothing else, so that the panes' contents stay the same.

import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { PANES, type PaneName, setPane, useLayout } from "./widths.ts";

/** Shows the line beside a pane: arrow keys change its width, Home and End go to the bounds, Enter to the usual width. */
export function Splitter({ pane }: { readonly pane: PaneName }) {
  const { label, unit, usual, least, most, side } = PANES[pane];
  const size = useLayout((state) => state[pane]);
  const value = Math.round(size);
  const isHeld = useRef(false);
  const step = unit === "%" ? 2 : 1;
  const key = (event: KeyboardEvent): void => {
    const grow = side === "start" ? "ArrowRight" : "ArrowLeft";
    const shrink = side === "start" ? "ArrowLeft" : "ArrowRight";
    const next = { [grow]: size + step, [shrink]: size - step, Home: least, End: most, Enter: usual }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPane(pane, next);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!isHeld.current) return;
    const box = present(event.currentTarget.parentElement).getBoundingClientRect();
    const pixels = side === "start" ? event.clientX - box.left : box.right - event.clientX;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    setPane(pane, unit === "%" ? (100 * pixels) / box.width : pixels / rem);
  };
  return (
    <hr
      className={`splitter ${side}`}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={
        unit === "%"
          ? plural(value, { one: `${value} percent`, other: `${value} percent` })
          : plural(value, { one: `${value} character`, other: `${value} characters` })
      }
      tabIndex={0}
      title={t`Drag, or use the arrow keys; double-click to reset`}
      onKeyDown={key}
      onDoubleClick={() => setPane(pane, usual)}
      onPointerDown={(event) => {
        isHeld.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        isHeld.current = false;
      }}
    />
  );
}
