// Habits of another language: how one is found, its message, and how Dual writes it.
import { nth, present } from "../../base/nth.ts";
import type { Tokens } from "./tokens.ts";

/** A replacement in the region, in UTF-16 units from its beginning. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A place where a habit shows. */
export interface Found {
  /** The kind of the diagnostic. */
  readonly kind: string;
  /** The span of the message, in UTF-16 units from the beginning of the region. */
  readonly from: number;
  readonly to: number;
  /** One sentence: how Dual writes it. */
  readonly message: string;
  /** The fix in words, beginning with a verb; there is no fix without edits. */
  readonly title?: string;
  readonly edits?: readonly Edit[];
}

/**
 * Finds a habit near a mistake: at the token `error` (the number of tokens where the text ends too early), or before it where it led
 * there. The nearest place is first.
 */
export type Habit = (tokens: Tokens, error: number) => readonly Found[];

/** Tokens before a mistake that are searched. */
const REACH = 400;
/** Places of one habit that are tried. */
const MOST_PLACES = 4;

/** A habit that shows at some tokens: `find` runs at each of those before the mistake, the nearest first. */
export function atTokens(
  words: readonly string[],
  find: (tokens: Tokens, index: number, error: number) => Found | undefined,
): Habit {
  const wanted = new Set(words);
  return (tokens, error) => {
    const found: Found[] = [];
    const last = Math.min(tokens.list.length - 1, error + 1);
    for (const index of tokens.placesOf(wanted, last - REACH + 1, last)) {
      const one = found.length < MOST_PLACES ? find(tokens, index, error) : undefined;
      if (one !== undefined) found.push(one);
    }
    return found;
  };
}

/** The edit that puts a text in the place of one token, or of several. */
export function put(tokens: Tokens, index: number, text: string, last: number = index): Edit {
  return { from: nth(tokens.list, index).from, to: nth(tokens.list, last).to, text };
}

/** The edit that puts a text before a token. */
export function before(tokens: Tokens, index: number, text: string): Edit {
  const at = tokens.from(index);
  return { from: at, to: at, text };
}

/** The edit that puts a text right after the token before `index`. */
export function after(tokens: Tokens, index: number, text: string): Edit {
  const at = tokens.endBefore(index);
  return { from: at, to: at, text };
}

/** The edit that takes tokens away, with the blanks on their line after them. */
export function drop(tokens: Tokens, index: number, last: number = index): Edit {
  const { from } = nth(tokens.list, index);
  const { to } = nth(tokens.list, last);
  const blank = present(/^[ \t]*/.exec(tokens.text.slice(to, to + 100)))[0].length;
  return { from, to: to + blank, text: "" };
}

/** A place from one token to another. */
export function found(
  kind: string,
  tokens: Tokens,
  [first, last]: readonly [number, number],
  message: string,
  title?: string,
  edits?: readonly Edit[],
): Found {
  const at = { from: nth(tokens.list, first).from, to: nth(tokens.list, last).to };
  return title === undefined || edits === undefined ? { kind, ...at, message } : { kind, ...at, message, title, edits };
}

/** An expression as an argument: in parentheses, unless it is an atom. */
export function atom(text: string): string {
  const isAtom = /^(?:[\p{L}_][\p{L}\p{N}_']*|[\d.]+(?:[eE][+-]?\d+)?|\[[^[\]]*\])$/u.test(text);
  return isAtom || withoutParentheses(text) !== text ? text : `(${text})`;
}

/** A text without parentheses around all of it. */
export function withoutParentheses(text: string): string {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") depth++;
    else if (text[index] === ")") depth--;
    if (depth === 0) return index > 0 && index === text.length - 1 ? text.slice(1, -1) : text;
  }
  return text;
}

/** Whether a token begins a line of its own at the top of a program. */
export function isTop(tokens: Tokens, index: number): boolean {
  const token = tokens.list[index];
  return token?.isFirst === true && token.column === 0;
}
