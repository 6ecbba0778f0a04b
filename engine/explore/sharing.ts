// The sharing structure of a run before and after defunctionalisation (thesis §3.8.2, Fig. 3.13): which backpropagator
// holds which in memory, as closures and as data. And Delta terms, shared and unfolded (Krawiec et al. 2022, §6.1).

import type { SharingForm, StageId } from "../algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE } from "../algorithms/catalogue.ts";
import { stageOf } from "../algorithms/index.ts";
import { nth, present } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import type { Content, Event, ScalarNumber } from "../core/events/events.ts";
import { shortReal } from "../core/values/show-value.ts";
import { runGradient } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { bendsApart } from "../graphs/edge-labels.ts";
import { laidOut, type Point } from "../graphs/layout.ts";
import { kindIn, type RunGraph } from "../graphs/run-graph.ts";
import type { Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import { scalarTitle } from "./picture.ts";
import {
  POINTER,
  type Sharing,
  type SharingArrow,
  type SharingBox,
  type SharingField,
  type SharingSeen,
} from "./sharing-boxes.ts";

/** Backpropagators that are drawn at most: those that are nearest to the result. */
export const MOST_BOXES = 80;
/** Fields of one box that are drawn at most. */
export const MOST_FIELDS = 12;
/** Scalars of a run that are gone through at most. */
const MOST_SCALARS = 60_000;
/** Milliseconds that all runs may take: no other question is answered meanwhile. */
const WITHIN = 5000;

/** Runs the forward pass of the stages at the input of the run whose graph is given. */
export function sharingOf(checked: CheckedProgram, request: Request, graph: RunGraph, budget: Budget): SharingSeen {
  if (graph.outputs.length === 0) return { tag: "nothing", because: "no-reals" };
  if (graph.size > MOST_SCALARS) return { tag: "nothing", because: "too-large" };
  const stages: Sharing[] = [];
  const deadline = performance.now() + WITHIN;
  const known = new Map<StageId, Held | undefined>();
  for (const { stage, form } of ALGORITHM_CATALOGUE.flatMap(({ usual }) => usual.sharing)) {
    if (!known.has(stage)) known.set(stage, heldIn(checked, request, stage, { ...budget, deadline }));
    const held = known.get(stage);
    if (held !== undefined) stages.push(drawn(stage, form, graph, held));
  }
  return stages.length === 0 ? { tag: "nothing", because: "stopped" } : { tag: "sharing", stages };
}

/** By scalar, what it holds for the way back. */
type Held = readonly (readonly SharingField[])[];

/** Memory of scalars; undefined where the forward pass did not finish. */
function heldIn(checked: CheckedProgram, request: Request, id: StageId, budget: Budget): Held | undefined {
  const held: (readonly SharingField[])[] = [];
  let isOver = false;
  const observer = (event: Event): void => {
    if (event.tag === "scalar") held[event.number] = fieldsOf(event);
    else if (event.tag === "phase" && event.phase === "reverse") isOver = true;
  };
  const stage = stageOf(id) ?? internal("an unknown stage was asked for", id);
  const steps = runGradient(checked, request, stage, budget, { checks: false, observer, tellClosures: true });
  // the reverse pass makes no backpropagators
  for (let next = steps.next(true); !next.done; next = steps.next(!isOver));
  return isOver ? held : undefined;
}

/** Captured variables by their names; of data, the items of its list; of a term, the term. */
function fieldsOf({ back, closure }: Extract<Event, { tag: "scalar" }>): readonly SharingField[] {
  if (closure !== undefined) return closure.map(({ name, content }) => field(name, content));
  const list = contributionsOf(back);
  if (list !== undefined) return list.map((content) => field(undefined, content));
  return back === undefined ? [] : [field(undefined, back)];
}

/** The list in the data Contrib; undefined for other data. */
function contributionsOf(back: Content | undefined): readonly Content[] | undefined {
  if (typeof back !== "object" || !("con" in back)) return undefined;
  const [list] = back.fields;
  return typeof list === "object" && "list" in list ? list.list : undefined;
}

function field(name: string | undefined, content: Content): SharingField {
  const to: number[] = [];
  const text = textOf(content, to);
  return { name, text, to };
}

/** A value as text; collects the scalars whose backpropagators it points to. */
function textOf(content: Content, to: number[]): string {
  const all = (contents: readonly Content[]): string => contents.map((one) => textOf(one, to)).join(", ");
  if (typeof content === "number") return shortReal(content);
  if ("backpropagator" in content) {
    to.push(content.backpropagator);
    return POINTER;
  }
  if ("function" in content) return content.function;
  if ("tuple" in content) return `(${all(content.tuple)})`;
  if ("list" in content) return `[${all(content.list)}]`;
  if ("con" in content) return [content.con, ...content.fields.map((one) => argumentText(one, to))].join(" ");
  if ("first" in content) return `${textOf(content.first, to)} :: ${textOf(content.rest, to)}`;
  return "array" in content ? `array ${content.array}` : `map ${content.map}`;
}

/** A field of a constructor, in brackets where it is applied to something itself. */
function argumentText(content: Content, to: number[]): string {
  const text = textOf(content, to);
  return typeof content === "object" && "con" in content && content.fields.length > 0 ? `(${text})` : text;
}

type Unplaced = Omit<SharingBox, "x" | "y">;

/** Boxes reachable from the result, counted; and the first of them, laid out from top to bottom. */
function drawn(stage: StageId, form: SharingForm, graph: RunGraph, held: Held): Sharing {
  const result = [...graph.outputs].map((output): SharingField => {
    const own = { backpropagator: output as ScalarNumber };
    // terms have no IDs
    const { text, to } = field(undefined, form.isTerm ? own : { tuple: [output, own] });
    return { name: undefined, text: `⟨${shortReal(nth(graph.values, output))}, ${text}⟩`, to };
  });
  const fieldsAt = (scalar: number): readonly SharingField[] =>
    held[scalar] ?? internal("a backpropagator is held that was not told of", scalar);
  const { boxes, arrows, total } = (form.isUnfolded ? unfoldedFrom : sharedFrom)(graph, result, fieldsAt);
  const placed = fromTheTop(boxes, arrows);
  return {
    stage,
    form,
    boxes: boxes.map((box, index) => ({ ...box, x: nth(placed.x, index), y: nth(placed.y, index) })),
    arrows: arrows.map((arrow, index) => ({ ...arrow, bends: nth(placed.bends, index) })),
    total,
  };
}

type FieldsAt = (scalar: number) => readonly SharingField[];

/** Boxes and arrows that have no places yet. */
interface Found extends Pick<Sharing, "total"> {
  /** The result first. */
  readonly boxes: readonly Unplaced[];
  readonly arrows: readonly Omit<SharingArrow, "bends">[];
}

const resultBox = (result: readonly SharingField[]): Unplaced =>
  sized({ scalar: undefined, copy: 0, kind: "result", title: "", heldBy: 0 }, result);

/** A box for each scalar, however many hold it. */
function sharedFrom(graph: RunGraph, result: readonly SharingField[], fieldsAt: FieldsAt): Found {
  const all = reachable(result, fieldsAt, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const heldBy = new Map<number, number>();
  let arrowCount = 0;
  for (const fields of [result, ...[...all].map(fieldsAt)])
    for (const { to } of fields)
      for (const scalar of to) {
        heldBy.set(scalar, (heldBy.get(scalar) ?? 0) + 1);
        arrowCount++;
      }
  const seen = [...reachable(result, fieldsAt, MOST_BOXES, MOST_FIELDS)].sort((a, b) => b - a);
  const boxes: readonly Unplaced[] = [
    resultBox(result),
    ...seen.map((scalar) => {
      const kind = kindIn(graph, scalar);
      const title = scalarTitle(graph, scalar);
      return sized({ scalar, copy: 0, kind, title, heldBy: present(heldBy.get(scalar)) }, fieldsAt(scalar));
    }),
  ];
  const place = new Map(seen.map((scalar, index) => [scalar, index + 1]));
  const arrows = boxes.flatMap(({ fields }, from) =>
    fields.flatMap((one) =>
      one.to.flatMap((scalar) => {
        const at = place.get(scalar);
        return at === undefined ? [] : [{ from, to: at, label: from === 0 ? "" : labelOf(one) }];
      }),
    ),
  );
  const shared = [...heldBy.values()].filter((count) => count > 1).length;
  return { boxes, arrows, total: { boxes: all.size, arrows: arrowCount, shared } };
}

/** A contribution begins with its partial derivative. */
function labelOf({ name, text }: SharingField): string {
  return name ?? /^\(([^,]*),/.exec(text)?.[1] ?? "";
}

/** A box for each way from the result: what an evaluation goes through that visits a shared term once for each use. */
function unfoldedFrom(graph: RunGraph, result: readonly SharingField[], fieldsAt: FieldsAt): Found {
  const boxes: Unplaced[] = [resultBox(result)];
  const arrows: Omit<SharingArrow, "bends">[] = [];
  const copies = new Map<number, number>();
  // the nearest to the result first: a list is gone through with what is added on the way
  for (let from = 0; from < boxes.length; from++)
    for (const one of nth(boxes, from).fields)
      for (const scalar of one.to) {
        if (boxes.length > MOST_BOXES) break;
        const copy = copies.get(scalar) ?? 0;
        copies.set(scalar, copy + 1);
        arrows.push({ from, to: boxes.length, label: "" });
        const [kind, title] = [kindIn(graph, scalar), scalarTitle(graph, scalar)];
        boxes.push(sized({ scalar, copy, kind, title, heldBy: 1 }, fieldsAt(scalar)));
      }
  const all = visits(result, fieldsAt);
  return { boxes, arrows, total: { boxes: all, arrows: all, shared: 0 } };
}

/** How many boxes there are if each is copied for each owner; more than can be counted exactly, rounded. */
function visits(result: readonly SharingField[], fieldsAt: FieldsAt): number {
  const seen = [...reachable(result, fieldsAt, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)];
  const below = new Map<number, number>();
  const sum = (fields: readonly SharingField[]): number =>
    fields.reduce((all, { to }) => to.reduce((more, scalar) => more + present(below.get(scalar)), all), 0);
  // what a scalar holds was made before it
  for (const scalar of seen.sort((a, b) => a - b)) below.set(scalar, 1 + sum(fieldsAt(scalar)));
  return sum(result);
}

/** The scalars whose backpropagators can be reached, the nearest first, up to a limit, by the first fields of each. */
function reachable(
  result: readonly SharingField[],
  fieldsAt: (scalar: number) => readonly SharingField[],
  most: number,
  mostFields: number,
): ReadonlySet<number> {
  const found = new Set<number>();
  const find = (fields: readonly SharingField[]): void => {
    for (const { to } of fields.slice(0, mostFields)) for (const scalar of to) if (found.size < most) found.add(scalar);
  };
  find(result);
  // a set is gone through with what is added on the way
  for (const scalar of found) find(fieldsAt(scalar));
  return found;
}

/** Room between a box and those that it holds. */
const BETWEEN_LAYERS = 52;
const TITLE_HEIGHT = 22;
const FIELD_HEIGHT = 19;
const PADDING = 16;
const LETTER = 8.5;
/** Letters that the page adds to a title, the number, and to a contribution, the brackets of its list. */
const BEFORE_TITLE = 6;
const BRACKETS = 2;
/** Letters that always fit: of the words for a box that holds nothing. */
const LEAST_LETTERS = 16;

function sized(
  box: Omit<Unplaced, "fields" | "moreFields" | "width" | "height">,
  all: readonly SharingField[],
): Unplaced {
  const fields = all.slice(0, MOST_FIELDS);
  const moreFields = all.length - fields.length;
  const letters = fields.map(({ name, text }) => text.length + (name === undefined ? BRACKETS : name.length + 3));
  // one for what is left out, and one for how often the box is held
  const rows = Math.max(1, fields.length) + (moreFields > 0 ? 1 : 0) + (box.heldBy > 1 ? 1 : 0);
  return {
    ...box,
    fields,
    moreFields,
    width: PADDING + LETTER * Math.max(LEAST_LETTERS, box.title.length + BEFORE_TITLE, ...letters),
    height: PADDING + TITLE_HEIGHT + FIELD_HEIGHT * rows,
  };
}

/** Layered layout: owners above what they reference. */
function fromTheTop(boxes: readonly Unplaced[], edges: readonly { readonly from: number; readonly to: number }[]) {
  const nodes = boxes.map(({ width, height }) => ({ width: height, height: width }));
  const graph = { nodes, edges, betweenLayers: BETWEEN_LAYERS };
  const placed = laidOut(graph);
  const { x, y } = placed;
  const bends = bendsApart(graph, placed);
  return { x: y, y: x, bends: bends.map((points) => points.map(([down, across]): Point => [across, down])) };
}
