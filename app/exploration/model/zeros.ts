// Why a cotangent is 0, in sentences: the first factor 0 on each way to the result, results that are no Real, and unused ones.

import { plural, t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { CustomPartials } from "../../../engine/explore/custom-partials.ts";
import { kindIn, placeIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { type ZeroReason, zeroReasons } from "../../../engine/graphs/why.ts";
import { scalarName, usesIn } from "./scalar.ts";
import { inBrackets, numberedName, partialAt, type Reason } from "./why.ts";

/** Most reasons listed; of more, their count. */
const MOST_TOLD = 6;

/** The reasons for which a scalar's cotangent is 0, of the run of a text; none for a constant, whose zero is no surprise. */
export function zeroWords(graph: RunGraph, customs: CustomPartials, number: number, text: string): readonly Reason[] {
  if (graph.cotangents[number] !== 0 || kindIn(graph, number) === "constant") return [];
  const reasons = zeroReasons(graph, usesIn(graph), number);
  if (reasons.every(({ tag }) => tag === "dropped"))
    return [
      {
        words: t`It is zero because the result does not depend on it: nothing that it leads to is used.`,
        go: undefined,
      },
    ];
  const told = reasons.slice(0, MOST_TOLD).map((reason) => reasonOf(graph, customs, reason, text));
  const more = reasons.length - told.length;
  if (more === 0) return told;
  return [...told, { words: plural(more, { one: `And # reason more.`, other: `And # reasons more.` }), go: undefined }];
}

function reasonOf(graph: RunGraph, customs: CustomPartials, reason: ZeroReason, text: string): Reason {
  const again =
    reason.count === 1 ? "" : ` ${plural(reason.count - 1, { one: `(and once more)`, other: `(and # times more)` })}`;
  const said = (words: string, go: number | undefined): Reason => ({ words: `${words}${again}`, go });
  switch (reason.tag) {
    case "factor": {
      const { user, edge } = reason;
      const { partial, operation, operand } = partialAt(graph, customs, user, edge);
      const at = inBrackets(placeIn(graph, user), text);
      return said(t`A partial derivative is zero: ${partial}, of ${operation} at ${operand}${at}.`, user);
    }
    case "discrete":
      return said(discreteWords(graph, reason.row, text), graph.discrete.node[reason.row]);
    case "dropped": {
      const scalar = numberedName(graph, reason.node);
      return said(t`Nothing uses ${scalar}.`, reason.node);
    }
    case "underflow": {
      const { user, edge } = reason;
      const { partial, operation } = partialAt(graph, customs, user, edge);
      const cotangent = shortReal(nth(graph.cotangents, user));
      const at = inBrackets(placeIn(graph, user), text);
      return said(t`A product underflows: ${partial}, of ${operation}${at}, times the cotangent ${cotangent}.`, user);
    }
    case "sum": {
      const scalar = numberedName(graph, reason.node);
      return said(t`The contributions to ${scalar} cancel out.`, reason.node);
    }
    case "seed":
      return said(t`The zero is the cotangent of the result itself.`, reason.node);
  }
}

/** That an operation gives no Real, so that no derivative passes; the value can depend on it all the same. */
function discreteWords(graph: RunGraph, row: number, text: string): string {
  const { discrete, ops } = graph;
  const op = nth(ops, nth(discrete.op, row));
  const place = nth(discrete.span, row);
  const at = inBrackets(place < 0 ? undefined : graph.spans[place], text);
  const scalar = scalarName(graph, nth(discrete.node, row));
  const result = nth(discrete.result, row);
  switch (op) {
    case "floor":
    case "round":
      return t`${op}${at} turns ${scalar} into the Int ${result}: no derivative passes there, but the value can depend on it.`;
    case "case":
      return t`A pattern${at} compares ${scalar} with a number: no derivative passes there, but the value can depend on it.`;
    default:
      return t`${op}${at} makes a choice by ${scalar}: no derivative passes there, but the value can depend on it.`;
  }
}
