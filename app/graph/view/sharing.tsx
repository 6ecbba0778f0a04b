// Sharing between backpropagators, before and after defunctionalisation (thesis §3.8.2, Fig. 3.13): closures that hold each
// other, and beside them lists of contributions. Below them Delta terms, as they are shared and as their evaluation unfolds them.
import { t } from "@lingui/core/macro";
import "../sharing.css";
import { useMemo, useRef } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Sharing, SharingSeen } from "../../../engine/explore/sharing-boxes.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { sharingWordsOf } from "../../algorithms/index.ts";
import { CanvasTools } from "../../drawing/canvas-tools.tsx";
import { CanvasView } from "../../drawing/canvas-view.tsx";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { hover, pin } from "../../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../../exploration/state/store.ts";
import { Terms } from "../../help/term.tsx";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { boxId, boxWords, scalarOf, sharingCounts, sharingDrawing } from "../model/sharing.ts";
import { askSharing } from "../state.ts";
import { ShownChoice } from "./shown-choice.tsx";

/** Shows the sharing of a run's backpropagators; requests it once no program is being opened. */
export default function SharingView({ explored }: { readonly explored: Explored }) {
  // while a program is opened nothing can be asked of it: the question comes after that
  const isOpening = useExplorer((state) => state.isOpening);
  const question = useMemo(() => (isOpening ? undefined : () => askSharing(explored)), [explored, isOpening]);
  const found = useAnswer(question);
  return (
    <div className="graph-look sharing-look">
      <h1 className="visually-hidden">{t`Sharing between backpropagators`}</h1>
      <div className="graph-tools scrolls-aside">
        <ShownChoice />
        <p className="note sharing-about">
          <Terms
            text={t`Each box is what a scalar has in memory for the way back, after the forward pass: a backpropagator, or a Delta term. □ is a reference to another box, where its arrow leads. A box that two or more arrows lead to is shared (thesis, Fig. 3.13).`}
          />
        </p>
      </div>
      {found === undefined ? (
        <div className="opening" role="status">
          <p className="headline">{t`Running the stages`}</p>
        </div>
      ) : found.seen.tag === "nothing" ? (
        <div className="opening" role="status">
          <p className="headline">{t`Nothing to show`}</p>
          <p>{NOTHING[found.seen.because]}</p>
        </div>
      ) : (
        <div className="sharing-stages">
          {found.seen.stages.map((sharing) => (
            <Stage key={sharing.form.id} entry={found.explored.entry} graph={found.explored.graph} sharing={sharing} />
          ))}
        </div>
      )}
    </div>
  );
}

const NOTHING: Readonly<Record<Extract<SharingSeen, { tag: "nothing" }>["because"], string>> = {
  "no-reals": t`No Real number occurs in the result, or the run did not reach one.`,
  "too-large": t`The run has too many scalars for this picture. A smaller input shows the same structure.`,
  stopped: t`The forward pass did not finish.`,
};

interface StageProps {
  readonly entry: string;
  readonly graph: RunGraph;
  readonly sharing: Sharing;
}

function Stage({ entry, graph, sharing }: StageProps) {
  const { title, sentence, list, savedAs } = sharingWordsOf(sharing.form);
  const lit = useExplorer(litOf);
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const drawn = useRef<Drawing | undefined>(undefined);
  const drawing = useMemo(() => sharingDrawing(sharing, lit), [sharing, lit]);
  drawn.current = drawing;
  const choose = (id: string): void => {
    const scalar = scalarOf(id);
    if (scalar !== undefined) pin(scalar);
  };
  return (
    <section className="sharing-stage" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CanvasTools
          drawn={drawn}
          canvas={canvas}
          title={savedAs(entry)}
          name={`${entry}-sharing-${sharing.form.id}`}
        />
        <p className="note sharing-sentence">
          <Terms text={sentence} />
        </p>
      </header>
      <div className="canvas-box">
        <CanvasView
          drawing={drawing}
          canvas={canvas}
          onNode={(id) => hover(id === undefined ? undefined : scalarOf(id))}
          onEdge={() => undefined}
          onView={() => undefined}
          onOpen={choose}
          onChoose={choose}
        />
      </div>
      <p className="sharing-counts">{sharingCounts(sharing)}</p>
      <ul className="sharing-list" aria-label={list}>
        {sharing.boxes.map((box) => {
          const { scalar } = box;
          const words = boxWords(sharing, graph, box);
          return (
            <li key={boxId(box)}>
              {scalar === undefined ? (
                <p>{words}</p>
              ) : (
                <button
                  type="button"
                  className={scalar === lit ? "list-button lit" : "list-button"}
                  onFocus={() => {
                    hover(scalar);
                    canvas.current?.center(boxId(box));
                  }}
                  onBlur={() => hover(undefined)}
                  onClick={() => pin(scalar)}
                >
                  {words}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
