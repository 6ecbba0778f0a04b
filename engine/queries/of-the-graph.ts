// Queries that the data-flow graph of a run answers, whatever stage it is run by.

import { grouped } from "../base/grouped.ts";
import { nth } from "../base/nth.ts";
import { pathsTo } from "../graphs/paths.ts";
import { kindIn, type NODE_KINDS, operandsIn, type RunGraph } from "../graphs/run-graph.ts";
import { inputCount, tangentSweep } from "../graphs/sweeps.ts";
import { oddBeginning, oddNumber } from "../graphs/why.ts";
import { type Answer, numberAnswer } from "./answer.ts";
import { nameOfScalar } from "./asked.ts";
import type { QueryKind } from "./kind.ts";
import { QueryMistake, QueryUsedUp } from "./query.ts";

/** The value, cotangent or gradient of a whole result: a number where it is one Real, otherwise its text. */
function shownWhole(shown: { readonly text: string; readonly scalars: readonly number[] } | undefined): Answer {
  if (shown === undefined) throw new QueryMistake("the run did not come to it");
  return /^[-−\d.e+Nainfty∞]+$/u.test(shown.text) && shown.scalars.length === 1
    ? { tag: "number", value: nth(shown.scalars, 0) }
    : { tag: "text", text: shown.text };
}

function countOf(graph: RunGraph, kind: (typeof NODE_KINDS)[number]): number {
  return graph.kinds.reduce((sum, _, node) => sum + (kindIn(graph, node) === kind ? 1 : 0), 0);
}

/** The numbers of a direction, one for each Real of the input. Throws {@link QueryMistake}. */
function direction(text: string, graph: RunGraph): readonly number[] {
  const numbers = text
    .split(/[^-\d.eE]+/)
    .filter((word) => word !== "")
    .map(Number);
  const inputs = inputCount(graph);
  if (numbers.length !== inputs || numbers.some(Number.isNaN))
    throw new QueryMistake(`the direction \`${text}\` needs ${inputs} numbers, one for each Real of the input`);
  return numbers;
}

/** Queries about the values and the data flow of a run, which are the same for all stages. */
export const OF_THE_GRAPH: readonly QueryKind[] = [
  {
    name: "value",
    usage: "value(s)",
    summary: "the value of a scalar; without one, of the whole result",
    *answer(asked) {
      if (asked.count === 0) return shownWhole((yield* asked.subject.explored(asked.setting)).seen.value);
      const number = yield* asked.scalar(0);
      return numberAnswer(nth((yield* asked.graph()).values, number));
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
      if (asked.count > 0)
        throw new QueryMistake("`gradient()` is the whole gradient: one part of it is `cotangent(s)`");
      return shownWhole((yield* asked.subject.explored(asked.setting)).seen.gradient);
    },
  },
  {
    name: "cotangent",
    usage: "cotangent(s)",
    summary: "the cotangent of a scalar at the end of the run: of an input, its part of the gradient",
    *answer(asked) {
      const number = yield* asked.scalar(0);
      return numberAnswer(nth((yield* asked.graph()).cotangents, number));
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
      return numberAnswer(nth(tangentSweep(graph, direction(along, graph)).tangents, yield* asked.scalar(0)));
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
      return numberAnswer(edges.reduce((sum, { edge }) => sum + nth(graph.partials, edge), 0));
    },
  },
  {
    name: "paths",
    usage: "paths(x, c)",
    summary:
      "the paths from a scalar to another, or to the result where that is left out; without any, the paths from all scalars to the result",
    *answer(asked) {
      const graph = yield* asked.graph();
      if (asked.count === 0) return numberAnswer(pathsTo(graph, graph.outputs).reduce((sum, count) => sum + count, 0n));
      const from = yield* asked.scalar(0);
      return numberAnswer(nth(pathsTo(graph, asked.count > 1 ? [yield* asked.scalar(1)] : graph.outputs), from));
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
      return numberAnswer(inputCount(yield* asked.graph()));
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
    summary:
      "where the first NaN of the run is, or the first infinity that comes of finite numbers: a scalar whose value or partial it is",
    *answer(asked) {
      const { graph, lacking } = yield* asked.graphSoFar();
      const found = oddBeginning(graph);
      const answer: Answer = { tag: "text", text: found === undefined ? "nowhere" : nameOfScalar(graph, found.node) };
      // a NaN comes before all infinities, wherever they are, and the first one is known
      if (lacking === undefined || (found !== undefined && Number.isNaN(oddNumber(graph, found)))) return answer;
      const where = `only its first ${grouped(graph.size)} scalars were looked at`;
      throw new QueryUsedUp(`${lacking.message}; ${where}`, lacking.what, answer);
    },
  },
];
