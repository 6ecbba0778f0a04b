// Queries that the data-flow graph of a run answers, whatever stage it is run by.
import { kindIn, type NODE_KINDS, operandsIn, type RunGraph } from "../../graphs/run-graph.ts";
import { type Answer, numberAnswer } from "./answer.ts";
import { nameOfScalar } from "./asked.ts";
import type { QueryKind } from "./kind.ts";
import { QueryMistake } from "./query.ts";

/** The value, cotangent or gradient of a whole result: a number where it is one Real, otherwise its text. */
function shownWhole(shown: { readonly text: string; readonly scalars: readonly number[] } | undefined): Answer {
  if (shown === undefined) throw new QueryMistake("the run did not come to it");
  return /^[-−\d.e+Nainfty∞]+$/u.test(shown.text) && shown.scalars.length === 1
    ? { tag: "number", value: shown.scalars[0]! }
    : { tag: "text", text: shown.text };
}

/** Paths from a node to the occurrences of scalars in the result. */
function pathsFrom({ size, starts, operands, outputs }: RunGraph): readonly bigint[] {
  const counts = new Array<bigint>(size).fill(0n);
  for (const output of outputs) counts[output]!++;
  for (let node = size - 1; node >= 0; node--)
    if (counts[node]! > 0n)
      for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) counts[operands[edge]!]! += counts[node]!;
  return counts;
}

/** Paths from one node to another. */
function pathsBetween({ size, starts, operands }: RunGraph, from: number, to: number): bigint {
  const counts = new Array<bigint>(size).fill(0n);
  counts[to] = 1n;
  for (let node = to; node > from; node--)
    for (let edge = starts[node]!; edge < starts[node + 1]!; edge++) counts[operands[edge]!]! += counts[node]!;
  return counts[from]!;
}

/** Tangents of all nodes along a direction, which has a number for each input. */
function tangents(graph: RunGraph, direction: readonly number[]): Float64Array {
  const moved = new Float64Array(graph.size);
  let input = 0;
  for (let node = 0; node < graph.size; node++) {
    if (kindIn(graph, node) === "input") moved[node] = direction[input++] ?? 0;
    for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++) {
      const tangent = moved[graph.operands[edge]!]!;
      if (tangent !== 0) moved[node]! += graph.partials[edge]! * tangent;
    }
  }
  return moved;
}

function countOf(graph: RunGraph, kind: (typeof NODE_KINDS)[number]): number {
  return graph.kinds.reduce((sum, _, node) => sum + (kindIn(graph, node) === kind ? 1 : 0), 0);
}

function direction(text: string): readonly number[] {
  const numbers = text.split(/[^-\d.eE]+/).filter((word) => word !== "");
  return numbers.map(Number);
}

export const OF_THE_GRAPH: readonly QueryKind[] = [
  {
    name: "value",
    usage: "value(s)",
    summary: "the value of a scalar; without one, of the whole result",
    *answer(asked) {
      if (asked.count === 0) return shownWhole((yield* asked.subject.explored(asked.setting)).seen.value);
      const number = yield* asked.scalar(0);
      return numberAnswer((yield* asked.graph()).values[number]!);
    },
  },
  {
    name: "input",
    usage: "input()",
    summary: "the input, as a text",
    *answer(asked) {
      return shownWhole((yield* asked.subject.explored(asked.setting)).seen.at);
    },
  },
  {
    name: "gradient",
    usage: "gradient()",
    summary: "the gradient, in the shape of the input",
    *answer(asked) {
      return shownWhole((yield* asked.subject.explored(asked.setting)).seen.gradient);
    },
  },
  {
    name: "cotangent",
    usage: "cotangent(s)",
    summary: "the cotangent of a scalar at the end of the run: of an input, its part of the gradient",
    *answer(asked) {
      const number = yield* asked.scalar(0);
      return numberAnswer((yield* asked.graph()).cotangents[number]!);
    },
  },
  {
    name: "tangent",
    usage: 'tangent(s, along: "(1.0, 0.0)")',
    summary: "the tangent of a scalar along a direction, which has a number for each Real of the input",
    *answer(asked) {
      const graph = yield* asked.graph();
      const along = asked.word("along");
      if (along === undefined) throw new QueryMistake('`tangent` needs a direction: along: "(1.0, 0.0)"');
      return numberAnswer(tangents(graph, direction(along))[yield* asked.scalar(0)]!);
    },
  },
  {
    name: "partial",
    usage: "partial(c, a)",
    summary: "the partial derivative of an operation in one of its operands; the sum, where that is an operand twice",
    *answer(asked) {
      const graph = yield* asked.graph();
      const [user, operand] = [yield* asked.scalar(0), yield* asked.scalar(1)];
      const edges = operandsIn(graph, user).filter(({ node }) => node === operand);
      if (edges.length === 0) throw new QueryMistake("the second is no operand of the first");
      return numberAnswer(edges.reduce((sum, { edge }) => sum + graph.partials[edge]!, 0));
    },
  },
  {
    name: "paths",
    usage: "paths(x, c)",
    summary:
      "the paths from a scalar to another, or to the result where that is left out; without any, the paths from all scalars to the result",
    *answer(asked) {
      const graph = yield* asked.graph();
      if (asked.count === 0) return numberAnswer(pathsFrom(graph).reduce((sum, count) => sum + count, 0n));
      const from = yield* asked.scalar(0);
      return numberAnswer(
        asked.count > 1 ? pathsBetween(graph, from, yield* asked.scalar(1)) : pathsFrom(graph)[from]!,
      );
    },
  },
  {
    name: "uses",
    usage: "uses(s)",
    summary: "how many edges leave a scalar: how often it is an operand",
    *answer(asked) {
      const graph = yield* asked.graph();
      const number = yield* asked.scalar(0);
      return numberAnswer(graph.operands.reduce((sum, operand) => sum + (operand === number ? 1 : 0), 0));
    },
  },
  {
    name: "scalars",
    usage: "scalars()",
    summary: "how many scalars the run has, constants too",
    *answer(asked) {
      return numberAnswer((yield* asked.graph()).size);
    },
  },
  {
    name: "inputs",
    usage: "inputs()",
    summary: "how many Reals the input has",
    *answer(asked) {
      return numberAnswer(countOf(yield* asked.graph(), "input"));
    },
  },
  {
    name: "outputs",
    usage: "outputs()",
    summary: "how many Reals the result has",
    *answer(asked) {
      return numberAnswer((yield* asked.graph()).outputs.length);
    },
  },
  {
    name: "operations",
    usage: "operations()",
    summary: "how many operations the run has",
    *answer(asked) {
      return numberAnswer(countOf(yield* asked.graph(), "operation"));
    },
  },
  {
    name: "origin",
    usage: "origin()",
    summary: "where the first NaN or infinity of the run is: a scalar whose value or partial it is",
    *answer(asked) {
      const graph = yield* asked.graph();
      for (let node = 0; node < graph.size; node++) {
        const partials = operandsIn(graph, node).map(({ edge }) => graph.partials[edge]!);
        if (![graph.values[node]!, ...partials].every(Number.isFinite))
          return { tag: "text", text: nameOfScalar(graph, node) };
      }
      return { tag: "text", text: "nowhere" };
    },
  },
];
