// Where odd numbers began and why cotangents are 0, on graphs in which each reason stands alone.
import { describe, expect, test } from "vitest";
import { usesOf } from "../../engine/graphs/run-graph.ts";
import { oddBeginning, oddEffect, oddNumber, zeroReasons } from "../../engine/graphs/why.ts";
import { span } from "../../engine/source/span.ts";
import { type ByHand, graphByHand, type Scalar } from "../support/graph-by-hand.ts";

const [INFINITE, NONE] = [Number.POSITIVE_INFINITY, Number.NaN];

/** The scalar, or the scalar and its number, where what is not finite began in a graph. */
function began(scalars: readonly Scalar[], outputs?: readonly number[]) {
  const graph = graphByHand(outputs === undefined ? { scalars } : { scalars, outputs });
  const found = oddBeginning(graph);
  return found && [found.node, oddNumber(graph, found)];
}

test("what is not finite began at the first NaN that comes of none, or infinity that comes of finite operands", () => {
  const of = (operand: number, partial = 1): Pick<Scalar, "of"> => ({ of: [[operand, partial]] });
  expect(began([{}, of(0)])).toBeUndefined();
  // an infinity of finite operands, and what comes of it
  expect(began([{}, { value: INFINITE, ...of(0) }, { value: NONE, ...of(1) }])).toEqual([1, INFINITE]);
  // a NaN of an infinity that the program says
  expect(began([{ value: INFINITE }, { value: NONE, ...of(0) }, { value: NONE, ...of(1) }])).toEqual([1, NONE]);
  // a partial that is not finite, of a value that is
  expect(began([{}, of(0), of(1, INFINITE)])).toEqual([2, INFINITE]);
  expect(began([{}, of(0), { value: INFINITE, ...of(1, NONE) }])).toEqual([2, INFINITE]);
  // what is meant began there only if nothing else did
  expect(began([{ value: INFINITE }, of(0)])).toEqual([0, INFINITE]);
  expect(began([{ value: INFINITE }, { value: INFINITE, ...of(0) }])).toEqual([0, INFINITE]);
  // what the result does not depend on comes after what it depends on
  const beside: readonly Scalar[] = [{}, { value: NONE, ...of(0) }, of(0, NONE), of(0)];
  expect(began(beside, [2])).toEqual([2, NONE]);
  expect(began(beside, [3])).toEqual([1, NONE]);
});

describe("what is not finite has an effect", () => {
  type Beginnings = Parameters<typeof oddEffect>[1];
  const effect = (graph: ByHand, ...beginnings: Beginnings): readonly (readonly number[])[] => {
    const { values, cotangents } = oddEffect(graphByHand(graph), beginnings);
    return [[...values], [...cotangents]];
  };
  const value = (node: number) => ({ node, edge: undefined });

  test("on values that are computed from it, and are not finite", () => {
    const scalars: Scalar[] = [
      { value: NONE },
      { value: NONE, of: [[0, 1]] },
      { of: [[0, 0]] },
      { value: NONE, of: [[2, 1]] },
    ];
    expect(effect({ scalars }, value(0))[0]).toEqual([1, 1, 0, 0]);
    expect(effect({ scalars }, value(3))[0]).toEqual([0, 0, 0, 1]);
  });

  test("on cotangents below one that was given, and on no others", () => {
    const scalars: Scalar[] = [{}, {}, { of: [[0, 2]] }, { of: [[1, 3]] }];
    const outputs = { outputs: [2, 3], cotangent: [NONE, NONE] };
    expect(effect({ scalars, ...outputs }, { ...value(2), from: "given" })).toEqual([
      [0, 0, 0, 0],
      [1, 0, 1, 0],
    ]);
  });

  test("on cotangents that are too large from there on, and not on those beside them", () => {
    const scalars: Scalar[] = [
      {},
      {},
      {
        of: [
          [0, 1e300],
          [1, 1],
        ],
      },
      { of: [[2, 1e300]] },
      { of: [[1, 1]] },
    ];
    const outputs = { outputs: [3, 4], cotangent: [1, NONE] };
    expect(effect({ scalars, ...outputs }, { ...value(2), from: "back" })[1]).toEqual([1, 0, 1, 0, 0]);
  });

  test("by partials: of one's own, of an operand's value, and where the partial itself is the beginning", () => {
    const infinite: Scalar[] = [{}, { value: INFINITE, of: [[0, INFINITE]] }];
    expect(effect({ scalars: infinite }, value(1))).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const beside: Scalar[] = [
      { value: NONE },
      {},
      {
        of: [
          [0, 0],
          [1, NONE],
        ],
      },
    ];
    expect(effect({ scalars: beside }, value(0))[1]).toEqual([0, 1, 0]);
    const finite: Scalar[] = [{}, { of: [[0, INFINITE]] }];
    expect(effect({ scalars: finite }, { node: 1, edge: 0 })[1]).toEqual([1, 0]);
    expect(effect({ scalars: finite })[1]).toEqual([0, 0]);
  });
});

/** The reasons for the 0 of a scalar, without what is known of them beside their kind and count. */
function reasons(graph: ByHand, node = 0): readonly string[] {
  const made = graphByHand(graph);
  return zeroReasons(made, usesOf(made), node).map(({ tag, count }) => `${tag} ${count}`);
}

test("each reason for a 0 is told once for its place, with how often it is met", () => {
  const unused: Scalar = { of: [[0, 1]] };
  expect(reasons({ scalars: [{}, {}] })).toEqual(["dropped 1"]);
  expect(reasons({ scalars: [{}, { of: [[0, 0]] }] })).toEqual(["factor 1"]);
  expect(reasons({ scalars: [{}], cotangent: [0] })).toEqual(["seed 1"]);
  expect(reasons({ scalars: [{}, { of: [[0, 1e-200]] }, { of: [[1, 1e-200]] }] })).toEqual(["underflow 1"]);
  expect(
    reasons({
      scalars: [
        {},
        { of: [[0, 1]] },
        { of: [[0, -1]] },
        {
          of: [
            [1, 1],
            [2, 1],
          ],
        },
      ],
    }),
  ).toEqual(["sum 1"]);
  // a scalar that two others lead to is looked at once
  const joined: Scalar[] = [
    {},
    unused,
    unused,
    {
      of: [
        [1, 1],
        [2, 1],
      ],
    },
    {},
  ];
  expect(reasons({ scalars: joined })).toEqual(["dropped 1"]);
  // two uses in two lines, and one of them by two scalars
  const at = (from: number) => span("<program>", from, from + 1);
  const discrete = [
    { op: "floor", operands: [0], span: at(1) },
    { op: "floor", operands: [0], span: at(5) },
    { op: "floor", operands: [1], span: at(5) },
    { op: "round", operands: [2], span: at(5) },
  ];
  expect(reasons({ scalars: [{}, unused, {}, {}], discrete })).toEqual(["discrete 1", "discrete 2"]);
  expect(reasons({ scalars: [{}, unused, {}, {}], discrete }, 2)).toEqual(["discrete 1"]);
});
