// Copying a text, and knowing for a moment that it was copied.
import { useEffect, useState } from "react";

const SAID_FOR = 1600;

/** Whether something was copied just now, and a copy function. */
export function useCopied(): readonly [boolean, (text: string) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (text: string): void => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return [copied, copy];
}
