// CHAD's ladder for the user to keep: the picture that is shown as SVG, PNG or TikZ, and the whole run as SVG that moves.
import { t } from "@lingui/core/macro";
import type { Explored } from "../../../../engine/explore/exploration.ts";
import { CAPTION, captionOf } from "../../../picture/saved/caption.ts";
import { type Kind, saveMovingShapes, saveShapes } from "../../../picture/saved/save-shapes.ts";
import type { Shape } from "../../../picture/shape.ts";
import { rowsPaperOf } from "./drawn/paper.ts";
import { rowsPictureAt } from "./drawn/picture.ts";
import type { Score } from "./model/score.ts";
import { saidAt } from "./model/words.ts";
import { shownRowsTime, useRows } from "./state.ts";
import { pictureWords } from "./words.ts";

/** The size of saved files, in pixels. */
const ROOM = { width: 1440, height: 760, projected: 0 };
const SIZE = { width: ROOM.width, height: ROOM.height + CAPTION };
/** Pictures of a run that moves, a second; how long it takes. */
const RATE = 10;
const SECONDS = 30;

function captioned(score: Score, { text }: Explored): (at: number) => readonly Shape[] {
  const paper = rowsPaperOf(score.ladder, ROOM, 0);
  const words = pictureWords(text);
  return (at) => [
    ...rowsPictureAt(score, paper, at, words),
    ...captionOf(saidAt(score, at), paper.width, paper.height),
  ];
}

/** Files to save, by their words. */
export function savedRows(
  score: Score,
  explored: Explored,
): readonly { readonly words: string; readonly run: () => void }[] {
  const save = (kind: Kind) => (): void => {
    const shapes = captioned(score, explored)(shownRowsTime(useRows.getState()));
    void saveShapes(shapes, explored, SIZE, kind, "chad");
  };
  const whole = (): void => {
    const at = captioned(score, explored);
    const count = RATE * SECONDS;
    const pictures = Array.from({ length: count + 1 }, (_, index) => at((score.end * index) / count));
    void saveMovingShapes(pictures, explored, SIZE, SECONDS, "chad");
  };
  return [
    { words: t`This picture as SVG`, run: save("svg") },
    { words: t`This picture as PNG`, run: save("png") },
    { words: t`This picture as TikZ`, run: save("tex") },
    { words: t`The whole run as an SVG that moves`, run: whole },
  ];
}
