// A condition that counts only once it has held for a while, so that short states do not flicker.
import { useEffect, useState } from "react";

/** True from `delay` milliseconds after `condition` became true until it becomes false. */
export function useDelayed(condition: boolean, delay: number): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!condition) return setHeld(false);
    const timer = setTimeout(() => setHeld(true), delay);
    return () => clearTimeout(timer);
  }, [condition, delay]);
  return condition && held;
}
