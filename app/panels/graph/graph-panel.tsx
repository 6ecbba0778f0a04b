// The data-flow graph of a program in its cell: it follows while one plays with the input.
import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { scalarsWords } from "../../exploration/model/ending.ts";
import { explainScalar } from "../../exploration/state/explain.ts";
import { exploreRequestOf } from "../../exploration/state/request.ts";
import { drawingOf } from "../../graph/model/graph-drawing.ts";
import { GraphSheet } from "../../graph/view/graph-sheet.tsx";
import { capital } from "../../words/capital.ts";
import { grouped } from "../../words/numbers.ts";
import { useEmbeddedGraph } from "./state.ts";

/** Why there is no graph, by how the run ended. */
const NO_GRAPH: Readonly<Record<string, string>> = {
  mistake: t`The program has an error, so it has no graph.`,
  stopped: t`The run takes longer than four seconds. Open the full graph to wait for it.`,
  "out-of-budget": t`The run is too large for a graph.`,
};

/** Shows the data-flow graph of a program in its cell; says why where there is none. */
export default function GraphInside({ cell }: { readonly cell: ProgramCell }) {
  const { id } = cell;
  const { answer: graph, of, isBusy } = useEmbeddedGraph(cell);
  const labels = cell.views.graph?.labels ?? "numbers";
  const drawing = useMemo(() => {
    if (graph?.picture === undefined) return undefined;
    const look = { now: undefined, isOver: true, labels, lit: undefined, differing: undefined, parting: undefined };
    return drawingOf(graph.explored, graph.picture, { ...look, wrong: [] });
  }, [graph, labels]);
  if (graph === undefined || of === undefined) {
    return (
      <p className="quiet" aria-busy={isBusy}>
        {isBusy ? t`drawing …` : t`The program has not run yet.`}
      </p>
    );
  }
  const { explored, picture } = graph;
  const { text, at } = exploreRequestOf(cell);
  const isStale = of.text !== text || of.at !== at;
  if (picture === undefined || drawing === undefined)
    return <p className="quiet">{NO_GRAPH[explored.ended.tag] ?? t`This run has no Real numbers.`}</p>;
  const size = sizeWords(explored, picture.folded);
  const whole = capital(size);
  return (
    <div className={isStale ? "inside-body stale" : "inside-body"} aria-busy={isBusy}>
      <GraphSheet
        explored={explored}
        picture={picture}
        drawing={drawing}
        label={t`Data-flow graph: ${size}`}
        onChoose={(scalar) => explainScalar(id, scalar)}
      />
      <p className="note">
        {t`${whole}. Numbers in flags are cotangents, numbers on edges partial derivatives.`}{" "}
        <span className="page-only">{t`Press a number to see it explained.`}</span>{" "}
        <a className="link" href={addressOf("graph", id)}>
          {t`Open full graph`}
        </a>
      </p>
    </div>
  );
}

/** `1 234 scalars, 2 345 edges, 3 parts folded`. */
function sizeWords(explored: Explored, folded: number): string {
  const edgeCount = explored.graph.operands.length;
  const edges = grouped(edgeCount);
  const counts = [scalarsWords(explored), plural(edgeCount, { one: `${edges} edge`, other: `${edges} edges` })];
  if (folded > 0) counts.push(plural(folded, { one: `${folded} part folded`, other: `${folded} parts folded` }));
  return counts.join(", ");
}
