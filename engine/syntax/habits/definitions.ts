// Habits in definitions: how other languages begin them, and declare types.
import { nth } from "../../base/nth.ts";
import { DECLARATIONS, isHeader, letAnd, letBlock, localName, localWord, missingIn } from "./bindings.ts";
import { decimalComma } from "./dots.ts";
import { after, atTokens, before, drop, type Edit, type Found, found, type Habit, isTop, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** Words that begin a definition elsewhere. */
const BEGINNINGS = ["let", "val", "var", "const", "fun", "fn", "func", "function", "define", "auto", "final", "static"];

/** Words that declare a type with constructors elsewhere. */
const TYPE_WORDS = ["type", "newtype", "enum", "datatype"];

/** `let x = e`, `val x = e`, `fun f x = e`, `let rec f x = e` at the top of a program. */
const topWord: Habit = atTokens(BEGINNINGS, (tokens, index) => {
  if (!isTop(tokens, index)) return undefined;
  const rec = tokens.at(index + 1) === "rec" || tokens.at(index + 1) === "mut" ? 1 : 0;
  const word = tokens.slice(index, index + 1 + rec);
  const message = `Dual begins a definition with \`def\`, not with \`${word}\``;
  const edits: Edit[] = [put(tokens, index, "def", index + rec)];
  return found("missing-def", tokens, [index, index + rec], message, "write `def`", edits);
});

/** `let rec f .. and g ..` at the top: the later ones begin lines of their own. */
const topAnd: Habit = atTokens(["and"], (tokens, index) => {
  if (!isTop(tokens, index)) return undefined;
  return found("missing-def", tokens, [index, index], "Dual begins each definition with `def`", "write `def`", [
    put(tokens, index, "def"),
  ]);
});

/** `f x = e` at the top of a program, without `def`. */
const topName: Habit = (tokens, error) => {
  const start = tokens.lineStart(error);
  const index = tokens.next(start, new Set(["=", "{", ":="]));
  if (!isTop(tokens, start) || tokens.kind(start) !== "word" || start === index || index >= tokens.list.length)
    return [];
  const name = tokens.at(start);
  if (DECLARATIONS.has(name) || BEGINNINGS.includes(name) || TYPE_WORDS.includes(name) || /^\p{Lu}/u.test(name))
    return [];
  if (!isHeader(tokens, start, index) || (tokens.at(index) === "{" && tokens.at(start + 1) !== "(")) return [];
  const message = `a definition begins with \`def\`: write \`def ${name} ..\``;
  return [found("missing-def", tokens, [start, start], message, "write def", [before(tokens, start, "def ")])];
};

/** `f : Real -> Real` and `f :: Real -> Real` on a line of their own. */
const signature: Habit = atTokens([":", "::"], (tokens, index) => {
  let start = tokens.lineStart(index);
  const first = start;
  if (["def", "val", "let"].includes(tokens.at(start))) start++;
  if (!isTop(tokens, first) || tokens.kind(start) !== "word" || index !== start + 1) return undefined;
  const end = signatureEnd(tokens, index, first);
  for (let at = index; at < end; at++) if (tokens.at(at) === "=" || tokens.at(at) === "{") return undefined;
  const name = tokens.at(start);
  const type = tokens.slice(index + 1, end);
  const message = `Dual has no signatures on lines of their own: the types stand in the definition, \`def ${name} (x : Real) : Real = ..\``;
  const definition = typedHeader(tokens, name, type, end);
  const edits =
    definition === undefined
      ? [before(tokens, first, "{- "), after(tokens, end, " -}")]
      : [{ from: tokens.from(first), to: tokens.from(definition.start), text: "" }, ...definition.edits];
  const title = definition === undefined ? "make it a comment" : "move the types into the definition";
  if (type.includes("\n")) return found("signature", tokens, [first, start], message);
  return found("signature", tokens, [first, start], message, title, edits);
});

function signatureEnd(tokens: Tokens, index: number, first: number): number {
  const column = nth(tokens.list, first).column;
  let at = index + 1;
  while (at < tokens.list.length && !(nth(tokens.list, at).isFirst && nth(tokens.list, at).column <= column)) at++;
  return at;
}

/** The edits that put the types of a signature into the header that follows it, where each parameter is a name. */
function typedHeader(
  tokens: Tokens,
  name: string,
  type: string,
  next: number,
): { readonly start: number; readonly edits: readonly Edit[] } | undefined {
  const start = next;
  let at = start;
  if (["def", "let", "fun", "val"].includes(tokens.at(at))) at++;
  if (tokens.at(at) !== name || type.includes("=>")) return undefined;
  const params: number[] = [];
  for (at++; tokens.kind(at) === "word"; at++) params.push(at);
  if (tokens.at(at) !== "=") return undefined;
  const parts = arrowParts(type);
  if (parts.length <= params.length) return undefined;
  const edits = params.map((param, place) => put(tokens, param, `(${tokens.at(param)} : ${nth(parts, place)})`));
  return { start, edits: [...edits, before(tokens, at, `: ${parts.slice(params.length).join(" -> ")} `)] };
}

/** The parts of a type between its outermost arrows. */
function arrowParts(type: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < type.length; at++) {
    if ("([".includes(nth(type, at))) depth++;
    if (")]".includes(nth(type, at))) depth--;
    if (depth === 0 && (type.startsWith("->", at) || type[at] === "→")) {
      parts.push(type.slice(start, at).trim());
      start = at + (type[at] === "→" ? 1 : 2);
    }
  }
  return [...parts, type.slice(start).trim()];
}

/** `def f(x):` with a body below, `def f(x, y) { .. }`, `def f x -> e`, `def f(x) -> Real:`. */
const header: Habit = atTokens(["def"], (tokens, index, error) => {
  let at = index + 1;
  if (tokens.kind(at) !== "word") return undefined;
  at = tokens.rowEnd(at);
  if (tokens.at(at) === "=") return undefined;
  if (tokens.at(at) === "{" || tokens.kind(at) === "open") return undefined;
  const message = "Dual writes a definition as `def f x = e`";
  const sign = tokens.at(at);
  if (sign === "->" && tokens.next(at, new Set([":", "{", "="])) < tokens.lineEnd(at)) {
    return found("definition-header", tokens, [at, at], "Dual gives the type of a result by `:`", "write `:`", [
      put(tokens, at, ":"),
    ]);
  }
  if (sign === ":" && isAtLineEnd(tokens, at))
    return found("definition-header", tokens, [at, at], message, "write `=`", [
      { from: tokens.endBefore(at), to: nth(tokens.list, at).to, text: " =" },
    ]);
  if (sign === ":" && error > at) {
    // `def f(x): return e` on one line, and `def f(x) : Real:` with a type
    const second = tokens.next(at + 1, new Set([":", "=", "{"]));
    if (tokens.at(second) === ":" && second < tokens.lineEnd(at))
      return found("definition-header", tokens, [second, second], message, "write `=`", [
        { from: tokens.endBefore(second), to: nth(tokens.list, second).to, text: " =" },
      ]);
    if (tokens.at(second) === "=" && second < tokens.lineEnd(at)) return undefined;
    return found("definition-header", tokens, [at, at], message, "write `=`", [
      { from: tokens.endBefore(at), to: nth(tokens.list, at).to, text: " =" },
    ]);
  }
  if (sign === "->" || sign === "=>" || sign === ":=")
    return found("definition-header", tokens, [at, at], message, "write `=`", [put(tokens, at, "=")]);
  return undefined;
});

/** `def f(x, y) { return e }`: braces around a body. */
const braces: Habit = atTokens(["{"], (tokens, index) => {
  const closer = tokens.partner(index);
  const start = tokens.lineStart(index);
  if (closer < 0 || tokens.at(start) !== "def") return undefined;
  for (let at = start; at < index; at++) if (tokens.at(at) === "=") return undefined;
  const edits: Edit[] = [
    put(tokens, index, "="),
    { from: tokens.endBefore(closer), to: nth(tokens.list, closer).to, text: "" },
  ];
  if (tokens.at(index + 1) === "return") edits.push(drop(tokens, index + 1));
  if (tokens.at(closer - 1) === ";")
    edits.push({ from: tokens.endBefore(closer - 1), to: tokens.endBefore(closer), text: "" });
  edits.sort((a, b) => a.from - b.from);
  const message = "Dual writes a definition as `def f x = e`, without braces around its body";
  return found("definition-header", tokens, [index, index], message, "write `=`", edits);
});

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
const cHeader: Habit = (tokens, error) => {
  const start = tokens.lineStart(error);
  const [result, close] = [C_TYPES[tokens.at(start)], tokens.partner(start + 2)];
  if (!isTop(tokens, start) || result === undefined || tokens.at(start + 2) !== "(" || close < 0) return [];
  const params: string[] = [];
  for (let at = start + 3; at < close; at += 3) {
    const type = C_TYPES[tokens.at(at)];
    const isLast = at + 2 === close;
    if (type === undefined || tokens.kind(at + 1) !== "word" || !(isLast || tokens.at(at + 2) === ",")) return [];
    params.push(`${tokens.at(at + 1)} : ${type}`);
  }
  const name = tokens.at(start + 1);
  const text = `def ${name} (${params.join(", ")}) : ${result}`;
  const message = "Dual writes the type of a parameter after its name, and begins a definition with `def`";
  return [
    found("definition-header", tokens, [start, start], message, `write \`${text}\``, [put(tokens, start, text, close)]),
  ];
};

/** `def f x = a, b`: a tuple without its parentheses. */
const bareTuple: Habit = atTokens([","], (tokens, index) => {
  if (tokens.opener(index) >= 0) return undefined;
  const start = tokens.last(index, new Set(["=", "in", "then", "else", "->", "def"])) + 1;
  const end = tokens.statementEnd(start);
  if (start === 0 || tokens.at(start - 1) === "def" || start >= index || end <= index + 1) return undefined;
  return found("bare-tuple", tokens, [index, index], "a tuple needs parentheses, `(a, b)`", "write parentheses", [
    before(tokens, start, "("),
    after(tokens, end, ")"),
  ]);
});

/** The header of the definition of Python's around a token, `def f(x):`. */
export function pythonHeader(tokens: Tokens, index: number): Found | undefined {
  let def = Math.min(index, tokens.list.length - 1);
  while (def > 0 && !(isTop(tokens, def) && tokens.at(def) === "def")) def--;
  const close = tokens.partner(def + 2);
  if (tokens.at(def) !== "def" || tokens.at(def + 2) !== "(" || close < 0) return undefined;
  const colon = tokens.next(close + 1, new Set([":", "="]));
  if (tokens.at(colon) !== ":" || !isAtLineEnd(tokens, colon)) return undefined;
  return found("definition-header", tokens, [colon, colon], "Dual writes a definition as `def f x = e`", "write `=`", [
    { from: tokens.endBefore(colon), to: nth(tokens.list, colon).to, text: " =" },
  ]);
}

function isAtLineEnd(tokens: Tokens, index: number): boolean {
  return tokens.list[index + 1]?.isFirst ?? true;
}

/** More guards than this are left alone. */
const MOST_GUARDS = 100;

/** `f x | c = a | otherwise = b`. */
const guards: Habit = atTokens(["|"], (tokens, index) => {
  const opener = tokens.opener(index);
  if (opener >= 0) return undefined;
  const head = tokens.last(index, new Set(["def", "let"]));
  if (head < 0 || tokens.at(head) === "") return undefined;
  for (let at = head; at < index; at++) if (tokens.at(at) === "=") return undefined;
  const message = "Dual has no guards `|`: write `if .. then .. else ..`";
  const plain = found("guard", tokens, [index, index], message);
  const parts: { readonly condition: string; readonly value: string }[] = [];
  let end = index;
  while (tokens.at(end) === "|") {
    const equals = tokens.next(end, new Set(["="]));
    const next = Math.min(tokens.next(equals, new Set(["|"])), tokens.next(equals, new Set(["where"])));
    if (tokens.at(equals) !== "=" || equals === end + 1 || next <= equals + 1) return plain;
    parts.push({ condition: tokens.slice(end + 1, equals), value: tokens.slice(equals + 1, next) });
    end = next;
    if (parts.length > MOST_GUARDS) return plain;
  }
  const last = parts.at(-1);
  if (last === undefined || !["otherwise", "True", "true"].includes(last.condition)) return plain;
  const text = `= ${parts.map(({ condition, value }, at) => (at === parts.length - 1 ? value : `if ${condition} then ${value} else `)).join("")}`;
  return found("guard", tokens, [index, index], message, "write `if .. then .. else`", [
    put(tokens, index, text, end - 1),
  ]);
});

/** `type t = A | B`, `newtype`, `enum`. */
const typeWord: Habit = atTokens(TYPE_WORDS, (tokens, index) => {
  if (!isTop(tokens, index)) return undefined;
  const word = tokens.at(index);
  const message = `Dual declares a type with constructors by \`data\`, not by \`${word}\``;
  return found("type-word", tokens, [index, index], message, "write `data`", [put(tokens, index, "data")]);
});

/** `A of Real * Real` of OCaml. */
const constructorOf: Habit = atTokens(["of"], (tokens, index) => {
  if (!["data", "type"].includes(tokens.at(tokens.last(index, new Set(["data", "type", "case", "def"])))))
    return undefined;
  const edits: Edit[] = [drop(tokens, index)];
  for (let at = index + 1; at < tokens.list.length && tokens.at(at) !== "|" && !isTop(tokens, at); at++)
    if (tokens.at(at) === "*") edits.push(drop(tokens, at));
  return found(
    "constructor-of",
    tokens,
    [index, index],
    "Dual writes the fields of a constructor after its name, without `of`",
    "remove `of`",
    edits,
  );
});

/** `Point { x : Real, y : Real }`. */
const record: Habit = atTokens(["{"], (tokens, index) => {
  const closer = tokens.partner(index);
  const head = tokens.last(index, new Set(["data", "type", "struct", "case", "def"]));
  if (closer < 0 || !["data", "type"].includes(tokens.at(head))) return undefined;
  const types: string[] = [];
  for (let at = index + 1; at < closer; ) {
    const end = Math.min(closer, tokens.next(at, new Set([",", ";"])));
    const colon = tokens.next(at, new Set([":", "::"]));
    if (colon >= end) return undefined;
    const type = tokens.slice(colon + 1, end);
    types.push(/^[\p{L}_\d']+$|^\([\s\S]*\)$|^\[[\s\S]*\]$/u.test(type) ? type : `(${type})`);
    at = end + 1;
  }
  const name = tokens.at(index - 1);
  const isNamed = /^\p{Lu}/u.test(name) && tokens.at(index - 2) !== "data" && tokens.at(index - 2) !== "type";
  const text = isNamed
    ? types.join(" ")
    : `${tokens.at(index - 1) === "=" ? "" : "= "}${capital(tokens.at(head + 1))} ${types.join(" ")}`;
  return found(
    "record",
    tokens,
    [index, index],
    "Dual has no fields with names: a constructor is followed by the types of its fields",
    "leave out the names",
    [put(tokens, index, text, closer)],
  );
});

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `import ..`, `open ..`, `module .. where`, `print ..` on a line of its own. */
const lines: Habit = atTokens(
  [
    "import",
    "from",
    "open",
    "module",
    "using",
    "include",
    "require",
    "use",
    "print",
    "println",
    "printf",
    "console",
    "print_endline",
    "main",
  ],
  (tokens, index) => {
    if (!isTop(tokens, index)) return undefined;
    const word = tokens.at(index);
    const isPrint = word.startsWith("print") || word === "console" || word === "main";
    if (word === "main" && tokens.at(index + 1) !== "(") return undefined;
    const message = isPrint
      ? "Dual prints nothing by itself: the value of `main` is shown"
      : `Dual has no \`${word}\`: everything built in is there`;
    const last = tokens.statementEnd(index) - 1;
    for (let at = index; at <= last; at++) if (tokens.at(at) === "=") return undefined;
    return found("line", tokens, [index, index], message, "remove this line", [drop(tokens, index, last)]);
  },
);

/** The habits in definitions, in the order in which they are asked. */
export const DEFINITIONS: readonly Habit[] = [
  lines,
  signature,
  cHeader,
  topWord,
  topAnd,
  topName,
  header,
  braces,
  letBlock,
  letAnd,
  missingIn,
  localWord,
  localName,
  guards,
  record,
  constructorOf,
  typeWord,
  decimalComma,
  bareTuple,
];
