// The keys of the run that is looked at as commands: whoever does not know a key finds it by its words.
import { t } from "@lingui/core/macro";
import type { View } from "../document/address.ts";
import { TIMELINE_KEYS } from "../exploration/view/timeline-keys.ts";
import { FILM_KEYS } from "../film/transport/film-keys.ts";
import type { Findable } from "./finding.ts";

/** A key of the run that is looked at, as the palette lists it. */
export interface RunCommand extends Findable {
  readonly name: string;
  /** The key as people read it. */
  readonly shown: string;
  run(): void;
}

/** What can be done with the run in a view, where one is looked at. */
export function runCommands(view: View): readonly RunCommand[] {
  if (view !== "explorer" && view !== "graph") return [];
  // what is looked at is either a film or the debugger
  const table = document.querySelector(".film-transport") === null ? TIMELINE_KEYS : FILM_KEYS;
  return table
    .filter(({ keys }) => keys.length === 1)
    .map(({ keys, shown, words, press }) => ({
      name: `run-${keys[0]}`,
      words,
      about: t({ message: "Run", context: "what commands are about" }),
      shown,
      run: () => void press({ key: keys[0]!, shiftKey: false, altKey: false }),
    }));
}
