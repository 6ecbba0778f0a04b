// Habits in forms that Dual does not have: classes, patterns of arrays, local operations, types with brackets behind them.
import { after, atTokens, before, found, type Habit, isTop, put } from "./habit.ts";

/** `class Vec v where ..`, `instance ..`. */
const classes: Habit = atTokens(["class", "instance", "trait", "interface", "typeclass"], (tokens, index) => {
  if (!isTop(tokens, index)) return undefined;
  const message = `Dual has no classes, and no \`${tokens.at(index)}\`: a function takes what differs as a parameter, \`def norm dot v = sqrt (dot v v)\``;
  return found("class", tokens, [index, index], message);
});

/** `let op f y = e by d in ..`. */
const localOp: Habit = atTokens(["op"], (tokens, index) => {
  if (tokens.at(index - 1) !== "let" || tokens.kind(index + 1) !== "word") return undefined;
  const message = "an op stands at the top of the program, `op f x = .. by ..`, among the definitions";
  return found("local-op", tokens, [index, index], message);
});

/** `(xs : Real[])`. */
const bracketsBehind: Habit = atTokens(["["], (tokens, index) => {
  const type = tokens.at(index - 1);
  if (tokens.at(index + 1) !== "]" || tokens.at(index - 2) !== ":" || !/^\p{Lu}/u.test(type)) return undefined;
  const text = `[${type}]`;
  const message = `Dual writes the type of a list as \`${text}\`, not as \`${type}[]\`; of an array it is \`Array ${type}\``;
  return found("list-type", tokens, [index - 1, index + 1], message, `write \`${text}\``, [
    put(tokens, index - 1, text, index + 1),
  ]);
});

/** `let a, b = e`: a tuple without its parentheses. */
const bareBinding: Habit = atTokens([","], (tokens, index) => {
  const start = tokens.last(index, new Set(["let"])) + 1;
  const end = tokens.next(index, new Set(["="]));
  if (start === 0 || tokens.at(end) !== "=" || tokens.opener(index) !== tokens.opener(start)) return undefined;
  for (let at = start; at < end; at++)
    if (at % 2 === start % 2 ? tokens.kind(at) !== "word" : tokens.at(at) !== ",") return undefined;
  return found(
    "bare-tuple",
    tokens,
    [index, index],
    "a tuple needs parentheses, `let (a, b) = .. in ..`",
    "write parentheses",
    [before(tokens, start, "("), after(tokens, end, ")")],
  );
});

/** Whether a token begins a branch of a `case`. */
function beginsBranch(tokens: Parameters<Habit>[0], index: number): boolean {
  const opener = tokens.opener(index);
  return tokens.at(opener) === "{" && tokens.at(opener - 1) === "of" && ["{", "|"].includes(tokens.at(index - 1));
}

/** `case a of { #[x, y] -> .. }`. */
const arrayPattern: Habit = atTokens(["#["], (tokens, index) => {
  if (!beginsBranch(tokens, index)) return undefined;
  const message =
    "arrays have no patterns: `a ! i` is an element, and `case toList a of { [x, y] -> .. | _ -> .. }` takes a list apart";
  return found("array-pattern", tokens, [index, index], message);
});

/** `case s of { circle r -> .. }`: a constructor with a small letter. */
const smallConstructor: Habit = (tokens, error) => {
  const index = error - 1;
  const name = tokens.at(index);
  if (tokens.kind(index) !== "word" || !/^\p{Ll}/u.test(name) || !beginsBranch(tokens, index)) return [];
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const message = `a constructor begins with a capital letter: \`${capital}\`, not \`${name}\``;
  return [
    found("small-constructor", tokens, [index, index], message, `write \`${capital}\``, [put(tokens, index, capital)]),
  ];
};

/** The habits in forms that Dual does not have. */
export const UNKNOWN_FORMS: readonly Habit[] = [
  classes,
  localOp,
  bracketsBehind,
  bareBinding,
  arrayPattern,
  smallConstructor,
];
