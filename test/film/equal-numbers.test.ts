// Which of the numbers that wait are added is told by when they came, not by what they are.
import { expect, test } from "vitest";
import { example } from "../support/examples.ts";
import { scored } from "../support/scored.ts";

const CLOSURES = example("07");

/** The pairs that a stage adds, each by the calls that asked for them. */
function pairs(text: string, stage: string) {
  const [column] = scored(text, [stage]).score.columns;
  if (column?.tag !== "waiting") throw new Error(`${stage} adds at once`);
  expect(column.faults).toEqual([]);
  return column.merges.map(({ to, keeps, gives }) => [to, column.pieces[keeps]!, column.pieces[gives]!] as const);
}

test.each(["staged", "cayley", "sparse", "mutable", "defunctionalised", "tape"])(
  "%s adds equal numbers in the order in which it adds others",
  (stage) => {
    const [equal, others] = ["2.0", "3.0"].map((x) =>
      pairs(CLOSURES.replace(/^-- at: .*$/m, `-- at: ${x}`), stage).map(([to, a, b]) => [
        to,
        a.call,
        a.place,
        b.call,
        b.place,
      ]),
    );
    expect(equal!.length).toBeGreaterThan(2);
    expect(equal).toEqual(others);
  },
);

test("linear factoring joins what one call asks for before that joins what waits", () => {
  const same = pairs(CLOSURES, "staged").map(([, a, b]) => a.call === b.call);
  expect(same).toEqual([false, true, false]);
});
