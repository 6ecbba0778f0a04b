// What can be done with the graph: unfold it, hide constants, look at a neighbourhood, label its edges, take it away.
import { memo, type RefObject } from "react";
import type { Explored } from "../../../engine/session/exploration.ts";
import type { GraphCanvas } from "../../components/graph-canvas.ts";
import { Icon } from "../../components/icon.tsx";
import { savePng, saveSvg } from "../../components/save-drawing.ts";
import { useExplorer } from "../../state/explorer.ts";
import { focusOn, MOST_NODES, openAll, setHideConstants, setLabels, useGraph } from "../../state/graph.ts";
import type { Drawing } from "../../view-models/drawing.ts";
import { grouped } from "../../view-models/numbers.ts";

interface ToolsProps {
  readonly explored: Explored;
  /** The picture as it is now. */
  readonly drawn: RefObject<Drawing | undefined>;
  readonly canvas: RefObject<GraphCanvas | undefined>;
}

export const Tools = memo(function Tools({ explored, drawn, canvas }: ToolsProps) {
  const { graph } = explored;
  const picture = useGraph((state) => state.picture);
  const isAll = useGraph((state) => state.isAll);
  const open = useGraph((state) => state.open);
  const hideConstants = useGraph((state) => state.hideConstants);
  const around = useGraph((state) => state.around);
  const labels = useGraph((state) => state.labels);
  const pinned = useExplorer((state) => state.pinned);
  const name = `${explored.entry}-graph`;
  const svg = (theme: "light" | "dark"): void => {
    if (drawn.current !== undefined) saveSvg(drawn.current, theme, `The data-flow graph of ${explored.entry}`, name);
  };
  return (
    <div className="graph-tools">
      <p className="note">
        <b>{grouped(graph.size)}</b> scalars, {grouped(graph.operands.length)} edges
        {picture !== undefined &&
          picture.folded > 0 &&
          `; ${grouped(picture.nodes.length)} nodes are seen, ${picture.folded} of them folded`}
      </p>
      {(isAll || open.length > 0 || (picture?.folded ?? 0) > 0) && (
        <>
          <button
            type="button"
            className="button line small"
            disabled={isAll || graph.size > MOST_NODES}
            title={graph.size > MOST_NODES ? `More than ${MOST_NODES} nodes are too many to see at once` : undefined}
            onClick={() => openAll(true)}
          >
            Open all
          </button>
          <button
            type="button"
            className="button line small"
            disabled={!isAll && open.length === 0}
            onClick={() => openAll(false)}
          >
            Fold again
          </button>
        </>
      )}
      <label className="switch">
        <input
          type="checkbox"
          checked={hideConstants}
          onChange={(event) => setHideConstants(event.currentTarget.checked)}
        />
        hide constants
      </label>
      <label className="switch">
        <input
          type="checkbox"
          checked={labels === "formulas"}
          onChange={(event) => setLabels(event.currentTarget.checked ? "formulas" : "numbers")}
        />
        formulas on edges
      </label>
      <span className="tools-group">
        <button
          type="button"
          className="button line small"
          disabled={pinned === undefined && around === undefined}
          aria-pressed={around !== undefined}
          onClick={() =>
            focusOn(around !== undefined || pinned === undefined ? undefined : { scalar: pinned, distance: 2 })
          }
        >
          {around === undefined ? "Near the choice only" : `All, not only near #${around.scalar}`}
        </button>
        {around !== undefined && (
          <label className="distance">
            <span className="visually-hidden">Edges away</span>
            <input
              type="number"
              min={1}
              max={12}
              value={around.distance}
              onChange={(event) =>
                focusOn({ ...around, distance: Math.max(1, Number(event.currentTarget.value) || 1) })
              }
            />
          </label>
        )}
      </span>
      <span className="tools-group end">
        <ToolButton icon="minus" words="Zoom out" onClick={() => canvas.current?.zoomBy(1 / 1.3)} />
        <ToolButton icon="plus" words="Zoom in" onClick={() => canvas.current?.zoomBy(1.3)} />
        <ToolButton icon="fit" words="See all of it" onClick={() => canvas.current?.fit()} />
        <details className="menu">
          <summary className="button line small">
            <Icon name="save" /> Save
          </summary>
          <div className="menu-items">
            <button type="button" className="button small" onClick={() => svg("light")}>
              SVG, light
            </button>
            <button type="button" className="button small" onClick={() => svg("dark")}>
              SVG, dark
            </button>
            <button type="button" className="button small" onClick={() => void savePng(canvas.current, name)}>
              PNG
            </button>
          </div>
        </details>
      </span>
    </div>
  );
});

function ToolButton({
  icon,
  words,
  onClick,
}: {
  readonly icon: "minus" | "plus" | "fit";
  readonly words: string;
  onClick(): void;
}) {
  return (
    <button type="button" className="button icon-only" title={words} onClick={onClick}>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </button>
  );
}
