// Which n a curve is drawn over.

import { lastOf, nth, present } from "../../../engine/base/nth.ts";
import { span } from "../../../engine/source/span.ts";
import { readSweep } from "../../../engine/syntax/sweep.ts";

/** As many n as a fit needs, and as many as are drawn. */
const FEWEST = 8;
/** The values of n of a curve at most. */
export const MOST = 64;

/** Where a program does not say. */
const USUAL: readonly number[] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** The n of a text such as `1 .. 24`, `n = 1, 2, 4` or `4, 8, 16`; a message where it is none. */
export function sweepNumbers(text: string): readonly number[] | string {
  const whole = /^\s*n\s*=/.test(text) ? text : `n = ${text}`;
  const found = readSweep(whole, span("<program>", 0, whole.length));
  if ("severity" in found) return `${found.message}.`;
  const ns = [...new Set(found)].sort((a, b) => a - b);
  return ns.length > MOST ? thinned(ns, MOST) : ns;
}

/** The n to begin with: those of the program's sweep, with others between them where they are too few for a fit. */
export function firstNumbers(sweep: string | undefined): readonly number[] {
  const said = sweep === undefined ? USUAL : sweepNumbers(sweep);
  if (typeof said === "string") return USUAL;
  let ns = said;
  while (ns.length < FEWEST) {
    const denser = between(ns);
    ns = denser.length > ns.length ? denser : [...ns, lastOf(ns) + 1];
  }
  return ns;
}

/** Four more n, up to twice the largest. */
export function further(ns: readonly number[]): readonly number[] {
  const last = Math.max(1, ns.at(-1) ?? 1);
  const more = [1.19, 1.41, 1.68, 2].map((factor) => Math.round(last * factor));
  return [...new Set([...ns, ...more.map((n) => Math.max(n, last + 1))])].sort((a, b) => a - b);
}

/** The geometric means of neighbours, where they are other whole numbers. */
function between(ns: readonly number[]): readonly number[] {
  const middles = ns.slice(1).map((n, index) => {
    const before = nth(ns, index);
    return before > 0 ? Math.round(Math.sqrt(before * n)) : Math.round((before + n) / 2);
  });
  return [...new Set([...ns, ...middles])].sort((a, b) => a - b);
}

/** Orders of magnitude from which on a long sequence is thinned by quotients. */
const FAR_APART = 20;

/** Picks `count` of a long sequence, evenly by differences or quotients, with its ends. */
function thinned(ns: readonly number[], count: number): readonly number[] {
  const [first, last] = [nth(ns, 0), lastOf(ns)];
  const byQuotients = first > 0 && last / first > FAR_APART;
  const places = Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    if (!byQuotients) return Math.round(share * (ns.length - 1));
    const wanted = first * (last / first) ** share;
    const above = ns.findIndex((n) => n >= wanted - 1e-6);
    return above < 0 ? ns.length - 1 : above;
  });
  return [...new Set(places)].map((place) => nth(ns, place));
}

/** A sequence as it is typed: a range where it is one. */
export function sweepText(ns: readonly number[]): string {
  const [first, last] = [ns[0], ns.at(-1)];
  const isRange = ns.length > 2 && ns.every((n, index) => n === present(first) + index);
  return isRange ? `${first} .. ${last}` : ns.join(", ");
}
