// The dock of the graph where the run is shown by its film: the leading stage is played.
import { useEffect } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { isSameProgram } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { forgetFilm, makeFilm, useFilm } from "../../playback/state.ts";
import { FilmTransport } from "../../playback/transport/film-transport.tsx";
import { Recording } from "../../playback/view/recording.tsx";

/** Shows the player of the leading stage's film; shows the progress until it is recorded. */
export function FilmDock({ explored }: { readonly explored: Explored }) {
  const leader = useExplorer((state) => state.leader);
  const isRecorded = useExplorer(({ columns }) => columns[leader]?.info !== undefined);
  const film = useFilm((state) => state.film);
  useEffect(() => {
    if (isRecorded) void makeFilm(explored, [leader]);
  }, [explored, leader, isRecorded]);
  useEffect(() => forgetFilm, []);
  if (film === undefined || !isSameProgram(film.explored, explored)) return <Recording />;
  return <FilmTransport film={film} />;
}
