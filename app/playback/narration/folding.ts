// The words for folding: calls of one backpropagator become one, until the data-flow graph is left.
import { plural, t } from "@lingui/core/macro";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { shortBackName } from "../../exploration/model/scalar.ts";
import { conjunction } from "../../words/lists.ts";
import { grouped } from "../../words/numbers.ts";
import { callsAfter } from "../model/calls.ts";
import type { Film } from "../model/film.ts";
import { leftIn, narrowIn, type TreeStep } from "../model/tree-shape.ts";
import type { Sentence } from "./sentence.ts";
import { visitSentencesOf } from "./visits.ts";

/** Scalars that are named in a sentence. */
const MOST_NAMED = 3;

/** Two sums of the same numbers are no farther apart than this: relative to them, or to 1 where they are smaller. */
const ROUNDING = 1e-9;

/** Sentences while the calls of a tree fold into the graph, and after it. */
export function folding(film: Film): readonly Sentence[] {
  const { animation, graph, columns } = film;
  const tree = animation.folded === undefined ? undefined : columns[animation.folded];
  const first = animation.folds[0];
  if (tree?.animation.tag !== "tree") {
    const unfolded = columns.find(
      ({ id, kind, animation: one }) =>
        kind === "tree" && visitOf(id) !== "line" && one.replayOrder.calls.number.length > 0,
    );
    return unfolded === undefined
      ? []
      : [{ at: animation.reverseEnd, text: visitSentencesOf(unfolded.id).once(unfolded.id) }];
  }
  const { total } = tree.animation;
  const { id } = tree;
  const words = visitSentencesOf(id);
  const most = [...total.keys()].reduce((a, b) => (nth(total, b) > nth(total, a) ? b : a));
  const often = grouped(nth(total, most));
  const times =
    total[most] === 2
      ? t({ message: "twice", comment: "how often a backpropagator is called" })
      : plural(nth(total, most), { one: `${often} time`, other: `${often} times` });
  const said: Sentence[] = [
    {
      at: animation.reverseEnd,
      text: words.often(id, graph, most, times),
    },
  ];
  const shape = narrowIn(film, tree.animation);
  for (const [index, { number, along, from }] of animation.folds.entries()) {
    // without the cut edges there may be nothing left to fold; an earlier fold may have made one already
    const here = shape && leftIn(shape.step(index)).filter((group) => group.number === number).length;
    const count = here ?? nth(callsAfter(film, tree.animation, index), number);
    if (count < 2) continue;
    // the sum of these calls, in their order of addition
    const folded = shape?.step(index + 1).groups.find((group) => group.number === number && !group.isGone);
    const one = { graph, number, cotangent: folded?.value ?? nth(graph.cotangents, number) };
    const others = along.filter((other) => nth(total, other) > 1).map((other) => `\`${words.name(graph, other)}\``);
    const names = conjunction(others);
    const told =
      others.length === 0
        ? words.folds(one, grouped(count))
        : words.foldsAlong(one, grouped(count), others.length <= MOST_NAMED ? names : undefined);
    const left = shape === undefined ? words.left(leftOf(callsAfter(film, tree.animation, index + 1))) : "";
    said.push({ at: from, text: left === "" ? told : `${told} ${left}` });
  }
  const all = total.reduce((sum, count) => sum + count, 0);
  const whole = grouped(all);
  const left = [...total].filter((count) => count > 0).length;
  if (all === left) return [{ at: animation.reverseEnd, text: words.once(id) }];
  if (first !== undefined) {
    const told = words.folded(whole, left);
    const rounded = roundedIn(film, shape?.step(shape.folds));
    said.push({ at: lastOf(animation.folds).to, text: rounded === undefined ? told : `${told} ${rounded}` });
  }
  return said;
}

/** How many calls are left of a tree that is a silhouette, as text. */
function leftOf(calls: Float64Array): string {
  return grouped(Math.round(calls.reduce((sum, count) => sum + count, 0)));
}

/** Where a folded call has another number than its scalar in the data flow, for it was added up in another order. */
function roundedIn({ graph, whole }: Film, folded: TreeStep | undefined): string | undefined {
  if (whole !== undefined) return undefined;
  const other = folded?.groups.find(
    ({ number, value, isGone }) =>
      !isGone &&
      shortReal(value) !== shortReal(nth(graph.cotangents, number)) &&
      isClose(value, nth(graph.cotangents, number)),
  );
  if (other === undefined) return undefined;
  const [name, here, there] = [
    shortBackName(graph, other.number),
    shortReal(other.value),
    shortReal(nth(graph.cotangents, other.number)),
  ];
  return t`\`${name}\` is \`${here}\` here and \`${there}\` in the data flow: the same numbers, added in another order, round differently.`;
}

/** Whether two numbers are one up to rounding. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
}
