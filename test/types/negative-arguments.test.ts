// Negative numbers among arguments: one mistake for each application, whose fix puts all of them in parentheses.
import { expect, test } from "vitest";
import { checkSource } from "../../engine/session/program/program.ts";
import { dual } from "../support/dual.ts";
import { appliedFix } from "../support/fixes.ts";

const PROGRAM = "data P = P Real Real Real\ndef f (x : Real) (y : Real) = x * y\n";

test.each([
  ["f 2.0 -x", "f 2.0 (-x)", "-2.0"],
  ["f -2.0 x", "f (-2.0) x", "-2.0"],
  ["f -2.0 -x", "f (-2.0) (-x)", "2.0"],
  ["3.0 * f 1.0 -2.0 + 1.0", "f 1.0 (-2.0)", "-5.0"],
  ["x - f -1.0 -3.0 + x", "f (-1.0) (-3.0)", "-1.0"],
  ["f 2.0-x", "f 2.0 (-x)", "-2.0"],
  ["f (2.0) -sin 0.0", "f (2.0) (-sin 0.0)", "0.0"],
  ["f 2.0 - (x + 1.0)", "f 2.0 (- (x + 1.0))", "-4.0"],
  ["case P 1.0 -2.0 3.0 of { P a b c -> a + b + c }", "P 1.0 (-2.0) 3.0", "2.0"],
  ["case [P -1.0 -2.0 3.0] of { P a b c :: _ -> a + b + c | _ -> 0.0 }", "P (-1.0) (-2.0) 3.0", "0.0"],
  ["let rec go i acc = if i > 2.0 then acc else go (i + 1.0) -acc in go 0.0 x", "go (i + 1.0) (-acc)", "-1.0"],
])("%s", (expression, written, value) => {
  const text = `-- at: 1.0\n${PROGRAM}def main (x : Real) = ${expression}\n`;
  const { err } = dual("run", text);
  expect(err.match(/ error: /g)).toHaveLength(1);
  expect(err).toContain(`to apply it to a negative value write \`${written}\`\n`);
  const { fix } = checkSource(text).diagnostics[0]!;
  expect(
    dual("run", appliedFix(text, fix!))
      .out.trim()
      .replace(/^-0\.0$/, "0.0"),
  ).toBe(value);
});

test("in the input, each application has a mistake of its own", () => {
  const { err } = dual("run", `${PROGRAM}def main (ps : [P]) = 1.0\n`, "--at", "[P 1.0 -2.0 3.0, P -1.0 -2.0 -3.0]");
  expect(err.match(/ error: /g)).toHaveLength(2);
  expect(err).toContain("write `P 1.0 (-2.0) 3.0`");
  expect(err).toContain("write `P (-1.0) (-2.0) (-3.0)`");
});

test.each(["x -1.0", "f x 1.0 -1.0", "f (x -1.0) -1.0 + x"])("a subtraction is one: %s", (expression) => {
  const { status } = dual("run", `-- at: 1.0\n${PROGRAM}def main (x : Real) = ${expression}\n`);
  expect(status).toBe(expression.startsWith("f (") ? 1 : 0);
});
