// The picture of a pair of values: large on one line, smaller, broken into lines, or, where they are long, as text.

import { shortened } from "../../../words/numbers.ts";
import { broken, flat, type Line, widthOf } from "./layout.ts";
import { type PairTree, paired, single } from "./pairing.ts";
import { mapReals, readValue, type ValueTree } from "./value-tree.ts";

/** How many characters fit on a line, at each size of type. */
export interface Room {
  readonly large: number;
  readonly medium: number;
  readonly small: number;
}

/** How large a value is drawn. */
export type Size = keyof Room;

/** A value, or two of one shape: value and cotangent, input and gradient. */
export interface ValuePair {
  readonly above: string;
  readonly below: string | undefined;
}

/** How a pair of values is drawn: in lines of some size, or as text. */
export type Picture =
  | {
      readonly tag: "lines";
      readonly size: Size;
      readonly lines: readonly Line[];
      /** Whether digits are left out: then all of them can be asked for, and the other way round. */
      readonly digits: "exact" | "fewer" | "all";
    }
  /** Too long to be laid out, or of two shapes: plain text. */
  | { readonly tag: "text" };

/** Values longer than this are shown as text, and cut until the reader wants all. */
export const LONG = 12_000;

/** Chooses how to draw a pair: Reals with six digits, or with all of them where the reader asked for that. */
export function pictureOf(pair: ValuePair, room: Room, allDigits: boolean): Picture {
  if (pair.above.length > LONG || (pair.below?.length ?? 0) > LONG) return { tag: "text" };
  const above = readValue(pair.above);
  const below = pair.below === undefined ? undefined : readValue(pair.below);
  if (above === undefined || (pair.below !== undefined && below === undefined)) return { tag: "text" };
  const exact = overlaid(above, below);
  if (exact === undefined) return { tag: "text" };
  const short = overlaid(mapReals(above, shortened), below && mapReals(below, shortened));
  const [line, shortLine] = [flat(exact), short && flat(short)];
  if (short === undefined || shortLine === undefined || widthOf(shortLine) >= widthOf(line))
    return { ...drawn(exact, line, room), digits: "exact" };
  return allDigits
    ? { ...drawn(exact, line, room), digits: "all" }
    : { ...drawn(short, shortLine, room), digits: "fewer" };
}

/** On one line as large as it fits, else broken into small ones. */
function drawn(tree: PairTree, line: Line, room: Room): Omit<Extract<Picture, { tag: "lines" }>, "digits"> {
  const size = sizeFor(line, room);
  return { tag: "lines", size: size ?? "small", lines: size === undefined ? broken(tree, room.small) : [line] };
}

function overlaid(above: ValueTree, below: ValueTree | undefined): PairTree | undefined {
  return below === undefined ? single(above) : paired(above, below);
}

/** The largest size at which a line fits. */
function sizeFor(line: Line, room: Room): Size | undefined {
  const width = widthOf(line);
  return (["large", "medium", "small"] as const).find((size) => width <= room[size]);
}
