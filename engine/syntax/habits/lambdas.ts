// Habits in functions without a name: arrows, dots and bars of other languages.
import { nth } from "../../base/nth.ts";
import { atTokens, before, drop, found, type Habit, put } from "./habit.ts";

/** `(x, y) -> e` and `x -> e` without the backslash. */
export const bareArrow: Habit = atTokens(["->"], (tokens, index) => {
  const start = tokens.rowStart(index);
  const previous = tokens.at(start - 1);
  if (start === index || !["(", ",", "=", "in", "[", "|>"].includes(previous)) return undefined;
  const whole = previous === "(" && tokens.closer(index) < tokens.list.length;
  return found("lambda", tokens, [start, index], "Dual writes a function as `\\x -> e`", "write `\\`", [
    before(tokens, start, whole || previous === "=" || previous === "in" ? "\\" : "\\"),
  ]);
});

/** `\x. e`, `λx. e`. */
export const lambdaDot: Habit = atTokens([".", ","], (tokens, index) => {
  let start = index;
  while (tokens.atomStart(start) < start) start = tokens.atomStart(start);
  const isLambda = tokens.at(start - 1) === "\\" || tokens.at(start - 1) === "λ";
  if (!isLambda || start === index) return undefined;
  if (tokens.at(index) === ",")
    return found(
      "lambda",
      tokens,
      [index, index],
      "Dual separates the parameters of a function by blanks",
      "remove `,`",
      [put(tokens, index, tokens.touches(index) ? " " : "")],
    );
  return found("lambda", tokens, [index, index], "Dual writes a function as `\\x -> e`", "write `->`", [
    put(tokens, index, tokens.touches(index) ? " -> " : " ->"),
  ]);
});

/** `x => e`, `(x, y) => e`. */
export const fatArrow: Habit = atTokens(["=>", "⇒"], (tokens, index) => {
  const start = tokens.atomStart(index);
  const previous = tokens.at(start - 1);
  if (start === index || previous === "\\" || previous === "λ" || tokens.kind(start - 1) === "word") return undefined;
  if (previous === "|" || previous === "{") return undefined;
  const edits = [before(tokens, start, "\\"), put(tokens, index, "->")];
  const closer = tokens.partner(index + 1);
  if (tokens.at(index + 1) === "{" && tokens.at(index + 2) === "return" && closer > 0) {
    const last = tokens.at(closer - 1) === ";" ? closer - 1 : closer;
    edits.push(drop(tokens, index + 1, index + 2));
    edits.push({ from: tokens.endBefore(last), to: nth(tokens.list, closer).to, text: "" });
  }
  return found("lambda", tokens, [start, index], "Dual writes a function as `\\x -> e`", "write `\\` and `->`", edits);
});

/** `|x| e` of Rust. */
export const bars: Habit = atTokens(["|"], (tokens, index) => {
  let end = index + 1;
  while (tokens.atomEnd(end) > end || tokens.at(end) === ",") end = Math.max(tokens.atomEnd(end), end + 1);
  if (tokens.at(end) !== "|" || end === index + 1 || !tokens.isAtom(end + 1)) return undefined;
  const previous = tokens.at(index - 1);
  if (tokens.isAtom(index - 1) && tokens.kind(index - 1) !== "open" && previous !== "=") {
    if (nth(tokens.list, index - 1).to === nth(tokens.list, index).from) return undefined;
  }
  const params = tokens
    .slice(index + 1, end)
    .replaceAll(",", " ")
    .replace(/\s+/g, " ");
  return found("lambda", tokens, [index, end], "Dual writes a function as `\\x -> e`", "write `\\x -> e`", [
    put(tokens, index, `\\${params} ->`, end),
  ]);
});
