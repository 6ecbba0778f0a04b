// The syntax tree of a text in Linear A, as its readers walk it.
import type { SyntaxNode } from "@lezer/common";
import { type Span, span } from "../../../source/span.ts";

/** A definition in its text. */
export interface Place {
  readonly text: string;
  readonly node: SyntaxNode;
}

/** A node's children. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

/** The children of a node that mean something: no brackets, commas or signs. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => PARTS.has(name));
}

const PARTS: ReadonlySet<string> = new Set([
  "Variable",
  "Unpacked",
  "Type",
  "TensorType",
  "Name",
  "Number",
  "Tuple",
  "Call",
  "Group",
  "Return",
  "Negative",
  "Binary",
]);

/** The parts before the semicolon, and behind it. */
export function sidesOf(node: SyntaxNode): {
  readonly nonlinear: readonly SyntaxNode[];
  readonly linear: readonly SyntaxNode[];
} {
  const side = (name: string): readonly SyntaxNode[] => {
    const found = node.getChild(name);
    return found === null ? [] : partsOf(found);
  };
  return { nonlinear: side("NonLinear"), linear: side("Linear") };
}

/** The place of a node in the text that the reader wrote, whose source is called `<linear>`. */
export function spanOf({ from, to }: SyntaxNode): Span {
  return span("<linear>", from, to);
}

/** A variable as it is written, with its dots as marks of their own: ẋ in one letter and in two are one name. */
export function nameOf({ text }: Place, { from, to }: SyntaxNode): string {
  return text.slice(from, to).normalize("NFD");
}

/** The letters and words that J, U and T add, as they are printed and as they can be typed. */
const ADDED: readonly (readonly [RegExp, string])[] = [
  [/ᴶ|\.J(?=\.|$)/g, "°J"],
  [/ᵀ|\.T(?=\.|$)/g, "°T"],
  [/ᴸ|\.L(?=\.|$)/g, "°L"],
  [/\.(?=nonlin|lin)/g, "°"],
];

/** The name of a definition within: `f.J` is what J makes of f. */
export function functionName(place: Place, node: SyntaxNode): string {
  return ADDED.reduce((name, [sign, added]) => name.replace(sign, added), nameOf(place, node));
}

/** The name of a place's definition. */
export function calledName(place: Place): string {
  return functionName(place, place.node.getChild("Name") ?? place.node);
}

/** All names in a definition. */
export function namesIn(place: Place): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.name === "Name") names.add(nameOf(place, node));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(place.node);
  return names;
}
