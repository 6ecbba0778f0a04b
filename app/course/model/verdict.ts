// The reply to an answer: whether it is right, and if not, which reason leads to it.
import { nth, present } from "../../../engine/base/nth.ts";
import { type Answer, answerText, sameAnswer } from "../../../engine/queries/answer.ts";
import type { Answered } from "../../../engine/queries/evaluate.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import type { Predict, Statement, Way } from "./cells.ts";
import { areEntries, askedEntries, entriesOf, haveOneForm, placesOff } from "./entries.ts";
import { readNumber } from "./numbers.ts";

/** The run's facts on a question. */
export interface Facts {
  readonly right: Answered | undefined;
  /** In the order of the question's misconceptions. */
  readonly wrong: readonly (Answered | undefined)[];
  /** In the order of its statements: whether each holds. */
  readonly holds: readonly (Answered | undefined)[];
}

/** The reply to an answer; `waiting` until the run has given the right one. */
export type Verdict =
  | { readonly tag: "waiting" }
  /** Nothing can be said: the sentence says why. */
  | { readonly tag: "unknown"; readonly why: string }
  /** It cannot be read as an answer. */
  | { readonly tag: "unreadable" }
  | { readonly tag: "right" }
  /** `says`: the author's reply to this answer. `near`: how close a number is. */
  | {
      readonly tag: "wrong";
      readonly says: string | undefined;
      readonly near: Near | undefined;
      /** Of several numbers: the places of those that are not right, from 0. */
      readonly places?: readonly number[];
    };

/** How a wrong number relates to the right one; `digits` means that it is the right one, rounded to the decimals that were given. */
export type Near = "digits" | "sign" | "close" | "ten" | "inverse" | "larger" | "smaller";

/** The form of an answer, from the question and the run's facts. */
export function wayOf(predict: Predict, facts: Facts): Way | undefined {
  const { ask, statements } = predict;
  if (statements.length > 0) return "choice";
  if (ask !== undefined && ask !== "choice" && ask !== "entries") return ask;
  const { right, wrong } = facts;
  if (right?.tag !== "answer") return undefined;
  const { answer } = right;
  if (answer.tag === "names") return "order";
  if (answer.tag === "number" && ask !== "choice") return "number";
  const entries = answer.tag === "text" ? entriesOf(answer.text) : undefined;
  if (entries !== undefined && (ask === "entries" || entries.length > MOST_CHOSEN)) return "entries";
  // all choices are known when all wrong ones are
  if (wrong.includes(undefined)) return undefined;
  if (choicesOf(predict, facts).length > 1) return "choice";
  return entries !== undefined ? "entries" : answer.tag === "number" ? "number" : "text";
}

/** Numbers of a value that can be chosen as a whole. */
const MOST_CHOSEN = 8;

/** A choice: the text of an answer, or a statement by its place. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices, in an order that does not reveal the right one. */
export function choicesOf(predict: Predict, facts: Facts): readonly Choice[] {
  if (predict.statements.length > 0)
    return predict.statements.map(({ label }, index) => ({ value: String(index), label }));
  const { right, wrong } = facts;
  const texts = [right, ...wrong.filter((one) => !givesItselfAway(one, right))].flatMap((one) =>
    one?.tag === "answer" ? [answerText(one.answer)] : [],
  );
  // those that the author lists keep their order
  const others = [...new Set(texts)]
    .filter((text) => !predict.among.includes(text))
    .sort((a, b) => mixed(a) - mixed(b));
  return [...predict.among, ...others].map((text) => ({ value: text, label: briefValue(text) }));
}

/** Whether a wrong answer has another form than the right one: among the choices it would be known at once. */
export function givesItselfAway(wrong: Answered | undefined, right: Answered | undefined): boolean {
  return wrong?.tag === "answer" && right?.tag === "answer" && !haveOneForm(wrong.answer, right.answer);
}

/** A number of a text, for an order that means nothing. */
function mixed(text: string): number {
  let hash = 2166136261;
  for (const sign of text) hash = Math.imul(hash ^ present(sign.codePointAt(0)), 16777619);
  return hash;
}

/** The names that are to be ordered, in an order that is not the right one where there are two or more. */
export function toBeOrdered(right: Answer): readonly string[] {
  if (right.tag !== "names") return [];
  const sorted = [...right.names].sort((a, b) => a.localeCompare(b));
  const isRight = sorted.every((name, index) => name === right.names[index]);
  return isRight ? [...sorted.slice(1), ...sorted.slice(0, 1)] : sorted;
}

/** A list of names as one text. */
export const BETWEEN_NAMES = "\n";

/** Parses an answer that was typed, chosen or ordered; undefined where it cannot be read. */
export function readGiven(way: Way, given: string): Answer | undefined {
  const text = given.trim();
  if (text === "") return undefined;
  if (way === "order") return { tag: "names", names: text.split(BETWEEN_NAMES) };
  if (way !== "number") return { tag: "text", text };
  const value = readNumber(text);
  return value === undefined ? undefined : { tag: "number", value };
}

/** Judges an answer as the reader typed it. The author's misconceptions precede `near`. */
export function verdictOf(predict: Predict, facts: Facts, way: Way, given: string): Verdict {
  if (predict.statements.length > 0) return statementVerdict(predict, facts, given);
  const { right } = facts;
  if (right === undefined) return { tag: "waiting" };
  if (right.tag === "mistake") return { tag: "unknown", why: right.message };
  if (way === "entries") return entriesVerdict(predict, facts, right.answer, given);
  const answer = readGiven(way, given);
  if (answer === undefined) return { tag: "unreadable" };
  if (sameAnswer(answer, right.answer)) return { tag: "right" };
  const isMeant = (one: Answered | undefined): boolean =>
    one?.tag === "answer" && (sameAnswer(answer, one.answer) || isRounded(given, one.answer));
  const place = facts.wrong.findIndex(isMeant);
  const says = place < 0 ? undefined : nth(predict.misconceptions, place).says;
  const near = isRounded(given, right.answer) ? "digits" : nearOf(answer, right.answer);
  return { tag: "wrong", says, near: says === undefined ? near : undefined };
}

function entriesVerdict(predict: Predict, { wrong }: Facts, right: Answer, given: string): Verdict {
  const asked = askedEntries((right.tag === "text" && entriesOf(right.text)) || []);
  const numbers = given.split(BETWEEN_NAMES).map(readNumber);
  const known = numbers.filter((one) => one !== undefined);
  if (known.length < Math.max(1, asked.length)) return { tag: "unreadable" };
  if (areEntries(known, right, asked)) return { tag: "right" };
  const place = wrong.findIndex((one) => one?.tag === "answer" && areEntries(known, one.answer, asked));
  if (place >= 0) return { tag: "wrong", says: nth(predict.misconceptions, place).says, near: undefined };
  const places = asked.length > 1 ? placesOff(known, right, asked) : undefined;
  return { tag: "wrong", says: undefined, near: undefined, ...(places && { places }) };
}

/** Whether a number is given with two decimals or more, and is an answer rounded to as many. */
function isRounded(given: string, answer: Answer): boolean {
  const decimals = /^[-−+]?\d*\.(\d{2,})$/.exec(given.trim())?.[1]?.length;
  if (decimals === undefined || answer.tag !== "number") return false;
  return Math.abs(present(readNumber(given)) - answer.value) <= 0.5 * 10 ** -decimals;
}

function statementVerdict({ statements }: Predict, { holds }: Facts, given: string): Verdict {
  const place = Number(given);
  const statement = statements[place];
  if (given.trim() === "" || statement === undefined) return { tag: "unreadable" };
  const found = holds[place];
  if (found === undefined) return { tag: "waiting" };
  if (found.tag === "mistake") return { tag: "unknown", why: found.message };
  const isRight = found.answer.tag === "truth" && found.answer.holds;
  return isRight ? { tag: "right" } : { tag: "wrong", says: statement.says || undefined, near: undefined };
}

/** How far off an answer may be to be close: a twentieth, or one of a count that is not small. */
const NEAR = 0.05;
const NEXT = 5;

function nearOf(given: Answer, right: Answer): Near | undefined {
  if (given.tag !== "number" || right.tag !== "number") return undefined;
  const [a, b] = [given.value, right.value];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return undefined;
  const isClose = (x: number, y: number): boolean => Math.abs(x - y) <= 1e-6 * Math.max(1, Math.abs(y));
  if (b !== 0 && isClose(a, -b)) return "sign";
  if (b !== 0 && isClose(a, 1 / b)) return "inverse";
  if (b !== 0 && (isClose(a, 10 * b) || isClose(a, b / 10))) return "ten";
  const isNext = Number.isInteger(a) && Number.isInteger(b) && Math.abs(b) >= NEXT && Math.abs(a - b) === 1;
  if (isNext || Math.abs(a - b) <= NEAR * Math.abs(b)) return "close";
  return a > b ? "larger" : "smaller";
}

/** The statement that is right; undefined while that is not known, or where none is chosen. */
export function rightStatement({ statements }: Predict, { holds }: Facts): Statement | undefined {
  return statements[holds.findIndex((one) => one?.tag === "answer" && one.answer.tag === "truth" && one.answer.holds)];
}

/** The right answer as a text; undefined while it is not known. */
export function rightText(predict: Predict, { right, holds }: Facts): string | undefined {
  if (predict.statements.length > 0) return rightStatement(predict, { right, wrong: [], holds })?.label;
  return right?.tag === "answer" ? briefValue(answerText(right.answer)) : undefined;
}
