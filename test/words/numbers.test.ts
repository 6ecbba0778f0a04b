// Numbers for people: where a count has no room it is rounded, and no count is longer than it must be.
import { expect, test } from "vitest";
import { briefValue } from "../../app/program/value/model/value-tree.ts";
import { grouped, groupedWithin, productOf, shortened, sumOf } from "../../app/words/numbers.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";

test("a count is whole where it has room, and else two digits and a power of ten", () => {
  expect(groupedWithin(2047, 3)).toBe("2047");
  expect(groupedWithin(6_597_069_766_651, 40)).toBe(grouped(6_597_069_766_651));
  expect(groupedWithin(6_597_069_766_651, 12)).toBe("6.6 × 10¹²");
});

test("numbers below 0 stand in parentheses after a sign, with either minus", () => {
  expect(sumOf(["−0.25", "1", shortReal(-1.5), "-2"])).toBe("−0.25 + 1 + (−1.5) + (-2)");
  expect(productOf("−2", shortReal(-3))).toBe("−2·(−3)");
  expect(productOf("2", "3")).toBe("2·3");
});

test("a number that was rounded does not look exact, and one with a rounding error does not look rounded", () => {
  expect([8.0001006, 0.99996, -12.0003, 0.00000838001].map(shortReal)).toEqual([
    "8.000",
    "1.000",
    "−12.00",
    "0.000008380",
  ]);
  expect([0.1 + 0.2, 1 / 3, 8, -0.5, 1e-7, 123456.5].map(shortReal)).toEqual([
    "0.3",
    "0.3333",
    "8",
    "−0.5",
    "1e−7",
    "123500",
  ]);
});

test("a value in a sentence has four significant digits, and whole numbers stay as they are", () => {
  expect(briefValue("(3.5639999999999996, -1.7999999999999998, 459.5123)")).toBe("(3.564, -1.8, 459.5)");
  expect(briefValue("Leaf (-0.123456)")).toBe("Leaf (-0.1235)");
  expect(briefValue("[32767.0, 1234567.0, 7, nan, inf]")).toBe("[32767.0, 1234567.0, 7, nan, inf]");
  expect(shortened("1234567.0")).toBe("1234567.0");
  expect(shortened("2.718281828459045")).toBe("2.71828");
});
