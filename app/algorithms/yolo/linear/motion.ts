// How lines come to where they stand: those of a pane that appears from where they stood before, those that a choice moved over the cut
// from the other half.

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import { isStill } from "../../../base/motion.ts";
import { lineKey, linesOf, type PaneId, type Place, placeKey, sourceOf } from "./model.ts";

/** Milliseconds that a line is on its way. */
const TRAVEL = 1100;

const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** The last drawing. */
interface Drawn {
  readonly shown: readonly PaneId[];
  readonly name: string;
  readonly spots: Spots;
}

/** Where lines stand in the stage, in pixels, by {@link lineKey}; for that it does not matter what moves them at the moment. */
type Spots = ReadonlyMap<string, Spot>;

interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Has lines move; nothing moves where that is not wanted. A film that plays stays in sight. */
export function useMotion(
  host: RefObject<HTMLElement | null>,
  definition: LinearDefinition,
  shown: readonly PaneId[],
  isPlaying: boolean,
): void {
  const drawn = useRef<Drawn>({ shown, name: definition.name, spots: new Map() });
  useLayoutEffect(() => {
    const stage = host.current;
    if (stage === null) return;
    const before = drawn.current;
    const lines = new Map<string, HTMLElement>();
    for (const line of stage.querySelectorAll<HTMLElement>("[data-place]")) lines.set(line.dataset.place ?? "", line);
    const spots = new Map<string, Spot>();
    for (const pane of shown)
      for (const line of linesOf(definition, pane).keys()) {
        const at = lines.get(placeKey({ pane, line }));
        if (at !== undefined) spots.set(lineKey(definition, { pane, line }), spotOf(at));
      }
    drawn.current = { shown, name: definition.name, spots };
    const isShown = isStill();
    const news = shown.filter((pane) => !before.shown.includes(pane));
    if (isPlaying && news.length > 0)
      stage
        .querySelector(`.study-${news.at(-1)}`)
        ?.scrollIntoView({ block: "nearest", behavior: isShown ? "auto" : "smooth" });
    if (isShown) return;
    if (news.length > 0) for (const pane of news) arrive(definition, pane, lines);
    else if (shown === before.shown && definition.name === before.name) cross(definition, shown, lines, before.spots);
  }, [host, definition, shown, isPlaying]);
}

function spotOf({ offsetLeft: left, offsetTop: top }: HTMLElement): Spot {
  return { left, top };
}

/** The lines of a pane that appears come from the lines that they are made of. */
function arrive(definition: LinearDefinition, pane: PaneId, lines: ReadonlyMap<string, HTMLElement>): void {
  const { length } = linesOf(definition, pane);
  for (let line = 0; line < length; line++) {
    const to = lines.get(placeKey({ pane, line }));
    // of a long text, most lines are not in the page
    if (to === undefined) continue;
    const source = sourceOf(definition, { pane, line });
    const from = source && lines.get(placeKey(source));
    const delay = pane === "transpose" ? (length - line) * 40 : line * 30;
    const options = { duration: TRAVEL, delay, easing: EASING, fill: "backwards" } as const;
    if (from === undefined) to.animate([{ opacity: 0 }, { opacity: 1 }], options);
    else to.animate(journey(spotOf(from), spotOf(to)), options);
  }
}

/** After a choice, each line comes from where it stood; one that moved over the cut stands out on its way. */
function cross(
  definition: LinearDefinition,
  shown: readonly PaneId[],
  lines: ReadonlyMap<string, HTMLElement>,
  before: Spots,
): void {
  for (const pane of shown)
    for (const line of linesOf(definition, pane).keys()) {
      const place: Place = { pane, line };
      const to = lines.get(placeKey(place));
      if (to === undefined) continue;
      const stood = before.get(lineKey(definition, place));
      const from = stood ?? crossedFrom(definition, place, before);
      const options = { duration: TRAVEL, easing: EASING } as const;
      if (from === undefined) to.animate([{ opacity: 0 }, { opacity: 1 }], options);
      else if (stood === undefined)
        to.animate(
          journey(from, spotOf(to)).map((frame) => ({ ...frame, background: "var(--lit)", zIndex: 2 })),
          options,
        );
      else if (from.left !== to.offsetLeft || from.top !== to.offsetTop) to.animate(journey(from, spotOf(to)), options);
    }
}

/** Where the same line stood in the other half; from there it goes to the transpose, too. */
function crossedFrom(definition: LinearDefinition, { pane, line }: Place, before: Spots): Spot | undefined {
  const others: Partial<Record<PaneId, PaneId>> = { values: "linear", linear: "values", transpose: "values" };
  const other = others[pane];
  return other === undefined ? undefined : before.get(lineKey(definition, { pane, line }, other));
}

function journey(from: Spot, to: Spot): Keyframe[] {
  return [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }];
}
