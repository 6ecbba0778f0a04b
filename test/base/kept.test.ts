// Values made once for an object, or for two.
import { expect, test } from "vitest";
import { kept, keptForPair } from "../../app/base/kept.ts";

test("what is made of an object is made once for each object", () => {
  let made = 0;
  const sizeOf = kept((list: readonly number[]): number | undefined => {
    made++;
    return list.length === 0 ? undefined : list.length;
  });
  const [one, none] = [[1, 2], [] as number[]];
  expect([sizeOf(one), sizeOf(none), sizeOf(one), sizeOf(none)]).toEqual([2, undefined, 2, undefined]);
  expect(made).toBe(2);
  expect(sizeOf([1, 2])).toBe(2);
  expect(made).toBe(3);
});

test("what is made of two objects is made once for each pair", () => {
  let made = 0;
  const apart = keptForPair((a: { x: number }, b: { x: number }) => {
    made++;
    return a.x - b.x;
  });
  const [a, b] = [{ x: 3 }, { x: 1 }];
  expect([apart(a, b), apart(b, a), apart(a, b)]).toEqual([2, -2, 2]);
  expect(made).toBe(2);
});
