// Keywords with a slip of the keyboard: letters that changed places, one too many or too few, or capital letters.
import { isSwapped } from "../foreign/words.ts";
import { KEYWORDS } from "../keywords.ts";
import { type Found, found, type Habit, put } from "./habit.ts";

/** Tokens before a mistake that are searched. */
const REACH = 60;
/** Slips that are tried. */
const MOST_SLIPS = 4;

/** The keyword that a word is but for a slip; undefined where it is none. In keywords of two letters only their order, their size or a letter twice is one. */
export function keywordFor(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (KEYWORDS.includes(word)) return undefined;
  return KEYWORDS.find((keyword) => {
    if (lower === keyword || isSwapped(word, keyword)) return true;
    if (keyword.length <= 2) return isShorter(keyword, word) && new Set(word).size === 2;
    return word.length > 1 && (isShorter(word, keyword) || isShorter(keyword, word));
  });
}

/** Whether a word is another without one of its letters. */
function isShorter(word: string, other: string): boolean {
  if (word.length !== other.length - 1) return false;
  const at = [...other].findIndex((letter, index) => letter !== word[index]);
  return word === other.slice(0, at) + other.slice(at + 1);
}

/** A word near a mistake that is a keyword but for a slip. */
export const keywordSlip: Habit = (tokens, error) => {
  const places: Found[] = [];
  const last = Math.min(tokens.list.length - 1, error);
  for (let at = last; at >= 0 && at > last - REACH && places.length < MOST_SLIPS; at--) {
    const keyword = tokens.kind(at) === "word" ? keywordFor(tokens.at(at)) : undefined;
    if (keyword === undefined) continue;
    const message = `\`${tokens.at(at)}\` cannot stand here; did you mean the keyword \`${keyword}\`?`;
    const isLarge = (word: string): boolean => keywordFor(word) === word.toLowerCase();
    // capital letters are seldom those of one keyword alone
    const all = isLarge(tokens.at(at)) ? [...tokens.list.keys()].filter((one) => isLarge(tokens.at(one))) : [at];
    const edits = all.map((one) => put(tokens, one, keywordFor(tokens.at(one)) ?? ""));
    places.push(found("keyword-slip", tokens, [at, at], message, `write \`${keyword}\``, edits));
  }
  return places;
};
