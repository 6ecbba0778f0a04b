// The table of habits in forms and words: the tokens of another language, the message, and the same in Dual where that is sure.
import { present } from "../../base/nth.ts";
import { WORDS } from "../foreign/advice.ts";
import {
  bareParameters,
  bareTuple,
  cHeader,
  consPattern,
  defaultValue,
  genericType,
  guards,
  localName,
  missingIn,
  signature,
  topName,
  whereBindings,
} from "./definitions.ts";
import { after, atTokens, type Found, found, type Habit, isTop, put } from "./habit.ts";
import { MARKED_PATTERNS, orPattern } from "./one-pattern.ts";
import { branchesEnd, has, type Match, row, text } from "./pattern.ts";
import { namedArguments, recordType, recordValue } from "./records.ts";
import { assignedChoice, change, doNotation, earlyReturn, forLoop, whileLoop } from "./statements.ts";
import type { Tokens } from "./tokens.ts";

/** Whether a token begins a branch of a `case`. */
function beginsBranch(tokens: Tokens, index: number): boolean {
  const opener = tokens.opener(index);
  return tokens.at(opener) === "{" && tokens.at(opener - 1) === "of";
}

/** Whether a token stands among the parameters of a definition. */
function isInHeader({ tokens, anchor }: Match): boolean {
  const head = tokens.lineStart(anchor);
  return tokens.at(head) === "def" && tokens.next(head, new Set(["="])) > tokens.opener(anchor);
}

const CAPITALS = "a constructor begins with a capital letter: `$^1`, not `$1`";
const CLASSES =
  "Dual has no classes, and no `$0`: a function takes what differs as a parameter, `def norm dot v = sqrt (dot v v)`";
const LISTS = "Dual writes the type of a list as `[$1]`, not as `$1[]`; of an array it is `Array $1`";
const PATTERNS =
  "arrays have no patterns: `a ! i` is an element, and `case toList a of { [x, y] -> .. | _ -> .. }` takes a list apart";
const INCREMENT = "Dual has no `$1++`, because a variable never changes: the next number is `$1 + 1`";
const RETURN = "Dual has no `return`: the value of a definition is the expression after its `=`";

const ANY_NUMBER = "a function of Dual has as many parameters as stand there: a list takes any number of values";

const FORMS: readonly Habit[] = [
  row("class", "TOP @class,instance,trait,interface,typeclass", CLASSES),
  row("list-type", ": < UPPER @[ ] >", LISTS, "[$1]", { at: "whole" }),
  row("bare-tuple", "@let < ANY > =", "a tuple needs parentheses, `let (a, b) = .. in ..`", "($1)", {
    title: "write parentheses",
    at: [2, 3],
    when: (match) => /^[\p{L}_][\p{L}\d_']*(?:\s*,\s*[\p{L}_][\p{L}\d_']*)+$/u.test(text(match, 1)),
  }),
  row("array-pattern", "{,| @#[", PATTERNS, undefined, { when: ({ tokens, anchor }) => beginsBranch(tokens, anchor) }),
  row("last-comma", "< @, > ],),}", "no element stands behind this `,`: commas stand between elements only", "", {
    title: "remove `,`",
    when: ({ anchor, error }) => error === anchor + 1,
  }),
  row("last-bar", "< @| > }", "no branch stands behind this `|`: it separates branches, and ends none", "", {
    title: "remove `|`",
    when: ({ anchor, error }) => error === anchor + 1,
  }),
  row("else-branch", "| < @else,default > ->", "Dual writes the branch for all other values as `_`", "_"),
  row("small-constructor", "@{,| < LOWER >", CAPITALS, "$^1", {
    at: "whole",
    when: ({ tokens, anchor, error }) => error === anchor + 2 && beginsBranch(tokens, anchor + 1),
  }),
  genericType,
  bareParameters,
  consPattern,
  ...MARKED_PATTERNS,
  orPattern,
  row("rest-parameter", "(,, @*,... WORD ),,", ANY_NUMBER, undefined, { when: isInHeader }),
  defaultValue,
  forLoop,
  whileLoop,
  assignedChoice,
  earlyReturn,
  change,
  row("change", "WORD ~ @++", INCREMENT, "($1 + 1)", {
    title: "write `$1 + 1`",
    at: [-1, 1],
    when: ({ tokens, anchor }) => !tokens.isAtom(anchor + 1),
  }),
  doNotation,
  row("return", "@return", RETURN, "", { title: "remove `return`" }),
];

const DEF = { title: "write `def`" };
const NOT_DEF = "Dual begins a definition with `def`, not with `$*`";
const HEADER = "Dual writes a definition as `def f x = e`";
const EQUALS = { title: "write `=`", at: "whole" } as const;
const BRACES = "Dual writes a definition as `def f x = e`, without braces around its body";
const CHAIN = "`and` belongs to `let rec` in Dual; other definitions chain as `let a = .. in let b = .. in ..`";
const NO_GROUPS = "Dual writes the fields of a constructor after its name, without `of`";
/** `function f(x)` at the end of a line. */
const juliaHeader: Habit = atTokens(["function"], (tokens, index) => {
  const close = tokens.at(index + 2) === "(" ? tokens.partner(index + 2) : -1;
  if (!isTop(tokens, index) || close < 0 || tokens.list[close + 1]?.isFirst !== true) return undefined;
  const message = "Dual begins a definition with `def`, not with `function`, and its body with `=`";
  return found("missing-def", tokens, [index, index], message, "write `def`", [
    put(tokens, index, "def"),
    after(tokens, close + 1, " ="),
  ]);
});

const REMOVE_LINE = {
  title: "remove this line",
  when: (match: Match) => !has(match, 1, "="),
};

/** Whether a token is in a declaration of a type. */
function isInData({ tokens, anchor }: Match): boolean {
  return ["data", "type"].includes(tokens.at(tokens.last(anchor, new Set(["data", "type", "case", "def"]))));
}

/** Whether the rewritten part of a header stands on its first line. */
function isOnLine({ tokens, anchor, whole }: Match): boolean {
  return whole[0] < tokens.lineEnd(anchor);
}

/** `def f(x):` at the end of a line, with or without the type of the result. */
const colonHeader = row("definition-header", "@def ROW < : > END", HEADER, " =", EQUALS);
const resultHeader = row("definition-header", "@def ROW : ANY < : > END", HEADER, " =", {
  ...EQUALS,
  when: (match) => isOnLine(match) && !has(match, 2, "=", "{"),
});

const DEFINITIONS: readonly Habit[] = [
  row(
    "line",
    "TOP @import,from,open,module,using,include,require,use LINE",
    "Dual has no `$0`: everything built in is there",
    "",
    REMOVE_LINE,
  ),
  row(
    "line",
    "TOP @print,println,printf,console,print_endline LINE",
    "Dual prints nothing by itself: the value of `main` is shown",
    "",
    REMOVE_LINE,
  ),
  signature,
  cHeader,
  row("missing-def", "TOP @let rec,mut", NOT_DEF, "def", { ...DEF, at: "whole" }),
  juliaHeader,
  row("missing-def", "TOP @let,val,var,const,fun,fn,func,function,define,auto,final,static", NOT_DEF, "def", DEF),
  row("missing-def", "TOP @and", "Dual begins each definition with `def`", "def", DEF),
  topName,
  row("definition-header", "@def ROW < -> > ANY :,{,=", "Dual gives the type of a result by `:`", ":", {
    title: "write `:`",
    at: "whole",
    when: ({ tokens, anchor, captures }) => present(captures[1])[1] < tokens.lineEnd(anchor),
  }),
  colonHeader,
  resultHeader,
  row("definition-header", "@def ROW < : >", HEADER, " =", {
    ...EQUALS,
    when: ({ tokens, whole, error }) => {
      const equals = tokens.next(whole[1], new Set(["=", "{", ":"]));
      return error > whole[0] && !(tokens.at(equals) === "=" && equals < tokens.lineEnd(whole[0]));
    },
  }),
  row("definition-header", "@def ROW < ->,=>,:= =? >", HEADER, "=", EQUALS),
  row("definition-header", "def ANY < @{ ANY } >", BRACES, "= $2", {
    title: "write `=`",
    each: [2, { ";$": "" }],
    when: (match) => !has(match, 1, "="),
  }),
  row("let-in", "@let < ANY > in", "Dual gives each local definition its own `let .. in`", "$1", {
    title: "write `let .. in` for each",
    lines: [1, "in let "],
  }),
  row("and-without-rec", "@and", CHAIN, "in let", {
    title: "write `in let`",
    when: ({ tokens, anchor }) => {
      const binding = tokens.last(anchor, new Set(["let"]));
      return binding >= 0 && tokens.at(binding + 1) !== "rec";
    },
  }),
  missingIn,
  row(
    "missing-let",
    "FIRST < @val,var,const,auto,def > WORD",
    "Dual begins a local definition with `let`, not with `$0`",
    "let",
    { when: ({ tokens, anchor }) => !isTop(tokens, anchor) },
  ),
  row(
    "missing-let",
    "=,;,in,->,{ < @val,var,const,auto > WORD",
    "Dual begins a local definition with `let`, not with `$0`",
    "let",
  ),
  localName,
  guards,
  recordType,
  recordValue,
  row("definition-header", "def ANY = < @{ ANY } >", BRACES, "$2", {
    title: "remove the braces",
    each: [2, { ";$": "" }],
  }),
  namedArguments,
  row("constructor-of", "@of LINE", NO_GROUPS, "$1", { title: "remove `of`", each: [1, { "*": "" }], when: isInData }),
  row(
    "type-word",
    "TOP @type,newtype,enum,datatype,struct",
    "Dual declares a type with constructors by `data`, not by `$0`",
    "data",
  ),
  row("decimal-comma", "NUMBER ~ @, ~ NUMBER", "Dual writes the number with a point: `$1.$2`", "$1.$2", {
    at: "whole",
    when: (match) => /^\d+,\d+$/.test(`${text(match, 1)},${text(match, 2)}`) && match.tokens.opener(match.anchor) < 0,
  }),
  bareTuple,
];

const CASE = { title: "write `case .. of { .. }`" };
const MATCH = "Dual writes `match e with p -> e | ..` as `case e of { p -> e | .. }`";
const FUNCTION = "Dual writes `function p -> e | ..` as `\\x -> case x of { p -> e | .. }`";
const LAMBDA_CASE = "Dual writes `\\case p -> e` as `\\x -> case x of { p -> e | .. }`";
const SWITCH = "Dual writes `switch` as `case e of { p -> e | p -> e }`";
const BRANCHES = "put the branches of a `case` in braces: `case e of { p -> e | p -> e }`";
const SWITCHES = { case: "|", default: "| _", ":": " ->", ";": "", return: "", break: "" };
const LAMBDA = "Dual writes a function as `\\x -> e`, without `$0`";
const isInside = ({ tokens, anchor }: Match): boolean => !isTop(tokens, anchor);
const PARAMETERS = { title: "write `\\x -> e`", each: [1, { ",": " " }], when: isInside } as const;
const IF = "Dual writes a condition as `if c then a else b`";
const THEN = {
  title: "write `then` and `else`",
  when: (match: Match) => !has(match, 1, "then", "else", "of"),
};
const GROUPS = "Dual groups by parentheses, not by `begin` and `end`";
const IF_ELSE = "Dual writes `if (c) a else b` as `if c then a else b`";
const NO_ELSE = "this `if` has no `else`: an `if` always has both branches, `if c then a else b`";

/** `if c then a` without `else`, which is to stand where the mistake is if that is in the middle of a line. */
const ifWithoutElse: Habit = atTokens(["if"], (tokens, index, error) => {
  const then = tokens.next(index, new Set(["then", "else"]));
  const end = Math.min(error, tokens.list.length);
  if (tokens.at(then) !== "then" || then + 1 >= end) return undefined;
  const at = tokens.list[end]?.isFirst === false ? end : index;
  return found("conditional", tokens, [at, at], NO_ELSE, "write `else 0`", [
    { from: tokens.endBefore(end), to: tokens.endBefore(end), text: " else 0" },
  ]);
});

const EXPRESSIONS: readonly Habit[] = [
  row("match", "@switch ANY { ANY }", SWITCH, "case $1 of { $2 }", { ...CASE, each: [2, SWITCHES] }),
  row("match", "@switch", SWITCH),
  row("match", "@match ANY with,of {", MATCH, "case $1 of {", CASE),
  row("match", "@match ANY with,of INLINE | BRANCHES", MATCH, "case $1 of { $2 }", CASE),
  row("match", "@match ANY with,of BRANCHES", MATCH, "case $1 of { $2 }", CASE),
  row("match", "@match ANY { ANY }", MATCH, "case $1 of { $2 }", {
    ...CASE,
    each: [2, { "=>": "->", ",": " |", ",$": "" }],
  }),
  row("match", "@function BRANCHES", FUNCTION, "\\$it -> case $it of { $1 }", {
    ...CASE,
    when: ({ tokens, anchor }) =>
      tokens.at(anchor + 1) !== "(" && tokens.next(anchor, new Set(["->"])) < branchesEnd(tokens, anchor),
  }),
  row("match", "\\,λ ~ @case of?", LAMBDA_CASE, "\\$it -> case $it of", { ...CASE, at: [-1, 1] }),
  row("case-of", "@case ANY < { >", "this `case` needs `of` before its branches", "of {", {
    title: "write `of`",
    at: [0, 1],
    when: (match) => !has(match, 1, "of"),
  }),
  row("case-braces", "case ANY < @of BRANCHES >", BRANCHES, "of { $2 }", {
    at: [1, 2],
    title: "write the braces",
    lines: [2, "| "],
    when: ({ tokens, captures }) => tokens.at(present(captures[1])[0]) !== "{",
  }),
  row("lambda", "@lambda ANY :,->,=>,.,=", LAMBDA, "\\$1 ->", PARAMETERS),
  row("lambda", "@lambda :", LAMBDA, "\\_ ->", { title: PARAMETERS.title, when: isInside }),
  row("lambda", "@fun,fn,function,func ANY ->,=>,.", LAMBDA, "\\$1 ->", PARAMETERS),
  row("lambda", "@fun,fn,function,func ANY { ANY }", LAMBDA, "\\$1 -> $2", {
    ...PARAMETERS,
    each: [2, { return: "", ";$": "" }],
  }),
  row("conditional", "if ANY < @: >", IF, " then", THEN),
  row("conditional", "< else @: >", IF, "else", { title: THEN.title }),
  row("conditional", "if ANY < @{ ANY } >", IF, "then $2", THEN),
  row("conditional", "else < @{ ANY } >", IF, "$1", { title: THEN.title }),
  row("if-then", "@if ATOM", IF_ELSE, "if $1 then", {
    title: "write `then`",
    when: ({ tokens, anchor, captures }) => {
      const next = present(captures[0])[1];
      const isBranch = tokens.isAtom(next) || ["-", "if", "let", "case"].includes(tokens.at(next));
      const word = tokens.at(tokens.next(anchor, new Set(["then", "else"])));
      return tokens.at(anchor + 1) === "(" && isBranch && word === "else";
    },
  }),
  row("elif", "< @elif,elsif,elseif ANY : >", "Dual writes `$0` as `else if`", "else if $1 then", {
    title: "write `else if`",
  }),
  row("elif", "@elif,elsif,elseif", "Dual writes `$0` as `else if`", "else if"),
  ifWithoutElse,
  whereBindings,
  row("begin", "@begin ANY end", GROUPS, "($1)", { title: "write parentheses" }),
  row("begin", "@begin", GROUPS),
  row("end", "FIRST @end END", "Dual has no `end`: a definition ends where the next one begins", "", {
    title: "remove `end`",
  }),
  row("infix-function", "ROW @mod,rem ROW", "Dual writes `a $0 b` as `mod a b`", "mod ($1) ($2)"),
  row("infix-function", "ROW @div,quot ROW", "Dual writes `a $0 b` as `div a b`", "div ($1) ($2)"),
  row("sign-otherwise", "ATOM < @or > ATOM", "Dual writes logical `or` as `||`", "||"),
];

/** The habits in forms and words; the first whose fix lets the parser read on is taken. */
export const FORMS_AND_WORDS: readonly Habit[] = [...FORMS, ...DEFINITIONS, ...EXPRESSIONS];

/** The header of Python's, `def f(x):`, of the definition around a token. */
export function pythonHeader(tokens: Tokens, index: number): Found | undefined {
  let def = Math.min(index, tokens.list.length - 1);
  while (def > 0 && !(isTop(tokens, def) && tokens.at(def) === "def")) def--;
  if (tokens.at(def) !== "def" || tokens.at(def + 2) !== "(") return undefined;
  return [...colonHeader(tokens, def), ...resultHeader(tokens, def)].find(({ from }) => from > tokens.from(def));
}

/** Words that no other habit explains. */
export const LAST_WORDS: readonly Habit[] = [
  row(
    "loop",
    "@for,while",
    "Dual has no `$0`: a loop is `map`, `foldl`, or a function that calls itself, `let rec go i = .. in go 0`",
  ),
  ...[...WORDS].map(([word, says]) => row("foreign-word", `@${word}`, `Dual has no \`${word}\`. ${says}`)),
];
