// Whether there is more of something than its box shows: then the box is a stop for the keyboard.
import { type RefObject, useLayoutEffect, useState } from "react";

/** Looks again when the content or the size of the box changes. */
export function useIsScrolled(box: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || content === undefined) return;
    const look = (): void =>
      setScrolled(current.scrollHeight > current.clientHeight || current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    look();
    return () => observer.disconnect();
  }, [box, content]);
  return isScrolled;
}
