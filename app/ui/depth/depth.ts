// The two depths of the page: the usual one, and one for readers who asked for more, part by part.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

/** The parts of the page that have more to show. */
export const PARTS_WITH_MORE = ["program", "explorer", "graph", "complexity", "jobs", "systems"] as const;
/** A part of the page that has more to show. */
export type PartWithMore = (typeof PARTS_WITH_MORE)[number];

/** The rest that each part has to show, in words. */
export const MORE_WORDS: Readonly<Record<PartWithMore, string>> = {
  program: t`Method, seed, run while typing, curves of costs, JavaScript module`,
  explorer: t`Columns, variations, debugger, thickness of edges, numbers`,
  graph: t`Sharing, constants, formulas, neighbours, reverse pass, variations, tangents, Jacobian, finite differences`,
  complexity: t`Further stages and counters, budget, a second program, timings, checkpointing`,
  jobs: t`Order of IDs, variations, order of ready jobs, shuffled schedules`,
  systems: t`Other stages, whole programs, the tape, deliveries, counts, uses of a scalar`,
};

const KEY = "dualscope.more";

interface DepthState {
  readonly open: ReadonlySet<PartWithMore>;
}

/** The parts that show all they have; kept by the browser. */
const useDepth = create<DepthState>()(() => {
  const kept = (keptChoice(KEY) ?? "").split(" ");
  return { open: new Set(PARTS_WITH_MORE.filter((part) => kept.includes(part))) };
});

/** Whether a part shows all it has now. */
export function isDeepNow(part: PartWithMore): boolean {
  return useDepth.getState().open.has(part);
}

/** Whether a part shows all it has. */
export function useIsDeep(part: PartWithMore): boolean {
  return useDepth(({ open }) => open.has(part));
}

/** Shows all of a part, or only the usual: the other of both. */
export function toggleDeep(part: PartWithMore): void {
  const before = [...useDepth.getState().open];
  const open = before.includes(part) ? before.filter((one) => one !== part) : [...before, part];
  keepChoice(KEY, open.join(" "));
  useDepth.setState({ open: new Set(open) });
}
