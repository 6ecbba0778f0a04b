import { nth, present } from "../../base/nth.ts";
// The words and signs of a text that may not be Dual, for the patterns of habits. Reads the signs of other languages whole.

/** A token's kind; a comment is one of another language, Dual's own are left out. */
export type TokenKind = "word" | "number" | "string" | "comment" | "open" | "close" | "sign";

/** A token, with its place in the region (UTF-16 units). */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether it is the first of its line. */
  readonly isFirst: boolean;
  /** How far from the beginning of its line it stands. */
  readonly column: number;
}

const COMMENT = /\/\*[\s\S]*?\*\/|\(\*(?=[ *\n])[\s\S]*?[ *\n]\*\)|\/\/[^\n]*|#(?!\[)[^\n]*/y;
const STRING = /"""[\s\S]*?"""|"[^"\n]*"|“[^”\n]*”|'(?:[^'\\\n]|\\.)'/y;
const WORD = /(?!λ)[\p{L}_](?:(?!λ)[\p{L}\p{M}\d_'])*/uy;
const NUMBER = /\d+\.(?!\.|\p{L}|_|\()\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+/uy;
const SIGN =
  /\|\*\||<\$>|=\/=|!==|===|\+\+|->|=>|==|\/=|!=|<>|<=|>=|<-|:=|::|\|>|<\||\|\||&&|!!|\*\*|\.\.+|\.[*+/^]|\.-(?=\s)|[-+*/^]\.(?![\d.])|[-+*/]=|#\[|[\s\S]/uy;
const BLANK = /(?:[ \t\r\n\v\f\u00a0\ufeff]|--[^\n]*)+/y;

/** The tokens of a text, and which brackets belong together. Takes linear time. */
export class Tokens {
  readonly list: readonly Token[];
  readonly text: string;
  /** For each bracket the index of the other one; -1 where it has none. */
  private readonly partners: readonly number[];
  /** For each token the index of the innermost bracket around it; -1 for none. */
  private readonly around: readonly number[];
  /** The indices of the tokens of each text, in order. */
  private readonly places = new Map<string, number[]>();

  constructor(text: string) {
    this.text = text;
    this.list = lex(text);
    const partners = new Array<number>(this.list.length).fill(-1);
    const around: number[] = [];
    const open: number[] = [];
    for (const [index, { kind, text: sign }] of this.list.entries()) {
      if (kind === "close") {
        const last = open.at(-1);
        if (last !== undefined && closerOf(nth(this.list, last).text) === sign) {
          open.pop();
          partners[last] = index;
          partners[index] = last;
        }
      }
      around.push(open.at(-1) ?? -1);
      if (kind === "open") open.push(index);
      const places = this.places.get(sign);
      if (places === undefined) this.places.set(sign, [index]);
      else places.push(index);
    }
    this.partners = partners;
    this.around = around;
  }

  /** The indices of the tokens that are one of some words, from `first` to `last`; the last comes first. */
  placesOf(words: ReadonlySet<string>, first: number, last: number): readonly number[] {
    const found: number[] = [];
    for (const word of words)
      for (const index of this.places.get(word) ?? []) if (index >= first && index <= last) found.push(index);
    return found.sort((a, b) => b - a);
  }

  /** The text of a token; empty beyond the ends. */
  at(index: number): string {
    return this.list[index]?.text ?? "";
  }

  kind(index: number): TokenKind | undefined {
    return this.list[index]?.kind;
  }

  /** The token that stands at an offset, or the next one; the number of tokens at the end. */
  indexAt(offset: number): number {
    let [low, high] = [-1, this.list.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (nth(this.list, middle).to > offset) high = middle;
      else low = middle;
    }
    return high;
  }

  /** The other bracket; -1 where it has none. */
  partner(index: number): number {
    return this.partners[index] ?? -1;
  }

  /** The innermost open bracket around a token; -1 for none. */
  opener(index: number): number {
    return this.around[index] ?? -1;
  }

  /** Where the innermost bracket around a token closes; the number of tokens where nothing does. */
  closer(index: number): number {
    const opener = this.opener(index);
    const partner = opener < 0 ? -1 : this.partner(opener);
    return partner < 0 ? this.list.length : partner;
  }

  /** The text from a token to before another, without the blanks around. */
  slice(from: number, to: number): string {
    if (to <= from) return "";
    return this.text.slice(nth(this.list, from).from, nth(this.list, to - 1).to);
  }

  /** Where a token begins; the end of the last one beyond it. */
  from(index: number): number {
    return this.list[index]?.from ?? this.list.at(-1)?.to ?? 0;
  }

  /** Where the token before another ends. */
  endBefore(index: number): number {
    return this.list[index - 1]?.to ?? 0;
  }

  /** The token after one, or after the brackets that it opens. */
  after(index: number): number {
    return this.kind(index) === "open" ? Math.max(index, this.partner(index)) + 1 : index + 1;
  }

  /** Whether nothing stands between a token and the next one. */
  touches(index: number): boolean {
    return this.list[index]?.to === this.list[index + 1]?.from;
  }

  /** Whether a token can begin an operand: a name, a number or an opening bracket. */
  isAtom(index: number): boolean {
    const token = this.list[index];
    if (token === undefined || NOT_OPERANDS.has(token.text)) return false;
    return token.kind === "word" || token.kind === "number" || token.kind === "string" || token.kind === "open";
  }

  /** The index after the atom that begins at a token; the same index where none does. */
  atomEnd(index: number): number {
    if (!this.isAtom(index)) return index;
    if (this.kind(index) !== "open") return index + 1;
    const partner = this.partner(index);
    return partner < 0 ? index : partner + 1;
  }

  /** The index of the atom that ends right before a token; the same index where none does. */
  atomStart(index: number): number {
    const last = index - 1;
    if (this.kind(last) === "close") {
      const partner = this.partner(last);
      return partner < 0 ? index : partner;
    }
    return last >= 0 && this.isAtom(last) && this.kind(last) !== "open" ? last : index;
  }

  /** The index after all atoms in a row from a token on. */
  rowEnd(index: number): number {
    let at = index;
    for (let next = this.atomEnd(at); next > at; next = this.atomEnd(at)) at = next;
    return at;
  }

  /** The index of the first of all atoms in a row before a token. */
  rowStart(index: number): number {
    let at = index;
    for (let before = this.atomStart(at); before < at; before = this.atomStart(at)) at = before;
    return at;
  }

  /** The index of the first token of a list at the depth of `index`, from `index` on; where the bracket around closes if none. */
  next(index: number, wanted: ReadonlySet<string>): number {
    const end = this.closer(index);
    for (let at = index; at < end; at = this.after(at)) if (wanted.has(this.at(at))) return at;
    return end;
  }

  /** The last token of a list before `index` at its depth; -1 for none. */
  last(index: number, wanted: ReadonlySet<string>): number {
    const start = this.opener(Math.min(index, this.list.length - 1));
    for (let at = index - 1; at > start; at--) {
      if (wanted.has(this.at(at))) return at;
      if (this.kind(at) === "close" && this.partner(at) >= 0) at = this.partner(at);
    }
    return -1;
  }

  /** The index of the first token of the expression that a token is in: after a bracket, a comma, `=`, `in`, .. */
  expressionStart(index: number): number {
    const before = this.last(index, BEFORE_EXPRESSION);
    return before < 0 ? this.opener(Math.min(index, this.list.length - 1)) + 1 : before + 1;
  }

  /** The index after the expression that a token is in; a line that is indented less ends it as well. */
  expressionEnd(index: number): number {
    const end = this.next(index, AFTER_EXPRESSION);
    const line = this.lineStart(index);
    return this.lineLeftOf(this.list[line]?.column ?? 0, index + 1, end);
  }

  /** The first token between two that begins a line left of a column, not counting what stands in brackets; `end` where none does. */
  lineLeftOf(column: number, from: number, end: number): number {
    for (let at = from; at < end; at = this.after(at))
      if (nth(this.list, at).isFirst && nth(this.list, at).column < column) return at;
    return end;
  }

  /** The first token of the line that a token stands on. */
  lineStart(index: number): number {
    let at = Math.min(index, this.list.length - 1);
    while (at > 0 && !nth(this.list, at).isFirst) at--;
    return Math.max(0, at);
  }

  /** The index of the first token on a later line. */
  lineEnd(index: number): number {
    let at = index + 1;
    while (at < this.list.length && !nth(this.list, at).isFirst) at++;
    return at;
  }

  /** The index after the statement of a line: of the next line that is not indented more, or where the bracket around closes. */
  statementEnd(index: number): number {
    const column = this.list[this.lineStart(index)]?.column ?? 0;
    return this.lineLeftOf(column + 1, index + 1, this.closer(index));
  }
}

/** Words that are never operands. */
const NOT_OPERANDS = new Set(
  "def data type op by let rec and in if then else case of for elif where with return import".split(" "),
);
const BEFORE_EXPRESSION = new Set(["=", ",", "in", "then", "else", "of", "->", "by", "return", ";", ":=", "=>", "if"]);
const AFTER_EXPRESSION = new Set([",", "in", "then", "else", "of", "by", ";", "where", "def", "data", "op", "type"]);

/** The bracket that closes one. */
function closerOf(opener: string): string {
  if (opener === "(") return ")";
  return opener === "{" ? "}" : "]";
}

function lex(text: string): readonly Token[] {
  const tokens: Token[] = [];
  // an unclosed comment or string is searched once
  let [hasStarComments, hasParenComments] = [text.includes("*/"), text.includes("*)")];
  let lineStart = 0;
  let lastLine = -1;
  let offset = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0];
  };
  const skip = (count: number): void => {
    const newline = text.lastIndexOf("\n", offset + count - 1);
    if (newline >= offset) lineStart = newline + 1;
    offset += count;
  };
  const comment = (): string | undefined => {
    const sign = text.slice(offset, offset + 2);
    if (sign === "/*" && !hasStarComments) return undefined;
    if (sign === "(*" && !hasParenComments) return undefined;
    if (sign === "//" && isDivision(text, offset)) return undefined;
    const found = match(COMMENT);
    if (found === undefined && sign === "/*") hasStarComments = false;
    if (found === undefined && sign === "(*" && /[ *\n]/.test(text[offset + 2] ?? "")) hasParenComments = false;
    return found;
  };
  while (offset < text.length) {
    const blank = match(BLANK);
    if (blank !== undefined) {
      skip(blank.length);
      continue;
    }
    if (text.startsWith("{-", offset)) {
      skip(blockLength(text, offset));
      continue;
    }
    const [kind, found] = token();
    const column = offset - lineStart;
    tokens.push({
      kind,
      text: found,
      from: offset,
      to: offset + found.length,
      isFirst: lastLine !== lineStart,
      column,
    });
    skip(found.length);
    lastLine = lineStart;
  }
  return tokens;

  function token(): readonly [TokenKind, string] {
    const foreign = comment();
    if (foreign !== undefined) return ["comment", foreign];
    const string = match(STRING);
    if (string !== undefined) return ["string", string];
    const word = match(WORD);
    if (word !== undefined) return ["word", word];
    const number = match(NUMBER);
    if (number !== undefined) return ["number", number];
    if (text.startsWith("//", offset)) return ["sign", "//"];
    const sign = present(match(SIGN));
    if (sign === "(" || sign === "[" || sign === "{" || sign === "#[") return ["open", sign];
    return [sign === ")" || sign === "]" || sign === "}" ? "close" : "sign", sign];
  }
}

/** Whether `//` divides, as in Python, rather than begins a comment: a number or a bracket follows an operand. */
function isDivision(text: string, offset: number): boolean {
  return (
    /[\p{L}\p{N}_')\]] ?$/u.test(text.slice(Math.max(0, offset - 3), offset)) &&
    /^\/\/ ?[\d(]/.test(text.slice(offset, offset + 4))
  );
}

/** The length of a `{- .. -}`, nested; of one that never closes, to the end. */
function blockLength(text: string, from: number): number {
  const marks = /\{-|-\}/g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === "{-" ? 1 : -1;
    if (depth === 0) return marks.lastIndex - from;
  }
  return text.length - from;
}
