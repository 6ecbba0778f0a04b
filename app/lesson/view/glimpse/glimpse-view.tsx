// A run in the middle of a text, at one step: numbers that the step has not reached are ?, until the questions below are answered.
import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { nth } from "../../../../engine/base/nth.ts";
import type { Glimpse } from "../../../../engine/lessons/glimpse.ts";
import type { OpenQuestion } from "../../../../engine/lessons/held-back.ts";
import { PLAIN } from "../../../../engine/queries/named.ts";
import { useQuestion } from "../../../client/question.ts";
import { programAbout } from "../../../course/model/asked-program.ts";
import {
  BY_HAND,
  type CellSetting,
  PICTURES,
  RACE,
  readView,
  USUAL_STAGES,
  type View,
  WAYS_IN,
} from "../../../course/model/cells.ts";
import {
  type Deeds,
  isOpen,
  keptBackBy,
  keptFromView,
  openAbout,
  openAbove,
  queriesOf,
} from "../../../course/model/open-questions.ts";
import { toldBy } from "../../../course/model/told.ts";
import { askedQuery } from "../../../course/state/answers.ts";
import { useFrozen } from "../../../course/state/frozen.ts";
import { useDeeds } from "../../../course/state/progress.ts";
import { ShownDocument, useShownDocument } from "../../../course/view/shown-document.ts";
import { Text } from "../../../course/view/text.tsx";
import { addressOf, NO_SCENE } from "../../../document/address.ts";
import type { CellId, Document, LessonCell, ProgramCell } from "../../../document/document.ts";
import { useDocument } from "../../../document/state/document.ts";
import { VIEW_WORDS } from "../../../navigation/route.ts";
import { AskToRun } from "../../../program/view/ask-to-run.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { message } from "../../../words/rich-text.ts";
import { hasGapsIn } from "../../model/gaps.ts";
import { runAtStep } from "../../state/trying.ts";
import { HandsView } from "../by-hand/hands-view.tsx";
import { OrdersView } from "../by-hand/orders-view.tsx";
import { UpdatersView } from "../by-hand/updaters-view.tsx";
import { KeptBack } from "../kept-back.tsx";
import { Running } from "../running.tsx";
import { Freeze } from "./freeze.tsx";
import { GlimpseGraph } from "./glimpse-graph.tsx";
import { GlimpseStages, GlimpseTable } from "./glimpse-stages.tsx";
import { GlimpseTree } from "./glimpse-tree.tsx";
import { RaceView } from "./race-view.tsx";

/** Shows a view cell of a lesson: a run at a step, which its reader moves where the cell says so. */
export function GlimpseView({ cell }: { readonly cell: LessonCell }) {
  const view = useMemo(() => readView(cell), [cell]);
  const [seen, setSeen] = useState<Seen>(AS_IT_CAME);
  const now = useDocument((state) => state.document);
  const frozen = useFrozen(cell.id);
  const document = frozen ?? now;
  const deeds = useDeeds();
  const program = programAbout(document, cell.id, view.of);
  if (program === undefined)
    return <p className="notice">{t`This view is of a program that the document does not have.`}</p>;
  const caption = view.caption !== "" && (
    <figcaption>
      <Text text={view.caption} cell={cell.id} of={program.name} />
    </figcaption>
  );
  if (program.foreign)
    return (
      <figure className="glimpse-figure">
        {caption}
        <AskToRun cell={program} />
      </figure>
    );
  // a question that came since is kept, too
  const kept = new Set([...keptBackBy(document, cell, view), ...keptBackBy(now, cell, view)]);
  const told = view.shows === RACE ? raceTells(document, program, view, deeds) : [];
  const walled = WAYS_IN.some((one) => one === view.shows) ? keptFromView(now, program.id, view.shows, deeds) : [];
  const masking = [...new Set([...[...kept].filter((id) => isOpen(id, deeds)), ...told, ...walled])];
  const isMasked = masking.length > 0;
  // a frozen document may have other questions
  const asking = [document, now].flatMap((one) => {
    const byHand = BY_HAND.includes(view.shows) && view.until.length > 0;
    // the whole of a run is there or not: its author may say until when, as far as no question is above
    return byHand ? openAbove(one, cell.id, program.id, deeds) : openAbout(one, program.id, deeds);
  });
  const asked = new Map(asking.map(asOpen));
  const open = [...new Set([...masking, ...seen.heldBy])];
  const isPicture = PICTURES.some((one) => one === view.shows);
  // it shows some of the run; all else shows all or nothing
  const isGraded = isPicture && !BY_HAND.includes(view.shows);
  const isWayIn = !isPicture && view.shows !== RACE;
  const content = (
    <>
      {caption}
      {isPicture ? (
        <Picture
          key={`${view.address} ${isMasked}`}
          view={view}
          program={program}
          isMasked={isMasked}
          open={[...asked.values()]}
          tellsPaths={!PATHS.some((query) => toldBy(document, program, query, view.setting, deeds).length > 0)}
          onSeen={setSeen}
        />
      ) : view.shows === RACE ? (
        !isMasked && <RaceView view={view} program={program} />
      ) : (
        <WayIn view={view} program={program} isMasked={isMasked} />
      )}
      {!isWayIn && (
        <Freeze cell={cell.id} isFrozen={frozen !== undefined} isOld={isOther(program, document, view, now, cell.id)} />
      )}
      {open.length > 0 && (
        <KeptBack
          questions={open}
          waits={!isGraded ? "all" : seen.hasGaps && seen.heldBy.length === 0 ? "values" : "run"}
        />
      )}
    </>
  );
  return (
    <figure className={frozen === undefined ? "glimpse-figure" : "glimpse-figure frozen"}>
      <ShownDocument value={frozen}>{content}</ShownDocument>
    </figure>
  );
}

/** The open questions that the counts of a race would answer. */
function raceTells(document: Document, program: ProgramCell, { stages, setting }: View, deeds: Deeds) {
  const told = stages.flatMap((stage) => toldBy(document, program, `predicted(by: "${stage}")`, setting, deeds));
  return told.map(({ predict }) => predict.id);
}

/** Whether a view's program of a document is another one by now, or runs at another input. */
function isOther(program: ProgramCell, document: Document, view: View, now: Document, cell: CellId): boolean {
  if (document === now) return false;
  const current = programAbout(now, cell, view.of);
  const asked = (one: ProgramCell, of: Document): string => askedQuery(one, "", view.setting, of).key;
  return current === undefined || asked(current, now) !== asked(program, document);
}

/** The query that the paths of a graph answer: a stage calls a scalar at once for each of them. */
const PATHS = ["paths()", "uses()", `calls(by: ${PLAIN})`];

/** A question as an engine asks of it, by its ID. */
function asOpen({ predict }: ReturnType<typeof openAbout>[number]): readonly [string, Asking] {
  return [predict.id, { id: predict.id, queries: queriesOf(predict), own: predict.setting }];
}

/** A question that a picture may not answer, in its own setting. */
interface Asking extends Omit<OpenQuestion, "setting"> {
  readonly own: CellSetting;
}

/**
 * A picture's state: whether its reader moved to another step, whether it has a ? where something is not reached, and what holds it back.
 */
interface Seen {
  readonly isMoved: boolean;
  readonly hasGaps: boolean;
  readonly heldBy: readonly string[];
}

const AS_IT_CAME: Seen = { isMoved: false, hasGaps: false, heldBy: [] };

interface WayInProps {
  readonly view: View;
  readonly program: ProgramCell;
  readonly isMasked: boolean;
}

interface PictureProps extends WayInProps {
  readonly open: readonly Asking[];
  /** Whether no open question is answered by the paths of the graph. */
  readonly tellsPaths: boolean;
  onSeen(seen: Seen): void;
}

/** The way into a view of the page, which would reveal the answer. */
function WayIn({ view, program, isMasked }: WayInProps) {
  const shows = WAYS_IN.find((one) => one === view.shows) ?? "explorer";
  const name = VIEW_WORDS[shows];
  if (isMasked) return <p className="glimpse-way note">{name}</p>;
  const { stages, counter } = view;
  const scene = { ...NO_SCENE, lead: stages[0], stages, counter: counter === "" ? undefined : counter };
  return (
    <p className="glimpse-way">
      <a className="button" href={addressOf(shows, program.id, scene)}>
        <Icon name="play" /> {t`Open the view ${name}`}
      </a>
    </p>
  );
}

function Picture({ view, program, isMasked, open, tellsPaths, onSeen }: PictureProps) {
  const shows = PICTURES.find((one) => one === view.shows) ?? "graph";
  const stages = view.stages.length > 0 ? view.stages : USUAL_STAGES[shows];
  // the reader does all of the run by hand
  const isByHand = BY_HAND.includes(shows);
  const address = isByHand ? (isMasked ? "start" : "end") : view.address;
  const [step, setStep] = useState<number>();
  const document = useShownDocument();
  const { program: asked, setting } = askedQuery(program, "", view.setting, document);
  const questions = open.map(({ own, ...one }): OpenQuestion => {
    return { ...one, setting: askedQuery(program, "", own, document).setting };
  });
  const look = { stages, address, step: isMasked ? undefined : step, open: questions };
  const ask = { ...asked, setting, look };
  const key = JSON.stringify(ask);
  const { answer: found, failure, isBusy } = useQuestion(runAtStep, ask, useId());
  const hasGaps = found?.tag === "glimpse" && hasGapsIn(found.glimpse, shows);
  const origin = useRef<number>(undefined);
  if (step === undefined && found?.tag === "glimpse") origin.current = nth(found.glimpse.columns, 0).step;
  const isMoved = step !== undefined && step !== origin.current;
  const held = found?.tag === "glimpse" && step === undefined ? found.glimpse.heldBy.join("\n") : "";
  useEffect(
    () => onSeen({ isMoved, hasGaps, heldBy: held === "" ? [] : held.split("\n") }),
    [onSeen, isMoved, hasGaps, held],
  );
  if (failure !== undefined) return <Nothing why={failure} />;
  if (found === undefined) return <Running />;
  if (found.tag === "mistake") return <Nothing why={found.message} />;
  const { glimpse } = found;
  const lead = nth(glimpse.columns, 0);
  const isClosed = isMasked || glimpse.heldBy.length > 0;
  return (
    <div className="glimpse" aria-busy={isBusy}>
      {shows === "stages" && <GlimpseStages glimpse={glimpse} isMasked={isClosed} chosen={view.choose} />}
      {shows === "graph" && (
        <GlimpseGraph glimpse={glimpse} isMasked={isClosed} chosen={view.choose} tellsPaths={tellsPaths} />
      )}
      {shows === "tree" && <GlimpseTree glimpse={glimpse} />}
      {shows === "orders" && !isClosed && <OrdersView key={key} glimpse={glimpse} />}
      {shows === "updaters" && !isClosed && <UpdatersView key={key} glimpse={glimpse} />}
      {shows === "hands" && !isClosed && <HandsView key={key} glimpse={glimpse} />}
      {!isMasked && !isByHand && (
        <Steps step={Math.min(step ?? lead.step, glimpse.last)} steps={glimpse.last} onStep={setStep} />
      )}
      {/* work by hand is text already, and differs from the run */}
      {!isByHand && <Twin glimpse={glimpse} isMasked={isClosed} />}
    </div>
  );
}

/** Through the run, step by step. `step` is the one that was asked for, though its picture may not be there: keys follow each other faster. */
function Steps({ step, steps, onStep }: { readonly step: number; readonly steps: number; onStep(step: number): void }) {
  return (
    <div className="glimpse-steps">
      <button
        type="button"
        className="button line small icon-only"
        aria-label={t`Step back`}
        disabled={step === 0}
        onClick={() => onStep(step - 1)}
      >
        <Icon name="previous" />
      </button>
      <input
        type="range"
        min={0}
        max={steps}
        value={step}
        aria-label={t`Step of the run`}
        onChange={({ target }) => onStep(Number(target.value))}
      />
      <button
        type="button"
        className="button line small icon-only"
        aria-label={t`Step forward`}
        disabled={step === steps}
        onClick={() => onStep(step + 1)}
      >
        <Icon name="next" />
      </button>
      <span className="note" translate="no">
        {step} / {steps}
      </span>
    </div>
  );
}

/** The same as a table, for screen readers. */
function Twin(shown: { readonly glimpse: Glimpse; readonly isMasked: boolean }): ReactNode {
  return (
    <details className="glimpse-twin">
      <summary>{t`As a table`}</summary>
      <GlimpseTable {...shown} />
    </details>
  );
}

function Nothing({ why }: { readonly why: string }) {
  return (
    <p className="notice">
      <RichText runs={message(t`There is nothing to show: ${why}.`)} />
    </p>
  );
}
