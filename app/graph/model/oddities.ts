// Where the first number began that is none, or is infinite: in the forward pass, or in the reverse pass.

import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { kindIn } from "../../../engine/graphs/run-graph.ts";
import { inputCount } from "../../../engine/graphs/sweeps.ts";
import { oddBeginning } from "../../../engine/graphs/why.ts";
import { kept } from "../../base/kept.ts";
import { forwardWords, originWords } from "../../exploration/model/why.ts";

/** Where a NaN or an infinite number began, with the reason in words. */
export interface Beginning {
  readonly words: string;
  /** The scalar where it began. */
  readonly at: number;
}

/** Whether a number is NaN or infinite. */
export function isOdd(x: number): boolean {
  return !Number.isFinite(x);
}

/** The first odd value of a run, else where its gradient became odd; undefined where all is finite. */
export const beginningOf = kept(look);

function look({ graph, customPartials, text }: Explored): Beginning | undefined {
  // an infinity that the program says itself, and that nothing comes of, is meant
  const inputs = Array.from({ length: inputCount(graph) }, (_, input) => nth(graph.cotangents, input));
  if (![...inputs, ...Array.from(graph.outputs, (node) => nth(graph.values, node))].some(isOdd)) return undefined;
  const value = oddBeginning(graph);
  if (value !== undefined && value.edge === undefined)
    return { words: forwardWords(graph, value.node, text), at: value.node };
  for (let input = 0; input < graph.size && kindIn(graph, input) === "input"; input++) {
    if (!isOdd(nth(graph.cotangents, input))) continue;
    const origin = originWords(graph, customPartials, input, text);
    if (origin?.go !== undefined) return { words: origin.words, at: origin.go };
  }
  return undefined;
}
