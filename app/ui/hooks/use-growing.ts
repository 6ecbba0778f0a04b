// A long list that is drawn bit by bit, so that the page answers meanwhile.
import { useEffect, useState } from "react";

/** Items that are drawn at once, and with each step. */
const FIRST = 24;
const STEP = 24;

/** How many items of a list are to be drawn now: the first ones, then more from moment to moment; anew for another `key`. */
export function useGrowing(total: number, key: unknown): number {
  const [grown, setGrown] = useState({ key, count: FIRST });
  const count = grown.key === key ? grown.count : FIRST;
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setGrown({ key, count: count + STEP }));
    return () => clearTimeout(timer);
  }, [count, total, key]);
  return Math.min(count, total);
}
