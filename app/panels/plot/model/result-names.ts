// A program's names for its result, or its parts.
import { nth } from "../../../../engine/base/nth.ts";
import { type Names, NO_NAMES } from "../../play/model/tables.ts";

/** Where the next definition begins. */
const NEXT = /\n(?=[\p{L}_])/u;

/** Characters of an expression that is short enough to be a name. */
const LONGEST_EXPRESSION = 24;

/** An entry's names for its result, or the parts of it: the items of the tuple at its end. */
export function resultNames(program: string, entry: string): Names {
  const start = new RegExp(`^def\\s+${entry}(?![\\p{L}\\p{N}_'])`, "mu").exec(program);
  if (start === null) return NO_NAMES;
  const after = program.slice(start.index + start[0].length);
  const [definition = ""] = after.split(NEXT, 1);
  const body = definition.replace(/--[^\n]*/g, "").trimEnd();
  const items = lastTuple(body);
  if (items !== undefined) return { name: "", parts: items.map((item) => ({ name: nameOf(item), parts: [] })) };
  const [, last = ""] = /(?:=|\bin\b|\n)\s*([\p{Ll}_][\p{L}\p{N}_']*)$/u.exec(body) ?? [];
  return { name: last, parts: [] };
}

function nameOf(expression: string): string {
  const text = expression.replace(/\s+/g, " ").trim();
  return text.length <= LONGEST_EXPRESSION ? text : "";
}

/** The items of the tuple that a text ends with, if it does and that is all of an expression. */
function lastTuple(text: string): readonly string[] | undefined {
  if (!text.endsWith(")")) return undefined;
  const items: string[] = [];
  let [depth, end] = [0, text.length - 1];
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = nth(text, at);
    if (sign === ")" || sign === "]") depth++;
    else if (sign === "(" || sign === "[") depth--;
    if (depth > 1 || (sign !== "," && depth !== 0)) continue;
    items.unshift(text.slice(at + 1, end));
    end = at;
    // a tuple after a name is its argument
    if (depth === 0)
      return items.length > 1 && /(?:=|\bin\b|\bthen\b|\belse\b|→|->)\s*$/.test(text.slice(0, at)) ? items : undefined;
  }
  return undefined;
}
