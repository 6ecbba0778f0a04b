// The ladder: climbed rung by rung; of an algorithm that brings one, a picture of its own.
import { type ComponentType, lazy } from "react";
import { present } from "../../engine/base/nth.ts";
import type { LadderProps } from "../algorithms/algorithm.ts";
import { LadderView } from "../ladder/view/ladder-view.tsx";
import type { LookProps } from "../program/view/look-props.ts";

/** Ladders that algorithms bring, by the name of their folder; each is loaded when it is opened. */
const OWN = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: ComponentType<LadderProps> }>("../algorithms/*/*/ladder.tsx")).map(
    ([path, load]) => [present(path.split("/").at(-2)), lazy(load)] as const,
  ),
);

/** Shows the ladder of an algorithm for a program's run. */
export default function LadderLook(props: LookProps) {
  return <LadderView {...props} own={OWN} />;
}
