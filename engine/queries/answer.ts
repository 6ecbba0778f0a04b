// Answers to queries: plain data, which crosses to the page as it is.
import { grouped } from "../base/grouped.ts";
import { shortReal } from "../core/values/show-value.ts";

/** A query's result. Documents print it, hints and limits compare it. */
export type Answer =
  /** `exact`: all digits of a whole number that is too large for a `number`. */
  | { readonly tag: "number"; readonly value: number; readonly exact?: string }
  | { readonly tag: "text"; readonly text: string }
  /** Names in an order that matters. */
  | { readonly tag: "names"; readonly names: readonly string[] }
  | { readonly tag: "truth"; readonly holds: boolean };

/** A number as an answer. A bigint beyond the safe integers is rounded, and keeps its digits as `exact`. */
export function numberAnswer(value: number | bigint): Answer {
  if (typeof value === "number") return { tag: "number", value };
  const near = Number(value);
  return Number.isSafeInteger(near)
    ? { tag: "number", value: near }
    : { tag: "number", value: near, exact: `${value}` };
}

/** An answer as it stands in a sentence. */
export function answerText(answer: Answer): string {
  switch (answer.tag) {
    case "number":
      return answer.exact === undefined ? shortReal(answer.value) : grouped(answer.exact, "\u202f");
    case "text":
      return answer.text;
    case "names":
      return answer.names.join(", ");
    case "truth":
      return answer.holds ? "yes" : "no";
  }
}

/** How close two numbers have to be to be the same answer: people give four digits. */
const FOUR_DIGITS = 5e-4;

/** Whether two answers are the same, as far as people can tell: numbers to four digits, texts but for spaces and the ways to type a sign. */
export function sameAnswer(a: Answer, b: Answer): boolean {
  if (a.tag === "number" && b.tag === "number") {
    if (a.exact !== undefined && b.exact !== undefined) return a.exact === b.exact;
    if (Number.isNaN(a.value) || Number.isNaN(b.value)) return Number.isNaN(a.value) && Number.isNaN(b.value);
    if (!Number.isFinite(a.value) || !Number.isFinite(b.value)) return a.value === b.value;
    return Math.abs(a.value - b.value) <= FOUR_DIGITS * Math.max(Math.abs(a.value), Math.abs(b.value));
  }
  if (a.tag === "names" && b.tag === "names")
    return a.names.length === b.names.length && a.names.every((name, index) => name === b.names[index]);
  if (a.tag === "truth" && b.tag === "truth") return a.holds === b.holds;
  return plainSpelling(answerText(a)) === plainSpelling(answerText(b));
}

/** Usual spellings of signs that are hard to type. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[ℝR]\u0332?(?:eal)?/gu, "R"],
  [/ℤ|Int/gu, "Z"],
  [/→|->/g, ">"],
  [/⊸|-o/g, "o"],
  [/×|\*/g, "x"],
  [/[⟨⟩<]/gu, "("],
  [/−/g, "-"],
  [/²/g, "^2"],
  [/³/g, "^3"],
  [/[()\s·*]/g, ""],
];

function plainSpelling(text: string): string {
  return SPELLINGS.reduce((spelled, [sign, plain]) => spelled.replace(sign, plain), text.normalize("NFC"));
}
