// A field whose text is kept elsewhere, and typed here.
import { useState } from "react";

/**
 * The text of a field, and a function that sets it. It follows the kept text, but for a text that was typed since, or before (`typed`). The two
 * are compared while the field is drawn: an effect may run after the first keys, and would overwrite them.
 */
export function useTyped(kept: string, typed?: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(typed ?? kept);
  const [known, setKnown] = useState(kept);
  if (kept !== known) {
    setKnown(kept);
    // what is typed meanwhile stays
    if (text === known) setText(kept);
  }
  return [text, setText];
}
