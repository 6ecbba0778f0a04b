// Partials of rational form over the whole range of numbers, against exact arithmetic.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { OPS } from "../../engine/scalars/ops.ts";
import { dual } from "../support/dual.ts";
import { runs } from "../support/runs.ts";

/** A number as a quotient of integers. */
type Ratio = readonly [top: bigint, bottom: bigint];

function exact(x: number): Ratio {
  let [value, power] = [x, 0];
  while (!Number.isInteger(value)) {
    value *= 2;
    power++;
  }
  return [BigInt(value), 1n << BigInt(power)];
}

const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const over = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d, b * c];
const minus = ([a, b]: Ratio): Ratio => [-a, b];

/** The number nearest to a quotient, but for some units in the last place. */
function rounded([top, bottom]: Ratio): number {
  const isNegative = top < 0n !== bottom < 0n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  if (a === 0n) return 0;
  const power = a.toString(2).length - b.toString(2).length - 60;
  const digits = Number(power >= 0 ? a / (b << BigInt(power)) : (a << BigInt(-power)) / b);
  // in two steps: a power of two below 2^-1022 is no normal number
  const half = Math.trunc(power / 2);
  const size = digits * 2 ** half * 2 ** (power - half);
  return isNegative ? -size : size;
}

const LEAST_NORMAL = 2 ** -1022;

function agrees(found: number, wanted: number): boolean {
  if (!Number.isFinite(wanted)) return Math.abs(found) > 1e307;
  return Math.abs(found - wanted) <= Math.max(4e-15 * Math.abs(wanted), 2 * LEAST_NORMAL * 1e-15);
}

/** Numbers of every size, of either sign. */
const anySize = fc
  .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -1022, max: 1022 }), fc.boolean())
  .map(([digits, power, isNegative]) => (isNegative ? -1 : 1) * digits * 2 ** power);

const square = (x: Ratio): Ratio => times(x, x);

const WANTED = {
  atan2: [
    (y: Ratio, x: Ratio) => over(x, plus(square(y), square(x))),
    (y: Ratio, x: Ratio) => minus(over(y, plus(square(y), square(x)))),
  ],
  div: [(_: Ratio, y: Ratio) => over([1n, 1n], y), (x: Ratio, y: Ratio) => minus(over(over(x, y), y))],
} as const;

describe.each(Object.entries(WANTED))("the partials of %s", (id, wanted) => {
  test.each([0, 1] as const)("by operand %i", (index) => {
    const partial = OPS[id as keyof typeof WANTED].partials[index]!;
    const property = fc.property(anySize, anySize, (a, b) => {
      const exactly = rounded(wanted[index](exact(a), exact(b)));
      // a quotient that is no normal number on the way has lost digits
      if (id === "div" && Math.abs(a / b) < LEAST_NORMAL) return;
      if (id === "div" && !Number.isFinite(a / b)) return;
      expect(agrees(partial(a, b), exactly), `${partial(a, b)}, not ${exactly}`).toBe(true);
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});

test.each([1e-308, 1e-200, 1e-154, 1, 1e154, 1e200, 1e308])("atan2 at %d, by every stage", (at) => {
  const text = `-- at: (${at.toExponential().replace("e+", "e")}, ${at.toExponential().replace("e+", "e")})\ndef main (y, x) = atan2 y x\n`;
  const gradientBy = (...args: readonly string[]): readonly number[] =>
    JSON.parse(dual("grad", text.replace(/1e(-?\d+)/g, "1.0e$1"), "--json", ...args).out).gradientScalars;
  const half = 0.5 / at;
  for (const args of [[], ...STAGES.map(({ id }) => ["--stage", id])]) {
    const [byY, byX] = gradientBy(...args);
    expect(agrees(byY! / half, 1), `${args[1]}: ${byY}`).toBe(true);
    expect(agrees(byX! / half, -1), `${args[1]}: ${byX}`).toBe(true);
  }
});
