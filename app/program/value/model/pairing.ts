// Two values of one shape laid over each other: a tree of places, each with the text above and the text below.
import { nth } from "../../../../engine/base/nth.ts";
import type { ValueTree } from "./value-tree.ts";

/** One place: its text in the upper and in the lower value. `below` is empty where there is one value only. */
export interface Place {
  readonly tag: "place";
  /** A table stands here by its name, and is drawn by itself. */
  readonly kind: "real" | "int" | "word" | "table";
  readonly above: string;
  readonly below: string;
  /** How many Reals a table has. */
  readonly reals?: number;
}

/** Two values of one shape as a tree of places. */
export type PairTree =
  | Place
  | {
      readonly tag: "group";
      readonly open: string;
      readonly separator: string;
      readonly close: string;
      readonly items: readonly PairTree[];
    };

/** The trees laid over each other; undefined where their shapes differ. Of trees that are cut, one may be longer. */
export function paired(above: ValueTree, below: ValueTree, areCut = false): PairTree | undefined {
  const [a, b] = [unwrapped(above), unwrapped(below)];
  if (a.tag === "group" || a.tag === "fields") {
    if (a.tag !== b.tag || (!areCut && a.items.length !== b.items.length)) return undefined;
    const sameEnds =
      a.tag === "fields" ? b.tag === "fields" && a.head === b.head : b.tag === "group" && a.open === b.open;
    if (!sameEnds) return undefined;
    const items: PairTree[] = [];
    for (const [index, item] of a.items.slice(0, b.items.length).entries()) {
      const pair = paired(item, nth(b.items, index), areCut);
      if (pair === undefined) return undefined;
      items.push(pair);
    }
    return framed(a, items);
  }
  if (b.tag === "group" || b.tag === "fields" || a.tag !== b.tag) return undefined;
  // a constructor without fields is part of the shape
  if (a.tag === "word" && a.text !== b.text) return undefined;
  const argument = isNegativeArgument(above) || isNegativeArgument(below);
  const shown = (tree: ValueTree, text: string): string =>
    argument ? (isNegativeArgument(tree) ? `(${text})` : ` ${text} `) : text;
  return { tag: "place", kind: a.tag, above: shown(above, a.text), below: shown(below, b.text) };
}

/** One value alone. */
export function single(tree: ValueTree): PairTree {
  if (tree.tag === "group" || tree.tag === "fields") return framed(tree, tree.items.map(single));
  return { tag: "place", kind: tree.tag, above: tree.text, below: "" };
}

type Branch = Extract<ValueTree, { readonly tag: "group" | "fields" }>;

function framed(tree: Branch, items: readonly PairTree[]): PairTree {
  if (tree.tag === "group") return { tag: "group", open: tree.open, separator: ", ", close: tree.close, items };
  const { head, names } = tree;
  if (names === undefined) return { tag: "group", open: `${head} `, separator: " ", close: "", items };
  const fields = items.map((item, at) => named(nth(names, at), item));
  return { tag: "group", open: `${head} { `, separator: ", ", close: " }", items: fields };
}

function named(name: string, item: PairTree): PairTree {
  return { tag: "group", open: `${name} = `, separator: "", close: "", items: [item] };
}

/** `(-1.0)` as a constructor's field: one number, with parentheses that the other value may not have. */
function isNegativeArgument(tree: ValueTree): boolean {
  const inner = tree.tag === "group" && tree.open === "(" && tree.items.length === 1 ? tree.items[0] : undefined;
  return (inner?.tag === "real" || inner?.tag === "int") && inner.text.startsWith("-");
}

function unwrapped(tree: ValueTree): ValueTree {
  return tree.tag === "group" && isNegativeArgument(tree) ? nth(tree.items, 0) : tree;
}
