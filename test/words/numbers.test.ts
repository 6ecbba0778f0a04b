// Numbers for people: where a count has no room it is rounded, and no count is longer than it must be.
import { expect, test } from "vitest";
import { grouped, groupedWithin } from "../../app/words/numbers.ts";

test("a count is whole where it has room, and else two digits and a power of ten", () => {
  expect(groupedWithin(2047, 3)).toBe("2047");
  expect(groupedWithin(6_597_069_766_651, 40)).toBe(grouped(6_597_069_766_651));
  expect(groupedWithin(6_597_069_766_651, 12)).toBe("6.6 × 10¹²");
});
