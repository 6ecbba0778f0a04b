// Programs laid out for narrow lines, as slides have them: by the formatter, in one worker for all of them.
import { useEffect, useState } from "react";
import { EngineClient } from "../../client/client.ts";

/** Programs that are kept as they were laid out. */
const MOST_KEPT = 60;

const kept = new Map<string, Promise<string | undefined>>();

/** Lays a program out for lines of some columns; undefined where it has mistakes of syntax. */
function narrowed(text: string, width: number): Promise<string | undefined> {
  const key = `${width} ${text}`;
  let found = kept.get(key);
  if (found === undefined) {
    const client = new EngineClient();
    found = client.ask("formatWithin", { text, width }).finally(() => client.end());
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, found);
  }
  return found;
}

/** The text of a program with its long lines broken where the formatter breaks them; as it is until that is known. */
export function useNarrowed(text: string, width: number): string {
  const [found, setFound] = useState<{ readonly of: string; readonly width: number; readonly text: string }>();
  const isLong = text.split("\n").some((line) => line.length > width);
  useEffect(() => {
    if (!isLong) return;
    let isCurrent = true;
    void narrowed(text, width).then((made) => {
      if (isCurrent && made !== undefined) setFound({ of: text, width, text: made });
    });
    return () => {
      isCurrent = false;
    };
  }, [text, width, isLong]);
  return isLong && found?.of === text && found.width === width ? found.text : text;
}
