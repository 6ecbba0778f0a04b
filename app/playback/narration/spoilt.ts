// The last sentence of a film with a stage that is broken on purpose.

import { plural } from "@lingui/core/macro";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { present } from "../../../engine/base/nth.ts";
import { replaceReals } from "../../program/value/model/value-tree.ts";
import { conjunction } from "../../words/lists.ts";
import { shortened } from "../../words/numbers.ts";
import type { Film } from "../model/film.ts";
import { LAST, type Sentence, text } from "./sentence.ts";

/** At the end, the effect of a stage broken on purpose on the gradient. */
export function spoilt({ explored, animation, columns, whole }: Film): readonly Sentence[] {
  const right = explored.gradient?.text;
  // where edges are cut, the picture shows other numbers
  if (whole !== undefined || right === undefined) return [];
  const shown = (gradient: string): string => text([{ text: replaceReals(gradient, shortened) }]);
  const wanted = shown(right);
  // stages that end alike share a sentence
  const broken = columns.filter(({ isBroken, animation }) => isBroken && animation.replayOrder.isWhole);
  const byGradient = groupedBy(broken, ({ animation }) => animation.replayOrder.gradient);
  const told = [...byGradient].map(([gradient, [first, ...others]]) => {
    const found = shown(gradient);
    const names = conjunction([present(first), ...others].map(({ id }) => `\`${id}\``));
    const count = others.length + 1;
    if (gradient === right)
      return plural(count, {
        one: `${names} is broken on purpose, and still gives the right gradient.`,
        other: `${names} are broken on purpose, and still give the right gradient.`,
      });
    if (found === wanted)
      return plural(count, {
        one: `${names} is broken on purpose, and still gives the right gradient, up to rounding.`,
        other: `${names} are broken on purpose, and still give the right gradient, up to rounding.`,
      });
    return plural(count, {
      one: `${names} is broken on purpose: it gives \`${found}\` instead of \`${wanted}\`.`,
      other: `${names} are broken on purpose: they give \`${found}\` instead of \`${wanted}\`.`,
    });
  });
  return told.length === 0 ? [] : [{ at: animation.end - LAST, text: told.join(" ") }];
}
