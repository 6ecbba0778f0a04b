// Whether the reader has come near to an element: its contents are drawn or loaded then.
import { type RefObject, useEffect, useRef, useState } from "react";

interface Near<E> {
  readonly box: RefObject<E | null>;
  readonly isNear: boolean;
  /** Takes it as near, wherever the reader is. */
  readonly setNear: (isNear: boolean) => void;
}

/** Watches an element until it is within a margin of the window, such as `1200px`; from then on it is near. */
export function useNear<E extends Element>(margin: string, isAtFirst = false): Near<E> {
  const [isNear, setNear] = useState(isAtFirst);
  const box = useRef<E>(null);
  useEffect(() => {
    if (isNear || box.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: margin },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isNear, margin]);
  return { box, isNear, setNear };
}
