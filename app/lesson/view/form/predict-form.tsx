// The form of a question: its text, what its answer is, wrong answers, and the explanation.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { nth } from "../../../../engine/base/nth.ts";
import { programAbout } from "../../../course/model/asked-program.ts";
import { readPredict } from "../../../course/model/cells.ts";
import { type Section, wordIn } from "../../../course/model/source.ts";
import { asking, usualWrong } from "../../../course/model/usual-words.ts";
import { givesItselfAway } from "../../../course/model/verdict.ts";
import { type Question, queryOf, questionOf, withFirst } from "../../../course/model/written.ts";
import { useDocument } from "../../../document/state/document.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useFacts } from "../../state/facts.ts";
import { NoAnswer } from "../no-answer.tsx";
import { Area, type FormProps, Line, Select, STAGES } from "./fields.tsx";

/** Shows the fields of a question. */
export function PredictForm({ cell, parts, onParts }: FormProps) {
  const { options, sections } = parts;
  const document = useDocument((state) => state.document);
  const predict = readPredict(cell);
  const program = programAbout(document, cell.id, predict.of);
  const facts = useFacts(predict, program?.foreign ? undefined : program);
  const question = questionOf(wordIn(options, "is"));
  const wrong = sections.filter(({ kind }) => kind === "wrong");
  const setSections = (next: readonly Section[]): void => onParts({ ...parts, sections: next });
  const setWrong = (one: Section, change: Partial<Section>): void =>
    setSections(sections.map((section) => (section === one ? { ...section, ...change } : section)));
  const refusal = (index: number) => {
    const found = facts.wrong[index];
    if (found?.tag === "mistake") return <NoAnswer why={found.message} />;
    if (!givesItselfAway(found, facts.right)) return undefined;
    return t`This answer is written unlike the right one and would give itself away, so it is not among the choices.`;
  };
  return (
    <>
      <Area label={t`Question`} value={parts.text} onValue={(text) => onParts({ ...parts, text })} />
      <AnswerIs question={question} onQuestion={(next) => onParts(asking(parts, question, next))} />
      {wrong.map((one, index) => {
        const place = index + 1;
        return (
          <fieldset key={place} className="lesson-form-wrong">
            <legend>{t`Wrong answer ${place}`}</legend>
            <Line
              label={t`Answer, as a number or a query`}
              value={one.argument}
              isCode
              refusal={refusal(index)}
              onValue={(argument) => setWrong(one, { argument })}
            />
            <Area label={t`Why it is wrong`} value={one.text} onValue={(text) => setWrong(one, { text })} />
            <button
              type="button"
              className="button quiet small"
              onClick={() => setSections(sections.filter((section) => section !== one))}
            >
              <Icon name="cross" /> {t`Remove wrong answer ${place}`}
            </button>
          </fieldset>
        );
      })}
      <button
        type="button"
        className="button line small"
        onClick={() => setSections(withWrong(sections, { ...usualWrong(question), text: "" }))}
      >
        <Icon name="plus" /> {t`Add a wrong answer`}
      </button>
      <Area
        label={t`Explanation after the answer`}
        value={sections.find(({ kind }) => kind === "because")?.text ?? ""}
        onValue={(text) => setSections(withFirst(sections, "because", text))}
      />
    </>
  );
}

/** The sections with one more wrong answer, after the last one. */
function withWrong(sections: readonly Section[], wrong: Section): readonly Section[] {
  const at = sections.findLastIndex(({ kind }) => kind === "wrong");
  return [...sections.slice(0, at + 1), wrong, ...sections.slice(at + 1)];
}

const ASKS: Readonly<Record<Question["asks"], string>> = {
  value: t`the value of the program`,
  gradient: t`the gradient`,
  cotangent: t`the cotangent of a number`,
  calls: t`how often a backpropagator is called`,
  query: t`the answer of a query`,
};

const FIRST_STAGE = nth(STAGES, 0)[0];

interface AnswerIsProps {
  readonly question: Question;
  onQuestion(question: Question): void;
}

function AnswerIs({ question: read, onQuestion }: AnswerIsProps) {
  // a query that could be asked by name is written, too, where its author chose to
  const [isWritten, setWritten] = useState(false);
  const question: Question = isWritten ? { asks: "query", query: queryOf(read) } : read;
  const name = "of" in question ? question.of : "x";
  const to = (asks: Question["asks"]): Question => {
    if (asks === "cotangent") return { asks, of: name };
    if (asks === "calls") return { asks, of: name, by: "by" in question ? question.by : FIRST_STAGE };
    return asks === "query" ? { asks, query: queryOf(question) } : { asks };
  };
  return (
    <div className="lesson-form-row">
      <Select
        label={t`The answer is`}
        value={question.asks}
        options={Object.entries(ASKS)}
        onValue={(asks) => {
          setWritten(asks === "query");
          if (asks !== "query") onQuestion(to(asks as Question["asks"]));
        }}
      />
      {"of" in question && (
        <Line label={t`Its name`} value={question.of} isCode onValue={(of) => onQuestion({ ...question, of })} />
      )}
      {question.asks === "calls" && (
        <Select
          label={t`Stage`}
          value={question.by}
          options={STAGES}
          onValue={(by) => onQuestion({ ...question, by })}
        />
      )}
      {question.asks === "query" && (
        <Line
          label={t`Query`}
          value={question.query}
          isCode
          onValue={(query) => {
            setWritten(true);
            onQuestion(questionOf(query));
          }}
        />
      )}
    </div>
  );
}
