// The page: the bar, and below it the document as an article, or another view of its first program.
import { t } from "@lingui/core/macro";
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from "react";
import { unreachable } from "../../engine/base/unreachable.ts";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { type Cell, type ProgramCell, programsOf } from "../document/document.ts";
import { useEntrance } from "../entrance/state.ts";
import { useChecking } from "../state/checking.ts";
import { useDocument } from "../state/document.ts";
import { contradictionIn, useExplorer } from "../state/explorer.ts";
import { IS_EMBEDDED, useLecture } from "../state/mode.ts";
import { addressOf, useRoute, VIEW_WORDS, type View } from "../state/route.ts";
import { titleOf } from "../view-models/header.ts";
import { AddCell } from "./add-cell.tsx";
import { AskToRun } from "./ask-to-run.tsx";
import { Bar } from "./bar.tsx";
import { CellView } from "./cell-view.tsx";
import { ContradictionNote } from "./contradiction-note.tsx";
import { Dialogs } from "./dialogs/dialogs.tsx";
import { HelpBeside } from "./help-beside.tsx";
import { useKeys } from "./keys.ts";
import { isDrawnAtOnce, LateCell } from "./late-cell.tsx";
import { LectureBar } from "./lecture-bar.tsx";
import type { LookProps } from "./look-props.ts";
import { AnyNotice } from "./notices.tsx";
import { Outline } from "./outline.tsx";
import { Pager } from "./pager.tsx";
import { ProseView } from "./prose-view.tsx";

/** The views beside the document; what they need is loaded when they are opened. */
const LOOKS: Readonly<Record<Exclude<View, "document">, LazyExoticComponent<ComponentType<LookProps>>>> = {
  explorer: lazy(() => import("./explorer/explorer-view.tsx")),
  graph: lazy(() => import("./graph/graph-view.tsx")),
  ladder: lazy(() => import("./ladder/ladder-view.tsx")),
  complexity: lazy(() => import("./lab/lab-view.tsx")),
  jobs: lazy(() => import("./jobs/jobs-view.tsx")),
};

const Entrance = lazy(() => import("../entrance/entrance.tsx"));
const Tour = lazy(() => import("../entrance/tour.tsx"));

const SKIP_WORDS: Readonly<Record<View, string>> = {
  document: t`Skip to the document`,
  explorer: t`Skip to the explorer`,
  graph: t`Skip to the graph`,
  ladder: t`Skip to the ladder`,
  complexity: t`Skip to the complexity`,
  jobs: t`Skip to the jobs`,
};

export function Page() {
  const view = useRoute((state) => state.view);
  const asked = useRoute((state) => state.cell);
  const document_ = useDocument((state) => state.document);
  const turn = useDocument((state) => state.turn);
  const { cells } = document_;
  const failure = useChecking((state) => state.failure);
  const programs = programsOf(document_);
  const places = new Map(programs.map(({ id }, index) => [id, index + 1]));
  const looked = programs.find(({ id }) => id === asked) ?? programs[0];
  const [first] = cells;
  const lecture = useLecture((state) => state.at);
  const shown = lecture === undefined ? undefined : Math.min(lecture, cells.length - 1);
  const isEdited = lecture === undefined && !IS_EMBEDDED;
  const mode = lecture !== undefined ? "lecture" : IS_EMBEDDED ? "embedded" : "edited";
  useEffect(() => {
    document.documentElement.dataset.mode = mode;
  }, [mode]);
  useKeys();
  const name = looked === undefined ? document_.title : document_.title || titleOf(looked.text);
  const where = view === "document" ? "" : ` · ${VIEW_WORDS[view]}`;
  useEffect(() => {
    document.title = `${name === "" ? "Dualscope" : `${name}${where} · Dualscope`}`;
  }, [name, where]);
  return (
    <>
      <a className="skip" href="#document">
        {SKIP_WORDS[view]}
      </a>
      {isEdited && <Bar />}
      {lecture !== undefined && <LectureBar count={cells.length} />}
      <Dialogs />
      {view !== "document" && (looked === undefined ? <NoProgram /> : <Look view={view} cell={looked} />)}
      <div className="page" hidden={view !== "document"}>
        {isEdited && <Outline />}
        <main id={view === "document" ? "document" : undefined} tabIndex={-1}>
          {(first?.tag !== "program" || (shown ?? 0) > 0) && (
            <h1 className="visually-hidden">{document_.title || t`Untitled document`}</h1>
          )}
          {view === "document" && <AnyNotice />}
          {failure !== undefined && (
            <p className="notice top" role="alert">
              {t`The checker crashed: ${failure}. This is a bug in Dualscope, not in your program.`}
            </p>
          )}
          {isEdited && view === "document" && <Welcome first={programs[0]} />}
          {isEdited && <AddCell below={undefined} isFirst={cells.length === 0} />}
          {cells.map((cell, index) => (
            <div key={`${turn} ${cell.id}`} hidden={lecture !== undefined && index !== shown}>
              <LateCell cell={cell} isFirst={isDrawnAtOnce(index, cells.length)}>
                <CellByKind cell={cell} first={cell === first} place={places.get(cell.id) ?? 0} />
                {isEdited && <AddCell below={cell.id} isFirst={false} />}
              </LateCell>
            </div>
          ))}
          {isEdited && cells.length === 1 && first?.tag === "program" && <Pager cell={first} />}
        </main>
      </div>
      <HelpBeside />
    </>
  );
}

/** The entrance above the document, and the tour over it. */
function Welcome({ first }: { readonly first: ProgramCell | undefined }) {
  const { isOpen, stop } = useEntrance();
  return (
    <Suspense fallback={<div className="entrance-room" />}>
      {isOpen && first !== undefined && !first.foreign && <Entrance cell={first} />}
      {stop !== undefined && <Tour stop={stop} />}
    </Suspense>
  );
}

/** What is wrong with a run that a view is about, over the view. */
function ExplorationContradiction() {
  const found = useExplorer(contradictionIn);
  return found === undefined ? null : <ContradictionNote found={found} isFloating />;
}

/** A view of a program other than its text. The document stays where it is, hidden. */
function Look({ view, cell }: { readonly view: Exclude<View, "document">; readonly cell: ProgramCell }) {
  const View = LOOKS[view];
  if (cell.foreign)
    return (
      <main id="document" className="look" tabIndex={-1}>
        <AnyNotice isFloating />
        <AskToRun cell={cell} isView />
      </main>
    );
  return (
    <main id="document" className="look" tabIndex={-1}>
      <AnyNotice isFloating />
      <ExplorationContradiction />
      <ErrorBoundary key={view}>
        <Suspense fallback={<p className="quiet look-loading">{t`loading …`}</p>}>
          <View cell={cell} />
        </Suspense>
      </ErrorBoundary>
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

/** The one place where the kinds of cells meet their views. */
function CellByKind({ cell, first, place }: { readonly cell: Cell; readonly first: boolean; readonly place: number }) {
  switch (cell.tag) {
    case "program":
      return <CellView cell={cell} first={first} place={place} />;
    case "prose":
      return <ProseView cell={cell} />;
    default:
      return unreachable(cell);
  }
}
