// A part of a long page: plain text until the reader comes near, for editors and formulas take their time.
import { type ReactNode, useEffect } from "react";
import { flushSync } from "react-dom";
import { useNear } from "./hooks/use-near.ts";
import { PlainText } from "./plain-text.tsx";

/** A page of up to this many parts is drawn at once; of a longer one, the first parts. */
const SHORT = 12;
const FIRST = 2;

/** Whether a part is drawn at once, by its place and the number of parts of the page. */
export function isDrawnAtOnce(index: number, count: number): boolean {
  return count <= SHORT || index < FIRST;
}

/** How near to the window a part is drawn. */
const NEAR = "1200px";

const ALL = "dualscope-draw-all";

/** Draws all parts, wherever the reader is. */
export function drawAllParts(): void {
  dispatchEvent(new Event(ALL));
}

interface LateProps {
  readonly id: string;
  /** Screen readers' label until it is drawn. */
  readonly label: () => string;
  /** The text in its place until it is drawn. */
  readonly text: string;
  /** Whether it is drawn at once. */
  readonly isFirst: boolean;
  readonly children: ReactNode;
}

/** Shows plain text until the reader comes near or prints the page, and its children from then on. */
export function Late({ id, label, text, isFirst, children }: LateProps) {
  const { box, isNear, setNear } = useNear<HTMLElement>(NEAR, isFirst);
  useEffect(() => {
    if (isNear) return;
    // paper has all of them
    const all = (): void => flushSync(() => setNear(true));
    addEventListener("beforeprint", all);
    addEventListener(ALL, all);
    return () => {
      removeEventListener("beforeprint", all);
      removeEventListener(ALL, all);
    };
  }, [isNear, setNear]);
  if (isNear) return children;
  return (
    <section ref={box} className="chapter late" id={id} aria-label={label()}>
      <PlainText text={text} />
    </section>
  );
}
