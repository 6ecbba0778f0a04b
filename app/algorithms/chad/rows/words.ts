// The words on the picture of CHAD's ladder, in the language of the page.
import { plural, t } from "@lingui/core/macro";
import { grouped } from "../../../words/numbers.ts";
import type { PictureWords } from "./drawn/picture.ts";
import type { Counts } from "./model/ladder.ts";
import type { Half, Kind } from "./model/moves.ts";

const SAYS: Readonly<Record<Kind, string>> = {
  dense: t`every call returns a whole row`,
  sparse: t`rows without their zeros`,
  local: t`one environment, handed on`,
  cells: t`one environment, written in place`,
};

const UNITS: Readonly<Record<Kind, string>> = {
  dense: t`boxes written`,
  sparse: t`boxes`,
  local: t`boxes touched`,
  cells: t`boxes touched`,
};

/** How often a stage has called backpropagators of terms, and run bodies, in words. */
function moreWords(kind: Kind, { calls, bodies, made, moved }: Counts): string {
  const [count, runs, own, others] = [grouped(calls), grouped(bodies), grouped(made), grouped(moved)];
  const called = plural(calls, { one: `${count} call`, other: `${count} calls` });
  const ran = bodies === 0 ? "" : plural(bodies, { one: `, bodies run ${runs}×`, other: `, bodies run ${runs}×` });
  const parts = kind === "sparse" ? t`; ${own} made, ${others} moved` : "";
  return `${called}${ran}${parts}`;
}

function laneWords(half: Half, argument: string): string {
  if (argument === "") return "";
  if (half === "environment")
    return t({ message: `again, ${argument}`, comment: "a function runs again at an argument" });
  return argument;
}

/** The words of a picture of a program. */
export function pictureWords(text: string): PictureWords {
  return {
    text,
    program: t`Program`,
    says: (kind) => SAYS[kind],
    unit: (kind) => UNITS[kind],
    more: moreWords,
    count: (_, { made, moved }) => made + moved,
    grouped,
    lane: laneWords,
  };
}
