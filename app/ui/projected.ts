// Whether a picture is shown on a projector: the styles around it say so.

/** How large letters are to be, of those on a projector of 1080 rows of pixels; 0 where they are as large as elsewhere. */
export function projectedIn(element: Element): number {
  return Number(getComputedStyle(element).getPropertyValue("--projected")) || 0;
}
