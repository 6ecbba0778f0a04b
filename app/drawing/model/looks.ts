// How the nodes and edges of a graph look, by their kinds and marks: of several marks a later row of a table wins.
import type { Colour } from "../../picture/shape.ts";
import type { DrawnEdge, DrawnNode, EdgeMark, NodeMark } from "./drawing.ts";

/** Sizes of a drawing, in pixels at single size. */
export const GRAPH = {
  /** Letters of nodes and flags, of the labels of edges, and of numbers on their way at least. */
  letters: 14,
  labelLetters: 12,
  leastLetters: 13,
  /** Free around all of a drawing in a file. */
  margin: 28,
  /** The height of a flag, how far its middle is below or above its node, and how far it stands off to the left. */
  flag: 21,
  flagBelow: 15,
  flagAbove: 9,
  flagAside: 10,
  /** The height of a label's ground, what it has beside its letters, and its rounding. */
  label: 18,
  labelRoom: 6,
  labelRound: 5,
  /** The head of an edge: its length, and half of its width. */
  head: 8,
  headHalf: 3.8,
  /** Where edges meet a node of a column: that part of its height from its middle. */
  aside: 0.2,
  /** Two lines of a node, from its middle to theirs; lines of a box, from its corner to the first, and from line to line. */
  lines: 9.5,
  boxLeft: 10,
  boxTop: 17,
  boxLine: 19,
  /** Between the two lines of a double border, from middle to middle. */
  double: 3.4,
  /** The inner line of a double border is at most so wide. */
  inner: 1.25,
  /** Lines of what is too small for letters. */
  speck: 3,
  dash: "4 4",
  dots: "1.5 3",
} as const;

/** The look of a node. */
export interface NodeLook {
  /** The rounding of its corners in pixels; half of its height without it. */
  readonly round?: number;
  readonly stroke: Colour;
  readonly width: number;
  readonly isDouble?: boolean;
  readonly dash?: string;
  readonly fill: Colour;
  /** Of its title, and of its number. */
  readonly ink: Colour;
  readonly number: Colour;
}

/** The look of an edge. */
export interface EdgeLook {
  readonly stroke: Colour;
  readonly width: number;
  readonly dash?: string;
  /** Of its label. */
  readonly ink: Colour;
  readonly isBold?: boolean;
}

const NODE: NodeLook = { stroke: "primal", width: 1.75, fill: "surface", ink: "ink", number: "primal" };

const KINDS: Readonly<Record<DrawnNode["kind"], Partial<NodeLook>>> = {
  input: {},
  operation: {},
  constant: { round: 5, stroke: "line-strong", ink: "ink-2", number: "ink-2" },
  group: { round: 8, stroke: "staged", isDouble: true, width: 1, number: "ink" },
  box: { round: 4, number: "ink-2" },
  discrete: { stroke: "line-strong", dash: GRAPH.dots, ink: "ink-2", number: "ink-2" },
};

const NODE_MARKS: readonly (readonly [NodeMark, Partial<NodeLook>])[] = [
  ["result", { stroke: "line-strong" }],
  ["shared", { stroke: "staged", width: 1.5, isDouble: true }],
  ["inner", { stroke: "bp", width: 1.5, isDouble: true }],
  ["coming", { dash: GRAPH.dash, width: 1.25 }],
  ["now", { width: 3.5 }],
  ["chosen", { dash: GRAPH.dash, width: 2.5 }],
  ["differs", { stroke: "err", dash: GRAPH.dash, width: 3 }],
  ["wrong", { stroke: "err", width: 4 }],
  // numbers that are none are marked as mistakes are; where they began, most of all
  ["odd", { stroke: "err", ink: "err", number: "err" }],
  ["began", { stroke: "err", width: 2, isDouble: true, fill: "err-soft" }],
  ["lit", { stroke: "lit-line", width: 3, fill: "lit" }],
];

const EDGE: EdgeLook = { stroke: "line-strong", width: 1.5, ink: "ink-2" };

const EDGE_MARKS: readonly (readonly [EdgeMark, Partial<EdgeLook>])[] = [
  ["context", { width: 0.75 }],
  ["waiting", { dash: GRAPH.dash }],
  ["discrete", { dash: GRAPH.dash }],
  ["done", { stroke: "cot" }],
  ["odd", { stroke: "err", ink: "err" }],
  ["live", { stroke: "cot", width: 3, ink: "cot", isBold: true }],
  ["moving", { stroke: "primal", width: 3, ink: "primal", isBold: true }],
  ["lit", { stroke: "lit-line", width: 3 }],
];

function marked<Look, Mark>(
  base: Look,
  table: readonly (readonly [Mark, Partial<Look>])[],
  marks: readonly Mark[],
): Look {
  const own = table.filter(([mark]) => marks.includes(mark)).map(([, look]) => look);
  return Object.assign({}, base, ...own);
}

/** The look of a node by its kind and its marks. */
export function nodeLook({ kind, marks }: DrawnNode): NodeLook {
  return marked({ ...NODE, ...KINDS[kind] }, NODE_MARKS, marks);
}

/** The look of an edge by its marks. */
export function edgeLook(marks: DrawnEdge["marks"]): EdgeLook {
  return marked(EDGE, EDGE_MARKS, marks);
}
