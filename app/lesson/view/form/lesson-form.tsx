// The form of a cell of a lesson, for its author: the fields of its kind; everything else is in the source.
import "../../locale.ts";
import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { describedStage, REVERSE_STAGES } from "../../../../engine/algorithms/catalogue.ts";
import { OPTION_WORDS } from "../../../algorithms/index.ts";
import { isBroken } from "../../../course/model/cells.ts";
import { readSource, type Section, type Source, wordIn, wordsIn } from "../../../course/model/source.ts";
import {
  type Question,
  queryOf,
  questionOf,
  withFirst,
  withValue,
  writtenSource,
} from "../../../course/model/written.ts";
import type { LessonCell, LessonTag } from "../../../document/document.ts";
import { setText } from "../../../document/state/changing.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ShownChoice } from "../shown-choice.tsx";
import "./form.css";

type Parts = Pick<Source, "options" | "text" | "sections">;

interface FormProps {
  readonly parts: Parts;
  onParts(parts: Parts): void;
}

/** Shows the fields of a cell of a lesson; every change is one of its source. */
export function LessonForm({ cell }: { readonly cell: LessonCell }) {
  const [parts, setParts] = useState<Parts>(() => readSource(cell.text));
  const written = useRef(cell.text);
  // another text than that of the fields comes from the source, or by Undo
  useEffect(() => {
    if (cell.text === written.current) return;
    written.current = cell.text;
    setParts(readSource(cell.text));
  }, [cell.text]);
  if (isBroken(cell)) return null;
  const change = (next: Parts): void => {
    setParts(next);
    written.current = writtenSource(next);
    setText(cell.id, written.current);
  };
  const Form = FORMS[cell.tag];
  return (
    <div className="lesson-form">
      {cell.tag === "view" && <ShownChoice cell={cell} />}
      <Form parts={parts} onParts={change} />
    </div>
  );
}

const FORMS: Readonly<Record<LessonTag, (props: FormProps) => ReactNode>> = {
  predict: PredictForm,
  view: ViewForm,
  break: BreakForm,
  exercise: ExerciseForm,
};

function PredictForm({ parts, onParts }: FormProps) {
  const { options, sections } = parts;
  const wrong = sections.filter(({ kind }) => kind === "wrong");
  const setSections = (next: readonly Section[]): void => onParts({ ...parts, sections: next });
  const setWrong = (one: Section, change: Partial<Section>): void =>
    setSections(sections.map((section) => (section === one ? { ...section, ...change } : section)));
  return (
    <>
      <Area label={t`Question`} value={parts.text} onValue={(text) => onParts({ ...parts, text })} />
      <AnswerIs
        question={questionOf(wordIn(options, "is"))}
        onQuestion={(question) => onParts({ ...parts, options: withValue(options, "is", queryOf(question)) })}
      />
      {wrong.map((one, index) => {
        const place = index + 1;
        return (
          <fieldset key={place} className="lesson-form-wrong">
            <legend>{t`Wrong answer ${place}`}</legend>
            <Line
              label={t`Answer, as a number or a query`}
              value={one.argument}
              isCode
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
        onClick={() => setSections(withWrong(sections, { kind: "wrong", argument: "2 * value()", text: "" }))}
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

function AnswerIs({ question, onQuestion }: { readonly question: Question; onQuestion(question: Question): void }) {
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
        onValue={(asks) => onQuestion(to(asks as Question["asks"]))}
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
        <Line label={t`Query`} value={question.query} isCode onValue={(query) => onQuestion({ ...question, query })} />
      )}
    </div>
  );
}

const REVERSE = REVERSE_STAGES;
const STAGES = REVERSE.map(({ id }) => [id, id] as const);
const FIRST_STAGE = STAGES[0]![0];

function ViewForm({ parts, onParts }: FormProps) {
  const { options } = parts;
  const set = (name: string, value: string): void => onParts({ ...parts, options: withValue(options, name, value) });
  return (
    <>
      <div className="lesson-form-row">
        <Line
          label={t`At: start, turn, end, or an address such as before call z`}
          value={wordIn(options, "at")}
          isCode
          onValue={(at) => set("at", at)}
        />
        <Line
          label={t`Number that is marked`}
          value={wordIn(options, "choose")}
          isCode
          onValue={(of) => set("choose", of)}
        />
      </div>
      <Area label={t`Text above it`} value={parts.text} onValue={(text) => onParts({ ...parts, text })} />
    </>
  );
}

function BreakForm({ parts, onParts }: FormProps) {
  const { options } = parts;
  const by = wordIn(options, "by");
  const faults = (describedStage(by)?.varied ?? []).map((id) => [id, OPTION_WORDS[id]?.label ?? id] as const);
  const set = (name: string, value: string): void => onParts({ ...parts, options: withValue(options, name, value) });
  return (
    <>
      <div className="lesson-form-row">
        <Select label={t`Stage`} value={by} options={STAGES} onValue={(stage) => set("by", stage)} />
        <Select
          label={t`Broken by`}
          value={wordIn(options, "with")}
          options={faults}
          onValue={(fault) => set("with", fault)}
        />
      </div>
      <Area label={t`Text above it`} value={parts.text} onValue={(text) => onParts({ ...parts, text })} />
    </>
  );
}

function ExerciseForm({ parts, onParts }: FormProps) {
  const { options, sections } = parts;
  const setList = (name: string, text: string): void =>
    onParts({
      ...parts,
      options: withValue(
        options,
        name,
        text.split(/\s*;\s*/).filter((one) => one !== ""),
      ),
    });
  const program = (kind: "start" | "reference"): string => sections.find((one) => one.kind === kind)?.text ?? "";
  const setProgram = (kind: "start" | "reference", text: string): void =>
    onParts({ ...parts, sections: withFirst(sections, kind, text) });
  return (
    <>
      <Area label={t`Task`} value={parts.text} onValue={(text) => onParts({ ...parts, text })} />
      <Area
        label={t`Program to begin with`}
        value={program("start")}
        isCode
        onValue={(text) => setProgram("start", text)}
      />
      <Area
        label={t`Solution, which answers are compared with`}
        value={program("reference")}
        isCode
        onValue={(text) => setProgram("reference", text)}
      />
      <div className="lesson-form-row">
        <Line
          label={t`Forbidden words, with ; between them`}
          value={wordsIn(options, "forbid").join("; ")}
          isCode
          onValue={(text) => setList("forbid", text)}
        />
        <Line
          label={t`Conditions, such as operations() <= 3`}
          value={wordsIn(options, "limits").join("; ")}
          isCode
          onValue={(text) => setList("limits", text)}
        />
      </div>
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly isCode?: boolean;
  onValue(value: string): void;
}

function Line({ label, value, isCode = false, onValue }: FieldProps) {
  const id = useId();
  return (
    <p className="lesson-form-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isCode ? "text-field code" : "text-field"}
        type="text"
        autoComplete="off"
        spellCheck={!isCode}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </p>
  );
}

function Area({ label, value, isCode = false, onValue }: FieldProps) {
  const id = useId();
  return (
    <p className="lesson-form-field wide">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={isCode ? "text-field code" : "text-field"}
        rows={Math.min(12, Math.max(2, value.split("\n").length))}
        spellCheck={!isCode}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </p>
  );
}

interface SelectProps extends Omit<FieldProps, "isCode"> {
  readonly options: readonly (readonly [value: string, words: string])[];
}

function Select({ label, value, options, onValue }: SelectProps) {
  const id = useId();
  const isKnown = options.some(([one]) => one === value);
  return (
    <p className="lesson-form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onValue(target.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </p>
  );
}
