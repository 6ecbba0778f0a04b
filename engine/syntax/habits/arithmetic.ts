// Habits in arithmetic: bars for an absolute value, and operators with a dot that work on each element.
import { nth } from "../../base/nth.ts";
import { atom, atTokens, found, type Habit, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** A Real as it is written, perhaps negative and in parentheses. */
const REAL_TEXT = /^\(?\s*-?\s*(?:\d*\.\d+|\d+\.\d*|\d+(?:\.\d*)?[eE]-?\d+)(?:[eE]-?\d+)?\s*\)?$/;

/** `x ** 2.0`: a power with a Real exponent is `pow`; with any other, `**` is read as `^`, whose exponent the types know. */
export const realPower: Habit = atTokens(["**"], (tokens, index) => {
  const isNegative = tokens.at(index + 1) === "-";
  const end = tokens.atomEnd(isNegative ? index + 2 : index + 1);
  const start = tokens.rowStart(index);
  if (start === index || !REAL_TEXT.test(tokens.slice(index + 1, end))) return undefined;
  const exponent = tokens.slice(index + 1, end);
  const text = `pow ${atom(tokens.slice(start, index))} ${atom(exponent)}`;
  const message = `Dual has no \`**\`: a power is \`x ^ n\` with an Int n, or \`pow x y\``;
  return found("sign-otherwise", tokens, [index, index], message, `write \`${text}\``, [
    put(tokens, start, text, end - 1),
  ]);
});

const NOT_BETWEEN_BARS = new Set(["=", "->", "<-", ",", ";", "of", "in"]);

/** `|x|`, the absolute value. */
export const absolute: Habit = atTokens(["|"], (tokens, index) => {
  const previous = tokens.atomStart(index);
  if (index === 0 || (previous < index && !tokens.touches(index))) return undefined;
  const close = tokens.next(index + 1, new Set(["|", ...NOT_BETWEEN_BARS]));
  if (tokens.at(close) !== "|" || close === index + 1 || close >= tokens.lineEnd(index)) return undefined;
  if (["data", "type"].includes(tokens.at(tokens.last(index, new Set(["data", "type", "def"]))))) return undefined;
  const call = `abs ${atom(tokens.slice(index + 1, close))}`;
  const text = previous === index ? call : tokens.kind(previous) === "number" ? `* ${call}` : `(${call})`;
  const message = "Dual writes the absolute value `|x|` as `abs x`";
  return found("absolute-value", tokens, [index, close], message, `write \`${text}\``, [
    put(
      tokens,
      index,
      previous < index && nth(tokens.list, index).from === tokens.endBefore(index) ? ` ${text}` : text,
      close,
    ),
  ]);
});

/** Operators that work on each element, and how tightly they bind. */
const ELEMENTWISE: ReadonlyMap<string, number> = new Map([
  [".+", 1],
  [".-", 1],
  [".*", 2],
  ["./", 2],
  [".^", 3],
]);
const PLAIN: ReadonlyMap<string, number> = new Map([
  ["+", 1],
  ["-", 1],
  ["*", 2],
  ["/", 2],
  ["^", 3],
]);

/** An operand of an elementwise operator as Dual writes it. */
interface Operand {
  readonly text: string;
  readonly isNumber: boolean;
}

/** `xs .* ys`, `2.0 .* xs .+ 1.0`: the whole chain of such operators, for they bind as the plain ones do. */
export const elementwise: Habit = atTokens([...ELEMENTWISE.keys()], (tokens, index) => {
  const sign = tokens.at(index);
  const fn = functionOf(sign);
  const suffix = /\bArray\b|#\[|\b(?:sum|map|fold|zipWith|scan)A\b/.test(tokens.text) ? "A" : "";
  const other = suffix === "" ? ", for arrays `zipWithA` and `mapA`" : "";
  const message = `Dual writes \`xs ${sign} ys\` as \`zipWith${suffix} ${fn} xs ys\`, and \`xs ${sign} 2.0\` as \`map${suffix} (${lambda(sign, "x", "2.0")}) xs\`${other}`;
  const plain = found("elementwise", tokens, [index, index], message);
  let start = tokens.rowStart(index);
  while (strength(tokens.at(start - 1)) > 0 && tokens.rowStart(start - 1) < start - 1)
    start = tokens.rowStart(start - 1);
  const chain = new Chain(tokens, start, suffix);
  const whole = chain.read(1);
  if (whole === undefined || chain.at <= index) return plain;
  return found("elementwise", tokens, [index, index], message, `write \`${whole.text}\``, [
    put(tokens, start, whole.text, chain.at - 1),
  ]);
});

/** Reads a chain of operands and operators from a token on. */
class Chain {
  /** The index of the token that is read next. */
  at: number;
  private readonly tokens: Tokens;
  private readonly suffix: string;

  constructor(tokens: Tokens, start: number, suffix: string) {
    this.tokens = tokens;
    this.at = start;
    this.suffix = suffix;
  }

  /** The term between operators of a strength or more; undefined where an operand is missing, or a plain operator has lists beside it. */
  read(least: number): Operand | undefined {
    const end = this.tokens.rowEnd(this.at);
    if (end === this.at) return undefined;
    let left: Operand | undefined = {
      text: this.tokens.slice(this.at, end),
      isNumber: end === this.at + 1 && this.tokens.kind(this.at) === "number",
    };
    this.at = end;
    for (;;) {
      const sign = this.tokens.at(this.at);
      const power = strength(sign);
      if (power < least || power === 0) return left;
      this.at++;
      const right = this.read(power === 3 ? 3 : power + 1);
      left = right && this.combined(left, sign, right);
      if (left === undefined) return undefined;
    }
  }

  private combined(left: Operand, sign: string, right: Operand): Operand | undefined {
    if (left.isNumber && right.isNumber)
      return { text: `(${left.text} ${sign.replace(".", "")} ${right.text})`, isNumber: true };
    // a name beside a plain operator may be a number or a list
    if (PLAIN.has(sign) && !left.isNumber && !right.isNumber) return undefined;
    const map = `map${this.suffix}`;
    if (right.isNumber) return list(`${map} (${lambda(sign, "x", right.text)}) ${atom(left.text)}`);
    if (left.isNumber) return list(`${map} (${lambda(sign, left.text, "x")}) ${atom(right.text)}`);
    return list(`zipWith${this.suffix} ${functionOf(sign)} ${atom(left.text)} ${atom(right.text)}`);
  }
}

function list(text: string): Operand {
  return { text, isNumber: false };
}

function strength(sign: string): number {
  return ELEMENTWISE.get(sign) ?? PLAIN.get(sign) ?? 0;
}

/** The operator as a function of two arguments. */
function functionOf(sign: string): string {
  return sign === ".^" ? "pow" : `(${sign.slice(1)})`;
}

/** The operator as a function of `x`, of which one side is a number; `^` takes an Int. */
function lambda(sign: string, left: string, right: string): string {
  const plain = sign.replace(".", "");
  return plain === "^" && !/^\d+$/.test(right) ? `\\x -> pow ${left} ${right}` : `\\x -> ${left} ${plain} ${right}`;
}
