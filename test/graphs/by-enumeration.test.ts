// Claims about small graphs, against an enumeration of all their edges and paths.
import { describe, expect, test } from "vitest";
import { UNWATCHED, Watch } from "../../engine/base/watch.ts";
import type { DataFlowGraph } from "../../engine/core/events/trace.ts";
import { partsOfSum, pathCounts } from "../../engine/graphs/data-flow.ts";
import { dotOf } from "../../engine/graphs/dot.ts";
import { lanesOf } from "../../engine/graphs/lanes.ts";
import { largestPaths, pathsTo } from "../../engine/graphs/paths.ts";
import {
  intsAt,
  kindIn,
  labelOf,
  nameIn,
  operandsIn,
  opIn,
  type RunGraph,
  runGraph,
  spanIn,
  userOf,
  usesOf,
} from "../../engine/graphs/run-graph.ts";
import {
  fewerSweeps,
  innerProduct,
  inputCount,
  jacobianColumn,
  jacobianOf,
  jacobianRow,
  jacobianSeen,
  modeCosts,
  seededAt,
  tangentSweep,
} from "../../engine/graphs/sweeps.ts";
import { originOf, sharesOf, zeroReasons } from "../../engine/graphs/why.ts";
import { tracedGraph } from "../support/run.ts";

const TEXTS = {
  shared: "-- at: (3.0, 2.0)\ndef main (x, y) = let a = x * y in let b = x + a in (b * a, a, 2.0 * x)\n",
  square: "-- at: (0.5, 4)\ndef main (x, n) = let s = x ^ n in let t = s * s in (t, s ^ 2 + t, real n)\n",
  unused: "-- at: (0.0, 1.0, 5.0)\ndef main (x, y, z : Real) = let q = sqrt x in let w = y * z in (y * 2.0, y)\n",
  zero: "-- at: 2.0\ndef main x = let y = x * 3.0 in (y * 0.0, y * 0.0 + x)\n",
  chain: "-- at: (6, 0.75)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x * x + x)\n",
} as const;

/** A graph in columns; some of its inputs have names, and the cotangents of the result are 1, 10, .. */
function graphsOf(text: string): { readonly flow: DataFlowGraph; readonly graph: RunGraph } {
  const flow = tracedGraph(text);
  const seeds = flow.outputs.map((_, index) => 10 ** index);
  const graph = runGraph(flow, seeds, ({ kind, number }) => (kind === "constant" ? undefined : "abc"[number]));
  return { flow, graph };
}

interface Way {
  readonly edges: readonly number[];
  readonly output: number;
  readonly product: number;
}

/** All paths from a node to the result. */
function waysFrom(graph: RunGraph, node: number): readonly Way[] {
  const ends = [...graph.outputs].flatMap((output, index): readonly Way[] =>
    output === node ? [{ edges: [], output: index, product: graph.seeds[index]! }] : [],
  );
  const on = [...graph.operands].flatMap((operand, edge): readonly Way[] =>
    operand === node
      ? waysFrom(graph, userAt(graph, edge)).map(({ edges, output, product }) => ({
          edges: [edge, ...edges],
          output,
          product: graph.partials[edge]! * product,
        }))
      : [],
  );
  return [...ends, ...on];
}

function userAt({ starts, size }: RunGraph, edge: number): number {
  return Array.from({ length: size }, (_, node) => node).find(
    (node) => starts[node]! <= edge && edge < starts[node + 1]!,
  )!;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const nodesOf = ({ size }: RunGraph) => Array.from({ length: size }, (_, node) => node);

describe.each(Object.entries(TEXTS))("the graph of %s", (_, text) => {
  const { flow, graph } = graphsOf(text);
  const uses = usesOf(graph);

  test("has the scalars of the run, each with its operands, in columns", () => {
    expect(graph.size).toBe(flow.nodes.length);
    expect([...graph.outputs]).toEqual(flow.outputs);
    for (const { number, kind, op, value, span, operands, ints } of flow.nodes) {
      const name = kind === "constant" ? undefined : "abc"[number];
      expect([kindIn(graph, number), opIn(graph, number), graph.values[number]]).toEqual([kind, op, value]);
      expect([spanIn(graph, number), nameIn(graph, number)]).toEqual([span, name]);
      expect(labelOf(graph, number)).toBe(name ?? (kind === "constant" ? String(value) : `#${number}`));
      const found = operandsIn(graph, number);
      expect(found.map(({ edge, node }) => ({ number: node, partial: graph.partials[edge] }))).toEqual(operands);
      for (const { edge } of found) expect(userOf(graph, edge)).toBe(number);
      expect([...intsAt(graph, number)]).toEqual(kind === "operation" ? ints.map((int) => [int.place, int.value]) : []);
    }
    for (const table of [graph.ops, graph.names, graph.spans.map((span) => JSON.stringify(span))])
      expect(new Set(table).size).toBe(table.length);
  });

  test("knows the uses of each scalar, in their order", () => {
    for (const node of nodesOf(graph)) {
      const edges = [...graph.operands.keys()].filter((edge) => graph.operands[edge] === node);
      expect([...uses.edges.subarray(uses.starts[node]!, uses.starts[node + 1]!)]).toEqual(edges);
    }
    expect(uses.starts.length).toBe(graph.size + 1);
    expect([...uses.users]).toEqual([...graph.operands.keys()].map((edge) => userAt(graph, edge)));
  });

  test("has for each scalar the sum over its paths, the largest first, and counts them", () => {
    const counts = pathCounts(flow, UNWATCHED);
    for (const node of nodesOf(graph)) {
      const ways = waysFrom(graph, node);
      expect(counts[node]).toBe(BigInt(ways.length));
      expect(graph.reached[node]).toBe(ways.length > 0 ? 1 : 0);
      expect(graph.cotangents[node]).toBeCloseTo(sum(ways.map(({ product }) => product)), 9);
      const { paths, total, log2 } = largestPaths(graph, uses, node, 1000);
      expect(total).toBe(BigInt(ways.length));
      expect(2 ** log2).toBeCloseTo(ways.length, 6);
      expect(paths.length).toBe(ways.length);
      const inOrder = ways.map(({ product }) => Math.abs(product)).sort((a, b) => b - a);
      paths.forEach(({ edges, output, product }, index) => {
        expect(Math.abs(product)).toBeCloseTo(inOrder[index]!, 9);
        const same = ways.filter((way) => way.output === output && String(way.edges) === String(edges));
        expect(same.length).toBe(1);
        expect(product).toBeCloseTo(same[0]!.product, 9);
      });
      expect(new Set(paths.map(({ edges, output }) => `${edges} ${output}`)).size).toBe(paths.length);
      expect(largestPaths(graph, uses, node, 2).paths).toEqual(paths.slice(0, 2));
    }
    const ends = [...graph.outputs, graph.outputs[0]!];
    const found = pathsTo(graph, ends);
    for (const node of nodesOf(graph)) {
      const again = waysFrom({ ...graph, outputs: Int32Array.from(ends), seeds: new Float64Array(ends.length) }, node);
      expect(found[node]).toBe(BigInt(again.length));
    }
  });

  test("tells what adds up to a cotangent, in the order of the reverse pass", () => {
    for (const node of nodesOf(graph)) {
      const shares = sharesOf(graph, uses, node);
      expect(sum(shares.map(({ amount }) => amount))).toBeCloseTo(graph.cotangents[node]!, 9);
      const ends = shares.filter(({ user }) => user === undefined);
      expect(shares.slice(0, ends.length)).toEqual(ends);
      expect(ends.map(({ cotangent }) => cotangent)).toEqual(
        [...graph.seeds].filter((_seed, index) => graph.outputs[index] === node),
      );
      const rest = shares.slice(ends.length);
      const wanted = [...graph.operands.keys()]
        .filter((edge) => graph.operands[edge] === node && waysFrom(graph, userAt(graph, edge)).length > 0)
        .sort((a, b) => userAt(graph, b) - userAt(graph, a) || a - b);
      expect(rest.map(({ edge }) => edge)).toEqual(wanted);
      for (const { user, edge, partial, cotangent, amount } of rest) {
        expect([user, partial]).toEqual([userAt(graph, edge!), graph.partials[edge!]]);
        expect(cotangent).toBe(graph.cotangents[user!]);
        expect(amount).toBe(partial * cotangent);
      }
    }
  });

  test("gives tangents and Jacobians, of what moves and what is reached", () => {
    const inputs = nodesOf(graph).filter((node) => kindIn(graph, node) === "input");
    expect(inputCount(graph)).toBe(inputs.length);
    const entry = (row: number, column: number): number =>
      sum(
        waysFrom({ ...graph, outputs: graph.outputs.slice(row, row + 1), seeds: Float64Array.of(1) }, column).map(
          ({ product }) => product,
        ),
      );
    const rows = [...graph.outputs.keys()];
    const wanted = rows.map((row) => inputs.map((column) => entry(row, column)));
    const close = (found: ArrayLike<number>, right: readonly number[]): void => {
      expect(found.length).toBe(right.length);
      right.forEach((one, index) => {
        expect(found[index]).toBeCloseTo(one, 9);
      });
    };
    for (const row of rows) close(jacobianRow(graph, row), wanted[row]!);
    for (const column of inputs)
      close(
        jacobianColumn(graph, column),
        wanted.map((row) => row[column]!),
      );
    for (const by of ["rows", "columns"] as const)
      for (const [most, columns] of [
        [1, 1],
        [2, 1],
        [9, 9],
      ] as const) {
        const seen = jacobianOf(graph, by, { rows: most, columns }, UNWATCHED);
        expect(seen.length).toBe(Math.min(most, rows.length));
        for (const [row, found] of seen.entries()) close(found, wanted[row]!.slice(0, columns));
      }
    const direction = inputs.map((_input, index) => (index === 0 ? 0 : index));
    const { tangents, moves } = tangentSweep(graph, direction);
    for (const node of nodesOf(graph)) {
      const from = inputs.filter((input) => direction[input] !== 0 && isBelow(graph, input, node));
      expect(moves[node]).toBe(from.length > 0 ? 1 : 0);
      if (from.length === 0) expect(tangents[node]).toBe(0);
    }
    const seeded = seededAt(graph, rows.length - 1);
    expect([...seeded.outputs, ...seeded.seeds]).toEqual([graph.outputs[rows.length - 1], 1]);
    close(seeded.cotangents.slice(0, inputs.length), wanted.at(-1)!);
  });

  test("counts what each mode takes for the Jacobian", () => {
    const inputs = inputCount(graph);
    const operations = flow.nodes.filter(({ kind }) => kind === "operation").length;
    const edges = [...graph.operands.keys()];
    const moving = (input: number, edge: number): boolean => isBelow(graph, input, graph.operands[edge]!);
    const all = Array.from({ length: inputs }, (_, input) => {
      const along = edges.filter((edge) => moving(input, edge));
      return {
        multiplications: along.length,
        additions: along.length - new Set(along.map((edge) => userAt(graph, edge))).size,
      };
    });
    const back = [...graph.outputs].map((output) => {
      const along = edges.filter((edge) => isBelow(graph, userAt(graph, edge), output));
      const to = new Set([output, ...along.map((edge) => graph.operands[edge]!)]);
      return { multiplications: along.length, additions: along.length + 1 - to.size };
    });
    const isHeld = (node: number, at: number): boolean => {
      const last = Math.max(
        node,
        ...edges.filter((edge) => graph.operands[edge] === node).map((edge) => userAt(graph, edge)),
      );
      return node <= at && (at <= last || graph.outputs.includes(node));
    };
    const most = (weight: (node: number) => number): number =>
      Math.max(
        ...nodesOf(graph).map((at) =>
          sum(
            nodesOf(graph)
              .filter((node) => isHeld(node, at))
              .map(weight),
          ),
        ),
      );
    const alive = Array.from({ length: inputs }, (_, input) => most((node) => (isBelow(graph, input, node) ? 2 : 1)));
    const multiplications = sum(all.map((one) => one.multiplications));
    const additions = sum(all.map((one) => one.additions));
    expect(modeCosts(graph, UNWATCHED)).toEqual([
      {
        mode: "forward",
        sweeps: inputs,
        evaluated: inputs * operations,
        multiplications,
        additions,
        live: Math.max(...alive),
      },
      {
        mode: "vectorised",
        sweeps: 1,
        evaluated: operations,
        multiplications,
        additions,
        live: (1 + inputs) * most(() => 1),
      },
      {
        mode: "reverse",
        sweeps: graph.outputs.length,
        evaluated: operations,
        multiplications: sum(back.map((one) => one.multiplications)),
        additions: sum(back.map((one) => one.additions)),
        live: edges.length + graph.size,
      },
    ]);
    const seen = jacobianSeen(graph, 2, UNWATCHED);
    expect(seen).toMatchObject({ outputs: graph.outputs.length, inputs, costs: modeCosts(graph, UNWATCHED) });
    expect(seen.by).toBe(graph.outputs.length <= inputs ? "rows" : "columns");
    expect(seen.entries.map(({ length }) => length)).toEqual(
      new Array(Math.min(2, graph.outputs.length)).fill(Math.min(2, inputs)),
    );
  });

  test("has lanes in which what lives at the same time lies apart, where there are enough", () => {
    const lanes = lanesOf(graph, 12);
    const last = (node: number): number =>
      graph.outputs.includes(node)
        ? graph.size
        : Math.max(node, ...operandsOf(graph, node).map((edge) => userAt(graph, edge)));
    for (const a of nodesOf(graph))
      for (const b of nodesOf(graph).slice(a + 1)) if (last(a) > b) expect(lanes[a]).not.toBe(lanes[b]);
    // a value leaves its lane to what uses it for the last time
    for (const node of nodesOf(graph)) {
      const ended = operandsIn(graph, node).find((one) => last(one.node) === node);
      if (ended !== undefined) expect(lanes[node]).toBe(lanes[ended.node]);
      else {
        const busy = new Set(
          nodesOf(graph)
            .filter((one) => one < node && last(one) > node)
            .map((one) => lanes[one]),
        );
        expect(lanes[node]).toBe([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].find((lane) => !busy.has(lane)));
      }
    }
    expect(Math.max(...lanesOf(graph, 2))).toBe(1);
  });
});

function operandsOf(graph: RunGraph, node: number): readonly number[] {
  return [...graph.operands.keys()].filter((edge) => graph.operands[edge] === node);
}

/** Whether a node is another, or depends on it. */
function isBelow(graph: RunGraph, from: number, node: number): boolean {
  return from === node || operandsIn(graph, node).some((operand) => isBelow(graph, from, operand.node));
}

test("occurrences in the result that have no cotangent have 0", () => {
  const flow = tracedGraph(TEXTS.shared);
  const graph = runGraph(flow, [7], () => undefined);
  expect([...graph.seeds]).toEqual([7, 0, 0]);
  expect(graph.cotangents[flow.outputs[0]!]).toBe(7);
});

describe("work is told to the watch, by which it can be stopped", () => {
  const { flow, graph } = graphsOf("-- at: (1.0, 2.0)\ndef main (x, y) = let z = x * y in (z, z * x, sin z)\n");
  const work = graph.size + graph.operands.length;
  class Counting extends Watch {
    all = 0;

    override step(parts = 1): void {
      this.all += parts;
    }
  }
  const steps = (run: (watch: Watch) => unknown): number => {
    const watch = new Counting(() => undefined);
    run(watch);
    return watch.all;
  };

  test("of Jacobians by the sweeps, of modes by the sweeps of both", () => {
    const most = { rows: 9, columns: 9 };
    expect(steps((watch) => jacobianOf(graph, "rows", most, watch))).toBe(3 * work);
    expect(steps((watch) => jacobianOf(graph, "columns", most, watch))).toBe(2 * work);
    expect(steps((watch) => modeCosts(graph, watch))).toBe((2 + 3 + 1) * work);
  });

  test("of paths by the scalars that are reached, and their operands", () => {
    const reached = flow.nodes.filter(({ number }) => graph.reached[number] === 1);
    expect(steps((watch) => pathCounts(flow, watch))).toBe(sum(reached.map(({ operands }) => 1 + operands.length)));
    const node = (id: string) => ({ id, label: id });
    const cluster = { title: "t", nodes: [node("a"), node("b")], edges: [{ from: "a", to: "b" }] };
    expect(steps((watch) => dotOf("g", [cluster], watch))).toBe(3);
  });
});

test("numbers of paths of up to 20 000 binary digits are told exactly", () => {
  const of = (n: number) => {
    const flow = tracedGraph(`-- at: (${n}, 1.0)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, x + x)\n`);
    const graph = runGraph(flow, [1], () => undefined);
    return largestPaths(graph, usesOf(graph), 0, 1);
  };
  expect(of(20_000)).toMatchObject({ log2: 20_000, total: 2n ** 20_000n });
  expect(of(20_001)).toMatchObject({ log2: 20_001, total: undefined });
});

test("inner products leave out what is 0 on one side", () => {
  expect(innerProduct([1, 0, 3], [4, Number.NaN, 5])).toBe(19);
  expect(innerProduct([Number.POSITIVE_INFINITY, 2], [0, 3])).toBe(6);
  expect([fewerSweeps(1, 2), fewerSweeps(2, 2), fewerSweeps(3, 2)]).toEqual(["rows", "rows", "columns"]);
});

test("long sums count for more", () => {
  expect([1n, (1n << 4096n) - 1n, 1n << 4096n].map(partsOfSum)).toEqual([1, 1, 100]);
});

describe("where an odd cotangent began", () => {
  const origins = (text: string, seeds?: readonly number[]) => {
    const flow = tracedGraph(text);
    const graph = runGraph(flow, seeds ?? flow.outputs.map(() => 1), () => undefined);
    return Array.from({ length: inputCount(graph) }, (_, input) => originOf(graph, usesOf(graph), input));
  };

  test.each([
    ["-- at: 2.0\ndef main x = x * x\n", [undefined]],
    ["-- at: 0.0\ndef main x = let q = x * 3.0 in sqrt q\n", [{ tag: "partial", user: 3, edge: 2, chain: [0, 2, 3] }]],
    ["-- at: 2.0\ndef main x = let y = log (x - 2.0) in y * x\n", [{ tag: "value", node: 3, chain: [0, 4] }]],
    ["-- at: 2.0\ndef main x = x - x\n", [undefined]],
  ] as const)("%s", (text, wanted) => {
    expect(origins(text)).toEqual(wanted);
  });

  test("in the result's own cotangent", () => {
    expect(origins("-- at: 2.0\ndef main x = x * 3.0\n", [Number.NaN])).toEqual([{ tag: "seed", chain: [0, 2] }]);
  });
});

describe("a derivative that is 0", () => {
  const reasons = (text: string, seeds?: readonly number[]) => {
    const flow = tracedGraph(text);
    const graph = runGraph(flow, seeds ?? flow.outputs.map(() => 1), () => undefined);
    return zeroReasons(graph, usesOf(graph), 0);
  };

  test.each([
    ["-- at: (2.0, 3.0)\ndef main (x : Real, y) = y * y\n", [{ tag: "dropped", node: 0, count: 1 }]],
    ["-- at: 2.0\ndef main x = x * 0.0 * 0.0\n", [{ tag: "factor", user: 2, edge: 0, count: 1 }]],
    ["-- at: 2.0\ndef main x = x - x\n", [{ tag: "sum", node: 0, count: 1 }]],
    ["-- at: (1.0, 2.0)\ndef main (x, y) = max y x * 1.0\n", [{ tag: "factor", user: 2, edge: 1, count: 1 }]],
    ["-- at: 2.5\ndef main x = real (floor x)\n", [{ tag: "discrete", row: 0, count: 1 }]],
    [
      "-- at: 2.5\ndef main x = let y = x * 2.0 in if y < 1.0 then y else x * 0.0\n",
      [
        { tag: "factor", user: 5, edge: 2, count: 1 },
        { tag: "discrete", row: 0, count: 1 },
      ],
    ],
    [
      "-- at: -3.0\ndef step x = relu x\ndef main x = step x + step (x * 2.0) + x * 0.0\n",
      [
        { tag: "factor", user: 1, edge: 0, count: 2 },
        { tag: "factor", user: 7, edge: 6, count: 1 },
      ],
    ],
  ] as const)("%s", (text, wanted) => {
    expect(reasons(text)).toEqual(wanted);
  });

  test("in the result's own cotangent", () => {
    expect(reasons("-- at: 2.0\ndef main x = x * 3.0\n", [0])).toEqual([{ tag: "seed", node: 2, count: 1 }]);
  });
});

test("a graph as DOT", () => {
  const node = (id: string) => ({ id, label: `the "${id}"\n` });
  const one = {
    title: "t",
    nodes: [node("a"), { ...node("b"), shape: "box" as const }],
    edges: [{ from: "a", to: "b" }],
  };
  const two = { title: "u", nodes: [], edges: [{ from: "a", to: "b", label: "\\" }] };
  expect(dotOf("g", [one], UNWATCHED)).toBe(
    'digraph "g" {\n  rankdir=LR;\n  "a" [label="the \\"a\\"\\n"];\n  "b" [label="the \\"b\\"\\n", shape=box];\n  "a" -> "b";\n}\n',
  );
  expect(dotOf("g", [one, two], UNWATCHED)).toBe(
    'digraph "g" {\n  rankdir=LR;\n  subgraph cluster_0 {\n    label="t";\n    "a" [label="the \\"a\\"\\n"];\n    "b" [label="the \\"b\\"\\n", shape=box];\n    "a" -> "b";\n  }\n' +
      '  subgraph cluster_1 {\n    label="u";\n    "a" -> "b" [label="\\\\"];\n  }\n}\n',
  );
});
