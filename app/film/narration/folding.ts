// The words for folding: calls of one backpropagator become one, until the data-flow graph is left.
import "../locale.ts";
import { plural, t } from "@lingui/core/macro";
import { describedStage } from "../../../engine/algorithms/catalogue.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { conjunction } from "../../words/lists.ts";
import { grouped } from "../../words/numbers.ts";
import { callsAfter } from "../drawn/tree/calls.ts";
import { leftIn, shapeIn, type TreeStep } from "../drawn/tree/shape.ts";
import type { Film } from "../model/film.ts";
import { backOf } from "../model/names.ts";
import type { Sentence } from "./sentence.ts";

/** Scalars that are named in a sentence. */
const MOST_NAMED = 3;

/** Two sums of the same numbers are no farther apart than this: relative to them, or to 1 where they are smaller. */
const ROUNDING = 1e-9;

/** What is said while the calls of a tree fold into the graph, and after it. */
export function folding(film: Film): readonly Sentence[] {
  const { score, graph, columns } = film;
  const tree = score.folded === undefined ? undefined : columns[score.folded];
  const first = score.folds[0];
  if (tree?.score.tag !== "tree") {
    const isTree = columns.some(
      ({ id, kind, score: one }) =>
        kind === "tree" && describedStage(id)?.state !== "lines" && one.performance.calls.number.length > 0,
    );
    return isTree
      ? [{ at: score.reverseEnd, text: t`No backpropagator was called twice: there is nothing to fold.` }]
      : [];
  }
  const { total } = tree.score;
  const { id } = tree;
  const most = [...total.keys()].reduce((a, b) => (total[b]! > total[a]! ? b : a));
  const [name, often] = [backOf(graph, most), grouped(total[most]!)];
  const times =
    total[most] === 2
      ? t({ message: "twice", comment: "how often a backpropagator is called" })
      : plural(total[most]!, { one: `${often} time`, other: `${often} times` });
  const said: Sentence[] = [
    {
      at: score.reverseEnd,
      text: t`\`${id}\` called \`${name}\` ${times}. A backpropagator is linear: calls of the same one fold together, and their arguments add up.`,
    },
  ];
  const shape = shapeIn(film, tree.score);
  for (const [index, { number, along, from }] of score.folds.entries()) {
    // without the edges that are cut there may be nothing left to fold; what was folded before has made some one already
    const here = shape && leftIn(shape.steps[index]!).filter((group) => group.number === number).length;
    const count = here ?? callsAfter(film, tree.score, index)[number]!;
    if (count < 2) continue;
    const back = backOf(graph, number);
    // what these calls add up to, in the order in which they do
    const folded = shape?.steps[index + 1]?.groups.find((group) => group.number === number && !group.isGone);
    const [calls, sum] = [grouped(count), shortReal(folded?.value ?? graph.cotangents[number]!)];
    const others = along.filter((one) => total[one]! > 1).map((one) => `\`${backOf(graph, one)}\``);
    const names = conjunction(others);
    const told =
      others.length === 0
        ? t`${calls} calls of \`${back}\` become one, with \`${sum}\`.`
        : others.length <= MOST_NAMED
          ? t`${calls} calls of \`${back}\` become one, with \`${sum}\`, and so do the calls of ${names} that they make.`
          : t`${calls} calls of \`${back}\` become one, with \`${sum}\`, and so do all calls that only they make.`;
    const left = shape === undefined ? leftWords(callsAfter(film, tree.score, index + 1)) : "";
    said.push({ at: from, text: left === "" ? told : `${told} ${left}` });
  }
  const all = total.reduce((sum, count) => sum + count, 0);
  const whole = grouped(all);
  const left = [...total].filter((count) => count > 0).length;
  if (all === left)
    return [{ at: score.reverseEnd, text: t`\`${id}\` called no backpropagator twice: there is nothing to fold.` }];
  if (first !== undefined) {
    const told = t`${whole} calls become ${left}. The tree of calls was the data-flow graph all along, drawn once for every path.`;
    const rounded = roundedIn(film, shape?.steps.at(-1));
    said.push({ at: score.folds.at(-1)!.to, text: rounded === undefined ? told : `${told} ${rounded}` });
  }
  return said;
}

/** How many calls are left of a tree that is a silhouette. */
function leftWords(calls: Float64Array): string {
  const left = grouped(Math.round(calls.reduce((sum, count) => sum + count, 0)));
  return t({ message: `That leaves ${left} calls.`, comment: "after calls of one backpropagator have become one" });
}

/** Where a folded call has another number than its scalar in the data flow, for it was added up in another order. */
function roundedIn({ graph, whole }: Film, folded: TreeStep | undefined): string | undefined {
  if (whole !== undefined) return undefined;
  const other = folded?.groups.find(
    ({ number, value, isGone }) =>
      !isGone && shortReal(value) !== shortReal(graph.cotangents[number]!) && isClose(value, graph.cotangents[number]!),
  );
  if (other === undefined) return undefined;
  const [name, here, there] = [
    backOf(graph, other.number),
    shortReal(other.value),
    shortReal(graph.cotangents[other.number]!),
  ];
  return t`\`${name}\` is \`${here}\` here and \`${there}\` in the data flow: the same numbers, added in another order, round differently.`;
}

/** Whether two numbers are one up to rounding. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
}
