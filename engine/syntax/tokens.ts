// External tokenizers of the grammar: names with Unicode letters, and nested block comments.
import { ExternalTokenizer, type InputStream } from "@lezer/lr";
import {
  BlockComment,
  fieldBrace,
  fieldDot,
  lowerName,
  nameBrace,
  UnclosedComment,
  upperName,
  wildcard,
} from "./dual.grammar.terms";

const LETTER = /\p{L}|\p{M}/u;
const UPPER = /\p{Lu}|\p{Lt}/u;
const LAMBDA = 0x3bb;
const UNDERSCORE = 95;
const QUOTE = 39;

/** The code point at the stream's position, and how many code units it takes; -1 at the end. */
function codePoint(input: InputStream): { readonly code: number; readonly units: number } {
  const first = input.next;
  if (first >= 0xd800 && first < 0xdc00) {
    const second = input.peek(1);
    if (second >= 0xdc00 && second < 0xe000)
      return { code: (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000, units: 2 };
  }
  return { code: first, units: 1 };
}

/** A letter of a name: any Unicode letter but λ, which is the lambda. */
function isLetter(code: number): boolean {
  if (code < 0 || code === LAMBDA) return false;
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return LETTER.test(String.fromCodePoint(code));
}

/** Whether a letter begins a constructor or type name. */
function isUpperCase(code: number): boolean {
  return code < 128 ? code >= 65 && code <= 90 : UPPER.test(String.fromCodePoint(code));
}

function isNameRest(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === UNDERSCORE || code === QUOTE;
}

/** Variables and keywords, constructors and type names, and the wildcard. */
export const names = new ExternalTokenizer((input) => {
  const first = codePoint(input);
  if (!isLetter(first.code) && first.code !== UNDERSCORE) return;
  input.advance(first.units);
  let length = 1;
  for (let next = codePoint(input); isNameRest(next.code); next = codePoint(input)) {
    input.advance(next.units);
    length++;
  }
  if (first.code === UNDERSCORE && length === 1) input.acceptToken(wildcard);
  else input.acceptToken(first.code !== UNDERSCORE && isUpperCase(first.code) ? upperName : lowerName);
});

/**
 * The dot of a field, `n.w`: right behind an expression, and right before a name. The brace of fields: a name, and behind it the sign of a
 * value or of a type; in values and patterns a name may stand alone.
 */
export const fields = new ExternalTokenizer((input) => {
  if (input.next === BRACE) return openFields(input);
  if (input.next !== DOT || !endsExpression(input.peek(-1))) return;
  input.advance();
  const { code } = codePoint(input);
  if ((isLetter(code) && !isUpperCase(code)) || code === UNDERSCORE) input.acceptToken(fieldDot);
});

function openFields(input: InputStream): void {
  let at = 1;
  const blank = (): void => {
    while (SPACES.includes(input.peek(at))) at++;
  };
  blank();
  const start = at;
  while (isNameRest(input.peek(at))) at++;
  if (at === start) return;
  blank();
  const [sign, next] = [input.peek(at), input.peek(at + 1)];
  input.advance();
  if ((sign === EQUALS && next !== EQUALS) || (sign === COLON && next !== COLON)) input.acceptToken(fieldBrace);
  else if (sign === COMMA || sign === CLOSING_BRACE) input.acceptToken(nameBrace);
}

const [DOT, BRACE, EQUALS, COLON, COMMA, CLOSING_BRACE] = [46, 123, 61, 58, 44, 125];
const SPACES = [32, 9, 10, 13];
/** `)`, `]` and `}`. */
const CLOSERS = [41, 93, CLOSING_BRACE];

function endsExpression(code: number): boolean {
  return isNameRest(code) || CLOSERS.includes(code);
}

const OPEN = "{-";
const CLOSE = "-}";

function isAt(input: InputStream, pair: string): boolean {
  return input.next === pair.charCodeAt(0) && input.peek(1) === pair.charCodeAt(1);
}

/** `{- .. -}`, nested; one that never closes reaches to the end of the text. */
export const comments = new ExternalTokenizer((input) => {
  if (!isAt(input, OPEN)) return;
  input.advance(2);
  let depth = 1;
  while (input.next >= 0) {
    if (isAt(input, OPEN)) {
      depth++;
      input.advance(2);
    } else if (isAt(input, CLOSE)) {
      depth--;
      input.advance(2);
      if (depth === 0) return void input.acceptToken(BlockComment);
    } else input.advance();
  }
  input.acceptToken(UnclosedComment);
});
