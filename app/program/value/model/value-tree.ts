// Values in Dual syntax, read back into a tree of their parts; for drawing, not for computing.
import { nth } from "../../../../engine/base/nth.ts";
import { brief } from "../../../words/numbers.ts";

/** A scalar or a nullary constructor, or parts with the text before, between and after them. */
export type ValueTree =
  | { readonly tag: "real" | "int" | "word"; readonly text: string }
  | { readonly tag: "group"; readonly open: string; readonly close: string; readonly items: readonly ValueTree[] }
  /** A constructor and its fields, which have names in a record. */
  | {
      readonly tag: "fields";
      readonly head: string;
      readonly names?: readonly string[] | undefined;
      readonly items: readonly ValueTree[];
    };

const TOKEN = /\s+|#\[|[()[\]{},=]|-?(?:\d[\d.]*(?:e[+-]?\d+)?|inf\b)|nan\b|[^\s()[\]{},=]+/gy;
const REAL = /[.e]|inf|nan/;
const NUMBER = /^-?(?:\d|inf$)|^nan$/;
const DEEPEST = 400;

/** Brackets, commas and the like, with which no value begins. */
const FRAME = /^[)\]{},=]$/;

/** The tree of a value as `showValue` prints it; undefined for any other text, or one nested too deep. */
export function readValue(text: string): ValueTree | undefined {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => token.trim() !== "");
  if (tokens.join("") !== text.replace(/\s+/g, "")) return undefined;
  let at = 0;
  const next = (): string | undefined => tokens[at];

  const group = (open: string, close: string, depth: number): ValueTree | undefined => {
    at++;
    const items: ValueTree[] = [];
    while (next() !== close) {
      const item = value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (next() === ",") at++;
      else if (next() !== close) return undefined;
    }
    at++;
    return { tag: "group", open, close, items };
  };

  const record = (head: string, depth: number): ValueTree | undefined => {
    const names: string[] = [];
    const items: ValueTree[] = [];
    do {
      at++;
      const name = next();
      if (name === undefined || FRAME.test(name) || tokens[at + 1] !== "=") return undefined;
      at += 2;
      const item = value(depth + 1);
      if (item === undefined) return undefined;
      names.push(name);
      items.push(item);
    } while (next() === ",");
    return tokens[at++] === "}" ? { tag: "fields", head, names, items } : undefined;
  };

  const atom = (depth: number): ValueTree | undefined => {
    const token = next();
    if (token === undefined || depth > DEEPEST) return undefined;
    if (token === "(") return group("(", ")", depth);
    if (token === "[" || token === "#[") return group(token, "]", depth);
    if (FRAME.test(token)) return undefined;
    at++;
    if (!NUMBER.test(token)) return next() === "{" ? record(token, depth) : { tag: "word", text: token };
    return { tag: REAL.test(token) ? "real" : "int", text: token };
  };

  const value = (depth: number): ValueTree | undefined => {
    const head = atom(depth);
    if (head?.tag !== "word") return head;
    const items: ValueTree[] = [];
    for (let token = next(); token !== undefined && !FRAME.test(token); token = next()) {
      const item = atom(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items.length === 0 ? head : { tag: "fields", head: head.text, items };
  };

  const tree = value(0);
  return at === tokens.length ? tree : undefined;
}

/**
 * Whether a tree is written as values of another one's type are shown: then its Reals are those with a dot. Typed values may differ, for
 * `2` can be a Real, and a list can be longer or shorter.
 */
export function isWrittenLike(tree: ValueTree, shown: ValueTree): boolean {
  const [one, other] = [bare(tree), bare(shown)];
  if (one.tag === "group") return other.tag === "group" && one.open === other.open && areLike(one, other.items);
  if (one.tag === "fields")
    return (
      other.tag === "fields" &&
      one.head === other.head &&
      String(one.names) === String(other.names) &&
      areAllLike(one.items, other.items)
    );
  return one.tag === other.tag && (one.tag !== "word" || one.text === other.text);
}

/** All elements of a list are of one type. */
function areLike({ open, items }: Extract<ValueTree, { tag: "group" }>, shown: readonly ValueTree[]): boolean {
  if (open === "(") return areAllLike(items, shown);
  if (shown.length === 0) return items.every(({ tag }) => tag === "real");
  return items.every((item) => shown.some((its) => isWrittenLike(item, its)));
}

function areAllLike(items: readonly ValueTree[], shown: readonly ValueTree[]): boolean {
  return items.length === shown.length && items.every((item, at) => isWrittenLike(item, nth(shown, at)));
}

/** Expressions that stand in parentheses of their own. */
function bare(tree: ValueTree): ValueTree {
  return tree.tag === "group" && tree.open === "(" && tree.items.length === 1 ? bare(nth(tree.items, 0)) : tree;
}

/** A tree with every Real's text replaced. */
export function mapReals(tree: ValueTree, change: (text: string) => string): ValueTree {
  if (tree.tag === "real") return { tag: "real", text: change(tree.text) };
  if (tree.tag === "group" || tree.tag === "fields")
    return { ...tree, items: tree.items.map((item) => mapReals(item, change)) };
  return tree;
}

/** Stands for an Int where derivatives stand. */
export const NO_DERIVATIVE = "·";

/** A gradient's or a cotangent's text, or its beginning, as it is read: an Int has no derivative. The size of a table stays. */
export function derivativeText(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  // a cut token stays as it is
  const rest = text.slice(tokens.join("").length);
  let sizes = 0;
  const read = tokens.map((token) => {
    if (token === "Array2") sizes = 2;
    if (!NUMBER.test(token) || REAL.test(token)) return token;
    return sizes-- > 0 ? token : NO_DERIVATIVE;
  });
  return read.join("") + rest;
}

/** A value's text as a sentence or a picture shows it: every Real with four significant digits, whole numbers as they are. */
export function briefValue(text: string): string {
  return replaceReals(text, brief);
}

/** A value's text with every Real replaced; negative ones stand in parentheses where a field of a constructor has to. */
export function replaceReals(text: string, change: (text: string, index: number) => string): string {
  let index = 0;
  let before = "";
  const tokens = (text.match(TOKEN) ?? []).map((token) => {
    if (token.trim() === "") return token;
    const isField = before !== "" && !/[([,=]$/.test(before);
    before = token;
    if (!NUMBER.test(token) || !REAL.test(token)) return token;
    const changed = change(token, index++);
    return changed.startsWith("-") && isField ? `(${changed})` : changed;
  });
  return tokens.join("");
}
