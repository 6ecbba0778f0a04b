// Linearise, unzip, transpose: what each makes of the program, side by side, with the tape between the halves (Radul et al. 2023).
import { plural, t } from "@lingui/core/macro";
import "../../../exploration/styles/explorer.css";
import "../../../exploration/styles/program-lines.css";
import "./linear.css";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import type { Progress } from "../../../../engine/session/run/drive.ts";
import type { StudyRequest } from "../../../../engine/worker/protocol.ts";
import { OPENS_WITH_SLIDES } from "../../../base/mode.ts";
import { useQuestion } from "../../../client/question.ts";
import { useDocument } from "../../../document/state/document.ts";
import { useExploreRequest } from "../../../exploration/state/request.ts";
import { Terms } from "../../../help/term.tsx";
import { TextViews } from "../../../navigation/text-views.tsx";
import type { LookProps } from "../../../program/view/look-props.ts";
import { Awaited, Crashed, NothingToShow } from "../../../program/view/opening-states.tsx";
import { StaleTag } from "../../../program/view/stale-tag.tsx";
import { Stopped } from "../../../program/view/stopped.tsx";
import { SweepField } from "../../../program/view/sweep-field.tsx";
import { grouped } from "../../../words/numbers.ts";
import { TracedNote } from "../../traced-note.tsx";
import { JacobianPart } from "./jacobian/jacobian.tsx";
import { followChoices } from "./memory.ts";
import { Stages } from "./stages.tsx";
import { ALGORITHM, type LinearAnswer, linearStudy, useLinear } from "./state.ts";
import { AsDualPart } from "./subject/as-dual.tsx";
import { SubjectChoice } from "./subject/subject.tsx";
import { WrittenPart } from "./written.tsx";

/** Shows a program linearised, unzipped and transposed; another program or document begins anew. */
export default function LinearView({ cell }: LookProps) {
  const turn = useDocument((state) => state.turn);
  return <Opened key={`${turn} ${cell.id}`} cell={cell} />;
}

function Opened({ cell }: LookProps) {
  useEffect(() => followChoices(cell.id), [cell.id]);
  const { cell: ready, ...choices } = useLinear();
  const request = { ...useExploreRequest(cell), algorithm: ALGORITHM, ...choices };
  // kept from one definition to the next, and over a program that has none
  const [step, setStep] = useState(0);
  const study = useQuestion(linearStudy, ready === cell.id ? request : undefined);
  const { of, answer, failure, isBusy, isStopped, progress } = study;
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (answer === undefined && isStopped) return <Stopped onAgain={() => void linearStudy.ask(request)} />;
  if (of === undefined || answer === undefined)
    return (
      <Awaited headline={t`Transforming`}>
        <p>
          {progress === undefined ? t`The program is being prepared.` : soFar(progress)}{" "}
          <button type="button" className="button line small" onClick={() => linearStudy.stop()}>
            {t`Stop`}
          </button>
        </p>
      </Awaited>
    );
  return (
    <div className={`study-look ${OPENS_WITH_SLIDES ? "projected" : ""}`} aria-busy={isBusy}>
      <header className="look-head">
        <h1>{t`Linearise, unzip, transpose`}</h1>
        <p className="note">
          <Terms
            text={t`Linearise: forward mode writes the tangents beside the values. Unzip: the linear part is separated from the rest. Transpose: the linear half, reversed line by line, is the reverse pass; dup becomes +, and drop becomes 0.`}
          />
        </p>
        <SweepField cell={cell} />
        <TextViews open="linear" cell={cell.id} />
        <SubjectChoice />
        {(isBusy || of.text !== cell.text) && <StaleTag words={t`older than your last change`} />}
      </header>
      {answer.tag === "studied" ? (
        <Found cell={cell} answer={answer} ask={of} step={step} onStep={setStep} />
      ) : (
        <NothingToShow
          cell={cell}
          text={of.text}
          diagnostics={
            answer.tag === "mistake" ? answer.diagnostics : answer.tag === "out-of-budget" ? [answer.diagnostic] : []
          }
        />
      )}
    </div>
  );
}

/** How far the run is that stands for the program, or what is done with it. */
function soFar({ phase, steps }: Progress): string {
  if (phase !== "compile") return t`The run is over; its programs are being printed and counted.`;
  const count = grouped(steps);
  return plural(steps, { one: `${count} step of the run so far.`, other: `${count} steps of the run so far.` });
}

interface Reached {
  /** How far the program is transformed. */
  readonly step: number;
  onStep(step: number): void;
}

interface FoundProps extends LookProps, Reached {
  readonly answer: Extract<LinearAnswer, { readonly tag: "studied" }>;
  /** Its question. */
  readonly ask: StudyRequest;
}

function Found({ cell, answer, ask, step, onStep }: FoundProps) {
  const [chosen, setChosen] = useState<string>();
  const isProgram = ask.of === "program";
  const { study, diagnostics } = answer;
  // what is written beside derivatives by hand changes no Jacobian
  const isGiven = study.some((one) => one.isGiven);
  const shown = study.find(({ name }) => name === chosen) ?? study.at(-1);
  const top = useRef<HTMLElement>(null);
  const show = (name: string): void => {
    setChosen(name);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "start" });
  };
  return (
    <>
      <TracedNote fragment={answer.fragment} text={ask.text} isPrinted>
        <p>
          <Terms text={t`Linear A has no branches, recursion, functions as values or data types.`} />
        </p>
      </TracedNote>
      {shown !== undefined && (
        <Definitions study={study} shown={shown} top={top} onChoose={setChosen} step={step} onStep={onStep} />
      )}
      <AsDualPart ask={ask} />
      {/* both are of the program itself */}
      {isProgram && (
        <>
          <WrittenPart cell={cell.id} study={study} shown={shown} diagnostics={diagnostics} onShow={show} />
          <JacobianPart ask={isGiven ? ask : { ...ask, written: "" }} isGiven={isGiven} />
        </>
      )}
    </>
  );
}

interface DefinitionsProps extends Reached {
  readonly study: readonly LinearDefinition[];
  readonly shown: LinearDefinition;
  readonly top: RefObject<HTMLElement | null>;
  onChoose(name: string): void;
}

/** The definitions of the program, one at a time; the entry first. */
function Definitions({ study, shown, top, onChoose, step, onStep }: DefinitionsProps) {
  const { name: called } = shown;
  return (
    <section ref={top} className="study-shown" aria-label={t`The definition ${called}`} tabIndex={-1}>
      {study.length > 1 && (
        <fieldset className="study-definitions">
          <legend>{t`Definition`}</legend>
          {study.toReversed().map(({ name, writtenIn }) => (
            <button
              key={name}
              type="button"
              className="button small"
              aria-pressed={name === shown.name}
              onClick={() => onChoose(name)}
            >
              <code translate="no">{name}</code>
              {writtenIn === "own text" && <span className="quiet"> {t`your own`}</span>}
            </button>
          ))}
        </fieldset>
      )}
      <Stages key={shown.name} definition={shown} reached={step} onReach={onStep} />
    </section>
  );
}
