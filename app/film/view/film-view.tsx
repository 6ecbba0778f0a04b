import { graphWithout } from "../../../engine/animation/without.ts";
import "../film.css";
import { useEffect, useMemo, useState } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { ProgramCell } from "../../document/document.ts";
import { isSameProgram } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { followScenes } from "../../playback/follow-scenes.ts";
import { playPath } from "../../playback/path.ts";
import { forgetFilm, makeFilm, useFilm } from "../../playback/state.ts";
import { FILM_KEYS } from "../../playback/transport/film-keys.ts";
import { FilmTransport } from "../../playback/transport/film-transport.tsx";
import { Recording, StillRecorded } from "../../playback/view/recording.tsx";
import { Beside } from "./beside.tsx";
import { EdgeCuts } from "./edge-cuts.tsx";
import { FilmStage } from "./film-stage.tsx";
import { FilmTable } from "./film-table.tsx";
import { InputNumber } from "./input-number.tsx";

interface FilmViewProps {
  readonly cell: ProgramCell;
  readonly explored: Explored;
}

/** Milliseconds after which a stage that is still being recorded does not hold up the others any more. */
const PATIENCE = 2000;

/** Shows the film of the recorded run, and the progress until then; handles the keys of the film. */
export function FilmView({ cell, explored }: FilmViewProps) {
  const stages = useExplorer((state) => state.stages);
  const recorded = useExplorer(({ columns }) => stages.filter((stage) => columns[stage]?.info !== undefined).join(" "));
  const [isLate, setLate] = useState(false);
  const film = useFilm((state) => state.film);
  const edges = useFilm((state) => state.cut);
  const graph = film?.explored.graph;
  const cut = useMemo(
    () => (graph === undefined || edges.size === 0 ? undefined : { edges, graph: graphWithout(graph, edges) }),
    [graph, edges],
  );
  const isWhole = recorded === stages.join(" ");
  useEffect(() => {
    setLate(false);
    if (isWhole) return;
    const late = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(late);
  }, [isWhole]);
  useEffect(() => {
    if (isWhole || (isLate && recorded !== "")) void makeFilm(explored, recorded.split(" "));
  }, [explored, recorded, isWhole, isLate]);
  useEffect(() => forgetFilm, []);
  useEffect(followScenes, []);
  useKeys(FILM_KEYS);
  // while a run at another input is prepared, the one before stays, so that a dragged number is not lost
  if (film === undefined || !isSameProgram(film.explored, explored)) return <Recording />;
  const missing = isLate ? stages.filter((stage) => !film.columns.some(({ id }) => id === stage)) : [];
  return (
    <>
      <StillRecorded stages={missing} />
      <div className="film-body">
        <FilmStage film={film} />
        <Beside explored={film.explored} cut={cut} onPath={playPath} below={<EdgeCuts graph={film.explored.graph} />}>
          <InputNumber cell={cell} explored={film.explored} />
        </Beside>
      </div>
      <FilmTable film={film} />
      <FilmTransport film={film} />
    </>
  );
}
