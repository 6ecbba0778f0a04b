// The page: the bar, and below it the document as an article, or another view of its first program.
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useEffect } from "react";
import { unreachable } from "../../engine/base/unreachable.ts";
import { STUDY_PAGES } from "../algorithms/studies.ts";
import { IS_EMBEDDED } from "../base/mode.ts";
import { useKeys } from "../commands/keys.ts";
import { useHidden, useKeptFromView, useSolutionOf } from "../course/state/hidden.ts";
import { readProgress } from "../course/state/progress.ts";
import { useIsRead } from "../course/state/reading.ts";
import { Dialogs } from "../dialogs/dialogs.tsx";
import { addressOf, type PageView, programNamed, type View } from "../document/address.ts";
import {
  type Cell,
  type CellId,
  type Document,
  hasLesson,
  type ProgramCell,
  programsOf,
  repeatsTitle,
} from "../document/document.ts";
import { wordsOfCell } from "../document/first-words.ts";
import { programName, withoutResults } from "../document/header.ts";
import { useDocument } from "../document/state/document.ts";
import { Entrance } from "../entrance/entrance.tsx";
import { useEntrance } from "../entrance/state.ts";
import { openDialog, useDialog } from "../navigation/dialogs.ts";
import { useRoute, VIEW_WORDS } from "../navigation/route.ts";
import { AddCell } from "../notebook/cell/add-cell.tsx";
import { CellView } from "../notebook/cell/cell-view.tsx";
import { loadEditors } from "../notebook/cell/loading.ts";
import { ProseView } from "../notebook/prose/prose-view.tsx";
import { useChecking } from "../program/state/checking.ts";
import { AskToRun, AskToRunAll } from "../program/view/ask-to-run.tsx";
import { useGrowing } from "../ui/hooks/use-growing.ts";
import { useNear } from "../ui/hooks/use-near.ts";
import { isDrawnAtOnce, Late } from "../ui/late.tsx";
import { Bar } from "./bar.tsx";
import { HelpBeside } from "./help-beside.tsx";
import { AnyNotice, endNoticesWithViews } from "./notices.tsx";
import { Outline } from "./outline.tsx";
import { useScrolling } from "./scrolling.ts";

const LookView = lazy(async () => ({ default: (await import("../views/look.tsx")).LookView }));
// it leads to a line of a program, in its editor
const Tour = lazy(async () => (await Promise.all([import("../entrance/tour.tsx"), loadEditors()]))[0]);
const Pager = lazy(() => import("./pager.tsx"));
const FoldedSolution = lazy(() => import("../course/view/folded-solution.tsx"));
const HiddenResult = lazy(() => import("../course/view/hidden-result.tsx"));
const CourseDialog = lazy(() => import("../lesson/view/course-dialog.tsx"));
const CourseFoot = lazy(() => import("../lesson/view/course-foot.tsx"));
const LessonCellView = lazy(() => import("../lesson/view/lesson-cell.tsx"));

const PAGE_SKIP_WORDS: Readonly<Record<PageView, string>> = {
  document: t`Skip to the document`,
  explorer: t`Skip to the explorer`,
  graph: t`Skip to the graph`,
  ladder: t`Skip to the ladder`,
  complexity: t`Skip to the complexity`,
  jobs: t`Skip to the jobs`,
  systems: t`Skip to the systems`,
  compiled: t`Skip to the compiled program`,
};

const SKIP_WORDS: Readonly<Record<View, string>> = {
  ...PAGE_SKIP_WORDS,
  ...Object.fromEntries(STUDY_PAGES.map(({ view, skip }) => [view, skip])),
};

/** Shows the bar, and below it the document or the view of a program that the address names, with dialogs and help. */
export function Page() {
  const view = useRoute((state) => state.view);
  const asked = useRoute((state) => state.cell);
  const document_ = useDocument((state) => state.document);
  const turn = useDocument((state) => state.turn);
  const { cells } = document_;
  const dialog = useDialog((state) => state.open);
  const isLesson = hasLesson(document_);
  const isRead = useIsRead();
  useEffect(() => {
    if (isLesson) void readProgress();
  }, [isLesson]);
  const failure = useChecking((state) => state.failure);
  const drawn = useGrowing(cells.length, turn);
  const programs = programsOf(document_);
  const places = new Map(programs.map(({ id }, index) => [id, index + 1]));
  const looked = programNamed(document_, asked) ?? programs[0];
  const [first] = cells;
  const isEdited = !IS_EMBEDDED;
  useEffect(() => {
    document.documentElement.dataset.mode = isEdited ? "edited" : "embedded";
  }, [isEdited]);
  useKeys();
  useEffect(endNoticesWithViews, []);
  useEffect(() => {
    // a student's link to their answers
    if (location.hash.startsWith("#results=")) openDialog("course");
  }, []);
  useScrolling(view, turn);
  useTitle(document_, looked, view);
  return (
    <>
      <a className="skip" href="#document">
        {SKIP_WORDS[view]}
      </a>
      {isEdited && <Bar />}
      <Dialogs />
      <Suspense>{dialog === "course" && <CourseDialog />}</Suspense>
      {view !== "document" && (looked === undefined ? <NoProgram /> : <Look view={view} cell={looked} />)}
      <div className={isRead ? "page is-read" : "page"} hidden={view !== "document"}>
        {isEdited && <Outline />}
        <main id={view === "document" ? "document" : undefined} tabIndex={-1}>
          {document_.title !== "" && !repeatsTitle(document_) && <h1 className="paper-title">{document_.title}</h1>}
          {first?.tag !== "program" && <h1 className="visually-hidden">{document_.title || t`Untitled document`}</h1>}
          {view === "document" && <AnyNotice />}
          <AskToRunAll />
          {failure !== undefined && (
            <p className="notice top" role="alert">
              {t`The checker crashed: ${failure}. This is a bug in Dualscope, not in your program.`}
            </p>
          )}
          {isEdited && view === "document" && <Welcome first={programs[0]} />}
          {isEdited && <AddCell below={undefined} isFirst={cells.length === 0} />}
          {cells.slice(0, drawn).map((cell, index) => (
            <div key={`${turn} ${cell.id}`}>
              <Late
                id={cell.id}
                label={() => (cell.tag === "program" ? programName(document_, cell) : wordsOfCell(cell))}
                text={cell.tag === "program" ? withoutResults(cell.text) : cell.text}
                isFirst={isDrawnAtOnce(index, cells.length)}
              >
                <CellByKind cell={cell} first={cell === first} place={places.get(cell.id) ?? 0} />
                {isEdited && <AddCell below={cell.id} isFirst={false} />}
              </Late>
            </div>
          ))}
          {isEdited && document_.course !== undefined && (
            <Suspense>
              <CourseFoot lesson={document_.course.lesson} />
            </Suspense>
          )}
          {isEdited && cells.length === 1 && first?.tag === "program" && <LatePager cell={first} />}
        </main>
      </div>
      <HelpBeside />
    </>
  );
}

/** Names the window after the document and its view. */
function useTitle(document_: Document, looked: ProgramCell | undefined, view: View): void {
  const name = looked === undefined ? document_.title : document_.title || programName(document_, looked);
  const where = view === "document" ? "" : ` · ${VIEW_WORDS[view]}`;
  useEffect(() => {
    document.title = `${name === "" ? "Dualscope" : `${name}${where} · Dualscope`}`;
  }, [name, where]);
}

const NO_CELL = "" as CellId;

/** The entrance above the document, and the tour over it. */
function Welcome({ first }: { readonly first: ProgramCell | undefined }) {
  const { isOpen, stop } = useEntrance();
  const hidden = useHidden(first?.id ?? NO_CELL);
  return (
    <>
      {isOpen && first !== undefined && !first.foreign && hidden.length === 0 && <Entrance cell={first} />}
      <Suspense>{stop !== undefined && <Tour stop={stop} />}</Suspense>
    </>
  );
}

/** A view of a program other than its text. The document stays where it is, hidden. */
function Look({ view, cell }: { readonly view: Exclude<View, "document">; readonly cell: ProgramCell }) {
  const scene = useRoute((state) => state.scene);
  const hidden = useKeptFromView(cell.id, view);
  return (
    <main id="document" className="look" tabIndex={-1}>
      <AnyNotice isAbove />
      {cell.foreign ? (
        <AskToRun cell={cell} isView />
      ) : hidden.length > 0 ? (
        <Suspense>
          <HiddenResult questions={hidden} isView />
        </Suspense>
      ) : (
        <Suspense>
          <LookView view={view} cell={cell} scene={scene} />
        </Suspense>
      )}
    </main>
  );
}

function NoProgram() {
  return (
    <main id="document" className="look" tabIndex={-1}>
      <div className="opening">
        <p className="headline">{t`The document has no program`}</p>
        <p>
          <a className="link" href={addressOf("document")}>
            {t`Back to the document`}
          </a>
        </p>
      </div>
    </main>
  );
}

interface ProgramProps {
  readonly cell: ProgramCell;
  readonly first: boolean;
  readonly place: number;
}

/** A program; one that solves an exercise is folded until that is solved. */
function ProgramByState(props: ProgramProps) {
  const exercise = useSolutionOf(props.cell);
  if (exercise === undefined) return <CellView {...props} />;
  return (
    <Suspense>
      <FoldedSolution program={props.cell} exercise={exercise} />
    </Suspense>
  );
}

/** The one place where the kinds of cells meet their views. */
function CellByKind({ cell, first, place }: { readonly cell: Cell; readonly first: boolean; readonly place: number }) {
  switch (cell.tag) {
    case "program":
      return <ProgramByState cell={cell} first={first} place={place} />;
    case "prose":
      return <ProseView cell={cell} />;
    case "predict":
    case "view":
    case "break":
    case "exercise":
      return (
        <Suspense fallback={<section className="chapter" id={cell.id} data-cell={cell.id} />}>
          <LessonCellView cell={cell} />
        </Suspense>
      );
    default:
      return unreachable(cell);
  }
}

/** The way to other examples, which are loaded when the reader comes to the end of the page. */
function LatePager({ cell }: { readonly cell: ProgramCell }) {
  const { box, isNear } = useNear<HTMLDivElement>("100px");
  if (!isNear) return <div ref={box} />;
  return (
    <Suspense>
      <Pager cell={cell} />
    </Suspense>
  );
}
