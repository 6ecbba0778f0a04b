// The whole optimisation ladder on one program, as one picture: the scalars stay in their places while their records change from rung to
// rung, and the problem that each rung removes fades.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import "../../exploration/styles/explorer.css";
import "../../ui/styles/stage.css";
import "../ladder.css";
import { type ComponentType, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { LadderProps } from "../../algorithms/algorithm.ts";
import { ALL_LADDERS, gaugesOfLadder, laddersFor } from "../../algorithms/index.ts";
import { studyPageOf } from "../../algorithms/studies.ts";
import { TracedNote } from "../../algorithms/traced-note.tsx";
import { OPENS_WITH_SLIDES } from "../../base/mode.ts";
import { addressOf } from "../../document/address.ts";
import { scalarsWords } from "../../exploration/model/ending.ts";
import { useSceneLead } from "../../exploration/state/scene.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { canLook, Opening } from "../../exploration/view/opening.tsx";
import { useExplored } from "../../exploration/view/use-explored.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { Terms } from "../../help/term.tsx";
import { Recording } from "../../playback/view/recording.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { VariationsMenu } from "../../program/view/variations-menu.tsx";
import { Choice } from "../../ui/choice.tsx";
import { SaveButton } from "../../ui/save-button.tsx";
import { rungsOf } from "../model/gauges.ts";
import {
  chooseLadder,
  chooseLadderOf,
  forgetChoice,
  forgetLadder,
  makeLadder,
  recordRungs,
  rungsNow,
  toldRung,
  useClimb,
} from "../state.ts";
import { ClimbDock } from "./climb-dock.tsx";
import { CLIMB_KEYS } from "./climb-keys.ts";
import { LadderPicture } from "./ladder-picture.tsx";
import { RungTable } from "./rung-table.tsx";
import { savedOf } from "./save-ladder.ts";

interface LadderViewProps extends LookProps {
  /** Ladders that are pictures of an algorithm's own, by the names of their folders. */
  readonly own: Readonly<Record<string, ComponentType<LadderProps>>>;
}

/** Shows the ladder of an algorithm for a program's run; shows why there is nothing while the run is not there. */
export function LadderView({ cell, own }: LadderViewProps) {
  const explored = useExplored(cell);
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  return <Opened cell={cell} explored={explored} own={own} />;
}

interface OpenedProps extends LadderViewProps {
  readonly explored: Explored;
}

function Opened(props: OpenedProps) {
  const algorithm = useClimb((state) => state.algorithm);
  const lead = useSceneLead();
  useEffect(() => {
    if (lead !== undefined) chooseLadderOf(lead);
  }, [lead]);
  useEffect(() => forgetChoice, []);
  const folder = ALL_LADDERS.find(({ id }) => id === algorithm)?.own;
  const Own = folder === undefined ? undefined : props.own[folder];
  return Own === undefined ? (
    <Climbed {...props} algorithm={algorithm} />
  ) : (
    <Drawn {...props} algorithm={algorithm} picture={Own} />
  );
}

interface LadderHeadProps extends LookProps {
  readonly explored: Explored;
  readonly algorithm: string;
  readonly children?: ReactNode;
}

/** The head: the run, and the choice of the ladder. */
function LadderHead({ cell, explored, algorithm, children }: LadderHeadProps) {
  const { entry } = explored;
  const scalars = scalarsWords(explored);
  const head = useRef<HTMLElement>(null);
  // the head of another ladder takes the place of the one in which it was chosen, with the focus
  useEffect(() => {
    if (!useClimb.getState().isChosen || document.activeElement !== document.body) return;
    head.current?.querySelector<HTMLElement>('.either [aria-pressed="true"]')?.focus();
  }, []);
  return (
    <header className="ladder-head" ref={head}>
      <h1>
        <Terms text={t`The ladder, rung by rung`} />
      </h1>
      <p className="note">
        <code translate="no">{entry}</code>, {scalars}
        {explored.ended.tag === "done" && t`; counted in one gradient`}
      </p>
      <SweepField cell={cell} />
      {children}
      <Choice
        label={t`The ladder of`}
        value={algorithm}
        choices={ALL_LADDERS.map(({ id, title }) => ({ value: id, words: title }))}
        onChange={(id) => chooseLadder(id, true)}
      />
    </header>
  );
}

const looks = (): string => (OPENS_WITH_SLIDES ? "ladder projected" : "ladder");

/** A ladder that is a picture of an algorithm's own, of the stages that take the program. */
function Drawn({
  cell,
  explored,
  algorithm,
  picture: Own,
}: OpenedProps & { readonly algorithm: string; readonly picture: ComponentType<LadderProps> }) {
  const columns = useExplorer((state) => state.columns);
  const turn = useExplorer((state) => state.turn);
  const all = rungsNow(algorithm);
  const taken = useMemo(() => all.filter(({ id }) => explored.refused[id] === undefined), [all, explored]);
  const ids = useMemo(() => taken.map(({ id }) => id), [taken]);
  const refusal = all.map(({ id }) => explored.refused[id]).find((one) => one !== undefined);
  useEffect(() => {
    if (turn > 0) void recordRungs(taken);
  }, [turn, taken]);
  const count = ids.length;
  const isRecorded = ids.every((id) => columns[id]?.info !== undefined);
  const head = (
    <>
      <LadderHead cell={cell} explored={explored} algorithm={algorithm}>
        <VariationsMenu cell={cell} stages={ids} />
      </LadderHead>
      {refusal !== undefined && (
        <TracedNote fragment={refusal} text={explored.text} isPrinted={false}>
          {count === 0 && <OtherLadders explored={explored} />}
        </TracedNote>
      )}
    </>
  );
  const waiting = (
    <div className="film ladder-film">
      {head}
      {count > 0 && (
        <div className="ladder-stage">
          <Recording stages={ids} />
        </div>
      )}
    </div>
  );
  return (
    <div className={looks()}>
      {count === 0 || !isRecorded ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <Own explored={explored} stages={ids} head={head} />
        </Suspense>
      )}
    </div>
  );
}

/** Buttons for the ladders that take the program, with the stages that do. */
function OtherLadders({ explored }: Pick<OpenedProps, "explored">) {
  return laddersFor(explored.refused).map(({ id, title, rungs }) => {
    const stages = rungs.map((rung) => rung.id).join(", ");
    return (
      <button key={id} type="button" className="button line" onClick={() => chooseLadder(id)}>
        {t`Taken by ${stages}: show “${title}”`}
      </button>
    );
  });
}

function Climbed({ cell, explored, algorithm }: OpenedProps & { readonly algorithm: string }) {
  const columns = useExplorer((state) => state.columns);
  const turn = useExplorer((state) => state.turn);
  // the picture moves at once; words and code follow when there is time
  const chosen = useDeferredValue(useClimb(toldRung));
  const stages = rungsNow(algorithm);
  const refusal = explored.refused[nth(stages, 0).id];
  const study = refusal?.instead === undefined ? undefined : studyPageOf(refusal.instead);
  const gauges = gaugesOfLadder(algorithm);
  useKeys(CLIMB_KEYS);
  useEffect(() => {
    if (turn > 0 && refusal === undefined) void recordRungs(stages);
  }, [turn, stages, refusal]);
  const infos = useMemo(() => stages.map(({ id }) => columns[id]?.info), [stages, columns]);
  const ladder = useClimb((state) => (state.explored === explored ? state.ladder : undefined));
  const recorded = infos.filter((info) => info !== undefined).length;
  useEffect(() => {
    if (refusal === undefined && recorded === stages.length) void makeLadder(explored, algorithm);
  }, [explored, algorithm, recorded, stages, refusal]);
  useEffect(() => forgetLadder, []);
  const rungs = useMemo(() => rungsOf(infos, gauges), [infos, gauges]);
  return (
    <div className={looks()}>
      <div className="film ladder-film">
        <LadderHead cell={cell} explored={explored} algorithm={algorithm}>
          {ladder !== undefined && <SaveButton label={t`Save the ladder`} choices={savedOf(ladder, explored)} />}
        </LadderHead>
        {refusal !== undefined ? (
          <div className="ladder-stage">
            <TracedNote fragment={refusal} text={explored.text} isPrinted={false}>
              <OtherLadders explored={explored} />
              {study !== undefined && (
                <a className="button" href={addressOf(study.view, cell.id)}>
                  {study.title}
                </a>
              )}
            </TracedNote>
          </div>
        ) : ladder === undefined ? (
          <div className="ladder-stage">
            <Recording stages={stages.map(({ id }) => id)} />
          </div>
        ) : (
          <LadderPicture ladder={ladder} />
        )}
        {refusal === undefined && <ClimbDock cell={cell} stages={stages} rungs={rungs} chosen={chosen} />}
      </div>
      {refusal === undefined && (
        <>
          <h2 className="ladder-counts">{t`What each rung counts`}</h2>
          <p className="note">{t`Counted in one gradient; the bars are logarithmic.`}</p>
          <RungTable stages={stages} gauges={gauges} rungs={rungs} chosen={chosen} />
        </>
      )}
    </div>
  );
}
