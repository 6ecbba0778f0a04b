// Where the work of a rung is: a line for each call that is made at once, and for each strip, in the order of the run. Where there
// are more lines than the paper has room for, several share one.
import { nth, present } from "../../../engine/base/nth.ts";
import type { LadderRung } from "../model/ladder.ts";
import type { LadderPaper } from "../model/paper.ts";

/** The heights at which strips and calls are drawn, in pixels. */
export interface Lines {
  /** The middle of the line of a strip, and of a call, by their places. */
  strip(place: number): number;
  call(place: number): number;
  readonly height: number;
  readonly callHeight: number;
  /** How many share a line. */
  readonly shared: number;
}

/** The lowest line, in pixels, and the highest. */
const LEAST = 3;
const MOST = 40;
/** How high the line of a call is at least, in letters, so that its number can be read. */
const READABLE = 1.3;

/** Spreads the strips and calls of a rung over the lines that there is room for. */
export function linesOf(paper: LadderPaper, rung: LadderRung): Lines {
  const { top, collectorY, waitingY, scalarY, size, scale } = paper;
  const { strips, look, replayOrder } = rung;
  const isTree = look.isTree === true;
  const hasCells = look.collected !== undefined;
  // a tree goes down to the scalars, where nothing waits and no tape is
  const low = look.tape === undefined ? scalarY - size * 1.9 : waitingY + size * 1.4;
  const bottom = isTree ? low : hasCells ? collectorY - size * 1.5 : waitingY - size * 4;
  const at: { readonly strip: number[]; readonly call: number[] } = { strip: [], call: [] };
  let line = 0;
  let next = 0;
  const calls = isTree ? replayOrder.calls.number.length : 0;
  for (let call = -1; call < calls; call++) {
    if (call >= 0) at.call.push(line);
    let isOwn = call >= 0;
    while (next < strips.length && (nth(strips, next).call <= call || !isTree)) {
      // the one-hot of an input's call stands on its line
      if (isOwn && nth(strips, next).kind !== "one-hot") line++;
      at.strip.push(line++);
      isOwn = false;
      next++;
    }
    if (isOwn) line++;
  }
  const room = Math.max(LEAST, bottom - top);
  const shared = Math.max(1, Math.ceil((line * LEAST) / room));
  const height = Math.min(MOST * scale, room / Math.max(1, Math.ceil(line / shared)));
  const y = (own: number | undefined): number => top + height * (Math.floor((own ?? 0) / shared) + 0.5);
  const strip = (place: number): number => y(at.strip[place]);
  // calls whose numbers have no room between the strips are spread over the whole height
  const spread = Math.min(MOST * scale, room / Math.max(1, calls));
  if (isTree && height < paper.least * READABLE && spread >= paper.least * READABLE) {
    const called = (place: number): number => top + spread * (place + 0.5);
    const besides = besidesCalls(strips);
    const besideCall = (place: number): number => {
      const { call, part } = nth(besides, place);
      return Math.max(top, called(call + part));
    };
    return { strip: besideCall, call: called, height, callHeight: spread, shared };
  }
  return { strip, call: (place) => y(at.call[place]), height, callHeight: height, shared };
}

/** By strip, the call on whose line it stands, or after which: one-hots stand on the line of their call, others on the way to the next. */
function besidesCalls(strips: LadderRung["strips"]): readonly { readonly call: number; readonly part: number }[] {
  const others = new Map<number, number>();
  for (const { kind, call } of strips) if (kind !== "one-hot") others.set(call, (others.get(call) ?? 0) + 1);
  const turns = new Map<number, number>();
  return strips.map(({ kind, call }) => {
    if (kind === "one-hot") return { call, part: 0 };
    const turn = (turns.get(call) ?? 0) + 1;
    turns.set(call, turn);
    return { call, part: turn / (present(others.get(call)) + 1) };
  });
}
