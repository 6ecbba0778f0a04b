// A run at one step, as a lesson shows it: what the step has not reached is not in it, so that no picture of it can give it away.

import type { StageId } from "../algorithms/algorithm.ts";
import type { ReplayOrder } from "../animation/replay-order.ts";
import { nth, present } from "../base/nth.ts";
import { shortReal } from "../core/values/show-value.ts";
import type { ColumnInfo } from "../explore/column.ts";
import type { JobInfo } from "../explore/job-picture.ts";
import { bendsApart, type LabelPlace, labelPlaces } from "../graphs/edge-labels.ts";
import { jobName } from "../graphs/jobs.ts";
import { type LayoutGraph, laidOut, type Point } from "../graphs/layout.ts";
import { kindIn, nameIn, operandsIn, opIn, type RunGraph } from "../graphs/run-graph.ts";
import { opNameIn } from "../graphs/written-in.ts";
import { stepAt } from "../queries/address.ts";
import { nameOfScalar } from "../queries/asked.ts";
import { QueryMistake } from "../queries/query.ts";
import { type Setting, type Subject, stageNamed } from "../queries/subject.ts";
import { formulaOf, isInfix } from "../scalars/formula.ts";
import { runKey } from "../session/input/prepare.ts";
import type { Steps } from "../session/run/drive.ts";
import { isAmong } from "../timeline/created.ts";
import type { ColumnFrame, RowFrame } from "../timeline/frame.ts";
import { BOX_HEIGHT, BOX_LETTERS } from "./box-letters.ts";
import { heldBack, type OpenQuestion } from "./held-back.ts";

/** Asks for the picture of a run at one step, by an address of the leading stage or by the number of a step. */
export interface GlimpseAsk {
  /** The first one leads: the address is one of its run. One that refuses the program gives its place to the one that it names instead. */
  readonly stages: readonly StageId[];
  readonly address: string;
  /** A step of the leading stage, in the place of the address. */
  readonly step?: number | undefined;
  /** Questions that the picture may not answer. */
  readonly open?: readonly OpenQuestion[];
}

/** A scalar. What the step has not reached of it is undefined. */
export interface GlimpseNode {
  readonly number: number;
  readonly name: string;
  readonly kind: "input" | "constant" | "operation";
  readonly op: string | undefined;
  /** The text above its value, as in the program: `a = x·y`, its name alone where it is an input; empty for a constant. */
  readonly line: string;
  readonly value: number | undefined;
  readonly x: number;
  readonly y: number;
  /** Of its box: as its words and any number need it, so that the width reveals no number. */
  readonly width: number;
}

/** From an operand to the operation that uses it. */
export interface GlimpseEdge {
  readonly from: number;
  readonly to: number;
  /** The partial derivative as a formula; undefined where that is a number. */
  readonly formula: string | undefined;
  readonly partial: number | undefined;
  readonly bends: readonly Point[];
  /** How far along it from its user its label stands; and whether there is room for the number alone, without the formula. */
  readonly labelAt: number | undefined;
  readonly isShort: boolean;
}

/** A stage's state of a scalar at the step. */
export interface GlimpseRow {
  readonly number: number;
  readonly id: string | undefined;
  /** The waiting sum. */
  readonly waiting: number | undefined;
  readonly cotangent: number | undefined;
  readonly called: number;
  readonly arrivals: readonly { readonly from: string | undefined; readonly amount: number }[];
  /** Its contributions, where the stage keeps them as data: pairs of a partial and a name. */
  readonly entry: readonly { readonly partial: number; readonly to: string }[] | undefined;
}

/** A call of a backpropagator: the scalar's, and the call that it was made by as a place in the list; -1 where no other call made it. */
export interface GlimpseCall {
  readonly number: number;
  readonly by: number;
}

/** The state of one stage at the step. */
export interface GlimpseColumn {
  readonly stage: StageId;
  readonly title: string;
  readonly phase: string;
  readonly step: number;
  readonly steps: number;
  readonly calls: number;
  /** These calls in their order, as far as they are not too many for a picture. */
  readonly made: readonly GlimpseCall[];
  /** The scalar whose backpropagator is being called. */
  readonly calling: string | undefined;
  readonly rows: readonly GlimpseRow[];
}

/** A job of the leading stage's forward pass, which the reverse pass mirrors. */
export interface GlimpseJob {
  readonly name: string;
  /** The jobs that had to end before it began, as places in the list. */
  readonly after: readonly number[];
  /** The scalars that it made. */
  readonly scalars: readonly number[];
}

/** The picture of a run at one step: the graph of its scalars and a column for each stage. Places are in CSS pixels. */
export interface Glimpse {
  readonly nodes: readonly GlimpseNode[];
  readonly edges: readonly GlimpseEdge[];
  /** The scalars of the result, each as often as it occurs there, and the cotangents of these occurrences, none in the forward pass. */
  readonly outputs: readonly number[];
  readonly seeds: readonly number[];
  readonly columns: readonly GlimpseColumn[];
  /** None where the leading stage has none, or the step is in the forward pass. */
  readonly jobs: readonly GlimpseJob[];
  /** The last step that may be shown, and the questions that keep the picture from the step that was asked for. */
  readonly last: number;
  readonly heldBy: readonly string[];
}

/** Scalars that a lesson shows at most: a picture in the middle of a text. */
const MOST_GLIMPSED = 60;

const LEAST_WIDTH = 92;
/** Pixels of a letter of the line and of labels, and of the numbers below a line, and of what is left free beside all of them. */
const LETTER = 7.3;
const NUMBER_LETTER = 9.1;
const BESIDE = 14;
/** Pixels between two boxes of a layer's. */
const APART = 4;
const BETWEEN = 96;
/** Letters of a partial for which there is room on its edge, so that no place reveals it, and between a formula and its number. */
const [PARTIAL, IS] = [4, 3] as const;

/** A run at a step. Throws {@link QueryMistake}. */
export function* glimpse(
  subject: Subject,
  setting: Setting,
  { stages: asked, address, step, open = [] }: GlimpseAsk,
): Steps<Glimpse> {
  const { exploration, seen } = yield* subject.explored(setting);
  const { graph, refused } = seen;
  const stages = [...new Set(asked.map((id) => refused[id]?.instead ?? id))];
  const [leader] = stages;
  if (leader === undefined) throw new QueryMistake("a view needs a stage");
  if (graph.size > MOST_GLIMPSED)
    throw new QueryMistake(`the run has ${graph.size} scalars: a view in a text shows up to ${MOST_GLIMPSED}`);
  const infos: ColumnInfo[] = [];
  const replayOrders: ReplayOrder[] = [];
  for (const id of stages) {
    replayOrders.push(yield* subject.replayOrder(id, setting));
    infos.push(yield* exploration.record(id));
  }
  const lead = nth(replayOrders, 0);
  const turn = nth(infos, 0).phases.find(({ name }) => name === "forward")?.to ?? 0;
  const run = (of: Setting): string => runKey(subject.checked, subject.request(of));
  const shown = { graph, lead, stages, isOf: (of: Setting) => run(of) === run(setting) };
  const { step: at, by: heldBy } = heldBack(shown, step ?? stepAt(address, graph, lead, turn), open);
  const { step: last } = heldBack(shown, lead.steps, open);
  const ask = { stages, leader, rows: [0, graph.size], also: [] } as const;
  const beside = Object.fromEntries(stages.map((id) => [id, id === leader ? at : 0]));
  const together = exploration.frames({ ...ask, cursors: beside, together: true }).frames;
  // a stage beside the first one may be further than it, and goes no further than it may on its own
  const cursors = Object.fromEntries(
    stages.map((id, index) => {
      const { step: wanted } = present(together[id]);
      return [id, id === leader ? at : heldBack({ ...shown, lead: nth(replayOrders, index) }, wanted, open).step];
    }),
  );
  const { frames } = exploration.frames({ ...ask, cursors });
  const first = present(frames[leader]);
  const isThere = (number: number): boolean => isAmong(first.created, number) && (lead.created[number] ?? 0) <= at;
  const columns = stages.map((id, index): GlimpseColumn => {
    const { title, steps } = nth(infos, index);
    return columnOf(graph, id, title, steps, present(frames[id]), nth(replayOrders, index));
  });
  const isForward = first.phase === "forward";
  const outputs = [...graph.outputs];
  const seeds = isForward ? [] : [...graph.seeds];
  const jobs = isForward || !stageNamed(leader).forks ? [] : jobsOf(exploration.jobs(leader).forward.jobs);
  return { ...picture(graph, isThere), columns, outputs, seeds, jobs, last, heldBy };
}

function jobsOf(jobs: readonly JobInfo[]): readonly GlimpseJob[] {
  const places = new Map(jobs.map(({ id }, place) => [id, place]));
  return jobs.map(({ id, after, scalars }) => ({
    name: jobName(id),
    after: after.map((other) => present(places.get(other))),
    scalars,
  }));
}

function columnOf(
  graph: RunGraph,
  stage: StageId,
  title: string,
  steps: number,
  frame: ColumnFrame,
  replayOrder: ReplayOrder,
): GlimpseColumn {
  const name = (number: number): string => nameOfScalar(graph, number);
  const row = (one: RowFrame): GlimpseRow => ({
    number: one.number,
    // an ID is the number of the scalar, where stages have IDs and no jobs
    id: idText(one.id) ?? (replayOrder.waits ? `#${one.number}` : undefined),
    waiting: one.waiting,
    cotangent: frame.phase === "forward" ? undefined : one.cotangent,
    called: one.called,
    arrivals: one.arrivals.map(({ from, amount }) => ({ from: from && name(from.number), amount })),
    entry: one.contributions?.map(({ partial, to }) => ({ partial, to: name(to) })),
  });
  return {
    stage,
    title,
    phase: frame.phase,
    step: frame.step,
    steps,
    calls: countUpTo(replayOrder.calls.step, frame.step),
    made: callsUpTo(replayOrder.calls, frame.step),
    calling: frame.calling === undefined ? undefined : name(frame.calling),
    rows: frame.rows.filter(({ isCreated }) => isCreated).map(row),
  };
}

function idText(id: readonly number[] | undefined): string | undefined {
  const [first, place] = id ?? [];
  if (first === undefined) return undefined;
  return place === undefined ? String(first) : `⟨${jobName(first)},${place}⟩`;
}

function countUpTo(steps: Uint32Array, step: number): number {
  return steps.reduce((sum, one) => sum + (one <= step ? 1 : 0), 0);
}

/** Calls that a picture shows at most: a tree of more has no room in a text. */
const MOST_CALLS = 200;

function callsUpTo({ number, parent, step }: ReplayOrder["calls"], last: number): readonly GlimpseCall[] {
  const count = countUpTo(step, last);
  if (count > MOST_CALLS) return [];
  return [...number.subarray(0, count)].map((one, call) => ({ number: one, by: nth(parent, call) }));
}

/** The graph laid out from left to right: its form is that of the program, its numbers are those that are there. */
function picture(graph: RunGraph, isThere: (number: number) => boolean): Pick<Glimpse, "nodes" | "edges"> {
  const numbers = [...Array(graph.size).keys()];
  const between = numbers.flatMap((to) => {
    const operands = operandsIn(graph, to);
    const names = operands.map(({ node }) => nameIn(graph, node));
    return operands.map(({ node, edge }, place) => {
      const formula = formulaOf(opIn(graph, to), place, names);
      return { from: node, to, edge, formula: Number.isFinite(Number(formula)) ? undefined : formula };
    });
  });
  const nodes = numbers.map((number) => ({ width: widthOf(graph, number) + APART, height: BOX_HEIGHT }));
  const labelled = (short: ReadonlySet<number>): LayoutGraph => ({
    nodes,
    betweenLayers: BETWEEN,
    edges: between.map(({ from, to, formula }, index) => {
      const letters = formula === undefined || short.has(index) ? PARTIAL : formula.length + IS + PARTIAL;
      return { from, to, label: LETTER * letters };
    }),
  });
  const short = new Set<number>();
  const first = labelled(short);
  const laid = laidOut(first);
  const placed = { ...laid, bends: bendsApart(first, laid) };
  let labels = labelPlaces(first, placed);
  // where several are in each other's way, half of them are shortened, and the rest is tried again
  for (let crowded = crowdedIn(labels, short); crowded.length > 0; crowded = crowdedIn(labels, short)) {
    for (const index of crowded.slice(Math.floor(crowded.length / 2))) short.add(index);
    labels = labelPlaces(labelled(short), placed);
  }
  return {
    nodes: numbers.map((number) => ({
      number,
      name: nameOfScalar(graph, number),
      kind: kindIn(graph, number),
      op: opNameIn(graph, number),
      line: lineOf(graph, number),
      value: isThere(number) ? nth(graph.values, number) : undefined,
      x: nth(placed.x, number),
      y: nth(placed.y, number),
      width: nth(nodes, number).width - APART,
    })),
    edges: between.map(({ from, to, edge, formula }, index) => ({
      from,
      to,
      formula,
      partial: isThere(to) ? nth(graph.partials, edge) : undefined,
      bends: nth(placed.bends, index),
      labelAt: labels[index]?.at,
      isShort: short.has(index),
    })),
  };
}

/** Labels that lie on something, and are not shortened yet. */
function crowdedIn(labels: readonly (LabelPlace | undefined)[], short: ReadonlySet<number>): readonly number[] {
  return [...labels.keys()].filter((index) => labels[index]?.isClear === false && !short.has(index));
}

/** `a = x·y`; where that is too long, the name, cut, and the operation. */
function lineOf(graph: RunGraph, number: number): string {
  const kind = kindIn(graph, number);
  const name = nameOfScalar(graph, number);
  const short = name.length > BOX_LETTERS.name ? `…${name.slice(1 - BOX_LETTERS.name)}` : name;
  if (kind !== "operation") return kind === "constant" ? "" : short;
  const op = opNameIn(graph, number) ?? "";
  const line = `${name} = ${expressionIn(graph, number, op)}`;
  if (line.length <= BOX_LETTERS.line) return line;
  return `${short} ${op.length > BOX_LETTERS.op ? `${op.slice(0, BOX_LETTERS.op - 1)}…` : op}`;
}

function expressionIn(graph: RunGraph, number: number, op: string): string {
  const names = operandsIn(graph, number).map(({ node }) =>
    kindIn(graph, node) === "constant" ? shortReal(nth(graph.values, node)) : nameOfScalar(graph, node),
  );
  if (isInfix(op) && names.length === 2) return op === "*" ? names.join("·") : names.join(` ${op} `);
  return names.length === 1 && /^\w/.test(op) ? `${op} ${names[0]}` : `${op} (${names.join(", ")})`;
}

/** The width of a scalar's box: for what stands above its value, and the longest number. */
function widthOf(graph: RunGraph, number: number): number {
  const wide = Math.max(LETTER * lineOf(graph, number).length, NUMBER_LETTER * BOX_LETTERS.number);
  return Math.max(LEAST_WIDTH, BESIDE + wide);
}
