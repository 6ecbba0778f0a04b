// Pictures of graphs: paths, folding and layout, as laws on examples and random programs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { openFor } from "../../engine/explore/picture.ts";
import { partGraph } from "../../engine/graphs/folding/part-graph.ts";
import { opened, partId, partsOf, type RunPart } from "../../engine/graphs/folding/parts.ts";
import { lanesOf } from "../../engine/graphs/lanes.ts";
import { layered } from "../../engine/graphs/layout.ts";
import { largestPaths } from "../../engine/graphs/paths.ts";
import { type RunGraph, usesOf } from "../../engine/graphs/run-graph.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES, example } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { runs } from "../support/runs.ts";

function graphOf(text: string, request = {}): RunGraph {
  return finish(new Exploration(checkSource(text), request, DEFAULT_BUDGET).open()).graph;
}

function done<T>(steps: Generator<void, T, unknown>): T {
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

const NOTHING_OPEN = { open: new Set<string>(), hideConstants: false, around: undefined, all: false };
const LOOP = "-- at: (3000, 1.001)\ndef main (n, x) = if n == 0 then x else main (n - 1, sin (x * 0.5) + x)\n";

describe("paths", () => {
  test("come by size, are counted, and add up to the cotangent", () => {
    const property = fc.property(programs(), ({ source }) => {
      const graph = graphOf(source);
      const uses = usesOf(graph);
      for (let node = 0; node < Math.min(graph.size, 12); node++) {
        const { paths, total } = largestPaths(graph, uses, node, 2000);
        expect(BigInt(paths.length)).toBe(total! < 2000n ? total : 2000n);
        const sizes = paths.map(({ product }) => Math.abs(product));
        const grows = (size: number, i: number): boolean =>
          i > 0 && Number.isFinite(size) && size > sizes[i - 1]! * (1 + 1e-9) + 1e-300;
        expect(sizes.filter(grows)).toEqual([]);
        if (total! >= 2000n || sizes.some((size) => !Number.isFinite(size))) continue;
        const sum = paths.reduce((all, { product }) => all + product, 0);
        const scale = sizes.reduce((all, size) => all + size, 1);
        expect(Math.abs(sum - graph.cotangents[node]!)).toBeLessThanOrEqual(1e-9 * scale);
      }
    });
    fc.assert(property, { numRuns: runs(30), seed: 51 });
  });

  test("that are all alike but for rounding do not lead astray", () => {
    const alike = "-- at: (60, 0.6)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x + sin x)\n";
    const graph = graphOf(alike);
    const { paths, total } = largestPaths(graph, usesOf(graph), 0, 50);
    expect(paths.length).toBe(50);
    expect(total).toBe(2n ** 60n);
    const products = new Set(paths.map(({ product }) => product.toPrecision(9)));
    expect(products.size).toBe(1);
  });

  test("are counted exactly where there are very many", () => {
    const chain = "-- at: (300, 1.0)\ndef main (n, x) = if n == 0 then x else main (n - 1, x + x)\n";
    const graph = graphOf(chain);
    const { paths, total } = largestPaths(graph, usesOf(graph), 1, 50);
    expect(paths.length).toBe(50);
    expect(total).toBe(2n ** 300n);
  });
});

describe("folding", () => {
  /** Every part's pieces lie one after the other in it, down to single scalars. */
  const checkParts = (parts: readonly RunPart[], from: number, to: number): void => {
    let at = from;
    for (const part of parts) {
      expect(part.from).toBe(at);
      at = part.to;
      if (part.tag === "scalar") expect(part.to).toBe(part.from + 1);
      else {
        expect(opened(part).length).toBeLessThanOrEqual(Math.max(24, part.to - part.from));
        checkParts(opened(part), part.from, part.to);
      }
    }
    expect(at).toBe(to);
  };

  test("keeps every scalar, in its order", () => {
    const property = fc.property(programs(), ({ source }) => {
      const graph = graphOf(source);
      checkParts(partsOf(graph), 0, graph.size);
    });
    fc.assert(property, { numRuns: runs(30), seed: 52 });
    for (const { text } of EXAMPLES) {
      const graph = graphOf(text);
      checkParts(partsOf(graph), 0, graph.size);
    }
  });

  test("makes a loop one node with its count, which opens step by step", () => {
    const graph = graphOf(LOOP);
    expect(graph.size).toBeGreaterThan(10_000);
    const whole = partsOf(graph);
    expect(whole.length).toBeLessThan(12);
    const loop = whole.find(({ tag }) => tag === "repeat")!;
    expect(loop.tag === "repeat" && loop.iterations.length).toBeGreaterThanOrEqual(2998);
    checkParts(whole, 0, graph.size);
    for (let part: RunPart = loop; part.tag !== "scalar"; part = opened(part)[0]!)
      expect(opened(part).length).toBeLessThanOrEqual(24);
  });

  test("shows a scalar when all that it is in is open", () => {
    const graph = graphOf(LOOP);
    const whole = partsOf(graph);
    for (const scalar of [0, 1, 17, 5_000, graph.size - 1]) {
      const open = new Set(openFor(whole, scalar));
      const { parts } = partGraph(graph, whole, { ...NOTHING_OPEN, open });
      expect(parts.some((part) => part.tag === "scalar" && part.from === scalar)).toBe(true);
      expect(parts.length).toBeLessThan(400);
    }
  });

  test("loses no edge between what is seen", () => {
    for (const { name, text } of EXAMPLES) {
      const graph = graphOf(text);
      const whole = partsOf(graph);
      const { parts, edges } = partGraph(graph, whole, NOTHING_OPEN);
      // what the run gives stands beside the part that it is folded into
      const owner = (node: number) => parts.findLast(({ from, to }) => from <= node && node < to)!;
      let between = 0;
      for (let node = 0; node < graph.size; node++)
        for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++)
          if (owner(node) !== owner(graph.operands[edge]!)) between++;
      expect(
        edges.reduce((sum, { count }) => sum + count, 0),
        name,
      ).toBe(between);
      const all = partGraph(graph, whole, { ...NOTHING_OPEN, all: true });
      expect(all.edges.length, name).toBe(graph.operands.length);
      const bare = partGraph(graph, whole, { ...NOTHING_OPEN, all: true, hideConstants: true });
      expect(bare.parts.length).toBe([...graph.kinds].filter((kind) => kind !== 1).length);
    }
  });

  test("finds what is near a scalar", () => {
    const graph = graphOf(example("01"));
    const { parts } = partGraph(graph, partsOf(graph), { ...NOTHING_OPEN, around: { scalar: 1, distance: 1 } });
    expect(parts.map(partId)).toEqual(["1", "2"]);
  });
});

describe("the layout", () => {
  const layoutOf = (graph: RunGraph) => {
    const nodes = Array.from({ length: graph.size }, (_, node) => ({ width: 50 + (node % 5) * 10, height: 38 }));
    const edges: { from: number; to: number }[] = [];
    for (let node = 0; node < graph.size; node++)
      for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++)
        edges.push({ from: graph.operands[edge]!, to: node });
    return { nodes, edges, placed: done(layered({ nodes, edges })) };
  };

  test("lets few edges cross", () => {
    const crossings = (text: string): number => {
      const { edges, placed } = layoutOf(graphOf(text));
      const { x, y, bends } = placed;
      const lines = edges.map(({ from, to }, edge) => [[x[from]!, y[from]!], ...bends[edge]!, [x[to]!, y[to]!]]);
      const parts = lines.flatMap((line) => line.slice(1).map((end, at) => [line[at]!, end] as const));
      const side = ([px, py]: readonly number[], [qx, qy]: readonly number[], [rx, ry]: readonly number[]): number =>
        (qx! - px!) * (ry! - py!) - (qy! - py!) * (rx! - px!);
      const isCrossed = (a: (typeof parts)[number], b: (typeof parts)[number]): boolean =>
        side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) < -1e-6 &&
        side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) < -1e-6;
      return parts.reduce((sum, a, at) => sum + parts.slice(at + 1).filter((b) => isCrossed(a, b)).length, 0);
    };
    // with sweeps alone there are 244, 71 and 12 of them
    expect(crossings(example("10"))).toBeLessThan(150);
    expect(crossings(example("17"))).toBeLessThan(60);
    expect(crossings(example("13"))).toBeLessThan(6);
  });

  test("goes from operands to uses, lets nothing overlap, and is the same every time", () => {
    const property = fc.property(programs(), ({ source }) => {
      const graph = graphOf(source);
      const { nodes, edges, placed } = layoutOf(graph);
      expect(layoutOf(graph).placed).toEqual(placed);
      expect(edges.filter(({ from, to }) => !(placed.x[from]! < placed.x[to]!))).toEqual([]);
      const overlaps: string[] = [];
      for (let a = 0; a < nodes.length; a++)
        for (let b = a + 1; b < nodes.length; b++) {
          const apart =
            Math.abs(placed.x[a]! - placed.x[b]!) >= (nodes[a]!.width + nodes[b]!.width) / 2 ||
            Math.abs(placed.y[a]! - placed.y[b]!) >= (nodes[a]!.height + nodes[b]!.height) / 2 - 1e-6;
          if (!apart) overlaps.push(`${a} and ${b}`);
        }
      expect(overlaps).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(20), seed: 53 });
  });

  test("keeps a scalar where it is, whatever the step, the stage or the labels", () => {
    const exploration = new Exploration(checkSource(example("05")), {}, DEFAULT_BUDGET);
    finish(exploration.open());
    const ask = { open: [], hideConstants: false, around: undefined, all: false };
    const before = done(exploration.picture(ask));
    finish(exploration.record("naive"));
    finish(exploration.record("parallel"));
    expect(done(exploration.picture(ask))).toEqual(before);
  });

  test("gives lanes in which no scalar lies on another that lives at the same time, as far as there are lanes", () => {
    const graph = graphOf(example("05"));
    const lanes = lanesOf(graph, 4);
    expect([...lanes].every((lane) => lane < 4)).toBe(true);
    // w is never used: its lane is free at once; x lives on
    expect(lanes[1]).not.toBe(lanes[2]);
  });
});
