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
import { isPlayable } from "../../playback/playable.ts";
import { forgetFilm, makeFilm, playedIn, useFilm } from "../../playback/state.ts";
import { FILM_KEYS } from "../../playback/transport/film-keys.ts";
import { FilmTransport } from "../../playback/transport/film-transport.tsx";
import { Recording, StillRecorded } from "../../playback/view/recording.tsx";
import { FarStage } from "../far/far-stage.tsx";
import { makeFar } from "../far/make-far.ts";
import { Beside, EdgeCuts } from "./beside.tsx";
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
  const played = useFilm(playedIn);
  const edges = useFilm((state) => state.cut);
  const graph = played?.tag === "film" ? played.explored.graph : undefined;
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
    const make = isPlayable(explored) ? makeFilm : makeFar;
    if (isWhole || (isLate && recorded !== "")) void make(explored, recorded.split(" "));
  }, [explored, recorded, isWhole, isLate]);
  useEffect(() => forgetFilm, []);
  useEffect(followScenes, []);
  useKeys(FILM_KEYS);
  // while a run at another input is prepared, the one before stays, so that a dragged number is not lost
  if (played === undefined || !isSameProgram(played.explored, explored)) return <Recording />;
  const { columns } = played.animation;
  const isThere = (stage: string): boolean => columns.some(({ replayOrder }) => replayOrder.stage === stage);
  const missing = isLate ? stages.filter((stage) => !isThere(stage)) : [];
  if (played.tag === "far")
    return (
      <>
        <StillRecorded stages={missing} />
        <div className="film-body">
          <FarStage far={played} />
          <Beside explored={played.explored} />
        </div>
        <FilmTransport film={played} />
      </>
    );
  return (
    <>
      <StillRecorded stages={missing} />
      <div className="film-body">
        <FilmStage film={played} />
        <Beside
          explored={played.explored}
          cut={cut}
          onPath={playPath}
          below={<EdgeCuts graph={played.explored.graph} />}
        >
          <InputNumber cell={cell} explored={played.explored} />
        </Beside>
      </div>
      <FilmTable film={played} />
      <FilmTransport film={played} />
    </>
  );
}
