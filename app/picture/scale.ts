// By how much a picture is larger than on a usual screen.

/** The room of a picture, in pixels; `projected` is 0 on a screen, 1 on a projector, and between them on a smaller one. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly projected: number;
}

/** By how much everything is larger on a projector of 1080 rows of pixels. */
const PROJECTED = 1.72;

/** By how much everything is larger; `projected` is 0 where nothing is, 1 on a projector, and between them on a smaller one. */
export function projectedScale(projected: number): number {
  return Math.max(1, PROJECTED * projected);
}

/** On larger screens than this, in pixels of a picture, everything is larger as well, up to a limit. */
const LARGE = { width: 1920, height: 840, most: 1.6 } as const;

/** By how much everything of a picture is larger: on a projector, and on a large screen. */
export function grownScale({ width, height, projected }: Room): number {
  const grown = Math.min(width / LARGE.width, height / LARGE.height, LARGE.most);
  return projected > 0 ? projectedScale(projected) : Math.max(1, grown);
}
