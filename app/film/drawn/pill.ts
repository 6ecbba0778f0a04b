// A call of a tree: a pill with its name and its cotangent.
import type { Moment } from "../model/film.ts";
import type { Place } from "../model/paper.ts";
import { LETTER, type Part } from "../model/shape.ts";
import { lengthOf } from "../model/words.ts";

export interface PillLook {
  readonly isNow: boolean;
  readonly isFolded: boolean;
  readonly opacity: number;
  /** Whether its number is another one since an edge was cut, or it is not made. */
  readonly mark?: "changed" | "missing" | undefined;
}

/** A call: its name and cotangent, less of it where there is less room. */
export function drawPill(
  { paper, picture }: Moment,
  place: Place,
  key: string,
  parts: readonly Part[],
  at: { x: number; y: number; w: number; h: number },
  { isNow, isFolded, opacity, mark }: PillLook,
): void {
  const { size, small, scale } = paper;
  const letters = Math.min(size, Math.max(paper.least, at.h * 0.66));
  const wide = (text: readonly Part[], letter: number): number => (lengthOf(text) + 1.3) * letter * LETTER;
  const last = parts.slice(-1);
  const fitting = [
    { text: parts, letter: letters },
    { text: parts, letter: Math.max(small, letters * 0.8) },
    { text: last, letter: Math.max(small, letters * 0.9) },
  ].find(({ text, letter }) => wide(text, letter) <= Math.max(at.w, 20));
  const w = fitting === undefined ? Math.max(3, Math.min(at.w, 14)) : wide(fitting.text, fitting.letter);
  const x = Math.max(place.x + w / 2 + 3, Math.min(place.right - w / 2 - 3, at.x));
  const stroke = mark !== undefined ? "err" : isFolded ? "staged" : "bp";
  const fill =
    mark === "missing"
      ? "paper"
      : isFolded
        ? "staged-soft"
        : isNow
          ? "bp-soft"
          : fitting === undefined
            ? "bp"
            : "surface";
  picture.rect("node", key, {
    x: x - w / 2,
    y: at.y - at.h / 2,
    w,
    h: at.h,
    r: Math.min(w, at.h) / 2,
    fill,
    stroke,
    width: (isNow || isFolded ? 2.4 : 1.5) * scale,
    dash: mark === "missing" ? "4 3" : undefined,
    opacity,
    data: mark === undefined ? undefined : { mark },
  });
  if (fitting !== undefined)
    picture.text("node", `${key}t`, {
      x,
      y: at.y,
      parts: fitting.text,
      size: fitting.letter,
      font: "code",
      anchor: "middle",
      opacity,
    });
}
