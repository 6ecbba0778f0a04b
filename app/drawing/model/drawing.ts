// The look of a graph: places, labels and marks; shapes.ts draws it, on the page and in files.

/** A mark of a node. A mark changes its look alone, not its place (looks.ts). */
export type NodeMark =
  | "result"
  | "shared"
  | "inner"
  | "coming"
  | "now"
  | "chosen"
  | "differs"
  | "wrong"
  | "odd"
  | "odd-cotangent"
  | "began"
  | "lit";

/** A mark of an edge. */
export type EdgeMark = "context" | "waiting" | "discrete" | "done" | "odd" | "live" | "moving" | "lit";

/** A node at its place, in the coordinates of the drawing. */
export interface DrawnNode {
  readonly id: string;
  readonly kind: "input" | "constant" | "operation" | "group" | "discrete" | "box";
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Its name and operation, `a = x·y`, in small letters over its number. */
  readonly over?: string | undefined;
  readonly title: string;
  /** Beside the title or below it; of a box, line by line. */
  readonly detail: string;
  /** A cotangent, in a flag below the node. */
  readonly flag: string | undefined;
  /** A tangent, in a flag above it. */
  readonly tangent?: string | undefined;
  readonly marks: readonly NodeMark[];
  /** Data of its shapes. */
  readonly data?: Readonly<Record<string, string | number>> | undefined;
}

/** An edge between two nodes, by their IDs. */
export interface DrawnEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** The points between its ends. */
  readonly bends: readonly (readonly [x: number, y: number])[];
  /** Where all nodes stand in one column: the side on which it runs, and how far its label is from its user. */
  readonly beside?: { readonly isRight: boolean; readonly label: number } | undefined;
  /** The place of its label, from its user along it; in its middle without it. */
  readonly labelAt?: number | undefined;
  readonly marks: readonly EdgeMark[];
}

/** Where an edge has its head: at its use, at its operand in the reverse pass; discrete edges carry nothing back, and context has none. */
export function headOf({ marks }: DrawnEdge, isReversed: boolean): "use" | "operand" | "none" {
  if (marks.includes("context")) return "none";
  if (!isReversed) return "use";
  return marks.includes("discrete") ? "none" : "operand";
}

/** A graph that has been laid out and labelled, ready to be drawn. */
export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Whether edges point back, as in the reverse pass. */
  readonly isReversed: boolean;
  /** Whether edges go from top to bottom, and not from left to right. */
  readonly isDownward?: boolean | undefined;
  /** Whether the first look shows all of it, however small it is then. */
  readonly isWhole?: boolean | undefined;
}

/** A place in a drawing, or on the page. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A part of a drawing by its edges, in its own coordinates. */
export interface Viewport {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}
