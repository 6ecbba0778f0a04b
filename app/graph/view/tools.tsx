// Tools of the graph: unfold it, hide constants, look at a neighbourhood, label its edges, save it.
import { plural, t } from "@lingui/core/macro";
import { memo, type RefObject } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { ProgramCell } from "../../document/document.ts";
import { CanvasTools } from "../../drawing/canvas-tools.tsx";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { scalarsWords } from "../../exploration/model/ending.ts";
import { lead } from "../../exploration/state/explorer.ts";
import { askGraphText } from "../../exploration/state/questions.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { VariationsMenu } from "../../program/view/variations-menu.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { More } from "../../ui/depth/more.tsx";
import { download } from "../../ui/download.ts";
import type { SaveChoice } from "../../ui/save-button.tsx";
import { grouped } from "../../words/numbers.ts";
import { focusOn, hidesConstants, MOST_NODES, openAll, setHideConstants, setLabels, useGraphOf } from "../state.ts";
import { ShownChoice } from "./shown-choice.tsx";
import { isFilmOf } from "./use-now.ts";

interface ToolsProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
  /** The picture as it is now. */
  readonly drawn: RefObject<Drawing | undefined>;
  readonly canvas: RefObject<GraphCanvas | undefined>;
}

/** Shows the tools above the graph: unfolding, constants, neighbourhood, labels, and saving. */
export const Tools = memo(function Tools({ cell, explored, drawn, canvas }: ToolsProps) {
  const { graph } = explored;
  const picture = useGraphOf(explored, (state) => state.picture);
  const hideConstants = useGraphOf(explored, hidesConstants);
  const stages = useExplorer((state) => state.stages);
  const isFilm = isFilmOf(explored);
  const isDeep = useIsDeep("graph");
  const { entry } = explored;
  const name = `${entry}-graph`;
  return (
    <div className="graph-tools scrolls-aside">
      {isDeep && <ShownChoice />}
      <p className="note">
        <Sizes
          scalars={scalarsWords(explored)}
          edges={graph.operands.length}
          nodes={picture?.nodes.length ?? 0}
          folded={picture?.folded ?? 0}
        />
      </p>
      <Folding explored={explored} />
      {(isDeep || hideConstants) && (
        <label className="switch">
          <input
            type="checkbox"
            checked={hideConstants}
            onChange={(event) => setHideConstants(event.currentTarget.checked)}
          />
          {t`hide constants`}
        </label>
      )}
      <Neighbours explored={explored} isDeep={isDeep} />
      <SweepField cell={cell} />
      {isDeep && (
        <>
          <Leader />
          {isFilm && <VariationsMenu cell={cell} stages={stages} />}
        </>
      )}
      <More part="graph" />
      <CanvasTools
        drawn={drawn}
        canvas={canvas}
        title={t`The data-flow graph of ${entry}`}
        name={name}
        data={explored.ended.tag === "done" ? wholeAs(name) : []}
      />
    </div>
  );
});

/** Opens all of a graph that has folded parts, and folds it again. */
function Folding({ explored }: { readonly explored: Explored }) {
  const isAll = useGraphOf(explored, (state) => state.isAll);
  const open = useGraphOf(explored, (state) => state.open);
  const isShown = useGraphOf(explored, (state) => state.show !== undefined);
  const folded = useGraphOf(explored, (state) => state.picture?.folded ?? 0);
  const isTooLarge = explored.graph.size > MOST_NODES;
  const most = grouped(MOST_NODES);
  if (!isAll && open.length === 0 && !isShown && folded === 0) return null;
  return (
    <>
      <button
        type="button"
        className="button line small"
        disabled={isAll || isTooLarge}
        aria-describedby={isTooLarge ? "too-many-nodes" : undefined}
        onClick={() => openAll(true)}
      >
        {t`Open all`}
      </button>
      {isTooLarge && (
        <span className="note" id="too-many-nodes">
          {t`More than ${most} nodes are too many to open all at once.`}
        </span>
      )}
      <button
        type="button"
        className="button line small"
        disabled={!isAll && open.length === 0 && !isShown}
        onClick={() => openAll(false)}
      >
        {t`Fold again`}
      </button>
    </>
  );
}

/** The numbers on edges as formulas, and the neighbourhood of the selection alone. */
function Neighbours({ explored, isDeep }: { readonly explored: Explored; readonly isDeep: boolean }) {
  const around = useGraphOf(explored, (state) => state.around);
  const center = around?.scalar;
  const labels = useGraphOf(explored, (state) => state.labels);
  const pinned = useExplorer((state) => state.pinned);
  if (!isDeep && labels !== "formulas" && around === undefined) return null;
  return (
    <>
      <label className="switch">
        <input
          type="checkbox"
          checked={labels === "formulas"}
          onChange={(event) => setLabels(event.currentTarget.checked ? "formulas" : "numbers")}
        />
        {t`formulas on edges`}
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
          {center === undefined ? t`Neighbours of the selection only` : t`Show all, not only near #${center}`}
        </button>
        {around !== undefined && (
          <label className="distance">
            <span className="visually-hidden">
              {t({ message: "Distance in edges", comment: "a field: how far from a node others are shown" })}
            </span>
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
    </>
  );
}

/** Ways to save the whole graph as the command line prints it, to a file of a name. */
function wholeAs(name: string): readonly SaveChoice[] {
  const save = (format: "dot" | "json") => async (): Promise<void> => {
    const text = await askGraphText(format);
    if (text !== undefined) download(new Blob([text]), `${name}.${format}`);
  };
  const [dot, json] = [save("dot"), save("json")];
  return [
    { words: t`The whole graph as DOT`, run: () => void dot() },
    { words: t`The whole graph as JSON`, run: () => void json() },
  ];
}

interface SizesProps {
  readonly scalars: string;
  readonly edges: number;
  /** How many nodes are visible, and how many are folded. */
  readonly nodes: number;
  readonly folded: number;
}

function Sizes({ scalars, edges, nodes, folded }: SizesProps) {
  const edgeCount = grouped(edges);
  const edgeWords = plural(edges, { one: `${edgeCount} edge`, other: `${edgeCount} edges` });
  const nodeCount = grouped(nodes);
  const seen = plural(nodes, {
    one: `${nodeCount} node is shown, ${folded} of them folded`,
    other: `${nodeCount} nodes are shown, ${folded} of them folded`,
  });
  return (
    <>
      {scalars}, {edgeWords}
      {folded > 0 && `; ${seen}`}
    </>
  );
}

/** Which of the explorer's stages the reverse pass is drawn by. */
function Leader() {
  const stages = useExplorer((state) => state.stages);
  const leader = useExplorer((state) => state.leader);
  return (
    <label className="graph-leader">
      {t({ message: "reverse pass by", comment: "before a choice of stages" })}{" "}
      <select value={leader} translate="no" onChange={(event) => lead(event.currentTarget.value)}>
        {stages.map((stage) => (
          <option key={stage} value={stage}>
            {stage}
          </option>
        ))}
      </select>
    </label>
  );
}
