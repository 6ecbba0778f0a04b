// The rooms that ladders are drawn in, from a wide window to a phone, and on a projector.

/** Width and height in pixels; `projected` as papers take it. */
export const LADDER_SIZES = [
  { width: 1920, height: 720, projected: 0 },
  { width: 1440, height: 560, projected: 0 },
  { width: 1024, height: 430, projected: 0 },
  { width: 768, height: 640, projected: 0 },
  { width: 390, height: 430, projected: 0 },
  { width: 1440, height: 560, projected: 1 },
] as const;
