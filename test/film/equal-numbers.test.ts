// Numbers that are added: which of those that wait is told by when they came, not by what they are; and both are in sight until their sum is.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { filmOf } from "../../app/playback/model/film.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

const CLOSURES = example("07");

/** The pairs that a stage adds, each by the calls that asked for them. */
function pairs(text: string, stage: string) {
  const [column] = animated(text, [stage]).animation.columns;
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

test.each(["02", "05", "13"])("both numbers are in sight until their sum is: example %s", (name) => {
  const { explored, animation } = animated(example(name), ["staged", "tape"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf({ width: 1440, height: 640, projected: 0 }, film.graph.size, wanted, order);
  let added = 0;
  for (const column of animation.columns) {
    if (column.tag !== "waiting") throw new Error("both stages let calls wait");
    for (const { to, addend, sum, slide } of column.merges) {
      const row = paper.top + (to + 0.5) * paper.rowHeight;
      const told = (t: number): readonly string[] =>
        pictureAt(film, paper, t).flatMap((shape) =>
          shape.tag === "text" && Math.abs(shape.y - row) < paper.rowHeight / 2 && (shape.opacity ?? 1) > 0.3
            ? shape.parts.map(({ text }) => text.replace("+", ""))
            : [],
        );
      added++;
      expect(told(slide.from + 0.9 * (slide.to - slide.from)), `${addend} into #${to}`).toContain(shortReal(addend));
      expect(told(slide.to + 1), `the sum of #${to}`).toContain(shortReal(sum));
    }
  }
  expect(added).toBeGreaterThan(1);
});
