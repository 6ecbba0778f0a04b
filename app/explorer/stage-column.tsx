// A stage's column: its head, the transformed program, and its counts; its state is in the rows.

import { t } from "@lingui/core/macro";
import { useId, useMemo, useRef } from "react";
import { ALGORITHM_CATALOGUE, describedStage, goesBack, visitOf } from "../../engine/algorithms/catalogue.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { ColumnInfo } from "../../engine/explore/column.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import type { RunGraph } from "../../engine/graphs/run-graph.ts";
import { kindIn, spanIn } from "../../engine/graphs/run-graph.ts";
import type { RowFrame } from "../../engine/timeline/frame.ts";
import { studyPageOf } from "../algorithms/studies.ts";
import { TracedNote } from "../algorithms/traced-note.tsx";
import { addressOf } from "../document/address.ts";
import { endingWords } from "../exploration/model/ending.ts";
import { visitNote } from "../exploration/model/rows.ts";
import { numbered, placeNow } from "../exploration/model/scalar.ts";
import { visitWordsOf } from "../exploration/model/visits.ts";
import { changeStage, lead, removeColumn, setSimplified } from "../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../exploration/state/store.ts";
import { goIn } from "../exploration/state/transport.ts";
import { Gauges } from "../exploration/view/gauges.tsx";
import { ProgramLines, Since, useInView } from "../exploration/view/program-lines.tsx";
import { useRoute } from "../navigation/route.ts";
import { MultipliedZeroNote } from "../program/view/contradiction-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import { OwnLists } from "./own-lists.tsx";

/** Shows the head of a column: which stage it shows, and whether it leads. */
export function StageHead({ stage, place }: { readonly stage: string; readonly place: number }) {
  const stages = useExplorer((state) => state.stages);
  const isLeader = useExplorer(({ leader }) => leader === stage);
  const column = place + 1;
  const citation = describedStage(stage)?.citation ?? "";
  return (
    <header className={isLeader ? "column-head leads" : "column-head"} data-stage={stage}>
      <span className="select-box stage-choice">
        <select
          aria-label={t`Stage of column ${column}`}
          value={stage}
          onChange={(event) => changeStage(place, event.currentTarget.value)}
        >
          {ALGORITHM_CATALOGUE.map((algorithm) => (
            <optgroup key={algorithm.id} label={algorithm.title} lang="en">
              {algorithm.stages.map(({ id }) => (
                <option key={id} value={id} translate="no" disabled={id !== stage && stages.includes(id)}>
                  {id}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <span className="citation" lang="en">
        {citation.replace(/^thesis /, "")}
      </span>
      <button
        type="button"
        className="button small lead-button"
        aria-pressed={isLeader}
        title={t({ message: `Follow ${stage} (${column})`, comment: "column: also the key for it" })}
        onClick={() => lead(stage)}
      >
        {isLeader ? t`Followed` : t({ message: "Follow", comment: "a button: the other columns follow this one" })}
      </button>
      <ColumnMenu stage={stage} />
      {stages.length > 1 && (
        <button
          type="button"
          className="button icon-only quiet"
          title={t`Close ${stage}`}
          onClick={() => removeColumn(stage)}
        >
          <Icon name="cross" />
          <span className="visually-hidden">{t`Close ${stage}`}</span>
        </button>
      )}
    </header>
  );
}

/** Shows the transformed program of a stage; parts that belong to the lit scalar light up. */
export function StageProgram({ stage, graph }: { readonly stage: string; readonly graph: RunGraph }) {
  const text = useExplorer(({ explored }) => explored?.text ?? "");
  const cell = useRoute((state) => state.cell);
  const column = useExplorer(({ columns }) => columns[stage]);
  const lit = useExplorer(litOf);
  const frame = useExplorer(({ frames }) => frames[stage]);
  const now = placeNow(graph, frame);
  const label = useId();
  const study = studyPageOf(stage);
  const program = column?.program;
  const basedOn = program?.basedOn;
  const pane = useRef<HTMLElement>(null);
  const first = useMemo(() => firstOperation(graph), [graph]);
  const place = (number: number | undefined) =>
    number === undefined || number >= graph.size ? undefined : spanIn(graph, number);
  // before anything is evaluated, the first operation
  useInView(pane, now ?? place(first), program);
  return (
    <section className="column-program" aria-labelledby={label} ref={pane}>
      <h3 id={label} className="visually-hidden">
        {t`The program after ${stage}`}
      </h3>
      <div className="program-switch">
        {basedOn !== undefined && <Since stage={basedOn} />}
        <label className="switch">
          <input
            type="checkbox"
            checked={column?.isSimplified ?? true}
            onChange={(event) => setSimplified(stage, event.currentTarget.checked)}
          />
          {t`simplified`}
        </label>
      </div>
      {program === undefined ? (
        <p className="quiet">{column?.info === undefined ? t`recording …` : t`transforming …`}</p>
      ) : (
        <>
          {column?.info !== undefined && (
            <TracedNote fragment={column.info.fragment} text={text} isPrinted={program.program.length > 0}>
              {study !== undefined && (
                <a className="link" href={addressOf(study.view, cell)}>{t`The run as a program`}</a>
              )}
            </TracedNote>
          )}
          {column?.info?.multipliedZero !== undefined && <MultipliedZeroNote found={column.info.multipliedZero} />}
          <ProgramLines lines={program.program} lit={place(lit)} now={now} isMarked />
          {program.added.length > 0 && (
            <details className="added">
              <summary>{t`what ${stage} adds to every program`}</summary>
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

/** Shows the counters of a stage below its column; shows the progress while it is recorded. */
export function StageGauges({ stage, explored }: { readonly stage: string; readonly explored: Explored }) {
  const info = useExplorer(({ columns }) => columns[stage]?.info);
  const progress = useExplorer(({ columns }) => columns[stage]?.progress);
  const frame = useExplorer(({ frames }) => frames[stage]);
  const lit = useExplorer(litOf);
  if (info === undefined || frame === undefined)
    return (
      <div className="column-foot">
        <p className="note">{progress === undefined ? "" : recordingWords(stage, progress.backpropagatorCalls)}</p>
      </div>
    );
  const marked = frame.marked;
  const row = lit === undefined ? undefined : frame.rows.find(({ number }) => number === lit);
  return (
    <div className="column-foot">
      {marked !== undefined && marked.total > 0 && (
        <fieldset className="call-steps">
          <legend>
            <span className="id-pill" translate="no">
              {numbered(explored.graph, marked.number)}
            </span>{" "}
            {markedWords(info, marked)}
          </legend>
          <VisitButton stage={stage} step={marked.first} which="first" />
          <VisitButton stage={stage} step={marked.previous} which="previous" />
          <VisitButton stage={stage} step={marked.next} which="next" />
          <VisitButton stage={stage} step={marked.last} which="last" />
        </fieldset>
      )}
      <Gauges info={info} frame={frame} />
      <OwnLists stage={stage} lists={frame.lists} text={explored.text} />
      {info.ended.tag !== "done" && <p className="note ended">{endingWords(info)}</p>}
      {row !== undefined && goesBack(stage) && visitOf(stage) !== undefined && (
        <p className="note">
          <span className="id-pill lit">#{row.number}</span> {rowWords(info, row)}
        </p>
      )}
    </div>
  );
}

function recordingWords(stage: string, count: number): string {
  const visits = visitWordsOf(stage)?.counted(count);
  return visits === undefined
    ? t`recording …`
    : t({ message: `recording: ${visits} so far`, comment: "visits is “12 calls”, “3 evaluations” and so on" });
}

/** How often the scalar that the leading column is at was visited, of how many times as far as they are recorded. */
function markedWords({ stage, ended }: ColumnInfo, { done, total }: { readonly done: number; readonly total: number }) {
  const share = visitWordsOf(stage)?.share(done, total) ?? "";
  return ended.tag === "done"
    ? share
    : t({ message: `${share} or more`, comment: "share is “1 of 2 calls” and so on" });
}

/** The words after the number of a scalar, with the cotangents that wait for it. */
function rowWords(info: ColumnInfo, row: RowFrame): string {
  const note = visitNote(info, row);
  if (row.waiting === undefined || row.called > 0) return note;
  const waiting = shortReal(row.waiting);
  return t({ message: `${note}; waits at ${waiting}`, comment: "note is “0 of 1 call” and so on" });
}

const VISITS = {
  first: { icon: "first", words: t`first`, title: (stage: string) => t`The first of them, in ${stage}` },
  previous: { icon: "left", words: t`previous`, title: (stage: string) => t`The previous of them, in ${stage}` },
  next: { icon: "right", words: t`next`, title: (stage: string) => t`The next of them, in ${stage}` },
  last: { icon: "last", words: t`last`, title: (stage: string) => t`The last of them, in ${stage}` },
} as const;

interface VisitButtonProps {
  readonly stage: string;
  readonly step: number | undefined;
  readonly which: keyof typeof VISITS;
}

function VisitButton({ stage, step, which }: VisitButtonProps) {
  const { icon, words, title } = VISITS[which];
  return (
    <button
      type="button"
      className="button icon-only small quiet"
      title={title(stage)}
      disabled={step === undefined}
      onClick={() => step !== undefined && goIn(stage, step)}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </button>
  );
}
