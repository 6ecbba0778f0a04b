// The debugger: every event of a run. The program and its data-flow graph stand beside up to four stages with their code, state and
// counters, all on one timeline with breakpoints.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import "../exploration/styles/explorer.css";
import "./styles/rows.css";
import "./styles/explorer.css";
import { useState } from "react";
import { WATCHED_STAGES } from "../../engine/algorithms/catalogue.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { OPENS_WITH_SLIDES } from "../base/mode.ts";
import { addColumn } from "../exploration/state/explorer.ts";
import { MOST_COLUMNS, useExplorer } from "../exploration/state/store.ts";
import { Dock } from "../exploration/view/dock.tsx";
import { SourceView } from "../exploration/view/source-view.tsx";
import { useExplorerKeys } from "../exploration/view/use-keys.ts";
import { Why } from "../exploration/view/why.tsx";
import { briefValue } from "../program/value/model/value-tree.ts";
import type { LookProps } from "../program/view/look-props.ts";
import { SweepField } from "../program/view/sweep-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { LEAST_ROW, MOST_GROWN, withLetters } from "./geometry.ts";
import type { EdgeLabels } from "./graph-drawing.ts";
import { StageGauges, StageHead, StageProgram } from "./stage-column.tsx";
import { StatesArea } from "./states-area.tsx";
import { useLinks } from "./use-links.ts";

interface DebuggerProps extends LookProps {
  readonly explored: Explored;
  /** Opens the film. */
  readonly onFilm: () => void;
}

/** Shows every event of a run with the code and the state of the stages; handles the keys of the timeline. */
export function Debugger({ cell, explored, onFilm }: DebuggerProps) {
  useExplorerKeys();
  const stages = useExplorer((state) => state.stages);
  const [labels, setLabels] = useState<EdgeLabels>("numbers");
  const isOpening = useExplorer((state) => state.isOpening);
  const looks = ["explorer", ...(isOpening ? ["opening-anew"] : []), ...(OPENS_WITH_SLIDES ? ["projected"] : [])];
  // few rows leave room for the code
  const states = withLetters(explored.graph.size * LEAST_ROW * MOST_GROWN);
  const room = { "--columns": stages.length, "--states": states } as React.CSSProperties;
  const links = useLinks(explored.graph);
  const { entry } = explored;
  const [at, whole] = [explored.at?.text ?? "", explored.value?.text ?? ""];
  const [input, value] = [clipped(briefValue(at)), clipped(briefValue(whole))];
  const reverse = WATCHED_STAGES.length;
  return (
    <div className={looks.join(" ")} aria-busy={isOpening} ref={links}>
      <div className="explorer-scroll">
        <div className="explorer-grid" style={room}>
          <header className="column-head program-head">
            <h2>{t`Program`}</h2>
            <span className="citation">
              <Trans>
                <code translate="no">{entry}</code> at <code translate="no">{input}</code>
              </Trans>
            </span>
            <SweepField cell={cell} />
            <span className="head-value" title={whole}>
              <Trans>
                value <b translate="no">{value}</b>
              </Trans>
            </span>
            <button type="button" className="button line small" onClick={onFilm}>
              {t`Film`}
            </button>
            <button
              type="button"
              className="button icon-only"
              title={t`Add a stage`}
              disabled={stages.length >= Math.min(MOST_COLUMNS, reverse)}
              onClick={addColumn}
            >
              <Icon name="plus" />
              <span className="visually-hidden">{t`Add a stage`}</span>
            </button>
          </header>
          {stages.map((stage, place) => (
            <StageHead key={stage} stage={stage} place={place} />
          ))}
          <div className="column-program">
            <SourceView text={explored.text} graph={explored.graph} />
          </div>
          {stages.map((stage) => (
            <StageProgram key={stage} stage={stage} graph={explored.graph} />
          ))}
          <StatesArea explored={explored} labels={labels} onLabels={setLabels} />
          <div className="column-foot">
            <Why explored={explored} />
          </div>
          {stages.map((stage) => (
            <StageGauges key={stage} stage={stage} explored={explored} />
          ))}
        </div>
      </div>
      <Dock cell={cell} explored={explored} />
    </div>
  );
}

function clipped(text: string): string {
  return text.length <= 28 ? text : `${text.slice(0, 27)}…`;
}
