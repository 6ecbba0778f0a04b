// The graph of a run in a lesson as a drawing: numbers that the step has not reached are `?` while they are asked for.
import { nth } from "../../../engine/base/nth.ts";
import { BOX_HEIGHT } from "../../../engine/lessons/box-letters.ts";
import type { Glimpse, GlimpseEdge } from "../../../engine/lessons/glimpse.ts";
import type { Drawing, DrawnEdge, DrawnNode, NodeMark } from "../../drawing/model/drawing.ts";
import { fitted, missingText } from "./glimpse-text.ts";

/** Marks of a lesson's graph, and whether its numbers are asked for. */
interface GlimpseLook {
  readonly isMasked: boolean;
  /** The name of a scalar that the lesson marks. */
  readonly chosen: string;
  isLit(number: number): boolean;
  /** Edges that are lit, by their places. */
  readonly along: ReadonlySet<number> | undefined;
}

/** The drawing of a lesson's graph. */
export function glimpseDrawing({ nodes, edges, columns }: Glimpse, look: GlimpseLook): Drawing {
  const { phase, calling, rows } = nth(columns, 0);
  const cotangents = new Map(rows.map(({ number, cotangent }) => [number, cotangent]));
  return {
    nodes: nodes.map(({ number, name, kind, line, value, x, y, width }): DrawnNode => {
      const marks: NodeMark[] = [];
      if (calling === name) marks.push("now");
      if (look.chosen === name) marks.push("chosen");
      if (look.isLit(number)) marks.push("lit");
      const missing = missingText(look.isMasked);
      const detail = value === undefined ? missing : fitted(value);
      const cotangent = cotangents.get(number);
      const told =
        cotangent !== undefined ? fitted(cotangent) : kind === "constant" || !look.isMasked ? undefined : missing;
      const words = kind === "constant" ? { title: detail, detail: "" } : { over: line, title: "", detail };
      const flag = phase === "forward" ? undefined : told;
      return { id: String(number), kind, x, y, width, height: BOX_HEIGHT, ...words, flag, marks };
    }),
    edges: edges.map((edge, place): DrawnEdge => {
      const { from, to, bends, labelAt } = edge;
      const marks = look.along?.has(place) === true ? (["live"] as const) : [];
      const label = labelOf(edge, look.isMasked);
      return { id: `e${place}`, from: String(from), to: String(to), label, bends, labelAt, marks };
    }),
    isReversed: false,
  };
}

/** The partial as formula and number; as a number alone, where there is no room for that. */
function labelOf({ formula, partial, isShort }: GlimpseEdge, isMasked: boolean): string {
  const number = partial === undefined ? missingText(isMasked) : fitted(partial);
  if (formula === undefined) return number;
  if (number === "") return formula;
  return isShort ? number : `${formula} = ${number}`;
}
