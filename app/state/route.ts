// Which view is open, as the address says it behind `#/`: so that the browser goes back and forth between them.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import type { CellId } from "../document/document.ts";

export const VIEWS = ["document", "explorer", "graph", "ladder", "complexity", "jobs"] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_WORDS: Readonly<Record<View, string>> = {
  document: t`Document`,
  explorer: t`Explorer`,
  graph: t`Graph`,
  ladder: t`Ladder`,
  complexity: t`Complexity`,
  jobs: t`Jobs`,
};

interface Route {
  readonly view: View;
  /** The program that a view beside the document is about; undefined for the first one. */
  readonly cell: CellId | undefined;
}

export const useRoute = create<Route>()(() => routeOf(location.hash));

addEventListener("hashchange", () => {
  // other fragments lead to places within a view
  if (location.hash === "" || location.hash.startsWith("#/")) useRoute.setState(routeOf(location.hash), true);
});

/** The address of a view of a program. */
export function addressOf(view: View, cell?: CellId | undefined): string {
  if (view === "document") return "#/";
  return cell === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(cell)}`;
}

export function open(view: View, cell?: CellId | undefined): void {
  location.hash = addressOf(view, cell);
}

function routeOf(hash: string): Route {
  const [name, cell] = hash.replace(/^#\//, "").split("/");
  const view = VIEWS.find((one) => one === name) ?? "document";
  return { view, cell: cell === undefined || cell === "" ? undefined : (decoded(cell) as CellId) };
}

/** An address may have been written by anyone. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
