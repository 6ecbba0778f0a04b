// Long straight code in pieces, each a function of its own.
import { lastOf, nth } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import type { Item } from "../../analyse/items.ts";
import { declared } from "../text.ts";

/** A part of a pass, with the local variables that it names. */
export interface Piece {
  readonly lines: readonly string[];
  readonly names: ReadonlySet<Item>;
}

/** The first and the last piece that names each item. */
export function extents(
  pieces: readonly Piece[],
): ReadonlyMap<Item, { readonly first: number; readonly last: number }> {
  const found = new Map<Item, { readonly first: number; readonly last: number }>();
  for (const [index, { names }] of pieces.entries()) {
    step(names.size);
    for (const item of names) found.set(item, { first: found.get(item)?.first ?? index, last: index });
  }
  return found;
}

/** The last of some pieces with more at its end. */
export function withMore(pieces: readonly Piece[], { lines, names }: Piece): readonly Piece[] {
  const last = lastOf(pieces);
  return [...pieces.slice(0, -1), { lines: [...last.lines, ...lines], names: new Set([...last.names, ...names]) }];
}

/** One function for each piece, and one that calls them all in turn, with its parameters; the function itself where there is one. */
export function pass(
  about: string,
  name: string,
  params: readonly Pick<Item, "name">[],
  pieces: readonly Piece[],
): string {
  const given = params.map((param) => param.name).join(", ");
  const isParam = new Set<Pick<Item, "name">>(params);
  const fn = (called: string, { lines, names }: Piece): string => {
    step(lines.length + names.size);
    const variables = [...names].filter((one) => !isParam.has(one));
    return `function ${called}(${given}) {\n${declared(variables)}${lines.join("\n")}\n}\n`;
  };
  if (pieces.length === 1) return `/** ${about} */\n${fn(name, nth(pieces, 0))}`;
  const calls = { lines: pieces.map((_, index) => `${name}${index + 1}(${given});`), names: new Set<Item>() };
  return [...pieces.map((piece, index) => fn(`${name}${index + 1}`, piece)), `/** ${about} */`, fn(name, calls)].join(
    "\n",
  );
}
