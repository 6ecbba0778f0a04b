// Where everything of the picture stands on a sheet: the graphs of both passes above, the charts of both below, each pair mirrored about
// one axis. On a narrow sheet the two graphs stand one below the other, still turned round.
import type { Room } from "./fold.ts";
import { type GraphNode, type JobGraph, jobGraph } from "./graph.ts";
import type { JobsRun, Pass } from "./run.ts";

/** The size to lay the picture out for, in pixels. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** For the last row of a lecture hall: larger letters, fewer boxes. */
  readonly projected: number;
}

/** A rectangle of the picture by its edges, in pixels. */
export interface Band {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The layout of the picture of a run of jobs; all lengths are pixels. */
export interface JobsPaper {
  readonly width: number;
  readonly height: number;
  readonly graph: JobGraph;
  readonly sides: Readonly<Record<Pass, Band>>;
  /** The size of a box; columns and rows are at least as large. */
  readonly box: { readonly width: number; readonly height: number };
  readonly isStacked: boolean;
  /** The axis that both passes are mirrored about. */
  readonly axis: number;
  readonly chart: Band;
  /** The height of letters. */
  readonly letters: number;
}

/** Widths below which the graphs stand one below the other. */
const NARROW = 640;
/** Room around the axis, for the cotangent that enters the reverse pass. */
const TURN = 84;

/** Lays out the graphs and the charts of a run on a sheet; on a narrow one the graphs stand one below the other. */
export function jobsPaper(run: JobsRun, { width, height, projected }: Sheet): JobsPaper {
  const isStacked = width < NARROW;
  const letters = Math.max(14, 22 * projected);
  const head = letters * 1.9;
  const axis = width / 2;
  const part = isStacked ? 0.56 : 0.53;
  const turn = isStacked ? 0 : TURN * (projected > 0 ? 1.3 : 1);
  const bottom = height * part;
  const sides = isStacked
    ? {
        forward: { left: 4, right: width - 4, top: head, bottom: bottom / 2 },
        reverse: { left: 4, right: width - 4, top: bottom / 2 + head, bottom },
      }
    : {
        forward: { left: 4, right: axis - turn / 2, top: head, bottom },
        reverse: { left: axis + turn / 2, right: width - 4, top: head, bottom },
      };
  const [across, down] = [sides.forward.right - sides.forward.left, sides.forward.bottom - sides.forward.top];
  const roomFor = (w: number, h: number): Room => ({
    columns: Math.max(3, Math.floor(across / (letters * w))),
    rows: Math.max(3, Math.floor(down / (letters * h))),
  });
  // small boxes without letters, where there is one for each job; where jobs are folded, boxes that say how many
  const small = jobGraph(run, roomFor(1.5, 0.85));
  const isFolded = small.forward.nodes.some(({ jobs }) => jobs.length > 1);
  const graph = isFolded ? jobGraph(run, roomFor(3.4, 1.7)) : small;
  const box = {
    width: Math.min(letters * 5, (across / Math.max(1, graph.columns)) * 0.74),
    height: Math.min(letters * 2.3, (down / Math.max(1, graph.rows)) * 0.76),
  };
  const chart = {
    left: letters * 2.2,
    right: width - letters * 2.2,
    top: bottom + letters * 2.6,
    bottom: height - letters * 3.4,
  };
  return { width, height, graph, sides, box, isStacked, axis, chart, letters };
}

/** The middle of a box: a function of the sheet, not of the time. */
export function middleOf(paper: JobsPaper, pass: Pass, { distance, row }: GraphNode) {
  const { graph, sides } = paper;
  const { left, right, top, bottom } = sides[pass];
  const column = (right - left) / graph.columns;
  const away = (distance + 0.5) * column;
  const x = pass === "forward" ? right - away : left + away;
  return { x, y: top + ((bottom - top) * row) / graph.rows };
}
