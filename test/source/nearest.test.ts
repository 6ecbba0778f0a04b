// The name the user may have meant: the nearest by edits, by a table of all distances.
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "../../engine/source/nearest.ts";
import { runs } from "../support/runs.ts";

/** Optimal string alignment distance by its definition. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const replaced = distance(restA, restB) + (a[0] === b[0] ? 0 : 1);
  const swaps = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  const swapped = swaps ? distance(a.slice(2), b.slice(2)) + 1 : Number.POSITIVE_INFINITY;
  return Math.min(replaced, swapped, distance(restA, b) + 1, distance(a, restB) + 1);
}

const NAME = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });

test("is at the least distance, and near enough", () => {
  fc.assert(
    fc.property(NAME, fc.array(NAME, { maxLength: 6 }), (name, candidates) => {
      const limit = name.length <= 2 ? 1 : name.length <= 5 ? 2 : 3;
      const near = candidates.filter((one) => {
        const d = distance(name, one);
        return one !== name && d <= limit && d < Math.max(name.length, one.length);
      });
      const found = nearest(name, candidates);
      const least = Math.min(...near.map((one) => distance(name, one)));
      expect(found === undefined ? Number.POSITIVE_INFINITY : distance(name, found)).toBe(least);
    }),
    { numRuns: runs(300) },
  );
});

test.each([
  ["lenght", ["length", "foldl"], "length"],
  ["Sum", ["num", "sum"], "sum"],
  ["xs", ["sx", "ys"], "sx"],
  ["completely", ["different", "names"], undefined],
  ["x".repeat(60), [`${"x".repeat(59)}y`, "x"], `${"x".repeat(59)}y`],
  ["x".repeat(61), ["x".repeat(60)], undefined],
])("%s", (name, candidates, wanted) => expect(nearest(name, candidates)).toBe(wanted));
