// The answer to a question of one view.
import { useEffect, useState } from "react";

/**
 * The answer to a question; that to the one before stays until then. A question is asked again when it is another function, so callers keep
 * it the same (`useCallback`); undefined asks nothing.
 */
export function useAnswer<T>(question: (() => Promise<T | undefined>) | undefined): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    if (question === undefined) return;
    let isCurrent = true;
    void question().then((found) => {
      if (isCurrent && found !== undefined) setAnswer(() => found);
    });
    return () => {
      isCurrent = false;
    };
  }, [question]);
  return answer;
}
