// Habits in words: expressions that other languages write with keywords of their own.
import { nth, present } from "../../base/nth.ts";
import { after, atTokens, before, drop, type Edit, found, type Habit, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** Where the branches end that begin at a token: where the bracket around closes, or a line is indented less than the first word. */
function branchesEnd(tokens: Tokens, head: number): number {
  const end = tokens.closer(head);
  const column = nth(tokens.list, tokens.lineStart(head)).column;
  for (let at = head + 1; at < end; at++) {
    const token = nth(tokens.list, at);
    if (token.isFirst && token.column <= column && token.text !== "|" && column > 0) return at;
    if (token.isFirst && ["in", "def", "type", "data"].includes(token.text) && token.column <= column) return at;
    if (token.kind === "open" && tokens.partner(at) > 0) at = tokens.partner(at);
  }
  return end;
}

/** `match e with | p -> e`. */
const match: Habit = atTokens(["match"], (tokens, index) => {
  const opener = tokens.next(index, new Set(["with", "{", "of"]));
  const word = tokens.at(opener);
  if (opener === index + 1 || (word !== "with" && word !== "{" && word !== "of")) return undefined;
  const edits: Edit[] = [put(tokens, index, "case")];
  if (word === "{") {
    // match of Rust: the branches are separated by commas, and have `=>`
    edits.push(before(tokens, opener, "of "));
    const end = tokens.partner(opener);
    for (let at = opener + 1; at < end; at++) {
      if (tokens.at(at) === "=>") edits.push(put(tokens, at, "->"));
      if (tokens.at(at) === "," && at + 1 < end) edits.push(put(tokens, at, " |"));
      if (tokens.at(at) === "," && at + 1 === end) edits.push(drop(tokens, at));
      if (tokens.kind(at) === "open" && tokens.partner(at) > 0) at = tokens.partner(at);
    }
  } else if (tokens.at(opener + 1) === "{") edits.push(put(tokens, opener, "of"));
  else {
    edits.push(put(tokens, opener, "of {"), after(tokens, branchesEnd(tokens, index), " }"));
    if (tokens.at(opener + 1) === "|" && !nth(tokens.list, opener + 1).isFirst) edits.push(drop(tokens, opener + 1));
  }
  const message = "Dual writes `match e with p -> e | ..` as `case e of { p -> e | .. }`";
  return found("match", tokens, [index, index], message, "write `case .. of { .. }`", edits);
});

/** `function | p -> e` of OCaml. */
const functionBranches: Habit = atTokens(["function"], (tokens, index) => {
  if (tokens.at(index + 1) === "(" || tokens.next(index, new Set(["->"])) >= branchesEnd(tokens, index))
    return undefined;
  const end = branchesEnd(tokens, index);
  const name = tokens.list.some(({ text }) => text === "it") ? "it'" : "it";
  const message = "Dual writes `function p -> e | ..` as `\\x -> case x of { p -> e | .. }`";
  return found("match", tokens, [index, index], message, "write `case .. of { .. }`", [
    put(tokens, index, `\\${name} -> case ${name} of {`),
    after(tokens, end, " }"),
  ]);
});

/** `\\case p -> e` of Haskell; branches without braces get them by the habit of `case`. */
const lambdaCase: Habit = atTokens(["case"], (tokens, index) => {
  if (!["\\", "λ"].includes(tokens.at(index - 1)) || !tokens.touches(index - 1)) return undefined;
  const name = tokens.list.some(({ text }) => text === "it") ? "it'" : "it";
  const message = "Dual writes `\\case p -> e` as `\\x -> case x of { p -> e | .. }`";
  const text = `${tokens.at(index - 1)}${name} -> case ${name} of`;
  return found("match", tokens, [index - 1, index], message, "write `case .. of { .. }`", [
    put(tokens, index - 1, text, tokens.at(index + 1) === "of" ? index + 1 : index),
  ]);
});

/** `switch (e) { case p: return e; default: .. }`. */
const switchCase: Habit = atTokens(["switch"], (tokens, index) => {
  const opener = tokens.next(index, new Set(["{"]));
  const message = "Dual writes `switch` as `case e of { p -> e | p -> e }`";
  if (tokens.at(opener) !== "{" || tokens.partner(opener) < 0 || opener === index + 1)
    return found("match", tokens, [index, index], message);
  const edits: Edit[] = [put(tokens, index, "case"), before(tokens, opener, "of ")];
  let isFirst = true;
  for (let at = opener + 1; at < tokens.partner(opener); at++) {
    const text = tokens.at(at);
    if (text === "case" || text === "default") {
      edits.push(put(tokens, at, `${isFirst ? "" : "| "}${text === "default" ? "_" : ""}`));
      if (text === "case" && tokens.list[at + 1] !== undefined)
        edits.push({ from: nth(tokens.list, at).to, to: tokens.from(at + 1), text: "" });
      isFirst = false;
    } else if (text === ":") edits.push({ from: tokens.endBefore(at), to: nth(tokens.list, at).to, text: " ->" });
    else if (text === ";" || text === "return" || text === "break") edits.push(drop(tokens, at));
  }
  return found("match", tokens, [index, index], message, "write `case .. of { .. }`", edits);
});

/** `case e of` with its branches on lines of their own, without braces. */
const caseLayout: Habit = atTokens(["case"], (tokens, index) => {
  const of = tokens.next(index, new Set(["of"]));
  if (tokens.at(of) !== "of" || tokens.at(of + 1) === "{" || tokens.list[of + 1] === undefined) return undefined;
  const first = nth(tokens.list, of + 1);
  const edits: Edit[] = [put(tokens, of, "of {")];
  let end = tokens.closer(index);
  for (let at = of + 1; at < end; at++) {
    const token = nth(tokens.list, at);
    if (token.isFirst && at > of + 1 && first.isFirst) {
      if (token.column < first.column) end = at;
      else if (token.column === first.column && token.text !== "|") edits.push(before(tokens, at, "| "));
    }
    if (token.kind === "open" && tokens.partner(at) > 0) at = tokens.partner(at);
  }
  edits.push(after(tokens, end, " }"));
  const message = "put the branches of a `case` in braces: `case e of { p -> e | p -> e }`";
  return found("case-braces", tokens, [of + 1, of + 1], message, "write the braces", edits);
});

/** `fun x -> e`, `fn x => e`, `lambda x: e`, `function (x) { return e }` and `function(x) e`. */
const lambda: Habit = atTokens(["fun", "fn", "lambda", "function", "func"], (tokens, index) => {
  const word = tokens.at(index);
  const arrow = tokens.next(index, new Set(["->", "=>", ":", "{", ".", "="]));
  const sign = tokens.at(arrow);
  if (nth(tokens.list, index).isFirst && nth(tokens.list, index).column === 0) return undefined;
  if (sign === "" || sign === "=" || (sign === ":" && word !== "lambda")) return undefined;
  const message = `Dual writes a function as \`\\x -> e\`, without \`${word}\``;
  const edits: Edit[] = [{ from: nth(tokens.list, index).from, to: tokens.from(index + 1), text: "\\" }];
  const isEmpty = arrow === index + 1;
  if (isEmpty) edits.push(before(tokens, arrow, "_ "));
  for (let at = index + 1; at < arrow; at++)
    if (tokens.at(at) === ",") edits.push(drop(tokens, at), before(tokens, at + 1, " "));
  if (sign === "{") {
    const closer = tokens.partner(arrow);
    if (closer < 0) return undefined;
    const last = tokens.at(closer - 1) === ";" ? closer - 1 : closer;
    edits.push(put(tokens, arrow, "->"), { from: tokens.endBefore(last), to: nth(tokens.list, closer).to, text: "" });
    for (let at = arrow + 1; at < last; at++) if (tokens.at(at) === "return") edits.push(drop(tokens, at));
  } else edits.push({ from: tokens.endBefore(arrow), to: nth(tokens.list, arrow).to, text: " ->" });
  return found("lambda", tokens, [index, index], message, "write `\\x -> e`", merged(edits));
});

/** Edits in order, none of which overlaps the one before. */
function merged(edits: readonly Edit[]): readonly Edit[] {
  const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  return sorted.filter((edit, index) => index === 0 || edit.from >= nth(sorted, index - 1).to);
}

/** `return e`. */
export const returns: Habit = atTokens(["return"], (tokens, index) =>
  found(
    "return",
    tokens,
    [index, index],
    "Dual has no `return`: the value of a definition is the expression after its `=`",
    "remove `return`",
    [drop(tokens, index)],
  ),
);

/** `e where y = a`, one binding a line. */
const where: Habit = atTokens(["where"], (tokens, index) => {
  const message = "Dual has no `where`: a local definition stands before its use, `let y = a in e`";
  const plain = found("where", tokens, [index, index], message);
  const head = tokens.last(index, new Set(["="]));
  if (head < 0 || head + 1 >= index || tokens.list[index + 1] === undefined) return plain;
  const first = nth(tokens.list, index + 1);
  const end = tokens.closer(index);
  const starts = [index + 1];
  for (let at = index + 2; at < end; at++) {
    if ((nth(tokens.list, at).isFirst && nth(tokens.list, at).column === first.column) || tokens.at(at - 1) === ";")
      starts.push(at);
    if (tokens.kind(at) === "open" && tokens.partner(at) > 0) at = tokens.partner(at);
  }
  const bindings = starts.map((start, place) => tokens.slice(start, starts[place + 1] ?? end).replace(/\s*;$/, ""));
  if (bindings.some((binding) => !binding.includes("="))) return plain;
  const body = nth(tokens.list, head + 1);
  const line = body.isFirst ? `\n${" ".repeat(body.column)}` : " ";
  const lets = inOrder(bindings).map((binding) => `let ${binding} in${line}`);
  return found("where", tokens, [index, index], message, "write `let .. in`", [
    before(tokens, head + 1, lets.join("")),
    { from: tokens.endBefore(index), to: nth(tokens.list, end - 1).to, text: "" },
  ]);
});

/** Bindings in the order of `let`: each after those that it mentions. */
function inOrder(bindings: readonly string[]): readonly string[] {
  const nameOf = (binding: string): string => /^[\p{L}_][\p{L}\d_']*/u.exec(binding)?.[0] ?? "";
  const left = [...bindings];
  const ordered: string[] = [];
  while (left.length > 0) {
    const isFree = (one: string): boolean =>
      left.every((other) => other === one || !wordsOf(one.slice(one.indexOf("="))).has(nameOf(other)));
    const at = Math.max(0, left.length > MOST_ORDERED ? 0 : left.findIndex(isFree));
    ordered.push(...left.splice(at, 1));
  }
  return ordered;
}

/** More bindings than this keep the order in which they are written. */
const MOST_ORDERED = 30;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}_][\p{L}\d_']*/gu));
}

/** `begin .. end`. */
const beginEnd: Habit = atTokens(["begin"], (tokens, index) => {
  const end = tokens.next(index, new Set(["end"]));
  const message = "Dual groups by parentheses, not by `begin` and `end`";
  if (tokens.at(end) !== "end" || end === index + 1) return found("begin", tokens, [index, index], message);
  return found("begin", tokens, [index, index], message, "write parentheses", [
    { from: nth(tokens.list, index).from, to: tokens.from(index + 1), text: "(" },
    { from: tokens.endBefore(end), to: nth(tokens.list, end).to, text: ")" },
  ]);
});

/** `elif`. */
const elif: Habit = atTokens(["elif", "elsif", "elseif"], (tokens, index) =>
  found("elif", tokens, [index, index], `Dual writes \`${tokens.at(index)}\` as \`else if\``, "write `else if`", [
    put(tokens, index, "else if"),
  ]),
);

/** `if c: a else: b` and `if (c) { a } else { b }`. */
const ifBlocks: Habit = atTokens(["if"], (tokens, index) => {
  const opener = tokens.next(index, new Set(["then", ":", "{"]));
  const sign = tokens.at(opener);
  if (opener === index + 1) return undefined;
  const edits: Edit[] = [];
  if (sign === ":") {
    edits.push({ from: tokens.endBefore(opener), to: nth(tokens.list, opener).to, text: " then" });
    for (let at = opener + 1; at < tokens.closer(index); at++) {
      if (tokens.at(at) === "else" && tokens.at(at + 1) === ":") edits.push(put(tokens, at, "else", at + 1));
      if (tokens.at(at) === "elif") {
        edits.push(put(tokens, at, "else if"));
        const colon = tokens.next(at, new Set([":"]));
        if (tokens.at(colon) === ":")
          edits.push({ from: tokens.endBefore(colon), to: nth(tokens.list, colon).to, text: " then" });
      }
    }
  } else if (sign === "{") {
    let at = opener;
    edits.push(put(tokens, opener, "then"));
    for (;;) {
      const closer = tokens.partner(at);
      if (closer < 0) return undefined;
      edits.push({ from: tokens.endBefore(closer), to: nth(tokens.list, closer).to, text: "" });
      if (tokens.at(closer + 1) !== "else") break;
      if (tokens.at(closer + 2) === "{") at = closer + 2;
      else if (tokens.at(closer + 2) === "if") at = tokens.next(closer + 2, new Set(["{"]));
      else break;
      if (tokens.at(at) !== "{") break;
      edits.push(tokens.at(closer + 2) === "{" ? drop(tokens, at) : put(tokens, at, "then"));
    }
  } else return undefined;
  const message = "Dual writes a condition as `if c then a else b`";
  return found("conditional", tokens, [opener, opener], message, "write `then` and `else`", merged(edits));
});

/** `if c then a` without `else`. */
const ifWithoutElse: Habit = atTokens(["if"], (tokens, index, error) => {
  const then = tokens.next(index, new Set(["then", "else"]));
  const end = Math.min(error, tokens.list.length);
  if (tokens.at(then) !== "then" || then + 1 >= end) return undefined;
  const message = "this `if` has no `else`: an `if` always has both branches, `if c then a else b`";
  // where `else` is to stand, if that is in the middle of a line
  const at = tokens.list[end]?.isFirst === false ? end : index;
  return found("conditional", tokens, [at, at], message, "write `else 0`", [after(tokens, end, " else 0")]);
});

/** `for` and `while`. */
const loops: Habit = atTokens(["for", "while"], (tokens, index) =>
  found(
    "loop",
    tokens,
    [index, index],
    `Dual has no \`${tokens.at(index)}\`: a loop is \`map\`, \`foldl\`, or a function that calls itself, \`let rec go i = .. in go 0\``,
  ),
);

/** `a or b`. */
const or: Habit = atTokens(["or"], (tokens, index) => {
  if (tokens.atomStart(index) === index || tokens.atomEnd(index + 1) === index + 1) return undefined;
  return found("sign-otherwise", tokens, [index, index], "Dual writes logical `or` as `||`", "write `||`", [
    put(tokens, index, "||"),
  ]);
});

/** `a mod b` of OCaml, and its like. */
const infixMod: Habit = atTokens(["mod", "rem", "div", "quot"], (tokens, index) => {
  const [start, end] = [tokens.rowStart(index), tokens.rowEnd(index + 1)];
  if (start === index || end === index + 1) return undefined;
  const name = ["mod", "rem"].includes(tokens.at(index)) ? "mod" : "div";
  const argument = (from: number, to: number) => {
    const text = tokens.slice(from, to);
    return to - from === 1 || tokens.atomEnd(from) === to ? text : `(${text})`;
  };
  const text = `${name} ${argument(start, index)} ${argument(index + 1, end)}`;
  return found(
    "infix-function",
    tokens,
    [index, index],
    `Dual writes \`a ${tokens.at(index)} b\` as \`${name} a b\``,
    `write \`${text}\``,
    [put(tokens, start, text, end - 1)],
  );
});

/** `if (c) a else b`, without `then`. */
const ifWithoutThen: Habit = atTokens(["if"], (tokens, index) => {
  const end = tokens.atomEnd(index + 1);
  if (tokens.at(index + 1) !== "(" || end === index + 1) return undefined;
  if (!tokens.isAtom(end) && !["-", "if", "let", "case"].includes(tokens.at(end))) return undefined;
  if (tokens.at(tokens.next(index, new Set(["then", "else"]))) !== "else") return undefined;
  const message = "Dual writes `if (c) a else b` as `if c then a else b`";
  return found("if-then", tokens, [index, index], message, "write `then`", [before(tokens, end, "then ")]);
});

/** The habits in words, the longer patterns first. */
export const WORDS: readonly Habit[] = [
  switchCase,
  match,
  functionBranches,
  lambdaCase,
  caseLayout,
  lambda,
  ifBlocks,
  ifWithoutThen,
  elif,
  ifWithoutElse,
  where,
  beginEnd,
  infixMod,
  or,
];

/** Words of other languages, and what Dual has instead. */
export const INSTEAD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    match: "In Dual: `case t of { … }`",
    switch: "In Dual: `case t of { … }`",
    function: "In Dual: `\\x -> e`",
    fun: "In Dual: `\\x -> e`",
    fn: "In Dual: `\\x -> e`",
    lambda: "In Dual: `\\x -> e`",
    where: "In Dual: `let y = a in e`",
    return: "In Dual the value of a definition is the expression after its `=`",
    begin: "In Dual: `( … )`",
    elif: "In Dual: `else if`",
    elsif: "In Dual: `else if`",
    for: "In Dual: `map`, `foldl`, or `let rec go i = … in go 0`",
    assert: "A program of Dual has no statements: an `if` gives a value either way",
    while: "In Dual: `let rec go x = if … then go … else x in …`",
    do: "In Dual: `let a = … in let b = … in …`",
    when: "In Dual: `p -> if c then … else …`",
    import: "Everything built in is available without it",
  }),
);

/** A word of another language, where no other habit explains the mistake. */
const word: Habit = atTokens([...INSTEAD.keys()], (tokens, index) =>
  found(
    "foreign-word",
    tokens,
    [index, index],
    `Dual has no \`${tokens.at(index)}\`. ${present(INSTEAD.get(tokens.at(index)))}`,
  ),
);

/** Words that have no counterpart to put in their place. */
export const LAST_WORDS: readonly Habit[] = [loops, word];
