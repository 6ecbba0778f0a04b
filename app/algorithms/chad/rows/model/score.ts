// When each move of each stage happens: the stages are in step, call by call; who is ready waits.
import { lastOf, nth, present } from "../../../../../engine/base/nth.ts";
import { turnsOf } from "./align.ts";
import { type Counts, isShown, type RowsLadder } from "./ladder.ts";
import type { Column, Move } from "./moves.ts";

/** Lengths of movements, in milliseconds at the usual speed. */
const LENGTHS = {
  call: 300,
  made: 380,
  slide: 380,
  stand: 360,
  close: 240,
  passed: 260,
  split: 620,
  log: 300,
  replay: 620,
  ended: 700,
  fly: 460,
  open: 320,
  scope: 620,
  enter: 200,
  leave: 300,
  rest: 120,
} as const;
/** Before the first call, and after the last. */
const BEFORE = 1200;
const AFTER = 1600;
/** A longer run is played faster, in all this long; additions of fewer calls stand as long as they should. */
const LONGEST = 90_000;

/** A move with its times; both addends stand beside each other from `stands` until `closes`. */
export interface Timed<M extends Move = Move> {
  readonly move: M;
  readonly from: number;
  readonly to: number;
  readonly stands: number;
  readonly closes: number;
}

/** A stage's moves in time, and its counts from times on. */
export interface Part {
  readonly column: Column;
  readonly timed: readonly Timed[];
  readonly counts: readonly (Counts & { readonly from: number })[];
}

/** A turn of all stages: one call of each at most. */
export interface Turn {
  readonly from: number;
  readonly to: number;
}

/** The whole run in time. */
export interface Score {
  readonly ladder: RowsLadder;
  readonly parts: readonly Part[];
  readonly turns: readonly Turn[];
  readonly end: number;
  /** Where a step leads: after each turn, and where two addends stand beside each other. */
  readonly stops: readonly number[];
  /** The stops at which two addends stand beside each other. */
  readonly merges: readonly number[];
}

/** Whether a move is of a cell that is not shown. */
export function isHidden(ladder: RowsLadder, column: Column, move: Move): boolean {
  return "cell" in move && !isShown(ladder, column, move.frame, move.cell);
}

/** The times of a move from its beginning on: as parts of its length. */
function lengthsOf(ladder: RowsLadder, column: Column, move: Move): readonly [number, number, number] {
  const { rows } = column;
  if (isHidden(ladder, column, move)) return [0, 0, 0];
  const alone = (length: number): readonly [number, number, number] => [0, 0, length];
  switch (move.tag) {
    case "row": {
      const { from } = nth(rows, move.row);
      if (from.length > 1) return [LENGTHS.slide, LENGTHS.stand, LENGTHS.close];
      return alone(from.length === 1 ? LENGTHS.passed : LENGTHS.made);
    }
    case "one":
      return [LENGTHS.fly, LENGTHS.stand, LENGTHS.close];
    case "ended":
      return alone(move.dropped.length > 0 ? LENGTHS.ended : LENGTHS.passed);
    case "back":
    case "unseen":
      return [0, 0, 0];
    default:
      return alone(LENGTHS[move.tag]);
  }
}

/** The whole run in time. */
export function scoreOf(ladder: RowsLadder): Score {
  const { columns } = ladder;
  const { turns, count } = turnsOf(columns.map(({ calls }) => calls.map(({ line }) => line)));
  // by column and turn: its moves
  const moves = columns.map((column, index) => {
    const inTurns: Move[][] = Array.from({ length: Math.max(1, count) }, () => []);
    const own = nth(turns, index);
    let turn = own[0] ?? 0;
    for (const move of column.moves) {
      if (move.tag === "call") turn = nth(own, move.call);
      nth(inTurns, turn).push(move);
    }
    return inTurns;
  });
  const lengthOf = (column: number, turn: number): number => {
    const list = nth(nth(moves, column), turn);
    const sum = list.reduce((all, move) => {
      const [slide, stand, close] = lengthsOf(ladder, nth(columns, column), move);
      return all + slide + stand + close;
    }, 0);
    return list.length === 0 ? 0 : sum + LENGTHS.rest;
  };
  const lengths = Array.from({ length: Math.max(1, count) }, (_, turn) =>
    Math.max(0, ...columns.map((_column, index) => lengthOf(index, turn))),
  );
  const whole = lengths.reduce((sum, one) => sum + one, 0);
  const pace = Math.min(1, LONGEST / Math.max(1, whole));
  const found: Turn[] = [];
  for (const length of lengths) {
    const from = found.length === 0 ? BEFORE : lastOf(found).to;
    found.push({ from, to: from + length * pace });
  }
  const parts = columns.map((column, index) => partOf(ladder, column, nth(moves, index), found, pace));
  const end = lastOf(found).to + AFTER;
  const merges = parts.flatMap(({ timed }) =>
    timed.flatMap(({ stands, closes }) => (closes > stands ? [Math.round((stands + closes) / 2)] : [])),
  );
  const stops = [0, ...found.map(({ to }) => Math.floor(to) - 1), ...merges, Math.round(end)];
  return { ladder, parts, turns: found, end: Math.round(end), stops: inOrder(stops), merges: inOrder(merges) };
}

const inOrder = (times: readonly number[]): readonly number[] => [...new Set(times)].sort((a, b) => a - b);

function partOf(
  ladder: RowsLadder,
  column: Column,
  inTurns: readonly (readonly Move[])[],
  turns: readonly Turn[],
  pace: number,
): Part {
  const timed: Timed[] = [];
  const counts: (Counts & { from: number })[] = [{ from: 0, calls: 0, made: 0, moved: 0, bodies: 0 }];
  const started = new Set<number>([0]);
  for (const [turn, moves] of inTurns.entries()) {
    let at = nth(turns, turn).from;
    for (const move of moves) {
      const [slide, stand, close] = lengthsOf(ladder, column, move).map((length) => length * pace) as [
        number,
        number,
        number,
      ];
      const stands = at + slide;
      const closes = stands + stand;
      const to = closes + close;
      timed.push({ move, from: at, to, stands, closes });
      const last = lastOf(counts);
      const next = counted(column, move, last, started);
      if (next !== undefined) counts.push({ ...next, from: move.tag === "row" ? closes : stands });
      at = to;
    }
  }
  return { column, timed, counts };
}

/** The counts after a move; undefined where it changes none. */
function counted({ calls, rows }: Column, move: Move, before: Counts, started: Set<number>): Counts | undefined {
  switch (move.tag) {
    case "call": {
      const { run } = nth(calls, move.call);
      const isNew = !started.has(run);
      started.add(run);
      return { ...before, calls: before.calls + 1, bodies: before.bodies + (isNew ? 1 : 0) };
    }
    case "unseen":
      return { ...before, calls: before.calls + 1 };
    case "row": {
      const { made, moved } = nth(rows, move.row);
      return made + moved === 0 ? undefined : { ...before, made: before.made + made, moved: before.moved + moved };
    }
    case "one":
      return { ...before, made: before.made + 1 };
    default:
      return undefined;
  }
}

/** The counts of a stage at a time. */
export function countsAt({ counts }: Part, t: number): Counts {
  return present(counts.findLast(({ from }) => from <= t) ?? counts[0]);
}
