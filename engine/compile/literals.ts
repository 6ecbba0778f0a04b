// The encoder: the only way for what the user wrote into generated code.

/** A number or truth value as JavaScript code that gives exactly it. */
export function literalCode(value: number | boolean | undefined): string {
  if (typeof value !== "number") return String(value);
  if (Number.isNaN(value)) return "NaN";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.startsWith("-") ? `(${text})` : text;
}

/** A text as a JavaScript string literal that contains nothing but printable ASCII, and neither quotes nor comment signs. */
export function textCode(text: string): string {
  let code = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isPlain =
      (unit >= 0x30 && unit <= 0x39) ||
      (unit >= 0x41 && unit <= 0x5a) ||
      (unit >= 0x61 && unit <= 0x7a) ||
      unit === 0x20;
    code += isPlain ? text[i] : `\\u${unit.toString(16).padStart(4, "0")}`;
  }
  return `"${code}"`;
}

/** A text as the inside of a block comment: it cannot end the comment. */
export function commentCode(text: string): string {
  return text.replaceAll("*/", "*\u200b/").replace(/[\u2028\u2029]/g, " ");
}
