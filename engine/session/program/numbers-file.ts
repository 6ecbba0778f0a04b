// Numbers in a text of rows, as spreadsheets and programs write them: CSV, or columns with blanks between.
import { nth } from "../../base/nth.ts";
import { Remembered } from "../../base/remembered.ts";

/** The numbers of a file, row by row, or its first mistake. */
export type NumbersRead =
  | { readonly tag: "numbers"; readonly rows: readonly (readonly number[])[] }
  | { readonly tag: "mistake"; readonly message: string };

/** Numbers of one file. */
const MOST_NUMBERS = 1_000_000;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^(?:nan|[+-]?inf(?:inity)?)$/i;
/** Of a field in a message, in characters. */
const LONGEST_SHOWN = 30;

/** Recent texts as they were read: a file is one, and the programs that are checked with it are many. */
const known = new Remembered<{ readonly read: NumbersRead; readonly key: string }>(8);

let count = 0;

function remembered(text: string): { readonly read: NumbersRead; readonly key: string } {
  const found = known.get(text) ?? { read: numbersIn(text), key: `${++count}` };
  known.set(text, found);
  return found;
}

/** Reads the numbers of a file. A first row without any number is the names of its columns. */
export function readNumbers(text: string): NumbersRead {
  return remembered(text).read;
}

/** A short key of a file's text: another one where the text is another. */
export function numbersKey(text: string): string {
  return remembered(text).key;
}

function numbersIn(text: string): NumbersRead {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== "");
  if (first === undefined) return wrong("it is empty");
  const separator = [";", ",", "\t"].find((one) => first.includes(one));
  const rows: number[][] = [];
  let [isFirst, total] = [true, 0];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const fields = (separator === undefined ? line.trim().split(/\s+/) : line.split(separator)).map((one) =>
      one.trim(),
    );
    const isHeader = isFirst && !fields.some(isNumber);
    isFirst = false;
    if (isHeader) continue;
    const faulty = fields.findIndex((field) => !isNumber(field));
    if (faulty >= 0) return wrong(fieldMistake(nth(fields, faulty)), index, faulty);
    const row = fields.map(numberOf);
    const huge = row.findIndex((value, at) => !Number.isFinite(value) && !NOT_FINITE.test(nth(fields, at)));
    if (huge >= 0) return wrong(`\`${cut(nth(fields, huge))}\` is too large for a Real`, index, huge);
    const width = rows[0]?.length ?? row.length;
    if (row.length !== width) return wrong(`it has ${counted(row.length)}, and the rows above it ${width}`, index);
    total += row.length;
    if (total > MOST_NUMBERS) return wrong(`it has more than ${MOST_NUMBERS} numbers`);
    rows.push(row);
  }
  return rows.length === 0 ? wrong("it has names of columns, and no numbers below them") : { tag: "numbers", rows };
}

function wrong(message: string, line?: number, column?: number): NumbersRead {
  const row = line === undefined ? "" : `row ${line + 1}${column === undefined ? "" : `, column ${column + 1}`}: `;
  return { tag: "mistake", message: `${row}${message}` };
}

function isNumber(field: string): boolean {
  return NUMBER.test(field) || NOT_FINITE.test(field);
}

function numberOf(field: string): number {
  if (!NOT_FINITE.test(field)) return Number(field);
  if (/nan/i.test(field)) return Number.NaN;
  return field.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function fieldMistake(field: string): string {
  if (field === "") return "a number is missing";
  const hint = /^[+-]?\d+,\d+$/.test(field) ? "; decimals have a point" : "";
  return `\`${cut(field)}\` is no number${hint}`;
}

function cut(field: string): string {
  return field.length > LONGEST_SHOWN ? `${field.slice(0, LONGEST_SHOWN)}…` : field;
}

function counted(numbers: number): string {
  return numbers === 1 ? "1 number" : `${numbers} numbers`;
}
