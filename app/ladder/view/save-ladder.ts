// The ladder for the user to keep: the place of the climb that is shown as SVG, PNG or TikZ, and the whole climb as SVG that moves.
import { t } from "@lingui/core/macro";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { type Kind, saveMovingShapes, saveShapes } from "../../picture/saved/save-shapes.ts";
import type { FarLadder } from "../far/ladder.ts";
import type { Ladder } from "../model/ladder.ts";
import { shownPlace, useClimb } from "../state.ts";
import { sheetOf } from "./sheet.ts";

/** The size of saved files, in pixels. */
const SIZE = { width: 1440, height: 620, projected: 0 };
/** Pictures of a climb that moves, a second; and how long it takes from a rung to the next. */
const RATE = 10;
const SECONDS = 3;
/** The part of that for each rung. */
const STANDS = 0.3;

/** Files to save, by their words. */
export function savedOf(
  ladder: Ladder | FarLadder,
  explored: Explored,
): readonly { readonly words: string; readonly run: () => void }[] {
  const save = (kind: Kind) => (): void => {
    const shapes = sheetOf(ladder, SIZE).at(shownPlace(useClimb.getState()), undefined);
    void saveShapes(shapes, explored, SIZE, kind, "ladder");
  };
  const climb = (): void => {
    const { at } = sheetOf(ladder, SIZE);
    const seconds = SECONDS * (ladder.rungs.length - 1);
    const pictures = Array.from({ length: seconds * RATE + 1 }, (_, index) => {
      const place = index / RATE / SECONDS;
      const rung = Math.floor(place);
      return at(rung + Math.max(0, (place - rung - STANDS) / (1 - STANDS)), undefined);
    });
    void saveMovingShapes(pictures, explored, SIZE, seconds, "ladder");
  };
  return [
    { words: t`This picture as SVG`, run: save("svg") },
    { words: t`This picture as PNG`, run: save("png") },
    { words: t`This picture as TikZ`, run: save("tex") },
    { words: t`The whole climb as an SVG that moves`, run: climb },
  ];
}
