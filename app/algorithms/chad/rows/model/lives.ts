// How long everything of a stage is on the picture: flags, rows, runs and cells, from the moves in time.
import { nth } from "../../../../../engine/base/nth.ts";
import type { Content } from "../../../../../engine/core/events/events.ts";
import { kept } from "../../../../base/kept.ts";
import type { Move } from "./moves.ts";
import type { Part, Timed } from "./score.ts";

/** Where a cotangent sets out: at the line of a call, at a box that left a row, at a cell that left its scope, at a log. */
export type Origin =
  | { readonly tag: "line"; readonly line: number; readonly run: number }
  | { readonly tag: "box"; readonly line: number; readonly run: number; readonly name: string }
  | { readonly tag: "cell"; readonly depth: number; readonly name: string };

/** A cotangent that has come to a line, until its call is answered. */
export interface FlagLife {
  readonly call: number;
  readonly from: number;
  readonly comes: number;
  readonly origin: Origin | undefined;
  ends: number;
}

/** A row from when it is made, until it is part of another; boxes that leave it, and those that are thrown away. */
export interface RowLife {
  readonly timed: Timed;
  readonly row: number;
  used: number;
  readonly lost: Map<string, Timed>;
  ended: Timed<Extract<Move, { tag: "ended" }>> | undefined;
}

/** A change of an environment that is handed on. */
export interface CellChange {
  readonly at: number;
  readonly to: number;
  readonly frame: number;
  /** Undefined where the environment begins or ends. */
  readonly cell: string | undefined;
  readonly tag: "enter" | "leave" | "open" | "scope" | "one";
  readonly content: Content | undefined;
}

/** The lives of a stage. */
export interface Lives {
  readonly flags: readonly FlagLife[];
  readonly rows: readonly RowLife[];
  readonly ones: readonly Timed<Extract<Move, { tag: "one" }>>[];
  readonly replays: readonly Timed<Extract<Move, { tag: "replay" }>>[];
  readonly logs: readonly Timed<Extract<Move, { tag: "log" }>>[];
  readonly cells: readonly CellChange[];
  /** By run, when it begins and when it is over. */
  readonly born: readonly number[];
  readonly over: readonly number[];
}

const isTagged =
  <Tag extends Move["tag"]>(tag: Tag) =>
  (one: Timed): one is Timed<Extract<Move, { tag: Tag }>> =>
    one.move.tag === tag;

/** The lives of a stage, from its moves in time: a table by the tag of the move, which is clearer whole. */
export const livesOf: (part: Part) => Lives = kept(({ column, timed }: Part): Lives => {
  const { calls, rows, runs, frames } = column;
  const flags: FlagLife[] = [];
  const found: RowLife[] = [];
  const cells: CellChange[] = [];
  const born = runs.map(() => Number.POSITIVE_INFINITY);
  const over = runs.map(() => Number.POSITIVE_INFINITY);
  let source: Origin | undefined;
  for (const one of timed) {
    const { move, from, to, stands, closes } = one;
    switch (move.tag) {
      case "call": {
        const { run, caller } = nth(calls, move.call);
        born[run] = Math.min(nth(born, run), from);
        const origin = source ?? (caller === undefined ? undefined : lineOf(column, caller));
        flags.push({ call: move.call, from, comes: to, origin, ends: Number.POSITIVE_INFINITY });
        source = undefined;
        break;
      }
      case "row": {
        const { call, from: parts } = nth(rows, move.row);
        found.push({
          timed: one,
          row: move.row,
          used: Number.POSITIVE_INFINITY,
          lost: new Map(),
          ended: undefined,
        });
        for (const part of parts) nth(found, part).used = from;
        nth(flags, call).ends = parts.length > 1 ? stands : from + (to - from) / 2;
        break;
      }
      case "back":
        nth(flags, move.call).ends = from;
        break;
      case "split": {
        nth(found, move.row).lost.set(move.name, one);
        const { line, run } = nth(rows, move.row);
        source = { tag: "box", line, run, name: move.name };
        break;
      }
      case "ended": {
        const life = nth(found, move.row);
        life.ended = { ...one, move };
        const { half } = nth(runs, move.run);
        if (half !== "environment") life.used = to;
        over[move.run] = to;
        const { line, run } = nth(rows, move.row);
        const [name] = move.kept;
        if (half !== "environment" && name !== undefined) source = { tag: "box", line, run, name };
        break;
      }
      case "one":
        if (move.call !== undefined) nth(flags, move.call).ends = Math.min(nth(flags, move.call).ends, stands);
        cells.push({ at: closes, to, frame: move.frame, cell: move.cell, tag: "one", content: move.after });
        break;
      case "open":
      case "scope": {
        const content = move.tag === "scope" ? move.content : undefined;
        cells.push({ at: from, to, frame: move.frame, cell: move.cell, tag: move.tag, content });
        const { depth } = nth(frames, move.frame);
        if (move.tag === "scope") source = { tag: "cell", depth, name: move.cell.split(" ", 1)[0] ?? "" };
        break;
      }
      case "enter":
      case "leave":
        cells.push({
          at: move.tag === "enter" ? from : to,
          to,
          frame: move.frame,
          cell: undefined,
          tag: move.tag,
          content: undefined,
        });
        if (move.tag === "leave" && move.frame > 0) over[nth(frames, move.frame).run] = to;
        break;
      default:
        break;
    }
  }
  return {
    flags,
    rows: found,
    ones: timed.filter(isTagged("one")),
    replays: timed.filter(isTagged("replay")),
    logs: timed.filter(isTagged("log")),
    cells,
    born,
    over,
  };
});

function lineOf({ calls }: Part["column"], call: number): Origin {
  const { line, run } = nth(calls, call);
  return { tag: "line", line, run };
}

/** The environments of a stage at a time, the outermost first: by cell, its cotangent, and since when it is there. */
export interface FrameNow {
  readonly frame: number;
  readonly cells: Map<string, { content: Content | undefined; since: number }>;
}

/** The environments at a time, and the cells that are leaving. */
export function framesAt(
  lives: Lives,
  t: number,
): { readonly frames: readonly FrameNow[]; readonly leaving: readonly CellChange[] } {
  const frames: FrameNow[] = [];
  const leaving: CellChange[] = [];
  for (const change of lives.cells) {
    if (change.at > t) break;
    const { frame, cell, tag } = change;
    const at = frames.findLast((one) => one.frame === frame);
    if (tag === "enter") frames.push({ frame, cells: new Map() });
    else if (tag === "leave")
      frames.splice(
        frames.findLastIndex((one) => one.frame === frame),
        1,
      );
    else if (cell !== undefined && tag === "open") at?.cells.set(cell, { content: undefined, since: change.at });
    else if (cell !== undefined && tag === "one") {
      const known = at?.cells.get(cell);
      if (known !== undefined) known.content = change.content;
    } else if (cell !== undefined) {
      at?.cells.delete(cell);
      if (t < change.to) leaving.push(change);
    }
  }
  return { frames, leaving };
}
