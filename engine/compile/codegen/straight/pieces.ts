// Long straight code in pieces, each a function of its own.
import type { Item } from "../../analyse/items.ts";
import { declared } from "../text.ts";

/** A part of a pass, with the local variables that it names. */
export interface Piece {
  readonly lines: readonly string[];
  readonly names: ReadonlySet<Item>;
}

/** The last of some pieces with more at its end. */
export function withMore(pieces: readonly Piece[], { lines, names }: Piece): readonly Piece[] {
  const last = pieces.at(-1)!;
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
  const fn = (called: string, { lines, names }: Piece): string => {
    const variables = [...names].filter((one) => !params.includes(one));
    return `function ${called}(${given}) {\n${declared(variables)}${lines.join("\n")}\n}\n`;
  };
  if (pieces.length === 1) return `/** ${about} */\n${fn(name, pieces[0]!)}`;
  const calls = { lines: pieces.map((_, index) => `${name}${index + 1}(${given});`), names: new Set<Item>() };
  return [...pieces.map((piece, index) => fn(`${name}${index + 1}`, piece)), `/** ${about} */`, fn(name, calls)].join(
    "\n",
  );
}
