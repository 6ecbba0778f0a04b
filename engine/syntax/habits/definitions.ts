// Habits in definitions that a pattern of tokens cannot say: signatures, headers, guards, fields, and local definitions.
import { nth } from "../../base/nth.ts";
import { SMALL_TYPES, TYPES } from "../foreign/types.ts";
import { DIRECTIVES } from "../header.ts";
import { DECLARATION_WORDS } from "../keywords.ts";
import { after, atTokens, before, drop, type Edit, type Found, found, type Habit, isTop, put } from "./habit.ts";
import { linesOf, row, text as textOf } from "./pattern.ts";
import type { Tokens } from "./tokens.ts";

/** Words that declarations begin with elsewhere. */
const BEGINNINGS = new Set(
  "let val var const fun fn func function define auto final static newtype enum datatype".split(" "),
);
const EQUALS = new Set(["="]);

/** Whether tokens are a name and parameters, perhaps with a type. */
function isHeader(tokens: Tokens, start: number, end: number): boolean {
  const row = tokens.rowEnd(start + 1);
  return row >= end || tokens.at(row) === ":" || tokens.at(row) === "->";
}

/** `f x = e` at the top of a program, without `def`. */
export const topName: Habit = (tokens, error) => {
  const start = tokens.lineStart(error);
  const index = tokens.next(start, new Set(["=", "{", ":="]));
  const name = tokens.at(start);
  if (!isTop(tokens, start) || tokens.kind(start) !== "word" || start === index || index >= tokens.list.length)
    return [];
  if (DECLARATION_WORDS.includes(name) || BEGINNINGS.has(name) || /^\p{Lu}/u.test(name)) return [];
  if (!isHeader(tokens, start, index) || (tokens.at(index) === "{" && tokens.at(start + 1) !== "(")) return [];
  const message = `a definition begins with \`def\`: write \`def ${name} ..\``;
  return [found("missing-def", tokens, [start, start], message, "write def", [before(tokens, start, "def ")])];
};

/** `f : Real -> Real` and `f :: Real -> Real` on a line of their own. */
export const signature: Habit = atTokens([":", "::"], (tokens, index) => {
  const first = tokens.lineStart(index);
  const start = ["def", "val", "let"].includes(tokens.at(first)) ? first + 1 : first;
  if (!isTop(tokens, first) || tokens.kind(start) !== "word" || index !== start + 1) return undefined;
  const end = tokens.lineLeftOf(nth(tokens.list, first).column + 1, index + 1, tokens.list.length);
  const [name, type] = [tokens.at(start), tokens.slice(index + 1, end)];
  if (start === first && first === 0 && tokens.at(index) === ":" && DIRECTIVES.some((key) => key === name)) {
    const message = `the header is a comment: \`-- ${name}: ..\``;
    return found("signature", tokens, [first, first], message, "write `--`", [before(tokens, first, "-- ")]);
  }
  if (/[={](?!>)/.test(type)) return undefined;
  const message = `Dual has no signatures on lines of their own: the types stand in the definition, \`def ${name} (x : Real) : Real = ..\``;
  if (type.includes("\n")) return found("signature", tokens, [first, start], message);
  const moved = typedHeader(tokens, name, [index + 1, end]);
  const removed = { from: tokens.from(first), to: tokens.from(end), text: "" };
  return moved === undefined
    ? found("signature", tokens, [first, start], message, "make it a comment", [
        before(tokens, first, "{- "),
        after(tokens, end, " -}"),
      ])
    : found("signature", tokens, [first, start], message, "move the types into the definition", [removed, ...moved]);
});

/** The edits that put a type into the header of a name that follows it, where each parameter is a name. */
function typedHeader(
  tokens: Tokens,
  name: string,
  [from, end]: readonly [number, number],
): readonly Edit[] | undefined {
  const head = ["def", "let", "fun", "val"].includes(tokens.at(end)) ? end + 1 : end;
  let equals = head + 1;
  while (tokens.kind(equals) === "word") equals++;
  if (tokens.at(head) !== name || tokens.at(equals) !== "=") return undefined;
  const starts = [from];
  for (let at = from; at < end; at = tokens.after(at)) {
    if (tokens.at(at) === "=>") return undefined;
    if (["->", "→"].includes(tokens.at(at))) starts.push(at + 1);
  }
  const result = starts[equals - head - 1];
  if (result === undefined) return undefined;
  const edits: Edit[] = [];
  for (let param = head + 1; param < equals; param++) {
    const place = param - head;
    const type = tokens.slice(nth(starts, place - 1), nth(starts, place) - 1);
    edits.push(put(tokens, param, `(${tokens.at(param)} : ${type})`));
  }
  return [...edits, before(tokens, equals, `: ${tokens.slice(result, end)} `)];
}

/** Types of C and its like. */
const C_TYPES: Readonly<Record<string, string>> = {
  double: "Real",
  float: "Real",
  real: "Real",
  int: "Int",
  long: "Int",
  bool: "Bool",
  boolean: "Bool",
};

/** `double f(double x) { return e; }`. */
export const cHeader: Habit = (tokens, error) => {
  const start = tokens.lineStart(error);
  const [result, close] = [C_TYPES[tokens.at(start)], tokens.partner(start + 2)];
  if (!isTop(tokens, start) || result === undefined || tokens.at(start + 2) !== "(" || close < 0) return [];
  const params: string[] = [];
  for (let at = start + 3; at < close; at += 3) {
    const type = C_TYPES[tokens.at(at)];
    const isEnd = at + 2 === close || tokens.at(at + 2) === ",";
    if (type === undefined || tokens.kind(at + 1) !== "word" || !isEnd) return [];
    params.push(`${tokens.at(at + 1)} : ${type}`);
  }
  const text = `def ${tokens.at(start + 1)} (${params.join(", ")}) : ${result}`;
  const message = "Dual writes the type of a parameter after its name, and begins a definition with `def`";
  const edits = [put(tokens, start, text, close)];
  return [found("definition-header", tokens, [start, start], message, `write \`${text}\``, edits)];
};

/** `Array<number>`, `List<Double>`, where a type stands. */
export const genericType: Habit = atTokens(["<"], (tokens, index) => {
  const name = tokens.at(index - 1);
  const end = tokens.next(index + 1, new Set([">"]));
  const isType = /^\p{Lu}/u.test(name) && tokens.touches(index - 1) && [":", "->"].includes(tokens.at(index - 2));
  if (!isType || end !== index + 2 || tokens.at(end) !== ">") return undefined;
  const inner = tokens.at(index + 1);
  const argument = SMALL_TYPES.get(inner) ?? TYPES.get(inner) ?? inner;
  const known = TYPES.get(name) ?? name;
  const written = known.includes("..") ? known.replace("..", argument) : `${known} ${argument}`;
  const message = `Dual writes the argument of a type behind it: \`${written}\``;
  const at: [number, number] = [index - 1, end];
  return found("generic-type", tokens, at, message, `write \`${written}\``, [put(tokens, index - 1, written, end)]);
});

/** `def f x : Real, y : Real = e`: parameters with types, without their parentheses. */
export const bareParameters: Habit = atTokens([","], (tokens, index) => {
  const head = tokens.lineStart(index);
  const equals = tokens.next(head, EQUALS);
  const isHeader =
    tokens.at(head) === "def" && tokens.opener(index) < 0 && equals > index && equals < tokens.list.length;
  if (!isHeader || tokens.at(head + 3) !== ":" || tokens.lineStart(equals) !== head) return undefined;
  const text = `(${tokens.slice(head + 2, equals)})`;
  const message = "parameters with their types stand in parentheses: `def f (x : Real, y : Real) = e`";
  return found("bare-parameters", tokens, [index, index], message, `write \`${text}\``, [
    put(tokens, head + 2, text, equals - 1),
  ]);
});

/** `def f x :: xs = e`: a pattern without its parentheses. */
export const consPattern = row(
  "cons-pattern",
  "< LOWER @:: LOWER >",
  "a pattern of several parts needs parentheses: `($1 :: $2)`",
  "($1 :: $2)",
  {
    at: "whole",
    when: (match) => {
      const head = match.tokens.lineStart(match.anchor);
      const isParameter = match.tokens.at(head) === "def" && match.tokens.opener(match.anchor) < 0;
      return isParameter && match.whole[0] > head + 1 && !SMALL_TYPES.has(textOf(match, 2));
    },
  },
);

/** `def f(x, k=2.0)`. */
export const defaultValue: Habit = atTokens(["="], (tokens, index) => {
  const opener = tokens.opener(index);
  const head = tokens.lineStart(Math.max(opener, 0));
  if (tokens.at(opener) !== "(" || tokens.at(head) !== "def" || tokens.next(head, EQUALS) < opener) return undefined;
  const message =
    "parameters have no default values in Dual: each call gives all arguments, or there are two functions";
  return found("default-value", tokens, [index, index], message);
});

/** `f x | c = a | otherwise = b`. */
export const guards: Habit = atTokens(["|"], (tokens, index) => {
  const head = tokens.last(index, new Set(["def", "let"]));
  if (tokens.opener(index) >= 0 || head < 0) return undefined;
  const equals = tokens.next(head, EQUALS);
  if (equals < index) return undefined;
  const message = "Dual has no guards `|`: write `if .. then .. else ..`";
  const plain = found("guard", tokens, [index, index], message);
  const parts: { readonly condition: string; readonly value: string }[] = [];
  let end = index;
  while (tokens.at(end) === "|") {
    const sign = tokens.next(end, EQUALS);
    const next = tokens.next(sign, new Set(["|", "where"]));
    if (sign === end + 1 || next <= sign + 1) return plain;
    parts.push({ condition: tokens.slice(end + 1, sign), value: tokens.slice(sign + 1, next) });
    end = next;
  }
  const last = parts.pop();
  if (last === undefined || !["otherwise", "True", "true"].includes(last.condition)) return plain;
  const choices = parts.map(({ condition, value }) => `if ${condition} then ${value} else `);
  const edit = put(tokens, index, `= ${choices.join("")}${last.value}`, end - 1);
  return found("guard", tokens, [index, index], message, "write `if .. then .. else`", [edit]);
});

/** `def f x = a, b`: a tuple without its parentheses. */
export const bareTuple = row(
  "bare-tuple",
  "=,by,in,then,else,-> < ANY @, LINE >",
  "a tuple needs parentheses, `(a, b)`",
  "($1, $2)",
  {
    title: "write parentheses",
    when: ({ tokens, anchor, captures }) => tokens.opener(anchor) < 0 && nth(captures, 1)[0] < nth(captures, 1)[1],
  },
);

/** `np.where(c, a, b)`, of single numbers. */
function choice(tokens: Tokens, index: number): Found {
  const message = "Dual writes `where(c, a, b)` as `if c then a else b`, in a function for each element";
  const close = tokens.partner(index + 1);
  const second = tokens.next(index + 2, new Set([",", ")"]));
  const third = tokens.next(second + 1, new Set([",", ")"]));
  const at: [number, number] = [index - 2, index];
  if (close < 0 || third >= close || second >= third) return found("where", tokens, at, message);
  const [condition, one] = [tokens.slice(index + 2, second), tokens.slice(second + 1, third)];
  const text = `(if ${condition} then ${one} else ${tokens.slice(third + 1, close)})`;
  return found("where", tokens, at, message, `write \`${text}\``, [put(tokens, index - 2, text, close)]);
}

/** `e where y = a`, one binding a line. */
export const whereBindings: Habit = atTokens(["where"], (tokens, index) => {
  if (tokens.at(index - 1) === "." && tokens.at(index + 1) === "(") return choice(tokens, index);
  const message = "Dual has no `where`: a local definition stands before its use, `let y = a in e`";
  const plain = found("where", tokens, [index, index], message);
  const head = tokens.last(index, EQUALS);
  const end = tokens.closer(index);
  if (head < 0 || head + 1 >= index || index + 1 >= end) return plain;
  const starts = new Set(linesOf(tokens, index + 1, end));
  for (let at = index + 1; at < end; at = tokens.after(at)) if (tokens.at(at) === ";") starts.add(at + 1);
  const ordered = [...starts].sort((a, b) => a - b);
  const bindings = ordered.map((start, place) => tokens.slice(start, ordered[place + 1] ?? end).replace(/\s*;$/, ""));
  if (bindings.some((binding) => !binding.includes("="))) return plain;
  const { isFirst, column } = nth(tokens.list, head + 1);
  const line = isFirst ? `\n${" ".repeat(column)}` : " ";
  const lets = inOrder(bindings).map((binding) => `let ${binding} in${line}`);
  return found("where", tokens, [index, index], message, "write `let .. in`", [
    before(tokens, head + 1, lets.join("")),
    { from: tokens.endBefore(index), to: tokens.endBefore(end), text: "" },
  ]);
});

/** Bindings in the order of `let`: each after those that it mentions. */
function inOrder(bindings: readonly string[]): readonly string[] {
  const left = [...bindings];
  const ordered: string[] = [];
  const names = (text: string): readonly string[] => text.match(/[\p{L}_][\p{L}\d_']*/gu) ?? [];
  while (left.length > 0 && left.length < MOST_ORDERED) {
    const at = left.findIndex((one) => {
      const mentioned = names(one.slice(one.indexOf("=")));
      return left.every((other) => other === one || !mentioned.includes(names(other)[0] ?? ""));
    });
    ordered.push(...left.splice(Math.max(0, at), 1));
  }
  return [...ordered, ...left];
}
/** So many bindings keep the order in which they are written. */
const MOST_ORDERED = 30;

/** `y = e` and `y := e` on a line of its own in a body. */
export const localName: Habit = atTokens(["=", ":=", "<-"], (tokens, index) => {
  const start = tokens.lineStart(index);
  if (isTop(tokens, start) || !isBinder(tokens, start, index)) return undefined;
  const end = tokens.statementEnd(start);
  if (end >= tokens.closer(index) || tokens.at(end) === "in" || tokens.at(start) === "let") return undefined;
  const [sign, name] = [tokens.at(index), tokens.slice(start, index)];
  const message =
    sign === "="
      ? `Dual binds a local name by \`let ${name} = .. in\``
      : `Dual has no \`${sign}\`, because a variable never changes: write \`let ${name} = .. in\`, a new variable`;
  return found("missing-let", tokens, [start, index], message, "write `let .. in`", [
    before(tokens, start, "let "),
    ...(sign === "=" ? [] : [put(tokens, index, "=")]),
    closingIn(tokens, end),
  ]);
});

/** The edit that ends a binding by `in`, in the place of a semicolon if there is one. */
function closingIn(tokens: Tokens, end: number): Edit {
  return tokens.at(end - 1) === ";" ? put(tokens, end - 1, " in") : after(tokens, end, " in");
}

/** Whether tokens are a pattern to bind, or a name with parameters. */
function isBinder(tokens: Tokens, start: number, end: number): boolean {
  if (start >= end || DECLARATION_WORDS.includes(tokens.at(start))) return false;
  if (tokens.kind(start) === "open") return tokens.at(start) === "(" && tokens.atomEnd(start) === end;
  return tokens.kind(start) === "word" && !/^\p{Lu}/u.test(tokens.at(start)) && isHeader(tokens, start, end);
}

/** `let x = e` on a line of its own, without `in`. */
export const missingIn: Habit = atTokens(["let"], (tokens, index, error) => {
  if (isTop(tokens, index) || error <= index) return undefined;
  const end = tokens.lineLeftOf(nth(tokens.list, index).column + 1, index + 1, tokens.closer(index));
  const equals = tokens.next(index, EQUALS);
  if (end >= tokens.closer(index) || ["in", "and"].includes(tokens.at(end)) || equals >= end) return undefined;
  if (tokens.next(index, new Set(["in"])) < end) return undefined;
  const isMutable = ["mut", "mutable"].includes(tokens.at(index + 1)) && tokens.kind(index + 2) === "word";
  const name = tokens.slice(index + (isMutable ? 2 : 1), equals).slice(0, 30);
  const message = `the \`let\` of \`${name}\` needs \`in\` ${error === end ? "before this" : "after its value"}: \`let ${name} = .. in ..\``;
  const at = error === end ? end : index;
  return found("let-in", tokens, [at, at], message, "write `in`", [
    ...(isMutable ? [drop(tokens, index + 1)] : []),
    closingIn(tokens, end),
  ]);
});
