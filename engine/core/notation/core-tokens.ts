// External tokenizer of the core notation: names with every mark that makes them unique, and words with an index.
import { ExternalTokenizer } from "@lezer/lr";
import { FieldName, Name, PartialSign, ProjectionSign, Wildcard } from "./core.grammar.terms";

const START = /[\p{L}_]/u;
const REST = /[\p{L}\p{M}\p{N}_'#@°′]/u;
const SIGNS = "λℝℤ";
const LOW_LINE = "\u0332";

/** Reads a name: letters, digits, subscripts and marks; a dot within it is followed by a letter. */
export const words = new ExternalTokenizer((input) => {
  const at = (offset: number): string => {
    const unit = input.peek(offset);
    if (unit < 0) return "";
    if (unit >= 0xd800 && unit < 0xdc00) return String.fromCharCode(unit, input.peek(offset + 1));
    return String.fromCharCode(unit);
  };
  const first = at(0);
  if (first === "∂") {
    let length = 1;
    while (/[₀-₉]/.test(at(length))) length++;
    input.advance(length);
    if (length > 1) input.acceptToken(PartialSign);
    return;
  }
  if (first === "" || SIGNS.includes(first) || !START.test(first)) return;
  let length = first.length;
  while (true) {
    const next = at(length);
    if (next !== "" && next !== LOW_LINE && !SIGNS.includes(next) && REST.test(next)) length += next.length;
    else if (
      next === "." &&
      START.test(at(length + 1)) &&
      !SIGNS.includes(at(length + 1)) &&
      at(length - 1) === "D" &&
      length === 1
    )
      length++;
    else break;
  }
  const word = Array.from({ length }, (_, offset) => String.fromCharCode(input.peek(offset))).join("");
  if (word === "D" && at(1) === "[") return;
  if (/^\p{Lu}/u.test(word) && at(length) === "." && /\d/.test(at(length + 1))) {
    length++;
    while (/\d/.test(at(length))) length++;
    input.advance(length);
    return void input.acceptToken(FieldName);
  }
  input.advance(length);
  if (word === "_") input.acceptToken(Wildcard);
  else input.acceptToken(/^π[₀-₉]+$/.test(word) ? ProjectionSign : Name);
});
