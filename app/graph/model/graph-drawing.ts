// The data-flow graph as it is drawn at a step: names and values, partials on edges, and in the reverse pass the cotangents.
import { t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { ComparedRuns } from "../../../engine/doctor/diff.ts";
import { titleInBox } from "../../../engine/explore/definitions.ts";
import type { PartialCheck } from "../../../engine/explore/differences.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Picture, PictureEdge, PictureNode } from "../../../engine/explore/picture.ts";
import { type InnerRun, innerRuns } from "../../../engine/graphs/inner-runs.ts";
import { kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { Tangents } from "../../../engine/graphs/sweeps.ts";
import { kept } from "../../base/kept.ts";
import type { Drawing, DrawnEdge, DrawnNode, EdgeMark, NodeMark } from "../../drawing/model/drawing.ts";
import {
  expressionOf,
  KIND_WORDS,
  numbered,
  partialFormula,
  scalarName,
  usesIn,
} from "../../exploration/model/scalar.ts";
import { zeroWords } from "../../exploration/model/zeros.ts";
import { flagWords, type GraphNow } from "./now.ts";
import { isOdd } from "./oddities.ts";

/** Marks of a graph beside its structure. */
export interface GraphLook {
  /** The run's progress; undefined when it is over. */
  readonly now: GraphNow | undefined;
  /** Whether the cotangents are those at the end of the run, where everything has happened. */
  readonly isOver?: boolean;
  readonly labels: "numbers" | "formulas";
  readonly lit: number | undefined;
  /** Another run, whose numbers stand beside those of this one where they differ. */
  readonly other?: ComparedRuns | undefined;
  /** Where the first NaN or infinity began. */
  readonly began?: number | undefined;
  /** Edges whose partials finite differences do not agree with. */
  readonly wrong: readonly PartialCheck[];
  /** The tangents of a direction of the input; visible as far as the run has come. */
  readonly tangents?: Tangents | undefined;
}

/** Makes the drawing of a laid out graph for a step: names, values, and in the reverse pass cotangents. */
export function drawingOf(explored: Explored, picture: Picture, look: GraphLook): Drawing {
  const { now } = look;
  const isReversed = now?.isReversed === true;
  // derivatives within the program
  const inner = innerRuns(explored.graph);
  const isCreated = (scalar: number): boolean => now?.isCreated(scalar) ?? true;
  // of an unfinished run no cotangent is known
  const isWhole = explored.ended.tag === "done";
  const nodes = picture.nodes.map((node): DrawnNode => {
    const last = node.tag === "scalar" && isWhole ? finalCotangent(explored.graph, node.from) : undefined;
    const sent = node.tag === "scalar" && isReversed && isWhole ? now.cotangents(node.from) : [];
    const cotangents = look.isOver === true && last !== undefined ? [last] : sent;
    const [cotangent] = cotangents;
    const isFinal = last !== undefined && cotangents.length === 1 && Object.is(cotangent, last);
    const detail = node.tag === "scalar" && !isCreated(node.from) && node.kind === "operation" ? "" : node.detail;
    const beside = node.tag === "scalar" && detail !== "" ? besideOf(look, node.from, detail, "values") : detail;
    const tangent = node.tag === "scalar" && isCreated(node.from) ? tangentOf(look.tangents, node.from) : undefined;
    return {
      id: node.id,
      kind: node.kind,
      x: node.x,
      y: node.y,
      // all letters of code have one width
      width: node.width + LETTER * (beside.length - detail.length),
      height: node.height,
      title: titleInBox(node.title),
      detail: beside,
      flag: isFinal ? besideOf(look, node.from, shortReal(last), "cotangents") : flagWords(cotangents),
      ...(tangent !== undefined && { tangent: shortReal(tangent) }),
      marks: nodeMarks(explored.graph, inner, node, isCreated(node.from), cotangent, look),
    };
  });
  const ranges = new Map(picture.nodes.map((node) => [node.id, node]));
  const edges = picture.edges.map((edge): DrawnEdge => {
    if (ranges.get(edge.to)?.tag === "discrete") return { ...edge, label: "", marks: ["discrete"] };
    if (edge.edge === undefined) return foldedEdge(explored.graph, edge, look, ranges);
    return drawnEdge(explored, edge, edge.edge, look, isCreated);
  });
  // one layer below the other is how a graph fits a narrow room: it is seen whole
  return { nodes, edges, isReversed, isDownward: picture.isDownward, isWhole: picture.isDownward };
}

/** The width of a letter in a node. */
const LETTER = 8.4;

/** A number of this run, and that of the other one where it differs: `25 | 7`. */
function besideOf({ other }: GraphLook, scalar: number, own: string, of: "values" | "cotangents"): string {
  const there = thereOf(other, scalar, of);
  return there === undefined || there === own ? own : `${own} | ${there}`;
}

/** The number of a scalar's partner in another run, where the two differ; undefined also where the cotangent does not reach it. */
function thereOf(other: ComparedRuns | undefined, scalar: number, of: "values" | "cotangents"): string | undefined {
  if (other?.differences.differing[scalar] !== 1) return undefined;
  const { graph, differences } = other;
  const partner = nth(differences.partners, scalar);
  if (partner < 0 || (of === "cotangents" && graph.reached[partner] === 0)) return undefined;
  return shortReal(nth(graph[of], partner));
}

function finalCotangent({ reached, cotangents }: RunGraph, scalar: number): number | undefined {
  return reached[scalar] === 0 ? undefined : nth(cotangents, scalar);
}

/** A moving scalar's tangent. */
function tangentOf(tangents: Tangents | undefined, scalar: number): number | undefined {
  return tangents?.moves[scalar] === 1 ? tangents.tangents[scalar] : undefined;
}

function nodeMarks(
  graph: RunGraph,
  inner: readonly InnerRun[],
  { tag, from, to }: PictureNode,
  isCreated: boolean,
  cotangent: number | undefined,
  look: GraphLook,
): readonly NodeMark[] {
  const { now, lit } = look;
  const { differing, value, cotangent: back } = look.other?.differences ?? {};
  const holds = (scalar: number | undefined): boolean => scalar !== undefined && from <= scalar && scalar < to;
  const marks: NodeMark[] = [];
  if (tag === "scalar" && isCreated && isOdd(nth(graph.values, from))) marks.push("odd");
  if (cotangent !== undefined && isOdd(cotangent)) marks.push("odd-cotangent");
  if (inner.some((run) => run.from <= from && to <= run.to)) marks.push("inner");
  if ([look.began, value?.at.a.node, back?.at.a.node].some(holds)) marks.push("began");
  if (!isCreated) marks.push("coming");
  if (holds(now?.isReversed === true ? (now.calling ?? now.scalar) : now?.scalar)) marks.push("now");
  if (holds(lit)) marks.push("lit");
  if (differing?.subarray(from, to).includes(1) === true) marks.push("differs");
  if (look.wrong.some(({ user }) => holds(user))) marks.push("wrong");
  return marks;
}

/** Edges between folded parts, as one: it is as far as all of its users are. */
function foldedEdge(
  graph: RunGraph,
  { id, from, to, count, bends, beside }: PictureEdge,
  { now }: GraphLook,
  ranges: ReadonlyMap<string, PictureNode>,
): DrawnEdge {
  const [operands, users] = [present(ranges.get(from)), present(ranges.get(to))];
  const isLed = (user: number): boolean =>
    operandsIn(graph, user).some(({ node }) => operands.from <= node && node < operands.to);
  const marks: EdgeMark[] = [];
  if (now?.isReversed === true && now.isWhole) {
    const { calling } = now;
    const isCalling = calling !== undefined && users.from <= calling && calling < users.to && isLed(calling);
    const isDone = (user: number): boolean => graph.reached[user] === 0 || now.isCalled(user) || !isLed(user);
    const all = Array.from({ length: users.to - users.from }, (_, place) => users.from + place);
    marks.push(isCalling ? "live" : all.every(isDone) ? "done" : "waiting");
  }
  return { id, from, to, label: count > 1 ? `×${count}` : "", bends, beside, marks };
}

function drawnEdge(
  { graph, customPartials }: Explored,
  { id, from, to, bends, beside, labelAt }: PictureEdge,
  edge: number,
  { now, labels, lit, tangents }: GraphLook,
  isCreated: (scalar: number) => boolean,
): DrawnEdge {
  const user = Number(to);
  const operand = Number(from);
  const value = shortReal(nth(graph.partials, edge));
  const formula = partialFormula(graph, user, edge - nth(graph.starts, user), customPartials);
  const isReversed = now?.isReversed === true;
  const isLive = isReversed && now.calling === user;
  const marks: EdgeMark[] = [];
  // tangents are swept with the run: a scalar gets its tangent where it gets its value
  const isMoving = now?.isReversed === false && now.scalar === user && tangents?.moves[operand] === 1;
  if (isLive) marks.push("live");
  else if (isMoving) marks.push("moving");
  else if (isReversed && now.isKnown(user)) marks.push(now.isCalled(user) ? "done" : "waiting");
  else if (!isCreated(user)) marks.push("waiting");
  if (isOdd(nth(graph.partials, edge))) marks.push("odd");
  if (lit !== undefined && (lit === user || lit === operand)) marks.push("lit");
  return { id, from, to, label: labels === "formulas" ? (formula ?? value) : value, bends, beside, labelAt, marks };
}

/** Users of a scalar that are named. */
const MOST_USERS = 4;

/** Why a scalar is unreached; of each run, once for each scalar. */
const unreached = kept(({ graph, customPartials, text, ended }: Explored) => {
  const known = new Map<number, string>();
  return (scalar: number): string => {
    let found = known.get(scalar);
    if (found === undefined) {
      const isWhole = ended.tag === "done";
      const reasons = isWhole ? zeroWords(graph, customPartials, scalar, text) : [];
      const words = reasons.length > 0 ? reasons.map((one) => one.words).join(" ") : t`not reached`;
      found = isWhole ? words : t`cotangent not known`;
      known.set(scalar, found);
    }
    return found;
  };
});

/** A node in one sentence: kind, operands, users. */
export function nodeWords(
  explored: Explored,
  node: PictureNode,
  tangents?: Tangents,
  other?: ComparedRuns,
  now?: GraphNow,
): string {
  const { graph, outputNames } = explored;
  const { from } = node;
  if (node.tag === "discrete") {
    const { title } = node;
    const used = scalarName(graph, from);
    return t`${title} of ${used}: gives no Real, so no derivative passes; the value can depend on it`;
  }
  if (node.tag !== "scalar") {
    const { title, detail } = node;
    const last = node.to - 1;
    return t`${title}, ${detail}: folded, #${from} to #${last}`;
  }
  const scalar = numbered(graph, from);
  const value = shortReal(nth(graph.values, from));
  const expression = expressionOf(graph, from);
  // until all is called, the sum so far
  const come = now === undefined ? [nth(graph.cotangents, from)] : now.cotangents(from);
  const cotangent = come.map(shortReal).join(" + ");
  const tangent = tangents === undefined ? undefined : shortReal(nth(tangents.tangents, from));
  const uses = usesIn(graph);
  const edges = [...uses.edges.subarray(nth(uses.starts, from), nth(uses.starts, from + 1))];
  const all = [...new Set(edges.map((edge) => nth(uses.users, edge)))];
  const more = all.length - MOST_USERS;
  const users = all
    .slice(0, MOST_USERS)
    .map((user) => scalarName(graph, user))
    .join(", ");
  const outputs = outputNames
    .filter((_, row) => graph.outputs[row] === from)
    .slice(0, 4)
    .join(", ");
  const reason = graph.reached[from] === 0 ? unreached(explored)(from) : undefined;
  const isSentence = reason?.endsWith(".") === true;
  const words = [
    `${scalar}${expression === undefined ? `, ${KIND_WORDS[kindIn(graph, from)]}` : ` = ${expression}`} = ${value}`,
    ...(reason !== undefined && !isSentence ? [reason] : []),
    ...(reason !== undefined || come.length === 0 ? [] : [t`cotangent ${cotangent}`]),
    ...(tangent === undefined ? [] : [t`tangent ${tangent}`]),
    ...otherWords(graph, from, other),
    ...(users === "" ? [] : [more > 0 ? t`used by ${users} and ${more} more` : t`used by ${users}`]),
    ...(outputs === "" ? [] : [t({ message: `output ${outputs}`, comment: "which of the outputs a scalar is" })]),
  ].join("; ");
  return isSentence ? `${words}. ${reason}` : words;
}

/** The other run's numbers of a scalar, if they differ, and whether it is where the runs first do. */
function otherWords(graph: RunGraph, scalar: number, other?: ComparedRuns): readonly string[] {
  if (other?.differences.differing[scalar] !== 1) return [];
  const { partners, value: first, cotangent: last } = other.differences;
  if (nth(partners, scalar) < 0) return [t`not in the other run`];
  const [value, cotangent] = [thereOf(other, scalar, "values"), thereOf(other, scalar, "cotangents")];
  const words: string[] = [];
  if (value !== undefined && shortReal(nth(graph.values, scalar)) !== value) words.push(t`in the other run ${value}`);
  if (cotangent !== undefined && shortReal(nth(graph.cotangents, scalar)) !== cotangent)
    words.push(t`in the other run cotangent ${cotangent}`);
  if (first?.at.a.node === scalar) words.push(t`where the first value differs`);
  if (last?.at.a.node === scalar) words.push(t`where the first cotangent differs`);
  return words;
}
