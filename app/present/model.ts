// The slides of a document: one for each heading and its content, each with its steps and the speaker's notes.

import { lastOf, nth } from "../../engine/base/nth.ts";
import { programAbout } from "../course/model/asked-program.ts";
import { PICTURES, readPredict, readView, WAYS_IN } from "../course/model/cells.ts";
import { NO_SCENE, programNamed, routeOf, type Scene, type View } from "../document/address.ts";
import {
  type Cell,
  type CellId,
  type Document,
  isLessonCell,
  type ProgramCell,
  type ProseCell,
  programsOf,
} from "../document/document.ts";
import { firstWords, wordsOfCell } from "../document/first-words.ts";
import { headerOf, programName, titleOf, withoutHeader } from "../document/header.ts";
import { blocksOf, blocksOfCell } from "../document/prose-blocks.ts";
import type { EmbeddedPanel } from "../document/views.ts";
import { lettersOf, MOST_LETTERS, type Passage, parted, withTail } from "./passages.ts";

/** The panels beside a program; the game is below its text. */
export type Drawn = Exclude<EmbeddedPanel, "play">;

/** A part of a slide, in the order of the document. */
export type SlidePart =
  | Passage
  | { readonly tag: "program"; readonly cell: CellId }
  /** A question, a view, an exercise or something to break. */
  | { readonly tag: "lesson"; readonly cell: CellId };

/** The view of a slide below its heading; the prose of a document is gone through in its order, each passage once. */
export type Step =
  | { readonly tag: "prose"; readonly prose: readonly Passage[] }
  | {
      readonly tag: "program";
      readonly cell: CellId;
      readonly drawn: Drawn | undefined;
      /** Above the program. */
      readonly prose: readonly Passage[];
    }
  /** A cell of a lesson, beside the picture that it asks about, or the program. */
  | {
      readonly tag: "lesson";
      readonly cell: CellId;
      readonly picture: CellId | undefined;
      readonly program: CellId | undefined;
    }
  | {
      readonly tag: "scene";
      /** The text of the link; empty where a lesson's cell leads there. */
      readonly words: string;
      /** Its address as it is written, or that cell. */
      readonly address: string;
      readonly way: CellId | undefined;
      readonly view: Exclude<View, "document">;
      readonly cell: CellId;
      readonly scene: Scene;
    };

/** The top of a slide. */
export interface Heading {
  readonly text: string;
  /** Its rank, where it was written in prose: then its marks mean something. That of a program has none. */
  readonly rank: 1 | 2 | 3 | undefined;
}

/** A slide: its view at each of its steps, and the notes of its speaker. */
export interface Slide {
  readonly heading: Heading | undefined;
  /** Its name in lists. */
  readonly name: string;
  /** The cells that it shows something of, in order. */
  readonly cells: readonly CellId[];
  readonly parts: readonly SlidePart[];
  /** At least one. */
  readonly steps: readonly [Step, ...Step[]];
  /** The speaker's notes, as Markdown; empty without any. */
  readonly notes: string;
}

/** Where one is: the slide and its step, both from 0. */
export interface Place {
  readonly slide: number;
  readonly step: number;
}

/** Lines of a program that a slide holds one below the other, in letters to be read from afar, and in two columns. */
const [MOST_LINES, MOST_IN_COLUMNS] = [20, 44] as const;

/** Lines by which the second column may begin before or after the middle. */
const OFF_MIDDLE = 6;

/**
 * A program as it is read on a slide, without its header: a long one in two columns, of which the second begins with a definition where one
 * is near the middle; one that is longer still in one, to be scrolled.
 */
export function columnsOf(text: string): readonly [string] | readonly [string, string] {
  const shown = withoutHeader(text);
  const lines = shown.split("\n");
  const { length } = lines;
  if (length <= MOST_LINES || length > MOST_IN_COLUMNS) return [shown];
  const middle = Math.ceil(length / 2);
  const begins = (at: number): boolean => /^\S/.test(lines[at] ?? "") && lines[at - 1]?.trim() === "";
  const near = Array.from({ length: OFF_MIDDLE + 1 }, (_, off) => [middle - off, middle + off]).flat();
  const at = near.find(begins) ?? middle;
  return [lines.slice(0, at).join("\n").trimEnd(), lines.slice(at).join("\n")];
}

/** Panels beside a program come first: columns have a slide's whole width. */
const BESIDE = ["plot", "graph", "curves"] as const;

/** A slide while it is gathered. */
interface Draft {
  readonly heading: Heading | undefined;
  readonly cells: Cell[];
  readonly parts: SlidePart[];
  readonly notes: string[];
}

/**
 * The slides of a document. A heading of the first three ranks begins one; a program with a title of its own does, unless the
 * heading before it has no program yet.
 */
export function slidesOf(document: Document): readonly Slide[] {
  const drafts: Draft[] = [];
  const begin = (heading: Heading | undefined): Draft => {
    const draft = { heading, cells: [], parts: [], notes: [] };
    drafts.push(draft);
    return draft;
  };
  for (const cell of document.cells) {
    if (cell.tag === "prose") {
      gatherProse(cell, drafts, begin);
      continue;
    }
    if (cell.tag !== "program") {
      const draft = drafts.at(-1) ?? begin(undefined);
      draft.parts.push({ tag: "lesson", cell: cell.id });
      draft.cells.push(cell);
      continue;
    }
    const title = titleOf(cell.text);
    const open = drafts.at(-1);
    const waits = open !== undefined && open.heading !== undefined && !open.parts.some(({ tag }) => tag === "program");
    const isNew = open === undefined || (title !== undefined && !waits);
    const draft = isNew ? begin(title === undefined ? undefined : { text: title, rank: undefined }) : open;
    const about = headerOf(cell.text).about?.text ?? "";
    if (about.trim() !== "") draft.parts.push({ tag: "about", cell: cell.id, text: about });
    draft.parts.push({ tag: "program", cell: cell.id });
    draft.cells.push(cell);
  }
  return drafts.map((draft) => finished(document, draft));
}

function gatherProse(cell: ProseCell, drafts: readonly Draft[], begin: (heading: Heading | undefined) => Draft): void {
  let text: string[] = [];
  const open = (): Draft => {
    const draft = drafts.at(-1) ?? begin(undefined);
    if (draft.cells.at(-1) !== cell) draft.cells.push(cell);
    return draft;
  };
  const endText = (): void => {
    const all = text.join("\n").trim();
    if (all !== "") open().parts.push({ tag: "prose", cell: cell.id, text: all });
    text = [];
  };
  for (const block of blocksOfCell(cell)) {
    if (block.tag === "heading") {
      endText();
      begin({ text: block.text, rank: block.rank }).cells.push(cell);
    } else if (block.tag === "notes") open().notes.push(block.text);
    else text.push(block.raw);
  }
  endText();
}

function finished(document: Document, { heading, cells, parts, notes }: Draft): Slide {
  const [first] = cells;
  return {
    heading,
    name: nameOfSlide(document, heading, first),
    cells: cells.map(({ id }) => id),
    parts,
    steps: stepsOf(document, cells, parts),
    notes: notes.join("\n\n"),
  };
}

function nameOfSlide(document: Document, heading: Heading | undefined, first: Cell | undefined): string {
  if (first?.tag === "program") return programName(document, first);
  if (heading !== undefined) return firstWords(`# ${heading.text}`);
  return first === undefined ? firstWords("") : wordsOfCell(first);
}

/** A program or a lesson's cell of a slide, with the prose around it, as places among the slide's parts. */
interface Group {
  readonly before: readonly number[];
  /** Undefined behind the last program or cell. */
  readonly at: number | undefined;
  /** Prose that follows a program, and leads to no other. */
  readonly after: number[];
}

function groupsOf(parts: readonly SlidePart[]): readonly Group[] {
  const groups: Group[] = [];
  let open: number[] = [];
  const end = (at: number | undefined): void => {
    const last = groups.at(-1);
    const isAfter = last?.at !== undefined && parts[last.at]?.tag === "program";
    const leadsOn = at !== undefined && parts[at]?.tag === "program";
    if (isAfter && !leadsOn) last.after.push(...open.splice(0));
    if (at !== undefined || open.length > 0) groups.push({ before: open, at, after: [] });
    open = [];
  };
  for (const [index, part] of parts.entries()) {
    if (part.tag === "prose" || part.tag === "about") open.push(index);
    else end(index);
  }
  end(undefined);
  return groups;
}

/** The steps of a slide in the order of the document: programs and their drawings, cells of lessons, scenes, and prose that needs the room. */
function stepsOf(document: Document, cells: readonly Cell[], parts: readonly SlidePart[]): Slide["steps"] {
  const proseOf = (places: readonly number[]): readonly Passage[] =>
    places.flatMap((place) => {
      const part = nth(parts, place);
      return (part.tag === "prose" || part.tag === "about") && !isLinkAlone(part) ? [part] : [];
    });
  const alone = (prose: readonly Passage[]): readonly Step[] =>
    parted(prose, MOST_LETTERS.alone).map((passages) => ({ tag: "prose", prose: passages }));
  const scenes = (places: readonly number[]): readonly Step[] =>
    places.flatMap((place) => {
      const part = nth(parts, place);
      return part.tag === "prose" ? scenesIn(document, parts, place, part.text) : [];
    });
  const [first, ...rest] = groupsOf(parts).flatMap(({ before, at, after }): readonly Step[] => {
    const [above, below] = [proseOf(before), proseOf(after)];
    const part = at === undefined ? undefined : nth(parts, at);
    if (part?.tag !== "program") {
      const own = part?.tag === "lesson" ? [lessonStep(document, cells, part.cell)] : [];
      return [...alone(above), ...scenes(before), ...own];
    }
    const isShort = lettersOf([...above, ...below]) <= MOST_LETTERS.beside;
    const [long, beside] = isShort ? [[], [...above, ...below]] : withTail(above, MOST_LETTERS.beside);
    const program = cells.find(({ id }) => id === part.cell);
    const [own, ...drawings] = program?.tag === "program" ? programSteps(program, beside) : [];
    const opening = own === undefined ? [] : [own, ...scenes(before), ...drawings];
    return [...alone(long), ...opening, ...alone(isShort ? [] : below), ...scenes(after)];
  });
  return [first ?? { tag: "prose", prose: [] }, ...rest];
}

/** The steps of a program: itself, each drawing beside it, and columns. */
function programSteps({ id, text, views: { inside = [] } }: ProgramCell, prose: readonly Passage[]): readonly Step[] {
  const beside: readonly (Drawn | undefined)[] = BESIDE.filter((one) => inside.includes(one));
  // a long program has a view of its own, in two columns, before it stands beside its drawings
  const isLong = columnsOf(text).length > 1;
  const shown = beside.length === 0 || isLong ? [undefined, ...beside] : beside;
  const columns: readonly Drawn[] = inside.includes("columns") ? ["columns"] : [];
  return [...shown, ...columns].map((drawn): Step => ({ tag: "program", cell: id, drawn, prose }));
}

/** The step of a lesson's cell: a way into a view is that view; a question has the picture before it, or the program, beside it. */
function lessonStep(document: Document, cells: readonly Cell[], id: CellId): Step {
  const lessons = cells.slice(0, cells.findIndex((one) => one.id === id) + 1).filter(isLessonCell);
  const cell = lastOf(lessons);
  const none = { tag: "lesson", cell: id, picture: undefined, program: undefined } as const;
  if (cell.tag === "exercise") return none;
  const program = programAbout(document, id, readPredict(cell).of)?.id;
  if (cell.tag !== "view") {
    const before = cell.tag === "predict" ? lessons.findLast(({ tag }) => tag === "view") : undefined;
    const isAsked =
      before !== undefined &&
      PICTURES.some((one) => one === readView(before).shows) &&
      programAbout(document, before.id, readView(before).of)?.id === program;
    return isAsked ? { ...none, picture: before.id } : { ...none, program };
  }
  const { shows, stages, counter } = readView(cell);
  const view = WAYS_IN.find((one) => one === shows);
  if (view === undefined || program === undefined) return none;
  const scene = { ...NO_SCENE, step: "end", stages, lead: stages[0], counter: counter || undefined } as const;
  return { tag: "scene", words: "", address: "", way: id, view, cell: program, scene };
}

/** Whether the view of a step is played by the step's key: its address names no step, or the one from which it plays. */
export function isPlayedByStep(step: Step | undefined): boolean {
  return isMoving(step) && (step.scene.step === "end" || step.scene.from !== undefined);
}

/** Views whose pictures are played, and move by steps. */
const MOVING = ["explorer", "graph", "ladder", "jobs"] as const;

/** Whether the view of a slide's step is played, and has steps of its own. */
export function isMoving(step: Step | undefined): step is Extract<Step, { tag: "scene" }> {
  return step?.tag === "scene" && MOVING.some((view) => view === step.view);
}

/** A link of usual length, read in one pass in any text. */
const LINK = /\[([^[\]\n]{0,200})\]\((#\/[^()\s]{0,300})\)/g;

/** Whether a part is links to scenes, and no other words: they are steps of the slide. */
function isLinkAlone(part: SlidePart): boolean {
  return part.tag === "prose" && /^[\s.,;*-]*$/.test(part.text.replace(LINK, ""));
}

/** The scenes that a part's text links to. */
function scenesIn(document: Document, parts: readonly SlidePart[], index: number, text: string): Step[] {
  const prose = blocksOf(text)
    .flatMap(({ tag, raw }) => (tag === "code" ? [] : [raw.replace(/`[^`\n]*`/g, "")]))
    .join("\n");
  return [...prose.matchAll(LINK)].flatMap(([, words = "", address = ""]): Step[] => {
    const { view, cell, scene } = routeOf(address);
    const program = programNamed(document, cell) ?? nearestProgram(document, parts, index);
    if (view === "document" || program === undefined) return [];
    // a picture that names no step is shown as it ends, wherever it was left
    const shown: Scene = { ...scene, step: scene.step ?? "end" };
    return [{ tag: "scene", words, address, way: undefined, view, cell: program.id, scene: shown }];
  });
}

/** The program that a link is about which names none: the last one above it on its slide, else the next, else the first of all. */
function nearestProgram(document: Document, parts: readonly SlidePart[], index: number): ProgramCell | undefined {
  const isProgram = ({ tag }: SlidePart): boolean => tag === "program";
  const found = parts.slice(0, index).findLast(isProgram) ?? parts.slice(index).find(isProgram);
  return programNamed(document, found?.cell) ?? programsOf(document)[0];
}

/** The first slide that shows something of a cell, with the heading nearest to it; 0 where none does. */
export function slideOf(slides: readonly Slide[], cell: CellId | undefined): number {
  return Math.max(
    0,
    slides.findIndex(({ cells }) => cell !== undefined && cells.includes(cell)),
  );
}

/** A place that there is: the nearest one to where one was, in a document that may have changed since. */
export function placeIn(slides: readonly Slide[], { slide, step }: Place): Place {
  const at = Math.max(0, Math.min(slides.length - 1, slide));
  const last = (slides[at]?.steps.length ?? 1) - 1;
  return { slide: at, step: Math.max(0, Math.min(last, step)) };
}

/** A step on (1) or back (−1): from the last step of a slide to the next one, from its first to the end of the one before. */
export function stepped(slides: readonly Slide[], at: Place, by: 1 | -1): Place {
  const { slide, step } = placeIn(slides, at);
  const steps = slides[slide]?.steps.length ?? 1;
  if (step + by >= 0 && step + by < steps) return { slide, step: step + by };
  if (slides[slide + by] === undefined) return { slide, step };
  return { slide: slide + by, step: by === 1 ? 0 : nth(slides, slide - 1).steps.length - 1 };
}

/** A slide on or back, at its first step; at either end one stays. */
export function turned(slides: readonly Slide[], at: Place, by: 1 | -1): Place {
  const { slide, step } = placeIn(slides, at);
  return slides[slide + by] === undefined ? { slide, step } : { slide: slide + by, step: 0 };
}

/** The scene of a link in a cell's prose, with its program; undefined for any other address. */
export function sceneOfLink(
  document: Document,
  cell: CellId,
  address: string,
): Extract<Step, { tag: "scene" }> | undefined {
  for (const { steps, cells } of slidesOf(document)) {
    if (!cells.includes(cell)) continue;
    const found = steps.find((step) => step.tag === "scene" && step.address === address);
    if (found?.tag === "scene") return found;
  }
  return undefined;
}
