// The page: the bar, and below it the document as an article, or another view of its first program.
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from "react";
import { unreachable } from "../../engine/base/unreachable.ts";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import type { Cell, ProgramCell } from "../document/document.ts";
import { useChecking } from "../state/checking.ts";
import { useDocument } from "../state/document.ts";
import { useRoute, VIEW_WORDS, type View } from "../state/route.ts";
import { titleOf } from "../view-models/header.ts";
import { Bar } from "./bar.tsx";
import { CellView } from "./cell-view.tsx";
import { useKeys } from "./keys.ts";
import type { LookProps } from "./look-props.ts";
import { UnreadableNotice } from "./notices.tsx";
import { Outline } from "./outline.tsx";
import { Pager } from "./pager.tsx";

/** The views beside the document; what they need is loaded when they are opened. */
const LOOKS: Readonly<Record<Exclude<View, "document">, LazyExoticComponent<ComponentType<LookProps>>>> = {
  explorer: lazy(() => import("./explorer/explorer-view.tsx")),
  graph: lazy(() => import("./graph/graph-view.tsx")),
  ladder: lazy(() => import("./ladder/ladder-view.tsx")),
  complexity: lazy(() => import("./lab/lab-view.tsx")),
  jobs: lazy(() => import("./jobs/jobs-view.tsx")),
};

export function Page() {
  const view = useRoute((state) => state.view);
  const cells = useDocument(({ document }) => document.cells);
  const failure = useChecking((state) => state.failure);
  const [first] = cells;
  useKeys();
  const name = first === undefined ? "" : titleOf(first.text);
  const where = view === "document" ? "" : ` · ${VIEW_WORDS[view]}`;
  useEffect(() => {
    document.title = `${name === "" ? "Dualscope" : `${name}${where} · Dualscope`}`;
  }, [name, where]);
  return (
    <>
      <a className="skip" href="#document">
        {view === "document" ? "Skip to the document" : `Skip to the ${VIEW_WORDS[view].toLowerCase()}`}
      </a>
      <Bar />
      {view !== "document" && first?.tag === "program" && <Look view={view} cell={first} />}
      <div className="page" hidden={view !== "document"}>
        <Outline />
        <main id={view === "document" ? "document" : undefined} tabIndex={-1}>
          <UnreadableNotice />
          {failure !== undefined && (
            <p className="notice top" role="alert">
              The checker broke off: {failure}. This is a fault of Dualscope, not of your program.
            </p>
          )}
          {cells.map((cell) => (
            <CellByKind key={cell.id} cell={cell} first={cell === first} />
          ))}
          {first?.tag === "program" && <Pager cell={first} />}
        </main>
      </div>
    </>
  );
}

/** A view of a program other than its text. The document stays where it is, hidden. */
function Look({ view, cell }: { readonly view: Exclude<View, "document">; readonly cell: ProgramCell }) {
  const View = LOOKS[view];
  return (
    <main id="document" className="look" tabIndex={-1}>
      <ErrorBoundary key={view}>
        <Suspense fallback={<p className="quiet look-loading">loading …</p>}>
          <View cell={cell} />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** The one place where the kinds of cells meet their views. */
function CellByKind({ cell, first }: { readonly cell: Cell; readonly first: boolean }) {
  switch (cell.tag) {
    case "program":
      return <CellView cell={cell} first={first} />;
    default:
      return unreachable(cell.tag);
  }
}
