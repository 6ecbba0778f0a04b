// Contributions that a broken stage has lost, beside the cell in which they waited.
import { t as text } from "@lingui/core/macro";
import type { WaitingColumn } from "../../../engine/animation/waiting.ts";
import { present } from "../../../engine/base/nth.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { lengthOf, plain, withFewerDigits } from "../../picture/parts.ts";
import { LETTER, type Part } from "../../picture/shape.ts";
import { REPLACES } from "../../playback/model/pieces.ts";
import type { Place } from "../model/paper.ts";
import type { Moment } from "./moment.ts";

/** The cells of a column: their letters and their height, from where to the sums that there are. */
interface LostCells {
  readonly size: number;
  readonly h: number;
  readonly x0: number;
  readonly sums: number;
}

/** The line of lost numbers: its letters, the room of a line and below a cell in these, its place in heights of a cell, and pixels at its right. */
const LOST = { size: 0.9, room: 2.6, beside: 0.6, below: 0.62, line: 1.2, right: 6 } as const;
/** Finds the contributions that a broken stage has lost, by scalar: a line for each, or one line for all where rows are low. */
export function lostIn({ t, paper, isSeen }: Moment, { pieces }: WaitingColumn, cells: LostCells): Lost {
  const size = Math.max(paper.small, cells.size * LOST.size);
  const isLow = paper.rowHeight < cells.h + size * LOST.room;
  const word = text({ message: "lost", comment: "before a contribution that a broken stage forgets" });
  const gone = new Map<number, Part[]>();
  for (const { to, amount, lostAt } of pieces)
    if (lostAt !== undefined && t >= lostAt + REPLACES && isSeen(to))
      gone.set(to, [...(gone.get(to) ?? []), { text: signed(amount), number: amount, colour: "err", bold: true }]);
  const most = Math.floor((cells.sums - cells.x0) / (size * LETTER)) - 2;
  const told = ([first, ...others]: readonly Part[]): readonly Part[] => [
    { text: `${word} `, colour: "err" },
    present(first),
    ...others.flatMap((part) => [plain(" "), part]),
  ];
  const inOne = (parts: readonly Part[]): readonly Part[] => {
    const line = withFewerDigits(told(parts), most);
    return lengthOf(line) <= most ? line : [{ text: `${word} ×${parts.length}`, colour: "err" }];
  };
  const lines = new Map(
    [...gone].map(([to, parts]) => [to, isLow ? [inOne(parts)] : parts.map((one) => told([one]))] as const),
  );
  return { size, isLow, lines };
}

/** Lost numbers: lines of letters of a size, by scalar. Where rows are low, the line is in the row itself, after the list. */
export interface Lost {
  readonly size: number;
  readonly isLow: boolean;
  readonly lines: ReadonlyMap<number, readonly (readonly Part[])[]>;
}

/** Width of the lost numbers in a scalar's row. */
export function lostWidth({ size, isLow, lines }: Lost, number: number): number {
  const [line] = lines.get(number) ?? [];
  return isLow && line !== undefined ? (lengthOf(line) + 1) * size * LETTER : 0;
}

/** Draws lost numbers beside a cell. */
export function drawLost({ picture, y }: Moment, place: Place, cells: LostCells, { size, isLow, lines }: Lost): void {
  for (const [number, all] of lines)
    for (const [slot, parts] of all.entries()) {
      const x = isLow ? cells.sums - size * LOST.beside : place.right - LOST.right;
      const at = isLow ? y(number) : y(number) + cells.h * LOST.below + slot * size * LOST.line;
      const key = `lost${place.id}${number} ${slot}`;
      picture.text("top", key, [x, at], parts, size, { anchor: "end", data: { lost: number } });
    }
}
