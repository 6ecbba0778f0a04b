// Programs to begin with in Linear A.
import type { StudyText } from "../../../../engine/algorithms/study.ts";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";

/** g of the paper's reasoning about types: linear in ẏ, and not in x. */
export const SQUARE = `def g(x; ẏ) =
  let (s;) = x * x in
  let (; ż) = s * ẏ in
  (s; ż)
`;

/** The derivative of a definition, as J makes it, to be changed. */
export function derivativeOf({ lines }: StudyText): string {
  return `${lines.map(({ text }) => text).join("\n")}\n`;
}

/** The definition of the program whose derivative can be given by hand: the one that is shown, or else the last one that has none yet. */
export function toGive(
  study: readonly LinearDefinition[],
  shown: LinearDefinition | undefined,
): LinearDefinition | undefined {
  const open = study.filter(({ writtenIn, isGiven }) => writtenIn === "program" && !isGiven);
  return open.find(({ name }) => name === shown?.name) ?? open.at(-1);
}
