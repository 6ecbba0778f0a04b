// The explorer: the film of a run, movement by movement or, of a large run, from afar; or the debugger.
import { t } from "@lingui/core/macro";
import { OPENS_WITH_SLIDES } from "../base/mode.ts";
import { refusedByAll } from "../exploration/model/ending.ts";
import { openDebugger, useDebugger } from "../exploration/state/debugger-choice.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { canLook, Opening, RefusedView } from "../exploration/view/opening.tsx";
import { useExplored } from "../exploration/view/use-explored.ts";
import { Debugger } from "../explorer/debugger.tsx";
import { FilmBar } from "../film/view/film-bar.tsx";
import { FilmView } from "../film/view/film-view.tsx";
import type { LookProps } from "../program/view/look-props.ts";

/** Shows a program's run as a film or in the debugger; shows why there is nothing while the run is not there. */
export default function ExplorerView({ cell }: LookProps) {
  const explored = useExplored(cell);
  const isOpening = useExplorer((state) => state.isOpening);
  const isDebugging = useDebugger((state) => state.isOpen);
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  const refusal = refusedByAll(explored);
  if (refusal !== undefined) return <RefusedView cell={cell} explored={explored} refusal={refusal} />;
  const looks = ["film", ...(isOpening ? ["opening-anew"] : []), ...(OPENS_WITH_SLIDES ? ["projected"] : [])];
  return (
    <>
      <h1 className="visually-hidden">{t`Explorer`}</h1>
      {!isDebugging && explored.graph.size > 0 ? (
        <div className={looks.join(" ")} aria-busy={isOpening}>
          <FilmBar cell={cell} explored={explored} onDebugger={() => openDebugger(true)} />
          <FilmView cell={cell} explored={explored} />
        </div>
      ) : (
        <Debugger cell={cell} explored={explored} onFilm={() => openDebugger(false)} />
      )}
    </>
  );
}
