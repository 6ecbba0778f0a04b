// Which view is open, and which scene of it, as the address says: so that the browser goes back and forth between them.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { STUDY_PAGES } from "../algorithms/studies.ts";
import { addressOf, type PageView, type Route, routeOf, type View } from "../document/address.ts";
import type { CellId } from "../document/document.ts";

const WORDS: Readonly<Record<PageView, string>> = {
  document: t`Document`,
  explorer: t`Explorer`,
  graph: t`Graph`,
  ladder: t`Ladder`,
  complexity: t`Complexity`,
  jobs: t`Jobs`,
  systems: t`Systems`,
  compiled: t`Compiled`,
};

/** The title of each view, in the language of the page. */
export const VIEW_WORDS: Readonly<Record<View, string>> = {
  ...WORDS,
  ...Object.fromEntries(STUDY_PAGES.map(({ view, title }) => [view, title])),
};

/** The view and scene in the address; it follows the browser's history. */
export const useRoute = create<Route>()(() => routeOf(location.hash));

addEventListener("hashchange", () => {
  // other fragments lead to places within a view
  if (location.hash === "" || location.hash.startsWith("#/")) useRoute.setState(routeOf(location.hash), true);
});

/** Has the address of a view that is open name the scalar that is chosen there: no further step of the browser's history. */
export function notePick(view: View, pick: number | undefined): void {
  const { view: shown, cell, scene } = routeOf(location.hash);
  if (shown !== view || scene.pick === pick) return;
  history.replaceState(history.state, "", addressOf(view, cell, { ...scene, pick }));
}

/** Opens a view, of one program where it is given: sets the address, which adds a step to the browser's history. */
export function open(view: View, cell?: CellId | undefined): void {
  location.hash = addressOf(view, cell);
}
