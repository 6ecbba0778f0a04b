// Which view is open, as the address says it behind `#/`: so that the browser goes back and forth between them.
import { create } from "zustand";

export const VIEWS = ["document", "explorer", "graph", "ladder", "complexity", "jobs"] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_WORDS: Readonly<Record<View, string>> = {
  document: "Document",
  explorer: "Explorer",
  graph: "Graph",
  ladder: "Ladder",
  complexity: "Complexity",
  jobs: "Jobs",
};

export const useRoute = create<{ readonly view: View }>()(() => ({ view: viewOf(location.hash) }));

addEventListener("hashchange", () => {
  // other fragments lead to places within a view
  if (location.hash === "" || location.hash.startsWith("#/")) useRoute.setState({ view: viewOf(location.hash) });
});

/** The address of a view. */
export function addressOf(view: View): string {
  return `#/${view === "document" ? "" : view}`;
}

export function open(view: View): void {
  location.hash = addressOf(view);
}

function viewOf(hash: string): View {
  const name = hash.replace(/^#\//, "");
  return VIEWS.find((view) => view === name) ?? "document";
}
