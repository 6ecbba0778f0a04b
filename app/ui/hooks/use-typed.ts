// A field whose text is kept elsewhere, and typed here.
import { useState } from "react";

/**
 * The text of a field, which is the kept one until another is typed, and again once another one is kept. Compared while it is drawn: an effect
 * may come after the first keys, and would take them back.
 */
export function useTyped(kept: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [known, setKnown] = useState(kept);
  if (kept !== known) {
    setKnown(kept);
    // what is typed meanwhile stays
    if (text === known) setText(kept);
  }
  return [text, setText];
}
