// A question about a run: the reader answers before seeing it, and learns why an answer is right or where it comes from.
import { plural, t } from "@lingui/core/macro";
import { type FormEvent, useId, useMemo, useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { programAbout } from "../../course/model/asked-program.ts";
import { type Predict, readPredict, type Way } from "../../course/model/cells.ts";
import { isOpen as isOpenQuestion } from "../../course/model/open-questions.ts";
import {
  BETWEEN_NAMES,
  choicesOf,
  type Facts,
  type Near,
  rightStatement,
  rightText,
  toBeOrdered,
  type Verdict,
  verdictOf,
  wayOf,
} from "../../course/model/verdict.ts";
import { entriesAsked } from "../../course/state/entry-words.ts";
import { keepTyped, noteAnswer, typedAnswer, useDeeds } from "../../course/state/progress.ts";
import { ShowMe } from "../../course/view/show-me.tsx";
import { Text } from "../../course/view/text.tsx";
import type { LessonCell, ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { AskToRun } from "../../program/view/ask-to-run.tsx";
import { useTyped } from "../../ui/hooks/use-typed.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { Notation } from "../../ui/notation.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { capital } from "../../words/capital.ts";
import { conjunction } from "../../words/lists.ts";
import { paragraphs } from "../../words/rich-text.ts";
import { useRunOnceAnswered } from "../state/answered-runs.ts";
import { useFacts } from "../state/facts.ts";
import { Lock, useIsLocked } from "./lock.tsx";
import { NoAnswer } from "./no-answer.tsx";
import { Ordering } from "./ordering.tsx";
import { Running } from "./running.tsx";
import { useInSight } from "./use-in-sight.ts";

/** Shows a question, takes an answer, and then explains the right one. */
export function PredictView({ cell }: { readonly cell: LessonCell }) {
  const predict = useMemo(() => readPredict(cell), [cell]);
  const document = useDocument((state) => state.document);
  const program = programAbout(document, cell.id, predict.of);
  const isLocked = useIsLocked(predict.lock);
  if (program === undefined)
    return <p className="notice">{t`This question is about a program that the document does not have.`}</p>;
  if (isLocked) return <Lock word={predict.lock} />;
  if (program.foreign)
    return (
      <>
        <Text text={predict.question} cell={cell.id} of={program.name} setting={predict.setting} />
        <AskToRun cell={program} />
      </>
    );
  return <Question cell={cell} predict={predict} program={program} />;
}

interface QuestionProps {
  readonly cell: LessonCell;
  readonly predict: Predict;
  readonly program: ProgramCell;
}

function Question({ cell, predict, program }: QuestionProps) {
  const deeds = useDeeds();
  const deed = deeds[predict.id];
  const isOpen = isOpenQuestion(predict.id, deeds);
  const facts = useFacts(predict, program);
  useRunOnceAnswered(program);
  const way = wayOf(predict, facts);
  // progress is read from storage after the page is there, and can be reset
  const kept = deed?.given ?? "";
  const [given, setGiven] = useTyped(kept, typedAnswer(predict.id));
  const [checked, setChecked] = useTyped(kept);
  const [checks, setChecks] = useState<number>();
  const room = useInSight<HTMLDivElement>(checks);
  const verdict = way === undefined || checked === "" ? undefined : verdictOf(predict, facts, way, checked);
  const check = (event: FormEvent): void => {
    event.preventDefault();
    if (way === undefined) return;
    const answer = given === "" && way === "order" ? orderOf(facts).join(BETWEEN_NAMES) : given;
    setChecked(answer);
    setChecks((checks ?? 0) + 1);
    const found = verdictOf(predict, facts, way, answer);
    if (found.tag !== "right" && found.tag !== "wrong") return;
    noteAnswer(predict.id, answer, found.tag === "right");
    keepTyped(predict.id, undefined);
  };
  const give = (answer: string): void => {
    setGiven(answer);
    keepTyped(predict.id, answer === kept ? undefined : answer);
  };
  return (
    <form
      className="predict-form"
      data-done={verdict?.tag === "right" && given === checked ? "" : undefined}
      onSubmit={check}
    >
      <fieldset>
        <legend>
          <Text text={predict.question} cell={cell.id} of={program.name} setting={predict.setting} />
        </legend>
        {way === undefined ? (
          <Waiting facts={facts} />
        ) : (
          <Field way={way} predict={predict} facts={facts} given={given} onGiven={give} />
        )}
        <p className="predict-acts">
          <button type="submit" className="button solid" disabled={way === undefined}>
            {t`Check`}
          </button>
          {isOpen && <ShowMe questions={[predict.id]} />}
        </p>
      </fieldset>
      <div role="status" className="verdict-room" ref={room}>
        {verdict !== undefined && <VerdictView cell={cell} predict={predict} program={program} verdict={verdict} />}
        {!isOpen && <Answer cell={cell} predict={predict} program={program} facts={facts} />}
      </div>
    </form>
  );
}

function Waiting({ facts: { right } }: { readonly facts: Facts }) {
  const why = right?.tag === "mistake" ? right.message : undefined;
  return why === undefined ? (
    <Running />
  ) : (
    <p>
      <NoAnswer why={why} />
    </p>
  );
}

interface FieldProps {
  readonly way: Way;
  readonly predict: Predict;
  readonly facts: Facts;
  readonly given: string;
  onGiven(given: string): void;
}

function Field({ way, predict, facts, given, onGiven }: FieldProps) {
  const name = useId();
  if (way === "order") {
    const names = given === "" ? orderOf(facts) : given.split(BETWEEN_NAMES);
    const move = (from: number, to: number): void =>
      onGiven(names.toSpliced(from, 1).toSpliced(to, 0, nth(names, from)).join(BETWEEN_NAMES));
    return <Ordering names={names} onMove={move} />;
  }
  if (way === "choice")
    return (
      <div className="predict-choices">
        {choicesOf(predict, facts).map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} checked={given === value} onChange={() => onGiven(value)} />{" "}
            <span>
              <ChoiceLabel text={label} isStatement={predict.statements.length > 0} />
            </span>
          </label>
        ))}
      </div>
    );
  if (way === "entries") {
    const asked = entriesAsked(facts);
    const texts = given.split(BETWEEN_NAMES);
    return asked.map((words, place) => (
      <label key={words} className="predict-field">
        <span>{words}</span>{" "}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={texts[place] ?? ""}
          onChange={({ target }) =>
            onGiven(asked.map((_, at) => (at === place ? target.value : (texts[at] ?? ""))).join(BETWEEN_NAMES))
          }
        />
      </label>
    ));
  }
  return (
    <label className="predict-field">
      <span className="visually-hidden">{t`Your answer`}</span>
      <input
        type="text"
        inputMode={way === "number" ? "decimal" : "text"}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={t`Your answer`}
        value={given}
        onChange={({ target }) => onGiven(target.value)}
      />
    </label>
  );
}

/** A statement with `code` in it; the text of a run as it is. */
function ChoiceLabel({ text, isStatement }: { readonly text: string; readonly isStatement: boolean }) {
  if (!isStatement)
    return (
      <code translate="no">
        <Notation text={text} />
      </code>
    );
  return keyed(paragraphs(text)).map(({ key, item }) => <RichText key={key} runs={item} />);
}

function orderOf({ right }: Facts): readonly string[] {
  return right?.tag === "answer" ? toBeOrdered(right.answer) : [];
}

const NEAR: Readonly<Record<Near, string>> = {
  sign: t`The size is right, the sign is not.`,
  inverse: t`It is the other way round: one divided by your number.`,
  ten: t`You are off by a factor of ten.`,
  digits: t`Right so far. Give one or two more digits.`,
  close: t`That is close.`,
  larger: t`That is too large.`,
  smaller: t`That is too small.`,
};

/** The numbers of a value, as far as they are all asked for. */
const RANKS: readonly string[] = [t`the first number`, t`the second number`, t`the third number`, t`the fourth number`];

/** Says which of several numbers are not right. */
function placesWords(places: readonly number[]): string {
  const numbers = capital(conjunction(places.map((place) => RANKS[place] ?? "")));
  return plural(places.length, { one: `${numbers} is not right.`, other: `${numbers} are not right.` });
}

interface VerdictProps extends QuestionProps {
  readonly verdict: Verdict;
}

function VerdictView({ cell, predict, program, verdict }: VerdictProps) {
  switch (verdict.tag) {
    case "waiting":
      return <Running />;
    case "unknown":
      return (
        <p>
          <NoAnswer why={verdict.why} />
        </p>
      );
    case "unreadable":
      return <p className="verdict wrong">{t`This answer cannot be read yet.`}</p>;
    case "right":
      return (
        <p className="verdict right">
          <Icon name="tick" /> {t`Right.`}
        </p>
      );
    case "wrong":
      return (
        <div className="verdict wrong">
          <p>
            <Icon name="cross" /> {t`Not quite.`} {verdict.near !== undefined && NEAR[verdict.near]}
            {verdict.places !== undefined && placesWords(verdict.places)}
          </p>
          {verdict.says !== undefined && (
            <Text text={verdict.says} cell={cell.id} of={program.name} setting={predict.setting} />
          )}
        </div>
      );
  }
}

/** The answer and its reason, when it may be seen. */
function Answer({ cell, predict, program, facts }: QuestionProps & { readonly facts: Facts }) {
  const answer = rightText(predict, facts);
  const says = rightStatement(predict, facts)?.says ?? "";
  return (
    <div className="predict-answer">
      {answer !== undefined && (
        <p>
          {t`The answer:`}{" "}
          <b>
            <ChoiceLabel text={answer} isStatement={predict.statements.length > 0} />
          </b>
        </p>
      )}
      {says !== "" && <Text text={says} cell={cell.id} of={program.name} setting={predict.setting} />}
      {predict.because !== "" && (
        <Text text={predict.because} cell={cell.id} of={program.name} setting={predict.setting} />
      )}
    </div>
  );
}
