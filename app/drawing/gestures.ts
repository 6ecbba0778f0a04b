// Panning, zooming and pointing by mouse, pen and fingers.
import { nth } from "../../engine/base/nth.ts";
import type { Spot } from "./model/drawing.ts";

/** The meaning of gestures; places are in pixels of the element. */
export interface Gestures {
  /** The place of an event. */
  where(event: { readonly clientX: number; readonly clientY: number }): Spot;
  onPan(by: Spot): void;
  onZoom(factor: number, at: Spot): void;
  /** The pointer is at a place, without a button; undefined where it has left. */
  onPoint(at: Spot | undefined): void;
  onTap(at: Spot): void;
  onDoubleTap(at: Spot): void;
}

/** Pixels that a pointer may move in a tap, and milliseconds between two taps of a double tap. */
const [STILL, TWICE] = [4, 350] as const;
/** Turns of a wheel, in pixels of scrolling, that make all e times as large; and pixels of a line. */
const [WHEEL, LINE] = [300, 16] as const;

/** Reads gestures on an element until the result is called. */
export function readGestures(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Spot>();
  let start: Spot | undefined;
  let last: { readonly time: number; readonly at: Spot } | undefined;
  const apart = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);
  const middle = ([a, b]: readonly [Spot, Spot]): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const two = (): readonly [Spot, Spot] => {
    const both = [...pointers.values()];
    return [nth(both, 0), nth(both, 1)];
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    // nothing is selected on the way
    event.preventDefault();
    const at = gestures.where(event);
    pointers.set(event.pointerId, at);
    start = pointers.size === 1 ? at : undefined;
  };
  const move = (event: PointerEvent): void => {
    const at = gestures.where(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) return gestures.onPoint(at);
    if (start !== undefined) {
      if (apart(start, at) <= STILL) return;
      // from here on it is no tap; outside of the element it goes on
      start = undefined;
      element.setPointerCapture(event.pointerId);
    }
    if (pointers.size === 1) {
      pointers.set(event.pointerId, at);
      return gestures.onPan({ x: at.x - before.x, y: at.y - before.y });
    }
    const earlier = two();
    pointers.set(event.pointerId, at);
    const now = two();
    const [from, to] = [middle(earlier), middle(now)];
    gestures.onPan({ x: to.x - from.x, y: to.y - from.y });
    gestures.onZoom(apart(...now) / Math.max(1, apart(...earlier)), to);
  };
  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    if (start === undefined) return;
    const at = start;
    start = undefined;
    // a finger points where it taps
    if (event.pointerType !== "mouse") gestures.onPoint(at);
    const isDouble = last !== undefined && event.timeStamp - last.time < TWICE && apart(last.at, at) <= 2 * STILL;
    last = isDouble ? undefined : { time: event.timeStamp, at };
    if (isDouble) gestures.onDoubleTap(at);
    else gestures.onTap(at);
  };
  const cancel = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    start = undefined;
  };
  const leave = (event: PointerEvent): void => {
    if (pointers.size === 0 && event.pointerType === "mouse") gestures.onPoint(undefined);
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    gestures.onZoom(Math.exp(-turned / WHEEL), gestures.where(event));
  };
  const ends = new AbortController();
  const { signal } = ends;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", cancel, { signal });
  element.addEventListener("pointerleave", leave, { signal });
  element.addEventListener("wheel", wheel, { signal, passive: false });
  return () => ends.abort();
}
