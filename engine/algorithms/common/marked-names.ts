// The names of what R adds for a variable: its own name with a mark over its last letter.
import { nth } from "../../base/nth.ts";

/** x̄: the backpropagator of what a variable was bound to. */
export const backName = (name: string): string => marked(name, "\u0304");

/** ẋ: the sensitivity of a variable. */
export const sensitivityName = (name: string): string => marked(name, "\u0307");

/** x̆: the number of what a variable was bound to. */
export const rowName = (name: string): string => marked(name, "\u0306");

/** A name with a mark over its last letter, before its subscript. No program has such a name. */
function marked(name: string, mark: string): string {
  const [letters] = /^.*\p{L}\p{M}*/u.exec(name) ?? [name];
  return (letters + mark).normalize("NFC") + name.slice(letters.length);
}

/** A name that was given anew, so many times: ẋ, ẋ¹, ẋ². No program has it. */
export function renewed(name: string, times: number): string {
  return name + String(times).replace(/\d/g, (digit) => nth("⁰¹²³⁴⁵⁶⁷⁸⁹", Number(digit)));
}
