import { nth } from "../../base/nth.ts";
// The encoder: the only way for what the user wrote into generated code.

/** A number or truth value as JavaScript code that gives exactly it. */
export function literalCode(value: number | boolean | undefined): string {
  if (typeof value !== "number") return String(value);
  if (Number.isNaN(value)) return "NaN";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.startsWith("-") ? `(${text})` : text;
}

/** Plain characters of a literal: no double quote, no backslash, nothing that begins or ends comments or tags. */
const PLAIN = /^[A-Za-z0-9 .,:;`^_()[\]+=-]$/;

/** A text as a JavaScript string literal of printable ASCII. */
export function textCode(text: string): string {
  let code = "";
  for (let i = 0; i < text.length; i++) {
    const unit = nth(text, i);
    code += PLAIN.test(unit) ? unit : `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return `"${code}"`;
}

/** A text as the inside of a block comment: it cannot end the comment. */
export function commentCode(text: string): string {
  return text.replaceAll("*/", "*\u200b/").replace(/[\u2028\u2029]/g, " ");
}
