// Something that is asked for again whenever the question changes.
import { useEffect, useRef, useState } from "react";

/** The answer to the question of a key; undefined until it is there. */
export function useAsked<T>(key: string, ask: () => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T }>();
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    let isCurrent = true;
    void latest.current().then((value) => isCurrent && setAnswer({ key, value }));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return answer?.key === key ? answer.value : undefined;
}
