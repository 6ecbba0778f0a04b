// Advice: which habit explains a mistake, and the fix that writes the whole region as Dual does. A habit explains a mistake where
// its edits, once applied, let the parser read on beyond it.
import { diffWordsWithSpace } from "diff";
import { nth } from "../../base/nth.ts";
import { type Diagnostic, mistake } from "../../source/diagnostic.ts";
import { type Span, span } from "../../source/span.ts";
import type { Advice } from "../advice.ts";
import { swappedWord } from "../foreign/words.ts";
import { type Extent, LONGEST_REGION } from "../regions.ts";
import { expressionParser, programParser, type Text } from "../tree.ts";
import type { Trials } from "../trials.ts";
import { type Edit, type Found, type Habit, put } from "./habit.ts";
import { keywordSlip } from "./keyword-slips.ts";
import { LAST_SIGNS, SIGNS } from "./signs.ts";
import { topExpression } from "./statements.ts";
import { FORMS_AND_WORDS, LAST_WORDS, pythonHeader } from "./table.ts";
import { Tokens } from "./tokens.ts";

/** The whole table, in the order in which it is tried. */
const HABITS: readonly Habit[] = [keywordSlip, ...FORMS_AND_WORDS, ...SIGNS, topExpression];
/** Habits without a fix, for mistakes that none of the others explains. */
const LAST_HABITS: readonly Habit[] = [...LAST_WORDS, ...LAST_SIGNS];

const FIXABLE = new Set("return lambda fun fn function match switch where begin elif or mod div".split(" "));

/** Habits that one fix may mend. */
const MOST_ROUNDS = 40;

/** The mistake of a text: where a parser stops; undefined where it reads everything. */
function stopOf(text: string, isExpression: boolean): number | undefined {
  try {
    (isExpression ? strictExpression : strictProgram).parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return Number(/\d+$/.exec(error.message)?.[0] ?? 0);
  }
}
const strictProgram = programParser.configure({ strict: true });
const strictExpression = expressionParser.configure({ strict: true });

/**
 * The habit that led to the mistake at an offset of a region of a text, with its fix; undefined where none explains it. With `word`
 * the region can be read, and an unknown name at the offset is the mistake.
 */
export function advise(
  text: Text,
  { from, to }: Extent,
  offset: number,
  trials: Trials,
  { isExpression = false, word = false } = {},
): Advice | undefined {
  if (to - from > LONGEST_REGION || !trials.take(to - from))
    return word ? undefined : withoutFix(text, { from, to }, offset);
  const region = text.text.slice(from, to);
  let now = region;
  let first: Found | undefined;
  let rounds = 0;
  let stop: number | undefined = word ? offset - from : stopOf(region, isExpression);
  let isWord = word;
  while (stop !== undefined && rounds < MOST_ROUNDS) {
    const next = step(now, stop, isWord, isExpression, trials);
    if (next === undefined) break;
    first ??= next.found;
    if (next.text === undefined) break;
    now = next.text;
    rounds++;
    stop = stopOf(now, isExpression);
    isWord = stop === undefined;
    if (isWord) stop = foreignWordIn(now);
  }
  if (first === undefined) return undefined;
  const at = span(text.source, from + first.from, from + first.to);
  const edits = editsBetween(region, now).map((edit) => ({
    span: span(text.source, from + edit.from, from + edit.to),
    text: edit.text,
  }));
  const more = rounds > 2 ? `, with ${rounds - 1} more changes` : rounds === 2 ? ", with 1 more change" : "";
  const fix = edits.length === 0 || first.title === undefined ? undefined : { title: `${first.title}${more}`, edits };
  const diagnostic = mistake(first.kind, at, first.message, { fix });
  return { diagnostic, part: explainedPart(text, diagnostic, offset, word), defines: definedIn(now) };
}

/** Advice on a mistake in a region that is too long to be read again and again. */
function withoutFix(text: Text, { from, to }: Extent, offset: number): Advice | undefined {
  const start = Math.max(from, offset - WINDOW);
  const tokens = new Tokens(text.text.slice(start, Math.min(to, offset + WINDOW)));
  const found = lastResort(tokens, tokens.indexAt(offset - start));
  if (found === undefined) return undefined;
  const diagnostic = mistake(found.kind, span(text.source, start + found.from, start + found.to), found.message);
  return { diagnostic, part: explainedPart(text, diagnostic, offset, false), defines: [] };
}
/** UTF-16 units around a mistake that are read in a long region. */
const WINDOW = 2000;

/**
 * The part explained by a habit: from its first change to its last, or the rest of the line if it has no fix. A word read as a name spoils
 * its whole line.
 */
function explainedPart(text: Text, { span: at, fix }: Diagnostic, offset: number, word: boolean): Span {
  let [from, to] = [at.from, at.to];
  for (const edit of fix?.edits ?? []) {
    from = Math.min(from, edit.span.from);
    to = Math.max(to, edit.span.to);
  }
  if (fix !== undefined && !word) return span(text.source, from, to);
  if (word) from = text.text.lastIndexOf("\n", from - 1) + 1;
  const newline = text.text.indexOf("\n", Math.max(to, offset));
  return span(text.source, from, newline < 0 ? text.text.length : newline);
}

/** The habit that explains a mistake, and the region with its edits, where it has some. */
function step(
  text: string,
  stop: number,
  isWord: boolean,
  isExpression: boolean,
  trials: Trials,
): { readonly found: Found; readonly text: string | undefined } | undefined {
  const tokens = new Tokens(text);
  const error = tokens.indexAt(stop);
  // `def f(x):` reads as the beginning of a type, so that nothing stops the parser before a word far below
  const header = isWord ? pythonHeader(tokens, error) : undefined;
  if (header !== undefined) return { found: header, text: applied(text, header.edits ?? []) };
  const respelt = withWord(tokens, error);
  const next = respelt && step(respelt.text, stop, isWord, isExpression, trials);
  if (next?.text !== undefined) {
    const message = `\`${respelt?.slip}\` reads as \`${respelt?.word}\`: ${next.found.message}`;
    return { ...next, found: { ...next.found, message } };
  }
  for (const habit of HABITS) {
    for (const found of habit(tokens, error)) {
      if (found.edits === undefined) {
        if (touches(found, tokens, error)) return { found, text: undefined };
        continue;
      }
      if (!trials.take(text.length)) continue;
      if (isWord && !(found.from <= stop && stop < found.to) && !covers(found.edits, stop)) continue;
      const edits = found.edits.toSorted((a, b) => a.from - b.from);
      const changed = applied(text, edits);
      const after = stopOf(changed, isExpression);
      if (after === undefined || (!isWord && before(after, edits) > stop)) return { found, text: changed };
    }
  }
  const found = lastResort(tokens, error);
  if (found === undefined) return undefined;
  if (found.edits === undefined || !trials.take(text.length)) return { found, text: undefined };
  return { found, text: applied(text, found.edits) };
}

/** The text with a word of another language near a mistake whose letters are swapped there; it is as long as before. */
function withWord(tokens: Tokens, error: number) {
  for (let at = Math.min(error, tokens.list.length - 1); at >= Math.max(0, error - MOST_WORDS); at--) {
    const word = tokens.kind(at) === "word" ? swappedWord(tokens.at(at)) : undefined;
    if (word === undefined) continue;
    return { slip: tokens.at(at), word, text: applied(tokens.text, [put(tokens, at, word)]) };
  }
  return undefined;
}
/** Tokens before a mistake that may be such a word. */
const MOST_WORDS = 60;

/** The message where no habit with a fix explains the mistake. */
function lastResort(tokens: Tokens, error: number): Found | undefined {
  for (const habit of LAST_HABITS) {
    const found = habit(tokens, error).find((one) => touches(one, tokens, error));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a habit without a fix stands at the mistake, or in the same line before it. */
function touches(found: Found, tokens: Tokens, error: number): boolean {
  const start = tokens.from(tokens.lineStart(error));
  const end = tokens.list[error]?.to ?? tokens.text.length;
  return found.from <= end && found.to >= start;
}

function covers(edits: readonly Edit[], offset: number): boolean {
  return edits.some(({ from, to }) => from <= offset && offset < to);
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
}

/** Where an offset of a changed text lay before its edits; in what was inserted, where that was. */
function before(offset: number, edits: readonly Edit[]): number {
  let moved = 0;
  for (const { from, to, text } of edits) {
    if (offset < from + moved) break;
    if (offset < from + moved + text.length) return from;
    moved += text.length - (to - from);
  }
  return offset - moved;
}

/** Where a word stands that Dual would take for a name, and that a habit can mend. */
function foreignWordIn(text: string): number | undefined {
  return new Tokens(text).list.find(
    (token) => token.kind === "word" && FIXABLE.has(token.text) && isMisread(token.text, text),
  )?.from;
}

/** `mod` and `div` are functions of Dual's: only the others are misread wherever they stand. */
function isMisread(word: string, text: string): boolean {
  if (word === "mod" || word === "div") return false;
  return !new RegExp(`\\b(?:def|let|rec|and|op)\\s+${word}\\b`).test(text);
}

function definedIn(text: string): readonly string[] {
  return [...text.matchAll(/^(?:def|op)[ \t]+([\p{Ll}_][\p{L}\p{N}_']*)/gmu)].map((match) => nth(match, 1));
}

/** The edits between two texts, word by word; a single edit where they differ too much. */
function editsBetween(before: string, after: string): readonly Edit[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_DIFFERENCES });
  if (parts === undefined) return [{ from: 0, to: before.length, text: after }];
  const edits: { from: number; to: number; text: string }[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    const last = edits.at(-1);
    const edit = last?.to === at ? last : { from: at, to: at, text: "" };
    if (edit !== last && (added || removed)) edits.push(edit);
    if (added) edit.text += value;
    else at += value.length;
    if (removed) edit.to = at;
  }
  return edits;
}
const MOST_DIFFERENCES = 2000;
