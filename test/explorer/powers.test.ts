// Powers in words: their exponent is written at every number, where the value and the partial do not tell it, too.
import { expect, test } from "vitest";
import { edgeWords, expressionOf } from "../../app/exploration/model/scalar.ts";
import { nth } from "../../engine/base/nth.ts";
import { animated } from "../support/animated.ts";

test.each([
  ["x ^ 2", "x ^ 2", "∂#1/∂x = 2·x = 0"],
  ["x ^ 3", "x ^ 3", "∂#1/∂x = 3·x^2 = 0"],
  ["x ^ 1", "x ^ 1", "∂#1/∂x = 1"],
  ["x ^ 0", "x ^ 0", "∂#1/∂x = 0"],
  ["x ^ (-1)", "x ^ (-1)", "∂#1/∂x = -1·x^(-2) = −∞"],
])("%s at 0", (text, expression, derivative) => {
  const { graph } = animated(`-- at: 0.0\ndef main x = ${text}\n`, []).explored;
  expect(expressionOf(graph, 1)).toBe(expression);
  expect(edgeWords(graph, 1, nth(graph.starts, 1), new Map()).derivative).toBe(derivative);
});
