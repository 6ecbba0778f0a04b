// Which lines of a long text are in the page: it is cut into stretches, and those near what is in sight are there.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Lines of a stretch. */
const STRETCH = 60;

/** Lines of one text, from one up to another. */
export interface Stretch {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** The stretches of a text of some lines. */
export function stretchesOf(lines: number): readonly Stretch[] {
  return Array.from({ length: Math.ceil(lines / STRETCH) }, (_, index) => ({
    index,
    from: index * STRETCH,
    to: Math.min(lines, (index + 1) * STRETCH),
  }));
}

/** The stretch that a line lies in. */
export function stretchAt(line: number): number {
  return Math.floor(line / STRETCH);
}

/** How far above and below the window lines are in the page already, in pixels. */
const AROUND = 800;

/** Where stretches stand that are out of sight: as high as they were, or as lines are that do not wrap. */
export interface Sight {
  /** Whether the lines of a stretch are in the page. */
  has(stretch: number): boolean;
  /** The height of a stretch whose lines are not. */
  heightOf(stretch: Stretch): string;
}

/** Follows which stretches below an element, marked by `data-stretch`, are near the window; `onChange` is told when that changes. */
export function useSight(host: RefObject<HTMLElement | null>, count: number, onChange: () => void): Sight {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const heights = useRef(new Map<number, number>());
  useEffect(() => {
    // all of a short text is there
    if (count <= 1 || host.current === null) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const now = new Set(before);
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const stretch = Number((target as HTMLElement).dataset.stretch);
            if (before.has(stretch)) heights.current.set(stretch, boundingClientRect.height);
            if (isIntersecting) now.add(stretch);
            else now.delete(stretch);
          }
          return now;
        }),
      { rootMargin: `${AROUND}px 0px` },
    );
    for (const element of host.current.querySelectorAll("[data-stretch]")) observer.observe(element);
    return () => observer.disconnect();
  }, [host, count]);
  const told = useRef(near);
  useEffect(() => {
    if (told.current === near) return;
    told.current = near;
    onChange();
  }, [near, onChange]);
  const has = useCallback((stretch: number) => near.has(stretch), [near]);
  const heightOf = useCallback(({ index, from, to }: Stretch) => {
    const height = heights.current.get(index);
    return height === undefined ? `${(to - from) * 1.6}rem` : `${height}px`;
  }, []);
  return { has, heightOf };
}
