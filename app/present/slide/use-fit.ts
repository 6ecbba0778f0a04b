// The largest size at which content fits into its box; if the smallest does not, its lines are broken, or it scrolls.
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Steps between the largest size and the smallest. */
const STEPS = 24;

interface Fitted {
  /** Its bounds. */
  readonly box: RefObject<HTMLDivElement | null>;
  /**
   * The content: its size follows the custom property `--fit`; with `data-broken` it is to break its long lines, and with `data-sizing` it
   * is to leave out what comes by an answer.
   */
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether it is larger than the box at the smallest size, too. */
  readonly isScrolled: boolean;
}

/**
 * Sets `--fit` of the content, a factor from `least` to `most`, whenever the box or the content becomes another. Where it is scrolled, it
 * begins with the part that `sight` selects, if any.
 */
export function useFit(least: number, most: number, sight = ""): Fitted {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (outer === null || inner === null) return;
    const fits = (size: number): boolean => {
      inner.style.setProperty("--fit", String(size));
      return outer.scrollHeight <= outer.clientHeight + 1 && outer.scrollWidth <= outer.clientWidth + 1;
    };
    const measure = (): void => {
      const sizeAt = (step: number): number => most * (least / most) ** (step / STEPS);
      // the first step that fits, by halving: a smaller size fits wherever a larger one does
      const largest = (): number => {
        let [from, to] = [0, STEPS];
        while (from < to) {
          const middle = (from + to) >> 1;
          if (fits(sizeAt(middle))) to = middle;
          else from = middle + 1;
        }
        return sizeAt(from);
      };
      delete inner.dataset.broken;
      inner.dataset.sizing = "";
      let size = largest();
      // what is too large at the smallest size is broken, at the largest size that leaves it room
      if (!fits(size)) {
        inner.dataset.broken = "";
        size = largest();
      }
      delete inner.dataset.sizing;
      const isLarger = !fits(size);
      setScrolled(isLarger);
      if (isLarger && sight !== "") inner.querySelector(sight)?.scrollIntoView({ block: "start" });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    // later content, such as formulas and pictures
    const changes = new MutationObserver(measure);
    changes.observe(inner, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  }, [least, most, sight]);
  return { box, content, isScrolled };
}
