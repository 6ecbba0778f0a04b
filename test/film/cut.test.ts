// A run without some edges: at every time it has the numbers of a run in which these edges are not there, and pictures say so.
import { describe, expect, test } from "vitest";
import { shortName } from "../../app/exploration/model/scalar.ts";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { type Film, filmOf, filmWithout, isMade, NO_MARKS } from "../../app/playback/model/film.ts";
import { piecesNow } from "../../app/playback/model/pieces.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import type { ColumnAnimation } from "../../engine/animation/animation.ts";
import { withoutEdges } from "../../engine/animation/without.ts";
import { operandsIn, type RunGraph, userOf } from "../../engine/graphs/run-graph.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn, runs } from "../support/runs.ts";

const CALLING = CATALOGUE.filter(({ entry, view }) => entry === "reverse" && view.rows[0] !== "word").map(
  ({ id }) => id,
);
const SIZE = { width: 1920, height: 830, projected: 0 };

function film(text: string, stages: readonly string[] = ["naive", "staged", "tape"], n?: number): Film {
  const { explored, animation } = animated(text, stages, n === undefined ? {} : { n });
  return filmOf(explored, animation);
}

/** The cotangents of a graph as sums over paths: each path that has none of the edges, with the product of its partials. */
function byPaths(graph: RunGraph, cut: ReadonlySet<number>): { sum: number; size: number; paths: number }[] {
  const found = Array.from({ length: graph.size }, () => ({ sum: 0, size: 0, paths: 0 }));
  for (const [at, output] of graph.outputs.entries()) {
    found[output]!.sum += graph.seeds[at]!;
    found[output]!.size += Math.abs(graph.seeds[at]!);
    found[output]!.paths++;
  }
  for (let number = graph.size - 1; number >= 0; number--)
    for (const { edge, node } of operandsIn(graph, number)) {
      if (cut.has(edge) || found[number]!.paths === 0) continue;
      found[node]!.sum += graph.partials[edge]! * found[number]!.sum;
      found[node]!.size += Math.abs(graph.partials[edge]!) * found[number]!.size;
      found[node]!.paths += found[number]!.paths;
    }
  return found;
}

function calledWith(animation: ColumnAnimation, size: number): { sum: number; times: number }[] {
  const found = Array.from({ length: size }, () => ({ sum: 0, times: 0 }));
  const { number, cotangent } = animation.replayOrder.calls;
  for (const [call, scalar] of number.entries()) {
    if (!isMade(animation, call)) continue;
    found[scalar]!.sum += cotangent[call]!;
    found[scalar]!.times++;
  }
  return found;
}

/** Some edges of a graph, spread over all. */
function edgesOf({ operands }: RunGraph, most: number): readonly number[] {
  const step = Math.max(1, operands.length / most);
  return Array.from({ length: Math.min(most, operands.length) }, (_, at) => Math.floor(at * step));
}

describe.each(TRANSFORMED.map(({ name, text }, turn) => [name, text, turn] as const))("%s", (_, text, turn) => {
  // every eighth stage, by turns; all in the long tests
  test.each(oneIn(8, CALLING, turn))("%s: without an edge every scalar is called with what is left", (stage) => {
    const { animation, explored } = animated(text!, [stage]);
    const { graph } = explored;
    for (const edge of edgesOf(graph, runs(4))) {
      const cut = new Set([edge]);
      const expected = byPaths(graph, cut);
      const left = withoutEdges(animation, cut);
      const [column] = left.columns;
      const found = calledWith(column!, graph.size);
      const whole = calledWith(animation.columns[0]!, graph.size);
      for (const [scalar, { sum, size, paths }] of expected.entries()) {
        const where = `#${scalar} without ${edge}`;
        // some stages do not call constants
        if (whole[scalar]!.times === 0) continue;
        expect(found[scalar]!.times > 0, where).toBe(paths > 0);
        if (column!.tag === "tree" && whole[scalar]!.times > 1) expect(found[scalar]!.times, where).toBe(paths);
        if (Number.isFinite(size)) expect(Math.abs(found[scalar]!.sum - sum), where).toBeLessThanOrEqual(1e-10 * size);
        expect(Math.abs(left.graph.cotangents[scalar]! - sum) <= 1e-10 * size || !Number.isFinite(size), where).toBe(
          true,
        );
      }
    }
  });
});

describe("a run in which an edge is not there", () => {
  // y is a scalar of the input, or the number itself, of which there is an edge to a constant
  const at = "-- at: (1.7, 0.3)\n";
  const whole = `${at}def main (x, y) = let s = x * y in let t = sin s in (s * t) * y\n`;
  const parted = `${at}def main (x, y) = let s = x * y in let t = sin s in (s * t) * 0.3\n`;

  test.each(CALLING)("%s makes the same calls, with the same numbers to the bit", (stage) => {
    const one = animated(whole, [stage]);
    const other = animated(parted, [stage]);
    const { graph } = one.explored;
    const last = graph.size - 1;
    const edge = operandsIn(graph, last).find(({ node }) => graph.names[graph.name[node]!] === "y")!.edge;
    const [column] = withoutEdges(one.animation, new Set([edge])).columns;
    const constant = [...other.explored.graph.kinds.keys()].find((number) => other.explored.graph.kinds[number] === 1)!;
    const made = [...column!.replayOrder.calls.number.entries()]
      .filter(([call]) => isMade(column!, call))
      .map(([call, number]) => [number, column!.replayOrder.calls.cotangent[call]]);
    const { calls } = other.animation.columns[0]!.replayOrder;
    const expected = [...calls.number.entries()]
      .filter(([, number]) => number !== constant)
      .map(([call, number]) => [number > constant ? number - 1 : number, calls.cotangent[call]]);
    expect(made.length).toBeGreaterThan(3);
    expect(made).toEqual(expected);
  });
});

describe("in the middle of the run", () => {
  const of = film(example("05"));
  const { graph, animation } = of;
  // t = q (s, x): the contribution `ds 8`
  const edge = [...graph.operands.keys()].find(
    (one) => graph.partials[one] === 4 && graph.names[graph.name[userOf(graph, one)]!] === "t",
  )!;
  const cut = new Set([edge]);
  const marks = { ...NO_MARKS, cut };
  const paper = paperOf(SIZE, graph.size, columnsOf(of).wanted, columnsOf(of).order);
  const draw = (t: number): readonly Shape[] => pictureAt(of, paper, t, marks);
  const words = (shape: Shape): string => (shape.tag === "text" ? shape.parts.map(({ text }) => text).join("") : "");
  const inColumn = (id: string, shapes: readonly Shape[]): string => {
    const place = paper.places.find((one) => one.id === id)!;
    return shapes
      .filter((shape) => shape.tag === "text" && shape.x >= place.x && shape.x < place.right)
      .map(words)
      .join(" | ");
  };

  test("what does not come is marked on its way, and the sum is another from when it would have been made", () => {
    const [staged] = of.columns.filter(({ id }) => id === "staged");
    if (staged?.animation.tag !== "waiting") throw new Error("staged waits");
    const merge = staged.animation.merges[0]!;
    expect([merge.before, merge.addend]).toEqual([1, 8]);
    const piece = staged.animation.pieces[merge.gives]!;
    // nothing is another number before
    expect(draw(piece.fly.from - 400).filter(({ data }) => data?.was !== undefined)).toEqual([]);
    const flying = draw((piece.fly.from + piece.fly.to) / 2);
    expect(flying.filter(({ data }) => data?.missing === 8).length).toBeGreaterThanOrEqual(2);
    // no plus where there is nothing to add
    const stands = draw((merge.stand.from + merge.stand.to) / 2);
    expect(stands.some(({ data }) => data?.merge !== undefined)).toBe(false);
    const after = draw(merge.done + 10);
    expect(inColumn("staged", after)).toContain("ds 9→1");
    expect(inColumn("graph", after)).toContain("9→1");
    const now = piecesNow(
      filmWithout(of, cut).columns.find(({ id }) => id === "staged")!.animation as never,
      merge.done + 10,
    );
    expect(now.filter(({ piece: one }) => one.to === merge.to).map(({ value, was }) => [value, was])).toContainEqual([
      1, 9,
    ]);
  });

  test("no call is counted that is not drawn", () => {
    const whole = film(example("05"));
    for (const edge of edgesOf(whole.graph, 8)) {
      const cut = filmWithout(whole, new Set([edge]));
      const tree = cut.columns.find(({ kind }) => kind === "tree")!;
      if (tree.animation.tag !== "tree") throw new Error("naive calls at once");
      const { gone, from } = tree.animation;
      const paper = paperOf(SIZE, cut.graph.size, columnsOf(cut).wanted, columnsOf(cut).order);
      for (let t = 0; t < cut.animation.reverseEnd; t += cut.animation.end / 40) {
        const begun = [...from.entries()].filter(([call, at]) => gone[call] === 0 && at <= t).length;
        const [counted] = pictureAt(cut, paper, t, NO_MARKS).flatMap(({ key, data }) =>
          data?.calls !== undefined && key.includes(tree.id) ? [Number(data.calls)] : [],
        );
        expect(counted, `edge ${edge}, ${t}`).toBeLessThanOrEqual(begun);
      }
      expect(gone.some((one) => one === 1)).toBe(true);
    }
  });

  test("later calls and what they send go on with what is left, in every column, until the gradient", () => {
    // ds 1 sends 2 and 3 instead of 18 and 27
    const said = narrationOf(filmWithout(of, cut)).map(({ text }) => text);
    expect(said.join("\n")).toContain("The cut stops `ds` with `8`.");
    expect(said).toContain(
      "`ds` has the highest ID in the map, so it runs, with `1`. It asks for `dx` with `2` and `dx` with `3`; these calls wait in the map.",
    );
    const end = draw(animation.end);
    // 55 - (2 + 3) · 8 = 15
    for (const id of ["naive", "staged", "tape", "graph"]) expect(inColumn(id, end), id).toContain("55→15");
    // folded calls are counted as they were before: fewer places have no fewer edges cut
    expect(inColumn("naive", end)).toContain("9→6 calls");
    expect(end.filter(({ data }) => data?.result === 15 && data.was === 55).length).toBe(2);
    const before = draw(animation.reverseEnd - 1);
    // of nine calls of naive the three below the cut are not made
    expect(before.find(({ key }) => key === "countnaive")!.data!.calls).toBe(6);
    expect(inColumn("naive", before)).toContain("9→6 calls");
  });

  test("is a function of the time, and the film as it was once the edge is mended", () => {
    const times = [0.3, 0.5, 0.7, 0.9].map((part) => part * animation.end);
    const first = times.map(draw);
    expect(times.toReversed().map(draw).toReversed()).toEqual(first);
    for (const t of times)
      expect(pictureAt(of, paper, t)).toEqual(pictureAt(of, paper, t, { ...marks, cut: new Set() }));
    expect(first.at(-1)).not.toEqual(pictureAt(of, paper, times.at(-1)!));
  });
});

test("rows of a silhouette keep their scale, and show what is not called any more", () => {
  const of = film(example("04"), ["naive", "tape"], 10);
  const paper = paperOf(SIZE, of.graph.size, columnsOf(of).wanted, columnsOf(of).order);
  // one of two edges to the input: half of its calls
  const edge = [...of.graph.operands.keys()].find((one) => of.graph.operands[one] === 0)!;
  const shapes = pictureAt(of, paper, of.animation.reverseEnd - 1, { ...NO_MARKS, cut: new Set([edge]) });
  expect(shapes.find(({ key }) => key === "barnaive0")!.data!.calls).toBe(512);
  expect(shapes.find(({ key }) => key === "gonenaive0")!.data!.gone).toBe(512);
  const [bar, gone] = ["barnaive0", "gonenaive0"].map((key) => shapes.find((shape) => shape.key === key)!);
  expect(Number(bar!.data!.w) / (gone as { w: number }).w).toBeCloseTo(0.5, 2);
  // cut in the middle, what is above keeps its calls, and what is below has half of them
  const middle = [...of.graph.operands.keys()].find((one) => of.graph.operands[one] === 5)!;
  const tree = filmWithout(of, new Set([middle])).columns[0]!.animation;
  if (tree.tag !== "tree") throw new Error("no tree");
  expect([...tree.total]).toEqual([512, 256, 128, 64, 32, 16, 16, 8, 4, 2, 1]);
});

test("stages that carry derivatives along show from which scalar on they are other ones", () => {
  const of = film(example("05"), ["vectorised", "staged"]);
  const paper = paperOf(SIZE, of.graph.size, columnsOf(of).wanted, columnsOf(of).order);
  const edge = [...of.graph.operands.keys()].find((one) => of.graph.partials[one] === 4)!;
  const user = userOf(of.graph, edge);
  const shapes = pictureAt(of, paper, of.animation.end, { ...NO_MARKS, cut: new Set([edge]) });
  const told = shapes
    .filter(({ key }) => key.startsWith("derivativevectorised"))
    .map(({ key, data }) => [key, data!.was, data!.derivative]);
  expect(told[0]).toEqual([`derivativevectorised${user}`, 25, 5]);
  expect(told.at(-1)).toEqual([`derivativevectorised${of.graph.size - 1}`, 55, 15]);
});

test("when all is called, the program has the sum of all calls, as the graph has: also where one was called twice", () => {
  const { explored, animation } = animated(example("05"), ["staged"], { variations: { options: { ascending: true } } });
  const of = filmOf(explored, animation);
  const paper = paperOf(SIZE, of.graph.size, columnsOf(of).wanted, columnsOf(of).order);
  const backs = pictureAt(of, paper, of.animation.end, NO_MARKS).flatMap((shape) =>
    shape.tag === "text" && /^back\d/.test(shape.key) ? [shape.parts.map(({ text }) => text).join("")] : [],
  );
  expect(backs).toEqual(["dw", "dx(55)", "ds(9) → dx(18) + dx(27)", "dt(2) → ds(8) + dx(10)", "du(1) → ds(1) + dt(2)"]);
});

test("a stage that forgets to add has again what came before, where what took its place does not come", () => {
  const { animation, explored } = animated(example("05"), ["tape"], { variations: { options: { overwrite: true } } });
  const { graph } = explored;
  const edge = [...graph.operands.keys()].find((one) => graph.partials[one] === 4)!;
  const calls = (column: ColumnAnimation): readonly (readonly [number, number])[] =>
    [...column.replayOrder.calls.number.entries()].map(([call, number]) => [
      number,
      column.replayOrder.calls.cotangent[call]!,
    ]);
  // dt sends 8 to s, in the place of 1; ds sends 16 and 24 to x, each in the place of what was there
  expect(calls(animation.columns[0]!)).toEqual([
    [4, 1],
    [3, 2],
    [2, 8],
    [1, 24],
  ]);
  const left = withoutEdges(animation, new Set([edge])).columns[0]!;
  expect(calls(left)).toEqual([
    [4, 1],
    [3, 2],
    [2, 1],
    [1, 3],
  ]);
  if (left.tag !== "waiting") throw new Error("the tape waits");
  const lost = left.pieces.filter(({ lostAt }) => lostAt !== undefined).map(({ to, amount }) => [to, amount]);
  // 1 is not lost any more
  expect(lost).toEqual([
    [1, 10],
    [1, 2],
  ]);
  // and each loss is told when it happens
  const told = narrationOf(filmOf(explored, animation)).filter(({ text }) => text.includes(" loses "));
  expect(told.map(({ text }) => text)).toEqual([
    "`tape` loses `ds` with `1`: it does not reach the gradient.",
    "`tape` loses `dx` with `10`: it does not reach the gradient.",
    "`tape` loses `dx` with `16`: it does not reach the gradient.",
  ]);
});

test("at the end it is told what the cut makes of the gradient", () => {
  const of = film("-- at: 3.0\ndef main x = let s = x * x in s + 2.0 * s\n");
  const last = (cut: ReadonlySet<number>): string => narrationOf(filmWithout(of, cut)).at(-1)!.text;
  // s reaches the result along the edge of +, and along that of the product
  const edge = operandsIn(of.graph, of.graph.outputs[0]!)[0]!;
  expect(shortName(of.graph, edge.node)).toBe("s");
  expect(last(new Set([edge.edge]))).toBe("Gradient with the cut: x 18→12");
  expect(last(NO_MARKS.cut)).not.toContain("cut");
});
