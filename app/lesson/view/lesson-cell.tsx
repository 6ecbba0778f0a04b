// A cell of a lesson: as its reader uses it, and its source for its author.
import { t } from "@lingui/core/macro";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { unreachable } from "../../../engine/base/unreachable.ts";
import { programAbout } from "../../course/model/asked-program.ts";
import { isBroken, readPredict } from "../../course/model/cells.ts";
import { numberOfQuestion } from "../../course/model/open-questions.ts";
import { type LessonCell, type LessonTag, programsOf } from "../../document/document.ts";
import { wordsOfCell } from "../../document/first-words.ts";
import { titleOf } from "../../document/header.ts";
import { setText } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { openHelp } from "../../help/state.ts";
import { CellTools } from "../../notebook/cell/cell-tools.tsx";
import { ProseEditorView } from "../../notebook/prose/prose-editor-view.tsx";
import { Icon } from "../../ui/icon.tsx";
import "../by-hand.css";
import "../glimpse.css";
import "../lesson.css";
import { BreakView } from "./break/break-view.tsx";
import { ExerciseView } from "./exercise-view.tsx";
import { GlimpseView } from "./glimpse/glimpse-view.tsx";
import { PredictView } from "./predict-view.tsx";

/** Names of the kinds of cells. */
const NAMES: Readonly<Record<LessonTag, string>> = {
  predict: t`Predict`,
  view: t`Look`,
  break: t`Break it`,
  exercise: t`Exercise`,
};

// few who read a lesson write one
const LessonForm = lazy(() => import("./form/lesson-form.tsx").then(({ LessonForm: form }) => ({ default: form })));

interface LessonCellProps {
  readonly cell: LessonCell;
  /** On a slide there is nothing to edit with. */
  readonly isOnSlide?: boolean;
}

/** Shows a cell of a lesson, or its source while that is edited. */
export default function LessonCellView({ cell, isOnSlide = false }: LessonCellProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSource, setSource] = useState(false);
  const box = useRef<HTMLElement>(null);
  const name = NAMES[cell.tag];
  /** Its number, where its document has several: cells that wait for it name it so. */
  const question = useDocument(({ document }) => numberOfQuestion(document, cell.id));
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(".lesson-edit")?.focus());
  };
  const content = isBroken(cell) ? (
    <p className="notice" role="status">
      {t`The first line of this cell must be JSON, and cannot be read.`}
    </p>
  ) : (
    <Kind cell={cell} />
  );
  if (isOnSlide)
    return (
      <article className={`lesson-cell ${cell.tag}`} aria-label={wordsOfCell(cell)}>
        {question !== undefined && <p className="lesson-kind">{t`Question ${question}`}</p>}
        {content}
      </article>
    );
  return (
    <article
      ref={box}
      className={`chapter lesson-cell ${cell.tag}`}
      id={cell.id}
      data-cell={cell.id}
      aria-label={wordsOfCell(cell)}
    >
      <CellTools cell={cell} />
      <p className="lesson-kind">
        <span>{question === undefined ? name : t`Question ${question}`}</span> <OfProgram cell={cell} />
      </p>
      {content}
      {isOpen && (
        <>
          <Suspense>
            <LessonForm cell={cell} />
          </Suspense>
          <p className="lesson-form-ways">
            <button
              type="button"
              className="button quiet small"
              aria-expanded={isSource}
              onClick={() => setSource(!isSource)}
            >
              {isSource ? t`Hide the source` : t`Show the source`}
            </button>
            <button type="button" className="button quiet small" onClick={() => openHelp({ section: "writing" })}>
              <Icon name="question" /> {t`Help on cells like this`}
            </button>
          </p>
        </>
      )}
      {isOpen && (isSource || isBroken(cell)) && (
        <ProseEditorView
          cell={cell}
          dropped={undefined}
          takesFocus={false}
          onText={(text) => setText(cell.id, text)}
          onClose={close}
        />
      )}
      <button
        type="button"
        className="button line small lesson-edit"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Icon name={isOpen ? "tick" : "edit"} /> {isOpen ? t`Done` : t`Edit`}
      </button>
    </article>
  );
}

/** Names the program that a cell is about, where another one is nearer above it. */
function OfProgram({ cell }: { readonly cell: LessonCell }) {
  const document = useDocument((state) => state.document);
  if (cell.tag === "exercise") return null;
  const program = programAbout(document, cell.id, readPredict(cell).of);
  if (program === undefined || program.id === programAbout(document, cell.id, "")?.id) return null;
  const place = 1 + programsOf(document).findIndex(({ id }) => id === program.id);
  return (
    <a className="lesson-of" href={`#${program.id}`}>
      {titleOf(program.text) ?? t`about program ${place}, further up`}
    </a>
  );
}

function Kind({ cell }: { readonly cell: LessonCell }): ReactNode {
  switch (cell.tag) {
    case "predict":
      return <PredictView cell={cell} />;
    case "view":
      return <GlimpseView cell={cell} />;
    case "break":
      return <BreakView cell={cell} />;
    case "exercise":
      return <ExerciseView cell={cell} />;
    default:
      return unreachable(cell.tag);
  }
}
