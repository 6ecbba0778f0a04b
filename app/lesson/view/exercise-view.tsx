// An exercise: a task, an editor, and the report of a check.
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ExerciseReport, Given } from "../../../engine/lessons/exercise.ts";
import { answerText } from "../../../engine/queries/answer.ts";
import { useAsked } from "../../client/question.ts";
import { type Exercise, readExercise } from "../../course/model/cells.ts";
import { filled, inlinesOf } from "../../course/model/inline.ts";
import { keptText, withoutSection, withSection } from "../../course/model/source.ts";
import { limitText, rulesOf } from "../../course/state/exercise-rules.ts";
import { noteAnswer, useDeeds } from "../../course/state/progress.ts";
import { Text } from "../../course/view/text.tsx";
import type { LessonCell } from "../../document/document.ts";
import { redo, setText, undo } from "../../document/state/changing.ts";
import { useTextsAbove } from "../../document/state/document.ts";
import { LEAVING } from "../../editor/code-editor.ts";
import { exerciseEditor } from "../../editor/exercise-editor.ts";
import { showDiagnostics } from "../../editor/marks.ts";
import { useEditor } from "../../editor/use-editor.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { message } from "../../words/rich-text.ts";
import { exerciseChecked } from "../state/trying.ts";
import { useInSight } from "./use-in-sight.ts";

/** Where the inputs that are made begin: everybody is tried at the same. */
const SEED = 20_261;

/** Shows an exercise, its editor, and the report of its last check. */
export function ExerciseView({ cell }: { readonly cell: LessonCell }) {
  const exercise = useMemo(() => readExercise(cell), [cell]);
  const above = useTextsAbove(cell.id);
  useEffect(() => exerciseChecked.open(cell.id), [cell.id]);
  const { current: report, isBusy, failure } = useAsked(exerciseChecked, cell.id);
  const room = useInSight<HTMLDivElement>(report);
  const deed = useDeeds()[exercise.id];
  const isSolved = deed?.state === "right";
  const isUntried = deed === undefined;
  // an answer that is forgotten takes its report along
  useEffect(() => {
    if (isUntried) exerciseChecked.forget(cell.id);
  }, [isUntried, cell.id]);
  const check = async (): Promise<void> => {
    await exerciseChecked.ask(requestOf(exercise, above), cell.id);
    const { current: found } = exerciseChecked.at(cell.id);
    if (found !== undefined) noteAnswer(exercise.id, found.isSolved ? "solved" : "tried", found.isSolved);
  };
  const latest = useRef(check);
  latest.current = check;
  const latestCell = useRef(cell);
  latestCell.current = cell;
  const extensions = useCallback(
    () =>
      exerciseEditor({
        label: t`Your program`,
        onText: (text) => setText(cell.id, withSection(latestCell.current.text, "attempt", text)),
        onUndo: () => void undo(),
        onRedo: () => void redo(),
        onCheck: () => void latest.current(),
      }),
    [cell.id],
  );
  const { host, view } = useEditor({ text: exercise.attempt, extensions, kept: keptText });
  useEffect(() => {
    if (view !== undefined && report !== undefined)
      view.dispatch(showDiagnostics(view.state, report.mistakes, "<program>"));
  }, [view, report]);
  return (
    <div className="exercise">
      <Text text={exercise.task} cell={cell.id} />
      <Rules exercise={exercise} />
      <div className="editor">
        <div ref={host} className="editor-host" />
        <p className="leaving" aria-hidden="true">
          {LEAVING}
        </p>
      </div>
      <p className="predict-acts">
        <button type="button" className="button solid" aria-disabled={isBusy} onClick={() => void (isBusy || check())}>
          {isBusy ? t`Checking …` : t`Check`}
        </button>
        <button
          type="button"
          className="button line"
          onClick={() => {
            exerciseChecked.forget(cell.id);
            setText(cell.id, withoutSection(cell.text, "attempt"));
          }}
        >
          {t`Start again`}
        </button>
        {isSolved && (
          <span className="verdict right">
            <Icon name="tick" /> {report?.isSolved === false ? t`Solved before.` : t`Solved.`}
          </span>
        )}
      </p>
      <div role="status" className="verdict-room" ref={room}>
        {failure !== undefined && <p className="notice">{failure}</p>}
        {report !== undefined && !isBusy && <Report cell={cell} exercise={exercise} report={report} />}
      </div>
      {isSolved && exercise.because !== "" && (
        <div className="predict-answer">
          <Text text={exercise.because} cell={cell.id} />
        </div>
      )}
    </div>
  );
}

function requestOf(exercise: Exercise, above: readonly string[]) {
  const { attempt, reference, inputs, isPositive, withGradient, forbid, limits, hints } = exercise;
  return {
    text: attempt,
    reference,
    above,
    inputs,
    seed: SEED,
    isPositive,
    withGradient,
    forbid,
    limits,
    hints: hints.map(({ condition }) => condition),
    asked: queriesIn(exercise),
  };
}

/** The queries of the hints: they are about the reader's program. */
function queriesIn({ hints }: Exercise): readonly string[] {
  return hints.flatMap(({ text }) => inlinesOf(text)).map(({ query }) => query);
}

/** A hint with its numbers. */
function hintText(exercise: Exercise, { answers }: ExerciseReport, place: number): string {
  const queries = queriesIn(exercise);
  return filled(exercise.hints[place]?.text ?? "", ({ query }) => {
    const found = answers[queries.indexOf(query)];
    return found?.tag === "answer" ? answerText(found.answer) : "?";
  });
}

/** Forbidden words, and limits to keep. */
function Rules({ exercise }: { readonly exercise: Exercise }) {
  const rules = rulesOf(exercise);
  if (rules.length === 0) return null;
  return (
    <ul className="exercise-rules">
      {rules.map((rule) => (
        <li key={rule}>
          <RichText runs={message(rule)} />
        </li>
      ))}
    </ul>
  );
}

interface ReportProps {
  readonly cell: LessonCell;
  readonly exercise: Exercise;
  readonly report: ExerciseReport;
}

function Report({ cell, exercise, report }: ReportProps) {
  const { mistakes, forbidden, wrong, tried, limits, hints, isSolved } = report;
  if (mistakes.length > 0)
    return (
      <div className="verdict wrong">
        <p>{t`The program has errors:`}</p>
        <ul>
          {keyed(mistakes).map(({ key, item }) => (
            <li key={key} lang="en">
              <RichText runs={message(item.message)} />
            </li>
          ))}
        </ul>
      </div>
    );
  if (isSolved)
    return (
      <p className="verdict right">
        <Icon name="tick" /> {t`Solved: the same values at all ${tried} inputs that were tried.`}
      </p>
    );
  return (
    <div className="verdict wrong">
      {wrong === undefined ? (
        <p>{t`The values are right at all ${tried} inputs that were tried.`}</p>
      ) : (
        <Difference at={wrong.at} got={wrong.got} wanted={wrong.wanted} withGradient={exercise.withGradient} />
      )}
      {forbidden.length > 0 && (
        <p>
          {t`The program uses what is not allowed:`}{" "}
          <code translate="no">{[...new Set(forbidden.map(({ word }) => word))].join(", ")}</code>
        </p>
      )}
      {limits
        .filter(({ holds }) => !holds)
        .map(({ text, mistake }) => (
          <p key={text}>
            {t`Not met yet:`} <RichText runs={message(limitText(text))} />{" "}
            {mistake !== undefined && <RichText runs={message(`(${mistake})`)} />}
          </p>
        ))}
      {hints.map((place) => (
        <div key={place} className="exercise-hint">
          <b>{t`Hint:`}</b> <Text text={hintText(exercise, report, place)} cell={cell.id} />
        </div>
      ))}
    </div>
  );
}

interface DifferenceProps {
  readonly at: string;
  readonly got: Given;
  readonly wanted: Given;
  readonly withGradient: boolean;
}

function Difference({ at, got, wanted, withGradient }: DifferenceProps) {
  return (
    <table>
      <caption>
        {t`Smallest failing input found:`} <code translate="no">{at}</code>
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t`value`}</th>
          {withGradient && <th scope="col">{t`gradient`}</th>}
        </tr>
      </thead>
      <tbody translate="no">
        <tr>
          <th scope="row">{t`yours`}</th>
          <td>{got.value}</td>
          {withGradient && <td>{got.gradient}</td>}
        </tr>
        <tr>
          <th scope="row">{t`wanted`}</th>
          <td>{wanted.value}</td>
          {withGradient && <td>{wanted.gradient}</td>}
        </tr>
      </tbody>
    </table>
  );
}
