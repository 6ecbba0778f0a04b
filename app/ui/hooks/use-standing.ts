// A text that changes fast, for those to whom it is spoken.
import { useEffect, useState } from "react";

/** Milliseconds that a text stands before it is spoken. */
const STANDING = 400;

/** The latest text that stood for a while; empty before the first. */
export function useStanding(text: string): string {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), STANDING);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
