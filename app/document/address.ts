// An address's part behind `#/`: a view of a program, and a scene of it.
//
//   #/explorer                                    a view of the first program
//   #/explorer/cell-2, #/explorer/2               of a program, by its name or its number
//   #/explorer/2?step=12&pick=5&lead=staged       a scene of it: at a step of a stage, with a scalar chosen
//   #/explorer/2?from=4&step=12                   at step 12, up to which the film plays from step 4
//   #/present/3?step=2                            the third slide, after two steps (app/present)
import type { StudyView } from "../algorithms/algorithm.ts";
import { STUDY_PAGES } from "../algorithms/studies.ts";
import { type CellId, type Document, type ProgramCell, programsOf } from "./document.ts";

/** The views that the page has for all algorithms. */
const PAGE_VIEWS = ["document", "explorer", "graph", "ladder", "complexity", "jobs", "systems", "compiled"] as const;
/** One of the views that the page has for all algorithms. */
export type PageView = (typeof PAGE_VIEWS)[number];
/** One of the views of a program, as the address names it. */
export type View = PageView | StudyView;

/** Views of texts that are made of the program: the bar has room for one of them, and they lead to each other. */
export const TEXT_VIEWS: readonly View[] = ["systems", ...STUDY_PAGES.map(({ view }) => view), "compiled"];

/** The views that an address can name, in the order of the bar. */
export const VIEWS: readonly View[] = [...PAGE_VIEWS.filter((view) => !TEXT_VIEWS.includes(view)), ...TEXT_VIEWS];

/** The state of a view. Undefined fields keep their last state. */
export interface Scene {
  /** The leading stage's step. */
  readonly step: number | "end" | undefined;
  /** The leading stage's step from which the film plays up to `step`; undefined: it plays from its present step. */
  readonly from?: number | undefined;
  /** The scalar that is chosen. */
  readonly pick: number | undefined;
  /** The stage whose steps are counted. */
  readonly lead: string | undefined;
  /** The stages that are shown, from left to right; none: those that were shown last. */
  readonly stages: readonly string[];
  /** The counter whose curves are drawn. */
  readonly counter?: string | undefined;
}

/** No scene: a view is as the document says. */
export const NO_SCENE: Scene = { step: undefined, pick: undefined, lead: undefined, stages: [] };

/** Where the page is: a view, the program that it is about, and a scene of it. */
export interface Route {
  readonly view: View;
  /** The program that a view beside the document is about, by its name or number; undefined for the first one. */
  readonly cell: string | undefined;
  readonly scene: Scene;
}

/** The address of a view of a program, and of a scene of it. */
export function addressOf(view: View, cell?: string | undefined, scene: Scene = NO_SCENE): string {
  if (view === "document") return "#/";
  const place = cell === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(cell)}`;
  const { step, from, pick, lead, stages, counter } = scene;
  const fields = [
    ...(stages.length === 0 ? [] : [`stages=${stages.join(",")}`]),
    ...(lead === undefined ? [] : [`lead=${lead}`]),
    ...(counter === undefined ? [] : [`counter=${encodeURIComponent(counter)}`]),
    ...(from === undefined ? [] : [`from=${from}`]),
    ...(step === undefined ? [] : [`step=${step}`]),
    ...(pick === undefined ? [] : [`pick=${pick}`]),
  ];
  return fields.length === 0 ? place : `${place}?${fields.join("&")}`;
}

/** The address that presents the document, from the slide that holds a cell. */
export function presentAddress(cell: CellId | undefined): string {
  return cell === undefined ? "#/present" : `#/present?cell=${encodeURIComponent(cell)}`;
}

/** Reads an address, which anyone may have written; missing parts have their defaults. */
export function routeOf(hash: string): Route {
  const { path, fields } = partsOf(hash);
  const [name, cell] = path;
  const view = VIEWS.find((one) => one === name) ?? "document";
  const step = fields.get("step");
  return {
    view,
    cell: cell === undefined || cell === "" ? undefined : cell,
    scene: {
      step: step === "end" ? step : count(step),
      from: count(fields.get("from")),
      pick: count(fields.get("pick")),
      lead: fields.get("lead") ?? undefined,
      stages: (fields.get("stages") ?? "").split(",").filter((one) => one !== ""),
      counter: fields.get("counter") ?? undefined,
    },
  };
}

/** The names in an address between strokes, and the fields behind its question mark. */
export function partsOf(hash: string): { readonly path: readonly string[]; readonly fields: URLSearchParams } {
  const [path = "", ...query] = hash.replace(/^#?\/?/, "").split("?");
  return { path: path.split("/").map(decoded), fields: new URLSearchParams(query.join("?")) };
}

/** A number from 0 as an address has it; undefined where it is none. */
export function count(text: string | null | undefined): number | undefined {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined;
}

/** The program that an address names, by its name or by its number from 1; undefined where no program is called so. */
export function programNamed(document: Document, cell: string | undefined): ProgramCell | undefined {
  const programs = programsOf(document);
  return programs.find(({ id }) => id === cell) ?? programs[(count(cell) ?? 0) - 1];
}

/** An address may have been written by anyone. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // a damaged escape stands for itself
    return text;
  }
}

/** Whether an address's fragment is a link with a document in it (`link.ts`). */
export function isLink(hash: string): boolean {
  return hash.startsWith("#/open/");
}
