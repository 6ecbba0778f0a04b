// The picture of a pair of values: large on one line, smaller, broken into lines, or, where they are long, as text.

import { shortened } from "../../../words/numbers.ts";
import { broken, flat, type Line, widthOf } from "./layout.ts";
import { type PairTree, paired, single } from "./pairing.ts";
import { closedText, type ValueTable, withoutTables } from "./tables.ts";
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
  /** Whether the texts are all of the values. */
  readonly areWhole: readonly [boolean, boolean];
}

/** The address of what explains an entry of the lower value, by its place among the Reals; undefined where there is none. */
export type EntryAddress = ((entry: number) => string) | undefined;

/** How a pair of values is drawn: in lines of some size, or as text. */
export type Picture =
  | {
      readonly tag: "lines";
      readonly size: Size;
      readonly lines: readonly Line[];
      /** Whether digits are left out: then all of them can be asked for, and the other way round. */
      readonly digits: "exact" | "fewer" | "all";
      /** Tables of the value, which its lines do not have. */
      readonly tables: readonly ValueTable[];
    }
  /** Too long to be laid out, or of two shapes: plain text. */
  | { readonly tag: "text" };

/** Values longer than this are shown as text, and cut until the reader wants all. */
export const LONG = 12_000;

/** A value that is long may be short without its tables. */
const TABLE = /Array2 |#?\[#?\[/;

/** Chooses how to draw a pair: Reals with six digits, or with all of them where the reader asked for that. */
export function pictureOf(pair: ValuePair, room: Room, allDigits: boolean): Picture {
  const isLong = pair.above.length > LONG || (pair.below?.length ?? 0) > LONG;
  if (isLong && !TABLE.test(pair.above)) return { tag: "text" };
  const above = treeOf(pair.above, pair.areWhole[0]);
  const below = pair.below === undefined ? undefined : treeOf(pair.below, pair.areWhole[1]);
  if (above === undefined || (pair.below !== undefined && below === undefined)) return { tag: "text" };
  const areCut = !pair.areWhole.every(Boolean);
  const whole = overlaid(above, below, areCut);
  if (whole === undefined) return { tag: "text" };
  const { tree: exact, tables } = withoutTables(whole, below !== undefined);
  const line = flat(exact);
  if (isLong && (tables.length === 0 || widthOf(line) > LONG)) return { tag: "text" };
  const rounded = overlaid(mapReals(above, shortened), below && mapReals(below, shortened), areCut);
  const short = rounded && withoutTables(rounded, below !== undefined).tree;
  const shortLine = short && flat(short);
  if (short === undefined || shortLine === undefined || widthOf(shortLine) >= widthOf(line))
    return { ...drawn(exact, line, room), digits: "exact", tables };
  return allDigits
    ? { ...drawn(exact, line, room), digits: "all", tables }
    : { ...drawn(short, shortLine, room), digits: "fewer", tables };
}

/** The tree of a value, or of the part of it that is there. */
function treeOf(text: string, isWhole: boolean): ValueTree | undefined {
  const part = isWhole ? text : closedText(text);
  return part === undefined ? undefined : readValue(part);
}

/** On one line as large as it fits, else broken into small ones. */
function drawn(tree: PairTree, line: Line, room: Room): Omit<Extract<Picture, { tag: "lines" }>, "digits" | "tables"> {
  const size = sizeFor(line, room);
  return { tag: "lines", size: size ?? "small", lines: size === undefined ? broken(tree, room.small) : [line] };
}

function overlaid(above: ValueTree, below: ValueTree | undefined, areCut: boolean): PairTree | undefined {
  return below === undefined ? single(above) : paired(above, below, areCut);
}

/** The largest size at which a line fits. */
function sizeFor(line: Line, room: Room): Size | undefined {
  const width = widthOf(line);
  return (["large", "medium", "small"] as const).find((size) => width <= room[size]);
}
