// The sources of graphs: what is not noticed there, and why.
import type { Part } from "./part.ts";

const BY_ENUMERATION = "test/graphs/by-enumeration.test.ts";
const FOLDING = "test/graphs/folding.test.ts";

const part = (name: string, test: string, same: Part["same"] = {}, unseen: Part["unseen"] = {}): Part => ({
  source: `engine/graphs/${name}.ts`,
  // what is long is for the numbers of paths alone
  tests: [name === "paths" ? [test] : [test, /^(?!numbers of paths)/]],
  same,
  unseen,
});

export const GRAPHS: readonly Part[] = [
  {
    ...part("run-graph", BY_ENUMERATION, {
      "indexes.set(graph, found);: is left out": "the indexes of a graph are found again, and are the same",
    }),
    tests: [["test/graphs/run-graph.test.ts"], [BY_ENUMERATION, /^(?!numbers of paths)/]],
  },
  {
    ...part(
      "sweeps",
      BY_ENUMERATION,
      {
        "contributions[graph.outputs[output]!] = 1;: is left out":
          "nothing that the sweep of an output reaches uses that output, so that it has one contribution or none, and no addition",
        "const freed = new Float64Array(size + 1);: is off by one": "what is freed after the last node is never read",
      },
      {
        "const isMuch = (outputs + inputs) * (graph.size + graph.operands.length) > MOST_WORK;: has another bound":
          "it differs for a graph of exactly a hundred million steps of work",
      },
    ),
    tests: [
      ["test/graphs/sweeps.test.ts", /zeros are multiplied/],
      [BY_ENUMERATION, /^(?!numbers of paths)/],
    ],
  },
  {
    ...part("why", BY_ENUMERATION, {
      'if (user === undefined || edge === undefined) return { tag: "seed", chain };: joins its tests otherwise':
        "a share has both a user and an edge, or neither",
      "seen[node] = 1;: is left out": "nothing that uses a scalar leads back to it",
    }),
    tests: [["test/graphs/why.test.ts"], [BY_ENUMERATION, /^(?!numbers of paths)/]],
  },
  part(
    "paths",
    BY_ENUMERATION,
    {
      "let largest = ends > 0 ? 0 : Number.NEGATIVE_INFINITY;: has another bound":
        "a logarithm of a number of paths is at least 0, and the sum is 0 where there are none",
      "if (a.bound !== b.bound) return a.bound > b.bound ? -1 : 1;: has another bound": "the bounds differ there",
      "if (count > 0n): has another bound": "to add none changes nothing",
    },
    {
      "return Number(b.output >= 0) - Number(a.output >= 0) || b.node - a.node;: has another bound":
        "it changes the order of paths of the same size alone, which nothing promises",
      "return Number(b.output >= 0) - Number(a.output >= 0) || b.node - a.node;: joins its tests otherwise":
        "it changes the order of paths of the same size alone, which nothing promises",
    },
  ),
  part("data-flow", BY_ENUMERATION),
  part("dot", BY_ENUMERATION),
  part("lanes", BY_ENUMERATION),
  part("jobs", FOLDING),
  part("folding/part-graph", FOLDING, {
    "return graph.operands.subarray(nth(graph.starts, node + 1), nth(graph.starts, to)).indexOf(node) < 0;: is off by one":
      "a scalar is no operand of its own",
    "if (to < 0) continue;: has another bound": "nothing leads into the first part",
  }),
  part("folding/repeats", FOLDING, {
    "const count = period > 0 && period <= LONGEST ? repetitions(tokens, at, period) : 1;: has another bound":
      "what comes next is never at the same place",
    "next[at] = last.get(symbol) ?? -1;: has another default":
      "a place that is not behind is no period, be it -1 or the first",
  }),
];
