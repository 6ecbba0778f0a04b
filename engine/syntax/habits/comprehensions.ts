// Habits in lists that are described: ranges and comprehensions.
import { nth } from "../../base/nth.ts";
import { atom, atTokens, type Found, found, type Habit, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

/** The list of a up to b, b included. */
function rangeOf(from: string, to: string): string {
  return `range ${atom(from)} ${/^\d+$/.test(to) ? String(Number(to) + 1) : `(${to} + 1)`}`;
}

/** `[a..b]`, `[a .. b]`: with its last element, which `range` leaves out. */
export const ranges: Habit = atTokens(["..", "..."], (tokens, index) => {
  const opener = tokens.opener(index);
  const closer = tokens.closer(index);
  const message = "Dual has no ranges `[a..b]`: write `range a b` for the list of a up to b - 1";
  const [from, to] = [tokens.slice(opener + 1, index), tokens.slice(index + 1, closer)];
  const isClosed = closer < tokens.list.length;
  if (!isClosed || tokens.at(opener) !== "[" || from === "" || to === "" || from.includes(","))
    return found("range", tokens, [index, index], message);
  const text = rangeOf(from, to);
  const isAlone = tokens.at(opener - 1) === "(" && tokens.at(closer + 1) === ")";
  return found("range", tokens, [index, index], message, `write \`${text}\``, [
    put(tokens, opener, isAlone ? text : `(${text})`, closer),
  ]);
});

/** Longer comprehensions are left alone. */
const LONGEST_GENERATORS = 500;

function comprehension(
  tokens: Tokens,
  opener: number,
  bar: number,
  generators: string,
  element: string,
): Found | undefined {
  if (generators.length > LONGEST_GENERATORS) return undefined;
  const [, variable, list, condition] =
    /^([\s\S]+?)\s*(?:<-|\bin\b)\s*([\s\S]+?)\s*(?:(?:,|\bif\b)\s*([\s\S]+))?$/.exec(generators) ?? [];
  const isPython = tokens.at(bar) === "for";
  const example = isPython ? "[e for x in xs]" : "[e | x <- xs]";
  const message = `Dual writes \`${example}\` as \`map (\\x -> e) xs\``;
  if (
    variable === undefined ||
    list === undefined ||
    condition?.includes("<-") ||
    condition?.includes(" for ") ||
    / for /.test(list)
  )
    return found("comprehension", tokens, [opener, bar], `${message}; several lists need \`concat\``);
  const range = /^\[([^,]+?)\s*\.\.\.?\s*([^,]+)\]$/.exec(list);
  const elements = range === null ? atom(list) : `(${rangeOf(nth(range, 1), nth(range, 2))})`;
  const bound = variable.includes(",") && !variable.startsWith("(") ? `(${variable})` : variable;
  const source = condition === undefined ? elements : `(filter (\\${bound} -> ${condition}) ${elements})`;
  const text =
    element === variable ? source.replace(/^\((filter [\s\S]*)\)$/, "$1") : `map (\\${bound} -> ${element}) ${source}`;
  const isInside = tokens.at(opener) === "(" && !tokens.isAtom(opener - 1);
  const isAlone = tokens.at(opener - 1) === "(" && tokens.at(tokens.partner(opener) + 1) === ")";
  const isBody = ["=", "in", "then", "else", "->"].includes(tokens.at(opener - 1));
  return found("comprehension", tokens, [opener, tokens.partner(opener)], message, `write \`${text.slice(0, 60)}\``, [
    put(tokens, opener, isAlone || isBody || isInside ? text : `(${text})`, tokens.partner(opener)),
  ]);
}

/** `[e | x <- xs, c]`. */
export const haskellComprehension: Habit = atTokens(["|"], (tokens, index) => {
  const opener = tokens.opener(index);
  if (tokens.at(opener) !== "[" || tokens.partner(opener) < 0) return undefined;
  const closer = tokens.partner(opener);
  if (tokens.next(index, new Set(["<-"])) >= closer) return undefined;
  return comprehension(tokens, opener, index, tokens.slice(index + 1, closer), tokens.slice(opener + 1, index));
});

/** `[e for x in xs if c]`, and without brackets as an argument. */
export const pythonComprehension: Habit = atTokens(["for"], (tokens, index) => {
  const opener = tokens.opener(index);
  if (!["[", "("].includes(tokens.at(opener)) || tokens.partner(opener) < 0 || opener + 1 === index) return undefined;
  const closer = tokens.partner(opener);
  if (tokens.next(index, new Set(["in"])) >= closer) return undefined;
  return comprehension(tokens, opener, index, tokens.slice(index + 1, closer), tokens.slice(opener + 1, index));
});
