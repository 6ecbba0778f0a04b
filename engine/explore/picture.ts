// The picture of a run's graph with some of its parts open: what it shows, and where, laid out in steps.
import { nth, present } from "../base/nth.ts";
import { shortReal } from "../core/values/show-value.ts";
import { bendsApart, labelPlaces } from "../graphs/edge-labels.ts";
import { fitted, type Room } from "../graphs/fitted-layout.ts";
import { partGraph, type ViewOptions } from "../graphs/folding/part-graph.ts";
import { opened, partId, type RunPart } from "../graphs/folding/parts.ts";
import { layered, type Point } from "../graphs/layout.ts";
import { indexedName, kindIn, labelOf, nameIn, type RunGraph, spanIn } from "../graphs/run-graph.ts";
import { opNameIn } from "../graphs/written-in.ts";
import type { Span } from "../source/span.ts";
import { type Definitions, functionName, titleInBox } from "./definitions.ts";

/** The request of a picture. */
export interface PictureAsk {
  readonly open: readonly string[];
  readonly hideConstants: boolean;
  readonly around: { readonly scalar: number; readonly distance: number } | undefined;
  readonly all: boolean;
  /** A scalar that is to be seen, whatever it is folded into. */
  readonly show?: number | undefined;
  /** The room for it; without, it runs from left to right however wide that is. */
  readonly room?: Room | undefined;
}

/**
 * A box of the picture: one scalar, a part of the run that is folded, or a use of a scalar that gives no Real. Places are centres, in CSS
 * pixels.
 */
export interface PictureNode {
  readonly id: string;
  readonly tag: RunPart["tag"] | "discrete";
  readonly kind: "input" | "constant" | "operation" | "group" | "discrete";
  /** Its scalars: from a number up to another. A discrete use has none; `from` is the scalar that is used. */
  readonly from: number;
  readonly to: number;
  /** Number of iterations or scalars folded here. */
  readonly count: number;
  /** The name from the source, or what it is made of; what stands below it. */
  readonly title: string;
  readonly detail: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The node that shows a scalar: its own, also where that stands beside a part that holds it, or the part; undefined where none does. */
export function nodeOf(nodes: readonly PictureNode[], scalar: number): PictureNode | undefined {
  return nodes.findLast(({ from, to }) => from <= scalar && scalar < to);
}

/** A line of the picture. Where an end is folded, it stands for `count` edges of the run. */
export interface PictureEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The edge of the run, where it is one between two scalars. */
  readonly edge: number | undefined;
  readonly count: number;
  /** The points that it goes through. */
  readonly bends: readonly Point[];
  /** Where all nodes stand in one column: the side on which it runs, and how far its label is from its user. */
  readonly beside?: { readonly isRight: boolean; readonly label: number } | undefined;
  /** How far along it from its user its label stands; in its middle without it. */
  readonly labelAt?: number | undefined;
}

/** The drawing of a run's graph, with all places in CSS pixels. */
export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  /** How many parts of the run can still be opened. */
  readonly folded: number;
  /** Whether operands stand above their uses; they stand to the left of them otherwise. */
  readonly isDownward: boolean;
}

const HEIGHT = 38;
/** In a column, where cotangents stand beside their nodes. */
const LOW = 26;
/** The widths of letters in flags and labels, and what is around them. */
const [FLAG_LETTER, FLAG_ROOM] = [8.4, 34];
const [LABEL_LETTER, LABEL_ROOM] = [7.3, 6];
const GROUP_HEIGHT = 58;

/** Finds what the picture shows and lays it out; yields between the parts of the work, so that it can be given up. */
export function* pictureOf(
  graph: RunGraph,
  outputNames: readonly string[],
  names: Definitions,
  whole: readonly RunPart[],
  ask: PictureAsk,
): Generator<void, Picture, unknown> {
  const options: ViewOptions = { ...ask, open: new Set(ask.open) };
  const { parts, edges } = partGraph(graph, whole, options);
  yield;
  const outputs = outputsOf(graph, outputNames);
  const uses = discreteUses(graph, parts);
  const nodes = [...parts.map((part) => shown(graph, outputs, names, part)), ...uses];
  const ends = [...edges, ...uses.map(({ id, from }) => ({ from: String(from), to: id, edge: undefined, count: 1 }))];
  const place = new Map(nodes.map(({ id }, index) => [id, index]));
  const drawn = {
    nodes: nodes.map((node) => ({ ...node, inColumn: inColumn(graph, node) })),
    edges: ends.map(({ from, to, edge }) => ({
      from: present(place.get(from)),
      to: present(place.get(to)),
      label: edge === undefined ? 0 : LABEL_ROOM + LABEL_LETTER * shortReal(nth(graph.partials, edge)).length,
    })),
  };
  const placed = yield* ask.room === undefined ? layered(drawn) : fitted(drawn, ask.room);
  const { x, y, isDownward, column } = placed;
  yield;
  const bends = bendsApart(drawn, placed);
  const labels = column === undefined ? labelPlaces(drawn, { ...placed, bends }) : [];
  return {
    nodes: nodes.map((node, index) => ({
      ...node,
      x: nth(x, index),
      y: nth(y, index),
      height: column?.height ?? node.height,
    })),
    edges: ends.map((edge, index) => ({
      id: edge.edge === undefined ? `${edge.from}>${edge.to}` : `e${edge.edge}`,
      ...edge,
      bends: nth(bends, index),
      beside: column?.beside[index],
      labelAt: labels[index]?.at,
    })),
    folded: parts.filter(({ tag }) => tag !== "scalar").length,
    isDownward,
  };
}

/** Uses that give no Real and are drawn, of one picture. */
const MOST_DISCRETE = 40;

/**
 * The uses that give no Real, of the scalars that stand alone, are no constants and have the derivative 0: there it is in question where the value goes. Of a
 * scalar's uses in one place, the last.
 */
function discreteUses(graph: RunGraph, parts: readonly RunPart[]): readonly Omit<PictureNode, "x" | "y">[] {
  const alone = new Set(parts.flatMap((part) => (part.tag === "scalar" ? [part.from] : [])));
  const { node, op, span, result } = graph.discrete;
  const rows = new Map<string, number>();
  node.forEach((scalar, row) => {
    if (alone.has(scalar) && kindIn(graph, scalar) !== "constant" && graph.cotangents[scalar] === 0)
      rows.set(`${scalar} ${op[row]} ${span[row]}`, row);
  });
  return [...rows.values()].slice(0, MOST_DISCRETE).map((row) => {
    const title = nth(graph.ops, nth(op, row));
    const detail = title === "floor" || title === "round" ? String(result[row]) : "";
    return {
      id: `discrete ${row}`,
      tag: "discrete",
      kind: "discrete",
      from: nth(node, row),
      to: nth(node, row),
      count: 1,
      title,
      detail,
      width: 26 + 8.6 * (title.length + detail.length),
      height: HEIGHT,
    };
  });
}

/** How a scalar stands in a column: with the flag of its cotangent beside it. */
function inColumn(
  graph: RunGraph,
  { tag, from }: Pick<PictureNode, "tag" | "from">,
): { readonly height: number; readonly beside: number } | undefined {
  if (tag !== "scalar") return undefined;
  const flag = graph.reached[from] === 0 ? 0 : FLAG_ROOM + FLAG_LETTER * shortReal(nth(graph.cotangents, from)).length;
  return { height: LOW, beside: flag };
}

/** The names of all parts that have to be open for a scalar to be seen. */
export function openFor(whole: readonly RunPart[], scalar: number): readonly string[] {
  const open: string[] = [];
  let parts = whole;
  while (true) {
    const part = parts.find(({ from, to }) => from <= scalar && scalar < to);
    if (part === undefined || part.tag === "scalar") return open;
    open.push(partId(part));
    parts = opened(part);
  }
}

/** By scalar, which of several outputs it is, for a title; the only output needs no name. */
function outputsOf(graph: RunGraph, names: readonly string[]): ReadonlyMap<number, string> {
  const outputs = new Map<number, string>();
  if (graph.outputs.length < 2) return outputs;
  names.forEach((name, row) => {
    const scalar = nth(graph.outputs, row);
    const before = outputs.get(scalar);
    outputs.set(scalar, before === undefined ? ` → ${name}` : before.endsWith(" …") ? before : `${before} …`);
  });
  return outputs;
}

function shown(
  graph: RunGraph,
  outputs: ReadonlyMap<number, string>,
  names: Definitions,
  part: RunPart,
): Omit<PictureNode, "x" | "y"> {
  const { tag, from, to } = part;
  const common = { id: partId(part), tag, from, to };
  if (part.tag === "scalar") {
    const name = scalarTitle(graph, from);
    // one long name would make all of a picture small
    const title = `${name.length > LONGEST_NAME ? `#${from}` : name}${outputs.get(from) ?? ""}`;
    const kind = kindIn(graph, from);
    const detail = kind === "constant" ? "" : shortReal(nth(graph.values, from));
    const width = Math.max(kind === "constant" ? 34 : 60, 26 + 8.6 * (title.length + detail.length));
    return { ...common, kind, count: 1, title, detail, width, height: HEIGHT };
  }
  const title = groupTitle(graph, names, part);
  const count = part.tag === "repeat" || part.tag === "iterations" ? part.iterations.length : part.to - part.from;
  const isOfInputs = kindIn(graph, from) === "input";
  const detail =
    part.tag === "repeat" ? `×${count}` : (roundsWords(part, isOfInputs ? "" : "rounds ") ?? `${to - from} scalars`);
  return {
    ...common,
    kind: "group",
    count,
    title,
    detail,
    width: Math.max(96, 28 + 8 * Math.max(titleInBox(title).length, detail.length * 1.3)),
    height: GROUP_HEIGHT,
  };
}

/** The title of a scalar in a picture: its name from the source, else its operation, or its number. */
export function scalarTitle(graph: RunGraph, scalar: number): string {
  return (
    indexedName(graph, scalar) ??
    (kindIn(graph, scalar) === "operation" ? present(opNameIn(graph, scalar)) : labelOf(graph, scalar))
  );
}

/** The common beginning of names: \`xs\` for xs[0] to xs[9]. */
function commonName(first: string | undefined, last: string | undefined): string {
  let same = 0;
  while (first !== undefined && last !== undefined && same < first.length && first[same] === last[same]) same++;
  const name = first?.slice(0, same).replace(/[[.][^[.]*$/, "") ?? "";
  return name === "" ? "inputs" : name;
}

const LONGEST_NAME = 12;
const LONGEST_TITLE = 22;
const LONGEST_CALL = 30;

/** Several rounds of a loop: `rounds 4 to 6 of 10`; undefined for anything else. */
function roundsWords(part: RunPart, rounds: string): string | undefined {
  if (part.tag !== "iterations" || part.iterations.length === 1) return undefined;
  return `${rounds}${part.first + 1} to ${part.first + part.iterations.length} of ${part.total}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** A call, or the loop of a function, with the round that is meant; else the definition that one round is of, or the name of what it ends with, or the text that it stands in. */
function groupTitle(
  graph: RunGraph,
  definitions: Definitions,
  part: Exclude<RunPart, { readonly tag: "scalar" }>,
): string {
  const isRound = part.tag === "iterations" && part.iterations.length === 1;
  const suffix = isRound ? `, round ${part.first + 1} of ${part.total}` : "";
  const back = part.tag !== "block" && part.isBack ? " on the way back" : "";
  if (part.tag === "call" && part.fn.isNamed)
    return `${cut(definitions.callOf(part.call, part.fn), LONGEST_CALL)}${back}`;
  if (part.tag !== "block" && part.fn?.isNamed === true)
    return `${cut(functionName(part.fn), LONGEST_TITLE)}${back}${suffix}`;
  return `${unnamedTitle(graph, definitions, part)}${suffix}`;
}

function unnamedTitle(
  graph: RunGraph,
  definitions: Definitions,
  part: Exclude<RunPart, { readonly tag: "scalar" }>,
): string {
  const round = part.tag === "block" ? part.parts : part.tag === "call" ? [part] : (part.iterations[0] ?? []);
  const [from, to] = [part.from, round.at(-1)?.to ?? part.to];
  let last = to - 1;
  if (kindIn(graph, last) === "input") return commonName(nameIn(graph, part.from), nameIn(graph, part.to - 1));
  const title = (found: string): string => cut(found, LONGEST_TITLE);
  const defined = definitions.nameOf(from, to);
  if (defined !== undefined) {
    const [only] = round;
    const isSingle = part.tag !== "call" && round.length === 1 && only?.tag === "scalar";
    return title(isSingle ? `${scalarTitle(graph, only.from)} in ${defined}` : defined);
  }
  if (part.tag === "block") return `${labelOf(graph, part.from)} … ${labelOf(graph, part.to - 1)}`;
  while (last > from && kindIn(graph, last) !== "operation") last--;
  const span = spanIn(graph, last);
  const written = span?.source === "<program>" ? writtenAt(definitions.text, span).replace(/\s+/g, " ") : "";
  const isFit = written !== "" && written.length <= LONGEST_TITLE;
  return title(nameIn(graph, last) ?? (isFit ? written : scalarTitle(graph, last)));
}

/** The text of a place, with the parentheses that close behind it. */
function writtenAt(text: string, { from, to }: Span): string {
  const written = text.slice(from, to);
  const open = written.split("(").length - written.split(")").length;
  const closing = present(/^(?:\s*\))*/.exec(text.slice(to)))[0]
    .split(")")
    .slice(0, Math.max(0, open));
  return closing.length < open ? "" : `${written}${closing.map((space) => `${space})`).join("")}`;
}
