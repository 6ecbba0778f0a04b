// The dock of the graph where the run is shown by its film: what the leading stage does is played.
import { useEffect } from "react";
import type { Explored } from "../../../engine/session/exploration/exploration.ts";
import { isSameProgram } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { forgetFilm, makeFilm, useFilm } from "../../film/state.ts";
import { FilmTransport } from "../../film/view/film-transport.tsx";
import { Recording } from "../../film/view/recording.tsx";

interface FilmDockProps {
  readonly explored: Explored;
  /** Goes over to the view of every event. */
  readonly onEvents: () => void;
}

export function FilmDock({ explored, onEvents }: FilmDockProps) {
  const leader = useExplorer((state) => state.leader);
  const isRecorded = useExplorer(({ columns }) => columns[leader]?.info !== undefined);
  const film = useFilm((state) => state.film);
  useEffect(() => {
    if (isRecorded) void makeFilm(explored, [leader]);
  }, [explored, leader, isRecorded]);
  useEffect(() => forgetFilm, []);
  if (film === undefined || !isSameProgram(film.explored, explored)) return <Recording />;
  return <FilmTransport film={film} onEvents={onEvents} />;
}
