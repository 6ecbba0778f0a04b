// The sharing structure of a run before and after defunctionalisation (thesis §3.8.2, Fig. 3.13): which backpropagator
// holds which in memory, as closures and as data.
import type { StageId } from "../../algorithms/algorithm.ts";
import { USUAL } from "../../algorithms/catalogue.ts";
import { stageOf } from "../../algorithms/index.ts";
import { internal } from "../../base/unreachable.ts";
import type { Content, Event, ScalarNumber } from "../../core/events/events.ts";
import { shortReal } from "../../core/values/show-value.ts";
import type { Budget } from "../../evaluate/tasks/budget.ts";
import { layered, type Point } from "../../graphs/layout.ts";
import { kindIn, type RunGraph } from "../../graphs/run-graph.ts";
import { runGradient } from "../derivatives/gradient.ts";
import type { Request } from "../input/prepare.ts";
import type { CheckedProgram } from "../program/program.ts";
import { scalarTitle } from "./picture.ts";

/** What backpropagators are: functions, with closures, or data. */
export type SharingForm = "functions" | "data";
const FORMS: readonly SharingForm[] = ["functions", "data"];

/** Backpropagators that are drawn at most: those that are nearest to the result. */
export const MOST_BOXES = 80;
/** Fields of one box that are drawn at most. */
export const MOST_FIELDS = 12;
/** Scalars of a run that are gone through at most. */
const MOST_SCALARS = 60_000;
/** Milliseconds that both runs may take: no other question is answered meanwhile. */
const WITHIN = 5000;

/** Stands in a field for a value of its own in memory, which an arrow leads to. */
export const POINTER = "□";

/** One thing that a box holds: a captured variable, a contribution, or an occurrence in the result. */
export interface SharingField {
  /** The captured variable; undefined where only the place counts. */
  readonly name: string | undefined;
  /** What is there, with a {@link POINTER} for each box that it points to. */
  readonly text: string;
  /** The scalars whose backpropagators these are, in their order. */
  readonly to: readonly number[];
}

/** A value in memory. Places are those of its centre, in CSS pixels. */
export interface SharingBox {
  /** The scalar whose backpropagator it is; undefined for what the transformed program returns. */
  readonly scalar: number | undefined;
  readonly kind: "input" | "constant" | "operation" | "result";
  /** What the scalar is called; empty for the result. */
  readonly title: string;
  /** The first of its fields. */
  readonly fields: readonly SharingField[];
  /** Fields that there are beside these. */
  readonly moreFields: number;
  /** How many arrows of the run lead here, those from boxes that are not drawn among them. */
  readonly heldBy: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From a place in the list of boxes to another. */
export interface SharingArrow {
  readonly from: number;
  readonly to: number;
  /** The captured variable or the partial derivative that it starts at. */
  readonly label: string;
  readonly bends: readonly Point[];
}

/** What of a run's memory can be reached from what the transformed program returns. */
export interface Sharing {
  readonly stage: StageId;
  readonly form: SharingForm;
  /** The result first, then backpropagators from the highest number down. */
  readonly boxes: readonly SharingBox[];
  readonly arrows: readonly SharingArrow[];
  /** Backpropagators, arrows, and backpropagators with two or more arrows in, drawn or not. */
  readonly total: { readonly boxes: number; readonly arrows: number; readonly shared: number };
}

/** Both stages; or why there is nothing to draw. */
export type SharingSeen =
  | { readonly tag: "sharing"; readonly stages: readonly Sharing[] }
  | { readonly tag: "nothing"; readonly because: "no-reals" | "too-large" | "stopped" };

/** Runs the forward pass of both stages at the input of the run whose graph is given. */
export function sharingOf(checked: CheckedProgram, request: Request, graph: RunGraph, budget: Budget): SharingSeen {
  if (graph.outputs.length === 0) return { tag: "nothing", because: "no-reals" };
  if (graph.size > MOST_SCALARS) return { tag: "nothing", because: "too-large" };
  const stages: Sharing[] = [];
  const deadline = performance.now() + WITHIN;
  for (const [place, stage] of USUAL.sharing.entries()) {
    const held = heldIn(checked, request, stage, { ...budget, deadline });
    if (held === undefined) return { tag: "nothing", because: "stopped" };
    stages.push(drawn(stage, FORMS[place]!, graph, held));
  }
  return { tag: "sharing", stages };
}

/** By scalar, what its backpropagator holds; undefined where the forward pass did not come to its end. */
function heldIn(
  checked: CheckedProgram,
  request: Request,
  id: StageId,
  budget: Budget,
): readonly (readonly SharingField[])[] | undefined {
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

/** Captured variables by their names; of data, the items of its list. */
function fieldsOf({ back, closure }: Extract<Event, { tag: "scalar" }>): readonly SharingField[] {
  if (closure !== undefined) return closure.map(({ name, content }) => field(name, content));
  return contributionsOf(back).map((content) => field(undefined, content));
}

/** The list in the data Contrib. */
function contributionsOf(back: Content | undefined): readonly Content[] {
  if (typeof back !== "object" || !("con" in back)) return [];
  const [list] = back.fields;
  return typeof list === "object" && "list" in list ? list.list : [];
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
  if ("con" in content) return content.fields.length === 0 ? content.con : `${content.con}(${all(content.fields)})`;
  if ("first" in content) return `${textOf(content.first, to)} :: ${textOf(content.rest, to)}`;
  return "array" in content ? `array ${content.array}` : `map ${content.map}`;
}

type Unplaced = Omit<SharingBox, "x" | "y">;

/** What can be reached from the result, counted; and the first of it, laid out from top to bottom. */
function drawn(
  stage: StageId,
  form: SharingForm,
  graph: RunGraph,
  held: readonly (readonly SharingField[])[],
): Sharing {
  const result = [...graph.outputs].map((output): SharingField => {
    const id = { tuple: [output, { backpropagator: output as ScalarNumber }] };
    const { text, to } = field(undefined, id);
    return { name: undefined, text: `⟨${shortReal(graph.values[output]!)}, ${text}⟩`, to };
  });
  const fieldsAt = (scalar: number): readonly SharingField[] =>
    held[scalar] ?? internal("a backpropagator is held that was not told of", scalar);
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
    sized({ scalar: undefined, kind: "result", title: "", heldBy: 0 }, result),
    ...seen.map((scalar) => {
      const kind = kindIn(graph, scalar);
      const title = scalarTitle(graph, scalar);
      return sized({ scalar, kind, title, heldBy: heldBy.get(scalar)! }, fieldsAt(scalar));
    }),
  ];
  const place = new Map(seen.map((scalar, index) => [scalar, index + 1]));
  const arrows = boxes.flatMap(({ fields }, from) =>
    fields.flatMap(({ name, text, to }) =>
      to.flatMap((scalar) => {
        const at = place.get(scalar);
        // a contribution begins with its partial derivative
        const label = from === 0 ? "" : (name ?? /^\(([^,]*),/.exec(text)?.[1] ?? "");
        return at === undefined ? [] : [{ from, to: at, label }];
      }),
    ),
  );
  const placed = fromTheTop(boxes, arrows);
  return {
    stage,
    form,
    boxes: boxes.map((box, index) => ({ ...box, x: placed.x[index]!, y: placed.y[index]! })),
    arrows: arrows.map((arrow, index) => ({ ...arrow, bends: placed.bends[index]! })),
    total: { boxes: all.size, arrows: arrowCount, shared: [...heldBy.values()].filter((count) => count > 1).length },
  };
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

/** Lays boxes out from top to bottom: what holds stands above what it holds. */
function fromTheTop(boxes: readonly Unplaced[], edges: readonly { readonly from: number; readonly to: number }[]) {
  const nodes = boxes.map(({ width, height }) => ({ width: height, height: width }));
  const steps = layered({ nodes, edges, betweenLayers: BETWEEN_LAYERS });
  let next = steps.next();
  while (!next.done) next = steps.next();
  const { x, y, bends } = next.value;
  return { x: y, y: x, bends: bends.map((points) => points.map(([down, across]): Point => [across, down])) };
}
