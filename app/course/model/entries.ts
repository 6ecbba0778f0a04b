// A value of several numbers as it is asked for: all of them where they are few, else one of them.
import { type Answer, sameAnswer } from "../../../engine/session/queries/answer.ts";
import { readNumber } from "./numbers.ts";

/** Numbers that are asked for all. */
const FEW = 4;

/** The numbers of a nesting of lists, arrays or tuples, in reading order; undefined for any other text. */
export function entriesOf(text: string): readonly number[] | undefined {
  if (!/^\s*[([]/.test(text)) return undefined;
  const words = text.split(/[()[\],\s]+/).filter((word) => word !== "");
  const numbers = words.map(readNumber);
  const all = numbers.filter((one) => one !== undefined);
  return all.length < 2 || all.length < numbers.length ? undefined : all;
}

/** The places of the numbers that are asked for, from 0; of many the one in the middle of the second half. */
export function askedEntries(entries: readonly number[]): readonly number[] {
  return entries.length <= FEW ? [...entries.keys()] : [Math.floor(entries.length * 0.75)];
}

/** Whether numbers that were given are those of an answer at the places that are asked for. */
export function areEntries(given: readonly number[], answer: Answer, asked: readonly number[]): boolean {
  const entries = answer.tag === "text" ? entriesOf(answer.text) : undefined;
  return asked.every((place, index) => {
    const [value, own] = [entries?.[place], given[index]];
    if (value === undefined || own === undefined) return false;
    return sameAnswer({ tag: "number", value: own }, { tag: "number", value });
  });
}
