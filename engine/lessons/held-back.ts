// How far a picture of a run may go while questions about it are open: up to the step before the one that would answer one of them.

import type { StageId } from "../algorithms/algorithm.ts";
import { describedStage, USUAL } from "../algorithms/catalogue.ts";
import type { ReplayOrder } from "../animation/replay-order.ts";
import { nth } from "../base/nth.ts";
import { kindIn, type RunGraph } from "../graphs/run-graph.ts";
import { numberAnswer, sameAnswer } from "../queries/answer.ts";
import { scalarNamed } from "../queries/asked.ts";
import { type CallQuery, type Query, QueryMistake, readQuery } from "../queries/query.ts";
import type { Setting } from "../queries/subject.ts";

/** A question that is neither answered nor shown: by its ID, the queries that it is about, and in which setting. */
export interface OpenQuestion {
  readonly id: string;
  readonly queries: readonly string[];
  readonly setting: Setting;
}

/** The last step of a run that a picture may show, and the questions that keep it from one that is wanted. */
export interface HeldBack {
  readonly step: number;
  readonly by: readonly string[];
}

/** A run that is shown: by some stages, of which the first one leads. */
interface Shown {
  readonly graph: RunGraph;
  readonly lead: ReplayOrder;
  readonly stages: readonly StageId[];
  /** Whether a setting asks for this run. */
  isOf(setting: Setting): boolean;
}

/** How far a picture goes that is wanted at a step of the leading stage. */
export function heldBack(shown: Shown, wanted: number, open: readonly OpenQuestion[]): HeldBack {
  const limits = open.map(({ id, queries, setting }) => ({
    id,
    limit: shown.isOf(setting)
      ? Math.min(...queries.flatMap((query) => stepsThatTell(shown, query)).map((step) => Math.max(0, step - 1)))
      : Number.POSITIVE_INFINITY,
  }));
  const step = limits.reduce((least, { limit }) => Math.min(least, limit), wanted);
  return { step, by: limits.filter(({ limit }) => limit < wanted).map(({ id }) => id) };
}

/** The steps from which a picture shows the answer of a query; none where no picture does. */
function stepsThatTell(shown: Shown, text: string): readonly number[] {
  try {
    return stepsOf(shown, readQuery(text));
  } catch (error) {
    // a question that cannot be answered keeps nothing back
    if (error instanceof QueryMistake) return [];
    throw error;
  }
}

function stepsOf(shown: Shown, query: Query): readonly number[] {
  switch (query.tag) {
    case "negative":
      return stepsOf(shown, query.of);
    case "binary":
      return [...stepsOf(shown, query.a), ...stepsOf(shown, query.b)];
    case "name":
      return stepsOfCall(shown, { tag: "call", name: query.name, args: [], named: new Map() });
    case "call":
      return stepsOfCall(shown, query);
    default:
      return [];
  }
}

/** Arguments of a query that make it one about another run. */
const OTHER_RUNS = ["at", "seed", "n", "with", "along"];

function stepsOfCall({ graph, lead, stages }: Shown, { name, args, named }: CallQuery): readonly number[] {
  if (OTHER_RUNS.some((other) => named.has(other))) return [];
  const scalar = scalarOf(graph, args[0]);
  const nth = numberOf(args[scalar === undefined ? 0 : 1]);
  const created = (number: number): readonly number[] => known(lead.created[number]);
  switch (name) {
    case "value":
      return scalar === undefined ? [...graph.outputs].flatMap(created) : created(scalar);
    case "partial":
    case "entry":
    case "id":
    case "job":
      return scalar === undefined ? [] : created(scalar);
    case "origin":
      return known(graph.values.findIndex((value) => !Number.isFinite(value))).flatMap(created);
    case "gradient":
      return [...graph.kinds.keys()].filter((one) => kindIn(graph, one) === "input").flatMap((one) => whole(lead, one));
    case "cotangent":
    case "waits":
    case "arrivals":
      return scalar === undefined ? [] : whole(lead, scalar);
    case "arrival":
    case "sender":
      return scalar === undefined ? [] : known(arrivalsAt(lead, scalar)[(nth ?? 1) - 1]);
    case "argument": {
      if (scalar === undefined) return [];
      return lead.waits ? whole(lead, scalar) : toldAt(sentTo(lead, scalar), (nth ?? 1) - 1, "one");
    }
  }
  // counts are shown of the stages on screen, and so known of those that make the same calls
  const stage = stageOf(named.get("by"));
  if (!stages.includes(stage) && !(lead.waits && makesCallsThatWait(stage))) return [];
  switch (name) {
    case "called":
      return known(lead.calls.step[(nth ?? 1) - 1]);
    case "calls":
    case "predicted":
      // a picture of all calls but the last gives the count away
      return known((scalar === undefined ? [...lead.calls.step] : callsAt(lead, scalar))[0]);
    case "order":
      return known((scalar === undefined ? [...lead.calls.step] : callsAt(lead, scalar)).at(-1));
    case "merges":
      return known(
        [...lead.merges.step].filter((_, place) => scalar === undefined || lead.merges.to[place] === scalar).at(-1),
      );
    default:
      return [];
  }
}

/** Whether a stage makes calls that wait: each scalar's once, from the last to the first. */
function makesCallsThatWait(stage: StageId): boolean {
  return describedStage(stage)?.view.rows.includes("contributions") === true;
}

/**
 * When the cotangent of a scalar is told: with the last that comes to it, or with its last call, or before, where what has come is as much
 * already, since zeros follow or others that cancel each other.
 */
function whole(lead: ReplayOrder, scalar: number): readonly number[] {
  const sent = sentTo(lead, scalar);
  return toldAt(sent, sent.length - 1, "sum");
}

/** An arrival, and its step. */
interface Sent {
  readonly step: number;
  readonly amount: number;
}

/** Arrivals at a scalar: its contributions by a stage that lets calls wait, otherwise the arguments of its calls. */
function sentTo({ waits, contributions, calls }: ReplayOrder, scalar: number): readonly Sent[] {
  const [{ step, to }, amounts] = waits
    ? [contributions, contributions.amount]
    : [{ step: calls.step, to: calls.number }, calls.cotangent];
  return [...to.keys()]
    .filter((place) => to[place] === scalar)
    .map((place) => ({ step: nth(step, place), amount: nth(amounts, place) }));
}

/** The step at which a picture begins to show what one of the amounts is, or the sum up to it: each stands there, and their sum so far. */
function toldAt(sent: readonly Sent[], place: number, what: "one" | "sum"): readonly number[] {
  const sums: number[] = [];
  for (const { amount } of sent) sums.push((sums.at(-1) ?? 0) + amount);
  const answer = (what === "one" ? sent[place]?.amount : sums[place]) ?? Number.NaN;
  const isAnswer = (shown: number): boolean => sameAnswer(numberAnswer(shown), numberAnswer(answer));
  const first = sent.findIndex(({ amount }, index) => isAnswer(amount) || isAnswer(nth(sums, index)));
  return known(sent[first < 0 ? place : Math.min(first, place)]?.step);
}

function arrivalsAt({ contributions }: ReplayOrder, scalar: number): readonly number[] {
  return [...contributions.step].filter((_, place) => contributions.to[place] === scalar);
}

function callsAt({ calls }: ReplayOrder, scalar: number): readonly number[] {
  return [...calls.step].filter((_, place) => calls.number[place] === scalar);
}

function known(step: number | undefined): readonly number[] {
  return step === undefined || step < 0 ? [] : [step];
}

function scalarOf(graph: RunGraph, query: Query | undefined): number | undefined {
  if (query?.tag === "scalar") return query.number;
  if (query?.tag !== "name" && query?.tag !== "string") return undefined;
  try {
    return scalarNamed(graph, query.tag === "name" ? query.name : query.text);
  } catch (error) {
    // other words are no scalars: those of a counter
    if (error instanceof QueryMistake) return undefined;
    throw error;
  }
}

function numberOf(query: Query | undefined): number | undefined {
  return query?.tag === "number" ? query.value : undefined;
}

function stageOf(query: Query | undefined): StageId {
  if (query?.tag === "name") return query.name;
  return query?.tag === "string" ? query.text : USUAL.run;
}
