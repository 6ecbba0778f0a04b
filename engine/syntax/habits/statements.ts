// Habits of statements: loops, assignments that change a variable, `do`, and an expression that no definition holds.

import { nth, present } from "../../base/nth.ts";
import { swappedWord } from "../foreign/words.ts";
import { DECLARATION_WORDS } from "../keywords.ts";
import { atom, atTokens, before, type Edit, found, type Habit, isTop, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** Signs that change a variable, and the operator of its new value; `/=` is left out, for Haskell compares by it. */
const CHANGES: ReadonlyMap<string, string> = new Map([
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
]);

interface Assignment {
  readonly name: string;
  /** The expression of the variable's new value. */
  readonly value: string;
}

/** The only statement between two tokens where that is `s += e` or `s = e`. */
function assignmentIn(tokens: Tokens, from: number, end: number): Assignment | undefined {
  const to = tokens.at(end - 1) === ";" ? end - 1 : end;
  if (tokens.kind(from) !== "word" || to <= from + 2) return undefined;
  for (let at = from + 2; at < to; at++)
    if ((nth(tokens.list, at).isFirst && at > from + 2) || STATEMENT_SIGNS.has(tokens.at(at))) return undefined;
  const name = tokens.at(from);
  const value = tokens.slice(from + 2, to);
  const operator = CHANGES.get(tokens.at(from + 1));
  if (operator === undefined) return tokens.at(from + 1) === "=" ? { name, value } : undefined;
  return { name, value: `${name} ${operator} ${atom(value)}` };
}
const STATEMENT_SIGNS = new Set(["=", ":=", "<-", ";", "for", "while", "return", ...CHANGES.keys()]);

/** Beginnings of operands that are no atoms. */
export const OPEN_ENDED = new Set(["if", "let", "case", "\\", "λ", "-"]);

/** Whether a statement that ends before a token is the last of its body. */
function isLast(tokens: Tokens, end: number): boolean {
  return end >= tokens.list.length || isTop(tokens, end) || tokens.kind(end) === "close";
}

/** `s += e`: the variable gets a new value under its old name. */
export const change: Habit = atTokens([...CHANGES.keys()], (tokens, index) => {
  const start = index - 1;
  const begins = tokens.list[start]?.isFirst === true || ["in", ";", "{", "then", "="].includes(tokens.at(start - 1));
  if (tokens.kind(start) !== "word" || !begins || isTop(tokens, start)) return undefined;
  const end = Math.min(tokens.statementEnd(start), tokens.next(index, SEMICOLON) + 1);
  const assignment = assignmentIn(tokens, start, end);
  if (assignment === undefined) return undefined;
  const { name, value } = assignment;
  const sign = tokens.at(index);
  const message = `Dual has no \`${sign}\`, because a variable never changes: write \`let ${name} = ${name} ${present(CHANGES.get(sign))} .. in\`, a new variable of the same name`;
  if (isLast(tokens, end))
    return found("change", tokens, [index, index], message, `write \`${value}\``, [put(tokens, start, value, end - 1)]);
  const text = `let ${name} = ${value} in`;
  return found("change", tokens, [index, index], message, `write \`${text}\``, [put(tokens, start, text, end - 1)]);
});
const SEMICOLON = new Set([";"]);

interface Loop {
  /** The variable or pattern that runs over the list. */
  readonly variable: string;
  readonly list: string;
  /** The token that its body begins at, and the one after the loop. */
  readonly body: readonly [number, number];
  readonly end: number;
}

/** The body of a loop whose header ends before a token: in braces, or indented below its line. */
function bodyFrom(tokens: Tokens, index: number, opener: number): Pick<Loop, "body" | "end"> | undefined {
  if (tokens.at(opener) === "{") {
    const closer = tokens.partner(opener);
    return closer < 0 ? undefined : { body: [opener + 1, closer], end: closer + 1 };
  }
  if (tokens.at(opener) !== ":" && tokens.at(opener) !== "do") return undefined;
  const end = tokens.statementEnd(index);
  return { body: [opener + 1, end], end };
}

/** The list that `range(n)`, `range(a, b)` or `a..b` stands for; any other expression as it is. */
function listOf(tokens: Tokens, from: number, to: number): string {
  const close = tokens.partner(from + 1);
  if (tokens.at(from) === "range" && tokens.at(from + 1) === "(" && close === to - 1) {
    const comma = tokens.next(from + 2, new Set([","]));
    if (comma >= close) return `range 0 ${atom(tokens.slice(from + 2, close))}`;
    return `range ${atom(tokens.slice(from + 2, comma))} ${atom(tokens.slice(comma + 1, close))}`;
  }
  const dots = tokens.next(from, new Set(["..", "..."]));
  if (dots < to && dots > from) return `range ${atom(tokens.slice(from, dots))} ${atom(tokens.slice(dots + 1, to))}`;
  return tokens.slice(from, to);
}

/** `for x in e:`, `for x in a..b {`, `for (const x of e) {` and `for (let i = a; i < b; i++) {`. */
function loopAt(tokens: Tokens, index: number): Loop | undefined {
  const close = tokens.at(index + 1) === "(" ? tokens.partner(index + 1) : -1;
  if (close < 0) {
    const within = tokens.next(index, new Set(["in"]));
    const opener = tokens.next(within + 1, new Set([":", "{", "do"]));
    const rest = bodyFrom(tokens, index, opener);
    if (rest === undefined || opener === within + 1 || tokens.atomEnd(index + 1) !== within) return undefined;
    return { variable: tokens.slice(index + 1, within), list: listOf(tokens, within + 1, opener), ...rest };
  }
  const rest = bodyFrom(tokens, index, close + 1);
  if (rest === undefined) return undefined;
  const first = ["let", "const", "var", "int", "auto"].includes(tokens.at(index + 2)) ? index + 3 : index + 2;
  const variable = tokens.at(first);
  const sign = tokens.at(first + 1);
  if (sign === "of" || sign === "in" || sign === ":")
    return { variable, list: listOf(tokens, first + 2, close), ...rest };
  const semicolon = tokens.next(first, SEMICOLON);
  const second = tokens.next(semicolon + 1, SEMICOLON);
  if (sign !== "=" || second >= close || tokens.at(semicolon + 1) !== variable || tokens.at(semicolon + 2) !== "<")
    return undefined;
  const step = tokens.slice(second + 1, close).replaceAll(/\s/g, "");
  if (![`${variable}++`, `++${variable}`, `${variable}+=1`].includes(step)) return undefined;
  const list = `range ${atom(tokens.slice(first + 2, semicolon))} ${atom(tokens.slice(semicolon + 3, second))}`;
  return { variable, list, ...rest };
}

/** `for x in xs: s += e`. */
export const forLoop: Habit = atTokens(["for"], (tokens, index) => {
  if (isTop(tokens, index)) return undefined;
  const loop = loopAt(tokens, index);
  const assignment = loop && assignmentIn(tokens, ...loop.body);
  if (loop === undefined || assignment === undefined) return undefined;
  const { name, value } = assignment;
  const fold = `foldl (\\${name} ${loop.variable} -> ${value}) ${name} ${atom(loop.list)}`;
  const text = isLast(tokens, loop.end) ? fold : `let ${name} = ${fold} in`;
  const message = "Dual has no `for`: a loop over one variable is `foldl (\\s x -> s + ..) s xs`";
  return found("loop", tokens, [index, index], message, "write `foldl`", [put(tokens, index, text, loop.end - 1)]);
});

/** `while c: s *= e`. */
export const whileLoop: Habit = atTokens(["while"], (tokens, index) => {
  if (isTop(tokens, index)) return undefined;
  const opener = tokens.next(index, new Set([":", "{", "do"]));
  const loop = opener === index + 1 ? undefined : bodyFrom(tokens, index, opener);
  const assignment = loop && assignmentIn(tokens, ...loop.body);
  if (loop === undefined || assignment === undefined) return undefined;
  const { name, value } = assignment;
  const go = tokens.list.some(({ text }) => text === "go") ? "loop" : "go";
  const call = `let rec ${go} ${name} = if ${tokens.slice(index + 1, opener)} then ${go} ${atom(value)} else ${name} in ${go} ${name}`;
  const text = isLast(tokens, loop.end) ? call : `let ${name} = (${call}) in`;
  const message =
    "Dual has no `while`: a loop is a function that calls itself, `let rec go s = if .. then go .. else s in go s`";
  return found("loop", tokens, [index, index], message, "write `let rec`", [put(tokens, index, text, loop.end - 1)]);
});

const CONDITION = "Dual writes a condition as `if c then a else b`";
const OPENS = new Set([":", "{", "then"]);

/** `if c: y = a else: y = b`, with any number of `elif`: the variable gets the value of an `if`. */
export const assignedChoice: Habit = atTokens(["if"], (tokens, index) => {
  if (tokens.list[index]?.isFirst !== true) return undefined;
  const parts: string[] = [];
  let name: string | undefined;
  let at = index;
  for (let isElse = false; !isElse; ) {
    isElse = tokens.at(at) === "else" && tokens.at(at + 1) !== "if";
    const start = tokens.at(at) === "else" && !isElse ? at + 2 : at + 1;
    const opener = isElse ? at + 1 : tokens.next(start, OPENS);
    const block = bodyFrom(tokens, at, opener);
    const assignment = block && assignmentIn(tokens, ...block.body);
    if (block === undefined || assignment === undefined || (name ?? assignment.name) !== assignment.name)
      return undefined;
    name = assignment.name;
    parts.push(isElse ? assignment.value : `if ${tokens.slice(start, opener)} then ${assignment.value} else`);
    at = block.end;
    if (!isElse && !["else", "elif"].includes(tokens.at(at))) return undefined;
  }
  const value = parts.join(" ");
  const text = isLast(tokens, at) ? value : `let ${name} = ${value} in`;
  const message = `${CONDITION}, and a variable never changes: \`let ${name} = if c then a else b in\``;
  return found("conditional", tokens, [index, index], message, `write \`let ${name} = if .. in\``, [
    put(tokens, index, text, at - 1),
  ]);
});

/** `if c: return a` above the rest of a body, which is its `else`. */
export const earlyReturn: Habit = atTokens(["if"], (tokens, index) => {
  const { isFirst, column } = nth(tokens.list, index);
  if (!isFirst || isTop(tokens, index)) return undefined;
  const close = tokens.at(index + 1) === "(" ? tokens.partner(index + 1) : -1;
  // `if (c) return a;` of C
  const isBare = close >= 0 && tokens.at(close + 1) === "return";
  const opener = isBare ? close : tokens.next(index + 1, OPENS);
  if (tokens.at(opener + 1) !== "return" || tokens.at(opener) === "{") return undefined;
  const end = tokens.statementEnd(index);
  if (isLast(tokens, end) || ["else", "elif"].includes(tokens.at(end))) return undefined;
  const isOne = tokens.next(opener + 2, new Set(["return"])) >= end;
  if (!isOne) return undefined;
  const then = isBare ? " then" : tokens.at(opener) === ":" ? " then" : tokens.at(opener);
  const from = isBare ? tokens.endBefore(opener + 1) : tokens.endBefore(opener);
  return found("conditional", tokens, [index, index], CONDITION, "write `then` and `else`", [
    ...(tokens.at(opener) === "then" ? [] : [{ from, to: tokens.endBefore(opener + 1), text: then }]),
    { from: tokens.from(opener + 1), to: tokens.from(opener + 2), text: "" },
    ...(tokens.at(end - 1) === ";" ? [put(tokens, end - 1, "")] : []),
    before(tokens, end, `else\n${" ".repeat(column)}`),
  ]);
});

/** `do { y <- a; let z = b; return e }`, or its statements on lines of their own. */
export const doNotation: Habit = atTokens(["do"], (tokens, index) => {
  const braced = tokens.at(index + 1) === "{";
  const start = index + (braced ? 2 : 1);
  const end = braced ? tokens.partner(index + 1) : layoutEnd(tokens, start);
  if (end <= start || tokens.last(index, new Set(["while", "for"])) >= tokens.lineStart(index)) return undefined;
  const parts: string[] = [];
  for (let at = start; at < end; ) {
    const next = statementAfter(tokens, at, start, end);
    const isEnd = next >= end;
    const part = isEnd ? valueOf(tokens, at, end) : bindingOf(tokens, at, next);
    if (part === undefined) return undefined;
    parts.push(part);
    at = next;
  }
  const first = nth(tokens.list, start);
  const message = "Dual has no `do`: definitions chain as `let a = 1.0 in let b = 2.0 in ..`";
  const line = first.isFirst ? `\n${" ".repeat(first.column)}` : " ";
  const lead = first.isFirst && !braced ? line : "";
  const edit: Edit = {
    from: lead === "" ? nth(tokens.list, index).from : tokens.endBefore(index),
    to: nth(tokens.list, braced ? end : end - 1).to,
    text: lead + parts.join(line),
  };
  return found("do", tokens, [index, index], message, "write `let .. in`", [edit]);
});

/** Where statements end that begin at a token without braces: at a line that is indented less, or where the bracket around closes. */
function layoutEnd(tokens: Tokens, start: number): number {
  return tokens.lineLeftOf(tokens.list[start]?.column ?? 0, start + 1, tokens.closer(start));
}

/** The first token of the statement after one of a `do`; `end` where it is the last. */
function statementAfter(tokens: Tokens, from: number, start: number, end: number): number {
  const { column } = nth(tokens.list, start);
  for (let at = from; at < end; at = tokens.after(at)) {
    if (at > from && nth(tokens.list, at).isFirst && nth(tokens.list, at).column === column) return at;
    if (tokens.at(at) === ";") return at + 1;
  }
  return end;
}

/** `let y = a in` of a statement `y <- a`, `let y = a` or `y = a`. */
function bindingOf(tokens: Tokens, from: number, end: number): string | undefined {
  const to = tokens.at(end - 1) === ";" || tokens.at(end - 1) === "in" ? end - 1 : end;
  const first = tokens.at(from) === "let" ? from + 1 : from;
  const sign = tokens.next(first, new Set(["<-", "="]));
  if (sign >= to || sign === first) return undefined;
  return `let ${tokens.slice(first, sign)} = ${tokens.slice(sign + 1, to)} in`;
}

/** The value of the last statement, without `return`. */
function valueOf(tokens: Tokens, from: number, end: number): string | undefined {
  const to = tokens.at(end - 1) === ";" ? end - 1 : end;
  const first = ["return", "pure"].includes(tokens.at(from)) ? from + 1 : from;
  return tokens.at(first) === "let" || first >= to ? undefined : tokens.slice(first, to);
}

/** `sin 3.0` at the top of a program, without a definition around it. */
export const topExpression: Habit = (tokens, error) => {
  if (tokens.list.some(({ text }, at) => text === "main" && tokens.at(at - 1) === "def")) return [];
  const start = tokens.lineStart(error >= tokens.list.length ? error - 1 : error);
  if (!isTop(tokens, start) || DECLARATION_WORDS.includes(tokens.at(start))) return [];
  if ((!tokens.isAtom(start) && !OPEN_ENDED.has(tokens.at(start))) || ["end", "struct"].includes(tokens.at(start)))
    return [];
  if (swappedWord(tokens.at(start)) !== undefined) return [];
  const end = tokens.next(start, new Set(["=", ":=", "<-"]));
  if (end < tokens.statementEnd(start)) return [];
  const message = "a program is made of definitions: write an expression as `def main = ..`";
  return [
    found("missing-def", tokens, [start, start], message, "write `def main =`", [before(tokens, start, "def main = ")]),
  ];
};
