// A view of a program other than its text, as it fills the window or the panel of a slide.

import { t } from "@lingui/core/macro";
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useRef } from "react";
import { present } from "../../engine/base/nth.ts";
import { internal } from "../../engine/base/unreachable.ts";
import { NO_SCENE, type Scene, type View } from "../document/address.ts";
import type { ProgramCell } from "../document/document.ts";
import { isExploring } from "../exploration/state/explorer.ts";
import { showScene } from "../exploration/state/scene.ts";
import { contradictionIn, useExplorer } from "../exploration/state/store.ts";
import { notePick } from "../navigation/route.ts";
import { ContradictionNote } from "../program/view/contradiction-note.tsx";
import type { LookProps } from "../program/view/look-props.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";

type Look = LazyExoticComponent<ComponentType<LookProps>>;

/** Views that algorithms bring for themselves alone, by the name of their folder. */
const OWN = Object.entries(import.meta.glob<{ default: ComponentType<LookProps> }>("../algorithms/*/*/view.tsx")).map(
  ([path, load]): readonly [string, Look] => [present(path.split("/").at(-2)), lazy(load)],
);

/** The views beside the document; each is loaded when it is opened. */
const LOOKS: Readonly<Partial<Record<Exclude<View, "document">, Look>>> = {
  explorer: lazy(() => import("./explorer-view.tsx")),
  graph: lazy(() => import("../graph/view/graph-view.tsx")),
  ladder: lazy(() => import("./ladder-view.tsx")),
  complexity: lazy(() => import("../complexity/view/lab-view.tsx")),
  jobs: lazy(() => import("../jobs/view/jobs-view.tsx")),
  systems: lazy(() => import("../systems/view/systems-view.tsx")),
  compiled: lazy(() => import("../compiled/compiled-view.tsx")),
  ...Object.fromEntries(OWN),
};

interface LookViewProps {
  readonly view: Exclude<View, "document">;
  /** A program whose reader has asked for its runs. */
  readonly cell: ProgramCell;
  readonly scene: Scene;
}

/** Shows one view of a program, above it a contradiction where one was found. It loads the view's code when it is first opened. */
export function LookView({ view, cell, scene }: LookViewProps) {
  const View = LOOKS[view] ?? internal("a view has no code", view);
  // the cell is another object whenever it changes, and the scene whenever the address is read
  const now = useRef({ cell, scene });
  now.current = { cell, scene };
  const key = JSON.stringify([cell.id, scene]);
  useEffect(() => {
    const isScene = key !== JSON.stringify([now.current.cell.id, NO_SCENE]);
    showScene(now.current.cell, isScene ? now.current.scene : undefined);
    return () => showScene(now.current.cell, undefined);
  }, [key]);
  useEffect(() => {
    const { pinned } = useExplorer.getState();
    // the choice of a run that is to be opened is the one that the address names
    if (pinned !== undefined && isExploring(now.current.cell)) notePick(view, pinned);
    return useExplorer.subscribe((state, before) => {
      if (state.pinned !== before.pinned && isExploring(now.current.cell)) notePick(view, state.pinned);
    });
  }, [view]);
  return (
    <>
      <ExplorationContradiction />
      <ErrorBoundary key={view}>
        <Suspense fallback={<p className="quiet look-loading">{t`loading …`}</p>}>
          <View cell={cell} scene={scene} />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The contradiction in a view's run, over the view. */
function ExplorationContradiction() {
  const found = useExplorer(contradictionIn);
  const variations = useExplorer(({ subject }) => subject?.variations ?? "");
  return found === undefined ? null : <ContradictionNote found={found} variations={variations} isFloating />;
}
