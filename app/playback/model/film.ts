// The film of a run: the run, its animation, and its possible columns.

import { describedStage, viewOf } from "../../../engine/algorithms/catalogue.ts";
import type { Animation, ColumnAnimation, Fold } from "../../../engine/animation/animation.ts";
import { withoutEdges } from "../../../engine/animation/without.ts";
import { addAt, nth, present } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { type RunGraph, userOf } from "../../../engine/graphs/run-graph.ts";
import { faultOptions, type Variations } from "../../../engine/session/input/variations.ts";
import { rungOf } from "../../algorithms/index.ts";
import { kept, keptByKey } from "../../base/kept.ts";
import { inputsOf } from "../../exploration/model/scalar.ts";

/** The columns that are not a stage's. */
export const PROGRAM = "program";
/** The ID of the column of the data-flow graph. */
export const GRAPH = "graph";

/** A column's content. */
export type ColumnKind = "program" | "graph" | "tree" | "map" | "cells";

/** One stage as a column of the film: its animation, and how its calls are drawn. */
export interface FilmColumn {
  readonly id: string;
  readonly kind: ColumnKind;
  readonly animation: ColumnAnimation;
  /** Whether the reader broke it on purpose. */
  readonly isBroken: boolean;
  /** Whether a call gives functions that are composed, and are applied one after the other (thesis §3.5). */
  readonly isComposed: boolean;
}

/** All that the pictures of a run are drawn from: the run, its animation, and a column for each stage. */
export interface Film {
  readonly tag: "film";
  readonly explored: Explored;
  readonly graph: RunGraph;
  readonly animation: Animation;
  readonly columns: readonly FilmColumn[];
  /** The column whose contributions travel through the graph: the first in which they wait, one that is broken before others, else the first. */
  readonly leader: FilmColumn;
  /** The scalars of the input. */
  readonly inputs: readonly number[];
  /** By column, the places of the calls of each scalar. */
  readonly callsOf: ReadonlyMap<FilmColumn, readonly (readonly number[])[]>;
  /** The film with all edges; undefined where this is it. */
  readonly whole: Film | undefined;
  /** Edges that are taken out of this one. */
  readonly cut: ReadonlySet<number>;
}

/** Makes the film of an explored run from its animation; variations say which stages are broken on purpose. */
export function filmOf(explored: Explored, animation: Animation, variations: Variations = {}): Film {
  const faults = faultOptions(variations);
  const columns = animation.columns.map((column): FilmColumn => {
    const { stage } = column.replayOrder;
    const kind = column.tag === "tree" ? "tree" : viewOf(stage).between === "entries" ? "map" : "cells";
    const isBroken = faults.some((fault) => describedStage(stage)?.varied.includes(fault) === true);
    const isComposed = kind === "map" && rungOf(stage).waiting?.asked !== undefined;
    return { id: stage, kind, animation: column, isBroken, isComposed };
  });
  const leader = present(leaderOf(columns));
  const graph = graphAsUsed(explored.graph, columns, leader);
  const inputs = inputsOf(graph);
  const callsOf = new Map(columns.map((column) => [column, callsByScalar(graph, column.animation)]));
  // a film without some edges is made from the animation, and has to have the same graph
  const used = graph === explored.graph ? animation : { ...animation, graph };
  return {
    tag: "film",
    explored,
    graph,
    animation: used,
    columns,
    leader,
    inputs,
    callsOf,
    whole: undefined,
    cut: new Set(),
  };
}

/** Of some columns, the one whose contributions travel through the graph. */
function leaderOf(columns: readonly FilmColumn[]): FilmColumn | undefined {
  // narration follows the stage that is broken on purpose
  const waiting = columns.filter(({ animation }) => animation.tag === "waiting");
  return waiting.find(({ isBroken }) => isBroken) ?? waiting[0] ?? columns[0];
}

/** Same film with a visible column as leader (it drives narration and moving labels). */
export function ledWithout(film: Film, away: ReadonlySet<string>): Film {
  const leader = leaderOf(film.columns.filter(({ id }) => !away.has(id)));
  if (leader === undefined || leader === film.leader) return film;
  const graph = graphAsUsed(film.explored.graph, film.columns, leader);
  return { ...film, graph, animation: { ...film.animation, graph }, leader };
}

/**
 * The columns that are out of sight during the whole film: those that the reader put away, and the others where one column, `alone`, has
 * all the room. The graph and the program show the leading column: where one of them is alone, only trees are out of sight.
 */
export function awayIn({ columns }: Film, hidden: ReadonlySet<string>, alone: string | undefined): ReadonlySet<string> {
  if (alone === undefined) return hidden;
  const isStage = columns.some(({ id }) => id === alone);
  const others = columns.filter(({ id, kind }) => id !== alone && (isStage || kind === "tree"));
  return new Set([...hidden, ...others.map(({ id }) => id)]);
}

/** Whether all columns of calls that are made at once are put away: nothing of them is seen. */
export function isTreeAway({ columns }: Film, away: ReadonlySet<string>): boolean {
  const trees = columns.filter(({ kind }) => kind === "tree");
  return trees.length > 0 && trees.every(({ id }) => away.has(id));
}

/**
 * The graph with the partials that a leader which is broken on purpose multiplies by, according to its contributions, and with the sums of
 * cotangents of a tree which is broken on purpose.
 */
function graphAsUsed(graph: RunGraph, columns: readonly FilmColumn[], leader: FilmColumn): RunGraph {
  const tree = columns.find(({ kind, isBroken }) => kind === "tree" && isBroken)?.animation.replayOrder;
  if (!leader.isBroken && tree === undefined) return graph;
  const changed = { ...graph };
  if (leader.isBroken) {
    const { calls, contributions } = leader.animation.replayOrder;
    const partials = graph.partials.slice();
    for (const [at, edge] of contributions.edge.entries()) {
      const cotangent = edge < 0 ? 0 : nth(calls.cotangent, nth(contributions.call, at));
      const used = nth(contributions.amount, at) / cotangent;
      if (cotangent !== 0 && isOther(used, nth(partials, edge))) partials[edge] = used;
    }
    changed.partials = partials;
  }
  if (tree?.isWhole === true) {
    const cotangents = new Float64Array(graph.size);
    for (const [call, number] of tree.calls.number.entries())
      addAt(cotangents, number, nth(tree.calls.cotangent, call));
    changed.cotangents = cotangents;
  }
  return changed;
}

/** Whether numbers differ by more than rounding. */
function isOther(a: number, b: number): boolean {
  return Math.abs(a - b) > 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

const latestCut = kept((_: Film) => keptByKey<string, Film>(1));

/** The same film without some edges: its movements at their times, with the numbers that are left. */
export function filmWithout(film: Film, cut: ReadonlySet<number>): Film {
  if (cut.size === 0) return film;
  return latestCut(film)([...cut].sort((a, b) => a - b).join(" "), () => {
    const animation = withoutEdges(film.animation, cut);
    const columns = film.columns.map(
      (column, at): FilmColumn => ({ ...column, animation: nth(animation.columns, at) }),
    );
    const leader = nth(columns, film.columns.indexOf(film.leader));
    const callsOf = new Map(columns.map((column, at) => [column, present(film.callsOf.get(nth(film.columns, at)))]));
    const { graph } = animation;
    return { ...film, graph, animation, columns, leader, callsOf, whole: film, cut };
  });
}

function callsByScalar(graph: RunGraph, { replayOrder }: ColumnAnimation): readonly (readonly number[])[] {
  const calls: number[][] = Array.from({ length: graph.size }, () => []);
  for (const [call, number] of replayOrder.calls.number.entries()) nth(calls, number).push(call);
  return calls;
}

/** A time of a film, in milliseconds of its animation. */
export interface FilmTime {
  readonly film: Film;
  readonly t: number;
}

/** The run before one of its inputs was changed: the same scalars and edges, other numbers. */
export type Before = RunGraph;

/** Whether two runs have the same scalars and edges, so that their numbers can be compared one by one. */
function isSameShape(a: RunGraph, b: RunGraph): boolean {
  const isSame = (x: Int32Array | Uint32Array, y: Int32Array | Uint32Array): boolean =>
    x.length === y.length && x.every((one, at) => one === y[at]);
  return a.size === b.size && isSame(a.op, b.op) && isSame(a.starts, b.starts) && isSame(a.operands, b.operands);
}

/** The runs that came before the one that is shown. */
interface Earlier {
  /** The last film. */
  readonly was: Film | undefined;
  /** The run that it was compared with. */
  readonly before: Before | undefined;
  /** The run whose comparison the reader has put away. */
  readonly forgotten: Film["explored"] | undefined;
}

/** The run that a film is compared with: of the same program, at the input before it was changed; none where it was not. */
export function comparedWith(film: Film, { was, before, forgotten }: Earlier): Before | undefined {
  if (was === undefined || was.explored.text !== film.explored.text) return undefined;
  if (was.explored.entry !== film.explored.entry || !isSameShape(was.graph, film.graph)) return undefined;
  if (forgotten === film.explored) return undefined;
  return isAtSameInput(was, film) ? before : (before ?? was.graph);
}

/** Whether two films of the same shape begin with the same numbers: a program can be run again, or stand in another cell, too. */
function isAtSameInput(one: Film, other: Film): boolean {
  return (
    one.explored.cotangent?.text === other.explored.cotangent?.text &&
    one.inputs.every((input) => Object.is(one.graph.values[input], other.graph.values[input]))
  );
}

/** The reader's marks. */
export interface Marks {
  readonly lit: number | undefined;
  readonly isWeighted: boolean;
  /** Whether the program is shown with the numbers of the run; else with formulas. */
  readonly hasNumbers: boolean;
  /** Edges that were cut. */
  readonly cut: ReadonlySet<number>;
  /** The numbers before the input was changed. */
  readonly before: Before | undefined;
  /** The first row that the reader wants to see, where not all are in sight; undefined: around the row at work. */
  readonly first: number | undefined;
  /** Whether nothing may move: columns beside the leading one are shown when a movement is over. */
  readonly isStill: boolean;
  /** A path that is played: its edges from the result on, and how many of them the product has passed. */
  readonly path: { readonly edges: readonly number[]; readonly at: number } | undefined;
  /** Where the film goes event by event: the event that happens in a column, and the scalar that it is about. */
  readonly event: { readonly column: string; readonly step: number; readonly number: number | undefined } | undefined;
}

/** The marks of a film in which the reader has chosen nothing: no lit row, no cut edges, no path, no event. */
export const NO_MARKS: Marks = {
  lit: undefined,
  isWeighted: false,
  hasNumbers: true,
  cut: new Set(),
  before: undefined,
  first: undefined,
  isStill: false,
  path: undefined,
  event: undefined,
};

/** The call of a scalar that began last in a column; undefined before the first. */
export function lastCall({ film, t }: FilmTime, column: FilmColumn, number: number): number | undefined {
  return nth(present(film.callsOf.get(column)), number).findLast((call) => startOf(column.animation, call) <= t);
}

/** When a call begins. */
export function startOf(animation: ColumnAnimation, call: number): number {
  return animation.tag === "tree" ? nth(animation.from, call) : nth(animation.calls, call).lift.from;
}

/** When a call counts: as soon as it begins, or when it is over where calls are made at once. */
export function countsFrom(animation: ColumnAnimation, call: number): number {
  return animation.tag === "tree" ? nth(animation.to, call) : startOf(animation, call);
}

/** The factors of the product of a played path so far: the cotangent of its result, and the partials of its edges up to the present one. */
export function factorsOf(graph: RunGraph, { edges, at }: NonNullable<Marks["path"]>): readonly number[] {
  const [first] = edges;
  const seed = first === undefined ? undefined : graph.seeds[graph.outputs.indexOf(userOf(graph, first))];
  return [seed ?? 1, ...edges.slice(0, Math.floor(at + 0.5)).map((edge) => nth(graph.partials, edge))];
}

/** The folds of a column: none where its calls are not those that are folded. */
export function foldsOf({ animation: { folds, folded, columns } }: Film, column: ColumnAnimation): readonly Fold[] {
  return folded !== undefined && columns[folded] === column ? folds : [];
}

/** How many folds are over at a time. */
export function foldsOver(folds: readonly Fold[], t: number): number {
  return folds.filter(({ slide }) => t >= slide.to).length;
}

/** Whether a call is made: not where cut edges leave its scalar without contributions. */
export function isMade(animation: ColumnAnimation, call: number): boolean {
  return animation.tag === "tree" ? animation.gone[call] === 0 : nth(animation.calls, call).isMade;
}

/** The call that a column makes in the present beat. */
export function callNow(moment: FilmTime, column: FilmColumn): number | undefined {
  const call = callOfBeat(moment, column);
  return call === undefined || !isMade(column.animation, call) ? undefined : call;
}

function callOfBeat({ film, t }: FilmTime, column: FilmColumn): number | undefined {
  const { beats, batches } = film.animation;
  const count = column.animation.replayOrder.calls.number.length;
  const beat = beats.findIndex(({ from, to }) => t >= from && t < to);
  if (beat >= 0) return beat < count ? beat : undefined;
  if (column.kind !== "tree") return undefined;
  const batch = batches.find(({ from, to }) => t >= from && t < to);
  return batch?.count === 1 && batch.first < count ? batch.first : undefined;
}
