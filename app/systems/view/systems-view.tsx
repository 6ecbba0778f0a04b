// One program, and every system's form of it, side by side: rows are questions, columns are systems.
import { t } from "@lingui/core/macro";
import "../../exploration/styles/program-lines.css";
import "../systems.css";
import "../first-screen.css";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from "react";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { algorithmOf } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Linked } from "../../../engine/explore/linked.ts";
import { mayFork } from "../../../engine/syntax/keywords.ts";
import { OPENS_WITH_SLIDES } from "../../base/mode.ts";
import { useAnswer, useAsked, useQuestion } from "../../client/question.ts";
import { useDocument } from "../../document/state/document.ts";
import { useExploreRequest } from "../../exploration/state/request.ts";
import { JOBS_STAGE } from "../../exploration/state/trying.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { TextViews } from "../../navigation/text-views.tsx";
import { ContradictionNote } from "../../program/view/contradiction-note.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { Awaited, Crashed, NothingToShow } from "../../program/view/opening-states.tsx";
import { StaleTag } from "../../program/view/stale-tag.tsx";
import { Stopped } from "../../program/view/stopped.tsx";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { toggleDeep, useIsDeep } from "../../ui/depth/depth.ts";
import { More } from "../../ui/depth/more.tsx";
import { grouped } from "../../words/numbers.ts";
import { differingCounts } from "../model/brief.ts";
import { calledIn } from "../model/called.ts";
import type { SystemColumn } from "../model/column.ts";
import { operationOf } from "../model/first-choice.ts";
import { comparedScalars, deliveriesOf } from "../model/reached.ts";
import { followSystems } from "../state/memory.ts";
import {
  CHOSEN,
  EXCERPT,
  linkedParts,
  POINTED,
  type Systems,
  showPlaces,
  systemsCompared,
  usePlaces,
  useSystems,
} from "../state/systems.ts";
import { Brief } from "./brief.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ColumnHead } from "./head.tsx";
import { KeptCell } from "./kept.tsx";
import { Program } from "./program.tsx";
import { ReachedCell } from "./reached.tsx";
import { Run } from "./run.tsx";
import { SYSTEMS_KEYS } from "./systems-keys.ts";
import { SystemsTable } from "./table.tsx";
import { Uses } from "./uses.tsx";

const NOTHING_LIT: Linked = { name: undefined, isAlone: false, spans: [], scalars: [] };

/** Shows a program and each system's form of it, side by side. */
export default function SystemsView({ cell }: LookProps) {
  const request = useExploreRequest(cell);
  const all = useSystems((state) => state.stages);
  const stages = usePlaces().map((place) => nth(all, place));
  const turn = useDocument((state) => state.turn);
  useKeys(SYSTEMS_KEYS);
  // first the kept choice, then the run
  useEffect(() => followSystems(cell.id, turn), [cell.id, turn]);
  const { question, answer, current, failure, isBusy, isStopped } = useQuestion(systemsCompared, {
    program: request,
    stages,
  });
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (isStopped && current === undefined && question !== undefined)
    return <Stopped onAgain={() => void systemsCompared.ask(question)} />;
  if (answer === undefined)
    return (
      <Awaited headline={t`Running in every system`}>
        <UnderWay />
      </Awaited>
    );
  const { program, explored } = answer;
  const { ended, graph } = explored;
  if (graph.size === 0)
    return (
      <NothingToShow diagnostics={ended.tag === "mistake" ? ended.diagnostics : []} cell={cell} text={program.text}>
        {ended.tag === "done" && <p>{t`The run makes no Real: there is nothing to differentiate.`}</p>}
      </NothingToShow>
    );
  return (
    <div className={`systems-look ${OPENS_WITH_SLIDES ? "projected" : ""}`} aria-busy={isBusy}>
      <header className="look-head">
        <h1>{t`One program, side by side`}</h1>
        <SweepField cell={cell} />
        <TextViews open="systems" cell={cell.id} />
        <ColumnChoice />
        <More part="systems" />
        {program.text !== cell.text && <StaleTag words={t`older than your last change`} />}
      </header>
      <UnderWay />
      <Compared cell={cell.id} systems={answer} table={<SystemsTable cell={cell} request={request} />} />
    </div>
  );
}

/** The run of the view, with a way to end it. */
function UnderWay() {
  const { isBusy, progress, current } = useAsked(systemsCompared);
  if (!isBusy || progress === undefined) return null;
  const stage = current?.recording;
  const steps = grouped(progress.steps);
  return (
    <p className="quiet systems-progress">
      {stage === undefined
        ? t`The program runs: ${steps} steps so far.`
        : t`${stage} is recorded: ${steps} steps so far.`}{" "}
      <button type="button" className="button line small" onClick={() => systemsCompared.stop()}>
        {t`Stop`}
      </button>
    </p>
  );
}

interface ComparedProps {
  readonly cell: string;
  readonly systems: Systems;
  readonly table: ReactNode;
}

function Compared({ cell, systems, table }: ComparedProps) {
  const { program, explored, columns, uses } = systems;
  const all = useSystems((state) => state.stages);
  const places = usePlaces();
  const isDeep = useIsDeep("systems");
  const pointed = useAnswer(linkedParts, POINTED);
  const chosen = useAnswer(linkedParts, CHOSEN);
  const [looked, setLooked] = useState(places[0] ?? 0);
  const shown = places.includes(looked) ? looked : (places[0] ?? 0);
  const { graph, text } = explored;
  const linked = pointed ?? chosen ?? NOTHING_LIT;
  const { operation, excerpt } = useOperation(graph, chosen?.scalars[0]);
  const stages = places.map((place) => nth(all, place));
  const shownColumns = stages.flatMap((id) => columns[id] ?? []);
  const counts = differingCounts(shownColumns);
  const found = shownColumns.map(({ info }) => info.contradiction).find((one) => one !== undefined);
  const cells: Cells = (draw) => <Grid columns={columns} shown={shown} draw={draw} />;
  return (
    <>
      {found !== undefined && <ContradictionNote found={found} variations="" />}
      <Run program={program} explored={explored} linked={pointed ?? chosen ?? undefined} />
      <Tabs shown={shown} onLook={setLooked} />
      <div className="systems-heads">
        {cells((_, stage, place) => (
          <ColumnHead stage={stage} place={place} />
        ))}
      </div>
      {mayFork(text) && (
        <p className="note">{t`Each column counts the steps of its own stage. Jobs counts those of ${JOBS_STAGE}.`}</p>
      )}
      {cells((column, stage, place) => (
        <>
          {!isDeep && (
            <Brief
              stage={stage}
              column={column}
              gradient={explored.gradient?.text}
              counts={column === undefined ? [] : (counts[shownColumns.indexOf(column)] ?? [])}
            />
          )}
          <Program
            column={column}
            place={place}
            text={text}
            linked={linked}
            excerpt={excerpt ?? NOTHING_LIT}
            called={operation === undefined ? undefined : calledIn(graph, operation, text)}
            cell={cell}
            inside={explored.inside}
          />
        </>
      ))}
      {isDeep ? (
        <>
          <Questions
            explored={explored}
            cells={cells}
            lit={linked.scalars}
            kept={(chosen ?? NOTHING_LIT).scalars}
            columns={shownColumns}
          />
          <Question title={t`Counted`} note={t`one run by each stage, and its growth beside what the papers claim`} />
          {table}
          <Question title={t`Uses of a scalar`} note={t`what each stage does with it, from the events of each run`} />
          <Uses rows={uses} stages={stages} shown={places.indexOf(shown)} />
        </>
      ) : (
        <button type="button" className="button line systems-all" onClick={() => toggleDeep("systems")}>
          {t`Whole programs, and what each system keeps, sends back and counts`}
        </button>
      )}
    </>
  );
}

/** One thing of a system: nothing of a column that is not there yet. */
type Cell = (column: SystemColumn | undefined, stage: StageId, place: number) => ReactNode;

/** Draws one thing of each shown system, side by side. */
type Cells = (draw: Cell) => ReactNode;

interface GridProps extends Pick<Systems, "columns"> {
  /** The place of the system that a narrow page shows. */
  readonly shown: number;
  readonly draw: Cell;
}

function Grid({ columns, shown, draw }: GridProps) {
  const all = useSystems((state) => state.stages);
  const places = usePlaces();
  return (
    <div className="systems-grid" style={{ "--columns": places.length } as CSSProperties}>
      {places.map((place) => {
        const stage = nth(all, place);
        return (
          <div key={stage} className="systems-cell" data-shown={place === shown || undefined}>
            {draw(columns[stage], stage, place)}
          </div>
        );
      })}
    </div>
  );
}

/** The operation that is shown of a chosen scalar, and where every system has it. */
function useOperation(graph: Explored["graph"], chosen: number | undefined) {
  const operation = useMemo(() => operationOf(graph, chosen), [graph, chosen]);
  const { answer: excerpt } = useQuestion(
    linkedParts,
    useMemo(() => (operation === undefined ? undefined : { tag: "scalar", scalar: operation }), [operation]),
    EXCERPT,
  );
  return { operation, excerpt };
}

/** The choice of the system that a narrow page shows. */
function Tabs({ shown, onLook }: { readonly shown: number; onLook(place: number): void }) {
  const all = useSystems((state) => state.stages);
  const places = usePlaces();
  return (
    <fieldset className="systems-tabs" aria-label={t`System`}>
      {all.map((id, place) => (
        <button
          key={id}
          type="button"
          title={algorithmOf(id)?.title}
          aria-pressed={place === shown}
          onClick={() => {
            if (!places.includes(place)) showPlaces([...places, place]);
            onLook(place);
          }}
          translate="no"
        >
          {id}
        </button>
      ))}
    </fieldset>
  );
}

interface QuestionsProps {
  readonly explored: Explored;
  readonly cells: Cells;
  readonly lit: readonly number[];
  /** The chosen scalars. */
  readonly kept: readonly number[];
  readonly columns: readonly SystemColumn[];
}

/** The systems compared by what they keep, and by when each cotangent is final. */
function Questions({ explored, cells, lit, kept, columns }: QuestionsProps) {
  const { graph } = explored;
  const scalars = useMemo(() => comparedScalars(graph, kept), [graph, kept]);
  const most = Math.max(
    1,
    ...columns.map(({ replayOrder }) => (replayOrder === undefined ? 0 : deliveriesOf(replayOrder).to.length)),
  );
  return (
    <>
      <Question title={t`What it keeps`} note={t`after the forward pass: the tape, in the form of each system`} />
      {cells((column) => (
        <KeptCell column={column} graph={graph} lit={lit} />
      ))}
      <Question
        title={t`When each cotangent is final`}
        note={t`contributions of the reverse pass, from left to right; the flag marks the last one`}
      />
      {cells((column) => (
        <ReachedCell column={column} explored={explored} scalars={scalars} lit={lit} most={most} />
      ))}
    </>
  );
}

function Question({ title, note }: { readonly title: string; readonly note: string }) {
  return (
    <div className="systems-question">
      <h2>{title}</h2>
      <p className="quiet">{note}</p>
    </div>
  );
}
