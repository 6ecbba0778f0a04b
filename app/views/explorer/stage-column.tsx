// A stage's column: its head, the transformed program, and what has been counted; its state is in the rows.
import { useEffect, useId, useMemo, useRef } from "react";
import { STAGES } from "../../../engine/algorithms/index.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { kindIn, spanIn } from "../../../engine/graphs/run-graph.ts";
import type { Explored } from "../../../engine/session/exploration.ts";
import { Icon } from "../../components/icon.tsx";
import { changeStage, lead, litOf, removeColumn, setSimplified, useExplorer } from "../../state/explorer.ts";
import { goIn } from "../../state/transport.ts";
import { endingWords } from "../../view-models/ending.ts";
import { gaugesOf } from "../../view-models/gauges.ts";
import { grouped } from "../../view-models/numbers.ts";
import { numbered } from "../../view-models/scalar.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { ProgramLines } from "./program-lines.tsx";

export function StageHead({ stage, place }: { readonly stage: string; readonly place: number }) {
  const stages = useExplorer((state) => state.stages);
  const isLeader = useExplorer(({ leader }) => leader === stage);
  const citation = STAGES.find(({ id }) => id === stage)?.citation ?? "";
  return (
    <header className={isLeader ? "column-head leads" : "column-head"} data-stage={stage}>
      <span className="select-box stage-choice">
        <select
          aria-label={`Stage of column ${place + 1}`}
          value={stage}
          onChange={(event) => changeStage(place, event.currentTarget.value)}
        >
          {STAGES.map(({ id }) => (
            <option key={id} value={id} disabled={id !== stage && stages.includes(id)}>
              {id}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <span className="citation">{citation.replace(/^thesis /, "")}</span>
      <button
        type="button"
        className="button small lead-button"
        aria-pressed={isLeader}
        title={`Lead with ${stage} (${place + 1})`}
        onClick={() => lead(stage)}
      >
        {isLeader ? "leads" : "lead"}
      </button>
      <ColumnMenu stage={stage} />
      {stages.length > 1 && (
        <button
          type="button"
          className="button icon-only quiet"
          title={`Close ${stage}`}
          onClick={() => removeColumn(stage)}
        >
          <Icon name="cross" />
          <span className="visually-hidden">Close {stage}</span>
        </button>
      )}
    </header>
  );
}

export function StageProgram({ stage, graph }: { readonly stage: string; readonly graph: RunGraph }) {
  const column = useExplorer(({ columns }) => columns[stage]);
  const lit = useExplorer(litOf);
  const now = useExplorer(({ frames }) => nowIn(frames[stage]));
  const label = useId();
  const program = column?.program;
  const pane = useRef<HTMLElement>(null);
  const first = useMemo(() => firstOperation(graph), [graph]);
  // what is evaluated comes into view; before anything is, the first operation
  useEffect(() => {
    if (program === undefined) return;
    const parts = pane.current?.querySelectorAll<HTMLElement>("[data-place]") ?? [];
    const wanted = now ?? first;
    const span = wanted === undefined || wanted >= graph.size ? undefined : spanIn(graph, wanted);
    const part = [...parts].find(({ dataset }) => dataset.place === `${span?.source} ${span?.from} ${span?.to}`);
    if (part !== undefined && pane.current !== null) reveal(pane.current, part);
  }, [graph, now, first, program]);
  const place = (number: number | undefined) =>
    number === undefined || number >= graph.size ? undefined : spanIn(graph, number);
  return (
    <section className="column-program" aria-labelledby={label} ref={pane}>
      <h3 id={label} className="visually-hidden">
        The program after {stage}
      </h3>
      <div className="program-switch">
        {column?.program?.basedOn !== undefined && (
          <span className="since">
            <span className="since-mark" aria-hidden="true" />
            since {column.program.basedOn}
          </span>
        )}
        <label className="switch">
          <input
            type="checkbox"
            checked={column?.isSimplified ?? true}
            onChange={(event) => setSimplified(stage, event.currentTarget.checked)}
          />
          simplified
        </label>
      </div>
      {program === undefined ? (
        <p className="quiet">{column?.info === undefined ? "recording …" : "transforming …"}</p>
      ) : (
        <>
          <ProgramLines lines={program.program} lit={place(lit)} now={place(now)} isMarked />
          {program.added.length > 0 && (
            <details className="added">
              <summary>what {stage} adds to every program</summary>
              <ProgramLines lines={program.added} lit={undefined} now={undefined} isMarked />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function firstOperation(graph: RunGraph): number | undefined {
  for (let number = 0; number < graph.size; number++) if (kindIn(graph, number) === "operation") return number;
  return undefined;
}

/** Scrolls a pane, and nothing else, so that a part of it is seen. */
function reveal(pane: HTMLElement, part: HTMLElement): void {
  const [outer, inner] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
  const top = inner.top - outer.top + pane.scrollTop;
  const isSeen = top >= pane.scrollTop && top + inner.height <= pane.scrollTop + pane.clientHeight;
  if (!isSeen) pane.scrollTop = Math.max(0, top - pane.clientHeight / 3);
}

/** The scalar whose code runs: in the reverse pass the body of its backpropagator. */
function nowIn(
  frame:
    | { readonly phase: string; readonly scalar: number | undefined; readonly calling: number | undefined }
    | undefined,
) {
  if (frame === undefined) return undefined;
  return frame.phase === "forward" ? frame.scalar : (frame.calling ?? frame.scalar);
}

export function StageGauges({ stage, explored }: { readonly stage: string; readonly explored: Explored }) {
  const info = useExplorer(({ columns }) => columns[stage]?.info);
  const progress = useExplorer(({ columns }) => columns[stage]?.progress);
  const frame = useExplorer(({ frames }) => frames[stage]);
  const lit = useExplorer(litOf);
  if (info === undefined || frame === undefined)
    return (
      <div className="column-foot">
        <p className="note">
          {progress === undefined ? "" : `recording: ${progress.backpropagatorCalls} calls so far`}
        </p>
      </div>
    );
  const marked = frame.marked;
  const row = lit === undefined ? undefined : frame.rows.find(({ number }) => number === lit);
  return (
    <div className="column-foot">
      {marked !== undefined && marked.total > 0 && (
        <fieldset className="call-steps">
          <legend>
            calls of <span className="id-pill">{numbered(explored.graph, marked.number)}</span>: {grouped(marked.done)}{" "}
            of {grouped(marked.total)}
            {info.ended.tag === "done" ? "" : " or more"}
          </legend>
          <CallButton stage={stage} step={marked.first} words="first" />
          <CallButton stage={stage} step={marked.previous} words="previous" />
          <CallButton stage={stage} step={marked.next} words="next" />
          <CallButton stage={stage} step={marked.last} words="last" />
        </fieldset>
      )}
      <dl className="gauges">
        {gaugesOf(info, frame).map(({ key, now, of, words }) => (
          <div key={key} className="gauge">
            <dt>{words}</dt>
            <dd>
              <b>{now}</b>
              {of !== undefined && <span> / {of}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {info.ended.tag !== "done" && <p className="note ended">{endingWords(info)}</p>}
      {row !== undefined && info.mode === "reverse" && (
        <p className="note">
          <span className="id-pill lit">#{row.number}</span>{" "}
          {row.calls === 0
            ? "is never called."
            : `called ${row.called} of ${row.calls} time${row.calls === 1 ? "" : "s"} so far${row.waiting === undefined || row.called > 0 ? "" : "; a call waits"}.`}
        </p>
      )}
    </div>
  );
}

const CALL_ICONS = { first: "first", previous: "left", next: "right", last: "last" } as const;

interface CallButtonProps {
  readonly stage: string;
  readonly step: number | undefined;
  readonly words: keyof typeof CALL_ICONS;
}

function CallButton({ stage, step, words }: CallButtonProps) {
  return (
    <button
      type="button"
      className="button icon-only small quiet"
      title={`The ${words} call, in ${stage}`}
      disabled={step === undefined}
      onClick={() => step !== undefined && goIn(stage, step)}
    >
      <Icon name={CALL_ICONS[words]} />
      <span className="visually-hidden">{words} call</span>
    </button>
  );
}
