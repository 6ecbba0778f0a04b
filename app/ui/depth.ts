// The two depths of the page: what everyone sees, and what is shown to readers who asked for more, part by part.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../base/kept-choice.ts";

/** The parts of the page that have more to show. */
export const PARTS_WITH_MORE = ["program", "explorer", "graph", "complexity", "jobs", "systems"] as const;
/** A part of the page that has more to show. */
export type PartWithMore = (typeof PARTS_WITH_MORE)[number];

const KEY = "dualscope.more";

interface DepthState {
  readonly open: ReadonlySet<PartWithMore>;
}

/** The parts that show all they have; kept by the browser. */
export const useDepth = create<DepthState>()(() => {
  const kept = (keptChoice(KEY) ?? "").split(" ");
  return { open: new Set(PARTS_WITH_MORE.filter((part) => kept.includes(part))) };
});

/** Whether a part shows all it has. */
export function useIsDeep(part: PartWithMore): boolean {
  return useDepth(({ open }) => open.has(part));
}

/** Shows all that a part has, or only what everyone sees; without a choice, the other of both. */
export function setDeep(part: PartWithMore, isDeep = !useDepth.getState().open.has(part)): void {
  const others = [...useDepth.getState().open].filter((one) => one !== part);
  const open = isDeep ? [...others, part] : others;
  keepChoice(KEY, open.join(" "));
  useDepth.setState({ open: new Set(open) });
}
