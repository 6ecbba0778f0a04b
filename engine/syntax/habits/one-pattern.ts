// Patterns that name a whole beside its parts, have a `!` or lack a comma, and branches that several patterns share: Dual has one pattern for a value.
import { atTokens, found, type Habit, put } from "./habit.ts";
import { type Match, row, text } from "./pattern.ts";

const WHOLE =
  "a pattern of Dual cannot name the whole beside its parts: name it, and take it apart by `let (x, y) = p in ..` or a `case`";
const AS = "as-pattern";

/** Whether a capture of a match is an expression, too. */
function isValue(capture: number): (match: Match) => boolean {
  return (match) => !/(?<![\p{L}\p{N}_'])_|->/u.test(text(match, capture));
}

/** Whether the parameters of a definition are what stands before a match. */
function isInHeader(match: Match): boolean {
  return !text(match, 1).includes("=");
}

const STRICT = "an argument is evaluated before its function in Dual: it needs no `!`";
const BANG = { title: "remove `!`" };

/** Patterns with a sign or a name for the whole; a fix means the same. */
export const MARKED_PATTERNS: readonly Habit[] = [
  row(AS, "def ANY < LOWER @@ ( ANY ) = >", WHOLE, "$2 = let ($3) = $2 in", { when: isInHeader }),
  row(AS, "def ANY < LOWER @@ ( ANY ) ANY = >", WHOLE, "$2 $4 = let ($3) = $2 in", { when: isInHeader }),
  row(AS, "\\,λ < LOWER @@ ( ANY ) -> >", WHOLE, "$1 -> let ($2) = $1 in"),
  row(AS, "let < LOWER @@ ( ANY ) = ANY in >", WHOLE, "$1 = $3 in let ($2) = $1 in"),
  row(AS, "{,| < LOWER @@ ( ANY ) -> >", WHOLE, "$2 -> let $1 = ($2) in", { when: isValue(2) }),
  row(AS, "def ANY < ( ANY @as LOWER ) = >", WHOLE, "$3 = let ($2) = $3 in", { when: isInHeader }),
  row(AS, "{,| < ( ANY @as LOWER ) -> >", WHOLE, "$1 -> let $2 = ($1) in", { when: isValue(1) }),
  row(AS, "| < ANY @as LOWER -> >", WHOLE, "$1 -> let $2 = ($1) in", { when: isValue(1) }),
  row(AS, "{ < ANY @as LOWER -> >", WHOLE, "$1 -> let $2 = ($1) in", { when: isValue(1) }),
  row(
    "bare-pattern",
    "def ANY < @( LOWER LOWER ) >",
    "commas stand between the parts of a tuple: `($2, $3)`",
    "($2, $3)",
    {
      at: "whole",
      when: isInHeader,
    },
  ),
  row("bang-pattern", "def ANY < @! > LOWER", STRICT, "", { ...BANG, when: isInHeader }),
  row("bang-pattern", "let,\\,λ < @! > LOWER", STRICT, "", BANG),
  row(AS, "LOWER ~ @@ ~ ( ANY ) ANY? ->,=", WHOLE),
  row(AS, "@as LOWER )? ->,=,)", WHOLE),
];

/** The variables of a pattern, in their order by name; undefined where it has one twice, or is no pattern. */
function variables(pattern: string): string | undefined {
  const names = [...pattern.matchAll(/(?<![\p{L}\p{N}_'])\p{Ll}[\p{L}\p{N}_']*/gu)].map(([name]) => name);
  const isPattern = /^(?:[\p{L}\p{N}\s_'.,()[\]-]|::)+$/u.test(pattern) && new Set(names).size === names.length;
  return isPattern ? names.sort().join(" ") : undefined;
}

/** `p | q -> e` or `(p | q) -> e`, where the patterns have the same variables: else the first may be a branch whose arrow is missing. */
export const orPattern: Habit = atTokens(["|"], (tokens, index) => {
  const opener = tokens.opener(index);
  const isGroup = tokens.at(opener) === "(" && ["{", "|"].includes(tokens.at(opener - 1));
  if (!isGroup && tokens.at(opener) !== "{") return undefined;
  const start = isGroup ? opener : Math.max(opener, tokens.last(index, BAR)) + 1;
  const arrow = isGroup ? tokens.partner(opener) + 1 : tokens.next(index, new Set(["->"]));
  const end = tokens.next(arrow + 1, BAR);
  if (tokens.at(arrow) !== "->" || end <= arrow + 1) return undefined;
  const [from, to] = isGroup ? [start + 1, arrow - 1] : [start, arrow];
  const patterns = tokens.slice(from, to).split("|");
  const [first = "", ...others] = patterns.map((pattern) => pattern.trim());
  const names = variables(first);
  const isOne = /^-?[\p{Lu}\p{N}][\p{L}\p{N}_.']*$/u.test(first);
  if (names === undefined || !(isOne || names !== "") || others.some((other) => variables(other) !== names))
    return undefined;
  const value = tokens.slice(arrow + 1, end);
  const text = [first, ...others].map((pattern) => `${pattern} -> ${value}`).join(" | ");
  const message = "a branch has one pattern: each pattern has a branch of its own, `p -> e | q -> e`";
  return found("or-pattern", tokens, [index, index], message, "write a branch for each", [
    put(tokens, start, text, end - 1),
  ]);
});
const BAR = new Set(["|"]);
