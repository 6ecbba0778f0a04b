// How the views of a program stand, as far as that is part of the document: which are open below it, and their settings.

import type { StageId } from "../../engine/algorithms/algorithm.ts";
import { LONGEST_WRITTEN, type RecomputedNames, SUBJECTS, type Subject } from "../../engine/algorithms/study.ts";
import { nth } from "../../engine/base/nth.ts";
import { type Fields, fieldsOf } from "../base/json.ts";

/** Panels below a program, in its cell. */
export const EMBEDDED_PANELS = ["plot", "graph", "curves", "play", "columns"] as const;
/** A view that can be opened below a program in its cell. */
export type EmbeddedPanel = (typeof EMBEDDED_PANELS)[number];

/** The columns of the explorer, their step, and the selection. */
export interface ExplorerLook {
  readonly stages: readonly StageId[];
  readonly leader: StageId;
  /** The leader's step; undefined at the end of the run. */
  readonly step: number | undefined;
  readonly pinned: number | undefined;
  readonly together: boolean;
}

/** How the graph of a program is shown. */
export interface GraphSettings {
  readonly all: boolean;
  /** Undefined where the reader has not chosen. */
  readonly hideConstants?: boolean | undefined;
  readonly labels: "numbers" | "formulas";
  /** Whether it shows shared backpropagators instead of the data flow. */
  readonly sharing?: boolean;
  /** How the inputs move, a number for each, where tangents are shown. */
  readonly direction?: readonly number[] | undefined;
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

/** How the numbers of a value can be drawn: `overlay` is the first as points, and the others as lines over them. */
const PLOT_KINDS = ["line", "scatter", "bar", "overlay"] as const;
/** How numbers are drawn. */
export type PlotKind = (typeof PLOT_KINDS)[number];

/** Axes of a plot: the places of numbers, the first numbers of pairs, or a list of the input. */
const PLOT_AXES = ["index", "x", "input"] as const;
/** The axis of a plot. */
export type PlotAxis = (typeof PLOT_AXES)[number];

/** The plot of a value. */
export interface PlotSettings {
  readonly kind: PlotKind;
  readonly over: PlotAxis;
  /** Whether the gradient is drawn as well. */
  readonly gradient: boolean;
}

/** The choices of an algorithm's study (`StudyChoices`). Names that the program does not have are ignored. */
export interface StudySettings {
  /** Computed again in the linear half, instead of being taped. */
  readonly recomputed: RecomputedNames;
  /** Definitions that the reader wrote in the algorithm's own language. */
  readonly written?: string | undefined;
  /** The subject of the study, where it is not the program itself. */
  readonly of?: Exclude<Subject, "program"> | undefined;
}

/** A stage for each column of the systems, and their table's choices. */
export interface SystemsChoices {
  readonly stages: readonly StageId[];
  readonly compared: readonly StageId[];
  readonly quantity: string;
}

/** State of all views; undefined ones are as at first. */
export interface Views {
  readonly inside: readonly EmbeddedPanel[];
  readonly explorer?: ExplorerLook;
  readonly graph?: GraphSettings;
  readonly curves?: CurveSettings;
  readonly plot?: PlotSettings;
  readonly study?: StudySettings;
  readonly systems?: SystemsChoices;
}

/** No view is open below a program, and each is as at first. */
export const NO_VIEWS: Views = { inside: [] };

/** Views out of JSON that may be anyone's; parts that cannot be read are left out. */
export function readViews(json: unknown): Views {
  const all = fieldsOf(json);
  const [explorer, graph, curves, plot, study, systems] = [
    readExplorer(fieldsOf(all.explorer)),
    readGraph(all.graph),
    readCurves(fieldsOf(all.curves)),
    readPlot(fieldsOf(all.plot)),
    readStudy(fieldsOf(all.study)),
    readSystems(fieldsOf(all.systems)),
  ];
  return {
    inside: EMBEDDED_PANELS.filter((one) => words(all.inside).includes(one)),
    ...(explorer && { explorer }),
    ...(graph && { graph }),
    ...(curves && { curves }),
    ...(plot && { plot }),
    ...(study && { study }),
    ...(systems && { systems }),
  };
}

function readExplorer({ stages, leader, step, pinned, together }: Fields): ExplorerLook | undefined {
  const shown = words(stages).slice(0, 4);
  if (shown.length === 0) return undefined;
  const leads = typeof leader === "string" && shown.includes(leader) ? leader : nth(shown, 0);
  return { stages: shown, leader: leads, step: count(step), pinned: count(pinned), together: together === true };
}

function readGraph(json: unknown): GraphSettings | undefined {
  if (json === undefined) return undefined;
  const { all, hideConstants, labels, sharing, direction } = fieldsOf(json);
  return {
    all: all === true,
    ...(typeof hideConstants === "boolean" && { hideConstants }),
    labels: labels === "formulas" ? "formulas" : "numbers",
    ...(sharing === true && { sharing }),
    ...(isDirection(direction) && { direction }),
  };
}

/** Inputs whose tangents are kept, at most. */
export const MOST_KEPT_TANGENTS = 50;

function isDirection(json: unknown): json is readonly number[] {
  return Array.isArray(json) && json.length <= MOST_KEPT_TANGENTS && json.every(Number.isFinite);
}

function readCurves({ stages, quantities, x, y, steps }: Fields): CurveSettings | undefined {
  const [shown, counted] = [words(stages), words(quantities)];
  const budget = count(steps);
  if (shown.length === 0 || counted.length === 0 || budget === undefined) return undefined;
  const axis = (one: unknown): "linear" | "log" => (one === "log" ? "log" : "linear");
  return { stages: shown, quantities: counted, x: axis(x), y: axis(y), steps: budget };
}

function readPlot({ kind, over, gradient }: Fields): PlotSettings | undefined {
  const known = PLOT_KINDS.find((one) => one === kind);
  const axis = PLOT_AXES.find((one) => one === over);
  return known && axis && { kind: known, over: axis, gradient: gradient === true };
}

/** Names that are kept of a program, and characters of each. */
const MOST_NAMES = 300;
const LONGEST_NAME = 200;

function readStudy({ recomputed, written, of }: Fields): StudySettings | undefined {
  const kept: [definition: string, names: readonly string[]][] = [];
  let left = MOST_NAMES;
  for (const [definition, json] of Object.entries(fieldsOf(recomputed))) {
    const names = isName(definition) && Array.isArray(json) ? [...new Set(json.filter(isName))].slice(0, left) : [];
    left -= names.length;
    if (names.length > 0) kept.push([definition, names]);
  }
  const text = typeof written === "string" ? written.slice(0, LONGEST_WRITTEN) : "";
  const subject = SUBJECTS.filter((one) => one !== "program").find((one) => one === of);
  if (kept.length === 0 && text === "" && subject === undefined) return undefined;
  return {
    recomputed: Object.fromEntries(kept),
    ...(text !== "" && { written: text }),
    ...(subject !== undefined && { of: subject }),
  };
}

function readSystems({ stages, compared, quantity }: Fields): SystemsChoices | undefined {
  const [shown, rows] = [words(stages), words(compared)];
  if (shown.length === 0 || typeof quantity !== "string" || !isName(quantity)) return undefined;
  return { stages: shown, compared: rows, quantity };
}

function isName(json: unknown): json is string {
  return typeof json === "string" && json !== "" && json.length <= LONGEST_NAME;
}

/** A short list of short words. */
function words(json: unknown): readonly string[] {
  if (!Array.isArray(json)) return [];
  return json.filter((one): one is string => typeof one === "string" && one.length <= 40).slice(0, 24);
}

function count(json: unknown): number | undefined {
  return typeof json === "number" && Number.isSafeInteger(json) && json >= 0 ? json : undefined;
}
