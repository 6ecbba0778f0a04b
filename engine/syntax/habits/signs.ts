// Habits in signs: operators, comments and strings of other languages.
import { nth, present } from "../../base/nth.ts";
import { absolute, elementwise, realPower } from "./arithmetic.ts";
import { haskellComprehension, pythonComprehension, ranges } from "./comprehensions.ts";
import { arrayElement, composition, member, moduleName, numberDot, slice } from "./dots.ts";
import { atom, atTokens, before, type Edit, found, type Habit, put } from "./habit.ts";
import { bareArrow, bars, fatArrow, lambdaDot } from "./lambdas.ts";

/** Signs that Dual writes otherwise, and how; the sentence is said of them. */
const OTHERWISE: Readonly<Record<string, { readonly write: string; readonly says?: string }>> = {
  "!=": { write: "/=" },
  "!==": { write: "/=" },
  "=/=": { write: "/=" },
  "<>": { write: "/=" },
  "===": { write: "==" },
  "**": { write: "^", says: "a power is `x ^ n` with an Int n, or `pow x y`" },
  "+.": { write: "+", says: "`+` adds Reals and Ints alike" },
  "-.": { write: "-", says: "`-` subtracts Reals and Ints alike" },
  "*.": { write: "*", says: "`*` multiplies Reals and Ints alike" },
  "/.": { write: "/" },
  "^.": { write: "^" },
  "&": { write: "&&", says: "logical and is `&&`" },
  "∧": { write: "&&", says: "logical and is `&&`" },
  "∨": { write: "||", says: "logical or is `||`" },
  "¬": { write: "not ", says: "logical not is `not b`" },
  "=>": { write: "->", says: "an arrow is `->`" },
  "⇒": { write: "->", says: "an arrow is `->`" },
  ":=": { write: "=", says: "a definition is `let x = e in ..`" },
  "<-": { write: "=", says: "a definition is `let x = e in ..`" },
  "−": { write: "-", says: "the minus sign is the hyphen, `-`" },
  "–": { write: "-", says: "the minus sign is the hyphen, `-`" },
  "—": { write: "-", says: "the minus sign is the hyphen, `-`" },
  "×": { write: "*" },
  "·": { write: "*" },
  "⋅": { write: "*" },
  "∙": { write: "*" },
  "∗": { write: "*" },
  "÷": { write: "/" },
  "²": { write: "^2" },
  "³": { write: "^3" },
  "√": { write: "sqrt " },
  "∞": { write: "inf" },
  "’": { write: "'", says: "the prime of a name is `'`" },
};

const and: Habit = atTokens(["and"], (tokens, index) => {
  const opener = tokens.opener(index);
  const binding = tokens.last(index, new Set(["let"]));
  if (binding > opener && tokens.next(binding, new Set(["in"])) > index) return undefined;
  return found("sign-otherwise", tokens, [index, index], "Dual writes logical `and` as `&&`", "write `&&`", [
    put(tokens, index, "&&"),
  ]);
});

const otherwise: Habit = atTokens(Object.keys(OTHERWISE), (tokens, index) => {
  const sign = tokens.at(index);
  const { write, says } = present(OTHERWISE[sign]);
  const shown = write.trim();
  const message = `Dual writes \`${sign}\` as \`${shown}\`${says === undefined || says.includes(`\`${shown}\``) ? "" : `: ${says}`}`;
  const said = says === undefined || !says.includes(`\`${shown}\``) ? message : `Dual has no \`${sign}\`: ${says}`;
  return found("sign-otherwise", tokens, [index, index], said, `write \`${shown}\``, [put(tokens, index, write)]);
});

/** `!b` before an operand. */
const exclamation: Habit = atTokens(["!"], (tokens, index) => {
  const end = tokens.atomEnd(index + 1);
  if (end === index + 1 || (tokens.atomStart(index) < index && !nth(tokens.list, index).isFirst)) return undefined;
  const group = /^[\s\S]*[^(]$/.test(tokens.at(index - 1)) && tokens.isAtom(index - 1);
  const written = tokens.slice(index + 1, end);
  const text = group ? `(not ${written})` : `not ${written}`;
  return found("sign-otherwise", tokens, [index, index], "Dual writes `!b` as `not b`", `write \`${text}\``, [
    put(tokens, index, text, end - 1),
  ]);
});

/** `a % b`, `n // 2`: the product before the sign and the atom after it. */
const remainder: Habit = atTokens(["%", "//"], (tokens, index) => {
  const [name, what] = tokens.at(index) === "%" ? ["mod", "the remainder"] : ["div", "the quotient of Ints"];
  const [start, end] = [tokens.rowStart(index), tokens.rowEnd(index + 1)];
  if (start === index || end === index + 1) return undefined;
  const text = `${name} ${atom(tokens.slice(start, index))} ${atom(tokens.slice(index + 1, end))}`;
  return found(
    "sign-otherwise",
    tokens,
    [index, index],
    `Dual writes \`a ${tokens.at(index)} b\` as \`${name} a b\`, ${what}`,
    `write \`${text}\``,
    [put(tokens, start, text, end - 1)],
  );
});

/** `xs !! i` of a list. */
const listElement: Habit = atTokens(["!!"], (tokens, index) => {
  const [start, end] = [tokens.rowStart(index), tokens.atomEnd(index + 1)];
  if (start === index || end === index + 1) return undefined;
  const text = `head (drop ${atom(tokens.slice(index + 1, end))} ${atom(tokens.slice(start, index))})`;
  return found(
    "list-element",
    tokens,
    [index, index],
    "Dual writes `xs !! i` as `head (drop i xs)` for a list, and as `xs ! i` for an array",
    `write \`${text}\``,
    [put(tokens, start, text, end - 1)],
  );
});

/** `f $ e`, `f <| e`. */
const application: Habit = atTokens(["$", "<|"], (tokens, index) => {
  const end = tokens.expressionEnd(index);
  if (end <= index + 1) return undefined;
  const text = tokens.slice(index + 1, end);
  const written = /^[\p{L}\p{N}_']+$/u.test(text) ? text : `(${text})`;
  return found(
    "application-sign",
    tokens,
    [index, index],
    `Dual writes \`f ${tokens.at(index)} e\` as \`f (e)\`, or as \`e |> f\``,
    "write parentheses",
    [put(tokens, index, written, end - 1)],
  );
});

/** `f <$> xs`. */
const mapSign: Habit = atTokens(["<$>"], (tokens, index) => {
  const [start, end] = [tokens.rowStart(index), tokens.rowEnd(index + 1)];
  if (start === index || end === index + 1) return undefined;
  const text = `map ${atom(tokens.slice(start, index))} ${atom(tokens.slice(index + 1, end))}`;
  return found(
    "application-sign",
    tokens,
    [index, index],
    "Dual writes `f <$> xs` as `map f xs`",
    `write \`${text}\``,
    [put(tokens, start, text, end - 1)],
  );
});

/** a `f` b. */
const backquotes: Habit = atTokens(["`"], (tokens, index) => {
  if (tokens.at(index + 2) !== "`" || tokens.kind(index + 1) !== "word") return undefined;
  const [start, end] = [tokens.rowStart(index), tokens.rowEnd(index + 3)];
  if (start === index || end === index + 3) return undefined;
  const text = `${tokens.at(index + 1)} ${atom(tokens.slice(start, index))} ${atom(tokens.slice(index + 3, end))}`;
  return found(
    "backquotes",
    tokens,
    [index, index + 2],
    "Dual has no backquotes: a function stands before its arguments",
    `write \`${text}\``,
    [put(tokens, start, text, end - 1)],
  );
});

/** Comments of other languages: all of the region at once, for one is seldom alone. */
const comments: Habit = (tokens, error) => {
  const index = tokens.list.findIndex(({ kind }, at) => kind === "comment" && at >= error - 1);
  if (index < 0 || index > error + 1) return [];
  const edits: Edit[] = [];
  for (const token of tokens.list) if (token.kind === "comment") edits.push(...commentEdits(token));
  const sign = present(/^(?:\/\*|\(\*|\/\/|#)/.exec(tokens.at(index)))[0];
  const isBlock = sign === "/*" || sign === "(*";
  const message = isBlock
    ? `Dual writes the comment \`${sign} .. ${sign === "/*" ? "*/" : "*)"}\` as \`{- .. -}\``
    : `Dual has no \`${sign}\`: a comment begins with \`--\``;
  const title = isBlock ? "write `{- .. -}`" : "write `--`";
  const at = nth(tokens.list, index);
  return [{ kind: "comment", from: at.from, to: at.from + sign.length, message, title, edits }];
};

function commentEdits({
  text,
  from,
  to,
}: {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}): Edit[] {
  if (text.startsWith("/*") || text.startsWith("(*")) {
    // what opens or closes a comment of Dual's inside would end it too early
    if (/\{-|-\}/.test(text)) return [];
    return [
      { from, to: from + 2, text: "{-" },
      { from: to - 2, to, text: "-}" },
    ];
  }
  return [{ from, to: from + (text.startsWith("#") ? 1 : 2), text: "--" }];
}

/** A string; one that stands alone on its lines is a comment of Python's. */
const strings: Habit = (tokens, error) => {
  const index = [error, error - 1, error + 1].find((at) => tokens.kind(at) === "string");
  if (index === undefined) return [];
  const token = nth(tokens.list, index);
  const isAlone = token.isFirst && (tokens.list[index + 1]?.isFirst ?? true) && index > 0;
  const shown = token.text.length > 30 ? `${token.text.slice(0, 30)}..` : token.text;
  if (isAlone && !/\{-|-\}/.test(token.text)) {
    const inside = token.text.replace(/^["“']+|["”']+$/g, "");
    return [
      found("string", tokens, [index, index], "Dual has no strings: a comment is `{- .. -}`", "write `{- .. -}`", [
        put(tokens, index, `{- ${inside.trim()} -}`),
      ]),
    ];
  }
  const what = token.text.startsWith("'") ? "characters" : "strings";
  return [found("string", tokens, [index, index], `Dual has no ${what}; the text \`${shown}\` cannot stand here`)];
};

/** Semicolons: at ends of lines, between branches, after a local definition. */
const semicolons: Habit = atTokens([";"], (tokens, index) => {
  const opener = tokens.opener(index);
  const binding = tokens.last(index, new Set(["let", "in"]));
  const isBinding = tokens.at(binding) === "let";
  const isBranch = !isBinding && tokens.at(opener) === "{" && tokens.last(index, new Set(["->"])) > opener;
  // `let x = 1; in ..` has its `in`
  const hasIn = isBinding && tokens.at(index + 1) === "in";
  const isLast = hasIn || tokens.closer(index) === index + 1 || index === tokens.list.length - 1;
  const message = isBranch
    ? "Dual separates the branches of a `case` by `|`, not by `;`"
    : isBinding
      ? "Dual ends a local definition by `in`, not by `;`"
      : "Dual has no `;`: a line needs nothing at its end";
  const [title, edit]: [string, Edit] =
    isBranch && !isLast
      ? ["write `|`", put(tokens, index, nth(tokens.list, index).from === tokens.endBefore(index) ? " |" : "|")]
      : isBinding && !isLast
        ? ["write `in`", put(tokens, index, " in")]
        : ["remove `;`", put(tokens, index, "")];
  return found("semicolon", tokens, [index, index], message, title, [edit]);
});

/** Signs that mean nothing in Dual, and what to do instead. */
const NOTHING: Readonly<Record<string, string>> = {
  "@": "Dual has no `@`: a pattern cannot name what it takes apart, and a product of vectors is `sumA (zipWithA (*) a b)`",
  "~": "Dual has no `~`",
  "?": "Dual has no `?`: write `if .. then .. else ..`",
  "#": "Dual has no `#` but in arrays, `#[..]`; a comment begins with `--`",
  "+=": "Dual has no `+=`, because a variable never changes: write `let y = x + 1.0 in ..`",
  "-=": "Dual has no `-=`, because a variable never changes: write `let y = x - 1.0 in ..`",
  "*=": "Dual has no `*=`, because a variable never changes: write `let y = 2.0 * x in ..`",
  "/=": "Dual has no `/=` that changes a variable; `a /= b` asks whether two numbers differ",
  "`": "Dual has no backquotes: write the function before its arguments",
  $: "Dual has no `$`: write parentheses, `f (..)`, or `x |> f`",
  "!!": "Dual has no `!!`: `a ! i` is an element of an array; of a list, `head (drop i xs)` is one",
  "%": "Dual has no `%`: the remainder is `mod a b`",
  ".": "Dual has no `.`: functions compose as `compose f g`, and a function is `\\x -> e`",
};

/** A sign that stands right at the mistake, where nothing better is known. */
const nothing: Habit = (tokens, error) => {
  for (const index of [error, error - 1]) {
    const text = tokens.at(index);
    if (Object.hasOwn(NOTHING, text) && text !== "/=")
      return [found("foreign-token", tokens, [index, index], present(NOTHING[text]))];
    if (index === error && /^[^\p{L}\p{N}\s()[\]{},\\λ=:|⋆<>≤≥≠+\-*/^!#&→_;%'"]$/u.test(text))
      return [found("unknown-character", tokens, [index, index], `Dual has no character \`${text}\``)];
  }
  return [];
};

/** `x : xs` where Dual writes `x :: xs`. */
const cons: Habit = atTokens([":"], (tokens, index) => {
  if (tokens.atomStart(index) === index || tokens.atomEnd(index + 1) === index + 1) return undefined;
  return found("cons", tokens, [index, index], "Dual puts an element before a list by `::`, not by `:`", "write `::`", [
    put(tokens, index, "::"),
  ]);
});

/** `(x :: Real)` where Dual writes `(x : Real)`. */
const annotation: Habit = atTokens(["::"], (tokens, index) => {
  if (tokens.atomStart(index) === index) return undefined;
  return found("annotation", tokens, [index, index], "Dual gives a type by `:`, not by `::`", "write `:`", [
    put(tokens, index, ":"),
  ]);
});

/** `a | b` where `a || b` is meant. */
const singleBar: Habit = atTokens(["|"], (tokens, index) => {
  const opener = tokens.at(tokens.opener(index));
  if (opener === "{" || opener === "[" || nth(tokens.list, index).isFirst) return undefined;
  if (tokens.last(index, new Set(["if", "let", "&&", "||"])) < 0 && tokens.opener(index) < 0) return undefined;
  return found("single-bar", tokens, [index, index], "Dual writes logical or as `||`", "write `||`", [
    put(tokens, index, "||"),
  ]);
});

/** `c ? a : b`. */
const question: Habit = atTokens(["?"], (tokens, index) => {
  const colon = tokens.next(index, new Set([":"]));
  const start = tokens.expressionStart(index);
  if (tokens.at(colon) !== ":" || start >= index) return undefined;
  return found("conditional", tokens, [index, index], "Dual writes `c ? a : b` as `if c then a else b`", "write `if`", [
    before(tokens, start, "if "),
    put(tokens, index, "then"),
    put(tokens, colon, "else"),
  ]);
});

/** `a if c else b` of Python. */
const conditional: Habit = atTokens(["if"], (tokens, index) => {
  const end = tokens.expressionEnd(index);
  const otherwise = tokens.next(index, new Set(["else"]));
  if (tokens.at(otherwise) !== "else" || otherwise >= tokens.closer(index)) return undefined;
  const start = tokens.expressionStart(index);
  const then = tokens.next(index, new Set(["then", ":", "{"]));
  if (start >= index || then < otherwise || end < otherwise) return undefined;
  if (tokens.at(tokens.last(index, new Set(["for"]))) === "for") return undefined;
  const message = "Dual writes `a if c else b` as `if c then a else b`";
  const [value, condition] = [tokens.slice(start, index), tokens.slice(index + 1, otherwise)];
  return found("conditional", tokens, [index, index], message, "write `if .. then .. else`", [
    put(tokens, start, `if ${condition} then ${value} else`, otherwise),
  ]);
});

/** Habits at signs that also occur in Dual's own text are sorted with the longer pattern first. */
export const SIGNS: readonly Habit[] = [
  comments,
  haskellComprehension,
  pythonComprehension,
  question,
  conditional,
  lambdaDot,
  bars,
  absolute,
  elementwise,
  numberDot,
  slice,
  listElement,
  arrayElement,
  moduleName,
  member,
  composition,
  application,
  mapSign,
  backquotes,
  remainder,
  exclamation,
  ranges,
  fatArrow,
  realPower,
  otherwise,
  and,
  semicolons,
  annotation,
  cons,
  bareArrow,
  singleBar,
];

/** Habits for mistakes that no other habit explains. */
export const LAST_SIGNS: readonly Habit[] = [strings, nothing];
