// Numbers with fewer digits, for where there is little room.
import { expect, test } from "vitest";
import { cot, forms, lengthOf, plain, primal, withFewerDigits } from "../../app/picture/parts.ts";

const textOf = (parts: readonly { readonly text: string }[]): string => parts.map(({ text }) => text).join("");

test("a number has fewer digits where that makes it shorter", () => {
  const shortened = (x: number) => forms(cot(x), x).slice(1).map(textOf);
  expect(shortened(-0.07043)).toEqual(["−0.0704", "−0.070"]);
  expect(shortened(3.438)).toEqual(["3.44", "3.4"]);
  // what is rounded does not look whole
  expect(shortened(-2.016)).toEqual(["−2.02", "−2.0"]);
  expect(shortened(2)).toEqual([]);
  expect(shortened(12345)).toEqual([]);
  expect(shortened(Number.NaN)).toEqual([]);
});

test("a line keeps its digits where it fits, and loses as few as need be; whole numbers stay", () => {
  const line = [
    plain("λz. dp ("),
    primal(0.7492),
    plain("·z) + dq "),
    { ...cot(-1.829), text: "(−1.829)" },
    primal(1024),
  ];
  const whole = textOf(line);
  expect(textOf(withFewerDigits(line, whole.length))).toBe(whole);
  expect(textOf(withFewerDigits(line, whole.length - 1))).toBe("λz. dp (0.749·z) + dq (−1.83)1024");
  expect(textOf(withFewerDigits(line, whole.length - 3))).toBe("λz. dp (0.75·z) + dq (−1.8)1024");
  expect(textOf(withFewerDigits([{ ...cot(0.3133), text: "+0.3133" }], 6))).toBe("+0.313");
  // where nothing helps, all digits stay
  expect(lengthOf(withFewerDigits(line, 5))).toBe(whole.length);
});
