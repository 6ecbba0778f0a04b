// The cells of a lesson, parsed: questions, views, breaks and exercises.

import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import { PLAIN } from "../../../engine/queries/named.ts";
import type { StudyView } from "../../algorithms/algorithm.ts";
import { STUDY_PAGES } from "../../algorithms/studies.ts";
import type { LessonCell } from "../../document/document.ts";
import { type Options, readSource, sectionOf, wordIn, wordsIn } from "./source.ts";

/** In which setting a query is asked, as far as it is not the program's own. */
export interface CellSetting {
  readonly at: string | undefined;
  readonly cotangent: string | undefined;
  readonly n: number | undefined;
  readonly variations: string;
}

/** How a question is answered; `entries` are numbers of a list or a tuple. */
export type Way = "number" | "text" | "choice" | "order" | "entries";

/** A wrong answer with a typical reason, and the reply to it. */
export interface Misconception {
  readonly query: string;
  readonly says: string;
}

/** A statement to be chosen; it is right where its condition holds in the run. */
export interface Statement {
  readonly condition: string;
  readonly label: string;
  readonly says: string;
}

/** A question of a lesson, answered before the run is shown: its right answer comes from a query or from statements. */
export interface Predict {
  readonly id: string;
  /** The program that it is about, by its name; empty for the nearest above. */
  readonly of: string;
  readonly question: string;
  /** The query whose answer is right; empty where statements are chosen. */
  readonly is: string;
  /** The form of its answer, if the query's result does not imply it. */
  readonly ask: Way | undefined;
  readonly among: readonly string[];
  readonly setting: CellSetting;
  readonly misconceptions: readonly Misconception[];
  readonly statements: readonly Statement[];
  readonly because: string;
  /** A word that opens it. */
  readonly lock: string;
}

const WAYS: readonly Way[] = ["number", "text", "choice", "order", "entries"];

function settingIn(options: Options): CellSetting {
  const n = options.n;
  return {
    at: wordIn(options, "at") || undefined,
    cotangent: wordIn(options, "seed") || undefined,
    n: typeof n === "number" && Number.isSafeInteger(n) ? n : undefined,
    variations: wordIn(options, "with"),
  };
}

/** Reads a question; missing parts become empty, and the cell's own ID replaces a missing ID. */
export function readPredict(cell: LessonCell): Predict {
  const source = readSource(cell.text);
  const { options, sections, text } = source;
  return {
    id: wordIn(options, "id") || cell.id,
    of: wordIn(options, "of"),
    question: text,
    is: wordIn(options, "is"),
    ask: WAYS.find((way) => way === options.ask),
    among: wordsIn(options, "among"),
    setting: settingIn(options),
    misconceptions: sections
      .filter(({ kind }) => kind === "wrong")
      .map(({ argument, text: says }) => ({ query: argument, says })),
    statements: sections
      .filter(({ kind }) => kind === "option")
      .map(({ argument, text: said }) => statement(argument, said)),
    because: sectionOf(source, "because") ?? "",
    lock: wordIn(options, "lock"),
  };
}

/** The first paragraph is the choice, the rest the reply to it. */
function statement(condition: string, text: string): Statement {
  const [label = "", ...rest] = text.split(/\n\s*\n/);
  return { condition, label, says: rest.join("\n\n") };
}

/** Views of a run: pictures in the text, or the way into a view of the page. */
export const PICTURES = ["graph", "stages", "tree", "orders", "updaters", "hands"] as const;
/** Those of them in which the reader does the reverse pass: they have no steps of the run. */
export const BY_HAND: readonly Shown[] = ["orders", "updaters", "hands"];
/** A race is drawn from counts alone. */
export const RACE = "race";
/** The views of the page that a cell can lead to; they are not drawn in the text. */
export const WAYS_IN: readonly WayIn[] = [
  "explorer",
  "ladder",
  "complexity",
  "jobs",
  ...STUDY_PAGES.map(({ view }) => view),
  "compiled",
];
/** A view of the page that a cell can lead to. */
export type WayIn = "explorer" | "ladder" | "complexity" | "jobs" | "compiled" | StudyView;
/** The words after `view` in a cell: a picture in the text, a race, or a view of the page. */
export type Shown = typeof RACE | (typeof PICTURES)[number] | WayIn;

/** All that a view can show, the first one where it does not say. */
export const SHOWN: readonly Shown[] = [...PICTURES, RACE, ...WAYS_IN];

/** A cell that shows part of a run in the text, or leads into a view of the page. */
export interface View {
  readonly of: string;
  readonly shows: Shown;
  readonly stages: readonly string[];
  readonly address: string;
  readonly setting: CellSetting;
  /** The questions that have to be answered before it shows all; empty for those that follow it. */
  readonly until: readonly string[];
  /** A scalar that is marked. */
  readonly choose: string;
  /** The counter of curves; empty for the one that was looked at last. */
  readonly counter: string;
  readonly caption: string;
}

/** The stages that a view shows where it names none. */
export const USUAL_STAGES = {
  graph: [USUAL.run],
  stages: [USUAL.staging],
  tree: [PLAIN, USUAL.staging],
  orders: [USUAL.run],
  updaters: [USUAL.run],
  hands: [USUAL.jobs ?? USUAL.run],
} as const;

/** Reads a view: a graph at the end of the run where it says nothing else, with four named stages at most. */
export function readView(cell: LessonCell): View {
  const { options, text } = readSource(cell.text);
  const shows = SHOWN.find((one) => one === options.view) ?? "graph";
  const by = wordIn(options, "by");
  const named = wordsIn(options, "stages").slice(0, 4);
  const stages = by === "" ? named : [by, ...named.filter((one) => one !== by)];
  return {
    of: wordIn(options, "of"),
    shows,
    stages,
    address: wordIn(options, "at") || "end",
    setting: { ...settingIn(options), at: wordIn(options, "input") || undefined },
    until: wordsIn(options, "until"),
    choose: wordIn(options, "choose"),
    counter: wordIn(options, "counter"),
    caption: text,
  };
}

/** A cell that breaks a stage, edits the program, or runs the jobs in several orders, and compares the results. */
export interface Break {
  readonly of: string;
  readonly by: string;
  readonly with: string;
  /** In how many orders of its jobs the stage is run; 0 where it is broken instead. */
  readonly schedules: number;
  readonly setting: CellSetting;
  readonly caption: string;
  /** The program with an edit, in the place of a stage that is broken. */
  readonly edit: string | undefined;
}

/** Orders of jobs that a cell tries at most. */
const MOST_SCHEDULES = 60;

function schedulesIn({ schedules }: Options): number {
  return typeof schedules === "number" && schedules >= 1 ? Math.min(MOST_SCHEDULES, Math.floor(schedules)) : 0;
}

/** Reads a cell that breaks something; orders of jobs are limited to `MOST_SCHEDULES`. */
export function readBreak(cell: LessonCell): Break {
  const source = readSource(cell.text);
  const { options } = source;
  return {
    of: wordIn(options, "of"),
    by: wordIn(options, "by"),
    with: wordIn(options, "with"),
    schedules: schedulesIn(options),
    setting: { ...settingIn(options), variations: "" },
    caption: source.text,
    edit: sectionOf(source, "edit"),
  };
}

/** A program for the reader to write, compared with a reference on given inputs. */
export interface Exercise {
  readonly id: string;
  readonly task: string;
  /** The program, by its name, that shows a solution: it is folded until the exercise is solved. */
  readonly solution: string;
  readonly start: string;
  readonly attempt: string;
  readonly reference: string;
  readonly inputs: readonly string[];
  readonly isPositive: boolean;
  readonly withGradient: boolean;
  readonly forbid: readonly string[];
  readonly limits: readonly string[];
  readonly hints: readonly { readonly condition: string; readonly text: string }[];
  /** The explanation once it is solved. */
  readonly because: string;
}

/** Reads an exercise; the attempt is the start where the reader has written nothing yet. */
export function readExercise(cell: LessonCell): Exercise {
  const source = readSource(cell.text);
  const { options, sections } = source;
  const start = sectionOf(source, "start") ?? "";
  return {
    id: wordIn(options, "id") || cell.id,
    task: source.text,
    solution: wordIn(options, "solution"),
    start,
    attempt: sectionOf(source, "attempt") ?? start,
    reference: sectionOf(source, "reference") ?? "",
    inputs: wordsIn(options, "inputs"),
    isPositive: options.positive === true,
    withGradient: options.compare !== "value",
    forbid: wordsIn(options, "forbid"),
    limits: wordsIn(options, "limits"),
    hints: sections.filter(({ kind }) => kind === "hint").map(({ argument, text }) => ({ condition: argument, text })),
    because: sectionOf(source, "because") ?? "",
  };
}

/** Whether the first line of a cell cannot be read. */
export function isBroken(cell: LessonCell): boolean {
  return readSource(cell.text).isBroken;
}
