// A slide: its heading, its prose, a program beside its result and its drawings, or a view at a scene. Nothing to edit with.
import "./slide.css";
import "./slide-lesson.css";
import "./slide-scene.css";
import "./slide-upright.css";
import { t } from "@lingui/core/macro";
import { lazy, type MouseEvent, Suspense, useEffect } from "react";
import { readView } from "../../course/model/cells.ts";
import { isOpen, keptBackBy } from "../../course/model/open-questions.ts";
import { useHidden, useKeptFromView } from "../../course/state/hidden.ts";
import { useDeeds } from "../../course/state/progress.ts";
import HiddenResult from "../../course/view/hidden-result.tsx";
import { Text } from "../../course/view/text.tsx";
import {
  type CellId,
  cellOf,
  isLessonCell,
  type LessonCell,
  type ProgramCell,
  programOf,
} from "../../document/document.ts";
import { wordsOfCell } from "../../document/first-words.ts";
import { headerOf, withoutHeader } from "../../document/header.ts";
import { useDocument } from "../../document/state/document.ts";
import { EMBEDDED_PANEL_WORDS } from "../../panels/state.ts";
import { NO_RUN } from "../../program/model/run.ts";
import { useNarrowed } from "../../program/state/narrowed.ts";
import { startRun, useRunning } from "../../program/state/running.ts";
import { keyed } from "../../ui/keyed.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { LookView } from "../../views/look.tsx";
import { paragraphs } from "../../words/rich-text.ts";
import { columnsOf, type Drawn, type Heading, type Slide, type Step, slideOf } from "../model.ts";
import type { Passage } from "../passages.ts";
import { show, slidesNow } from "../state.ts";
import { FitBox } from "./fit-box.tsx";
import { ProgramText } from "./program-text.tsx";
import { SlideResult } from "./slide-result.tsx";

const LessonCellView = lazy(() => import("../../lesson/view/lesson-cell.tsx"));
const PlayInside = lazy(() => import("../../panels/play/play-panel.tsx"));
const DRAWN = {
  plot: lazy(() => import("../../panels/plot/plot-panel.tsx")),
  graph: lazy(() => import("../../panels/graph/graph-panel.tsx")),
  columns: lazy(() => import("../../panels/columns/columns-panel.tsx")),
  curves: lazy(() => import("../../panels/curves/curves-panel.tsx")),
} as const;

/** The smallest sizes before something is scrolled, as factors of the largest. */
const LEAST_PROSE = 20 / 30;
const LEAST_PROGRAM = 18 / 28;
const LEAST_COLUMNS = 1.6;
/** The largest, where a short program or few columns leave room. */
const MOST_PROGRAM = 1.5;
const MOST_LESSON = 1.3;
const MOST_COLUMNS = 2.2;

interface SlideViewProps {
  readonly slide: Slide;
  /** Which of its steps is shown, from 0. */
  readonly step: number;
  /** Whether programs run on it and views can be used; otherwise it is a picture of itself. */
  readonly isLive: boolean;
}

/** Shows a slide at one of its steps; `isLive` marks the slide that is presented, not one in the overview. */
export function SlideView({ slide, step, isLive }: SlideViewProps) {
  const { heading, name } = slide;
  const shown = slide.steps[step] ?? slide.steps[0];
  const about = shown.tag === "program" ? shown.cell : shown.tag === "lesson" ? shown.program : undefined;
  const waits = useWaits(shown);
  const text = useDocument(({ document }) => programOf(document, about)?.text);
  const layout = layoutOf(slide, shown, text, waits.length > 0);
  return (
    <section
      className="slide"
      data-layout={layout}
      aria-label={t`Slide: ${name}`}
      onClickCapture={(event) => followLink(event, slide)}
    >
      {heading !== undefined && <SlideHeading heading={heading} cell={slide.cells[0] ?? NO_CELL} />}
      {"prose" in shown && layout !== "scene" && <SlideProse passages={shown.prose} />}
      {shown.tag === "scene" && shown.way !== undefined && <Caption way={shown.way} />}
      <SlideBody shown={shown} waits={waits} isLive={isLive} />
    </section>
  );
}

/** The words of a cell that leads into a view, above that view. */
function Caption({ way }: { readonly way: CellId }) {
  const cell = useDocument(({ document }) => cellOf(document, way));
  const text = cell !== undefined && isLessonCell(cell) ? readView(cell).caption : "";
  return text !== "" && <SlideProse passages={[{ tag: "prose", cell: way, text }]} />;
}

type Layout = "title" | "prose" | "program" | "long" | "drawn" | "scene" | "lesson" | "question";

function layoutOf({ heading, parts }: Slide, shown: Step, text: string | undefined, isWaiting: boolean): Layout {
  if (shown.tag === "scene") return "scene";
  if (shown.tag === "prose") return heading?.rank === 1 || parts.length === 0 ? "title" : "prose";
  if (shown.tag === "lesson" && shown.picture !== undefined) return "question";
  if (shown.tag === "lesson" && shown.program === undefined) return "lesson";
  if (shown.tag === "lesson" || shown.drawn === undefined || isWaiting)
    return text !== undefined && isLong(text) ? "long" : "program";
  // columns are programs themselves, and need the width
  return shown.drawn === "columns" ? "scene" : "drawn";
}

/** Whether a program has two columns. */
function isLong(text: string): boolean {
  return columnsOf(text).length > 1;
}

const NO_CELL = "" as CellId;

/** The open questions that a step would answer. */
function useWaits(shown: Step): readonly string[] {
  const cell = shown.tag === "program" || shown.tag === "scene" ? shown.cell : NO_CELL;
  const ofProgram = useHidden(cell);
  const ofView = useKeptFromView(cell, shown.tag === "scene" ? shown.view : "");
  const deeds = useDeeds();
  const document = useDocument((state) => state.document);
  const way = shown.tag === "scene" ? cellOf(document, shown.way ?? NO_CELL) : undefined;
  const ofWay = way?.tag === "view" ? keptBackBy(document, way, readView(way)).filter((id) => isOpen(id, deeds)) : [];
  return shown.tag === "scene" ? [...new Set([...ofView, ...ofWay])] : ofProgram;
}

/** A question, a view or an exercise, as in the document, beside the program that it is about. */
function SlideLesson({
  shown,
  isLive,
}: {
  readonly shown: Extract<Step, { tag: "lesson" }>;
  readonly isLive: boolean;
}) {
  const cell = useDocument(({ document }) => cellOf(document, shown.cell));
  const picture = useDocument(({ document }) => cellOf(document, shown.picture ?? NO_CELL));
  const program = useDocument(({ document }) => programOf(document, shown.program));
  if (cell === undefined || !isLessonCell(cell)) return null;
  const room = program !== undefined && isLong(program.text) ? "columns" : "narrow";
  return (
    <>
      {program !== undefined && <SlideProgram cell={program} isLive={false} room={room} isAsked />}
      {picture?.tag === "view" && (
        <FitBox className="slide-asked" label={t`Picture`} least={LEAST_PROSE} most={MOST_LESSON}>
          <OwnCell cell={picture} isLive={isLive} />
        </FitBox>
      )}
      <FitBox
        className="slide-lesson"
        label={t`Lesson`}
        least={LEAST_PROSE}
        // a question is as large before its answer as with it
        most={room === "columns" || cell.tag === "predict" ? 1 : MOST_LESSON}
        sight=".predict-form > .verdict-room:not(:empty)"
      >
        <OwnCell cell={cell} isLive={isLive} />
      </FitBox>
    </>
  );
}

/** A cell of a lesson as it is used, or its name on a picture of the slide. */
function OwnCell({ cell, isLive }: { readonly cell: LessonCell; readonly isLive: boolean }) {
  if (!isLive) return wordsOfCell(cell);
  return (
    <Suspense fallback={null}>
      <LessonCellView cell={cell} isOnSlide />
    </Suspense>
  );
}

interface SlideBodyProps {
  readonly shown: Step;
  readonly waits: readonly string[];
  readonly isLive: boolean;
}

function SlideBody({ shown, waits, isLive }: SlideBodyProps) {
  const id = shown.tag === "prose" || shown.tag === "lesson" ? undefined : shown.cell;
  const cell = useDocument(({ document }) => programOf(document, id));
  const isWaiting = waits.length > 0;
  useRunOf(isLive && !isWaiting ? cell : undefined);
  if (shown.tag === "lesson") return <SlideLesson key={shown.cell} shown={shown} isLive={isLive} />;
  if (cell === undefined || shown.tag === "prose") return null;
  if (shown.tag === "scene")
    return isWaiting ? (
      <div className="slide-panel slide-still">
        <HiddenResult questions={waits} />
      </div>
    ) : (
      <Scene shown={shown} cell={cell} isLive={isLive} />
    );
  // a drawing would give the answer away
  const drawn = isWaiting ? undefined : shown.drawn;
  const room = drawn !== undefined ? "narrow" : isLong(cell.text) ? "columns" : "wide";
  if (drawn === "columns") return <DrawnPanel cell={cell} drawn={drawn} isLive={isLive} />;
  return (
    <>
      <SlideProgram cell={cell} isLive={isLive} room={room} isAsked={isWaiting} />
      {drawn !== undefined && <DrawnPanel cell={cell} drawn={drawn} isLive={isLive} />}
      {isWaiting ? <HiddenResult questions={waits} /> : <SlideResult cell={cell} isBeside={room === "wide"} />}
    </>
  );
}

/** A program of one's own that has not run, runs when it is presented; one from elsewhere waits for its reader. */
function useRunOf(cell: ProgramCell | undefined): void {
  const id = cell?.id;
  const isReady = cell !== undefined && !cell.foreign;
  useEffect(() => {
    if (id === undefined || !isReady) return;
    const { running, result } = useRunning.getState().runs.get(id) ?? NO_RUN;
    if (running === undefined && result === undefined) void startRun(id);
  }, [id, isReady]);
}

/** A link to a scene of the slide is a step of it, one to a cell goes to the slide of that cell. */
function followLink(event: MouseEvent, slide: Slide): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (link === null || link.closest(".slide-view") !== null) return;
  event.preventDefault();
  event.stopPropagation();
  const address = link.getAttribute("href") ?? "";
  const slides = slidesNow();
  const at = slides.indexOf(slide);
  const step = slide.steps.findIndex((one) => one.tag === "scene" && one.address === address);
  if (at < 0) return;
  if (step >= 0) show({ slide: at, step });
  else if (address.startsWith("#cell-")) show({ slide: slideOf(slides, address.slice(1) as CellId), step: 0 });
}

/** Marks that a heading may have; one without any is text. */
const MARKS = /[\\`*_$<>[\]&~^"']|--|\.\.\.|\{=/;

interface SlideHeadingProps {
  readonly heading: Heading;
  readonly cell: CellId;
}

function SlideHeading({ heading: { text, rank }, cell }: SlideHeadingProps) {
  if (rank === undefined || !MARKS.test(text)) return <h2 className="slide-heading">{text}</h2>;
  return (
    <div className="slide-heading">
      <Suspense fallback={<h2>{text}</h2>}>
        <Text text={`## ${text}`} cell={cell} />
      </Suspense>
    </div>
  );
}

function SlideProse({ passages }: { readonly passages: readonly Passage[] }) {
  if (passages.length === 0) return null;
  return (
    <FitBox className="slide-prose" label={t`Prose`} least={LEAST_PROSE}>
      {keyed(passages).map(({ key, item }) =>
        item.tag === "prose" ? (
          <Text key={key} text={item.text} cell={item.cell} />
        ) : (
          <About key={key} text={item.text} />
        ),
      )}
    </FitBox>
  );
}

/** Most characters of a program's description on a slide. */
const LONGEST_ABOUT = 4000;

function About({ text }: { readonly text: string }) {
  return keyed(paragraphs(text.slice(0, LONGEST_ABOUT))).map(({ key, item }) => (
    <p key={key}>
      <RichText runs={item} />
    </p>
  ));
}

interface CellProps {
  readonly cell: ProgramCell;
  readonly isLive: boolean;
}

/**
 * Characters of a line of a program in the smallest letters that can be read from afar: where it has its result beside it, where a drawing
 * or a question, and where another column. Longer lines are broken.
 */
const CHARACTERS = { wide: 70, narrow: 54, columns: 56 } as const;

/** Characters of an input that stand below a program. */
const LONGEST_INPUT = 80;

interface SlideProgramProps extends CellProps {
  readonly room: keyof typeof CHARACTERS;
  /** Whether a question about its run is open: then its input stands below it, for no result has it. */
  readonly isAsked: boolean;
}

function SlideProgram({ cell, isLive, room, isAsked }: SlideProgramProps) {
  const run = useRunning(({ runs }) => runs.get(cell.id) ?? NO_RUN);
  const text = useNarrowed(withoutHeader(cell.text), CHARACTERS[room]);
  const at = cell.ask.at === "" ? (headerOf(cell.text).at?.text ?? "") : cell.ask.at;
  const input = at.length > LONGEST_INPUT ? `${at.slice(0, LONGEST_INPUT)}…` : at;
  const isPlayed = isLive && !isAsked && !cell.foreign && cell.views.inside.includes("play");
  return (
    <div className="slide-program">
      <FitBox className="slide-text" label={t`Program`} least={LEAST_PROGRAM} most={MOST_PROGRAM} sight=".slide-main">
        <div className="slide-columns">
          {(room === "columns" ? columnsOf(text) : [text]).map((part) => (
            <ProgramText key={part} text={part} />
          ))}
        </div>
      </FitBox>
      {isAsked && input !== "" && (
        <p className="slide-input">
          {t`input`} <code translate="no">{input}</code>
        </p>
      )}
      {isPlayed && (
        <div className="slide-play">
          <Suspense fallback={null}>
            <PlayInside cell={cell} run={run} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function DrawnPanel({ cell, drawn, isLive }: CellProps & { readonly drawn: Drawn }) {
  const View = DRAWN[drawn];
  if (!isLive || cell.foreign) return <div className="slide-drawn slide-still">{EMBEDDED_PANEL_WORDS[drawn]}</div>;
  const content = (
    <Suspense fallback={<p className="quiet">{t`loading …`}</p>}>
      <View key={cell.id} cell={cell} />
    </Suspense>
  );
  // graphs and curves are pictures, as large as there is room; columns are laid out, and then made larger or smaller
  if (drawn !== "columns")
    return (
      <div className="slide-drawn" data-drawn={drawn}>
        {content}
      </div>
    );
  return (
    <div className="slide-panel" data-drawn={drawn}>
      <FitBox className="scaled" label={EMBEDDED_PANEL_WORDS[drawn]} least={LEAST_COLUMNS} most={MOST_COLUMNS}>
        {content}
      </FitBox>
    </div>
  );
}

function Scene({ shown, cell, isLive }: CellProps & { readonly shown: Extract<Step, { tag: "scene" }> }) {
  return (
    <div className={isLive ? "slide-panel" : "slide-panel slide-still"}>
      {!isLive && shown.words}
      {isLive && cell.foreign && <p className="slide-note">{t`Not run yet.`}</p>}
      {isLive && !cell.foreign && (
        <div className="slide-view look">
          <LookView view={shown.view} cell={cell} scene={shown.scene} />
        </div>
      )}
    </div>
  );
}
