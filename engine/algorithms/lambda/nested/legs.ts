// The legs of derivatives, read off the events that tell of them (`told.ts`).
import { present } from "../../../base/nth.ts";
import type { Content, OwnEvent } from "../../../core/events/events.ts";

/** Numbers that come over a row on one of its legs. */
export interface Leg {
  /** The scalar that was made there; of a derivative's point, the one that was made last before it. */
  readonly row: number;
  /** By derivative, from the innermost on: whether it is on its way back. */
  readonly back: readonly boolean[];
  /** Its Reals, in order; undefined for a zero that is a symbol. */
  readonly numbers: readonly (number | undefined)[];
}

/** The leg that an event tells of. */
export function legOf({ content }: OwnEvent): Leg {
  const [row, code, value] = tupleIn(content);
  const back = [...(code as number).toString(2)].slice(1).map((digit) => digit === "1");
  return { row: row as number, back, numbers: numbersIn(present(value)) };
}

/** By variable, what it gets by an event of that: the Reals of its sensitivity. */
export function givenIn({
  about,
  content,
}: OwnEvent): readonly { readonly name: string; readonly numbers: Leg["numbers"] }[] {
  const whole = present(tupleIn(content)[1]);
  const parts = about.length === 1 ? [whole] : [];
  const shares =
    typeof whole === "object" && "fields" in whole && whole.con === "Parts" ? itemsOf(whole.fields[0]) : parts;
  return about.map((name, index) => ({ name, numbers: numbersIn(shares[index] ?? whole) }));
}

function tupleIn(content: Content): readonly Content[] {
  return typeof content === "object" && "tuple" in content ? content.tuple : [];
}

/** The items of a list, which may share the rest of another one. */
function itemsOf(content: Content | undefined): readonly Content[] {
  if (typeof content !== "object") return [];
  if ("list" in content) return content.list;
  return "first" in content ? [content.first, ...itemsOf(content.rest)] : [];
}

/** The Reals of a value or of a sensitivity, in order. */
function numbersIn(content: Content): readonly (number | undefined)[] {
  if (typeof content === "number") return [content];
  if ("tuple" in content) return content.tuple.flatMap(numbersIn);
  if ("list" in content || "first" in content) return itemsOf(content).flatMap(numbersIn);
  if (!("fields" in content)) return [];
  return content.con === "Zero" ? [undefined] : content.fields.flatMap(numbersIn);
}
