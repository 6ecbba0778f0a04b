// Scrolls what an action has opened into sight, such as the report of a check: it is often below the window.
import { useEffect, useRef } from "react";

/** A reference to an element that is scrolled into sight whenever `said` is another one; nothing happens while it is undefined. */
export function useInSight<T extends Element>(said: unknown) {
  const element = useRef<T>(null);
  useEffect(() => {
    if (said !== undefined) element.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  return element;
}
