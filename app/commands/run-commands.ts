// The keys of the explored run as commands: readers who do not know a key find it by its words.

import { t } from "@lingui/core/macro";
import { nth } from "../../engine/base/nth.ts";
import type { View } from "../document/address.ts";
import { TIMELINE_KEYS } from "../exploration/view/timeline-keys.ts";
import { savedFilm } from "../film/view/save-film.ts";
import { setNumbers, setWeighted, stepFilm, toggleCut, useFilm } from "../playback/state.ts";
import { FILM_KEYS } from "../playback/transport/film-keys.ts";
import type { Findable } from "./finding.ts";

/** A key of the run that is looked at, as the palette lists it. */
export interface RunCommand extends Findable {
  readonly name: string;
  /** The key as people read it; empty where it has none. */
  readonly shown: string;
  run(): void;
}

/** Actions on the run in a view that shows one. */
export function runCommands(view: View): readonly RunCommand[] {
  if (view !== "explorer" && view !== "graph") return [];
  const about = t({ message: "Run", context: "what commands are about" });
  // either the film or the debugger shows the run
  const isFilm = document.querySelector(".film-transport") !== null;
  const byKeys = (isFilm ? FILM_KEYS : TIMELINE_KEYS)
    .filter(({ keys }) => keys.length === 1)
    .map(({ keys, shown, words, press }) => ({
      name: `run-${keys[0]}`,
      words,
      also: ALSO[nth(keys, 0)],
      about,
      shown,
      run: () => void press({ key: nth(keys, 0), shiftKey: false, altKey: false }),
    }));
  return isFilm ? [...byKeys, ...filmCommands(about)] : byKeys;
}

/** Other words that people look for the keys of a run by. */
const ALSO: Readonly<Record<string, string>> = {
  m: t`plus add factoring`,
  f: t`merge calls graph`,
  g: t`pace step event operation`,
};

/** The choices of the bar above a film, and the next call, which has no single key. */
function filmCommands(about: string): readonly RunCommand[] {
  const { film, cut, isWeighted, hasNumbers } = useFilm.getState();
  if (film === undefined) return [];
  const resolved = t`resolve resolved step`;
  const choices = [
    { words: t`Next call`, also: resolved, run: () => stepFilm(1, "call") },
    { words: t`Previous call`, also: resolved, run: () => stepFilm(-1, "call") },
    {
      words: isWeighted ? t`Draw all edges alike` : t`Draw edges as thick as their contributions`,
      run: () => setWeighted(!isWeighted),
    },
    {
      words: hasNumbers ? t`Show formulas in the program` : t`Show the numbers of this run in the program`,
      run: () => setNumbers(!hasNumbers),
    },
    ...(cut.size > 0 ? [{ words: t`Restore the graph`, run: () => [...cut].forEach(toggleCut) }] : []),
    ...savedFilm(film).map(({ words, run }) => ({
      words: t`Save: ${words}`,
      also: t`export download slides picture video animation webm`,
      run: () => void run(),
    })),
  ];
  return choices.map((one, place) => ({ ...one, name: `film-${place}`, about, shown: "" }));
}
