// Sharing between backpropagators, before and after defunctionalisation (thesis §3.8.2, Fig. 3.13): closures that hold each
// other, and beside them lists of contributions.
import { t } from "@lingui/core/macro";
import "../sharing.css";
import { useMemo, useRef } from "react";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { Explored } from "../../../engine/session/exploration/exploration.ts";
import type { Sharing, SharingForm, SharingSeen } from "../../../engine/session/exploration/sharing.ts";
import { CanvasTools } from "../../drawing/canvas-tools.tsx";
import { CanvasView } from "../../drawing/canvas-view.tsx";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { hover, hoverNode, pin } from "../../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../../exploration/state/store.ts";
import { Terms } from "../../help/term.tsx";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { boxId, boxWords, sharingCounts, sharingDrawing } from "../model/sharing.ts";
import { askSharing } from "../state.ts";
import { ShownChoice } from "./shown-choice.tsx";

export default function SharingView({ explored }: { readonly explored: Explored }) {
  // while a program is opened nothing can be asked of it: the question comes after that
  const isOpening = useExplorer((state) => state.isOpening);
  const question = useMemo(() => (isOpening ? undefined : () => askSharing(explored)), [explored, isOpening]);
  const found = useAnswer(question);
  return (
    <div className="graph-look sharing-look">
      <h1 className="visually-hidden">{t`Sharing between backpropagators`}</h1>
      <div className="graph-tools">
        <ShownChoice />
        <p className="note sharing-about">
          <Terms
            text={t`Each box is the backpropagator of a scalar in memory, after the forward pass. □ stands for another box: its arrow leads there. A box that two or more arrows lead to is shared (thesis, Fig. 3.13).`}
          />
        </p>
      </div>
      {found === undefined ? (
        <div className="opening" role="status">
          <p className="headline">{t`Running both stages`}</p>
        </div>
      ) : found.seen.tag === "nothing" ? (
        <div className="opening" role="status">
          <p className="headline">{t`Nothing to show`}</p>
          <p>{NOTHING[found.seen.because]}</p>
        </div>
      ) : (
        <div className="sharing-stages">
          {found.seen.stages.map((sharing) => (
            <Stage key={sharing.stage} entry={found.explored.entry} graph={found.explored.graph} sharing={sharing} />
          ))}
        </div>
      )}
    </div>
  );
}

const NOTHING: Readonly<Record<Extract<SharingSeen, { tag: "nothing" }>["because"], string>> = {
  "no-reals": t`No Real number occurs in the result, or the run did not come to one.`,
  "too-large": t`The run has too many scalars for this picture. A smaller input shows the same structure.`,
  stopped: t`The forward pass did not come to its end.`,
};

/** What is to be seen in each picture. */
const WORDS: Readonly<
  Record<SharingForm, { readonly title: string; readonly sentence: string; readonly list: string }>
> = {
  functions: {
    title: t`Closures`,
    sentence: t`Before defunctionalisation (§3.7), a backpropagator is a function. Its closure holds the numbers that its partial derivatives need, and the backpropagators that it calls, each with its ID.`,
    list: t`Closures, and what they hold`,
  },
  data: {
    title: t`Lists of contributions`,
    sentence: t`After defunctionalisation (§3.8.2), it is data: a list of contributions, each a partial derivative with the ID and the list that it goes to. The lists hold each other as the closures did.`,
    list: t`Lists of contributions, and what they hold`,
  },
};

interface StageProps {
  readonly entry: string;
  readonly graph: RunGraph;
  readonly sharing: Sharing;
}

function Stage({ entry, graph, sharing }: StageProps) {
  const { title, sentence, list } = WORDS[sharing.form];
  const lit = useExplorer(litOf);
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const drawn = useRef<Drawing | undefined>(undefined);
  const drawing = useMemo(() => sharingDrawing(sharing, lit), [sharing, lit]);
  drawn.current = drawing;
  const choose = (id: string): void => {
    if (/^\d+$/.test(id)) pin(Number(id));
  };
  const saved =
    sharing.form === "functions"
      ? t`What the closures of ${entry} share`
      : t`What the lists of contributions of ${entry} share`;
  return (
    <section className="sharing-stage" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CanvasTools drawn={drawn} canvas={canvas} title={saved} name={`${entry}-sharing-${sharing.stage}`} />
        <p className="note sharing-sentence">
          <Terms text={sentence} />
        </p>
      </header>
      <div className="canvas-box">
        <CanvasView
          drawing={drawing}
          canvas={canvas}
          onNode={hoverNode}
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
