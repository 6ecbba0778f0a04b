// Dragging on a number: to the right it grows, to the left it shrinks.
import { type PointerEvent, useRef } from "react";
import { dragged } from "./model/playing.ts";

interface Scrub {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
  onPointerCancel(): void;
}

/** Pixels before a press is a drag, and no click. */
const SLACK = 3;

/** Lets a number be dragged; a shorter drag is a click. */
export function useScrub(real: number, onReal: (real: number) => void): Scrub {
  const from = useRef<{ readonly x: number; readonly real: number; isDrag: boolean }>(undefined);
  const end = (): void => {
    from.current = undefined;
  };
  return {
    onPointerDown: (event) => {
      from.current = { x: event.clientX, real, isDrag: false };
    },
    onPointerMove: (event) => {
      const start = from.current;
      if (start === undefined || event.buttons === 0) return;
      const moved = event.clientX - start.x;
      if (!start.isDrag && Math.abs(moved) <= SLACK) return;
      if (!start.isDrag) {
        start.isDrag = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      event.preventDefault();
      onReal(dragged(start.real, moved));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
