// An input as it is played with: single Reals, and lists and arrays of Reals as small tables. Names are those of the graph: `xs[0]`,
// `pair.1`, `tree.2`, and `#3` where the program has none.

import { t } from "@lingui/core/macro";
import { nth, present } from "../../../../engine/base/nth.ts";
import { readValue, type ValueTree } from "../../../program/value/model/value-tree.ts";

/** A single Real. */
export interface Lone {
  /** Its place among the Reals of the input. */
  readonly index: number;
  readonly name: string;
}

/** A list or array of Reals, or one of such: rows of places among the Reals of the input. */
export interface Table {
  readonly name: string;
  readonly rows: readonly (readonly number[])[];
  /** Its place in the value, as places among items. */
  readonly path: readonly number[];
  /** Whether it has one row only, which can become longer and shorter. */
  readonly isRow: boolean;
}

/** The Reals of an input: those that stand alone, and those in tables. */
export interface Arranged {
  readonly lone: readonly Lone[];
  readonly tables: readonly Table[];
}

/** An entry's names for its input, or the parts of it; empty without a name. */
export interface Names {
  readonly name: string;
  readonly parts: readonly Names[];
}

/** The names of an input that has none. */
export const NO_NAMES: Names = { name: "", parts: [] };

/** Arranges the Reals of a value's text. */
export function arranged(text: string, names: Names): Arranged {
  const lone: Lone[] = [];
  const tables: Table[] = [];
  let next = 0;
  const visit = (tree: ValueTree, name: string, parts: readonly Names[], path: readonly number[]): void => {
    if (tree.tag === "real") {
      const index = next++;
      lone.push({ index, name: name === "" ? `#${index}` : name });
      return;
    }
    if (tree.tag !== "group" && tree.tag !== "fields") return;
    const rows = rowsOf(tree);
    if (rows !== undefined) {
      const places = rows.map((count) => Array.from({ length: count }, () => next++));
      const isRow = tree.tag === "group" && !tree.items.some(({ tag }) => tag === "group");
      const number = tables.length + 1;
      tables.push({ name: name === "" ? t`list ${number}` : name, rows: places, path, isRow });
      return;
    }
    tree.items.forEach((item, at) => {
      const part = parts.length === tree.items.length ? nth(parts, at) : NO_NAMES;
      visit(item, part.name || partName(tree, name, at), part.parts, [...path, at]);
    });
  };
  const tree = readValue(text);
  if (tree !== undefined) visit(tree, names.name, names.parts, []);
  return { lone, tables };
}

function partName(tree: Exclude<ValueTree, { tag: "real" | "int" | "word" }>, name: string, at: number): string {
  // a number in parentheses is that number
  if (tree.tag === "group" && tree.open === "(" && tree.items.length === 1) return name;
  if (name === "") return tree.tag === "fields" && tree.names !== undefined ? nth(tree.names, at) : "";
  if (tree.tag === "fields") return `${name}.${tree.names === undefined ? at + 1 : nth(tree.names, at)}`;
  return tree.open === "(" ? `${name}.${at + 1}` : `${name}[${at}]`;
}

/** How many Reals each row of a list or array has; undefined for anything else. */
function rowsOf(tree: ValueTree): readonly number[] | undefined {
  const flat = rowsOfTable(tree);
  if (flat !== undefined) return flat;
  if (tree.tag !== "group" || tree.open === "(") return undefined;
  if (tree.items.every(({ tag }) => tag === "real")) return [tree.items.length];
  const rows = tree.items.map((item) => rowsOf(item));
  return rows.every((row) => row?.length === 1) ? rows.map((row) => nth(present(row), 0)) : undefined;
}

/** The same of an `Array2`. */
function rowsOfTable(tree: ValueTree): readonly number[] | undefined {
  if (tree.tag !== "fields" || tree.head !== "Array2") return undefined;
  const [rows, columns, numbers] = tree.items;
  if (rows?.tag !== "int" || columns?.tag !== "int" || numbers?.tag !== "group") return undefined;
  const isWhole = numbers.items.length === Number(rows.text) * Number(columns.text);
  const areReal = numbers.items.every(({ tag }) => tag === "real");
  return isWhole && areReal ? Array<number>(Number(rows.text)).fill(Number(columns.text)) : undefined;
}

/** The value's text with a list or array longer by a copy of its last element, or shorter by it; undefined where it cannot be. */
export function resized(text: string, path: readonly number[], by: 1 | -1): string | undefined {
  const tree = readValue(text);
  const changed = tree && resizedAt(tree, path, by);
  return changed && printed(changed);
}

function resizedAt(tree: ValueTree, [first, ...rest]: readonly number[], by: 1 | -1): ValueTree | undefined {
  if (tree.tag !== "group" && tree.tag !== "fields") return undefined;
  if (first !== undefined) {
    const inner = tree.items[first] && resizedAt(tree.items[first], rest, by);
    return inner && { ...tree, items: tree.items.with(first, inner) };
  }
  if (by < 0) return tree.items.length === 0 ? undefined : { ...tree, items: tree.items.slice(0, -1) };
  const last: ValueTree = tree.items.at(-1) ?? { tag: "real", text: "0.0" };
  return { ...tree, items: [...tree.items, last] };
}

/** A tree as text again. */
function printed(tree: ValueTree): string {
  if (tree.tag === "group") return `${tree.open}${tree.items.map(printed).join(", ")}${tree.close}`;
  if (tree.tag === "fields" && tree.names !== undefined) {
    const fields = tree.names.map((name, at) => `${name} = ${printed(nth(tree.items, at))}`);
    return `${tree.head} { ${fields.join(", ")} }`;
  }
  if (tree.tag === "fields") return [tree.head, ...tree.items.map(printed)].join(" ");
  return tree.text;
}

const TOKEN = /--[^\n]*|[\p{L}_][\p{L}\p{N}_']*|[()[\],:=]|[^\s()[\],:=]+/gu;

/** An entry's names for its input: the patterns of its parameters, several of which are a tuple. */
export function parameterNames(program: string, entry: string): Names {
  const start = new RegExp(`^def\\s+${entry}(?![\\p{L}\\p{N}_'])`, "mu").exec(program);
  if (start === null) return NO_NAMES;
  const tokens = (program.slice(start.index + start[0].length, start.index + 4000).match(TOKEN) ?? []).filter(
    (token) => !token.startsWith("--"),
  );
  let at = 0;
  /** One pattern, its annotation left out. */
  const pattern = (): Names => {
    const token = tokens[at++];
    if (token !== "(") return { name: token !== undefined && /^[\p{Ll}]/u.test(token) ? token : "", parts: [] };
    const parts: Names[] = [];
    while (at < tokens.length && tokens[at] !== ")") {
      parts.push(pattern());
      for (let depth = 0; at < tokens.length && (depth > 0 || (tokens[at] !== "," && tokens[at] !== ")")); at++) {
        if (tokens[at] === "(" || tokens[at] === "[") depth++;
        if (tokens[at] === ")" || tokens[at] === "]") depth--;
      }
      if (tokens[at] === ",") at++;
    }
    at++;
    return parts.length === 1 ? nth(parts, 0) : { name: "", parts };
  };
  const params: Names[] = [];
  while (at < tokens.length && tokens[at] !== "=" && tokens[at] !== ":") params.push(pattern());
  return params.length === 1 ? nth(params, 0) : { name: "", parts: params };
}
