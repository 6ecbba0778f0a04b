// The command `graph`: the formulas of partials, and the places of operations.
import { expect, test } from "vitest";
import { dual } from "../support/dual.ts";

const PROGRAM = `-- at: (0.3, 2.0)
op logit p = log (p / (1.0 - p)) by 1.0 / (p * (1.0 - p))
def main (x, y) =
  let s = x * y in
  logit s + (s * (1.0 - cos (y - x))) / (2.0 * exp (x))
`;

test("each partial has its formula, by numbers where operands have no names; each place has its last bracket", () => {
  const { nodes, edges } = JSON.parse(dual("graph", PROGRAM, "--view", "dataflow", "--format", "json").out);
  const places = nodes.flatMap(({ span }: { span: { from: number; to: number } | null }) =>
    span === null ? [] : [PROGRAM.slice(span.from, span.to)],
  );
  expect(places).toContain("s * (1.0 - cos (y - x))");
  expect(places).toContain("(s * (1.0 - cos (y - x))) / (2.0 * exp (x))");
  expect(places).toContain("exp (x)");
  const named = edges.map(({ from, to, formula }: { from: number; to: number; formula: string | null }) => {
    const { op } = nodes[to];
    return `${op} ${nodes[from].name ?? (nodes[from].kind === "constant" ? nodes[from].value : "#")}: ${formula?.replace(/#\d+/g, "#")}`;
  });
  expect(named).toContain("logit s: 1.0 / (s * (1.0 - s))");
  expect(named).toContain("cos #: -sin #");
  expect(named).toContain("* #: s");
  expect(named).toContain("/ #: 1/#");
  expect(named).toContain("* #: 2.0");
  expect(edges.every(({ formula }: { formula: string | null }) => formula !== null)).toBe(true);
});
