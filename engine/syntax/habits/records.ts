// Habits of records: fields in declarations and in values, and arguments with names, as other languages write them.
import { atTokens, type Edit, found, type Habit, put } from "./habit.ts";
import type { Tokens } from "./tokens.ts";

const SEPARATORS = new Set([",", ";"]);
const COLONS = new Set([":", "::", "="]);

/** The parts between two tokens that commas or semicolons separate; one at the end may be without a part after it. */
function partsIn(tokens: Tokens, from: number, to: number): readonly (readonly [from: number, to: number])[] {
  const parts: [number, number][] = [];
  for (let at = from; at < to; ) {
    const end = Math.min(to, tokens.next(at, SEPARATORS));
    parts.push([at, end]);
    at = end + 1;
  }
  return parts;
}

/** `{ x :: Real, y :: Real }`, `{ x: float; y: float }`, `{ x = Real }` in a declaration. */
export const recordType: Habit = atTokens(["{"], (tokens, index) => {
  const closer = tokens.partner(index);
  const head = tokens.last(index, new Set(["data", "type", "struct", "case", "def"]));
  if (closer < 0 || !["data", "type", "struct"].includes(tokens.at(head))) return undefined;
  const fields: string[] = [];
  for (const [from, end] of partsIn(tokens, index + 1, closer)) {
    const colon = tokens.next(from, COLONS);
    if (colon !== from + 1 || colon >= end) return undefined;
    fields.push(`${tokens.at(from)} : ${tokens.slice(colon + 1, end)}`);
  }
  const isNamed = head < index - 2 && /^\p{Lu}/u.test(tokens.at(index - 1));
  const name = tokens.at(head + 1);
  const constructor = name.charAt(0).toUpperCase() + name.slice(1);
  const declares = [put(tokens, head, "data"), put(tokens, head + 1, constructor)];
  const before = isNamed ? "" : `${tokens.at(index - 1) === "=" ? "" : "= "}${constructor} `;
  const text = `${before}{ ${fields.join(", ")} }`;
  const message = "Dual writes fields behind a constructor: `data P = P { x : Real, y : Real }`";
  return found("record", tokens, [index, index], message, "write the fields as Dual does", [
    ...declares,
    put(tokens, index, text, closer),
  ]);
});

/** Whether tokens are values of fields, of `x = e`, `x: e`. */
function areValues(tokens: Tokens, from: number, to: number): boolean {
  const parts = partsIn(tokens, from, to);
  const isValue = ([start, end]: readonly [number, number]): boolean =>
    tokens.kind(start) === "word" && ["=", ":"].includes(tokens.at(start + 1)) && start + 2 < end;
  return parts.length > 0 && parts.every(isValue);
}

/** The edits that write values of fields as `x = e, y = e`. */
function signsOf(tokens: Tokens, from: number, to: number): readonly Edit[] {
  return partsIn(tokens, from, to).flatMap(([start, end]) => [
    ...(tokens.at(start + 1) === ":" ? [put(tokens, start + 1, tokens.touches(start) ? " =" : "=")] : []),
    ...(tokens.at(end) === ";" ? [put(tokens, end, end + 1 === to ? "" : ",")] : []),
  ]);
}

/** `P { x: 1.0; y: 2.0 }`, `{ p with x = 1.0 }`, `{ p | x = 1.0 }`, `{ ...p, x: 1.0 }`, `{ x = 1.0 }`. */
export const recordValue: Habit = atTokens(["{"], (tokens, index) => {
  const closer = tokens.partner(index);
  if (closer < 0 || tokens.at(index - 1) === "of") return undefined;
  if (["data", "type"].includes(tokens.at(tokens.lineStart(index)))) return undefined;
  // `{ ...p, x: 1.0 }`
  const isSpread = tokens.at(index + 1) === "..." && tokens.at(index + 3) === ",";
  const old = isSpread ? index + 2 : index + 1;
  const isUpdate = tokens.kind(old) === "word" && (isSpread || ["with", "|"].includes(tokens.at(index + 2)));
  const first = isUpdate ? old + 2 : index + 1;
  if (!areValues(tokens, first, closer)) return undefined;
  const at: [number, number] = [index, index];
  const signs = signsOf(tokens, first, closer);
  const isBehind = tokens.kind(index - 1) === "word" && tokens.isAtom(index - 1);
  if (isUpdate && !isBehind) {
    const written = `${tokens.at(old)} { ${tokens.at(first)} = .. }`;
    const message = `Dual writes a record with other values of some fields as \`${written}\``;
    const edits = [put(tokens, index, `(${tokens.at(old)} {`, old + 1), ...signs, put(tokens, closer, "})")];
    return found("record", tokens, at, message, `write \`${written}\``, edits);
  }
  if (!isBehind) {
    const message =
      "a record begins with its constructor: `P { x = e, y = e }` where `data P = P { x : Real, y : Real }`";
    return found("record", tokens, at, message);
  }
  if (signs.length === 0) return undefined;
  return found(
    "record",
    tokens,
    at,
    "Dual writes the fields of a record as `{ x = e, y = e }`",
    "write the fields as Dual does",
    signs,
  );
});

/** `P(x = 1.0, y = 2.0)`, `f(1.0, rate=0.1)`. */
export const namedArguments: Habit = atTokens(["("], (tokens, index) => {
  const closer = tokens.partner(index);
  if (closer < 0 || index === 0 || tokens.kind(index - 1) !== "word" || !tokens.touches(index - 1)) return undefined;
  const isNamed = partsIn(tokens, index + 1, closer).some(
    ([from]) => tokens.kind(from) === "word" && tokens.at(from + 1) === "=",
  );
  if (!isNamed) return undefined;
  const name = tokens.at(index - 1);
  const at: [number, number] = [index, index];
  if (!/^\p{Lu}/u.test(name) || !areValues(tokens, index + 1, closer)) {
    const message = `arguments have no names in Dual: they stand behind \`${name}\` in their order, \`${name} a b\``;
    return found("record", tokens, at, message);
  }
  const message = `Dual writes a record as \`${name} { x = e, y = e }\``;
  const edits = [
    put(tokens, index - 1, `(${name} {`, index),
    ...signsOf(tokens, index + 1, closer),
    put(tokens, closer, "})"),
  ];
  return found("record", tokens, at, message, `write \`${name} { .. }\``, edits);
});
