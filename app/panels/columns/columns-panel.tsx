// The stages of the algorithm side by side in a program's cell: each one's program, and its counts at a step.
import "./columns.css";
import { t } from "@lingui/core/macro";
import { useId, useMemo, useRef } from "react";
import { CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { spanIn } from "../../../engine/graphs/run-graph.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import { useQuestion } from "../../client/question.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { setViews } from "../../document/state/changing.ts";
import { captionOf } from "../../exploration/model/caption.ts";
import { endingWords } from "../../exploration/model/ending.ts";
import { scalarNow } from "../../exploration/model/scalar.ts";
import { isSame, knownLook, useExploreRequest } from "../../exploration/state/request.ts";
import { Gauges } from "../../exploration/view/gauges.tsx";
import { ProgramLines, Since, useInView } from "../../exploration/view/program-lines.tsx";
import { useIsScrolled } from "../../ui/hooks/use-is-scrolled.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { grouped } from "../../words/numbers.ts";
import { type EmbeddedColumn, embeddedColumns } from "./state.ts";

const NO_REAL = t`This run has no Real numbers.`;

/** Why there are no columns, by how the run ended. */
const NO_COLUMNS: Readonly<Record<string, string>> = {
  mistake: t`The program has an error, so it has no run to show.`,
  stopped: t`The run takes longer than four seconds. Open the explorer to wait for it.`,
  "out-of-budget": t`The run is too large to show here.`,
};

/** Shows the columns of a program's stages in its cell; records them while it is open. */
export default function ColumnsInside({ cell }: { readonly cell: ProgramCell }) {
  const { id } = cell;
  const look = useMemo(() => knownLook(cell.views.explorer), [cell.views.explorer]);
  const subject = useExploreRequest(cell);
  const { answer: found, isBusy } = useQuestion(embeddedColumns, { subject, look }, id);
  const { stages, leader } = look;
  if (found === undefined) {
    return (
      <p className="quiet" aria-busy={isBusy}>
        {isBusy ? t`recording …` : t`The program has not run yet.`}
      </p>
    );
  }
  const { explored, columns, at } = found;
  if (explored.graph.size === 0) return <p className="quiet">{NO_COLUMNS[explored.ended.tag] ?? NO_REAL}</p>;
  const lead = columns[leader];
  const frame = at?.frames[leader];
  if (lead === undefined || frame === undefined) return <p className="quiet">{t`recording …`}</p>;
  const isStale = !isSame(found.subject, subject);
  const caption = captionOf(explored, lead.info, frame);
  const step = Math.min(look.step ?? lead.info.steps, lead.info.steps);
  return (
    <div className={isStale ? "inside-body stale" : "inside-body"} aria-busy={isBusy || frame.step !== step}>
      <div className="columns-inside-now">
        <Step
          step={step}
          steps={lead.info.steps}
          leader={leader}
          // a cursor at the end stays there in another run
          onStep={(step) => setViews(id, { explorer: { ...look, step: step < lead.info.steps ? step : undefined } })}
        />
        <p className="columns-inside-caption" aria-live="polite">
          <b>{caption.lead}.</b> <RichText runs={caption.runs} />
        </p>
      </div>
      <div className="columns-inside">
        {stages.map((stage) => (
          <Column key={stage} stage={stage} column={columns[stage]} frame={at?.frames[stage]} graph={explored.graph} />
        ))}
      </div>
      <p className="note">
        <a className="link" href={addressOf("explorer", id)}>
          {t`Open in Explorer`}
        </a>
      </p>
    </div>
  );
}

interface ColumnProps {
  readonly stage: string;
  readonly column: EmbeddedColumn | undefined;
  readonly frame: ColumnFrame | undefined;
  readonly graph: RunGraph;
}

function Column({ stage, column, frame, graph }: ColumnProps) {
  const heading = useId();
  const citation = CATALOGUE.find(({ id }) => id === stage)?.citation ?? "";
  const scalar = scalarNow(frame);
  const place = scalar === undefined || scalar >= graph.size ? undefined : spanIn(graph, scalar);
  const program = column?.program;
  const pane = useRef<HTMLElement>(null);
  useInView(pane, place, program);
  const isScrolled = useIsScrolled(pane, program);
  return (
    <section aria-labelledby={heading}>
      <div className="columns-inside-info">
        <p id={heading} className="columns-inside-head">
          <span translate="no">{stage}</span>{" "}
          <span className="citation" lang="en" title={citation}>
            {citation}
          </span>
        </p>
        {column !== undefined && frame !== undefined && <Gauges info={column.info} frame={frame} />}
        {column !== undefined && column.info.ended.tag !== "done" && (
          <p className="note ended">{endingWords(column.info)}</p>
        )}
        {program?.basedOn !== undefined && <Since stage={program.basedOn} />}
      </div>
      {program !== undefined && (
        <section
          className="columns-inside-program"
          ref={pane}
          aria-label={t`The program after ${stage}`}
          tabIndex={isScrolled ? 0 : undefined}
        >
          <ProgramLines lines={program.program} lit={undefined} now={place} isMarked />
        </section>
      )}
    </section>
  );
}

interface StepProps {
  readonly step: number;
  readonly steps: number;
  readonly leader: string;
  onStep(step: number): void;
}

/** Where the leading column stands; the others follow. */
function Step({ step, steps, leader, onStep }: StepProps) {
  const [now, all] = [grouped(step), grouped(steps)];
  const words = t`step ${now} of ${all}`;
  return (
    <div className="columns-inside-step">
      <input
        type="range"
        aria-label={t({ message: `Step of ${leader}`, comment: "leader: the stage whose steps are counted" })}
        aria-valuetext={words}
        min={0}
        max={steps}
        value={step}
        onChange={(event) => onStep(Number(event.target.value))}
      />
      <output>{words}</output>
    </div>
  );
}
