// The form of a cell of a lesson, for its author: the fields of its kind; everything else is in the source.
import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { describedStage } from "../../../../engine/algorithms/catalogue.ts";
import { OPTION_WORDS } from "../../../algorithms/index.ts";
import { isBroken } from "../../../course/model/cells.ts";
import { readSource, wordIn, wordsIn } from "../../../course/model/source.ts";
import type { Parts } from "../../../course/model/usual-words.ts";
import { withFirst, withValue, writtenSource } from "../../../course/model/written.ts";
import type { LessonCell, LessonTag } from "../../../document/document.ts";
import { setText } from "../../../document/state/changing.ts";
import { ShownChoice } from "../shown-choice.tsx";
import { useInSight } from "../use-in-sight.ts";
import { Area, type FormProps, Line, Select, STAGES } from "./fields.tsx";
import "./form.css";
import { PredictForm } from "./predict-form.tsx";

/** Shows the fields of a cell of a lesson; every change is one of its source. */
export function LessonForm({ cell }: { readonly cell: LessonCell }) {
  const [parts, setParts] = useState<Parts>(() => readSource(cell.text));
  const written = useRef(cell.text);
  // the form is there to be written in, and mostly opens below the window
  const form = useInSight<HTMLDivElement>(cell.id);
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
    <div ref={form} className="lesson-form">
      {cell.tag === "view" && <ShownChoice cell={cell} />}
      <Form cell={cell} parts={parts} onParts={change} />
    </div>
  );
}

const FORMS: Readonly<Record<LessonTag, (props: FormProps) => ReactNode>> = {
  predict: PredictForm,
  view: ViewForm,
  break: BreakForm,
  exercise: ExerciseForm,
};

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
      <Area
        label={t`Explanation after the solution`}
        value={sections.find(({ kind }) => kind === "because")?.text ?? ""}
        onValue={(text) => onParts({ ...parts, sections: withFirst(sections, "because", text) })}
      />
    </>
  );
}
