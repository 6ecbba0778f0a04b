// Graphs of jobs and folded graphs, against what going through all pairs and all edges gives.
import { describe, expect, test } from "vitest";
import { type PartGraph, partGraph, type ViewOptions } from "../../engine/graphs/folding/part-graph.ts";
import { opened, partId, partsOf, type RunPart } from "../../engine/graphs/folding/parts.ts";
import { innerRuns } from "../../engine/graphs/inner-runs.ts";
import {
  type CompoundId,
  compoundArrows,
  inOrder,
  type JobNode,
  JobOrder,
  jobName,
  waitingJobs,
} from "../../engine/graphs/jobs.ts";
import { type RunGraph, runGraph } from "../../engine/graphs/run-graph.ts";
import { graphByHand, type Scalar } from "../support/graph-by-hand.ts";
import { tracedGraph } from "../support/run.ts";

/** Jobs by what they wait for. */
function jobs(after: readonly (readonly number[])[]): readonly JobNode[] {
  return after.map((others, id) => ({ id, after: others })) as unknown as readonly JobNode[];
}

const JOBS = {
  alone: jobs([[]]),
  // 0 forks into 1 and 2, 1 into 3 and 4, which join in 5; 5 and 2 join in 6
  nested: jobs([[], [0], [0], [1], [1], [3, 4], [5, 2]]),
  // two beginnings, a definition that is used twice, and a job that comes before one with a lower number
  crossed: jobs([[5], [], [0, 1], [1], [2, 3], [], [4, 0]]),
};

/** Whether a job had to end before another, by all ways back. */
function precedes(all: readonly JobNode[], a: number, b: number): boolean {
  return all[b]!.after.some((other) => other === a || precedes(all, a, other));
}

describe.each(Object.entries(JOBS))("jobs that are %s", (_, all) => {
  const ids = all.map(({ id }) => id);

  test("are ordered by forks and joins", () => {
    const order = new JobOrder(all);
    for (const a of ids)
      for (const b of ids) {
        expect(order.isBefore(a, b)).toBe(a === b || precedes(all, a, b));
        for (const [i, j] of [
          [0, 0],
          [1, 2],
          [2, 1],
        ] as const)
          expect(order.isBeforeCompound([a, i], [b, j])).toBe(a === b ? i <= j : precedes(all, a, b));
      }
  });

  test("come in an order in which none is before what it waits for, each once", () => {
    const places = inOrder(all).map(({ id }) => id);
    expect([...places].sort((a, b) => a - b)).toEqual(ids);
    for (const { id, after } of all)
      for (const other of after) expect(places.indexOf(other)).toBeLessThan(places.indexOf(id));
  });

  test("are ready when the last that they wait for has ended", () => {
    const { ready, ended } = waitingJobs(all);
    expect(ready.map(({ id }) => id)).toEqual(ids.filter((id) => all[id]!.after.length === 0));
    const over = new Set<number>();
    for (const job of inOrder(all)) {
      over.add(job.id);
      const wanted = ids.filter(
        (id) => all[id]!.after.includes(job.id) && all[id]!.after.every((one) => over.has(one)),
      );
      expect(ended(job).map(({ id }) => id)).toEqual(wanted);
    }
  });

  test("have as arrows of their scalars those that no others make up", () => {
    // two scalars in most jobs, in the wrong order, and none in every third
    const scalars = ids.flatMap((id) =>
      id % 3 === 1 && ids.length > 1
        ? []
        : [1, 0].map((place) => ({ number: 10 * id + place, id: [id, place] as CompoundId })),
    );
    const isBefore = ([a, i]: CompoundId, [b, j]: CompoundId): boolean => (a === b ? i < j : precedes(all, a, b));
    const wanted = scalars.flatMap((from, at) =>
      scalars.flatMap((to, other) =>
        isBefore(from.id, to.id) && !scalars.some(({ id }) => isBefore(from.id, id) && isBefore(id, to.id))
          ? [`${at}-${other}`]
          : [],
      ),
    );
    const found = compoundArrows(all, scalars).map(({ from, to }) => `${from}-${to}`);
    expect(found.sort()).toEqual(wanted.sort());
  });
});

test("jobs are called by letters, and then by letters with numbers", () => {
  expect([0, 1, 23, 24, 25, 48].map(jobName)).toEqual(["α", "β", "ω", "α1", "β1", "α2"]);
});

const NOTHING: ViewOptions = { open: new Set<string>(), hideConstants: false, around: undefined, all: false };

function graphOf(text: string): RunGraph {
  const flow = tracedGraph(text);
  return runGraph(flow, [1], () => undefined);
}

const loop = (n: number): string =>
  `-- at: (${n}, 0.75)\ndef main (n : Int, x) = if n == 0 then x * 2.0 else main (n - 1, sin (x + 0.5))\n`;

/** A part as a text: what it is, from where to where, and of which pieces. */
function shown(part: RunPart): string {
  if (part.tag === "scalar") return String(part.from);
  const what = part.tag === "iterations" ? `${part.tag} ${part.first}+${part.iterations.length}` : part.tag;
  return `${what} ${part.from}-${part.to}`;
}

describe("a folded graph", () => {
  test("is not folded up to 30 scalars, and from three times the same on above that", () => {
    // an input, three scalars a round, and two at the end
    expect(graphOf(loop(9)).size).toBe(30);
    expect(partsOf(graphOf(loop(9))).every(({ tag }) => tag === "scalar")).toBe(true);
    const graph = graphOf(loop(10));
    expect(partsOf(graph).map(shown)).toEqual(["0", "repeat 1-31", "31", "32"]);
    expect(graph.size).toBe(33);
  });

  test("has a derivative that a small run asks for as one part, which opens to its own run, there and back", () => {
    const graph = graphOf("-- at: (3.0, 2.0)\ndef f x = x * x - 2.0\ndef main (x, y) = x - f x / grad f x * y\n");
    const whole = partsOf(graph);
    expect(whole.map(shown)).toEqual(["0", "1", "2", "3", "4", "call 5-9", "9", "10", "11"]);
    expect(opened(whole[5]!).map(shown)).toEqual(["5", "6", "7", "8"]);
    // x * x - 2, and x + x on the way back
    expect(innerRuns(graph)).toEqual([{ name: "grad", from: 5, to: 9, turn: 8, depth: 0 }]);
  });

  test("has derivatives within derivatives", () => {
    const text = "-- at: 3.0\ndef main x = grad (\\y -> y * grad (\\z -> z * z * y) x) x\n";
    const [outer, inner, ...others] = innerRuns(graphOf(text));
    expect(others).toEqual([]);
    expect([outer!.name, outer!.depth, inner!.name, inner!.depth]).toEqual(["grad", 0, "grad", 1]);
    expect(outer!.from <= inner!.from && inner!.to <= outer!.turn!).toBe(true);
    expect(inner!.turn! > inner!.from && inner!.turn! < inner!.to).toBe(true);
  });

  test("opens a repeat in stretches of rounds, a stretch in rounds, and a round in its scalars", () => {
    const [, repeat] = partsOf(graphOf(loop(60)));
    const stretches = opened(repeat!);
    expect(stretches.map(shown)).toEqual(
      Array.from({ length: 20 }, (_, at) => `iterations ${3 * at}+3 ${1 + 9 * at}-${10 + 9 * at}`),
    );
    const rounds = opened(stretches[1]!);
    expect(rounds.map(shown)).toEqual(["iterations 3+1 10-13", "iterations 4+1 13-16", "iterations 5+1 16-19"]);
    expect(opened(rounds[1]!).map(shown)).toEqual(["13", "14", "15"]);
    expect(opened(opened(rounds[1]!)[0]!)).toEqual([]);
    expect([repeat!, stretches[1]!, opened(rounds[1]!)[0]!].map(partId)).toEqual([
      "repeat-1-181",
      "iterations-10-19",
      "13",
    ]);
  });

  test("opens a repeat of single scalars as these, and one of few rounds round by round", () => {
    const graph = graphOf(
      "-- at: (5, 0.75)\ndef go (k : Int) x = if k == 0 then x else go (k - 1) (sin x)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, cos (go 20 x))\n",
    );
    // a round is what a call of `main` does; a loop of its own is one part in it
    const [, rounds] = partsOf(graph);
    expect(partsOf(graph).map(shown)).toEqual(["0", "repeat 1-106"]);
    const first = opened(rounds!);
    expect(first.map(shown)).toEqual([0, 1, 2, 3, 4].map((at) => `iterations ${at}+1 ${1 + 21 * at}-${22 + 21 * at}`));
    const [sines, cosine] = opened(first[1]!);
    expect([sines!, cosine!].map(shown)).toEqual(["repeat 22-42", "42"]);
    expect(opened(sines!).map(shown)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 22)));
  });

  test("folds again what folding has made alike", () => {
    const graph = graphOf(
      "-- at: (5, 0.75)\ndef go (k : Int) x = if k == 0 then x else go (k - 1) (sin x)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, cos (go (15 + n) x))\n",
    );
    expect(partsOf(graph).map(shown)).toEqual(["0", "repeat 1-96"]);
  });

  /** So many different operations, one around the other. */
  const nested = (count: number): string => `${"sin (".repeat(count)}x${")".repeat(count)}`;

  test("takes three times the same for a repeat, and two for none", () => {
    const text = (n: number) =>
      `-- at: (${n}, 0.75)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, ${nested(40)})\n`;
    expect(partsOf(graphOf(text(3))).map(shown)).toEqual(["0", "repeat 1-121"]);
    expect(partsOf(graphOf(text(2))).map(shown)).toEqual(["0", "call 1-41", "call 41-81"]);
  });

  test("has up to 160 parts at once", () => {
    const parts = (count: number) => partsOf(graphOf(`-- at: 0.5\ndef main x = ${nested(count)}\n`)).length;
    expect([parts(159), parts(160)]).toEqual([160, 23]);
  });

  test("of very many different parts is in blocks, which open in blocks", () => {
    const body = Array.from({ length: 400 }, (_, at) => (at % 7 === 3 ? "cos" : "sin")).reduce(
      (x, f, at) => `${f} (${x} + ${at}.5)`,
      "x",
    );
    const blocks = partsOf(graphOf(`-- at: 0.5\ndef main x = ${body}\n`));
    expect(blocks.length).toBeLessThanOrEqual(24);
    expect(new Set(blocks.map(({ tag }) => tag))).toEqual(new Set(["block"]));
    const { from, to } = blocks[3]!;
    const inner = opened(blocks[3]!);
    expect([inner[0]!.from, inner.at(-1)!.to]).toEqual([from, to]);
    expect(inner.length).toBeLessThanOrEqual(24);
    expect(inner.length).toBeGreaterThan(1);
  });

  test("has the scalars of the result beside the parts that they are folded into, where nothing there uses them", () => {
    /** The graph with the scalars from 1 up to the last but one in a block; by scalar, its operands. */
    const seen = (operands: readonly (readonly number[])[], outputs: readonly number[], constant?: number) => {
      const scalars = operands.map((of, node): Scalar => {
        return { ...(node === constant && { kind: "constant" }), of: of.map((operand) => [operand, 1]) };
      });
      const parts = operands.map((_, from): RunPart => ({ tag: "scalar", from, to: from + 1 }));
      const to = operands.length - 1;
      const whole: RunPart[] = [parts[0]!, { tag: "block", from: 1, to, parts: parts.slice(1, to) }, parts[to]!];
      return partGraph(graphByHand({ scalars, outputs }), whole, NOTHING).parts.map(({ from, to }) => `${from}-${to}`);
    };
    expect(seen([[], [0], [1], [2], [1], [4]], [4, 2, 5])).toEqual(["0-1", "1-5", "4-5", "5-6"]);
    expect(seen([[], [0], [0], [2]], [1, 3])).toEqual(["0-1", "1-3", "1-2", "3-4"]);
    expect(seen([[], [0], [], [1]], [2, 3], 2)).toEqual(["0-1", "1-3", "3-4"]);
    // a part of nothing else would be an empty box
    expect(seen([[], [0], [0], [0]], [1, 2, 3])).toEqual(["0-1", "1-2", "2-3", "3-4"]);
    const wide = Array.from({ length: 20 }, (_, node) => (node === 0 ? [] : [0]));
    const first = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
    expect(seen(wide, first(12))).toHaveLength(15);
    expect(seen(wide, first(13))).toHaveLength(3);
  });

  const views: Readonly<Record<string, (graph: RunGraph) => Partial<ViewOptions>>> = {
    closed: () => ({}),
    open: (graph) => ({ open: new Set(partsOf(graph).map(partId)) }),
    all: () => ({ all: true }),
    bare: () => ({ all: true, hideConstants: true }),
  };

  test.each(Object.entries(views))("has all edges between what is seen, %s", (_, optionsFor) => {
    const graph = graphOf(loop(25));
    const options = { ...NOTHING, ...optionsFor(graph) };
    const { parts, edges } = partGraph(graph, partsOf(graph), options);
    const seen = parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_one, at) => from + at));
    const hidden = options.hideConstants ? 1 : -1;
    expect(seen).toEqual(
      Array.from({ length: graph.size }, (_one, node) => node).filter((node) => graph.kinds[node] !== hidden),
    );
    const partOf = (node: number): RunPart | undefined => parts.find(({ from, to }) => from <= node && node < to);
    const wanted = new Map<string, number>();
    const single: string[] = [];
    for (let node = 0; node < graph.size; node++)
      for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++) {
        const [from, to] = [partOf(graph.operands[edge]!), partOf(node)];
        if (from === undefined || to === undefined || from === to) continue;
        const key = `${partId(from)} ${partId(to)}`;
        if (from.tag === "scalar" && to.tag === "scalar") single.push(`${key} ${edge} 1`);
        else wanted.set(key, (wanted.get(key) ?? 0) + 1);
      }
    const found = edges.map(({ from, to, edge, count }) => `${from} ${to} ${edge} ${count}`);
    expect(found.sort()).toEqual([...single, ...[...wanted].map(([key, count]) => `${key} undefined ${count}`)].sort());
  });

  test("shows what is so many edges from a scalar", () => {
    // 0 and 1 make 2; 2 and 0 make 3; 3 makes 4; 4 makes 5
    const graph = graphOf("-- at: (1.0, 2.0)\ndef main (x, y) = exp (sin (x * y + x))\n");
    const around = (scalar: number, distance: number): PartGraph =>
      partGraph(graph, partsOf(graph), { ...NOTHING, around: { scalar, distance } });
    const names = (scalar: number, distance: number): string => around(scalar, distance).parts.map(partId).join(" ");
    expect([0, 1, 2, 3, 4].map((distance) => names(5, distance))).toEqual([
      "5",
      "4 5",
      "3 4 5",
      "0 2 3 4 5",
      "0 1 2 3 4 5",
    ]);
    expect(names(1, 1)).toBe("1 2");
    expect(
      around(1, 2)
        .edges.map(({ from, to }) => `${from}${to}`)
        .sort(),
    ).toEqual(["02", "03", "12", "23"]);
    const hidden = partGraph(graph, [], { ...NOTHING, around: { scalar: 0, distance: 2 } });
    expect(hidden).toEqual({ parts: [], edges: [] });
  });
});
