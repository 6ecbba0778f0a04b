// A stage that is broken on purpose, or a program with an edit: the change, its result, and the smallest case in which it goes wrong.
import { t } from "@lingui/core/macro";
import { useEffect, useId, useMemo, useState } from "react";
import { COMPILED } from "../../../../engine/algorithms/algorithm.ts";
import type { RunReport } from "../../../../engine/derive/gradient.ts";
import type { RunRequest } from "../../../../engine/worker/protocol.ts";
import { useAsked, useQuestion } from "../../../client/question.ts";
import { programAbout } from "../../../course/model/asked-program.ts";
import { type Break, readBreak } from "../../../course/model/cells.ts";
import { keptFrom } from "../../../course/model/told.ts";
import { useDeeds, useIsForFile } from "../../../course/state/progress.ts";
import { Text } from "../../../course/view/text.tsx";
import type { LessonCell, ProgramCell } from "../../../document/document.ts";
import { useDocument } from "../../../document/state/document.ts";
import { whyEnded } from "../../../program/model/ended.ts";
import { requestOf } from "../../../program/state/running.ts";
import { briefValue } from "../../../program/value/model/value-tree.ts";
import { AskToRun } from "../../../program/view/ask-to-run.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { capital } from "../../../words/capital.ts";
import { message } from "../../../words/rich-text.ts";
import { faultOf, haveSameGradient } from "../../model/verdict.ts";
import { programEdited, type SmallestFound, smallestWrong, stageBroken } from "../../state/trying.ts";
import { KeptBack } from "../kept-back.tsx";
import { Running } from "../running.tsx";
import { ChangedLines } from "./changed-lines.tsx";
import { SchedulesView } from "./schedules-view.tsx";

/** Shows the changes of a fault or an edit, and finds the smallest wrong case on demand. */
export function BreakView({ cell }: { readonly cell: LessonCell }) {
  const found = useMemo(() => readBreak(cell), [cell]);
  const document = useDocument((state) => state.document);
  const program = programAbout(document, cell.id, found.of);
  const deeds = useDeeds();
  const isForFile = useIsForFile();
  const [isPressed, setPressed] = useState(false);
  const isOn = isPressed || isForFile;
  if (program === undefined)
    return <p className="notice">{t`This cell is about a program that the document does not have.`}</p>;
  const caption = <Text text={found.caption} cell={cell.id} of={program.name} />;
  if (program.foreign)
    return (
      <div className="break">
        {caption}
        <AskToRun cell={program} />
      </div>
    );
  const { schedules } = found;
  // the run that is broken is shown whole, beside the right one
  const kept = keptFrom(document, cell.id, program, shownBy(found), found.setting, deeds);
  if (kept.length > 0)
    return (
      <div className="break">
        {caption}
        <KeptBack questions={kept} />
      </div>
    );
  return (
    <div className="break">
      {caption}
      <p className="predict-acts">
        <button type="button" className="button solid" aria-pressed={isOn} onClick={() => setPressed(!isOn)}>
          {schedules > 0 ? t`Shuffle the jobs` : isOn ? t`Fix it` : t`Break it`}
        </button>
      </p>
      <div role="status" className="verdict-room">
        {isOn &&
          (schedules > 0 ? (
            <SchedulesView request={asked(found, program)} variations={found.with} count={schedules} />
          ) : found.edit === undefined ? (
            <BrokenStage found={found} program={program} />
          ) : (
            <EditedProgram found={found} edit={found.edit} program={program} />
          ))}
      </div>
    </div>
  );
}

/** The queries that the results of a cell answer. */
function shownBy({ by }: Break): readonly string[] {
  return ["value()", "gradient()", ...(by === "" ? [] : [`calls(by: "${by}")`])];
}

function asked({ setting, by }: Break, program: ProgramCell): RunRequest {
  const { at, cotangent, n, ...request } = requestOf(program);
  return {
    ...request,
    at: setting.at ?? at,
    cotangent: setting.cotangent ?? cotangent,
    n: setting.n ?? n,
    stage: by === "" ? COMPILED : by,
    variations: undefined,
  };
}

interface BrokenProps {
  readonly found: Break;
  readonly program: ProgramCell;
}

function BrokenStage({ found, program }: BrokenProps) {
  const request = asked(found, program);
  const varied = { ...request, variations: found.with };
  const { current, failure } = useQuestion(stageBroken, { request, broken: varied }, useId());
  if (current === undefined) return <Running failure={failure} />;
  const { right, broken, lines } = current;
  const why = whyEnded(right.ended);
  if (why !== undefined)
    return (
      <p className="notice" lang="en">
        <RichText runs={message(capital(why))} />.
      </p>
    );
  return (
    <>
      <ChangedLines lines={lines} />
      <Results
        rows={[
          { name: request.stage, run: right, isStage: true },
          { name: t`broken on purpose`, run: broken, isWrong: broken.checks?.contradiction !== undefined },
        ]}
      />
      <Verdict run={broken} right={right} />
      <Smallest request={varied} />
    </>
  );
}

function EditedProgram({ found, edit, program }: BrokenProps & { readonly edit: string }) {
  const request = asked(found, program);
  const broken = { ...request, text: edit };
  const { current, failure } = useQuestion(programEdited, { request, broken }, useId());
  if (current === undefined) return <Running failure={failure} />;
  return (
    <>
      <ChangedLines lines={current.lines} />
      <Results
        rows={[
          { name: t`original`, run: current.right },
          {
            name: t`edited`,
            run: current.broken,
            isWrong: differencesOf(current.broken).some((one) => (one ?? 0) > OFF),
          },
        ]}
      />
      <Checks run={current.broken} />
    </>
  );
}

interface Row {
  readonly name: string;
  readonly run: RunReport | undefined;
  /** Whether it is called by the name of a stage. */
  readonly isStage?: boolean;
  /** Whether a check calls its gradient wrong. */
  readonly isWrong?: boolean;
}

function Results({ rows }: { readonly rows: readonly Row[] }) {
  const hasCalls = rows.some(({ run }) => run?.cost !== undefined);
  const [first] = rows;
  const classOf = (shown: string | undefined, was: string | undefined, isWrong = false) =>
    shown === was ? undefined : isWrong ? "other wrong" : "other";
  return (
    <div className="glimpse-scroll">
      <table className="break-results">
        <thead>
          <tr>
            <td />
            <th scope="col">{t`value`}</th>
            <th scope="col">{t`gradient`}</th>
            {hasCalls && <th scope="col">{t`calls`}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, run, isStage, isWrong }) => (
            <tr key={name}>
              <th scope="row" translate={isStage ? "no" : undefined}>
                {name}
              </th>
              <td
                translate="no"
                className={classOf(run?.value?.text, first?.run?.value?.text)}
                title={run?.value?.text}
              >
                {besideOther(run?.value?.text, first?.run?.value?.text) ?? endOf(run)}
              </td>
              <td
                translate="no"
                className={classOf(run?.gradient?.text, first?.run?.gradient?.text, isWrong)}
                title={run?.gradient?.text}
              >
                {besideOther(run?.gradient?.text, first?.run?.gradient?.text)}
              </td>
              {hasCalls && <td translate="no">{run?.cost?.reverse.backpropagatorCalls ?? "–"}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value, rounded unless it then looked like another one beside it. */
function besideOther(text: string | undefined, other: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const brief = briefValue(text);
  return text !== other && other !== undefined && brief === briefValue(other) ? text : brief;
}

function endOf(run: RunReport | undefined): string {
  return (run && whyEnded(run.ended)) ?? "–";
}

/** Whether the fault shows at this input. */
function Verdict({ run, right }: { readonly run: RunReport; readonly right: RunReport }) {
  const wrong = faultOf(run);
  if (wrong === undefined && !haveSameGradient(run, right))
    return (
      <p className="verdict">{t`The gradient is not that of the stage as it is; no check can tell which one is wrong.`}</p>
    );
  if (wrong === undefined) return <p className="verdict right">{t`At this input, the gradient is still right.`}</p>;
  return (
    <p className="verdict wrong" lang="en">
      <RichText runs={message(wrong)} />
    </p>
  );
}

/** How far forward mode and finite differences are from a gradient; null where there is nothing to compare. */
function differencesOf({ checks }: RunReport): readonly (number | null)[] {
  return checks === undefined ? [] : [checks.forwardMode, checks.finiteDifferences];
}

/** The two checks of an edited program. */
function Checks({ run }: { readonly run: RunReport }) {
  const [forward, differences] = differencesOf(run);
  if (forward === undefined || differences === undefined) return null;
  return (
    <ul>
      <li className={checkClass(forward)}>{agreement("forward", forward)}</li>
      <li className={checkClass(differences)}>{agreement("differences", differences)}</li>
    </ul>
  );
}

function checkClass(difference: number | null): string | undefined {
  return difference === null ? undefined : difference > OFF ? "check wrong" : "check right";
}

/** A difference that is no rounding of finite differences. */
const OFF = 1e-3;

function agreement(by: "forward" | "differences", difference: number | null): string {
  const isForward = by === "forward";
  if (difference === null)
    return isForward ? t`Forward mode: nothing to compare` : t`Finite differences: nothing to compare`;
  if (difference > OFF) return isForward ? t`Forward mode disagrees` : t`Finite differences disagree`;
  return isForward ? t`Forward mode agrees` : t`Finite differences agree`;
}

function Smallest({ request }: { readonly request: RunRequest }) {
  const place = useId();
  useEffect(() => smallestWrong.open(place), [place]);
  const { current, failure, isBusy } = useAsked(smallestWrong, place);
  const find = (of: SmallestFound["tag"]): void => void smallestWrong.ask({ of, request }, place);
  return (
    <div className="break-smallest">
      <p>
        <button type="button" className="button line small" disabled={isBusy} onClick={() => find("program")}>
          {t`Find the smallest program`}
        </button>{" "}
        <button type="button" className="button line small" disabled={isBusy} onClick={() => find("input")}>
          {t`Find the smallest input`}
        </button>
      </p>
      <div role="status">
        {isBusy ? t`Searching …` : current === undefined ? failure : <SmallestWords found={current} />}
      </div>
    </div>
  );
}

function SmallestWords({ found: all }: { readonly found: SmallestFound }) {
  const { tried } = all.found;
  if (all.tag === "program") {
    const { wrong } = all.found;
    if (wrong === undefined) return t`None of ${tried} small programs fails.`;
    return (
      <>
        {t`Smallest failing program (${tried} tried):`}
        <pre translate="no">{wrong.text.trim()}</pre>
        <RightAndWrong gradient={wrong.gradient} right={wrong.right} />
      </>
    );
  }
  const { wrong } = all;
  if (wrong === undefined) return t`None of ${tried} small inputs fails.`;
  return (
    <>
      {t`Smallest failing input:`} <code translate="no">{all.found.wrong?.at}</code>.{" "}
      <RightAndWrong gradient={wrong.broken.gradient?.text ?? ""} right={wrong.right.gradient?.text ?? ""} />
    </>
  );
}

function RightAndWrong({ gradient, right }: { readonly gradient: string; readonly right: string }) {
  return (
    <p>
      {t`Its gradient is`} <code translate="no">{besideOther(gradient, right)}</code>
      {t`, and should be`} <code translate="no">{besideOther(right, gradient)}</code>.
    </p>
  );
}
