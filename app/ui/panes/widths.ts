// The store of how wide the panes are: the same for all documents of this browser.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { fieldsOf, readJson } from "../../base/json.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

/** A pane whose width can be changed; `unit` is % of its parent, or rem. */
export interface Pane {
  readonly label: string;
  readonly unit: "%" | "rem";
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** The side of its parent that it touches. */
  readonly side: "start" | "end";
}

/** All panes whose width can be changed, with their usual widths and bounds. */
export const PANES = {
  program: { label: t`Width of the program`, unit: "%", usual: 54.5, least: 25, most: 75, side: "start" },
  "graph-list": {
    label: t`Width of the program and the list of nodes`,
    unit: "rem",
    usual: 20,
    least: 9,
    most: 34,
    side: "start",
  },
  "graph-side": { label: t`Width of the details`, unit: "rem", usual: 21, least: 12, most: 40, side: "end" },
} as const satisfies Readonly<Record<string, Pane>>;

/** The names of the panes. */
export type PaneName = keyof typeof PANES;

const KEY = "dualscope.layout";

/** The store of the widths, each in the unit of its pane. */
export const useLayout = create<Readonly<Record<PaneName, number>>>()(() => stored());

/** Changes a pane's width, within its bounds. */
export function setPane(name: PaneName, size: number): void {
  useLayout.setState({ [name]: bounded(name, size) });
  keepChoice(KEY, JSON.stringify(useLayout.getState()));
}

function bounded(name: PaneName, size: number): number {
  const { least, most } = PANES[name];
  return Math.round(10 * Math.min(most, Math.max(least, size))) / 10;
}

function stored(): Record<PaneName, number> {
  const kept = fieldsOf(readJson(keptChoice(KEY)));
  const sizes = (Object.keys(PANES) as PaneName[]).map((name) => {
    const size = kept[name];
    return [name, typeof size === "number" ? bounded(name, size) : PANES[name].usual] as const;
  });
  return Object.fromEntries(sizes) as Record<PaneName, number>;
}
