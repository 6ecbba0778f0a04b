// Texts made odd: pieces are left out, doubled, swapped, repeated, nested, and joined with those of other texts.
import type { Random } from "./random.ts";

/** Insertions: the signs of the language, and letters that few expect. */
const PIECES =
  "def|data|type|op|by|let|rec|and|in|if|then|else|case|of|par|->|→|=|:|::|\\|λ|(|)|[|]|#[|{|}|,|!|^|-|--|{-|-}|+|*|/|==|≠|<|<=|≤|&&|||||||*|⋆||>|++|_|x|main|T|Real|Int|Array|()|1|1.0|.5|2e-3|1e|1.|0x1|9007199254740993|nan|inf|-- at: |-- sweep: n = 1 .. 5|-- cotangent: 1.0|-- entry: f|\n|\n\n|;|'|\"|@|$|~|`|%"
    .split("|")
    .filter((piece) => piece !== "")
    .concat(["|", "||", "|*|", "|>"]);
const ODD = [
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\r",
  "\r\n",
  "\t",
  "\u000b",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "\u200b",
  "\u202e",
  "é",
  "é",
  "ß",
  "İ",
  "Σ",
  "λ",
  "𝟎",
  "👩‍👩‍👧",
  "\ud800",
  "\udc00",
  "x\udc00",
  "\uffff",
  "٣",
  "Ⅷ",
  "ǅ",
];
const BRACKETS = ["()", "[]", "{}", "#[]", "(,)"].map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const);
const LONGEST = 20_000;

/** The text after some changes; `others` gives texts to splice with. */
export function mutated(text: string, random: Random, others: () => string): string {
  let now = text;
  const count = random.weighted([
    [5, 1],
    [3, 2],
    [2, 4],
    [1, 10],
  ]);
  for (let index = 0; index < count; index++) now = once(now, random, others).slice(0, LONGEST);
  return now;
}

function once(text: string, random: Random, others: () => string): string {
  const at = random.below(text.length + 1);
  const replaced = (from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
  const [from, to] = token(text, random);
  const [otherFrom, otherTo] = token(text, random);
  const piece = text.slice(from, to);
  const lines = text.split("\n");
  return random.weighted<() => string>([
    [4, () => replaced(from, to, "")],
    [2, () => replaced(to, to, ` ${piece}`)],
    [3, () => replaced(from, to, text.slice(otherFrom, otherTo))],
    [4, () => replaced(from, from, ` ${random.pick(PIECES)} `)],
    [2, () => replaced(from, to, random.pick(PIECES))],
    [2, () => replaced(at, at, random.pick(ODD))],
    [1, () => replaced(at, Math.min(text.length, at + 1), "")],
    [1, () => replaced(at, Math.min(text.length, at + 1), String.fromCharCode(random.below(0x80)))],
    [1, () => replaced(at, at, String.fromCharCode(random.below(0x10000)))],
    [1, () => nested(text, from, to, random)],
    [1, () => replaced(to, to, piece.repeat(random.pick([2, 10, 100, 1000])))],
    [0.5, () => replaced(to, to, ` ${piece}`.repeat(random.pick([10, 100, 1000])))],
    [1, () => text.slice(0, at) + others().slice(random.below(400))],
    [1, () => replaced(at, at, others().slice(0, random.below(400)))],
    [0.7, () => text.slice(0, at)],
    [1, () => random.shuffled(lines).join("\n")],
    [0.5, () => lines.join(random.pick([" ", "\r\n", "\n\n", "\t"]))],
    [0.5, () => replaced(at, at, random.pick([" ", "\n", "x", "-- ", "(", "1", "λx "]).repeat(2000))],
  ])();
}

/** Where a sign or a word stands. */
function token(text: string, random: Random): readonly [number, number] {
  const start = random.below(text.length + 1);
  const sign = /[\p{L}\p{N}_'.]+|[-+*/=<>|&!:^]+|\S/gu;
  sign.lastIndex = start;
  const found = sign.exec(text);
  return found === null ? [start, start] : [found.index, found.index + found[0].length];
}

function nested(text: string, from: number, to: number, random: Random): string {
  const [open, close] = random.pick(BRACKETS);
  const depth = random.pick([1, 2, 20, 200, 1500]);
  const isClosed = random.chance(0.8);
  return (
    text.slice(0, from) +
    open.repeat(depth) +
    text.slice(from, to) +
    (isClosed ? close.repeat(depth) : "") +
    text.slice(to)
  );
}
