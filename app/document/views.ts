// How the views of a program stand, as far as that is part of the document: which are open below it, and their settings.
import type { StageId } from "../../engine/algorithms/algorithm.ts";

/** What can be open below a program, in its cell. */
export const INSIDE = ["graph", "curves", "play", "columns"] as const;
export type Inside = (typeof INSIDE)[number];

/** The columns of the explorer, where they stand, and what is chosen. */
export interface ExplorerLook {
  readonly stages: readonly StageId[];
  readonly leader: StageId;
  /** The leader's step; undefined at the end of the run. */
  readonly step: number | undefined;
  readonly pinned: number | undefined;
  readonly together: boolean;
}

export interface GraphSettings {
  readonly all: boolean;
  readonly hideConstants: boolean;
  readonly labels: "numbers" | "formulas";
}

/** The curves of the complexity lab. */
export interface CurveSettings {
  readonly stages: readonly StageId[];
  readonly quantities: readonly string[];
  readonly x: "linear" | "log";
  readonly y: "linear" | "log";
  /** The budget of a run, in steps. */
  readonly steps: number;
}

/** What is undefined stands as the page has it at first. */
export interface Views {
  readonly inside: readonly Inside[];
  readonly explorer?: ExplorerLook;
  readonly graph?: GraphSettings;
  readonly curves?: CurveSettings;
}

export const NO_VIEWS: Views = { inside: [] };

/** Views out of JSON that may be anyone's; what cannot be read of them is left out. */
export function readViews(json: unknown): Views {
  const all = record(json);
  const [explorer, graph, curves] = [
    readExplorer(record(all.explorer)),
    readGraph(all.graph),
    readCurves(record(all.curves)),
  ];
  return {
    inside: INSIDE.filter((one) => words(all.inside).includes(one)),
    ...(explorer && { explorer }),
    ...(graph && { graph }),
    ...(curves && { curves }),
  };
}

function readExplorer({ stages, leader, step, pinned, together }: Json): ExplorerLook | undefined {
  const shown = words(stages).slice(0, 4);
  if (shown.length === 0) return undefined;
  const leads = typeof leader === "string" && shown.includes(leader) ? leader : shown[0]!;
  return { stages: shown, leader: leads, step: count(step), pinned: count(pinned), together: together === true };
}

function readGraph(json: unknown): GraphSettings | undefined {
  if (json === undefined) return undefined;
  const { all, hideConstants, labels } = record(json);
  return {
    all: all === true,
    hideConstants: hideConstants === true,
    labels: labels === "formulas" ? "formulas" : "numbers",
  };
}

function readCurves({ stages, quantities, x, y, steps }: Json): CurveSettings | undefined {
  const [shown, counted] = [words(stages), words(quantities)];
  const budget = count(steps);
  if (shown.length === 0 || counted.length === 0 || budget === undefined) return undefined;
  const axis = (one: unknown): "linear" | "log" => (one === "log" ? "log" : "linear");
  return { stages: shown, quantities: counted, x: axis(x), y: axis(y), steps: budget };
}

type Json = Readonly<Record<string, unknown>>;

function record(json: unknown): Json {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Json) : {};
}

/** A short list of short words. */
function words(json: unknown): readonly string[] {
  if (!Array.isArray(json)) return [];
  return json.filter((one): one is string => typeof one === "string" && one.length <= 40).slice(0, 24);
}

function count(json: unknown): number | undefined {
  return typeof json === "number" && Number.isSafeInteger(json) && json >= 0 ? json : undefined;
}
