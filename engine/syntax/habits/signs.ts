// The table of habits in signs: operators, brackets, comments and strings of other languages, and the same in Dual.
import { nth, present } from "../../base/nth.ts";
import { isTypeName } from "../foreign/types.ts";
import { composition, elementwise, member, moduleName, numberDot, subscripts } from "./expressions.ts";
import { atTokens, type Edit, found, type Habit, put } from "./habit.ts";
import { has, type Match, row, text } from "./pattern.ts";
import { OPEN_ENDED } from "./statements.ts";

const MINUS = ["-", "the minus sign is the hyphen, `-`"];
const ARROW = ["->", "an arrow is `->`"];
const BINDING = ["=", "a definition is `let x = e in ..`"];
const LOGICAL_AND = ["&&", "logical and is `&&`"];

/** Signs, how Dual writes them, and the sentence that is said of them. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  "!=": ["/="],
  "!==": ["/="],
  "=/=": ["/="],
  "<>": ["/="],
  "===": ["=="],
  "**": ["^", "a power is `x ^ n` with an Int n, or `pow x y`"],
  "+.": ["+", "`+` adds Reals and Ints alike"],
  "-.": ["-", "`-` subtracts Reals and Ints alike"],
  "*.": ["*", "`*` multiplies Reals and Ints alike"],
  "/.": ["/"],
  "^.": ["^"],
  "&": LOGICAL_AND,
  "∧": LOGICAL_AND,
  "∨": ["||"],
  "¬": ["not ", "logical not is `not b`"],
  "=>": ARROW,
  "⇒": ARROW,
  ":=": BINDING,
  "<-": BINDING,
  "−": MINUS,
  "–": MINUS,
  "—": MINUS,
  "×": ["*"],
  "·": ["*"],
  "⋅": ["*"],
  "∙": ["*"],
  "∗": ["*"],
  "÷": ["/"],
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ"].map((sign, index) => [sign, [`^${index > 9 ? "n" : index}`]])),
  "√": ["sqrt "],
  "∞": ["inf"],
  "’": ["'", "the prime of a name is `'`"],
};

const otherwise = Object.entries(OTHERWISE).map(([sign, [write = "", says]]) => {
  const shown = `\`${write.trim()}\``;
  const isShown = says?.includes(shown) === true;
  const message = isShown ? `Dual has no \`${sign}\`: ${says}` : `Dual writes \`${sign}\` as ${shown}`;
  return row("sign-otherwise", `@${sign}`, says === undefined || isShown ? message : `${message}: ${says}`, write);
});

/** Comments of other languages: all of the region at once, for one is seldom alone. */
const comments: Habit = (tokens, error) => {
  const index = tokens.list.findIndex(({ kind }, at) => kind === "comment" && at >= error - 1);
  if (index < 0 || index > error + 1) return [];
  const edits = tokens.list.flatMap(({ kind, text: comment, from, to }): readonly Edit[] => {
    if (kind !== "comment") return [];
    if (!/^(?:\/\*|\(\*)/.test(comment)) return [{ from, to: from + (comment.startsWith("#") ? 1 : 2), text: "--" }];
    // the signs of Dual's comments inside would end it too early
    if (/\{-|-\}/.test(comment)) return [];
    return [
      { from, to: from + 2, text: "{-" },
      { from: to - 2, to, text: "-}" },
    ];
  });
  const sign = present(/^(?:\/\*|\(\*|\/\/|#)/.exec(tokens.at(index)))[0];
  const isBlock = sign === "/*" || sign === "(*";
  const message = isBlock
    ? `Dual writes the comment \`${sign} .. ${sign === "/*" ? "*/" : "*)"}\` as \`{- .. -}\``
    : `Dual has no \`${sign}\`: a comment begins with \`--\``;
  const title = isBlock ? "write `{- .. -}`" : "write `--`";
  const { from } = nth(tokens.list, index);
  return [{ kind: "comment", from, to: from + sign.length, message, title, edits }];
};

/** A string; one that stands alone on its lines is a comment of Python's. */
const strings: Habit = (tokens, error) => {
  const index = [error, error - 1, error + 1].find((at) => tokens.kind(at) === "string");
  if (index === undefined) return [];
  const { text: string, isFirst } = nth(tokens.list, index);
  if (isFirst && (tokens.list[index + 1]?.isFirst ?? true) && index > 0 && !/\{-|-\}/.test(string)) {
    const edit = put(tokens, index, `{- ${string.replace(/^["“']+|["”']+$/g, "").trim()} -}`);
    const message = "Dual has no strings: a comment is `{- .. -}`";
    return [found("string", tokens, [index, index], message, "write `{- .. -}`", [edit])];
  }
  const word = tokens.at(index - 1);
  if (string === '""' && (word === "error" || word === "trace"))
    return [found("string", tokens, [index, index], `\`${word}\` takes a text of one character at least`)];
  const shown = string.length > 30 ? `${string.slice(0, 30)}..` : string;
  const what = string.startsWith("'") ? "characters" : "strings";
  return [found("string", tokens, [index, index], `Dual has no ${what}; the text \`${shown}\` cannot stand here`)];
};

/** Semicolons: at ends of lines, between branches, after a local definition. */
const semicolons: Habit = atTokens([";"], (tokens, index) => {
  const opener = tokens.opener(index);
  const isBinding = tokens.at(tokens.last(index, new Set(["let", "in"]))) === "let";
  const isBranch = !isBinding && tokens.at(opener) === "{" && tokens.last(index, new Set(["->"])) > opener;
  const isItem = !isBinding && (tokens.at(opener) === "[" || tokens.at(opener) === "#[");
  // `let x = 1; in ..` has its `in`
  const isRest = (isBinding && tokens.at(index + 1) === "in") || tokens.closer(index) === index + 1;
  const word = isRest || index === tokens.list.length - 1 ? "" : isBranch ? "|" : isBinding ? "in" : isItem ? "," : "";
  const message = isItem
    ? "Dual separates the elements of a list or an array by `,`, not by `;`"
    : isBranch
      ? "Dual separates the branches of a `case` by `|`, not by `;`"
      : isBinding
        ? "Dual ends a local definition by `in`, not by `;`"
        : "Dual has no `;`: a line needs nothing at its end";
  const isMiddle = word === "" && !isRest && tokens.list[index + 1]?.isFirst === false && tokens.isAtom(index + 1);
  if (isMiddle) {
    const instead = "Dual has no `;`: a body is one expression, and definitions before it chain as `let a = .. in ..`";
    return found("semicolon", tokens, [index, index], instead);
  }
  const title = word === "" ? "remove `;`" : `write \`${word}\``;
  const blank = word !== "" && word !== "," && tokens.touches(index - 1) ? " " : "";
  return found("semicolon", tokens, [index, index], message, title, [put(tokens, index, blank + word)]);
});

const ABSOLUTE = "Dual writes the absolute value `|x|` as `abs x`";
const LAMBDA = "Dual writes a function as `\\x -> e`";
const COMPREHENSION = "Dual writes `[e | x <- xs]` as `map (\\x -> e) xs`";
const FOR_COMPREHENSION = "Dual writes `[e for x in xs]` as `map (\\x -> e) xs`";
const MAP = "(map (\\($2) -> $1) ($3))";
const MAP_FILTER = "(map (\\($2) -> $1) (filter (\\($2) -> $4) ($3)))";
const MAPPED_RANGE = "(map (\\($2) -> $1) (range ($3) $+4))";
const FILTERED_RANGE = "(map (\\($2) -> $1) (filter (\\($2) -> $5) (range ($3) $+4)))";
const SLICE = "Dual has no slices: `xs[a:]` is `drop a xs`, and `xs[:b]` is `take b xs`";
const POWER = "Dual has no `**`: a power is `x ^ n` with an Int n, or `pow x y`";
/** A Real as it is written, perhaps negative and in parentheses. */
const REAL_TEXT = /^\(?\s*-?\s*(?:\d*\.\d+|\d+\.\d*|\d+(?:\.\d*)?[eE]-?\d+)(?:[eE]-?\d+)?\s*\)?$/;

/** Whether bars are around an expression, rather than between branches or constructors. */
function isAbsolute({ tokens, anchor, whole }: Match): boolean {
  if (tokens.atomStart(anchor) < anchor && !tokens.touches(anchor)) return false;
  const inside = tokens.list.slice(anchor + 1, whole[1] - 1);
  if (inside.some((one) => one.isFirst || ["=", "->", "<-", ",", ";", "of", "in"].includes(one.text))) return false;
  return !["data", "type"].includes(tokens.at(tokens.last(anchor, new Set(["data", "type", "def"]))));
}

/** Whether bars hold the parameters of a function. */
function areParameters(match: Match): boolean {
  const { tokens, anchor } = match;
  if (!/^[\p{L}\p{N}_',()\s]+$/u.test(text(match, 1))) return false;
  return !tokens.isAtom(anchor - 1) || tokens.kind(anchor - 1) === "open" || !tokens.touches(anchor - 1);
}

/** Whether an arrow without a backslash is that of a function, rather than of a branch. */
function isArrow({ tokens, whole }: Match): boolean {
  const before = whole[0] - 1;
  return !["\\", "λ", "|", "{"].includes(tokens.at(before)) && tokens.kind(before) !== "word";
}

/** Whether `and` joins two conditions, rather than two definitions. */
function isConjunction({ tokens, anchor }: Match): boolean {
  const binding = tokens.last(anchor, new Set(["let"]));
  return binding <= tokens.opener(anchor) || tokens.next(binding, new Set(["in"])) <= anchor;
}

/** Whether what stands behind a colon is no type: a bracket with a name that begins with a capital letter is one. */
function isNoType({ tokens, anchor }: Match): boolean {
  return (
    (!isTypeName(tokens.at(anchor + 1)) && !["[", "("].includes(tokens.at(anchor + 1) ?? "")) ||
    !/^\p{Lu}/u.test(tokens.at(anchor + 2) ?? "")
  );
}

/** Whether a single bar stands between two conditions. */
function isDisjunction({ tokens, anchor }: Match): boolean {
  const opener = tokens.opener(anchor);
  if (["{", "["].includes(tokens.at(opener)) || nth(tokens.list, anchor).isFirst) return false;
  return opener >= 0 || tokens.last(anchor, new Set(["if", "let", "&&", "||"])) >= 0;
}

const hasNoSigns = (match: Match): boolean =>
  match.captures.every((_, index) => index === 0 || !/^-|:/.test(text(match, index + 1)));
const BARS = { at: "whole", when: isAbsolute } as const;
const SLICED = { at: "whole", when: hasNoSigns } as const;
const BROADCAST = "Dual writes `f.(xs)` as `map f xs`, for arrays `mapA f a`";
const OF_NUMBERS = new Set(
  "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs relu sigmoid log1p expm1 erf softplus floor round".split(
    " ",
  ),
);

/** Whether the name before a dot is that of a function. */
function isFunctionName(match: Match): boolean {
  const [{ tokens }, name] = [match, text(match, 1)];
  // what is bound here may be an array
  const isElsewhere = tokens.list.some((one, at) => one.text === name && tokens.at(at + 1) !== ".");
  return OF_NUMBERS.has(name) || !(isElsewhere || /^\d+$/.test(text(match, 2)));
}

const SPREAD =
  "Dual joins lists by `++`: `xs ++ [y]`; `x :: xs` puts an element in front, and in a pattern takes it off";
const BODY = { title: "write `\\` and `->`", at: "whole" } as const;

/** Whether `**` has a Real behind it, and no further `**`, which binds to the right. */
function isRealPower(match: Match): boolean {
  return REAL_TEXT.test(text(match, 2)) && match.tokens.at(match.whole[1]) !== "**";
}

/** The habits in signs and expressions; the first whose fix lets the parser read on is taken. */
export const SIGNS: readonly Habit[] = [
  comments,
  subscripts,
  row("tuple-type", "< ROW @*,×,& ROW >", "Dual writes the type of a pair as `($1, $2)`", "($1, $2)", {
    title: "write `($1, $2)`",
    at: "whole",
    when: (match) => [1, 2].every((index) => /^\p{Lu}/u.test(text(match, index))),
  }),
  row(
    "comprehension",
    "< [ ANY @| ANY <- ANY <- ANY ] >",
    `${COMPREHENSION}; several lists need \`concat\``,
    undefined,
    {
      at: "whole",
    },
  ),
  row("comprehension", "< [ ANY @| ANY <- [ ANY ..,... ANY ] , ANY ] >", COMPREHENSION, FILTERED_RANGE, {
    at: "whole",
  }),
  row("comprehension", "< [ ANY @| ANY <- [ ANY ..,... ANY ] ] >", COMPREHENSION, MAPPED_RANGE, { at: "whole" }),
  row("comprehension", "< [ ANY @| ANY <- ANY , ANY ] >", COMPREHENSION, MAP_FILTER, {
    at: "whole",
    when: (match) => !has(match, 4, ",", "<-"),
  }),
  row("comprehension", "< [ ANY @| ANY <- ANY ] >", COMPREHENSION, MAP, {
    at: "whole",
    when: (match) => !has(match, 3, ",", "<-"),
  }),
  row(
    "comprehension",
    "< [,( ANY @for ANY in ANY for ANY ],) >",
    `${FOR_COMPREHENSION}; several lists need \`concat\``,
    undefined,
    {
      at: "whole",
    },
  ),
  row("comprehension", "< [,( ANY @for ANY in ANY if ANY ],) >", FOR_COMPREHENSION, MAP_FILTER, { at: "whole" }),
  row("comprehension", "< [,( ANY @for ANY in ANY ],) >", FOR_COMPREHENSION, MAP, { at: "whole" }),
  row("conditional", "< EXPR @? ANY : >", "Dual writes `c ? a : b` as `if c then a else b`", "if $1 then $2 else", {
    title: "write `if`",
  }),
  row(
    "conditional",
    "< EXPR @if ANY else >",
    "Dual writes `a if c else b` as `if c then a else b`",
    "if $2 then $1 else",
    {
      when: (match) => !has(match, 2, "then", ":", "{") && !has(match, 1, "for"),
    },
  ),
  row("lambda", "\\,λ ROW < @. >", LAMBDA, " -> ", { title: "write `->`" }),
  row("lambda", "\\,λ ROW < @, >", "Dual separates the parameters of a function by blanks", " ", {
    title: "remove `,`",
  }),
  row("lambda", "< @| ANY | > ATOM", LAMBDA, "\\$1 ->", {
    title: "write `\\x -> e`",
    at: "whole",
    each: [1, { ",": " " }],
    when: areParameters,
  }),
  row("absolute-value", "NUMBER < @| ANY | >", ABSOLUTE, "* abs ($2)", BARS),
  row("absolute-value", "ATOM < @| ANY | >", ABSOLUTE, "(abs ($2))", BARS),
  row("absolute-value", "< @| ANY | >", ABSOLUTE, "abs ($1)", BARS),
  elementwise,
  numberDot,
  row("slice", "< ATOM ~ [ @: - ANY ] >", SLICE, "(take (length ($1) - ($2)) ($1))", SLICED),
  row("slice", "< ATOM ~ [ @: ANY ] >", SLICE, "(take ($2) ($1))", SLICED),
  row("slice", "< ATOM ~ [ - ANY @: ] >", SLICE, "(drop (length ($1) - ($2)) ($1))", SLICED),
  row("slice", "< ATOM ~ [ ANY @: ] >", SLICE, "(drop ($2) ($1))", SLICED),
  row("slice", "< ATOM ~ [ ANY @: ANY ] >", SLICE, "(take (($3) - ($2)) (drop ($2) ($1)))", SLICED),
  row(
    "list-element",
    "ROW @!! ATOM",
    "Dual writes `xs !! i` as `head (drop i xs)` for a list, and as `xs ! i` for an array",
    "head (drop ($2) ($1))",
  ),
  row("broadcast", "< LOWER ~ @. ~ ( ANY ) >", BROADCAST, "(mapA $1 ($2))", {
    when: (match) => isFunctionName(match) && /\bArray\b|#\[/.test(match.tokens.text),
  }),
  row("broadcast", "< LOWER ~ @. ~ ( ANY ) >", BROADCAST, "(map $1 ($2))", { when: isFunctionName }),
  row("array-element", "ATOM ~ < @. ~ ( ANY ) >", "Dual writes `a.(i)` as `a ! i`, the element of an array", " ! ($2)"),
  moduleName,
  row(
    "field-assignment",
    "let < LOWER @. LOWER = ANY > in",
    "no field changes in place: `let $1 = $1 { $2 = .. } in` has `$1` with another value of it",
    "$1 = $1 { $2 = $3 }",
    { at: "whole" },
  ),
  member,
  composition,
  row("application-sign", "< @$,<| EXPR >", "Dual writes `f $0 e` as `f (e)`, or as `e |> f`", "($1)", {
    title: "write parentheses",
    when: ({ tokens, anchor }) => tokens.isAtom(anchor + 1) || OPEN_ENDED.has(tokens.at(anchor + 1)),
  }),
  row("application-sign", "ROW @<$> ROW", "Dual writes `f <$> xs` as `map f xs`", "map ($1) ($2)"),
  row(
    "backquotes",
    "ROW @` WORD ` ROW",
    "Dual has no backquotes: a function stands before its arguments",
    "$2 ($1) ($3)",
    {
      at: [0, 3],
    },
  ),
  row("sign-otherwise", "ROW @% ROW", "Dual writes `a % b` as `mod a b`, the remainder", "mod ($1) ($2)"),
  row("sign-otherwise", "ROW @// ROW", "Dual writes `a // b` as `div a b`, the quotient of Ints", "div ($1) ($2)"),
  row("sign-otherwise", "@! ATOM", "Dual writes `!b` as `not b`", "not $1", {
    when: ({ tokens, anchor }) => tokens.atomStart(anchor) === anchor,
  }),
  row(
    "range",
    "< [ ANY @..,... ANY ] >",
    "Dual has no ranges `[a..b]`: write `range a b` for the list of a up to b - 1",
    "(range ($1) $+2)",
    { when: (match) => !has(match, 1, ",") },
  ),
  row("spread", "< [ @...,* ATOM , ANY ] >", SPREAD, "($1 ++ [$2])", { when: (match) => !has(match, 2, "...", "*") }),
  row("spread", "< [ ANY , @...,* ATOM ] >", SPREAD, "([$1] ++ $2)", { when: (match) => !has(match, 1, "...", "*") }),
  row("spread", "@...", SPREAD, undefined, {
    when: ({ tokens, anchor }) => ["[", ","].includes(tokens.at(anchor - 1)),
  }),
  row("range", "@..,...", "Dual has no ranges `[a..b]`: write `range a b` for the list of a up to b - 1"),
  row("lambda", "< ATOM @=>,⇒ { ANY } >", LAMBDA, "\\$1 -> $2", {
    ...BODY,
    each: [2, { return: "", ";$": "" }],
    when: (match) => isArrow(match) && ["return", "const", "let", "var"].includes(match.tokens.at(match.anchor + 2)),
  }),
  row("lambda", "< ATOM @=>,⇒ >", LAMBDA, "\\$1 ->", { ...BODY, when: isArrow }),
  row("sign-otherwise", "< ROW @** - ATOM >", POWER, "pow ($1) (-$2)", {
    when: isRealPower,
  }),
  row("sign-otherwise", "< ROW @** ATOM >", POWER, "pow ($1) ($2)", {
    when: isRealPower,
  }),
  ...otherwise,
  row("sign-otherwise", "@and", "Dual writes logical `and` as `&&`", "&&", { when: isConjunction }),
  semicolons,
  row("annotation", "ATOM < @:: >", "Dual gives a type by `:`, not by `::`", ":"),
  row("annotation", "< ROW @: UPPER >", "a type stands with its expression in parentheses: `(e : t)`", "($1 : $2)", {
    at: "whole",
    when: ({ tokens, anchor }) => isTypeName(tokens.at(anchor + 1)),
  }),
  row("cons", "ATOM < @: > ATOM", "Dual puts an element before a list by `::`, not by `:`", "::", { when: isNoType }),
  row("lambda", "(,,,=,in,[,|> < ROW @-> >", LAMBDA, "\\$1 ->", { title: "write `\\`", at: "whole" }),
  row("single-bar", "@|", "Dual writes logical or as `||`", "||", { when: isDisjunction }),
];

/** Signs that mean nothing in Dual, and their like. */
const NOTHING: Readonly<Record<string, string>> = {
  "@": "Dual has no `@`: a pattern cannot name what it takes apart, and a product is `matMul a b` of tables, `matVec a x` of a table and an array, `dot x y` of arrays",
  "~": "Dual has no `~`",
  "?": "Dual has no `?`: write `if .. then .. else ..`",
  "#": "Dual has no `#` but in arrays, `#[..]`; a comment begins with `--`",
  "+=": "Dual has no `+=`, because a variable never changes: write `let y = x + 1.0 in ..`",
  "-=": "Dual has no `-=`, because a variable never changes: write `let y = x - 1.0 in ..`",
  "*=": "Dual has no `*=`, because a variable never changes: write `let y = 2.0 * x in ..`",
  "`": "Dual has no backquotes: write the function before its arguments",
  $: "Dual has no `$`: write parentheses, `f (..)`, or `x |> f`",
  "!!": "Dual has no `!!`: `a ! i` is an element of an array; of a list, `head (drop i xs)` is one",
  "%": "Dual has no `%`: the remainder is `mod a b`",
  ".": "Dual has no `.`: functions compose as `compose f g`, and a function is `\\x -> e`",
};
const UNKNOWN = /^[^\p{L}\p{N}\s()[\]{},\\λ=:|⋆<>≤≥≠+\-*/^!#&→_;%'"]$/u;

/** A character that nobody sees. */
const INVISIBLE = /^[\p{Cf}\p{Z}]$/u;

/** A sign right at the mistake. */
const nothing: Habit = (tokens, error) => {
  for (const index of [error, error - 1]) {
    const sign = tokens.at(index);
    const at: [number, number] = [index, index];
    if (Object.hasOwn(NOTHING, sign)) return [found("foreign-token", tokens, at, present(NOTHING[sign]))];
    if (index === error && INVISIBLE.test(sign)) {
      const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      const message = `an invisible character stands here, U+${code}, which Dual does not have`;
      const edit = put(tokens, index, /\p{Z}/u.test(sign) ? " " : "");
      return [found("unknown-character", tokens, at, message, "remove it", [edit])];
    }
    if (index === error && UNKNOWN.test(sign))
      return [found("unknown-character", tokens, at, `Dual has no character \`${sign}\``)];
  }
  return [];
};

/** Habits in signs for mistakes that no other habit explains. */
export const LAST_SIGNS: readonly Habit[] = [strings, nothing];
