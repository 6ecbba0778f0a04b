// Results of calls at once: one-hots over the calls of inputs, and sums over their callers, up to the gradient over the first call.
import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { type Film, filmOf, filmWithout, NO_MARKS } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";

const SIZE = { width: 1920, height: 830, projected: 0 };

function stripsOf(text: string, cut: ReadonlySet<number> = new Set()) {
  const { explored, animation } = animated(text, ["naive", "staged"]);
  const film = filmWithout(filmOf(explored, animation), cut);
  const paper = paperOf(SIZE, film.graph.size, columnsOf(film).wanted, columnsOf(film).order);
  const column = film.columns.find(({ kind }) => kind === "tree")!;
  /** By call, the numbers of the strip that is seen of it. */
  const at = (t: number): ReadonlyMap<number, readonly number[]> => {
    const found = new Map<number, number[]>();
    for (const { data } of pictureAt(film, paper, t, NO_MARKS))
      if (data?.strip !== undefined) {
        const numbers = found.get(Number(data.strip)) ?? [];
        numbers[Number(data.input)] = Number(data.gives);
        found.set(Number(data.strip), numbers);
      }
    return found;
  };
  return { film, column, at };
}

/** When the tree begins to be folded, or the end. */
const untilOf = ({ animation }: Film): number => animation.folds[0]?.from ?? animation.end;

describe.each(oneIn(4, ["01", "02", "05", "16"], 2))("in %s", (name) => {
  test("a call of an input has a one-hot, and others the sum of what they have called", () => {
    const { film, column, at } = stripsOf(example(name));
    const { number, cotangent, parent } = column.animation.replayOrder.calls;
    const seen = new Map<number, readonly number[]>();
    for (let t = 0; t <= untilOf(film); t += IS_LONG ? 40 : 120)
      for (const [call, numbers] of at(t)) seen.set(call, numbers);
    for (const [call, numbers] of seen) {
      const input = film.inputs.indexOf(number[call]!);
      const called = [...seen.keys()].filter((other) => parent[other] === call);
      const sum = film.inputs.map((_, place) => called.reduce((all, other) => all + seen.get(other)![place]!, 0));
      if (input >= 0) sum[input] = cotangent[call]!;
      expect(numbers).toEqual(sum);
    }
    // the last one is the gradient
    const [first] = [...parent.keys()].filter((call) => parent[call]! < 0);
    expect(seen.get(first!)).toEqual(film.inputs.map((input) => film.graph.cotangents[input]!));
  });

  test("a strip is there from its call until it has met the others, and none is left when the tree is folded", () => {
    const { film, column, at } = stripsOf(example(name));
    const { animation } = column;
    if (animation.tag !== "tree") throw new Error("naive calls at once");
    for (let t = 0; t <= film.animation.end; t += IS_LONG ? 55 : 165)
      for (const call of at(t).keys()) expect(animation.to[call]!).toBeLessThanOrEqual(t);
    expect(at(film.animation.end).size).toBe(0);
    expect(at(untilOf(film) - 400).size).toBe(1);
  });
});

test("where an edge is cut nothing is given for what is not called", () => {
  const { graph } = stripsOf(example("05")).film;
  for (const edge of graph.operands.keys()) {
    const { film, column, at } = stripsOf(example("05"), new Set([edge]));
    const [first] = at(untilOf(film) - 400).values();
    expect(first, `edge ${edge}`).toEqual(film.inputs.map((input) => film.graph.cotangents[input]!));
    expect(column.animation.tag).toBe("tree");
  }
});
