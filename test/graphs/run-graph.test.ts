// The columns of a run's graph, and what is read of them: calls, names, places, ties, and cotangents through rules of the user's own.
import { expect, test } from "vitest";
import {
  edgesOf,
  hasSameEdges,
  indexedLabel,
  indexedName,
  placeIn,
  reverseSweep,
} from "../../engine/graphs/run-graph.ts";
import { span } from "../../engine/source/span.ts";
import { called, graphByHand, type Scalar } from "../support/graph-by-hand.ts";

test("two graphs have the same edges where operands are the same, whatever their partials", () => {
  const edges = (...of: readonly (readonly number[])[]) =>
    edgesOf(graphOf(of.map((operands) => operands.map((operand) => [operand, Math.random()]))));
  const graphOf = (all: readonly (readonly (readonly number[])[])[]) =>
    all.map((of, number) => ({
      number,
      operands: of.map(([operand, partial]) => ({ number: operand, partial })),
    })) as never;
  const product = edges([], [], [0, 1]);
  expect(hasSameEdges(product, edges([], [], [0, 1]))).toBe(true);
  expect(hasSameEdges(product, edges([], [], [1, 0]))).toBe(false);
  expect(hasSameEdges(product, edges([], [], [0]))).toBe(false);
  expect(hasSameEdges(product, edges([], [0], [1]))).toBe(false);
  expect(hasSameEdges(product, edges([], [], [0, 1], []))).toBe(false);
});

test("a discrete use is a tie where a step to one side may lead to another result", () => {
  const tie = (op: string, ...values: readonly number[]): boolean => {
    const discrete = [{ op, values, operands: values.map((_, place) => place) }];
    return graphByHand({ scalars: values.map(() => ({})), discrete }).discrete.isTie[0] === 1;
  };
  expect([tie("floor", 2), tie("floor", 2.5)]).toEqual([true, false]);
  expect([tie("round", 2.5), tie("round", 2), tie("round", 2.25)]).toEqual([true, false, false]);
  expect([tie("<", 2, 2), tie("<", 2, 3)]).toEqual([true, false]);
  expect([tie("sign", 0), tie("sign", 1), tie("sign", -1)]).toEqual([true, false, false]);
  // a number stays equal to itself, chosen among others or not
  const scalars: readonly Scalar[] = [
    { value: 2 },
    { value: 1 },
    {
      op: "max",
      value: 2,
      of: [
        [1, 0],
        [0, 1],
      ],
    },
    { op: "stopGradient", value: 2, of: [[2, 0]] },
    { value: 2 },
    { kind: "constant", value: 2 },
    { kind: "constant", value: 2 },
  ];
  const withOther = (one: number, other: number): boolean =>
    graphByHand({ scalars, discrete: [{ op: "<", values: [2, 2], operands: [one, other] }] }).discrete.isTie[0] === 1;
  expect([0, 2, 3, 4, 5].map((other) => withOther(0, other))).toEqual([false, false, false, true, true]);
  expect(withOther(5, 6)).toBe(false);
});

test("scalars of one name have indexes, in their order, and others are called by their names, values and numbers", () => {
  const scalars: Scalar[] = [
    { name: "l" },
    { name: "x" },
    { kind: "constant", value: 0.5 },
    { name: "l", of: [[0, 1]] },
    {},
    { name: "l", of: [[4, 1]] },
  ];
  const graph = graphByHand({ scalars });
  const each = <T>(of: (node: number) => T): T[] => scalars.map((_, node) => of(node));
  expect(each((node) => indexedName(graph, node))).toEqual(["l₁", "x", undefined, "l₂", undefined, "l₃"]);
  expect(each((node) => indexedLabel(graph, node))).toEqual(["l₁", "x", "0.5", "l₂", "#4", "l₃"]);
});

test("a scalar's place is its own in the user's text, and else that of the call that made it", () => {
  const [own, site, above] = [span("<program>", 3, 5), span("<program>", 10, 20), span("<above 1>", 0, 4)];
  const inPrelude = span("<prelude>", 7, 9);
  const graph = graphByHand({
    scalars: [{ span: own }, { span: inPrelude }, { span: above }, { span: inPrelude }, {}],
    calls: {
      of: [1, 2, 0, 0, 3],
      calls: [
        { fn: called("f"), site },
        { fn: called("sum", { builtin: "sum" }), parent: 1, site: span("<prelude>", 1, 2) },
        { fn: called("g"), site: above },
      ],
    },
  });
  expect([0, 1, 2, 3, 4].map((node) => placeIn(graph, node))).toEqual([own, site, above, undefined, above]);
});

test("calls are those of the user: a part of a fork, and what the prelude calls for itself, belong to the call around them", () => {
  const [sum, foldl] = [called("sum", { builtin: "sum" }), called("foldl", { builtin: "foldl" })];
  const lambda = called("main", { kind: "anonymous" });
  const graph = graphByHand({
    scalars: [{}, {}, {}, {}, {}, {}, {}],
    calls: {
      of: [0, 1, 2, 3, 4, 5],
      calls: [
        { fn: called("main@Real") },
        { fn: sum, parent: 1 },
        { fn: foldl, parent: 2 },
        { fn: lambda, parent: 3 },
        { fn: called("main", { kind: "part" }), parent: 4 },
        { fn: called("go₁#2"), parent: 5 },
        { fn: foldl },
      ],
    },
  });
  const { of, parents, depths, fns, functions } = graph.calls;
  // the last scalar has no call noted: it is the run's
  expect([...of]).toEqual([0, 1, 2, 2, 4, 4, 0]);
  expect(functions).toEqual([
    { name: "main", builtin: undefined, isNamed: true },
    { name: "sum", builtin: "sum", isNamed: true },
    { name: "main", builtin: undefined, isNamed: false },
    { name: "go₁", builtin: undefined, isNamed: true },
    { name: "foldl", builtin: "foldl", isNamed: true },
  ]);
  expect([...fns]).toEqual([-1, 0, 1, -1, 2, -1, 3, 4]);
  expect([...parents]).toEqual([0, 0, 1, 0, 2, 0, 4, 0]);
  expect([...depths]).toEqual([0, 1, 2, 0, 3, 0, 4, 1]);
});

test("a sweep goes through rules of the user's own: once each, and not where nothing arrives", () => {
  // scalars 0 and 1, a rule at both with scalars 2 and 3, their product 4, a rule at 4 and at a constant with 5, and one with 6
  const nodes = [
    [],
    [],
    [],
    [],
    [
      [2, 5],
      [3, 7],
    ],
    [],
    [],
  ].map((of, number) => ({
    number,
    operands: of.map(([operand, partial]) => ({ number: operand, partial })),
  }));
  const pulled: (readonly number[])[] = [];
  const rule = (
    first: number,
    outputs: number,
    inputs: readonly (number | undefined)[],
    of: (c: readonly number[]) => number[],
  ) => ({
    first,
    outputs,
    inputs: inputs as never,
    pull: (c: readonly number[]) => {
      pulled.push(c);
      return of(c);
    },
  });
  const rules = [
    rule(2, 2, [0, 1], ([a, b]) => [a! + b!, a! - b!]),
    rule(5, 1, [undefined, 4], ([a]) => [100, 3 * a!]),
    rule(6, 1, [0], ([a]) => [a!]),
  ];
  const { cotangents, reached } = reverseSweep(edgesOf(nodes as never), [5, 0], [2, 0.5], false, rules);
  expect(pulled).toEqual([[2], [30, 42]]);
  expect([...cotangents]).toEqual([72.5, -12, 30, 42, 6, 2, 0]);
  expect([...reached]).toEqual([1, 1, 1, 1, 1, 1, 0]);
  // what a rule gives to a scalar that nothing else uses is reached, too
  expect([...reverseSweep(edgesOf(nodes as never), [6], [1], false, rules).reached]).toEqual([1, 0, 0, 0, 0, 0, 1]);
});
