// Patterns of tokens, and the rows of the table of habits: a pattern, its message, and how Dual writes the tokens that match.
//
// Elements of a pattern are separated by blanks. `@a,b` is the anchor, a token that is one of these; `a,b` is such a token beside it,
// `a,b?` one that may be missing. Captures have numbers, from left to right: `WORD`, `LOWER` and `UPPER` (by the first letter), `NUMBER`,
// `ATOM`, `ROW` (atoms in a row), `EXPR` (to where the expression begins or ends), `ANY` (up to the next token of the pattern, brackets
// skipped), `BRANCHES` and `LINE` (to the end of the branches, of the statement; perhaps nothing). Between tokens: `~` no blank, `TOP`
// the beginning of a declaration, `FIRST` of a line, `INLINE` of none, `END` the end of a line. `<` and `>` bound the part that is rewritten.
import { nth, present } from "../../base/nth.ts";
import { atom, atTokens, type Edit, type Habit, isTop, put, withoutParentheses } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** A row of tokens: the first, and the one after the last. */
export type Range = readonly [from: number, to: number];

/** Tokens that match a pattern. */
export interface Match {
  readonly tokens: Tokens;
  readonly anchor: number;
  /** The token at the mistake. */
  readonly error: number;
  /** The part that is rewritten. */
  readonly whole: Range;
  readonly captures: readonly Range[];
}

/**
 * How Dual writes a match, and when. In texts `$1` is a capture, `($1)` the same in parentheses unless it is an atom, `$^1` with a
 * capital letter, `$+1` the number after it, `$0` the anchor, `$*` the whole, `$it` a name that is not used.
 */
interface Options {
  /** The title of a fix that only changes what is around the captures; without one the fix replaces the whole, and its title shows it. */
  readonly title?: string;
  /** The place of the message in tokens, counted from the anchor. */
  readonly at?: "whole" | Range;
  readonly when?: (match: Match) => boolean;
  /** Tokens of a capture, and their texts in Dual; `;$` is the one at its end. */
  readonly each?: readonly [capture: number, instead: Readonly<Record<string, string>>];
  /** A text before each further line of a capture that is indented as its first token. */
  readonly lines?: readonly [capture: number, text: string];
}

/** A row of the table: its kind of diagnostic, pattern, message, and the text of its fix, if it has one. */
export function row(kind: string, pattern: string, message: string, fix?: string, options: Options = {}): Habit {
  const elements = parsed(pattern);
  const used = [...`${message}${fix}`.matchAll(/\$[\^+]?(\d)/g)].map((match) => Number(match[1]));
  const most = Math.max(options.each?.[0] ?? 0, options.lines?.[0] ?? 0, ...used);
  const captures = [...elements.left, ...elements.right].filter((one) => isCapture(one.name));
  if (most > captures.length) throw new Error(`internal: the pattern ${pattern} has no capture ${most}`);
  return atTokens(elements.anchors, (tokens, anchor, error) => {
    const found = matched(tokens, anchor, elements);
    if (found === undefined) return undefined;
    const match: Match = { tokens, anchor, error, ...found };
    if (options.when?.(match) === false) return undefined;
    const { whole } = match;
    const place = options.at ?? [0, 1];
    const [first, end] = place === "whole" ? whole : [anchor + place[0], anchor + place[1]];
    const at = { kind, from: tokens.from(first), to: tokens.endBefore(end), message: filled(match, message) };
    if (fix === undefined) return at;
    if (options.title !== undefined)
      return { ...at, title: filled(match, options.title), edits: changesAround(match, fix, options) };
    const written = filled(match, fix);
    const shown = withoutParentheses(written.trim());
    const isGlued = /^[\p{L}\p{N}]/u.test(written) && whole[0] > 0 && tokens.touches(whole[0] - 1);
    const blank = isGlued && tokens.kind(whole[0] - 1) !== "open" ? " " : "";
    // a blank at its end keeps the operand apart
    const alone = written.endsWith(" ") ? `${shown} ` : shown;
    const edit = put(tokens, whole[0], blank + (isAlone(tokens, whole) ? alone : written), whole[1] - 1);
    return { ...at, title: `write \`${shown}\``, edits: [edit] };
  });
}

/** Whether an expression is all that stands in parentheses, or begins a body: then it needs none of its own. */
function isAlone(tokens: Tokens, [from, to]: Range): boolean {
  const before = tokens.at(from - 1);
  return before === "(" ? tokens.at(to) === ")" : ["=", "in", "then", "else", "->"].includes(before);
}

/** An element of a pattern. */
interface Element {
  readonly name: string;
  /** The tokens that a literal matches. */
  readonly words?: ReadonlySet<string>;
  /** The tokens of the next literal, away from the anchor. */
  readonly until: ReadonlySet<string>;
}

/** Conditions between two tokens, of the second one. */
const CONDITIONS: Readonly<Record<string, (tokens: Tokens, index: number) => boolean>> = {
  "<": () => true,
  ">": () => true,
  "~": (tokens, index) => tokens.touches(index - 1),
  TOP: isTop,
  FIRST: (tokens, index) => tokens.list[index]?.isFirst === true,
  INLINE: (tokens, index) => tokens.list[index]?.isFirst === false,
  END: (tokens, index) => tokens.list[index]?.isFirst ?? true,
};

/** Captures of one token. */
const ONE: Readonly<Record<string, (tokens: Tokens, index: number) => boolean>> = {
  WORD: (tokens, index) => tokens.kind(index) === "word",
  LOWER: (tokens, index) => tokens.kind(index) === "word" && !/^\p{Lu}/u.test(tokens.at(index)),
  UPPER: (tokens, index) => tokens.kind(index) === "word" && /^\p{Lu}/u.test(tokens.at(index)),
  NUMBER: (tokens, index) => tokens.kind(index) === "number",
};

/** The other bound of a capture. */
type Bound = (tokens: Tokens, at: number, until: ReadonlySet<string>, anchor: number) => number;

const BEGINNINGS: Readonly<Record<string, Bound>> = {
  ATOM: (tokens, end) => tokens.atomStart(end),
  ROW: (tokens, end) => tokens.rowStart(end),
  EXPR: (tokens, end) => tokens.expressionStart(end),
  ANY: (tokens, end, until) => {
    const opener = tokens.opener(end);
    return (until.has(tokens.at(opener)) ? opener : tokens.last(end, until)) + 1 || end;
  },
};

const ENDS: Readonly<Record<string, Bound>> = {
  ATOM: (tokens, start) => tokens.atomEnd(start),
  ROW: (tokens, start) => tokens.rowEnd(start),
  EXPR: (tokens, start) => tokens.expressionEnd(start - 1),
  ANY: (tokens, start, until) => tokens.next(start, until),
  BRANCHES: (tokens, _start, _until, anchor) => branchesEnd(tokens, anchor),
  LINE: (tokens, _start, _until, anchor) => tokens.statementEnd(anchor),
};

/** The elements of a pattern to the left of its anchor, the nearest first, and those to the right. */
function parsed(pattern: string) {
  const parts = pattern.split(" ");
  const anchor = parts.findIndex((part) => part.length > 1 && part.startsWith("@"));
  return {
    left: elementsOf(parts.slice(0, anchor).reverse()),
    anchors: alternatives(nth(parts, anchor).slice(1)),
    right: elementsOf(parts.slice(anchor + 1)),
  };
}

function elementsOf(parts: readonly string[]): readonly Element[] {
  const isLiteral = (part: string): boolean => CONDITIONS[part] === undefined && !isCapture(part);
  return parts.map((name, index) => {
    const until = new Set(
      alternatives(parts.slice(index + 1).find((part) => isLiteral(part) && !isOptional(part)) ?? ""),
    );
    return isLiteral(name)
      ? { name, words: new Set(alternatives(name.replace(/(?<=.)\?$/, ""))), until }
      : { name, until };
  });
}

function isCapture(name: string): boolean {
  return CONDITIONS[name] === undefined && /^[A-Z]+$/.test(name);
}

function isOptional(name: string): boolean {
  return name.length > 1 && name.endsWith("?");
}

function alternatives(words: string): readonly string[] {
  return words.length <= 1 ? [words] : words.split(",").map((word) => (word === "" ? "," : word));
}

/** The captures around an anchor, and the part to rewrite; undefined where an element is missing. */
function matched(
  tokens: Tokens,
  anchor: number,
  { left, right }: ReturnType<typeof parsed>,
): Pick<Match, "whole" | "captures"> | undefined {
  const captures: Range[] = [];
  const bounds: Record<string, number> = {};
  const follow = (elements: readonly Element[], isRight: boolean): number | undefined => {
    let at = isRight ? anchor + 1 : anchor;
    for (const { name, words, until } of elements) {
      if (CONDITIONS[name] !== undefined) {
        if (!CONDITIONS[name](tokens, at)) return undefined;
        bounds[name] = at;
        continue;
      }
      const neighbour = isRight ? at : at - 1;
      const isOne = words?.has(tokens.at(neighbour)) ?? ONE[name]?.(tokens, neighbour);
      const end = (isRight ? ENDS : BEGINNINGS)[name]?.(tokens, at, until, anchor) ?? at;
      const next = isOne === undefined ? end : isOne ? at + (isRight ? 1 : -1) : at;
      if (next === at ? !isOptional(name) && name !== "LINE" : next > at !== isRight) return undefined;
      if (words === undefined) captures.push(isRight ? [at, next] : [next, at]);
      at = next;
    }
    return at;
  };
  const first = follow(left, false);
  captures.reverse();
  const last = follow(right, true);
  if (first === undefined || last === undefined) return undefined;
  return { whole: [bounds["<"] ?? first, bounds[">"] ?? last], captures };
}

/** The token after branches: where the bracket around closes, or a line is indented no more than the one that they begin on. */
export function branchesEnd(tokens: Tokens, head: number): number {
  const { column } = nth(tokens.list, tokens.lineStart(head));
  const end = tokens.closer(head);
  for (let at = head + 1; at < end; at = tokens.after(at)) {
    const token = nth(tokens.list, at);
    if (token.isFirst && token.column <= column && token.text !== "|") return at;
  }
  return end;
}

/** The text of a capture. */
export function text({ tokens, captures }: Match, capture: number): string {
  return tokens.slice(...nth(captures, capture - 1));
}

/** Whether a capture has one of some tokens, outside of brackets in it. */
export function has({ tokens, captures }: Match, capture: number, ...words: readonly string[]): boolean {
  const [from, to] = nth(captures, capture - 1);
  for (let at = from; at < to; at = tokens.after(at)) if (words.includes(tokens.at(at))) return true;
  return false;
}

const PLACEHOLDER = /\(\$(\d)\)|\$([\^+]?)(\d|\*|it)/g;

/** A text with the captures of a match in it. */
function filled({ tokens, anchor, whole, captures }: Match, text: string): string {
  return text.replace(PLACEHOLDER, (_, argument: string | undefined, way: string, name: string) => {
    if (argument !== undefined) return atom(tokens.slice(...nth(captures, Number(argument) - 1)));
    if (name === "it") return tokens.list.some((one) => one.text === "it") ? "it'" : "it";
    if (name === "0") return tokens.at(anchor);
    const written = tokens.slice(...(name === "*" ? whole : nth(captures, Number(name) - 1)));
    if (way === "+") return /^\d+$/.test(written) ? `${Number(written) + 1}` : `(${written} + 1)`;
    return way === "" ? written : written.charAt(0).toUpperCase() + written.slice(1);
  });
}

/** The edits that write a match as a fix does, but leave the captures as they stand. */
function changesAround(match: Match, fix: string, { each, lines }: Options): readonly Edit[] {
  const { tokens, whole } = match;
  const [changed, instead] = each ?? [0, {}];
  const captures = match.captures.map(([from, to], index): Range => {
    const isShort = index + 1 === changed && to > from && instead[`${tokens.at(to - 1)}$`] !== undefined;
    return [from, isShort ? to - 1 : to];
  });
  const pieces = fix.replaceAll("$it", () => filled(match, "$it")).split(/\$(\d)/);
  const edits: Edit[] = [];
  let at = whole[0];
  for (let index = 0; index < pieces.length; index += 2) {
    const [text, number] = [nth(pieces, index), pieces[index + 1]];
    const capture = number === undefined ? undefined : nth(captures, Number(number) - 1);
    edits.push(between(tokens, [at, capture?.[0] ?? whole[1]], text, index > 0, capture !== undefined));
    if (capture !== undefined) at = capture[1];
  }
  if (each !== undefined) {
    const [from, to] = nth(captures, changed - 1);
    for (let index = from; index < to; index = tokens.after(index)) {
      const text = instead[tokens.at(index)];
      if (text !== undefined) edits.push(between(tokens, [index, index + 1], text, text.startsWith(" "), false));
    }
  }
  if (lines !== undefined) {
    const [from, to] = nth(captures, lines[0] - 1);
    for (const start of linesOf(tokens, from, to).slice(1))
      if (tokens.at(start) !== "|") edits.push({ from: tokens.from(start), to: tokens.from(start), text: lines[1] });
  }
  const isChange = (edit: Edit): boolean => tokens.text.slice(edit.from, edit.to) !== edit.text;
  return edits.filter(isChange).sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The tokens that begin lines indented as the first of some, brackets skipped; the first is one of them. */
export function linesOf(tokens: Tokens, from: number, to: number): readonly number[] {
  const column = tokens.list[from]?.column;
  const starts: number[] = [];
  for (let at = from; at < to; at = tokens.after(at)) {
    const token = nth(tokens.list, at);
    if (at === from || (token.isFirst && token.column === column)) starts.push(at);
  }
  return starts;
}

/** The edit that puts a text in the place of tokens: a blank at its ends stands for those of the text, none takes those to a capture away. */
function between(tokens: Tokens, [start, end]: Range, text: string, isAfter: boolean, isBefore: boolean): Edit {
  if (start === end && isAfter) {
    const blank = isBefore && tokens.touches(start - 1) ? " " : "";
    return { from: tokens.endBefore(start), to: tokens.endBefore(start), text: text.trimEnd() + blank };
  }
  if (start === end) return { from: tokens.from(start), to: tokens.from(start), text };
  let [from, to] = [tokens.from(start), tokens.endBefore(end)];
  const isRest = text === "" && !isBefore && (tokens.list[end]?.isFirst ?? true);
  const blanks = isRest ? /\s*$/ : /[ \t]*$/;
  if (isAfter && !text.startsWith(" "))
    from -= present(blanks.exec(tokens.text.slice(Math.max(0, from - MOST_BLANKS), from)))[0].length;
  if ((text === "" && !isAfter) || (isBefore && !text.endsWith(" ")))
    to += present(/^[ \t]*/.exec(tokens.text.slice(to, to + MOST_BLANKS)))[0].length;
  const right = text.endsWith(" ") && tokens.touches(end - 1) ? " " : "";
  const left = text.startsWith(" ") && text !== " " && tokens.touches(start - 1) ? " " : "";
  return { from, to, text: left + text.trim() + right };
}
/** Blanks beside a token that count as one. */
const MOST_BLANKS = 100;
