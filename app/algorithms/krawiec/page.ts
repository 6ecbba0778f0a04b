// The page's part of the Delta terms of Krawiec et al.
import { plural, t } from "@lingui/core/macro";
import { grouped } from "../../words/numbers.ts";
import type { AlgorithmPage } from "../algorithm.ts";
import { CELLS, ENTRIES, GRADIENT, NODES, PLACE, TERM, TERMS_ON_TAPE } from "../rung.ts";

/** The sentence after each binding was evaluated. */
function evaluated(gradient: string, calls: number): string {
  const count = grouped(calls);
  return plural(calls, {
    one: `The gradient is \`${gradient}\`, after ${count} binding was evaluated.`,
    other: `The gradient is \`${gradient}\`, after ${count} bindings were evaluated.`,
  });
}

/** The colours, gauges, words and gallery of dual numbers with Delta terms. */
export const page: AlgorithmPage = {
  id: "krawiec",
  title: t`Dual numbers with Delta terms`,
  idea: t`Every number also carries a term that says how to compute its gradient. The terms are evaluated at the end, the newest first.`,
  stages: {
    vectors: {
      look: { colour: "var(--rung-0)", marker: "triangle-down" },
      head: t`Gradients in the duals`,
      word: t`its whole gradient, one number for each input`,
      phases: {
        forward: t`The program runs. It pairs every scalar it makes with its whole gradient.`,
        reverse: (cotangent) =>
          t`The gradients of the result are multiplied by its cotangent, \`${cotangent}\`, and added.`,
        done: (gradient) => t`The gradient is \`${gradient}\`: every scalar had its own, and nothing went back.`,
      },
      keeps: "gradient",
      rung: {
        idea: t`Every number carries its whole gradient, one number for each input. Nothing goes back, but each operation adds whole gradients.`,
        carries: GRADIENT,
      },
    },
    deltas: {
      look: { colour: "var(--rung-1)", marker: "asterisk" },
      head: t`Delta terms, and their visits`,
      phases: {
        forward: t`The program runs. It pairs every scalar it makes with a term that says how to compute its gradient.`,
        reverse: (cotangent) =>
          t`The terms of the result are evaluated at its cotangent, \`${cotangent}\`. A term that is used twice is visited twice.`,
        done: (gradient, calls) => {
          const count = grouped(calls);
          return plural(calls, {
            one: `The gradient is \`${gradient}\`, after ${count} evaluation of a scalar’s term.`,
            other: `The gradient is \`${gradient}\`, after ${count} evaluations of scalars’ terms.`,
          });
        },
      },
      keeps: "term",
      rung: {
        idea: t`Every number carries a term that says how to compute its gradient. The last one is evaluated at the end; a term that is used twice is evaluated twice.`,
        isTree: true,
        carries: TERM,
      },
    },
    "delta-lets": {
      look: { colour: "var(--rung-2)", marker: "wye" },
      head: t`Lets, and the map of cotangents`,
      phases: {
        forward: t`The program runs. It binds the term of every operation to an ID.`,
        reverse: (cotangent) =>
          t`The Lets are evaluated at the cotangent of the result, \`${cotangent}\`: the body first, then each binding once, from the newest to the oldest.`,
        done: evaluated,
      },
      keeps: "bound term",
      rung: {
        idea: t`Every term gets a number, and terms refer to each other by it. What is sent to a number waits and is added, and its term is evaluated once.`,
        waiting: ENTRIES,
        carries: PLACE,
        tape: TERMS_ON_TAPE,
      },
    },
    "delta-array": {
      look: { colour: "var(--rung-3)", marker: "star" },
      head: t`Lets, and the array of cotangents`,
      phases: {
        forward: t`The program runs. It writes the term of every operation to the array of bindings.`,
        reverse: (cotangent) =>
          t`The bindings are evaluated at the cotangent of the result, \`${cotangent}\`, from the last to the first.`,
        done: evaluated,
      },
      keeps: "bound term",
      rung: {
        idea: t`The terms are written one after the other into an array. The way back reads it from its end, and sums wait in the cells of another array.`,
        waiting: CELLS,
        carries: PLACE,
        tape: TERMS_ON_TAPE,
      },
    },
  },
  gauges: [
    {
      key: "visits",
      colour: "bp",
      hasRow: true,
      title: t`Visits`,
      words: t`of nodes of Delta terms`,
      name: t`visits of nodes of Delta terms`,
      of: ({ nodesVisited = 0 }) => nodesVisited,
    },
    {
      key: "scaled",
      colour: "cot",
      isFaint: true,
      title: t`Products`,
      words: t`on whole gradients, scalar by scalar`,
      name: t`products on whole gradients`,
      of: ({ scaledScalars }) => scaledScalars,
    },
    {
      key: "bindings",
      colour: "cot",
      title: t`Bindings`,
      words: t`of terms to IDs`,
      name: t`bindings`,
      of: ({ tapeEntries }) => tapeEntries,
    },
    {
      key: "map",
      colour: "staged",
      scale: NODES,
      title: t`Map`,
      words: t`nodes visited`,
      name: t`map nodes visited`,
      of: ({ mapNodes }) => mapNodes,
    },
  ],
  gallery: [
    {
      title: t`Delta terms without Lets`,
      claim: t`A term that is used twice is visited twice, so the visits double with each step. Lets make it three visits for each operation.`,
      example: "04",
      settings: { stages: ["deltas", "delta-lets", "delta-array"], quantities: ["visits"], x: "linear", y: "log" },
      ns: [1, 2, 3, 4, 5, 6, 7, 8, 10, 12],
    },
    {
      title: t`Whole gradients in the duals`,
      claim: t`With a gradient beside every scalar, each operation costs as much as the input is long: n² in all. A Delta term costs the same wherever it is.`,
      example: "08",
      settings: { stages: ["vectors", "deltas", "delta-array"], quantities: ["cost"], x: "log", y: "log" },
      ns: [4, 6, 8, 12, 16, 24, 32, 48, 64],
    },
  ],
  sharing: {
    terms: {
      title: t`Delta terms, shared`,
      sentence: t`By Krawiec et al. (POPL 2022, §6.1), every scalar is paired with a term that says how to compute its gradient: Add, Scale and OneHot. In memory, a term that is used twice is there once.`,
      list: t`Delta terms, and what they refer to`,
      empty: "Zero",
      holdsNothing: "Zero",
      savedAs: (entry) => t`What the Delta terms of ${entry} share`,
    },
    unfolded: {
      title: t`Delta terms, unfolded`,
      sentence: t`Without Lets, the evaluation of terms ignores sharing. It visits a term once for each path from the result to it, so it walks this tree.`,
      list: t`Visits of Delta terms, the nearest to the result first`,
      empty: "Zero",
      holdsNothing: "Zero",
      savedAs: (entry) => t`The Delta terms of ${entry}, unfolded`,
    },
  },
  options: {
    boundLiterals: {
      label: t`Bind constants`,
      note: t`Constants are bound to IDs as operations are (Krawiec et al., Fig. 12).`,
    },
  },
};
