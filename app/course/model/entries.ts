// A value of several numbers as it is asked for: all of them where they are few, else one of them.
import { nth } from "../../../engine/base/nth.ts";
import { type Answer, sameAnswer } from "../../../engine/queries/answer.ts";
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
  return placesOff(given, answer, asked).length === 0;
}

/** The places in the list of given numbers, from 0, of those that are not an answer's at the places that are asked for. */
export function placesOff(given: readonly number[], answer: Answer, asked: readonly number[]): readonly number[] {
  const entries = answer.tag === "text" ? entriesOf(answer.text) : undefined;
  return [...asked.keys()].filter((index) => {
    const [value, own] = [entries?.[nth(asked, index)], given[index]];
    if (value === undefined || own === undefined) return true;
    return !sameAnswer({ tag: "number", value: own }, { tag: "number", value });
  });
}

/** Whether two answers have one form, so that neither stands out among choices: both are numbers, texts, or alike nestings of numbers. */
export function haveOneForm(a: Answer, b: Answer): boolean {
  const [one, other] = [formOf(a), formOf(b)];
  if (one === other) return true;
  // a number may be written as a text
  return [a, b].every(
    (answer) => answer.tag === "number" || (answer.tag === "text" && readNumber(answer.text) !== undefined),
  );
}

/** The form of an answer: a number, a nesting of tuples `{a;b}` and lists `<a>` of numbers, names, a truth, or any other text. */
function formOf(answer: Answer): string {
  if (answer.tag !== "text") return answer.tag;
  const words = answer.text.split(/[()[\],\s]+/).filter((word) => word !== "");
  if (!/[([]/.test(answer.text) || words.some((word) => readNumber(word) === undefined)) return "text";
  // lists of any length have one form
  let form = answer.text.replaceAll(/[^()[\],\s]+/g, "number").replaceAll(/\s/g, "");
  for (let before = ""; before !== form; ) {
    before = form;
    form = form
      .replaceAll(/\(([^()[\]]*)\)/g, (_, inner: string) => `{${inner.replaceAll(",", ";")}}`)
      .replaceAll(/\[([^()[\]]*)\]/g, (_, inner: string) => `<${inner.split(",")[0]}>`);
  }
  return form;
}
