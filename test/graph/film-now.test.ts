// The graph at every time of its film: what travels, what lands, and what waits, against the trace.
import { describe, expect, test } from "vitest";
import { changeAt, changesOf, nowOfFilm, productAt, travellersAt } from "../../app/graph/model/film-now.ts";
import { drawingOf } from "../../app/graph/model/graph-drawing.ts";
import { flagWords } from "../../app/graph/model/now.ts";
import { type Film, filmOf } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

function filmed(text: string, stage: string) {
  const { explored, exploration, animation } = animated(text, [stage]);
  const pictured = exploration.picture({ open: [], hideConstants: false, around: undefined, all: true });
  let next = pictured.next();
  while (!next.done) next = pictured.next();
  return { film: filmOf(explored, animation), picture: next.value };
}

/** The words of all flags at a time, by scalar. */
function flagsAt(film: Film, t: number): readonly string[] {
  const now = nowOfFilm(film, t);
  return Array.from({ length: film.graph.size }, (_, number) => flagWords(now.cotangents(number)) ?? "");
}

const STAGES = ["naive", "staged", "cayley", "sparse", "mutable", "tape"];

describe("the graph at a time of its film", () => {
  test("of the running example shows both addends, and then their sum", () => {
    // x * (x + y) at (12, 13)
    const { film } = filmed(example("02"), "staged");
    const seen = changesOf(film).map((t) => flagsAt(film, t).join(" | "));
    const different = seen.filter((one, at) => one !== seen[at - 1]);
    expect(different).toEqual([
      " |  |  | ",
      " |  |  | 1",
      "25 |  |  | 1",
      "25 |  | 12 | 1",
      "25 +12 |  | 12 | 1",
      "25 +12 | 12 | 12 | 1",
      "37 | 12 | 12 | 1",
    ]);
  });

  test.each(STAGES)("by %s, an input that nothing comes to has 0 when the calls are done", (stage) => {
    // w is not used
    const { film } = filmed(example("05"), stage);
    const { togetherEnd, end } = film.animation;
    expect(flagsAt(film, togetherEnd - 1)[0]).toBe("");
    expect(flagsAt(film, end)).toEqual(["0", "55", "9", "2", "1"]);
  });

  test.each(STAGES)("by %s, every number sets out, goes on, and lands before its flag changes", (stage) => {
    const { film, picture } = filmed(example("02"), stage);
    const ends = new Map(picture.edges.map(({ id, from, to }) => [id, `${from} ${to}`] as const));
    const last = new Map<string, number>();
    const seen = new Set<string>();
    let before = flagsAt(film, 0);
    for (let t = 0; t <= film.animation.end; t += 20) {
      const flags = flagsAt(film, t);
      const travelling = travellersAt(film, picture, t);
      for (const { edge, isBack, label, at, isFromLabel = false } of travelling) {
        // a contribution sets out where the partial stands that it is multiplied by
        expect(isFromLabel).toBe(isBack);
        expect(at).toBeGreaterThanOrEqual(isBack ? 0 : 0.1);
        expect(at).toBeLessThan(1);
        const name = `${isBack ? "back" : "forth"} ${label} ${ends.get(edge)}`;
        expect(at, name).toBeGreaterThanOrEqual(last.get(name) ?? 0);
        last.set(name, at);
        seen.add(name);
      }
      // a flag that gets an addend is one to which something has just been on its way
      for (const [number, flag] of flags.entries())
        if (flag.includes("+") && flag !== before[number])
          expect(
            [...last.entries()].some(([name, at]) => name.startsWith("back +") && at > 0.9),
            `${t} ${flag}`,
          ).toBe(true);
      before = flags;
    }
    for (const name of ["forth 12 0 2", "forth 13 1 2", "forth 12 0 3", "forth 25 2 3"]) expect(seen).toContain(name);
    for (const name of ["back +12 2 3", "back +25 0 3", "back +12 1 2", "back +12 0 2"]) expect(seen).toContain(name);
  });

  test("of a path that is played is the product, which each edge multiplies", () => {
    const { film, picture } = filmed(example("02"), "staged");
    const { graph } = film;
    // x - 1 -> z - 12 -> x * z, from the result on
    const edges = [3, 0];
    expect(edges.map((edge) => graph.partials[edge]!)).toEqual([12, 1]);
    const told = (at: number) =>
      productAt(film, picture, { edges, at }).map(({ edge, isBack, label }) => [edge, isBack, label]);
    const [first, second] = [0, 1].map((at) => told(at)[0]![0]);
    expect(first).not.toBe(second);
    expect([0, 0.4, 0.6, 1, 1.6, 2].map(told)).toEqual([
      [[first, true, "1"]],
      [[first, true, "1"]],
      [[first, true, "12"]],
      [[second, true, "12"]],
      [[second, true, "12"]],
      [[second, true, "12"]],
    ]);
  });

  test.each(
    oneIn(
      4,
      TRANSFORMED.filter(({ name }) => !/12|18|19|25/.test(name)),
      1,
    ),
  )("of $name ends with the cotangents of the run, by every stage", ({ text }) => {
    for (const stage of STAGES) {
      const { film, picture } = filmed(text, stage);
      const { graph, animation } = film;
      if (graph.size === 0 || graph.size > 300) continue;
      const now = nowOfFilm(film, animation.end);
      expect(travellersAt(film, picture, animation.end)).toEqual([]);
      for (let number = 0; number < graph.size; number++) {
        if (graph.reached[number] === 0) continue;
        const sum = now.cotangents(number).reduce((a, b) => a + b, 0);
        const cotangent = graph.cotangents[number]!;
        // the tree of a run that was too long to record is cut off
        if (stage === "naive" && !film.leader!.animation.replayOrder.isWhole) continue;
        if (Number.isFinite(cotangent))
          expect(Math.abs(sum - cotangent), `${stage} #${number}`).toBeLessThanOrEqual(
            1e-9 * Math.max(1, Math.abs(cotangent)),
          );
      }
    }
  });

  test("changes only where a change is noted", () => {
    const { film } = filmed(example("05"), "staged");
    const changes = changesOf(film);
    for (let t = 0; t <= film.animation.end; t += 7)
      expect(flagsAt(film, t), String(t)).toEqual(flagsAt(film, changes[changeAt(changes, t)]!));
  });
});

test("edges between folded parts wait, are at work, and are done with all of their users", () => {
  const { explored, exploration, animation } = animated(example("12"), ["staged"]);
  const pictured = exploration.picture({ open: [], hideConstants: false, around: undefined, all: false });
  let next = pictured.next();
  while (!next.done) next = pictured.next();
  const picture = next.value;
  const film = filmOf(explored, animation);
  const folded = new Set(picture.edges.filter(({ edge }) => edge === undefined).map(({ id }) => id));
  expect(folded.size).toBeGreaterThan(2);
  const marksAt = (t: number) => {
    const look = { labels: "numbers", lit: undefined, wrong: [] } as const;
    const { edges } = drawingOf(explored, picture, { ...look, now: nowOfFilm(film, t) });
    return edges.filter(({ id }) => folded.has(id)).map(({ marks }) => marks.join(" "));
  };
  const all = (mark: string) => Array.from(folded, () => mark);
  expect(marksAt(animation.forwardEnd - 1)).toEqual(all(""));
  expect(marksAt(animation.forwardEnd)).not.toContain("done");
  expect(marksAt(animation.end)).toEqual(all("done"));
  const halfway = marksAt((animation.forwardEnd + animation.togetherEnd) / 2);
  expect(halfway).toContain("done");
  expect(halfway.some((mark) => mark !== "done")).toBe(true);
});
