// JSON for values that it has no words for.
import { nth } from "./nth.ts";
import { OutOfMemory, type Watch } from "./watch.ts";

/** Mark an integer that is too large for a number, and a row of numbers, until they take their place. */
const BIG = "integer:";
const ROW = "row:";

/**
 * JSON with NaN and the infinities as strings, with integers of any size as they are, and with a Float64Array as a list; in pieces, for
 * the whole may be longer than texts are. Throws what the watch throws, and OutOfMemory where a piece would be too long.
 */
function jsonPieces(value: unknown, indent: number | undefined, watch: Watch): readonly string[] {
  let hasBig = false;
  const rows: Float64Array[] = [];
  const replaced = (_: string, one: unknown): unknown => {
    watch.step();
    if (typeof one === "bigint") {
      hasBig = true;
      return `${BIG}${one}`;
    }
    if (one instanceof Float64Array) return `${ROW}${rows.push(one) - 1}`;
    return typeof one === "number" && !Number.isFinite(one) ? String(one) : one;
  };
  const text = withinLength(() => JSON.stringify(value, replaced, indent));
  const whole = hasBig ? text.replaceAll(new RegExp(`"${BIG}(-?\\d+)"`, "g"), "$1") : text;
  if (rows.length === 0) return [whole];
  let line = "";
  return whole.split(new RegExp(`"${ROW}(\\d+)"`)).map((piece, place) => {
    if (place % 2 === 1) return rowText(nth(rows, Number(piece)), indent, line, watch);
    line = piece.slice(piece.lastIndexOf("\n") + 1);
    return piece;
  });
}

/** Numbers as a list that begins on a line of a given text. */
function rowText(row: Float64Array, indent: number | undefined, line: string, watch: Watch): string {
  watch.step(row.length);
  if (row.length === 0) return "[]";
  const around = indent === undefined ? "" : `\n${line.slice(0, line.length - line.trimStart().length)}`;
  const between = indent === undefined ? "" : around + " ".repeat(indent);
  return withinLength(() => `[${between}${Array.from(row, numberText).join(`,${between}`)}${around}]`);
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}

/** {@link jsonPieces}, together. */
export function jsonText(value: unknown, indent: number | undefined, watch: Watch): string {
  return withinLength(() => jsonPieces(value, indent, watch).join(""));
}

/** The version of the JSON of commands, counted up where a field changes its meaning (engine/commands/json.md). */
const VERSION = 1;

/** JSON as the command line prints it, in pieces: an object begins with the version, a list has none. Throws as {@link jsonPieces} does. */
export function printedJson(value: object, watch: Watch): readonly string[] {
  return jsonPieces(Array.isArray(value) ? value : { version: VERSION, ...value }, 2, watch);
}

function withinLength(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError && /string length/i.test(error.message)) throw new OutOfMemory();
    throw error;
  }
}
