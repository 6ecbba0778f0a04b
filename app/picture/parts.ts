// Numbers as parts of texts, in the colours of their meaning, with as many digits as there is room for.
import { nth, present } from "../../engine/base/nth.ts";
import { shorterReal, shortReal } from "../../engine/core/values/show-value.ts";
import { LETTER, type Part } from "./shape.ts";

/** Digits of numbers for which there is less and less room. */
export const SHORTER = [3, 2] as const;

/** Text in the usual colour. */
export const plain = (text: string): Part => ({ text });
/** Bold text, in a colour. */
export const strong = (text: string, colour?: string): Part => ({ text, colour, bold: true });
/** A primal value, shortened, in its colour; one that is not finite is in the colour of errors. */
export const primal = (x: number, bold = false): Part => ({
  text: shortReal(x),
  number: x,
  colour: oddOr(x, "primal"),
  bold,
});
/** A cotangent, shortened and bold, in its colour; one that is not finite is in the colour of errors. */
export const cot = (x: number): Part => ({ text: shortReal(x), number: x, colour: oddOr(x, "cot"), bold: true });

/** A number as it is, and with fewer and fewer digits for where there is no room for it: three and two, where these are shorter. */
export function forms(part: Part, x: number): readonly (readonly Part[])[] {
  const texts = [part.text, ...SHORTER.map((digits) => shorterReal(x, digits))];
  return texts
    .filter((text, at) => at === 0 || text.length < nth(texts, at - 1).length)
    .map((text) => [{ ...part, text }]);
}

/** Its numbers with as many digits as there is room for, if that helps: as they are, or with three or two. */
export function withFewerDigits(parts: readonly Part[], most: number): readonly Part[] {
  if (lengthOf(parts) <= most) return parts;
  return SHORTER.map((digits) => withDigits(parts, digits)).find((one) => lengthOf(one) <= most) ?? parts;
}

/** Its numbers with some significant digits; whole numbers stay. */
export function withDigits(parts: readonly Part[], digits: number): readonly Part[] {
  return parts.map((part) => {
    const { text, number } = part;
    if (number === undefined || !text.includes(".")) return part;
    const short = shorterReal(number, digits);
    const whole = text.startsWith("+") ? `+${short}` : short;
    return { ...part, text: text.startsWith("(") ? `(${whole})` : whole };
  });
}

/** Marks NaN and infinities. */
function oddOr(x: number, colour: "primal" | "cot"): "primal" | "cot" | "err" {
  return Number.isFinite(x) ? colour : "err";
}

/** A cotangent that changed since an edge was cut: `9→1`, or only the present one where there is no room for more. */
export function changed(
  value: number,
  was: number | undefined,
  most = Number.POSITIVE_INFINITY,
  words = shortReal,
): readonly Part[] {
  if (was === undefined) return [cot(value)];
  const now = strong(words(value), "err");
  const both = [{ text: words(was), colour: "ink-2" }, { text: "→", colour: "ink-2" }, now];
  return lengthOf(both) <= most ? both : [now];
}

/** A contribution that is missing: an edge is cut. */
export const missing = (text: string): Part => ({ text, colour: "err", isStruck: true });

/** The letters of a text. */
export function textOf(parts: readonly Part[]): string {
  return parts.reduce((all, { text }) => all + text, "");
}

/** How many letters a text has. */
export function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** The first of some texts that has room in a width, and its letters: at most, and at least, of a size; undefined where none has room. */
export function fitted(
  texts: readonly (readonly Part[])[],
  width: number,
  { size, least }: { readonly size: number; readonly least: number },
): { readonly parts: readonly Part[]; readonly size: number } | undefined {
  for (const parts of texts) {
    const letters = Math.min(size, width / Math.max(1, lengthOf(parts)) / LETTER);
    if (letters >= least) return { parts, size: letters };
  }
  return undefined;
}

/** Numbers with commas between them, in at most so many letters, and dots for those that have no room; nothing where the first has none. */
export function listed(numbers: readonly Part[], most: number): readonly Part[] {
  const parts: Part[] = [];
  for (const [index, number] of numbers.entries()) {
    const next = index > 0 ? [plain(", "), number] : [number];
    const dots = index < numbers.length - 1 ? DOTS.length : 0;
    if (lengthOf(parts) + lengthOf(next) + dots > most) return index === 0 ? [] : [...parts, plain(DOTS)];
    parts.push(...next);
  }
  return parts;
}
const DOTS = ", …";

/** A term as two lines of at most some letters, broken before an operand; undefined where it is one line, or more than two. */
export function inTwoLines(
  parts: readonly Part[],
  most: number,
): readonly [readonly Part[], readonly Part[]] | undefined {
  if (lengthOf(parts) <= most) return undefined;
  const breaks = [...parts.keys()].filter((at) => at > 0 && /^ \(?$/.test(nth(parts, at).text));
  const lines = breaks.map((at) => {
    const [first, ...rest] = parts.slice(at);
    return [parts.slice(0, at), [{ ...present(first), text: present(first).text.trimStart() }, ...rest]] as const;
  });
  const longest = (both: (typeof lines)[number]): number => Math.max(...both.map(lengthOf));
  const best = lines.sort((a, b) => longest(a) - longest(b))[0];
  return best !== undefined && longest(best) <= most ? best : undefined;
}
