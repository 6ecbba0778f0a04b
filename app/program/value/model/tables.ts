// Tables in a pair of values: an `Array2`, and a long list of rows. A line of the value has their sizes only; they are drawn by themselves.
import { nth } from "../../../../engine/base/nth.ts";
import type { PairTree, Place } from "./pairing.ts";

/** A table of numbers, over another one of the same size where there are two. */
export interface ValueTable {
  /** Its place in the value: `n.w`, `[0]`, `.2`; empty where it is the value. */
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** Its numbers row by row; the last are missing where the value's text was cut. */
  readonly above: readonly string[];
  readonly below: readonly string[] | undefined;
  /** The place of its first Real among those of the value; undefined where it has none. */
  readonly first: number | undefined;
}

/** A pair of values without its tables, and these. */
export interface WithoutTables {
  readonly tree: PairTree;
  readonly tables: readonly ValueTable[];
}

/** Numbers of a list of rows that are written in lines. */
const MOST_IN_LINES = 48;

/** Takes the tables out of a pair of values; `isPair` says whether there are two. */
export function withoutTables(whole: PairTree, isPair: boolean): WithoutTables {
  const tables: ValueTable[] = [];
  let reals = 0;
  const visit = (tree: PairTree, name: string): PairTree => {
    if (tree.tag === "place") {
      if (tree.kind === "real") reals++;
      return tree;
    }
    const found = tableOf(tree);
    if (found === undefined)
      return { ...tree, items: tree.items.map((item, at) => visit(item, partName(tree, name, at))) };
    const { rows, columns, cells, head } = found;
    const count = cells.filter(({ kind }) => kind === "real").length;
    tables.push({
      name,
      rows,
      columns,
      above: cells.map(({ above }) => above.trim()),
      below: isPair ? cells.map(({ below }) => below.trim()) : undefined,
      first: count === 0 ? undefined : reals,
    });
    reals += count;
    return { tag: "place", kind: "table", above: head, below: isPair ? head : "", reals: count };
  };
  const tree = visit(whole, "");
  return { tree, tables };
}

type Group = Extract<PairTree, { readonly tag: "group" }>;

interface Found {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Place[];
  /** Its text in a line. */
  readonly head: string;
}

function tableOf(tree: Group): Found | undefined {
  return tree.open === "Array2 " ? flatTable(tree.items) : tableOfRows(tree);
}

/** `Array2 rows columns #[..]`. */
function flatTable([first, second, numbers]: readonly PairTree[]): Found | undefined {
  const cells = numbers?.tag === "group" && numbers.open === "#[" ? placesOf(numbers.items) : undefined;
  if (first?.tag !== "place" || second?.tag !== "place" || cells === undefined) return undefined;
  const [rows, columns] = [Number(first.above), Number(second.above)];
  if (!(rows * columns > 0) || cells.length > rows * columns) return undefined;
  return { rows, columns, cells, head: `Array2 ${rows} ${columns} …` };
}

/** A long list of rows of one length. */
function tableOfRows({ open, items }: Group): Found | undefined {
  const [first] = items;
  if (!isList(open) || first?.tag !== "group" || !isList(first.open)) return undefined;
  const columns = first.items.length;
  if (items.length < 2 || columns < 2 || items.length * columns <= MOST_IN_LINES) return undefined;
  const cells: Place[] = [];
  for (const [at, row] of items.entries()) {
    const places = row.tag === "group" && row.open === first.open ? placesOf(row.items) : undefined;
    // the last row may be cut
    const isFull = places?.length === columns || (at === items.length - 1 && (places?.length ?? 0) < columns);
    if (places === undefined || !isFull) return undefined;
    cells.push(...places);
  }
  return { rows: items.length, columns, cells, head: `${open}${items.length} × ${columns}]` };
}

function isList(open: string): boolean {
  return open === "[" || open === "#[";
}

/** Items that are all numbers. */
function placesOf(items: readonly PairTree[]): readonly Place[] | undefined {
  const places: Place[] = [];
  for (const item of items) {
    if (item.tag !== "place" || item.kind === "word") return undefined;
    places.push(item);
  }
  return places;
}

function partName({ open, items }: Group, name: string, at: number): string {
  const field = /^(.*) = $/.exec(open)?.[1];
  if (field !== undefined) return name === "" ? field : `${name}.${field}`;
  if (open.endsWith("{ ") || (open === "(" && items.length === 1)) return name;
  if (isList(open)) return `${name}[${at}]`;
  return `${name}.${at + 1}`;
}

/** A cell of a heat map: the number, and its shade from 0 to 1 on the side of its sign. */
export interface Shade {
  readonly share: number;
  readonly side: "up" | "down" | "odd";
}

/** The scale of a heat map: by sign around 0, or from the least number to the greatest. */
export interface Scale {
  readonly least: number;
  readonly greatest: number;
  readonly isSigned: boolean;
}

/** The scale of some numbers. Those that are not finite have no part in it. */
export function scaleOf(numbers: readonly number[], isSigned: boolean): Scale {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of numbers)
    if (Number.isFinite(one)) [least, greatest] = [Math.min(least, one), Math.max(greatest, one)];
  return least > greatest ? { least: 0, greatest: 0, isSigned } : { least, greatest, isSigned };
}

/** The shade of a number. */
export function shadeOf(number: number, { least, greatest, isSigned }: Scale): Shade {
  if (!Number.isFinite(number)) return { share: 0, side: "odd" };
  const most = isSigned ? Math.max(Math.abs(least), Math.abs(greatest)) : greatest - least;
  const size = isSigned ? Math.abs(number) : number - least;
  return { share: most > 0 ? size / most : 0, side: isSigned && number < 0 ? "down" : "up" };
}

/** Numbers from the least to the greatest, for a legend. */
export function legendOf({ least, greatest }: Scale, steps: number): readonly number[] {
  return Array.from({ length: steps }, (_, at) => least + ((greatest - least) * at) / (steps - 1));
}

/** A number of a value's text; NaN where that is none. */
export function numberOf(text: string): number {
  const plain = text.replace(/[()]/g, "");
  return /inf$/.test(plain)
    ? plain.startsWith("-")
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY
    : Number(plain);
}

/** The text of a value that was cut, closed after its last whole part; undefined where there is none. */
export function closedText(text: string): string | undefined {
  const end = text.lastIndexOf(",");
  if (end < 0) return undefined;
  const open: string[] = [];
  const start = text.slice(0, end);
  for (const [bracket] of start.matchAll(/[()[\]{}]/g)) {
    if ("([{".includes(bracket)) open.push(nth([")", "]", " }"], "([{".indexOf(bracket)));
    else open.pop();
  }
  return start + open.reverse().join("");
}
